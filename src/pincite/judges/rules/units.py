"""Cutting evidence into units: the sentences, table rows and list items that can each carry a statement."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

from pincite.model.span import Span
from pincite.text.headings import HeadingKind, heading_only
from pincite.text.sentences import sentences

UnitKind = Literal["statement", "row", "header", "caption", "heading", "question", "reference", "contents"]


class Unit(Struct, frozen=True, gc=False):
    """`text[start:end]` and what sort of text it is. `cells` are the cells of a row or header; `header` is
    the index of the header unit of a row, `caption` that of the line above the table; -1 when there is none.
    """

    kind: UnitKind
    start: int
    end: int
    cells: tuple[Span, ...] = ()
    header: int = -1
    caption: int = -1


_QUESTION: Final = re.compile(r"[?？]\s*[\"'”’»」)]*\s*$")
_SENTENCE_END: Final = re.compile(r"[.!?。！？;:；：]\s*[\"'”’»」)\]]*\s*$")
_HEADING_LENGTH: Final = 120
_RULE: Final = re.compile(r"[\s|:+-]*-{2,}[\s|:+-]*$")


def units(text: str) -> tuple[Unit, ...]:
    """The units of the text in order; together they cover every statement in it."""
    empty = heading_only(text)
    if empty is not None:
        return (Unit(_EMPTY[empty], *_trimmed(text, 0, len(text))),)
    found: list[Unit] = []
    if "|" in text and "\n" in text:
        _with_tables(text, found)
    else:
        _prose(text, 0, len(text), found)
    return tuple(found)


_EMPTY: Final[dict[HeadingKind, UnitKind]] = {
    "word": "heading",
    "heading": "heading",
    "links": "reference",
    "references": "reference",
    "question": "question",
    "contents": "contents",
}


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    return left, max(left, start + len(piece.rstrip()))


def _prose(text: str, start: int, end: int, found: list[Unit]) -> None:
    found.extend(
        Unit(_kind(text[span.start : span.end]), span.start, span.end) for span in sentences(text, start, end)
    )


def _kind(piece: str) -> UnitKind:
    if _QUESTION.search(piece) is not None:
        return "question"
    if len(piece) <= _HEADING_LENGTH and _SENTENCE_END.search(piece) is None:
        empty = heading_only(piece)
        if empty in ("heading", "word"):
            return "heading"
    return "statement"


def _with_tables(text: str, found: list[Unit]) -> None:
    at = 0
    prose_from = 0
    header = caption = -1
    in_table = False
    for line in text.splitlines(keepends=True):
        start, end = _trimmed(text, at, at + len(line))
        if "|" in line:
            if not in_table:
                _prose(text, prose_from, at, found)
                caption = (
                    len(found) - 1 if found and "\n" not in text[found[-1].end : at].strip(" ")[1:] else -1
                )
                header = -1
                in_table = True
            if _RULE.match(line) is None:
                cells = _cells(text, start, end)
                first = header < 0 and not (found and found[-1].kind == "row")
                if first and _looks_like_header(text, cells):
                    header = len(found)
                    found.append(Unit("header", start, end, cells, -1, caption))
                else:
                    found.append(Unit("row", start, end, cells, header, caption))
            prose_from = at + len(line)
        elif in_table:
            in_table = False
            prose_from = at
        at += len(line)
    _prose(text, prose_from, len(text), found)


_YEAR: Final = re.compile(r"(?:FY|Q[1-4] ?)?(?:19|20)\d\d\*?$")


def _looks_like_header(text: str, cells: tuple[Span, ...]) -> bool:
    """No cell after the first is a value; years name columns."""
    for cell in cells[1:]:
        piece = text[cell.start : cell.end]
        if any(c.isdigit() for c in piece) and _YEAR.match(piece) is None and not piece[:1].isalpha():
            return False
    return len(cells) > 1


def _cells(text: str, start: int, end: int) -> tuple[Span, ...]:
    found = []
    at = start
    if text[at : at + 1] == "|":
        at += 1
    while at <= end:
        stop = text.find("|", at, end)
        stop = end if stop < 0 else stop
        if stop >= end and not text[at:stop].strip():
            break
        found.append(Span(*_trimmed(text, at, stop)))
        at = stop + 1
    return tuple(found)
