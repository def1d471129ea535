"""One claim walked through the chain, on one screen."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from pincite.diagnose.differences import Difference
from pincite.diagnose.twins import Trial
from pincite.engine.walk import Better, Step, Walk
from pincite.report.excerpt import bracketed
from pincite.report.groups import Tone
from pincite.report.shown import one_line
from pincite.report.terminal import Screen

LINKS = 4
DIFFERENCES = 6
FINDINGS = 5
_NAME = 13
"""Columns of the first column."""
_INDENT = "  "
_STAGES = ("corpus", "document", "chunk", "retrieved", "prompt", "cited")

_TONES: dict[str | None, Tone] = {
    "full": "pass",
    "partial": "partial",
    "none": "fail",
    "contradiction": "fail",
    None: "judge",
}
_ATTACHED = {
    "span": "covered by the citation's span",
    "explicit": "given with the claim",
    "listed": "listed, shown nowhere in the answer",
}
_YES: dict[bool | None, str] = {True: "yes", False: "no", None: "?"}


def lines(walk: Walk, screen: Screen) -> Iterator[str]:
    """The walk in the order of the chain; every part is cut to what fits on a screen."""
    row, paint = walk.claim, screen.paint
    label = row.label or row.status
    case = f"  case {one_line(row.case_id)}" if row.case_id else ""
    yield (
        paint("bold", f"claim {one_line(row.answer_id)}/{one_line(row.claim_id)}")
        + f"{case}  {row.severity} {row.kind}  "
        + paint(_TONES[row.label], label)
        + (f" ({row.reason})" if row.reason else "")
    )
    if walk.question:
        yield from _part("question", [one_line(walk.question)], screen)
    yield from _part("says", [one_line(row.text)], screen)
    if row.proposition and row.proposition.strip() != row.text.strip():
        yield from _part("read as", [one_line(row.proposition)], screen)
    yield from _part("attachment", list(_attachment(walk)), screen)
    yield from _part("resolution", list(_resolution(walk)), screen)
    if walk.differences is not None:
        yield from _part("differences", list(_differences(walk)), screen)
    if walk.better:
        yield from _part("better", list(_better(walk.better)), screen)
    if walk.twins is not None:
        yield from _part("twins", list(_twins(walk.twins)), screen)
    yield from _part("owner", list(_owner(walk)), screen, whole=True)
    if walk.findings:
        shown = [f"{one.code} {one_line(one.message)}" for one in walk.findings]
        yield from _part("findings", _capped(shown, FINDINGS), screen)
    if walk.missing:
        yield from _part("missing", [one_line(note) for note in walk.missing], screen)


def _part(name: str, body: Sequence[str], screen: Screen, *, whole: bool = False) -> Iterator[str]:
    """One part of the walk; a line too long for the screen is cut, or, if it is to be `whole`, broken."""
    head = screen.paint("dim", name.ljust(_NAME))
    room = None if screen.columns is None else max(screen.columns - _NAME, 20)
    for line in body:
        lead = _INDENT if line.startswith(_INDENT) else ""
        for piece in _broken(line, room) if whole else (one_line(line, room and room - len(lead)),):
            yield f"{head}{lead}{piece}"
            head = " " * _NAME


def _broken(line: str, room: int | None) -> list[str]:
    return [line] if room is None else textwrap.wrap(one_line(line), room - len(_INDENT))


def _capped(body: list[str], most: int) -> list[str]:
    if len(body) <= most:
        return body
    return [*body[: most - 1], f"+ {len(body) - most + 1} more"]


def _attachment(walk: Walk) -> Iterator[str]:
    if not walk.steps:
        yield "no citation covers the claim"
    for step in walk.steps[:LINKS]:
        name = bracketed(step.link.citation_id)
        if step.attached is None:
            yield f"{name} covers the claim"
        elif step.attached == "marker":
            yield f"{name} by the marker {one_line(step.marker or '')} at {step.start}-{step.end}"
        else:
            yield f"{name} {_ATTACHED[step.attached]}"
    if len(walk.steps) > LINKS:
        yield f"+ {len(walk.steps) - LINKS} more citations"


def _resolution(walk: Walk) -> Iterator[str]:
    if not walk.steps:
        yield "nothing to resolve"
    for step in walk.steps[:LINKS]:
        yield _source(step)
        link = step.link
        if link.rationale:
            yield f"  {one_line(link.rationale)}"
        text = link.evidence.text if link.evidence is not None else step.text
        if text:
            yield f'  "{one_line(text)}"'
    group = walk.claim.group
    if group is not None and len(group.citation_ids) > 1:
        joint = f"together: {group.label or group.status}"
        if group.necessary:
            joint += f", each needed: {', '.join(bracketed(name) for name in group.necessary)}"
        yield joint


def _source(step: Step) -> str:
    link = step.link
    name = bracketed(link.citation_id)
    if link.resolution != "resolved":
        return f"{name} {link.resolution} ({link.reason or 'leads nowhere'})"
    where = f"{link.document_id or '?'}"
    if link.document_revision:
        where += f", revision {link.document_revision}"
    if link.chunk_id:
        where += f", chunk {link.chunk_id}"
    seen = {True: "in the prompt", False: "not in the prompt", None: "prompt not recorded"}[link.in_context]
    old = f", {step.standing.replace('_', ' ')}" if step.standing else ""
    said = link.label or f"{link.status} ({link.reason})"
    judge = f" says {link.judge}" if link.judge else ""
    sure = "" if link.confidence is None or link.confidence >= 1 else f" {link.confidence:.2f}"
    return f"{name} {one_line(where)}: {seen}{old} -> {said}{judge}{sure}"


def _differences(walk: Walk) -> Iterator[str]:
    beside = "what it cites" if walk.evidence == "cited" else "the better passage"
    found = walk.differences or ()
    if not found:
        yield f"none to point at between the claim and {beside}"
    yield from _capped([_difference(one) for one in found], DIFFERENCES)


def _difference(one: Difference) -> str:
    if one.kind == "condition":
        side, words = ("source", one.source) if one.source else ("claim", one.claim)
        return f'condition: only the {side} says "{one_line(words or "")}"'
    claim = f'claim "{one_line(one.claim)}"' if one.claim else "claim has none"
    source = f'source "{one_line(one.source)}"' if one.source else "source has none"
    return f"{one.kind}: {claim}, {source}"


def _better(better: Sequence[Better]) -> Iterator[str]:
    for one in better[:2]:
        cite = f", cite {one_line(one.cite)}" if one.cite else ""
        yield f"chunk {one_line(one.place.chunk_id)} of {one_line(one.place.document_id)}{cite}"
        if one.text:
            start, end = one.place.start or 0, one.place.end
            yield f'  "{one_line(one.text[start:end])}"'


def _twins(trial: Trial) -> Iterator[str]:
    if not trial.tried:
        yield "no twin could be made: no figure, name or negation to change"
        return
    alone = "" if trial.label == "full" else ", so that a twin may be true"
    yield (
        f"the judge accepts {trial.accepted} of {len(trial.tried)} changed twins"
        f" (the claim itself: {trial.label or trial.status}{alone})"
    )
    for one in trial.tried:
        change = f'"{one_line(one.twin.was)}" -> "{one_line(one.twin.now)}"' if one.twin.was else one.twin.now
        yield f"  {one.twin.kind}: {change}: {one.label or one.status}"


def _owner(walk: Walk) -> Iterator[str]:
    row = walk.claim
    evidence = row.owner_evidence
    if row.failure_owner is None:
        yield "nobody: the claim does not fail"
        return
    yield row.failure_owner.replace("_", " ") + (f": {one_line(evidence.why)}" if evidence else "")
    if evidence is None:
        return
    if evidence.support:
        told = ", ".join(f"{name} {_YES[evidence.support.get(name)]}" for name in _STAGES)
        yield f"{_INDENT}by {evidence.by}: {told}"
    if evidence.questions:
        yield f"{_INDENT}questions asked to find it: {evidence.questions}"
