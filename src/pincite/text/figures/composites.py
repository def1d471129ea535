"""Quantities in two units: 1 h 45 min, 5 ft 3 in, 3 kg 200 g, 1小时45分钟."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from pincite.text.figures.numerals import read_numeral
from pincite.text.figures.quantities import Quantity, unit_after
from pincite.text.figures.sheet import Sheet
from pincite.text.figures.spelling import spelled
from pincite.text.figures.units import UNITS, Unit
from pincite.text.figures.words import read_words

_JOINT: Final = re.compile(r"(?:[ \u00a0](?:and|und|et|y)[ \u00a0]|,?[ \u00a0])?(?=[0-9a-z])")
_INCHES: Final = re.compile(r"[ \u00a0-]?in(?:\.|(?![^\W_]))|\"")
_FOOT: Final = Fraction("0.3048")
_WORD: Final = re.compile(r"[a-zß]+")
_BASES: Final = spelled("s month m kg")
_NO_SECOND: Final = spelled("between zwischen entre or oder ou every each alle cada")
_MOST_PARTS: Final = 2


def take_in_smaller(sheet: Sheet, quantity: Quantity) -> None:
    """Add to a completed quantity the smaller units that follow it directly."""
    for _ in range(_MOST_PARTS):
        unit = quantity.unit
        if unit is None or unit.base not in _BASES or quantity.fraction or unit.offset:
            return
        second = _second(sheet, quantity)
        if second is None or second.unit is None:
            return
        smaller = second.unit
        if not _fits(unit, smaller, second):
            return
        if sheet.source.word_before(quantity.start) in _NO_SECOND:
            return
        quantity.written += second.value / unit.factor / (quantity.factor if quantity.scaled else 1)
        quantity.step = second.base_step / unit.factor
        quantity.end = second.end


def _fits(unit: Unit, smaller: Unit, second: Quantity) -> bool:
    if smaller.base != unit.base or smaller.factor >= unit.factor or second.value >= unit.factor:
        return False
    # Inches under feet, centimetres under metres; a length in metres and one in feet are two figures.
    ratio = unit.factor / smaller.factor
    return ratio.denominator == 1 and second.value > 0


def _second(sheet: Sheet, first: Quantity) -> Quantity | None:
    folded = sheet.folded
    joint = _JOINT.match(folded, first.end)
    if joint is None:
        return None
    at = joint.end()
    if "0" <= folded[at] <= "9":
        numeral = read_numeral(folded, at, sheet.source.decimal)
        if numeral.value is None or numeral.step is None or not numeral.plain:
            return None
        second = Quantity(at, numeral.end, numeral.value, numeral.step, plain=True)
    else:
        if at == first.end:
            return None
        word = _WORD.match(folded, at)
        spoken = None if word is None else read_words(folded, at, word.end(), sheet.source.language)
        if spoken is None or spoken.ordinal or spoken.fraction or spoken.start != at:
            return None
        second = Quantity(at, spoken.end, spoken.value, spoken.step, spelled=True)
    inches = _INCHES.match(folded, second.end) if first.unit and first.unit.factor == _FOOT else None
    if inches is not None:  # "in" is a unit only behind feet
        second.unit, second.end = UNITS["inch"], inches.end()
        return second
    unit_after(sheet.source, second)
    return second if second.unit is not None else None
