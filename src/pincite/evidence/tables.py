"""Rows of a table in a stored text, and the header that names their columns."""

from __future__ import annotations

import re

from msgspec import Struct

_RULE = re.compile(r"[\s|:+=-]*-[\s|:+=-]*")
_CAPTION_LENGTH = 160
_LOOK_BACK = 200


class TableHead(Struct, frozen=True):
    """Where the header of a table stands, with the caption above it if there is one."""

    start: int
    end: int

    def of(self, text: str) -> str:
        return text[self.start : self.end].strip("\n")


def is_row(line: str) -> bool:
    """Whether a line is a row of cells: parted by pipes or tabs."""
    return (line.count("|") >= 1 or line.strip("\t ").count("\t") >= 1) and bool(line.strip("|\t -:"))


def line_at(text: str, index: int) -> tuple[int, int]:
    """Start and end of the line that holds the character at `index`, without its line break."""
    start = text.rfind("\n", 0, index) + 1
    end = text.find("\n", index)
    return start, len(text) if end < 0 else end


def table_head(text: str, index: int) -> TableHead | None:
    """The header of the table whose row holds `index`, or None when that line is no row.

    The header is the first row of the unbroken run of rows, and may be the line itself.
    """
    start, end = line_at(text, index)
    if not is_row(text[start:end]):
        return None
    top = (start, end)
    for _ in range(_LOOK_BACK):
        if start == 0:
            break
        start, end = line_at(text, start - 1)
        line = text[start:end]
        if is_row(line):
            top = (start, end)
        elif not (_RULE.fullmatch(line) and "-" in line):
            break
    caption = _caption_start(text, top[0])
    return TableHead(caption, top[1])


def _caption_start(text: str, top: int) -> int:
    """Where a caption begins that stands directly above a table, else the table's own start."""
    if top == 0:
        return top
    start, end = line_at(text, top - 1)
    line = text[start:end].strip()
    if not line or is_row(line) or _RULE.fullmatch(line) or len(line) > _CAPTION_LENGTH:
        return top
    return top if line.endswith((".", "!", "?", "。", "|")) else start
