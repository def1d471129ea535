"""Limits of the claim that a cited value keeps: thresholds, before and after a date."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from pincite.model import Figure
from pincite.text.figures.combining import related, same_kind
from pincite.text.figures.periods import period
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.terms import Cues, time_cue

_TERMS: Final = frozenset({"max", "min", "above", "below"})
_AGED: Final = re.compile(r"(?<![a-z])(?:aged|age|age of) $")
_BESIDE: Final = 40  # characters around an age that have to share a word with the claim
_YEARS_APART: Final = 25


def threshold(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """A measured value on the right side of a limit and not far from it: "fewer than 5,000" beside 4,973."""
    figure = _as_percentage(figure)
    bound, limit = figure.bound, figure.value
    if bound not in ("above", "below", "min") or limit is None or figure.high is not None or limit <= 0:
        return None
    aged = _AGED.search(cues.folded, max(0, figure.start - 8), figure.start) is not None
    for item in pool.items:
        other = item.figure
        if not same_kind(figure, other) or other.value is None:
            continue
        # What must stay below 25 stays below 30, but the rule that says 30 is another.
        if other.bound in _TERMS and (other.bound != bound or bound == "min" or cues.strict):
            continue
        low, high = other.value, other.high or other.value
        far = _far(figure, other)
        if bound == "below":
            kept = limit / far <= high < limit
        else:
            kept = limit <= low <= limit * far and (low != limit or bound == "min")
        if kept and not (aged and not related(item, pool, cues, reach=_BESIDE)):
            return item
    return None


def _as_percentage(figure: Figure) -> Figure:
    """Three quarters as 75 %, so that "more than three quarters" meets 79 %."""
    value = figure.value
    if figure.unit or value is None or not 0 < value < 1 or value.denominator == 1 or figure.step != value:
        return figure
    return msgspec.structs.replace(figure, unit="%", kind="percent", value=value * 100)


def _far(figure: Figure, other: Figure) -> int:
    """How far a value may lie: a count of the same noun further than a figure about who knows what."""
    if figure.unit == "%":
        return 4
    same = bool(figure.noun) and figure.noun.rstrip("s") == other.noun.rstrip("s")
    return 10 if same and not figure.unit else 2


def date_limit(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """The claim's "before 2010" beside 2006; a limit that the source itself states has to agree instead."""
    cue = time_cue(cues.folded, figure.start)
    ours = period(figure.date or "") if cue else None
    if ours is None or ours.year is None or ours.kind == "range":
        return None
    for item in pool.items:
        theirs = period(item.figure.date) if item.figure.date is not None else None
        if theirs is None or theirs.year is None or abs(theirs.year - ours.year) > _YEARS_APART:
            continue
        kept = theirs.low <= ours.high if cue == "before" else theirs.high >= ours.low
        if kept and time_cue(pool.folded(item), item.figure.start) != cue:
            return item
    return None
