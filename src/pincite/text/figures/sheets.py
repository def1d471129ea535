"""Rows of values parted by tabs, semicolons, commas or runs of blanks, read as a table."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.text.words import STOP_WORDS, fold, language, tokens

_ROW: Final = re.compile(r"[^,\s][^,\n]{0,60}(?:,[^,\s][^,\n]{0,60})+")
_HEAD: Final = re.compile(r"[^\W\d][\w .()%$€/-]{0,40}(?:,[^\W\d][\w .()%$€/-]{0,40})+")
_THOUSANDS: Final = re.compile(r"[0-9],[0-9]{3}(?![0-9])")
_TAB: Final = re.compile(r"\t+")
_SEMICOLON: Final = re.compile(r";")
_BLANKS: Final = re.compile(r"(?<=\S) {2,}(?=\S)")
# A value at the start of a cell: a header has none, except years.
_VALUE: Final = re.compile(r"[(+\-–~<>≤≥]?[€$£¥]?\d(?!\d{3}$)")
_SPACED: Final = ("en", "de", "fr", "es")
_LONGEST_CELL: Final = 60
_SIGN_BEFORE: Final = re.compile(r"\|[ ]*\\?(?P<sign>[€$£¥])[ ]*\|[ ]*(?=[(+\-–]?[ ]?[0-9])")
_SIGN_BEHIND: Final = re.compile(r"(?<=[0-9])[ ]*\|[ ]*(?P<sign>%\)?|\))(?=[ ]*(?:\||$))")
_LONE_SIGN: Final = re.compile(r"\|[ ]*\\?(?:[€$£¥]|%\)?|\))[ ]*(?:\||$)", re.MULTILINE)
_UNSEEN: Final = dict.fromkeys((0x200B, 0x2060, 0xFEFF), " ")
_BARS: Final = re.compile(r"\|(?=.)")
_STOPPED: Final = re.compile(r"[.!?:]\s*$")


@lru_cache(maxsize=2048)
def as_table(text: str) -> str:
    """The text with what parts the cells of such rows replaced by `|`; offsets stay those of the source.

    Rows stand under each other and have as many cells. Tabs part cells wherever they do so on two lines. Of
    the other signs, which prose uses too, the first row names the columns, and no comma or semicolon has a
    blank behind it. A cell that holds nothing but a sign of its neighbour's number gives it up: filings are
    written so (`| $ | 44,747 |`, `| (33 | %) |`).
    """
    if "\n" in text:
        text = _barred(text)
    if "|" not in text:
        return text
    text = text.translate(_UNSEEN)
    return text if _LONE_SIGN.search(text) is None else _signed(text)


def _barred(text: str) -> str:
    if "\t" in text:
        text = _parted(text, _TAB, headed=False)
    if ";" in text:
        text = _parted(text, _SEMICOLON, headed=True)
    if "  " in text:
        text = _parted(text, _BLANKS, headed=True)
    return _by_commas(text) if "," in text else text


@lru_cache(maxsize=8192)
def language_of(text: str) -> str:
    """The language of the text. A table whose only grammatical words have a capital, as the names of rows and
    tariffs have ("Plus", "Para"), tells none."""
    found = language(text)
    if found not in _SPACED or "\n" not in text or "|" not in as_table(text):
        return found
    words = [token.text for token in tokens(text) if fold(token.text) in STOP_WORDS[found]]
    return "" if all(word[:1].isupper() for word in words) else found


def _parted(text: str, sign: re.Pattern[str], *, headed: bool) -> str:
    """The text with bars for the signs where two or more lines in a row have as many of them."""
    lines = text.split("\n")
    counts = [_signs(line, sign) for line in lines]
    made = list(lines)
    at = 0
    while at < len(lines):
        end = at + 1
        while counts[at] and end < len(lines) and counts[end] == counts[at]:
            end += 1
        # Two lines of two cells each are too few to tell columns from prose.
        if end - at > 1 and (not headed or (counts[at] * (end - at) > 2 and _names(lines[at], sign))):
            made[at:end] = [sign.sub(_bar, line) for line in lines[at:end]]
        at = end
    return "\n".join(made)


def _signs(line: str, sign: re.Pattern[str]) -> int:
    """How many signs part the cells of a line; 0 if it is no row."""
    cells = sign.split(line.strip(" \r"))
    if len(cells) < 2 or "|" in line or _STOPPED.search(line) is not None:
        return 0
    if sign is _SEMICOLON and any(cell[:1] == " " for cell in cells):
        return 0
    return len(cells) - 1 if all(len(cell) <= _LONGEST_CELL for cell in cells) else 0


def _names(line: str, sign: re.Pattern[str]) -> bool:
    cells = sign.split(line.strip(" \r"))
    return all(cell and _VALUE.match(cell.strip()) is None for cell in cells)


def _bar(match: re.Match[str]) -> str:
    return " " * (match.end() - match.start() - 1) + "|"


def _signed(text: str) -> str:
    """The text with lone signs beside their numbers. Where a row has more cells than the first of its table,
    the cell of the sign is one too many and goes; elsewhere it stays, empty."""
    made: list[str] = []
    widest = 0
    for line in text.split("\n"):
        cells = len(_BARS.findall(line.strip(" \r")))
        widest = min(widest, cells) or cells
        if cells > widest:
            line = _SIGN_BEHIND.sub(_joined_behind, _SIGN_BEFORE.sub(_joined_before, line))
        elif cells:
            line = _SIGN_BEFORE.sub(_moved, line)
        made.append(line)
    return "\n".join(made)


def _joined_before(match: re.Match[str]) -> str:
    return "|" + match.group("sign").rjust(len(match.group()) - 1)


def _joined_behind(match: re.Match[str]) -> str:
    return match.group("sign").ljust(len(match.group()))


def _moved(match: re.Match[str]) -> str:
    sign = match.group("sign")
    return "|" + " " * (len(match.group()) - len(sign) - 2) + "|" + sign


def _by_commas(text: str) -> str:
    lines = text.split("\n")
    made = list(lines)
    at = 0
    while at < len(lines):
        count = lines[at].count(",") if _HEAD.fullmatch(lines[at]) else 0
        end = at + 1
        while count and end < len(lines) and lines[end].count(",") == count and _ROW.fullmatch(lines[end]):
            if count == 1 and _THOUSANDS.search(lines[end]) is not None:
                break
            end += 1
        if count and end - at > 1:
            made[at] = lines[at].replace(",", "|").replace("_", " ")
            made[at + 1 : end] = [line.replace(",", "|") for line in lines[at + 1 : end]]
        at = end
    return "\n".join(made)
