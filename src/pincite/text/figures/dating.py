"""Dates and durations that follow from cited dates: ends of a range, a year from elsewhere, a span."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Final

from pincite.model import Figure
from pincite.text.figures.combining import related
from pincite.text.figures.periods import Period, period, relation
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.spelling import spelled
from pincite.text.figures.terms import Cues

_CENTURY: Final = spelled("century centuries jahrhundert siecle siglo")
_MOST_DATES: Final = 12
_DAY: Final = 86400
_DAY_WORDS: Final = spelled("day tag jour dia")
_FROM_DAY: Final = re.compile(
    r"(?:from|as of|ab|vom|des|a partir du|desde|a partir del)(?: the| dem| le| el)? $"
)
_JOINT: Final = re.compile(r"[ ]?(?:-|—|~|to|until|till|bis|a|au|hasta)[ ]?|から|至|到")
_JOINT_LENGTH: Final = 8


def dated(figure: Figure, pool: Pool) -> Candidate | None:
    """A date of the claim that the evidence gives in parts."""
    if figure.date is None:
        return None
    if "/" in figure.date:
        first, _, last = figure.date.partition("/")
        ends = [_stated(first, pool), _stated(last, pool)]
        return ends[0] if all(ends) else None
    return _composed(figure.date, pool)


def _stated(date: str, pool: Pool) -> Candidate | None:
    for item in pool.items:
        other = item.figure
        if other.date is None:
            if other.written is not None and date == str(other.written):
                return item
        elif relation(date, other.date) in ("same", "end", "within"):
            return item
    return None


def _composed(date: str, pool: Pool) -> Candidate | None:
    """Day and month in one place, the year in another; a month by its name; a quarter by its last day."""
    when = period(date)
    if when is None or when.month is None or (when.year is not None and when.year not in pool.years):
        return None
    if when.kind == "month":
        return pool.first_date() if pool.names_month(when.month) else None
    if when.day is not None:
        listed = pool.day_in_month(when.day, when.month)
        if listed is not None:
            return listed
    ending = f"-{when.month + 2:02d}-{30 if when.month in (4, 7) else 31}" if when.kind == "quarter" else None
    for item in pool.items:
        other = item.figure.date
        if other is not None and (relation(date, other) == "composed" or (ending and other.endswith(ending))):
            return item
    return None


def dated_ordinal(figure: Figure, pool: Pool) -> Candidate | None:
    """The 19th century of 1861, the 8th of July 8."""
    value = int(figure.value or 0)
    century = figure.noun in _CENTURY
    written = any(char.isdigit() for char in figure.text)
    for item in pool.items:
        when = period(item.figure.date) if item.figure.date is not None else None
        if when is None:
            continue
        if century and any(
            (value - 1) * 100 <= year <= value * 100 for year in _years(item.figure.date or "")
        ):
            return item
        if not century and written and when.day == value:
            return item
    return None


def _years(date: str) -> list[int]:
    heads = [part.removeprefix("FY")[:4] for part in date.split("/")]
    return [int(head) for head in heads if head.isdigit()]


def duration(figure: Figure, pool: Pool, own: Sequence[Figure]) -> Candidate | None:
    """The years, months or days between two dates of the evidence, or one of it and one of the claim."""
    if figure.value is None or figure.high is not None:
        return None
    theirs = [item for item in pool.items if item.figure.date is not None][:_MOST_DATES]
    mine = [Candidate(other, None, -1) for other in own if other.date is not None][:_MOST_DATES]
    known = [
        (item, when)
        for item in (*theirs, *mine)
        if (when := period(item.figure.date or "")) is not None and when.year is not None
    ]
    for (item, one), (_, two) in combinations(known, 2):
        if _between(figure, one, two):
            return item
    spanned = next((item for item, _ in known if _spans(figure, item.figure.date or "")), None)
    return spanned or _within_a_year(figure, theirs, pool)


def _within_a_year(figure: Figure, dates: Sequence[Candidate], pool: Pool) -> Candidate | None:
    """The days between two days of one sentence that are given without a year: 2 June, 13 June.

    Both ends are counted where that makes whole weeks: 1 April to 12 May are six.
    """
    days = [
        (item, when)
        for item in dates
        if (when := period(item.figure.date or "")) is not None and when.kind == "day" and when.year is None
    ]
    for (item, one), (other, two) in pairwise(days):
        if pool.sentence(item) != pool.sentence(other) or figure.value is None or figure.unit != "s":
            continue
        length = _days(two) - _days(one)
        weeks = figure.bound is None and figure.step is not None and figure.step >= 7 * _DAY
        if length > 0 and figure.value in (length * _DAY, (length + 1) * _DAY if weeks else 0):
            return item
    return None


def clock_span(figure: Figure, pool: Pool) -> Candidate | None:
    """The hours between two times of day that a dash or a word joins: 10:00-18:00."""
    if figure.unit != "s" or figure.value is None or figure.high is not None:
        return None
    for one, two in pairwise(pool.items):
        first, last = one.figure, two.figure
        if first.kind != "time" or last.kind != "time" or one.passage != two.passage:
            continue
        if first.value is None or last.value is None or last.start - first.end > _JOINT_LENGTH:
            continue
        if _JOINT.fullmatch(pool.folded(one), first.end, last.start) is None:
            continue
        length = (last.value - first.value) % (24 * 60)
        if length * 60 == figure.value:
            return one
    return None


def waiting_days(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """More than three days where something holds from the fourth day on."""
    if figure.bound != "above" or figure.unit != "s" or figure.value is None:
        return None
    for item in pool.items:
        other = item.figure
        if (
            other.kind != "ordinal"
            or other.value is None
            or item.passage is None
            or other.noun not in _DAY_WORDS
        ):
            continue
        before = pool.folded(item)[max(0, other.start - 12) : other.start]
        if (
            _FROM_DAY.search(before)
            and (other.value - 1) * _DAY == figure.value
            and related(item, pool, cues)
        ):
            return item
    return None


def _between(figure: Figure, one: Period, two: Period) -> bool:
    assert one.year is not None and two.year is not None
    value = figure.value
    if figure.unit == "month":
        if value == abs(two.year - one.year) * 12:
            return True
        if not one.month or not two.month:
            return False
        months = abs((two.year - one.year) * 12 + two.month - one.month)
        return value in (months, months + 1, months - months % 12)
    return bool(one.day and two.day) and value == abs(_days(two) - _days(one)) * _DAY


def _spans(figure: Figure, date: str) -> bool:
    """1965/1995 and 6/19 August as one range of the evidence."""
    first, _, last = date.partition("/")
    one, two = period(first), period(last) if last else None
    if one is None or two is None or one.year is None or two.year is None:
        return False
    if figure.unit == "month":
        return one.kind == two.kind == "year" and figure.value == (two.year - one.year) * 12
    days = _days(two) - _days(one)
    return bool(one.day and two.day) and figure.value in (days * _DAY, (days + 1) * _DAY)


def day_after(date: str, days: int) -> str | None:
    """The day so many days after an ISO day, or None outside the calendar."""
    try:
        return (datetime.date.fromisoformat(date) + datetime.timedelta(days=days)).isoformat()
    except (ValueError, OverflowError):
        return None


def _days(when: Period) -> int:
    """A running number of the day in the Gregorian calendar."""
    month, day = when.month or 1, when.day or 1
    year = (when.year or 0) - (month <= 2)
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * ((month + 9) % 12) + 2) // 5 + day
