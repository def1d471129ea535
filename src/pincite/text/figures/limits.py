"""Limits of the claim that a cited value keeps: thresholds, admitted ages, before and after a date."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

import msgspec

from pincite.model import Figure
from pincite.text.figures.combining import same_kind
from pincite.text.figures.periods import period
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.spelling import spelled
from pincite.text.figures.terms import Cues, time_cue

_AGE: Final = re.compile(r"aged?|alt|years? old|year-old|ans|anos|jahrig|岁|歳|age")
_MAY: Final = spelled(
    "can may eligible allowed entitled qualify qualifies permitted darf kann peut puede join apply",
)
_OLDEST: Final = 130
_TERMS: Final = frozenset({"max", "min", "above", "below"})
_YEARS_APART: Final = 25


def threshold(figure: Figure, pool: Pool) -> Candidate | None:
    """A measured value on the right side of a limit and not far from it: "fewer than 5,000" beside 4,973."""
    figure = _as_percentage(figure)
    bound, limit = figure.bound, figure.value
    if bound not in ("above", "below", "min") or limit is None or figure.high is not None or limit <= 0:
        return None
    for item in pool.items:
        other = item.figure
        if not same_kind(figure, other) or other.value is None:
            continue
        if other.bound in _TERMS and (other.bound != bound or bound == "min"):
            continue
        low, high = other.value, other.high or other.value
        far = _far(figure, other)
        if bound == "below":
            kept = limit / far <= high < limit
        else:
            kept = limit <= low <= limit * far and (low != limit or bound == "min")
        if kept:
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


def in_range(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """A 30-year-old may apply where 18 to 64 is admitted."""
    years = _claimed_age(figure, cues)
    if years is None:
        return None
    return next((item for item in pool.items if _admits(item.figure, figure, years)), None)


def only_range(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """The one age range of the evidence, for an age that may not apply because it lies outside."""
    if _claimed_age(figure, cues) is None:
        return None
    ranges = [
        item for item in pool.items if item.figure.high is not None and item.figure.unit in ("", "month")
    ]
    ages = [item for item in ranges if item.figure.kind in ("number", "measure")]
    return ages[0] if len(ages) == 1 else None


def _claimed_age(figure: Figure, cues: Cues) -> Fraction | None:
    """The age in years, when the claim says of somebody of that age that he may do something."""
    years = figure.written if figure.unit == "month" else figure.value
    if years is None or figure.high is not None or years > _OLDEST or not _MAY & cues.set:
        return None
    aged = _AGE.search(cues.folded, max(0, figure.start - 16), figure.end + 16)
    return None if aged is None else years


def _admits(other: Figure, figure: Figure, years: Fraction) -> bool:
    if other.value is None or other.kind in ("date", "identifier", "time"):
        return False
    if other.unit == figure.unit and figure.value is not None:
        ours = figure.value
    elif not other.unit:
        ours = years
    else:
        return False
    if other.high is not None:
        return other.value <= ours <= other.high
    if other.unit != "month":
        return False
    return (
        ours > other.value
        if other.bound in ("min", "above")
        else other.bound in ("max", "below") and ours < other.value
    )


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
