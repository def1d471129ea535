"""Untrusted text made safe to show: terminal cells, control characters, Markdown.

Answers and sources may hold anything: escape sequences that recolour a terminal, signs that reverse the
reading direction, Markdown that would load a remote picture. What is shown is what they say, never what they
would do.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from msgspec import Struct

NEWLINE = "↵"
CUT = "…"
_TAB = "    "

# Categories that print nothing of their own or steer the display: controls, surrogates, line and paragraph
# separators, and format signs that change the reading direction or that each terminal draws in its own way.
_STEERING = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u200b\u00ad"
)
_MARKDOWN = re.compile(r"(?i)([\\`*_{}\[\]|~$#!])|([&<>@])|(https?|ftp|mailto|xmpp):|(www)\.")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}


@lru_cache(maxsize=4096)
def _piece(character: str) -> str:
    if character == "\t":
        return _TAB
    if character in "\n\u2028\u2029":
        return NEWLINE
    if character in _STEERING or unicodedata.category(character) in ("Cc", "Cs"):
        return ""
    return character


@lru_cache(maxsize=4096)
def _cells(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def width(text: str) -> int:
    """How many terminal columns a text takes that `plain` or `frame` made."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def plain(text: str) -> str:
    """The text on one line, without anything that could steer a terminal."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_piece, text.replace("\r\n", "\n")))


def one_line(text: str, limit: int | None = None) -> str:
    """Whitespace runs as one space, steering characters gone; cut to `limit` columns with an ellipsis."""
    line = plain(" ".join(text.split()))
    if limit is None or width(line) <= limit:
        return line
    taken = 0
    for place, character in enumerate(line):
        taken += _cells(character)
        if taken >= limit:
            return line[:place] + CUT
    return line


def markdown(text: str) -> str:
    """One line of Markdown that renders as the text itself: no emphasis, link, picture, mention or HTML.

    It belongs after other text on its line; at the start of a line it could still open a list or a rule.
    """
    return _MARKDOWN.sub(_escaped, one_line(text))


def _escaped(hit: re.Match[str]) -> str:
    sign, entity, scheme, host = hit.groups()
    if sign:
        return "\\" + str(sign)
    if entity:
        return _ENTITIES[entity]
    return f"{scheme}&#58;" if scheme else f"{host}&#46;"


class Frame(Struct, frozen=True):
    """One displayed line and, in columns, the stretch of it that is marked."""

    line: str
    column: int
    columns: int


def frame(text: str, start: int, end: int, limit: int | None) -> Frame:
    """The line (or lines, joined by a return sign) that `text[start:end]` stands on, at most `limit` columns.

    A longer line is cut on both sides so that the stretch stays in view; an empty stretch marks one column.
    """
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", max(end - 1, start))
    last = len(text) if last < 0 else last
    pieces = [_piece(character) for character in text[first:last]]
    sizes = [width(piece) for piece in pieces]
    begin, stop = start - first, min(end, last) - first
    low, high = _visible(sizes, begin, stop, limit)
    lead = CUT if low > 0 else ""
    tail = CUT if high < len(pieces) else ""
    column = len(lead) + sum(sizes[low:begin])
    columns = sum(sizes[begin : min(stop, high)])
    return Frame(lead + "".join(pieces[low:high]) + tail, column, max(columns, 1))


def _visible(sizes: list[int], begin: int, stop: int, limit: int | None) -> tuple[int, int]:
    """The part of a line to show: all of it, else as much around the stretch as fits."""
    if limit is None or sum(sizes) <= limit:
        return 0, len(sizes)
    room = max(limit - 2 * len(CUT), 8)
    low, high, used = begin, begin, 0
    while high < stop and used + sizes[high] <= room:
        used += sizes[high]
        high += 1
    while used < room and (low > 0 or high < len(sizes)):
        grown = used
        if low > 0 and used + sizes[low - 1] <= room:
            low -= 1
            used += sizes[low]
        if high < len(sizes) and high >= stop and used + sizes[high] <= room:
            used += sizes[high]
            high += 1
        if used == grown:
            break
    while low < begin and sizes[low] == 0:
        low += 1
    return low, high
