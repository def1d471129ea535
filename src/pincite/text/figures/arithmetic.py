"""Figures that follow from cited ones by simple arithmetic: changes, shares, sums, differences, counts.

Nothing is derived without a word of the claim that asks for it, and only from figures that belong together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

import msgspec

from pincite.model import Figure
from pincite.text.figures.admission import in_range
from pincite.text.figures.combining import MOST_PAIRED, close, pairs, samples, single, worth
from pincite.text.figures.counts import for_each, part_of_whole, remainder
from pincite.text.figures.dating import clock_span, dated, dated_ordinal, duration, waiting_days
from pincite.text.figures.limits import date_limit, threshold
from pincite.text.figures.offsets import offset_date
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.rates import rate
from pincite.text.figures.shares import share
from pincite.text.figures.terms import Cues

_MOST_SUMMED: Final = 40
_AT_AGE: Final = re.compile(r"(?:age|aged|was|were|at|turning|turned|of|alt|ans|anos)(?: age| the age of)? $")


def derive(figure: Figure, pool: Pool, cues: Cues, own: Sequence[Figure]) -> Candidate | None:
    """A candidate from which `figure` follows, or None; `own` are the claim's figures."""
    if figure.kind == "date":
        return dated(figure, pool) or date_limit(figure, pool, cues) or offset_date(figure, pool, cues)
    if figure.kind == "ordinal":
        return dated_ordinal(figure, pool)
    if figure.value is None or figure.kind in ("identifier", "time"):
        return None
    if figure.negative and (figure.kind != "percent" or cues.direction > 0):
        return None
    found = (
        threshold(figure, pool, cues)
        or in_range(figure, pool, cues)
        or share(figure, pool, cues)
        or rate(figure, pool, cues)
        or for_each(figure, pool, cues)
        or part_of_whole(figure, pool, cues)
    )
    if found is not None:
        return found
    near = cues.near(figure.start, figure.end)
    if figure.kind == "percent":
        found = _change(figure, pool, near) or _complement(figure, pool, near)
        return found if found is not None or figure.negative else _difference(figure, pool, near)
    if figure.kind == "points":
        return _points(figure, pool) or _difference(figure, pool, near)
    if figure.unit == "×":
        return _ratio(figure, pool, cues)
    return (
        _span(figure, pool, own, cues)
        or remainder(figure, pool, cues)
        or _sum(figure, pool, cues)
        or _difference(figure, pool, near)
        or _count(figure, pool)
    )


def _span(figure: Figure, pool: Pool, own: Sequence[Figure], cues: Cues) -> Candidate | None:
    """A time between dates, or an age ("when they were 17")."""
    if figure.unit in ("s", "month"):
        return duration(figure, pool, own) or clock_span(figure, pool) or waiting_days(figure, pool, cues)
    if figure.unit or figure.noun or figure.value is None:
        return None
    if _AT_AGE.search(cues.folded, max(0, figure.start - 40), figure.start) is None:
        return None
    years = msgspec.structs.replace(figure, unit="month", value=figure.value * 12)
    older = msgspec.structs.replace(years, value=figure.value * 12 + 12)
    return duration(years, pool, own) or duration(older, pool, own)


# --- change and share -------------------------------------------------------------------------------------


def relative_change(first: Fraction, second: Fraction) -> Fraction | None:
    """By how many percent `second` differs from `first`; None from nothing."""
    return None if not first else (second - first) / abs(first) * 100


def _change(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """A percentage by which one cited value differs from another."""
    if figure.value is None or not cues.difference:
        return None
    size = abs(figure.value)
    for sample in samples(pool):
        for one, two in pairs(pool, sample, cues.set):
            for first, second in ((one, two), (two, one)):
                change = relative_change(worth(first), worth(second))
                if change and close(size, abs(change), figure):
                    return second
    return None


def _points(figure: Figure, pool: Pool) -> Candidate | None:
    """The points between two percentages.

    "Fell by 6 points" beside a plain 6 % is a confusion, not a difference of that 6 %.
    """
    if figure.value is None:
        return None
    size = abs(figure.value)
    for one, two in _percent_pairs(pool):
        if size not in (worth(one), worth(two)) and close(size, abs(worth(one) - worth(two)), figure):
            return two
    return None


def _percent_pairs(pool: Pool) -> Iterator[tuple[Candidate, Candidate]]:
    sample = next((item.figure for item in pool.items if item.figure.unit == "%"), None)
    if sample is not None:
        yield from pairs(pool, sample)


def _complement(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """The rest of a cited percentage: 72 % did, so 28 % did not."""
    value = figure.value
    if value is None or not cues.complement:
        return None
    return next(
        (
            item
            for item in pool.items
            if single(figure, item.figure) and close(value, 100 - worth(item), figure)
        ),
        None,
    )


def _ratio(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """3.25 times: one cited value over another; "more than four times" beside 4.3."""
    value = figure.value
    if value is None or value <= 0:
        return None
    for sample in samples(pool):
        for one, two in pairs(pool, sample, cues.set):
            small, large = sorted((abs(worth(one)), abs(worth(two))))
            if not small:
                continue
            ratio = large / small
            if close(value, ratio, figure) or (figure.bound == "above" and value < ratio <= value * 3 / 2):
                return one
    return None


# --- sums, differences, counts ----------------------------------------------------------------------------


def _sum(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """A total or an average of the cited figures of one sentence or column, or two of them together."""
    value, total, average = figure.value, cues.total, cues.average
    if value is None:
        return None
    if not (total or average):
        return _two_of_a_kind(figure, pool)
    for group in (*pool.groups, *pool.columns):
        inside = [item for item in group if single(figure, item.figure)]
        if not 2 <= len(inside) <= _MOST_SUMMED:
            continue
        whole = sum((worth(item) for item in inside), Fraction(0))
        if (total and close(value, whole, figure)) or (average and close(value, whole / len(inside), figure)):
            return inside[0]
    if total:
        for one, two in pairs(pool, figure):
            if close(value, worth(one) + worth(two), figure):
                return one
    return None


def _two_of_a_kind(figure: Figure, pool: Pool) -> Candidate | None:
    """Three daughters and two daughters are five daughters."""
    noun = figure.noun.rstrip("s")
    if figure.unit or len(noun) < 3:
        return None
    alike = [
        item for item in pool.items if single(figure, item.figure) and item.figure.noun.rstrip("s") == noun
    ]
    for one, two in combinations(alike[:MOST_PAIRED], 2):
        if worth(one) + worth(two) == figure.value:
            return one
    return None


def _difference(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """By how much one cited value exceeds another."""
    value = figure.value
    if value is None or not cues.difference:
        return None
    if figure.unit in ("%", "pp"):
        if any(item.figure.unit == "%" for item in pool.items):
            return None  # the difference of two percentages is in points, and those are tried before
        figure = msgspec.structs.replace(figure, kind="number", unit="", noun="")  # bare cells of a table
    for one, two in pairs(pool, figure, cues.set):
        if worth(one) != worth(two) and close(abs(value), abs(worth(one) - worth(two)), figure):
            return two
    return None


def _count(figure: Figure, pool: Pool) -> Candidate | None:
    """A small count that a list of the evidence bears out."""
    value, noun = figure.value, figure.noun.rstrip("s")
    if (
        value is None
        or figure.unit
        or figure.high is not None
        or value.denominator != 1
        or not 3 <= value <= 20
    ):
        return None
    if len(noun) > 2 and int(value) in pool.list_lengths() and pool.mentions(noun):
        return Candidate(figure, None, -1)
    return None
