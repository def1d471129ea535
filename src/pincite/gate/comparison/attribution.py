"""Which moving part moved the score: base's stored answers, scored again with one part of head at a time.

The steps are cumulative and in a fixed order, from the outside of the check to its inside: first this
program itself (base's answers under base's own settings, made again), then the corpus, the bibliography,
the gold cases, how they are paired, the policy, the judge. After them everything but the answers is head's,
so the next step is what the answers themselves moved: generator, retrieval and prompt, which stored answers
cannot tell apart. What then is still missing to the numbers that head recorded is the rest, and it has no
explanation here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import structs

from pincite.engine.run import Run, check_all
from pincite.engine.setting import Setting
from pincite.errors import InputError
from pincite.gate.comparison.comparison import Attribution, Comparison, NotIsolated, Step
from pincite.gate.comparison.sources import MissingError, Sources
from pincite.model import Answer
from pincite.model.summary import Summary

PROGRAM = "pincite"
ANSWERS = "answers"
REST = "rest"

Compare = Callable[[Run, Run], Comparison]

_Had = TypeVar("_Had")

# The key in `_versions`, and how the part of a setting is had from a run's sources.
_PARTS: tuple[tuple[str, str, Callable[[Sources], dict[str, Any]]], ...] = (
    ("corpus", "corpus", lambda sources: {"corpus": sources.corpus()}),
    ("bibliography", "bibliography", lambda sources: {"bibliography": sources.bibliography()}),
    ("cases", "cases", lambda sources: {"cases": sources.cases()}),
    ("gold pairing", "gold_pairing", lambda sources: {"pairing": sources.pairing()}),
    ("policy", "policy", lambda sources: {"policy": sources.policy()}),
    ("judge", "judge", lambda sources: {"judge": sources.judge()}),
)


def remade_setting(sources: Sources, side: str) -> Setting:
    """A run's own setting. Raises InputError when a part of it cannot be had as it was."""
    parts: dict[str, Any] = {}
    for _, _, had in _PARTS:
        parts |= _required(had, sources, side)
    return Setting(**parts)


def remade_answers(sources: Sources, side: str) -> list[Answer]:
    """A run's recorded answers. Raises InputError when they cannot be had as they were."""
    return _required(Sources.answers, sources, side)


def _required(had: Callable[[Sources], _Had], sources: Sources, side: str) -> _Had:
    try:
        return had(sources)
    except MissingError as missing:
        raise InputError(
            f"{side} cannot be scored again: {missing}",
            where=side,
            hint="name its files with --answers FILE (or another file that it used)",
        ) from None


def attribute(
    base: Run, head: Run, sources: tuple[Sources, Sources], compare: Compare, *, seed: int
) -> Attribution:
    """The way from base to head. Raises InputError when base cannot be scored again at all."""
    of_base, of_head = sources
    setting = remade_setting(of_base, "base")
    answers = remade_answers(of_base, "base")
    before, now = base, check_all(answers, setting, seed=seed)
    steps = [_step(PROGRAM, before, now, compare)]
    apart: list[NotIsolated] = []
    versions = _versions(base), _versions(head)
    for name, key, had in _PARTS:
        if versions[0].get(key) == versions[1].get(key):
            continue
        try:
            setting = structs.replace(setting, **had(of_head))
        except MissingError as missing:
            apart.append(NotIsolated(part=name, why=str(missing)))
            continue
        before, now = now, check_all(answers, setting, seed=seed)
        steps.append(_step(name, before, now, compare))
    if _digests(base, ANSWERS) != _digests(head, ANSWERS):
        try:
            before, now = now, check_all(of_head.answers(), setting, seed=seed)
            steps.append(_step(ANSWERS, before, now, compare))
        except MissingError as missing:
            apart.append(NotIsolated(part=ANSWERS, why=str(missing)))
    return Attribution(steps=tuple(steps), rest=_step(REST, now, head, compare), not_isolated=tuple(apart))


def _step(part: str, before: Run, after: Run, compare: Compare) -> Step:
    one, other = values(before.summary), values(after.summary)
    told = compare(before, after)
    return Step(
        part=part,
        before=one,
        after=other,
        change=moved(one, other),
        verdict=told.verdict,
        changed=len(told.changes),
    )


def values(summary: Summary) -> dict[str, float | None]:
    """Every metric of a run by name."""
    return {name: metric.value for name, metric in summary.metrics.items()}


def moved(before: Mapping[str, float | None], after: Mapping[str, float | None]) -> dict[str, float | None]:
    """After minus before; None where one of them has no value."""
    changes: dict[str, float | None] = {}
    for name in dict.fromkeys((*before, *after)):
        one, other = before.get(name), after.get(name)
        changes[name] = None if one is None or other is None else other - one
    return changes


def _versions(run: Run) -> Mapping[str, Any]:
    return {**msgspec.to_builtins(run.manifest.versions), "bibliography": _digests(run, "bibliography")}


def _digests(run: Run, role: str) -> list[str]:
    return [one.sha256 for one in run.manifest.inputs if one.role == role]
