"""Stretches of time that one word names: ein Dreivierteljahr, a fortnight, 半年; a year and a half."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from pincite.text.figures.quantities import Quantity, unit_after
from pincite.text.figures.sheet import Sheet
from pincite.text.figures.spelling import spelled
from pincite.text.figures.spoken import article_before
from pincite.text.figures.units import UNITS

# With an article before them they are a figure by themselves. "A year" and "an hour" are not among them: they
# say far more often how often something is, or what it is reckoned by.
SPAN_WORDS: Final = spelled(
    "vierteljahr halbjahr dreivierteljahr viertelstunde dreiviertelstunde fortnight trimestre semestre",
    "quinzaine quincena lustro",
)
HALF_BEFORE_UNIT: Final = r"半(?=年|小时|小時|時間|个月|個月|か月|ヶ月|カ月|天|日(?!本)|个小时|世纪)"
"""A half that a unit follows; in 上半年 and 四半期 it is a part of a name."""
_PART_OF_NAME: Final = frozenset("上下前后後四大")
_AND_A_HALF: Final = re.compile(r"(?<![^\W_])(?:an?|one|un|une|una) ([a-z]{2,9}) (?:and (?:a )?|y |et )$")
_HALVES: Final = spelled("half demi demie medio media")


def put_span(sheet: Sheet, start: int, end: int) -> bool:
    """Write down the stretch of time that the word `start:end` names, or of which it is the added half."""
    folded = sheet.folded
    word = folded[start:end]
    if word in SPAN_WORDS:
        begin = article_before(folded, start)
        return begin >= sheet.at and _put(
            sheet, Quantity(begin, start, Fraction(1), Fraction(1), spelled=True)
        )
    if word in _HALVES:
        before = max(sheet.at, start - 24)
        match = _AND_A_HALF.search(folded, before, start)
        unit = None if match is None else UNITS.get(match.group(1))
        if match is not None and unit is not None and unit.base in ("s", "month"):
            _write(sheet, match.start(), end, unit.base, unit.factor * Fraction(3, 2), unit.factor / 2)
            return True
    return False


def put_half(sheet: Sheet, start: int) -> bool:
    """半年, 半小时: half of the unit that follows."""
    if sheet.folded[max(0, start - 1) : start] in _PART_OF_NAME:
        return False
    half = Fraction(1, 2)
    return _put(sheet, Quantity(start, start + 1, half, half, spelled=True))


def _put(sheet: Sheet, quantity: Quantity) -> bool:
    begin = quantity.start
    unit_after(sheet.source, quantity)
    unit = quantity.unit
    if unit is None or unit.base not in ("s", "month"):
        return False
    _write(sheet, begin, quantity.end, unit.base, quantity.value, quantity.base_step)
    return True


def _write(sheet: Sheet, start: int, end: int, base: str, value: Fraction, step: Fraction) -> None:
    sheet.add(
        start, end, "measure", value=value, step=step, unit=base, bound=sheet.bound(start, end),
        written=value / UNITS["month" if base == "month" else "s"].factor, unit_text="",
    )  # fmt: skip
