"""Untrusted text made safe to show: terminal cells, control characters, CI commands, Markdown.

Answers and sources may hold anything: escape sequences that recolour a terminal, signs that reverse the
reading direction, lines that a CI runner would obey, Markdown that would load a remote picture. What is shown
is what they say, never what they would do.
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
# What runners obey in a log. GitHub: `::name::` at the start of a line, `##[name]` anywhere in it; Azure
# Pipelines: `##vso[name]`; TeamCity: `##teamcity[name]`. GitHub compares as people read, so that code points
# which nobody sees hide nothing from it.
_UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_ANYWHERE = rf"#(?=[{_UNSEEN}]*#[A-Za-z{_UNSEEN}]*\[)"
_COMMAND = re.compile(rf"{_ANYWHERE}|\A[\s{_UNSEEN}]*:(?=[{_UNSEEN}]*:[A-Za-z{_UNSEEN}])")
_COMMAND_IN_JSON = re.compile(_ANYWHERE)
_ALIKE = {"#": "\N{MUSIC SHARP SIGN}", ":": "\N{RATIO}"}
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


def inert(line: str) -> str:
    """The line with the first sign of every command to a CI runner replaced by one that only looks like it.

    Widths stay, so that a mark under the line stays in its place.
    """
    if "#" not in line and ":" not in line:
        return line
    return _COMMAND.sub(lambda hit: hit[0][:-1] + _ALIKE[hit[0][-1]], line)


def inert_json(data: bytes) -> bytes:
    """JSON with the same values that holds no command to a CI runner, since signs stand there as escapes.

    Only what goes to stdout needs it: nobody obeys a file. No line of JSON begins with `::`.
    """
    if b"#" not in data:
        return data
    return _COMMAND_IN_JSON.sub(r"\\u0023", data.decode("utf-8", "replace")).encode()


def block(text: str) -> str:
    """Text of several lines, none of which steers a terminal or a CI runner."""
    return "\n".join(map(plain, text.split("\n")))


def width(text: str) -> int:
    """How many terminal columns a text takes that `plain` or `frame` made."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def plain(text: str) -> str:
    """The text on one line, without anything that could steer a terminal or a CI runner."""
    if text.isascii() and text.isprintable():
        return inert(text)
    return inert("".join(map(_piece, text.replace("\r\n", "\n"))))


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
    return Frame(inert(lead + "".join(pieces[low:high]) + tail), column, max(columns, 1))


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
