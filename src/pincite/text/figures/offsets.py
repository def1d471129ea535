"""Dates told by their distance from another: designed in 1861, built two years later."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from pincite.model import Figure
from pincite.text.figures.combining import related
from pincite.text.figures.dating import day_after
from pincite.text.figures.periods import period, relation
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.terms import Cues

_AFTER: Final = re.compile(
    r"[ \u00a0]?(?:later|afterwards?|thereafter|spater|danach|darauf|plus tard|mas tarde|之?后|之?後"
    r"|(?:apres|despues)(?=[ ]?[.,;)]|$))"
)
_BEFORE: Final = re.compile(
    r"[ \u00a0]?(?:earlier|before(?=[.,;)]|$)|previously|fruher|zuvor|davor|plus tot|auparavant|之?前|以前"
    r"|(?:avant|antes)(?=[ ]?[.,;)]|$))"
)
_AFTER_DATE: Final = re.compile(r"[ ](?:after|from|nach|apres|despues de)[ ](?:the )?$")
_BEFORE_DATE: Final = re.compile(r"[ ](?:before|prior to|vor|avant|antes de)[ ](?:the )?$")
_REACH: Final = 300
_DAY: Final = 86400
_MOST: Final = 40


def offset_date(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """The span of time of the evidence that leads from a stated date to the claim's."""
    if figure.date is None or "/" in figure.date:
        return None
    for item in pool.items[:_MOST]:
        other = item.figure
        if (
            other.unit not in ("s", "month")
            or not other.value
            or other.high is not None
            or item.passage is None
        ):
            continue
        base = _base(item, pool)
        if base is None:
            continue
        sign, start = base
        made = moved(start, other.unit, sign * other.value)
        if made is not None and relation(figure.date, made) == "same" and related(item, pool, cues):
            return item
    return None


def _base(item: Candidate, pool: Pool) -> tuple[int, str] | None:
    """The direction of a span of time and the date that it is counted from."""
    folded, end = pool.folded(item), item.figure.end
    for pattern, sign in ((_AFTER, 1), (_BEFORE, -1)):
        if pattern.match(folded, end) is not None:
            for other in reversed(pool.items[max(0, item.order - 6) : item.order]):
                near = other.passage == item.passage and item.figure.start - other.figure.end <= _REACH
                if other.figure.date is not None and near:
                    return sign, other.figure.date
            return None
    for other in pool.items[item.order + 1 : item.order + 2]:
        if other.figure.date is None or other.passage != item.passage or other.figure.start - end > 24:
            continue
        between = folded[end : other.figure.start]
        if _AFTER_DATE.search(between):
            return 1, other.figure.date
        if _BEFORE_DATE.search(between):
            return -1, other.figure.date
    return None


def moved(date: str, unit: str, by: Fraction) -> str | None:
    """An ISO date moved by months or seconds, as far as its exactness allows; None otherwise."""
    when = period(date)
    if when is None or when.year is None or when.kind not in ("year", "month", "day") or when.fiscal:
        return None
    if by.denominator != 1:
        return None
    if unit == "s":
        days, rest = divmod(int(by), _DAY)
        return None if rest or when.kind != "day" else day_after(date, days)
    if when.month is None:
        years, rest = divmod(int(by), 12)
        return None if rest else f"{when.year + years:04d}"
    months = when.year * 12 + when.month - 1 + int(by)
    head = f"{months // 12:04d}-{months % 12 + 1:02d}"
    return head if when.day is None else f"{head}-{when.day:02d}"
