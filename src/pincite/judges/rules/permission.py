"""What a text allows, forbids, requires and leaves free."""

from __future__ import annotations

from functools import cache, lru_cache

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
    for cue in reading.cues_in(start, end):
        if cue.kind == "modality" and cue.value == "may":
            denials = [n for n in found.between(cue.start - 1, cue.end + 3) if n.cue.end > cue.start]
            if not any(n.conditional for n in denials):
                stated.append((-1 if denials else 1, cue.start))
    return stated


@lru_cache(maxsize=4096)
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
    if any(n.conditional for n in scopes(reading).inside(key[1])):
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


@lru_cache(maxsize=4096)
def _denial_ends(reading: Analysis) -> frozenset[int]:
    return frozenset(negation.cue.end for negation in scopes(reading).negations)


def obligations(reading: Analysis, start: int, end: int) -> list[tuple[int, int]]:
    """What the stretch requires (+1) and leaves free (-1), each with its offset."""
    found = scopes(reading)
    axis = _axis_of("mandatory")
    ends = _denial_ends(reading)
    stated: list[tuple[int, int]] = []
    for at in reading.by_axis.get(axis, ()):
        term = reading.terms[at]
        if start <= term.start < end:
            sign = next(s for x, s in term.axes if x == axis)
            stated.append((-sign if at in found.negated else sign, term.start))
    for cue in reading.cues_in(start, end):
        if cue.kind != "modality" or cue.value != "must":
            continue
        before = not ends.isdisjoint((cue.start - 1, cue.start))
        after = bool(found.between(cue.end, cue.end + 2))
        if not after:  # "must not" forbids; that is the business of permission
            stated.append((-1 if before else 1, cue.start))
    return stated


@lru_cache(maxsize=4096)
def _obligation(reading: Analysis) -> int:
    """+1 if the text requires something, -1 if it leaves something free, 0 if it does neither or both."""
    signs = {sign for sign, _ in obligations(reading, 0, len(reading.text))}
    return signs.pop() if len(signs) == 1 else 0


def obligation(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim requires what the evidence leaves free, or the other way round."""
    mine = _obligation(a.claim)
    if mine == 0:
        return None
    reading = a.source(key)
    unit = reading.units[key[1]]
    theirs = [
        sign for sign, at in obligations(reading, unit.start, unit.end) if local(a, key, at) >= LOCAL_MATTER
    ]
    if not theirs or mine in theirs:
        return None
    said, says = ("requires", "leaves free") if mine > 0 else ("leaves free", "requires")
    return Finding("conflict", "obligation", f"claim {said} what the source {says}", key)
