"""Dates, months, years, quarters, fiscal years and decades, in the orders that six languages use.

A date is written as ISO parts as far as they are known: "2024-03-05", "2024-03", "2024", "--03-05",
"2024-Q3", "--Q3", "2024-H1", "FY2024", "1990s"; a range of two is "2024-10/2024-12".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from msgspec import Struct

_MONTH_NAMES: Final = (
    "january|jan|januar|janner|janvier|janv|enero|ene",
    "february|feb|februar|feber|fevrier|fevr|fev|febrero",
    "march|mar|marz|mrz|maerz|mars|marzo",
    "april|apr|avril|avr|abril|abr",
    "may|mai|mayo",
    "june|jun|juni|juin|junio",
    "july|jul|juli|juillet|juil|julio",
    "august|aug|aout|agosto|ago",
    "september|sept|sep|septembre|septiembre|setiembre",
    "october|oct|oktober|okt|octobre|octubre",
    "november|nov|novembre|noviembre",
    "december|dec|dezember|dez|decembre|diciembre|dic",
)
MONTHS: Final = {name: at + 1 for at, row in enumerate(_MONTH_NAMES) for name in row.split("|")}
_M: Final = "(" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")(?![^\W\d_])\.?"
_S: Final = r"[ \u00a0\n]{1,2}"
_Y: Final = r"([12][0-9]{3})(?![0-9])"
_SUFFIX: Final = r"(?:st|nd|rd|th|er|\.|º|°|o)?"
_TO: Final = r"[ \u00a0]?(?:-|—|~|to|through|until|till|and|bis|und|al|a|au|et|y|hasta)[ \u00a0]?"
# day [- day] month [year]
_DAY_FIRST: Final = re.compile(
    rf"([0-9]{{1,2}}){_SUFFIX}(?:{_TO}([0-9]{{1,2}}){_SUFFIX})?(?:{_S}|-|\.)(?:(?:of|de|day of){_S})?{_M}"
    rf"(?:(?:,[ \u00a0\n]{{0,2}}|{_S}|-|/)(?:(?:de|del|of){_S})?{_Y})?"
)
# month day [- day] [year]
_MONTH_DAY: Final = re.compile(
    rf"{_M}{_S}(?:the{_S})?([0-9]{{1,2}})(?:st|nd|rd|th)?(?![0-9:%]|\.[0-9]|,[03-9]|,[12][0-9]{{0,2}}(?![0-9]))"
    r"(?:[ \u00a0]?(?:-|—|to|and|through)[ \u00a0]?([0-9]{1,2})(?:st|nd|rd|th)?(?![0-9]))?"
    rf"(?:[ \u00a0]?(?:,[ \u00a0\n]{{0,2}}|{_S}){_Y})?"
)
_MONTH_YEAR: Final = re.compile(rf"{_M}(?:,?{_S}|-|/|{_S}(?:of|de|del){_S}){_Y}")
_MONTH_RANGE: Final = re.compile(
    rf"{_M}(?:[ \u00a0]?-[ \u00a0]?|{_S}(?:to|through|until|and|bis|und|a|au|et|y){_S})"
    rf"{_M}{_S}(?:(?:of|de){_S})?{_Y}"
)
_ISO: Final = re.compile(r"([12][0-9]{3})([-/.])([0-9]{1,2})\2([0-9]{1,2})(?![0-9]|[-/.][0-9])")
_NUMERIC: Final = re.compile(
    r"([0-9]{1,2})[ ]?([./-])[ ]?([0-9]{1,2})[ ]?\2[ ]?((?:[12][0-9])?[0-9]{2})(?![0-9]|[-/.][0-9])"
)
_DOTTED: Final = re.compile(r"([0-9]{1,2})\.[ ]?([0-9]{1,2})\.(?![0-9])")
_YEAR_MONTH: Final = re.compile(r"([12][0-9]{3})-(0[1-9]|1[0-2])(?![0-9]|-[0-9])")
_MONTH_SLASH_YEAR: Final = re.compile(r"(0?[1-9]|1[0-2])[ ]?/[ ]?([12][0-9]{3})(?![0-9/])")
_YEARS: Final = re.compile(
    r"([12][0-9]{3})([ ]?(?:-|—|/|~)[ ]?|[ ](?:to|and|bis|und|through|until|a|et|al|y|hasta)[ ])"
    r"([0-9]{4}|[0-9]{1,2})(?![0-9]|[.,:/-][0-9])"
)
_CJK_NUMBER: Final = "[0-9〇零一二三四五六七八九十元]"
_CJK_DATE: Final = re.compile(
    rf"({_CJK_NUMBER}{{1,4}})[ ]?[财財]?年(?![間间])"
    rf"(?:[ ]?({_CJK_NUMBER}{{1,3}})[ ]?月(?:[ ]?({_CJK_NUMBER}{{1,3}})[ ]?[日号])?)?"
)
_CJK_DAY: Final = re.compile(rf"({_CJK_NUMBER}{{1,3}})[ ]?月(?:[ ]?({_CJK_NUMBER}{{1,3}})[ ]?[日号])")
_ERAS: Final = {
    "令和": 2018,
    "平成": 1988,
    "昭和": 1925,
    "大正": 1911,
    "明治": 1867,
    "民国": 1911,
    "民國": 1911,
}
_CJK_QUARTER: Final = re.compile(rf"(?:第({_CJK_NUMBER})|({_CJK_NUMBER}))[ ]?(?:四半期|季度|季)")
_FISCAL: Final = re.compile(
    r"(?:fy|fiscal(?:[ ]year)?|financial[ ]year|geschaftsjahr(?:es)?|wirtschaftsjahr|exercice(?:[ ]fiscal)?|"
    r"ejercicio(?:[ ]fiscal)?|ano[ ]fiscal)[ \u00a0]?'?([12][0-9]{3}|[0-9]{2})(?:[/-]([0-9]{2,4}))?(?![0-9])"
)
_QUARTER: Final = re.compile(
    r"(?:[qt]([1-4])(?![0-9])|([1-4])[ ]?[qt]|(first|second|third|fourth|1st|2nd|3rd|4th)[ -]quarter|"
    r"([1-4])\.[ ]?quartal|"
    r"(premier|deuxieme|troisieme|quatrieme|primer|segundo|tercer|cuarto)[ ]trimestre|"
    r"(erste[sn]?|zweite[sn]?|dritte[sn]?|vierte[sn]?)[ ]quartals?)(?![^\W\d_])"
)
_HALF_YEAR: Final = re.compile(
    r"(?:h([12])(?![0-9])|([12])[ ]?h|(first|second)[ -]half|([12])\.[ ]?halbjahr|"
    r"(erste[sn]?|zweite[sn]?)[ ]halbjahr|(premier|second|primer|segundo)[ ](?:semestre))(?![^\W\d_])"
)
_OF_YEAR: Final = re.compile(
    r"[ \u00a0]?(?:(?:,|/|-|of|de|del|in|des|fur)?[ \u00a0]?(?:(?:the|el|l'|des|de)[ ]?)?"
    r"(fy|fiscal(?:[ ]year)?|financial[ ]year|geschaftsjahr(?:es)?|exercice|ejercicio)?[ \u00a0]?)"
    r"'?([12][0-9]{3}|[0-9]{2})(?![0-9]|[.,%][0-9]|[ ]?%)"
)
_DECADE: Final = re.compile(r"([12][0-9]{2})0(?:'?s|er)(?![^\W_])")
_ORDER_NOTE: Final = re.compile(
    r"(dd[/.-]mm|day[ -]first|day/month|tt[/.-]mm|jj[/.-]mm|dd de mm|(mm[/.-]dd|month[ -]first|month/day))"
)
_WORD_NUMBERS: Final = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "premier": 1,
    "deuxieme": 2, "troisieme": 3, "quatrieme": 4, "primer": 1, "segundo": 2, "tercer": 3, "cuarto": 4,
}  # fmt: skip
_GERMAN_NUMBERS: Final = {"ers": 1, "zwe": 2, "dri": 3, "vie": 4}


class When(Struct, frozen=True, gc=False):
    """A date of `text[start:end]`; `other` is the second reading of an open one (03/04/2025)."""

    start: int
    end: int
    date: str
    other: str = ""


class DayOrder:
    """Whether a text writes the day or the month first; decided once, when a date leaves it open."""

    def __init__(self, folded: str, language: Callable[[], str]) -> None:
        self._folded = folded
        self._language = language
        self._first: str | None = None

    def first(self, sign: str) -> str:
        """What comes first, the "day" or the "month"; "" when nothing in the text says so."""
        if self._first is None:
            self._first = self._from_note() or self._from_dates()
        if self._first:
            return self._first
        if sign == "." or self._language() in ("de", "fr", "es"):
            return "day"
        return ""

    def _from_note(self) -> str:
        note = _ORDER_NOTE.search(self._folded)
        if note is None:
            return ""
        return "month" if note.group(2) else "day"

    def _from_dates(self) -> str:
        seen = set()
        for match in _NUMERIC.finditer(self._folded):
            if match.start() and self._folded[match.start() - 1] in "0123456789-/.":
                continue
            one, two = int(match.group(1)), int(match.group(3))
            if one > 12 >= two:
                seen.add("day")
            elif two > 12 >= one:
                seen.add("month")
        return seen.pop() if len(seen) == 1 else ""


def _year(written: str) -> int:
    if len(written) == 4:
        return int(written)
    return int(written) + (2000 if int(written) < 70 else 1900)


def _day(month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= (30 if month in (4, 6, 9, 11) else 29 if month == 2 else 31)


def _iso(year: int | None, month: int, day: int | None = None) -> str:
    head = "-" if year is None else f"{year:04d}"
    return f"{head}-{month:02d}" if day is None else f"{head}-{month:02d}-{day:02d}"


def date_at_digit(folded: str, start: int, end: int, order: DayOrder) -> When | None:
    """The date that begins with the digits `folded[start:end]`, or None."""
    length = end - start
    if length == 4:
        return _from_year(folded, start, end)
    if length > 2:
        return None
    following = folded[end : end + 1] or "\n"
    if following in "./- ":
        match = _NUMERIC.match(folded, start)
        if match is not None:
            return _numeric(match, order)
    if following == "." and order._language() == "de":
        match = _DOTTED.match(folded, start)
        if match is not None and _day(int(match.group(2)), int(match.group(1))):
            return When(start, match.end(), _iso(None, int(match.group(2)), int(match.group(1))))
    if following in "/ ":
        match = _MONTH_SLASH_YEAR.match(folded, start)
        if match is not None:
            return When(start, match.end(), _iso(int(match.group(2)), int(match.group(1))))
    match = _DAY_FIRST.match(folded, start)
    return None if match is None else _day_first(match)


def _day_first(match: re.Match[str]) -> When | None:
    day, last, name, year = match.groups()
    month = MONTHS[name]
    if not _day(month, int(day)):
        return None
    number = int(year) if year else None
    date = _iso(number, month, int(day))
    if last and _day(month, int(last)):
        date = f"{date}/{_iso(number, month, int(last))}"
    end = match.end()
    if not year and match.string[end - 1] == "." and name in ("may", "mai"):
        end -= 1
    return When(match.start(), _trim(match.string, end, name, year), date)


def _trim(folded: str, end: int, name: str, year: str | None) -> int:
    # The point of an abbreviated month belongs to it; that of a full name ends the sentence.
    if not year and folded[end - 1] == "." and len(name) > 4:
        return end - 1
    return end


def _numeric(match: re.Match[str], order: DayOrder) -> When | None:
    one, sign, two, written = int(match.group(1)), match.group(2), int(match.group(3)), match.group(4)
    if sign == "-" and len(written) == 2:
        return None
    year = _year(written)
    day_first, month_first = _day(two, one), _day(one, two)
    start, end = match.start(), match.end()
    if day_first and month_first and one != two:
        first = order.first(sign)
        if not first:
            return When(start, end, _iso(year, two, one), _iso(year, one, two))
        day_first = first == "day"
    if day_first:
        return When(start, end, _iso(year, two, one))
    return When(start, end, _iso(year, one, two)) if month_first else None


def _from_year(folded: str, start: int, end: int) -> When | None:
    following = folded[end : end + 1]
    if following in ("-", "/", "."):
        match = _ISO.match(folded, start)
        if match is not None and _day(int(match.group(3)), int(match.group(4))):
            return When(
                start, match.end(), _iso(int(match.group(1)), int(match.group(3)), int(match.group(4)))
            )
        match = _YEAR_MONTH.match(folded, start)
        if match is not None and int(match.group(2)) != int(match.group(1)[2:]) + 1:
            return When(start, match.end(), _iso(int(match.group(1)), int(match.group(2))))
    match = _DECADE.match(folded, start)
    if match is not None:
        return When(start, match.end(), f"{match.group(1)}0s")
    if folded[start] not in "12":
        return None
    match = _YEARS.match(folded, start)
    if match is not None:
        return _year_range(match)
    return None


def _year_range(match: re.Match[str]) -> When | None:
    first, joint, last = match.groups()
    if len(last) <= 2:
        if joint.strip() not in ("-", "/", "—"):
            return None
        last = first[: 4 - len(last)] + last
    if not int(first) < int(last) <= 2200 or int(first) < 1000:
        return None
    return When(match.start(), match.end(), f"{first}/{last}")


def date_at_month(folded: str, start: int) -> When | None:
    """The date that begins with the name of a month at `start`: a month alone is none."""
    match = _MONTH_RANGE.match(folded, start)
    if match is not None:
        first, last, year = match.groups()
        return When(start, match.end(), f"{year}-{MONTHS[first]:02d}/{year}-{MONTHS[last]:02d}")
    match = _MONTH_YEAR.match(folded, start)
    if match is not None:
        return When(start, match.end(), _iso(int(match.group(2)), MONTHS[match.group(1)]))
    match = _MONTH_DAY.match(folded, start)
    if match is None:
        return None
    name, day, last, year = match.groups()
    month = MONTHS[name]
    if not _day(month, int(day)) or (name == "mar" and not year):
        return None
    number = int(year) if year else None
    date = _iso(number, month, int(day))
    if last and int(last) > int(day) and _day(month, int(last)):
        date = f"{date}/{_iso(number, month, int(last))}"
    return When(start, match.end(), date)


def fiscal_or_quarter(folded: str, start: int) -> When | None:
    """FY2024, Q3 2024, first quarter of fiscal 2025, H1 2024: what begins at `start`."""
    match = _FISCAL.match(folded, start)
    if match is not None:
        year = _year(match.group(1))
        return When(start, match.end(), f"FY{year + 1 if match.group(2) else year}")  # 2023/24 ends in 2024
    for pattern, letter in ((_QUARTER, "Q"), (_HALF_YEAR, "H")):
        match = pattern.match(folded, start)
        if match is None:
            continue
        name = next(group for group in match.groups() if group)
        number = int(name) if name.isdigit() else _WORD_NUMBERS.get(name) or _GERMAN_NUMBERS[name[:3]]
        year_match = _OF_YEAR.match(folded, match.end())
        if year_match is not None and len(year_match.group(2)) == 2 and not year_match.group(1):
            short = folded[match.end() : year_match.start(2)]
            if short not in ("", "'", " '"):  # "Q3 24 people": two digits are a year only with a sign of it
                year_match = None
        if year_match is None:
            return None if letter == "H" else When(start, match.end(), f"--{letter}{number}")
        year = _year(year_match.group(2))
        fiscal = "FY" if year_match.group(1) else ""
        return When(start, year_match.end(), f"{fiscal}{year}-{letter}{number}")
    return None


def _cjk_number(written: str) -> int | None:
    if written.isdigit() and written.isascii():
        return int(written)
    if written == "元":
        return 1
    digits = "〇一二三四五六七八九"
    if "十" in written:
        head, _, tail = written.partition("十")
        if len(head) > 1 or len(tail) > 1:
            return None
        tens = digits.find(head) if head else 1
        ones = digits.find(tail) if tail else 0
        return None if tens < 0 or ones < 0 else tens * 10 + ones
    number = 0
    for char in written.replace("零", "〇"):
        value = digits.find(char)
        if char.isdigit() and char.isascii():
            value = int(char)
        if value < 0:
            return None
        number = number * 10 + value
    return number


def date_cjk(folded: str, start: int) -> When | None:
    """The date that begins at a digit or numeral: 2024年4月1日, 令和6年4月1日, 二〇二四年, 第3四半期."""
    match = _CJK_DATE.match(folded, start)
    if match is not None:
        year = _cjk_number(match.group(1))
        era = _ERAS.get(folded[max(0, start - 2) : start])
        if year is not None and (era is not None or 1000 <= year <= 2200):
            begin = start if era is None else start - 2
            return _cjk_parts(match, begin, year + (era or 0))
        return None
    match = _CJK_DAY.match(folded, start)
    if match is not None:
        month, day = _cjk_number(match.group(1)), _cjk_number(match.group(2))
        if month and day and _day(month, day):
            return When(start, match.end(), _iso(None, month, day))
    match = _CJK_QUARTER.match(folded, start - 1 if folded[start - 1 : start] == "第" else start)
    if match is not None:
        quarter = _cjk_number(match.group(1) or match.group(2))
        if quarter and quarter <= 4:
            return When(match.start(), match.end(), f"--Q{quarter}")
    return None


def _cjk_parts(match: re.Match[str], start: int, year: int) -> When:
    month = _cjk_number(match.group(2)) if match.group(2) else None
    day = _cjk_number(match.group(3)) if match.group(3) else None
    if month and day and _day(month, day):
        return When(start, match.end(), _iso(year, month, day))
    if month and 1 <= month <= 12:
        return When(start, match.end(), _iso(year, month))
    end = match.string.index("年", match.end(1)) + 1
    if match.string.startswith("度", end):
        return When(start, end + 1, f"FY{year:04d}")
    if match.string[end - 2] in "财財":
        return When(start, end, f"FY{year:04d}")
    return When(start, end, f"{year:04d}")
