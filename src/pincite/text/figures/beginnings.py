"""What a figure can begin with: a digit, a fraction sign, a Chinese numeral, a number word or a month."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

import msgspec

from pincite.text.figures import cjk
from pincite.text.figures.assembly import emit, put_quantity
from pincite.text.figures.clock import read_clock
from pincite.text.figures.clock_words import put_cjk_hour, put_clock
from pincite.text.figures.dates import MONTHS, date_at_digit, date_at_month, date_cjk, fiscal_or_quarter
from pincite.text.figures.identifiers import PHONE_CUES, citation_marker, code_end, cue_before, phone_end
from pincite.text.figures.numerals import read_numeral
from pincite.text.figures.proportions import SPANS, proportion
from pincite.text.figures.quantities import Quantity, unit_after
from pincite.text.figures.sheet import NO_NOUN, Sheet
from pincite.text.figures.spans import put_half, put_span
from pincite.text.figures.spelling import spelled
from pincite.text.figures.spoken import Spoken
from pincite.text.figures.units import UNITS
from pincite.text.figures.vocabulary import VOCABULARY
from pincite.text.figures.words import read_words
from pincite.text.figures.years import names_month, verb_may, year_range

VULGAR: Final = {
    "½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4), "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5), "⅖": Fraction(2, 5), "⅗": Fraction(3, 5), "⅘": Fraction(4, 5), "⅙": Fraction(1, 6),
    "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8), "⅞": Fraction(7, 8), "⅒": Fraction(1, 10),
}  # fmt: skip
FISCAL_WORDS: Final = spelled("fy fiscal financial geschaftsjahr geschaftsjahres exercice ejercicio")
_QUARTER_WORDS: Final = FISCAL_WORDS | spelled(
    "first second third fourth premier deuxieme troisieme primer segundo tercer cuarto erste ersten",
    "zweite zweiten dritte dritten vierte vierten",
)
_SLASH: Final = re.compile(r"([0-9]{1,4})/([0-9]{1,4})(?![0-9/.])")
_MIXED: Final = re.compile(r"([0-9]{1,3})[ \u00a0-]([1-9][0-9]?)/([1-9][0-9]?)(?![0-9/])")
_RATIO: Final = re.compile(
    # A colon with a blank behind it only is that of a label: "Room 4: 20 seats".
    r"([0-9]{1,4}(?:\.[0-9]{1,3})?)(?:(?=:[0-9]| : )[ ]?|[ ]?(?=-to|to))(:|-to-|to)[ ]?([0-9]{1,4})"
    r"(?![0-9:.,]{0,6}[0-9])"
)
_ORDINAL: Final = re.compile(r"([0-9]{1,6})(?:st|nd|rd|th|er|re|eme|ieme|e|º|ª|\.º|\.ª)(?![^\W_])")
_DIALLED: Final = re.compile(r"[0-9]+-[0-9]{3,}-[0-9]{3,}|[0-9]{3}\)[ ]?[0-9]{3}-[0-9]{4}")
_LETTERS_LEFT: Final = re.compile(r"[^a-z]")
_PARTS: Final = re.compile(rf"([{cjk.NUMERALS}]{{1,4}})分之")
_MOST_PLACES: Final = 6
_PART_SIZES: Final = frozenset({2, 3, 4, 5, 8, 10, 16})
_COUNTERS: Final = frozenset("人名个個项項条條章号家次回件本台倍种種篇页頁歳岁楼階位只隻")
_ONE_BEFORE: Final = spelled("no any every each this that which some another other s our its your the number")
_ONE_AFTER: Final = NO_NOUN | spelled(
    "another more day whose side hand way thing such time step level sided less might someone else half",
    "third quarter",
)


def read_digit(sheet: Sheet, start: int, end: int) -> None:
    """Read what begins with the digits `start:end`."""
    folded = sheet.folded
    marker = citation_marker(folded, start)
    if marker:
        sheet.at = marker
        return
    before, after = folded[start - 1 : start], folded[end : end + 1]
    if before == "." and _pointed(sheet, start, end):
        return
    if before.isalpha() and before < "\u2e80" and _prefixed(sheet, start):
        return
    if (after and after in "年月季四财財") or before == "第":
        when = date_cjk(folded, start)
        if when is not None:
            sheet.add_date(when)
            return
    code = code_end(sheet.text, folded, start, end)
    if code:
        sheet.at = code
        return
    if end - start <= 4 and _dated(sheet, start, end, after):
        return
    if end - start <= 2 and after and after in ":.hapu时時点點 \u00a0" and _timed(sheet, start, end):
        return
    if end - start <= 2 and put_clock(sheet, start, end):
        return
    if _special(sheet, start, end, before, after):
        return
    numeral = read_numeral(folded, start, sheet.source.decimal)
    if numeral.value is None or numeral.step is None:
        sheet.add_identifier(start, numeral.end, cue_before(folded, start) or "number")
        return
    quantity = Quantity(start, numeral.end, numeral.value, numeral.step, numeral.other, plain=numeral.plain)
    part = VULGAR.get(folded[numeral.end : numeral.end + 1])
    if part is not None:
        quantity.written += part
        quantity.step = Fraction(1, 8)
        quantity.end += 1
    put_quantity(sheet, quantity)


def _pointed(sheet: Sheet, start: int, end: int) -> bool:
    """A decimal that begins with its point: .75 mg, p < .05."""
    left, digits = sheet.folded[start - 2 : start - 1], sheet.folded[start:end]
    if (start > 1 and left not in " \u00a0(<>=~|:\t\n") or start - 1 < sheet.at or len(digits) > _MOST_PLACES:
        return False
    if sheet.folded[end : end + 1] in ".,:/-" and sheet.folded[end + 1 : end + 2].isdigit():
        return False
    if len(digits) == 4 and digits[:2] in ("19", "20"):
        return False
    scale = 10 ** len(digits)
    put_quantity(sheet, Quantity(start - 1, end, Fraction(int(digits), scale), Fraction(1, scale)))
    made = sheet.found[-1] if sheet.found else None
    if made is not None and made.start == start - 1 and not made.unit:  # a .38 is also written 38
        sheet.found[-1] = msgspec.structs.replace(made, readings=(Fraction(int(digits)),))
    return True


def _prefixed(sheet: Sheet, start: int) -> bool:
    """Q3, FY2024, v2.1: letters right before the digits that make them a figure."""
    left = _LETTERS_LEFT.split(sheet.folded[max(0, start - 8) : start])[-1]
    if left in ("q", "t", "h", "fy"):
        when = fiscal_or_quarter(sheet.folded, start - len(left))
        # "T2" alone is a trimestre only in French and Spanish; elsewhere it is a stage, a terminal, a tank.
        if when is not None and (
            left != "t" or when.date[0] != "-" or sheet.source.language() in ("fr", "es")
        ):
            sheet.add_date(when)
            return True
    if left in ("v", "ver", "version"):
        numeral = read_numeral(sheet.folded, start, sheet.source.decimal)
        sheet.add_identifier(start, numeral.end, "version")
        return True
    return False


def _dated(sheet: Sheet, start: int, end: int, after: str) -> bool:
    if end - start == 1 and after and after in ".qt snrt" and sheet.folded[start] in "1234":
        when = fiscal_or_quarter(sheet.folded, start)
        if when is not None:
            sheet.add_date(when)
            return True
    when = date_at_digit(sheet.folded, start, end, sheet.source.order)
    if when is None or verb_may(sheet, when):
        return False
    if len(when.date) == 9 and when.date[4] == "/":
        return year_range(sheet, when)
    sheet.add_date(when)
    return True


def _timed(sheet: Sheet, start: int, end: int) -> bool:
    clock = read_clock(sheet.folded, start, end)
    if clock is None:
        return False
    readings = ((clock.minutes + 720) % 1440,) if clock.open_ else ()
    sheet.add(
        start, clock.end, "time", value=clock.minutes, step=Fraction(1), unit="clock", readings=readings
    )
    return True


def _special(sheet: Sheet, start: int, end: int, before: str, after: str) -> bool:
    """Ordinals, mixed numbers, fractions, ratios, telephone numbers."""
    if not after:
        return False
    if after in "snrte.º ª" and _put_ordinal(sheet, start, after):
        return True
    if after == "/":
        return _put_fraction(sheet, start)
    if after == " " and sheet.folded[start:end] == "1" and _put_proportion(sheet, start):
        return True
    if after == "人" and _put_proportion(sheet, start):
        return True
    if after in " \u00a0-" and _put_mixed(sheet, start):
        return True
    if after in ":-. " and _put_ratio(sheet, start):
        return True
    if after in "-./ )" and end - start <= 4:
        return _put_phone(sheet, start, end, before)
    return False


def _put_ordinal(sheet: Sheet, start: int, after: str) -> bool:
    match = _ORDINAL.match(sheet.folded, start)
    if match is None or (after == "e" and sheet.source.language() not in ("fr", "es")):
        return False
    sheet.add_ordinal(start, match.end(), Fraction(int(match.group(1))), sheet.noun(match.end()))
    return True


def _put_proportion(sheet: Sheet, start: int) -> bool:
    """One in eight: the share as a fraction."""
    share = proportion(sheet.folded, start)
    if share is None or start < sheet.at:
        return False
    emit(sheet, Quantity(start, share.end, share.value, share.value, spelled=True, fraction=True))
    return True


def _put_mixed(sheet: Sheet, start: int) -> bool:
    match = _MIXED.match(sheet.folded, start)
    if match is None:
        return False
    whole, above, below = (int(group) for group in match.groups())
    if above >= below:
        return False
    put_quantity(sheet, Quantity(start, match.end(), whole + Fraction(above, below), Fraction(1, below)))
    return True


def _put_fraction(sheet: Sheet, start: int) -> bool:
    match = _SLASH.match(sheet.folded, start)
    if match is None or int(match.group(2)) == 0:
        return False
    above, below = int(match.group(1)), int(match.group(2))
    if (above, below) == (24, 7):
        sheet.add_identifier(start, match.end(), "hours")
        return True
    if above >= below or below not in _PART_SIZES or sheet.word_behind(match.end()) == "patients":
        return False
    part = Fraction(above, below)
    put_quantity(sheet, Quantity(start, match.end(), part, part, fraction=True))
    return True


def _put_ratio(sheet: Sheet, start: int) -> bool:
    match = _RATIO.match(sheet.folded, start)
    if match is None or (match.group(2) == "to" and match.group(3) != "1"):
        return False
    one, two = Fraction(match.group(1)), Fraction(int(match.group(3)))
    if not two:
        return False
    ratio = one / two
    sheet.add(
        start,
        match.end(),
        "measure",
        value=ratio,
        step=ratio,
        unit="×",
        unit_text=match.group(2),
        written=one,
    )
    return True


def _put_phone(sheet: Sheet, start: int, end: int, before: str) -> bool:
    folded = sheet.folded
    dialled = before == "+" or _DIALLED.match(folded, start) is not None
    if not dialled and sheet.source.word_before(start) not in PHONE_CUES:
        return False
    begin = start - 1 if before == "+" else start
    phone = phone_end(folded, begin, end)
    if phone:
        sheet.add_identifier(begin, phone, "phone")
    return bool(phone)


def read_vulgar(sheet: Sheet, start: int) -> None:
    """Read what begins with ½ or the like."""
    value = VULGAR[sheet.folded[start]]
    put_quantity(sheet, Quantity(start, start + 1, value, value, fraction=True))


def read_hanzi(sheet: Sheet, start: int) -> None:
    """Read what begins with a Chinese numeral; most that stand alone are parts of words."""
    folded = sheet.folded
    if folded[start] == "半":
        put_half(sheet, start)
        return
    when = date_cjk(folded, start)
    if when is not None:
        sheet.add_date(when)
        return
    parts = _PARTS.match(folded, start)
    if parts is not None and _put_parts(sheet, parts):
        return
    run = cjk.read_run(folded, start)
    if run is None or cjk.idiom(folded, start, run.end):
        sheet.at = start + 1 if run is None else run.end
        return
    if put_cjk_hour(sheet, start, run.end, run.value):
        return
    quantity = Quantity(start, run.end, run.value, run.step, spelled=True)
    if not run.bare:
        put_quantity(sheet, quantity)
        return
    unit_after(sheet.source, quantity)
    numbered = folded[start - 1 : start] == "第"
    if quantity.unit is not None:
        emit(sheet, quantity)
    elif folded[run.end : run.end + 1] in _COUNTERS:
        if numbered:
            sheet.add_identifier(start, run.end, folded[run.end], run.value)
        else:
            emit(sheet, quantity)
    elif numbered:
        sheet.add_ordinal(start, run.end, run.value)


def _put_parts(sheet: Sheet, match: re.Match[str]) -> bool:
    """百分之十五, 三分之一, 千分之三: the part follows the whole."""
    whole, at = cjk.read_run(match.group(1), 0), match.end()
    run = cjk.read_run(sheet.folded, at)
    value, end = (None, at) if run is None else cjk.with_decimals(sheet.folded, run.value, run.end)
    if run is None and "0" <= sheet.folded[at : at + 1] <= "9":
        numeral = read_numeral(sheet.folded, at, sheet.source.decimal)
        value, end = numeral.value, numeral.end
    if value is None or whole is None or not whole.value:
        return False
    start, part = match.start(), value / whole.value
    if whole.value in (100, 1000):
        sheet.add(
            start, end, "percent", value=part * 100, step=Fraction(1), unit="%", written=part * 100,
            unit_text=match.group(), bound=sheet.bound(start, end),
        )  # fmt: skip
    else:
        emit(sheet, Quantity(start, end, part, part, spelled=True, fraction=True))
    return True


def read_word(sheet: Sheet, start: int, end: int) -> None:
    """Read what begins with a number word, the name of a month, or a word like "fiscal"."""
    folded, word = sheet.folded, sheet.folded[start:end]
    if (
        start
        and folded[start - 1] in "'_"
        and not (word in MONTHS and folded[start - 2 : start - 1] in ("d", "l"))
    ):
        return
    if word in MONTHS:
        when = date_at_month(folded, start)
        if when is not None and names_month(sheet, start, word):
            sheet.add_date(when)
            return
        if word not in VOCABULARY:
            return
    if put_span(sheet, start, end) or put_clock(sheet, start, end):
        return
    if word in _QUARTER_WORDS:
        when = fiscal_or_quarter(folded, start)
        if when is not None:
            sheet.add_date(when)
            return
    if _put_proportion(sheet, start):
        return
    spoken = read_words(folded, start, end, sheet.source.language)
    if spoken is not None and spoken.start >= sheet.at:
        _put_spoken(sheet, spoken)


def _put_spoken(sheet: Sheet, spoken: Spoken) -> None:
    start, end = spoken.start, spoken.end
    if spoken.ordinal:
        every = _EVERY.search(sheet.folded, max(sheet.at, start - 8), start)
        if every is not None and 2 <= spoken.value <= _MOST_PARTS and _parts_of(sheet, end):
            part = 1 / spoken.value
            emit(sheet, Quantity(every.start(), end, part, part, spelled=True, fraction=True))
            return
        if not _orders_only(sheet, spoken):
            sheet.add_ordinal(start, end, spoken.value, sheet.noun(end) or cue_before(sheet.folded, start))
        return
    if spoken.value == 1 and end - start <= 4 and not _counts_one(sheet, spoken):
        return
    quantity = Quantity(
        start, end, spoken.value, spoken.step, spelled=True, fraction=spoken.fraction, scaled=spoken.round_
    )
    put_quantity(sheet, quantity)


_EVERY: Final = re.compile(r"(?<![a-z])(?:every|jede[rsnm]?) $")
_MOST_PARTS: Final = 10


def _parts_of(sheet: Sheet, end: int) -> bool:
    """Whether "every second" counts people or things; every second week is how often something is."""
    noun = sheet.noun(end)
    return len(noun) > 2 and noun not in SPANS and noun not in UNITS


def _orders_only(sheet: Sheet, spoken: Spoken) -> bool:
    """First, ... / at first / the first time: words of order that rank nothing."""
    following = sheet.folded[spoken.end : spoken.end + 8]
    if following[:1] in (",", ":") or (spoken.value == 1 and following.startswith((" of all", " time"))):
        return True
    return sheet.source.word_before(spoken.start) in ("at", "zum", "pour")


def _counts_one(sheet: Sheet, spoken: Spoken) -> bool:
    """Whether "one" counts (one project); "one of them", "no one" and "one can" do not."""
    following = sheet.word_behind(spoken.end)
    if not following or following in _ONE_AFTER:
        return False
    return sheet.source.word_before(spoken.start) not in _ONE_BEFORE
