"""How two dates stand to each other: the same, one inside the other, or different."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

Relation = Literal["same", "within", "end", "composed", "precision", "near", "apart"]

_PARTS: Final = re.compile(r"(?:(FY)?(\d{4})|-)(?:-(\d\d)|-([QH])(\d))?(?:-(\d\d))?")


class Period(Struct, frozen=True, gc=False):
    """A stretch of days as two sortable numbers; without a year only month and day are known."""

    kind: str
    low: int
    high: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    fiscal: bool = False


@lru_cache(maxsize=8192)
def period(date: str) -> Period | None:
    """The stretch that an ISO-like date of `Figure.date` names."""
    if date.endswith("0s"):
        first = int(date[:4])
        length = 100 if first % 100 == 0 else 10  # the 1700s are a century as often as a decade
        return Period("decade", _number(first, 1, 1), _number(first + length - 1, 12, 31), first)
    if "/" in date:
        start, _, end = date.partition("/")
        one, two = period(start), period(end)
        if one is None or two is None:
            return None
        return Period("range", one.low, two.high, one.year, one.month, one.day)
    match = _PARTS.fullmatch(date)
    if match is None:
        return None
    fiscal, written, month, part, number, day = match.groups()
    year = int(written) if written else None
    base = 0 if year is None else year
    if part:
        length = 3 if part == "Q" else 6
        first_month = (int(number) - 1) * length + 1
        kind = "quarter" if part == "Q" else "half"
        low, high = _number(base, first_month, 1), _number(base, first_month + length - 1, 31)
        return Period(kind, low, high, year, first_month, None, bool(fiscal))
    if day:
        value = _number(base, int(month), int(day))
        return Period("day", value, value, year, int(month), int(day))
    if month:
        return Period("month", _number(base, int(month), 1), _number(base, int(month), 31), year, int(month))
    return Period("year", _number(base, 1, 1), _number(base, 12, 31), year, None, None, bool(fiscal))


def _number(year: int, month: int, day: int) -> int:
    return (year * 12 + month - 1) * 31 + day - 1


@lru_cache(maxsize=16384)
def relation(claim: str, evidence: str) -> Relation:
    """How the claim's date stands to one of the evidence.

    same: equal, or the claim only leaves parts out; within: the evidence lies inside the claim's quarter,
    half, decade or range; end: one end of a range in the evidence; composed: the evidence has day and month,
    the year has to come from elsewhere; precision: the evidence is less exact; near: other, in part the same.
    """
    if claim == evidence:
        return "same"
    one, two = period(claim), period(evidence)
    if one is None or two is None:
        return "apart"
    if one.year is None or two.year is None:
        return _without_year(one, two)
    if one.fiscal != two.fiscal and _same_fiscal(one, two):
        return "same"
    if "/" in evidence and "/" not in claim:
        ends = evidence.split("/")
        if any(relation(claim, end) == "same" for end in ends):
            return "end"
    if one.fiscal != two.fiscal and {one.kind, two.kind} != {"year", "quarter"}:
        return "apart"
    if one.low <= two.low and two.high <= one.high:
        if one.kind in ("year", "month", "day"):
            return "same"
        # "From 2014 to 2016" states both ends; "between October and December" is met by a day of November.
        return "within" if one.kind != "range" or one.month is not None else "apart"
    if two.low <= one.low and one.high <= two.high:
        return "precision"
    return "near" if _near(one, two) else "apart"


def _same_fiscal(one: Period, two: Period) -> bool:
    """FY2024 beside 2024, or beside 2023/24."""
    fiscal, other = (one, two) if one.fiscal else (two, one)
    if fiscal.kind != "year" or fiscal.year is None or other.year is None:
        return False
    if other.kind == "range":
        return other.year == fiscal.year - 1 and other.high == _number(fiscal.year, 12, 31)
    return other.kind == "year" and other.year == fiscal.year


def _without_year(one: Period, two: Period) -> Relation:
    if one.kind in ("quarter", "half") or two.kind in ("quarter", "half"):
        if one.kind != two.kind or one.month != two.month:
            return "apart"
        return "same" if one.year is None else "composed"
    if one.month is None or two.month is None or one.kind == "range" or two.kind == "range":
        return "apart"
    if one.month == two.month and one.day == two.day:
        return "same" if one.year is None else "composed"
    if one.month == two.month and one.day is None:
        return "same" if one.year is None else "composed"
    if one.day is None or two.day is None:
        return "apart"
    return "near" if one.month == two.month or one.day == two.day else "apart"


def _near(one: Period, two: Period) -> bool:
    if one.kind != two.kind or one.kind not in ("day", "month"):
        return False
    shared = (one.year == two.year) + (one.month == two.month) + (one.day is not None and one.day == two.day)
    if one.kind == "day" and one.year == two.year and one.day == two.month and one.month == two.day:
        return True
    return shared >= 1


def shared(claim: str, evidence: str) -> bool:
    """Whether two different days are one slip apart: day and month swapped, or two of three parts alike."""
    one, two = period(claim), period(evidence)
    if one is None or two is None or one.day is None or two.day is None:
        return False
    if one.day == two.month and one.month == two.day:
        return True
    return (one.year == two.year) + (one.month == two.month) + (one.day == two.day) >= 2
