"""From a number to a figure: its range, what makes it a name instead, a year, or a vague age."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from pincite.text.figures.composites import take_in_smaller
from pincite.text.figures.dates import date_at_digit
from pincite.text.figures.identifiers import cue_before, soft
from pincite.text.figures.numerals import read_numeral
from pincite.text.figures.quantities import Quantity, complete
from pincite.text.figures.sheet import Sheet
from pincite.text.figures.spelling import TOLERANCE
from pincite.text.figures.vocabulary import VOCABULARY
from pincite.text.figures.words import read_words
from pincite.text.figures.years import BETWEEN, COUNTED, put_year, verb_may, year_before_amount

_WORD: Final = re.compile(r"[a-zß]+")
_ATTACHED: Final = re.compile(r"[^\W\d_]+[^\W]*")
_JOINT: Final = re.compile(
    rf"[ \u00a0]?({TOLERANCE}|-|—|~)[ \u00a0]?"
    r"|[ \u00a0](to|bis|auf|and|a|y|et|und|hasta|through|or|oder|ou|o)[ \u00a0]|(至|到|から)"
)
_CURRENCY: Final = re.compile(r"(?:us)?[€$£¥][ \u00a0]?")
_AGED: Final = re.compile(r"(?<![a-z])(?:aged|age of) $")
_TOLERANCE: Final = re.compile(TOLERANCE)
_UNTIL: Final = frozenset({"to", "bis", "a", "hasta", "through"})
_AND: Final = frozenset({"and", "y", "et", "und", "a"})
_OR: Final = frozenset({"or", "oder", "ou", "o"})
_FROM: Final = frozenset({"from", "von", "de", "du", "del", "desde", "since", "by"})
_WHOSE_AGE: Final = frozenset({"his", "her", "their", "the", "late", "early", "mid", "my", "our"})


def put_quantity(sheet: Sheet, quantity: Quantity) -> None:
    """Complete a bare number by its surroundings and write it down, alone or as one end of a range."""
    number_end = quantity.end
    complete(sheet.source, quantity)
    if quantity.unit is not None:
        take_in_smaller(sheet, quantity)
    quantity.start = max(quantity.start, sheet.at)
    if quantity.end == number_end and not quantity.spelled:
        tail = _ATTACHED.match(sheet.folded, number_end)
        if tail is not None and sheet.folded[number_end] < "\u2e80":
            sheet.at = tail.end()  # 2pac, 3d: a name
            return
    if quantity.plain and _vague_age(sheet, quantity, number_end):
        sheet.at = max(quantity.end, number_end + 2)
        return
    if not _put_range(sheet, quantity):
        emit(sheet, quantity)


def _vague_age(sheet: Sheet, quantity: Quantity, number_end: int) -> bool:
    """Whether this is "the 70's" or "in his 30s", which is no figure."""
    if quantity.written % 10 or quantity.written >= 100:
        return False
    if sheet.folded.startswith("'s", number_end):
        return True
    seconds = quantity.unit_text == "s" and number_end == quantity.end - 1
    return seconds and sheet.source.word_before(quantity.start) in _WHOSE_AGE


def _put_range(sheet: Sheet, quantity: Quantity) -> bool:
    """Two numbers that a dash or a word joins: one range, or two figures that share a unit or a scale."""
    match = _JOINT.match(sheet.folded, quantity.end)
    if match is None:
        return False
    dash, word, arrow = match.groups()
    if dash is None and year_before_amount(sheet, quantity):
        return False
    currency = _CURRENCY.match(sheet.folded, match.end())
    second = _number_at(sheet, match.end() if currency is None else currency.end())
    if second is None:
        return False
    if dash is not None and _TOLERANCE.fullmatch(dash) is not None:
        _put_tolerance(sheet, quantity, second, match.end())
        return True
    if word in _AND and _small_change(quantity, second):
        quantity.written += second.written / 100 / quantity.factor
        quantity.step = Fraction(1, 100)
        quantity.end = second.end
        emit(sheet, quantity)
        return True
    before = sheet.source.word_before(quantity.start)
    if word == "auf" and before != "von":
        return False
    bare = second.unit is None and not second.scaled
    if bare and (word in _OR or (word in _AND and before not in BETWEEN)):
        return False
    _share(quantity, second)
    joined = (
        dash is not None
        or (arrow is not None and not _changed(sheet, quantity.start, second.end))
        or word in _UNTIL
        or before in BETWEEN
    )
    if (
        joined
        and word not in _OR
        and (before not in _FROM or (before, word) == ("von", "bis"))
        and _ascending(quantity, second)
    ):
        emit(sheet, quantity, second)
    else:
        emit(sheet, quantity)
        emit(sheet, second)
    return True


def _put_tolerance(sheet: Sheet, quantity: Quantity, second: Quantity, start: int) -> None:
    """37.5 ± 0.3 °C, 12 mm plus or minus 0.1: two figures of one unit; the "minus" is no sign."""
    second.start, second.negative = start, False
    _share(quantity, second)
    if second.unit is None:
        second.unit, second.unit_text = quantity.unit, quantity.unit_text
    emit(sheet, quantity)
    emit(sheet, second)


def _changed(sheet: Sheet, start: int, end: int) -> bool:
    """从200万元到400万元, 200万円から400万円に: from one value to another."""
    return sheet.folded[start - 1 : start] == "从" or sheet.folded[end : end + 1] in ("に", "へ")


def _ascending(first: Quantity, second: Quantity) -> bool:
    ours = None if first.unit is None else first.unit.base
    theirs = None if second.unit is None else second.unit.base
    return ours == theirs and first.value < second.value


def _small_change(first: Quantity, second: Quantity) -> bool:
    """Twelve euros and fifty cents."""
    if first.unit is None or second.unit is None or first.unit.kind != "money" or second.unit.kind != "money":
        return False
    return first.unit.factor == 1 and second.unit.factor == Fraction(1, 100) and second.written < 100


def _share(first: Quantity, second: Quantity) -> None:
    """5–10 mg, 50 to 55 million, $3–5: what one end states holds for both."""
    if first.unit is None and second.unit is not None:
        first.unit, first.unit_text = second.unit, second.unit_text
    elif second.unit is None and first.unit is not None and first.unit.kind == "money":
        second.unit, second.unit_text = first.unit, first.unit_text
    if second.scaled and not first.scaled and not second.spelled and first.written < 1000:
        first.factor, first.scaled = second.factor, True


def _number_at(sheet: Sheet, at: int) -> Quantity | None:
    """The second number of a range, completed; None where a date or a name stands."""
    folded = sheet.folded
    char = folded[at : at + 1]
    if "0" <= char <= "9":
        numeral = read_numeral(folded, at, sheet.source.decimal)
        if numeral.value is None or numeral.step is None:
            return None
        quantity = Quantity(at, numeral.end, numeral.value, numeral.step, numeral.other, plain=numeral.plain)
    elif char.isalpha() and char < "\u2e80":
        match = _WORD.match(folded, at)
        if match is None or match.group() not in VOCABULARY:
            return None
        spoken = read_words(folded, at, match.end(), sheet.source.language)
        if spoken is None or spoken.ordinal or spoken.start != at:
            return None
        quantity = Quantity(
            at,
            spoken.end,
            spoken.value,
            spoken.step,
            spelled=True,
            fraction=spoken.fraction,
            scaled=spoken.round_,
        )
    else:
        return None
    complete(sheet.source, quantity)
    tail = folded[quantity.end : quantity.end + 1]
    if tail.isalpha() and tail < "\u2e80":
        return None
    if quantity.plain and quantity.unit is None:
        when = date_at_digit(folded, at, quantity.end, sheet.source.order)
        if when is not None and not verb_may(sheet, when):
            return None
    return quantity


def emit(sheet: Sheet, quantity: Quantity, second: Quantity | None = None) -> None:
    """Write down a completed number, or a range that ends with `second`."""
    start, unit = quantity.start, quantity.unit
    end = quantity.end if second is None else max(second.end, quantity.end)
    if unit is None and not quantity.scaled and not quantity.fraction:
        cue = _cue(sheet, quantity, alone=second is None)
        if cue:
            sheet.add_identifier(
                start, end, cue, quantity.written, None if second is None else second.written
            )
            return
        if second is None and quantity.plain and not quantity.negative and put_year(sheet, quantity):
            return
    sheet.add(
        start,
        end,
        "number" if unit is None else unit.kind,
        value=quantity.value,
        high=None if second is None else second.value,
        step=quantity.base_step if second is None else max(quantity.base_step, second.base_step),
        unit="" if unit is None else unit.base,
        unit_text=quantity.unit_text or ("" if second is None else second.unit_text),
        bound=sheet.bound(start, end),
        negative=quantity.negative,
        readings=() if quantity.other is None else (quantity.based(quantity.other),),
        written=quantity.written,
        noun="" if unit is not None or _aged(sheet, start) else sheet.noun(end),
    )


def _aged(sheet: Sheet, start: int) -> bool:
    """Behind "aged" or "the age of" a number counts years and not the word that follows."""
    return _AGED.search(sheet.folded, max(0, start - 8), start) is not None


def _cue(sheet: Sheet, quantity: Quantity, *, alone: bool) -> str:
    """The word that makes the number a name, unless it plainly counts something."""
    folded, start, end = sheet.folded, quantity.start, quantity.end
    before = folded[start - 1 : start]
    if before and before in "§#":
        return before
    if before == "第":
        return folded[end : end + 1] or before
    small = quantity.plain and quantity.written < 100
    if small and before == "(" and folded[end : end + 1] == ")":
        return "label" if _opens(sheet, start - 1, end + 1) else ""
    if small and folded[end : end + 2] in (". ", ") ", ".\n") and _begins_line(folded, start):
        return "label"
    cue = cue_before(folded, start)
    return "" if cue and alone and soft(cue) and sheet.noun(end) in COUNTED else cue


def _begins_line(folded: str, start: int) -> bool:
    left = folded[max(0, start - 8) : start].rpartition("\n")
    return (bool(left[1]) or start <= 8) and not left[2].strip(" \u00a0-*")


def _opens(sheet: Sheet, start: int, end: int) -> bool:
    """Whether "(2)" numbers what follows: at the start of a line or sentence, or behind a section number."""
    left = sheet.folded[max(0, start - 3) : start].rstrip(" \u00a0")
    if not sheet.folded[end : end + 1].isspace():
        return False
    if not left or left[-1] in "\n.;:":
        return True
    return left[-1].isdigit() and bool(sheet.found) and sheet.found[-1].kind == "identifier"
