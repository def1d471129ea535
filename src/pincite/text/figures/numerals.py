"""Numbers written in digits, under every convention of thousands and decimal signs."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

# The repetition is bounded so that a long list of digits and commas is read piece by piece in linear time.
_PLAIN: Final = re.compile(r"[0-9]+(?:[.,'·٫][0-9]+){0,9}")
_SPACED: Final = re.compile(r"([0-9]{1,3})((?:\u00a0[0-9]{3})+|(?: [0-9]{3})+)(?![0-9])([.,·][0-9]+)?")
# "735, 000": a tokeniser's space; a group that begins with a nought is no number of its own.
_TORN: Final = re.compile(r"([0-9]{1,3}), (0[0-9]{2})(?![0-9])")
_SEPARATED: Final = re.compile(r"[0-9]+(?:[.,'·٫][0-9]+){1,9}")
_TORN_STARTS: Final = (", 0",)
_LONGEST: Final = 40  # digits; anything longer is an identifier, not a quantity

COMMA_LANGUAGES: Final = frozenset({"de", "fr", "es"})
POINT_LANGUAGES: Final = frozenset({"en", "zh", "ja"})


class Numeral(Struct, frozen=True, gc=False):
    """A number in digits: `end` is where it ends in the text it was read from.

    `value` is None for what is no quantity (1.2.3, fifty digits in a row). `step` is the size of the last
    written digit. `plain` says that it is a run of digits without any sign.
    """

    end: int
    value: Fraction | None
    step: Fraction | None
    other: Fraction | None = None
    other_step: Fraction | None = None
    plain: bool = False


_ONE: Final = Fraction(1)


def read_numeral(folded: str, start: int, decimal: Callable[[], str], spaces: bool = True) -> Numeral:
    """The number at `start`, where a digit stands.

    `decimal` gives the sign of the text (`.`, `,` or "" when it is unknown); it is only asked when the number
    does not tell. `spaces` allows an ordinary space as a thousands sign.
    """
    spaced = _SPACED.match(folded, start)
    if spaced is not None and _groups_by_space(spaced, spaces, folded, start):
        digits = (spaced.group(1) + spaced.group(2)).replace(" ", "").replace("\u00a0", "")
        tail = spaced.group(3)
        if len(digits) <= _LONGEST:
            value, step = _value(digits, tail[1:]) if tail else (Fraction(int(digits)), _ONE)
            return Numeral(spaced.end(), value, step)
    match = _PLAIN.match(folded, start)
    assert match is not None
    torn = _TORN.match(folded, start) if folded[match.end() : match.end() + 3] in _TORN_STARTS else None
    if torn is not None and match.group().isdigit():
        return Numeral(torn.end(), *_integer(torn.group(1) + torn.group(2)))
    written = match.group()
    if written.isdigit():
        return Numeral(match.end(), *_integer(written), plain=True)
    length, value, step, other, other_step, open_ = _separated(written, "")
    if open_:
        sign = decimal()
        if sign:
            length, value, step, other, other_step, _ = _separated(written, sign)
    return Numeral(start + length, value, step, other, other_step, plain=written[:length].isdigit())


def _groups_by_space(match: re.Match[str], spaces: bool, folded: str, start: int) -> bool:
    if match.group(1)[0] == "0":
        return False
    if "\u00a0" in match.group(2):
        return True
    # A row of figures is no single number: a digit and a space before speak against it.
    return spaces and not (start >= 2 and folded[start - 1] == " " and folded[start - 2].isdigit())


@lru_cache(maxsize=8192)
def _integer(digits: str) -> tuple[Fraction | None, Fraction | None]:
    return (Fraction(int(digits)), _ONE) if len(digits) <= _LONGEST else (None, None)


def _value(whole: str, tail: str) -> tuple[Fraction | None, Fraction | None]:
    if len(whole) + len(tail) > _LONGEST:
        return None, None
    step = Fraction(1, 10 ** len(tail))
    return Fraction(int(whole + tail), 10 ** len(tail)), step


Reading = tuple[int, Fraction | None, Fraction | None, Fraction | None, Fraction | None, bool]


@lru_cache(maxsize=16384)
def _separated(written: str, decimal: str) -> Reading:
    """Length used, value and step, other value and step, and whether the convention would have to decide."""
    parts = re.split(r"[.,'·٫]", written)
    signs = [char for char in written if not char.isdigit()]
    first = len(parts[0])
    kinds = set(signs)
    if len(signs) == 1:
        return _one_sign(written, parts[0], parts[1], signs[0], decimal)
    if len(kinds) == 1:
        if _grouped(parts):
            return len(written), *_integer("".join(parts)), None, None, False
        if signs[0] == "." and len(parts) <= 6:
            return len(written), None, None, None, None, False  # 1.2.3, an address, a date gone wrong
        return first, *_integer(parts[0]), None, None, False
    last = signs[-1]
    if len(kinds) == 2 and last in ".,·٫" and signs.count(last) == 1 and _grouped(parts[:-1]):
        return len(written), *_value("".join(parts[:-1]), parts[-1]), None, None, False
    return first, *_integer(parts[0]), None, None, False


def _one_sign(written: str, whole: str, tail: str, sign: str, decimal: str) -> Reading:
    length = len(written)
    if sign == "'":
        if len(tail) == 3 and len(whole) <= 3:
            return length, *_integer(whole + tail), None, None, False
        return len(whole), *_integer(whole), None, None, False
    as_decimal = _value(whole, tail)
    if sign in "·٫" or len(tail) != 3 or len(whole) > 3 or whole[0] == "0":
        return length, *as_decimal, None, None, False
    grouped = _integer(whole + tail)
    if decimal:
        return length, *(as_decimal if sign == decimal else grouped), None, None, False
    # Unknown convention: a comma is more often a thousands sign, a point more often a decimal one.
    if sign == ",":
        return length, *grouped, *as_decimal, True
    return length, *as_decimal, *grouped, True


def _grouped(parts: list[str]) -> bool:
    """Thousands in threes (1,250,000) or the Indian way (12,34,567)."""
    if not 1 <= len(parts[0]) <= 3 or parts[0] == "0":
        return False
    if all(len(part) == 3 for part in parts[1:]):
        return True
    return len(parts[-1]) == 3 and len(parts[0]) <= 2 and all(len(part) == 2 for part in parts[1:-1])


def convention(folded: str, language: Callable[[], str]) -> str:
    """The decimal sign of a text: `.` or `,`, or "" when its numbers and its language leave it open."""
    certain: set[str] = set()
    likely: set[str] = set()
    for match in _SEPARATED.finditer(folded):
        written = match.group()
        parts = re.split(r"[.,'·٫]", written)
        signs = [char for char in written if not char.isdigit()]
        if (
            len(set(signs)) == 2
            and signs[-1] in ".,"
            and signs.count(signs[-1]) == 1
            and _grouped(parts[:-1])
        ):
            certain.add(signs[-1])
        elif len(signs) > 1 and len(set(signs)) == 1 and signs[0] in ".," and _grouped(parts):
            certain.add("," if signs[0] == "." else ".")
        elif len(signs) == 1 and signs[0] in ".," and (len(parts[1]) != 3 or parts[0] in ("0", "00")):
            likely.add(signs[0])
    if len(certain) == 1:
        return certain.pop()
    spoken = language()
    if spoken in COMMA_LANGUAGES:
        return "" if certain else ","
    if spoken in POINT_LANGUAGES:
        return "" if certain or "," in likely else "."
    return likely.pop() if len(likely) == 1 and not certain else ""
