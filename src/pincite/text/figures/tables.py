"""Tables in running text: rows of cells parted by `|` or tabs."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pincite.text.figures.folding import fold
from pincite.text.figures.notes import PARENTHESES, notes
from pincite.text.figures.spelling import spelled

_RULE: Final = re.compile(r"[|\s:+=-]*")
_PIECE: Final = re.compile(r"[^|\t]+")
_NUMBER_CELL: Final = re.compile(r"[(\[]?[ ]?[-+~<>≤≥±]?[ ]?[a-z]{0,3}[€$£¥]?[ \u00a0]?[0-9]")
_YEAR_CELL: Final = re.compile(
    r"(?:fy|q[1-4]|h[12]|[1-4]q)?[ ]?(?:19|20)[0-9]{2}(?:[/-][0-9]{2,4})?(?:[ ]?(?:q[1-4]|h[12]|年|年度))?"
)
UNIT_COLUMNS: Final = spelled("unit units einheit einheiten unite unites unidad unidades 单位 単位 uom")


class Cell(Struct, frozen=True, gc=False):
    start: int
    end: int
    row: int
    column: int
    label: str


class Table(Struct, frozen=True, gc=False):
    """`rows[0]` is the header row when `headed`; `caption` is the line above the table."""

    start: int
    end: int
    rows: tuple[tuple[Cell, ...], ...]
    headed: bool
    caption: str = ""
    columns: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()  # of every cell, in order
    cells: tuple[Cell, ...] = ()
    unit_column: int = -1

    def cell_at(self, position: int) -> Cell | None:
        """The data cell (no header cell) that holds a position."""
        at = bisect_right(self.starts, position) - 1
        if at < 0:
            return None
        cell = self.cells[at]
        if position >= cell.end or (self.headed and cell.row == 0):
            return None
        return cell

    def column_name(self, cell: Cell) -> str:
        return self.columns[cell.column] if cell.column < len(self.columns) else ""

    def row_name(self, cell: Cell) -> str:
        return self.rows[cell.row][0].label if cell.column else ""


class Tables(Struct, frozen=True, gc=False):
    """The tables of one text."""

    found: tuple[Table, ...] = ()
    starts: tuple[int, ...] = ()

    def at(self, position: int) -> Table | None:
        """The table that holds a position."""
        at = bisect_right(self.starts, position) - 1
        return self.found[at] if at >= 0 and position < self.found[at].end else None


_NONE: Final = Tables()


@lru_cache(maxsize=2048)
def tables(text: str, header: str = "") -> Tables:
    """The tables of `text`. A `header` from elsewhere names the columns of a table that has no header row."""
    if "|" not in text and "\t" not in text:
        return _NONE
    folded = fold(text)
    head_cells, head_caption = _given_header(fold(header))
    found: list[Table] = []
    rows: list[tuple[Cell, ...]] = []
    caption = above = ""
    position = 0
    for line in [*folded.split("\n"), ""]:
        cells = _cells(line, position, len(rows))
        if cells:
            if not rows:
                caption = above
            rows.append(cells)
        elif not (rows and line.strip() and (_RULE.fullmatch(line) or _is_section(line))):
            if rows:
                found.append(_table(rows, caption or head_caption, head_cells))
                rows = []
            above = line.strip()
        position += len(line) + 1
    return Tables(tuple(found), tuple(table.start for table in found))


def _is_section(line: str) -> bool:
    """Whether a line is a row of one cell that heads the rows below ("| Operating expenses: |").

    One that says what their figures are counted in begins a table of its own."""
    return line.lstrip().startswith("|") and not notes(line.strip(" |"), False)


def _given_header(header: str) -> tuple[tuple[str, ...], str]:
    lines = [line for line in header.split("\n") if line.strip() and not _RULE.fullmatch(line)]
    for at in range(len(lines) - 1, -1, -1):
        cells = _cells(lines[at], 0, 0)
        if cells:
            return tuple(cell.label for cell in cells), " ".join(lines[:at])
    return (), " ".join(lines)


def _cells(line: str, offset: int, row: int) -> tuple[Cell, ...]:
    if "|" not in line and "\t" not in line:
        return ()
    if _RULE.fullmatch(line):
        return ()
    begin = line.find("|") + 1 if line.lstrip().startswith("|") else 0
    cells: list[Cell] = []
    at = begin
    for column, piece in enumerate(re.split(r"[|\t]", line[begin:])):
        cells.append(Cell(offset + at, offset + at + len(piece), row, column, piece.strip()))
        at += len(piece) + 1
    if cells and not cells[-1].label and line.rstrip().endswith("|"):
        cells.pop()
    return tuple(cells) if len(cells) > 1 else ()


def _table(rows: list[tuple[Cell, ...]], caption: str, given: tuple[str, ...]) -> Table:
    headed = _is_header(rows)
    columns = tuple(cell.label for cell in rows[0]) if headed else ()
    if columns and max(map(len, rows[1:])) == len(columns) + 1:
        # The names of the rows have none of their own.
        columns = ("", *columns)
    if not headed and given:
        columns = given
    cells = tuple(cell for row in rows for cell in row)
    unit_column = next((at for at, name in enumerate(columns) if name in UNIT_COLUMNS), -1)
    starts = tuple(cell.start for cell in cells)
    return Table(starts[0], cells[-1].end, tuple(rows), headed, caption, columns, starts, cells, unit_column)


def _is_header(rows: list[tuple[Cell, ...]]) -> bool:
    """The first row names the columns: no quantities in it (years may be names), and quantities below."""
    if len(rows) < 2:
        return False
    first = rows[0][1:]
    for cell in first:
        label = PARENTHESES.sub("", cell.label).strip()
        if _NUMBER_CELL.match(label) and not _YEAR_CELL.fullmatch(label):
            return False
    return True
