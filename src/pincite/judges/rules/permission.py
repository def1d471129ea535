"""What a text allows, forbids, requires and leaves free."""

from __future__ import annotations

from functools import cache

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import LOCAL_MATTER, local
from pincite.judges.rules.lexicon import lexicon
from pincite.judges.rules.scopes import scopes
from pincite.text.words import stem


@cache
def _axis_of(word: str) -> int:
    return lexicon().axes[stem(word)][0][0]


def permissions(reading: Analysis, start: int, end: int) -> list[tuple[int, int]]:
    """What the stretch allows (+1) and forbids or calls impossible (-1), each with its offset; what it
    forbids only on a condition is left out.
    """
    found = scopes(reading)
    stated: list[tuple[int, int]] = []
    for axis in (_axis_of("allow"), _axis_of("possible")):
        for at in reading.by_axis.get(axis, ()):
            term = reading.terms[at]
            if start <= term.start < end:
                sign = next(s for x, s in term.axes if x == axis)
                stated.append((-sign if at in found.negated else sign, term.start))
    for cue in reading.cues:
        if cue.kind == "modality" and cue.value == "may" and start <= cue.start < end:
            denials = [
                n
                for n in found.negations
                if cue.start - 1 <= n.cue.start <= cue.end + 2 and n.cue.end > cue.start
            ]
            if not any(n.conditional for n in denials):
                stated.append((-1 if denials else 1, cue.start))
    return stated


def permission(reading: Analysis) -> int:
    """+1 if the text allows something, -1 if it forbids something, 0 if it does neither or both."""
    signs = {sign for sign, _ in permissions(reading, 0, len(reading.text))}
    return signs.pop() if len(signs) == 1 else 0


def permitted(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim allows what the evidence forbids, or the other way round."""
    mine = permission(a.claim)
    if mine == 0:
        return None
    reading = a.source(key)
    unit = reading.units[key[1]]
    if any(n.conditional for n in scopes(reading).negations if n.unit == key[1]):
        return None
    theirs = [
        (sign, offset)
        for sign, offset in permissions(reading, unit.start, unit.end)
        if local(a, key, offset) >= LOCAL_MATTER
    ]
    if not theirs or any(sign == mine for sign, _ in theirs):
        return None
    said, says = ("allows", "forbids") if mine > 0 else ("forbids", "allows")
    return Finding("conflict", "permission", f"claim {said} what the source {says}", key)


def obligations(reading: Analysis, start: int, end: int) -> list[tuple[int, int]]:
    """What the stretch requires (+1) and leaves free (-1), each with its offset."""
    found = scopes(reading)
    axis = _axis_of("mandatory")
    stated: list[tuple[int, int]] = []
    for at in reading.by_axis.get(axis, ()):
        term = reading.terms[at]
        if start <= term.start < end:
            sign = next(s for x, s in term.axes if x == axis)
            stated.append((-sign if at in found.negated else sign, term.start))
    for cue in reading.cues:
        if cue.kind != "modality" or cue.value != "must" or not start <= cue.start < end:
            continue
        before = any(0 <= cue.start - n.cue.end <= 1 for n in found.negations)
        after = any(0 <= n.cue.start - cue.end <= 1 for n in found.negations)
        if not after:  # "must not" forbids; that is the business of permission
            stated.append((-1 if before else 1, cue.start))
    return stated


def obligation(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim requires what the evidence leaves free, or the other way round."""
    signs = {sign for sign, _ in obligations(a.claim, 0, len(a.claim.text))}
    if len(signs) != 1:
        return None
    mine = signs.pop()
    reading = a.source(key)
    unit = reading.units[key[1]]
    theirs = [
        sign for sign, at in obligations(reading, unit.start, unit.end) if local(a, key, at) >= LOCAL_MATTER
    ]
    if not theirs or mine in theirs:
        return None
    said, says = ("requires", "leaves free") if mine > 0 else ("leaves free", "requires")
    return Finding("conflict", "obligation", f"claim {said} what the source {says}", key)
