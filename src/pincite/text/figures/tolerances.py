"""A value with how far it may be off (37.5 ± 0.3 °C, 60 kg plus or minus 2 kg) beside the range it makes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

import msgspec

from pincite.model import Figure
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.spelling import TOLERANCE
from pincite.text.figures.units import UNITS

_JOINT: Final = re.compile(rf"[ \u00a0]?(?:{TOLERANCE})[ \u00a0]?")
_LONGEST_JOINT: Final = 20


def tolerated(figures: Sequence[Figure], folded: str) -> Iterator[tuple[Figure, Figure]]:
    """The values of a text that are given with a tolerance: the value, and the range as one figure."""
    for value, off in pairwise(figures):
        if not 0 < off.start - value.end <= _LONGEST_JOINT or value.high is not None or value.value is None:
            continue
        if _JOINT.fullmatch(folded, value.end, off.start) is None:
            continue
        width = _width(value, off)
        if width:
            low, high = value.value - width, value.value + width
            yield (
                value,
                msgspec.structs.replace(value, end=off.end, value=low, high=high, written=None, bound=None),
            )


def _width(value: Figure, off: Figure) -> Fraction | None:
    if off.written is None or value.value is None:
        return None
    if off.kind == "percent" and value.kind != "percent":
        return abs(value.value) * off.written / 100
    if off.unit != value.unit:
        return None
    unit = UNITS.get(off.unit_text.casefold())
    if unit is not None and unit.offset:  # a difference of 5 °F begins at no freezing point
        return off.written * unit.factor
    return None if off.value is None else abs(off.value)


def ranges_with_tolerance(pool: Pool) -> Iterator[Candidate]:
    """The ranges that values with a tolerance make."""
    for one, two in pairwise(pool.items):
        if one.passage is None or one.passage != two.passage:
            continue
        for _, made in tolerated((one.figure, two.figure), pool.folded(one)):
            yield msgspec.structs.replace(one, figure=made)


def same_range(figure: Figure, own: Sequence[Figure], folded: str, pool: Pool) -> Candidate | None:
    """The range of the evidence that the claim tells with a tolerance, or the other way round."""
    if figure.high is not None:
        return next((item for item in ranges_with_tolerance(pool) if _same(item.figure, figure)), None)
    for value, range_ in tolerated(own, folded):
        if figure is value or value.end < figure.start < range_.end:
            return next((item for item in pool.items if _same(item.figure, range_)), None)
    return None


def _same(one: Figure, two: Figure) -> bool:
    return one.unit == two.unit and one.value == two.value and one.high == two.high
