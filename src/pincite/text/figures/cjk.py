"""Chinese and Japanese numerals: 五千万, 百分之十五, 3,000万, 三分之一, 3割."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from msgspec import Struct

DIGITS: Final = {
    **{char: value for value, char in enumerate("〇一二三四五六七八九")},
    "零": 0, "两": 2, "兩": 2, "壱": 1, "弐": 2, "参": 3,
}  # fmt: skip
_SMALL: Final = {"十": 10, "百": 100, "千": 1000}
_LARGE: Final = {"万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12}
NUMERALS: Final = "".join(DIGITS) + "".join(_SMALL) + "".join(_LARGE)
RUN: Final = re.compile(f"[{NUMERALS}]{{1,24}}")
_SCALE_RUN: Final = re.compile(f"[{''.join(_SMALL)}{''.join(_LARGE)}]{{1,4}}")
_MORE: Final = re.compile(r"([0-9]{1,4}(?:,[0-9]{3})?)([十百千]?[万萬億亿]|[百千](?![分克米瓦]))?")
VAGUE_BEFORE: Final = frozenset("数几若多幾")
# Words in which a numeral counts nothing.
_NO_NUMBER: Final = frozenset(
    {"万一", "千万", "十分", "一一", "百分", "千百", "万万", "三七", "七七", "一百", "百万"}
)
_AFTER_ONE: Final = frozenset("般定部方切起样直些种旦致贯向律度番緒応瞬体旁同共")


class Hanzi(Struct, frozen=True, gc=False):
    """A numeral that ends at `end`. `bare` says that nothing but a counter behind it can make it a figure."""

    end: int
    value: Fraction
    step: Fraction
    bare: bool = False


def read_run(text: str, start: int) -> Hanzi | None:
    """The numeral that starts at `start`, in characters."""
    match = RUN.match(text, start)
    if match is None:
        return None
    run = match.group()
    value = _integer(run)
    if value is None:
        return None
    step = 1
    for char in reversed(run):
        factor = _SMALL.get(char) or _LARGE.get(char)
        if factor is None:
            break
        step *= factor
    bare = len(run) == 1 or run in _NO_NUMBER or not any(char in _SMALL or char in _LARGE for char in run)
    return Hanzi(match.end(), Fraction(value), Fraction(step), bare)


def idiom(text: str, start: int, end: int) -> bool:
    """Whether the numeral is a part of a word (一般, 统一, 数百) and no figure."""
    before = text[start - 1 : start]
    if before in VAGUE_BEFORE and before:
        return True
    run = text[start:end]
    if run == "一":
        return text[end : end + 1] in _AFTER_ONE or before in {"统", "唯", "同", "单", "単", "統", "万"}
    return False


def _integer(run: str) -> int | None:
    if all(char in DIGITS for char in run):
        return int("".join(str(DIGITS[char]) for char in run))
    total = section = 0
    digit: int | None = None
    for char in run:
        if char in DIGITS:
            if digit:  # two digits in a row inside a numeral with places: 三五百
                return None
            digit = DIGITS[char]
        elif char in _SMALL:
            section += (1 if digit is None or digit == 0 else digit) * _SMALL[char]
            digit = None
        else:
            section += digit or 0
            if not section:
                section = 1
            total = (
                (total + section) * _LARGE[char] if _LARGE[char] > 10**4 else total + section * _LARGE[char]
            )
            section, digit = 0, None
    return total + section + (digit or 0)


def scale_after(text: str, at: int) -> tuple[int, int]:
    """The scale behind digits (万, 千万, 億) as a factor, and where it ends; (1, at) when there is none."""
    match = _SCALE_RUN.match(text, at)
    if match is None:
        return 1, at
    factor = 1
    for char in match.group():
        factor *= _SMALL.get(char) or _LARGE[char]
    return factor, match.end()


def continued(text: str, at: int, below: int) -> tuple[int, int]:
    """What follows a scaled number and adds to it (1億2,345万): the sum of it and its end."""
    added = 0
    while below > 1:
        match = _MORE.match(text, at)
        if match is None:
            break
        factor = 1
        for char in match.group(2) or "":
            factor *= _SMALL.get(char) or _LARGE[char]
        part = int(match.group(1).replace(",", "")) * factor
        if part >= below or (factor == 1 and text[match.end() : match.end() + 1].isdigit()):
            break
        added, at, below = added + part, match.end(), factor
    return added, at


_DECIMALS: Final = re.compile("[点點]([〇零一二三四五六七八九]{1,6})")


def with_decimals(folded: str, value: Fraction | int | None, end: int) -> tuple[Fraction | None, int]:
    """百分之一点五: what follows the point."""
    match = _DECIMALS.match(folded, end)
    if value is None or match is None:
        return None if value is None else Fraction(value), end
    digits = "".join(str(DIGITS[one]) for one in match.group(1))
    return value + Fraction(int(digits), 10 ** len(digits)), match.end()
