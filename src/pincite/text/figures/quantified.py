"""Limits said of all, none or one of several cited values: no class has fewer than 18 pupils."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from pincite.model import Figure
from pincite.text.figures.combining import related, same_noun, single, worth
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.terms import Cues

_NONE: Final = re.compile(
    r"(?:^|[.;,] ?)(?:no|none of|kein(?:e|er|es)?|aucune?|ningun[oa]?|nessun[oa]?)(?![a-z])|没有[一任]|どの"
)
_ALL: Final = re.compile(
    r"(?:^|[.;,] ?)(?:all|every|each|alle|jede[rs]?|tous|toutes|chaque|todos|todas|cada)(?![a-z])|所有|すべて"
)
_SOME: Final = re.compile(
    r"(?<![a-z])(?:at least one|mindestens eine?[rs]?|au moins une?|al menos un[oa]?)(?![a-z])|至少有一"
)
_TURNED: Final = {"below": "min", "above": "max"}
_MOST: Final = 60


def quantified(figure: Figure, pool: Pool, cues: Cues) -> tuple[bool, Candidate] | None:
    """Whether the limit holds of the values it is said of, and one of them that shows it; None if unclear."""
    if figure.value is None or figure.high is not None or figure.bound is None:
        return None
    bound: str | None = figure.bound
    if cues.says(_NONE, figure.start):
        bound = _TURNED.get(figure.bound)
    elif not (cues.says(_ALL, figure.start) or cues.says(_SOME, figure.start)) or figure.bound not in (
        "above",
        "below",
        "min",
        "max",
    ):
        return None
    if bound is None:
        return None
    values = _values(figure, pool, cues)
    if len(values) < 2:
        return None
    kept = [item for item in values if _keeps(bound, worth(item), figure.value)]
    if cues.says(_SOME, figure.start):
        return bool(kept), (kept or values)[0]
    broken = [item for item in values if item not in kept]
    return not broken, (broken or kept)[0]


def _keeps(bound: str, value: Fraction, limit: Fraction) -> bool:
    if bound == "above":
        return value > limit
    if bound == "below":
        return value < limit
    return value >= limit if bound == "min" else value <= limit


def _values(figure: Figure, pool: Pool, cues: Cues) -> list[Candidate]:
    """The plain values of the claim's noun or unit in one sentence, or in the one column that it names."""
    for group in pool.groups:
        inside = [item for item in group if not item.celled and single(figure, item.figure)]
        alike = [item for item in inside if figure.unit or same_noun(figure, item.figure)]
        plain = [item for item in alike if item.figure.bound in (None, "about")]
        if 2 <= len(plain) <= _MOST and len(plain) == len(inside) and related(plain[0], pool, cues):
            return plain
    for column in pool.columns:
        inside = [item for item in column if single(figure, item.figure)]
        named = bool(inside) and bool(cues.content & pool.head_words(inside[0]))
        if 2 <= len(inside) <= _MOST and len(inside) == len(column) and named:
            return inside
    return []
