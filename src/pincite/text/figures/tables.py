"""Tables in running text: rows of cells parted by `|` or tabs, with the units and scales of their headers."""

from __future__ import annotations

import re
from bisect import bisect_right
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Struct

from pincite.model import Figure
from pincite.text.figures.folding import fold
from pincite.text.figures.scales import CJK_SCALES, SCALE_WORDS
from pincite.text.figures.spelling import spelled
from pincite.text.figures.units import UNITS, Unit

_RULE: Final = re.compile(r"[|\s:+=-]*")
_PIECE: Final = re.compile(r"[^|\t]+")
_NUMBER_CELL: Final = re.compile(r"[(\[]?[ ]?[-+~<>≤≥±]?[ ]?[a-z]{0,3}[€$£¥]?[ \u00a0]?[0-9]")
_YEAR_CELL: Final = re.compile(
    r"(?:fy|q[1-4]|h[12]|[1-4]q)?[ ]?(?:19|20)[0-9]{2}(?:[/-][0-9]{2,4})?(?:[ ]?(?:q[1-4]|h[12]|年|年度))?"
)
_PARENTHESES: Final = re.compile(r"[(\[（]([^()\[\]（）]{1,60})[)\]）]")
_LABEL: Final = re.compile(r"([^|\n:]{1,60}\([^()\n]{1,40}\)): ?(\()?$")
_NOTE_WORD: Final = re.compile(
    r"[a-zμ.]*[€$£¥][a-z]{0,2}|u\.s\.|[a-zμ°º²³]+|'?0{3,6}s?|%|‰|[\u3040-\u9fff]+|/"
)
_SCALES: Final = {
    **SCALE_WORDS, "000": 3, "'000": 3, "000s": 3, "'000s": 3, "000000": 6, "k": 3,
    "tausend": 3, "milliers": 3, "miles": 3, "mil": 3, "millares": 3,
}  # fmt: skip
_PREFIXED: Final = {"k": 3, "m": 6, "mio": 6, "mn": 6, "bn": 9, "b": 9, "t": 3, "md": 9, "mrd": 9}
_FREE: Final = spelled(
    "in of expressed amounts amount figures all values value data and the unless otherwise stated en de",
    "des d angaben betrage werte alle montants cifras importes expresado expresados u s us unit units per",
    "are shown currency except from for as reported nominal total",
)
_EXCEPT: Final = ("per share", "eps", "je aktie", "par action", "por accion", "一株", "per unit")
_UNIT_COLUMNS: Final = spelled("unit units einheit einheiten unite unites unidad unidades 单位 単位 uom")
_STRAY: Final = spelled("m t s a v w h d x l g j min mal times kr real fold mi")


class Note(Struct, frozen=True, gc=False):
    """What a header says of the figures below; `about` limits it to rows with one of these words."""

    factor: Fraction = Fraction(1)
    unit: Unit | None = None
    about: frozenset[str] = frozenset()


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
        elif not (rows and line.strip() and _RULE.fullmatch(line)):
            if rows:
                found.append(_table(rows, caption or head_caption, head_cells))
                rows = []
            above = line.strip()
        position += len(line) + 1
    return Tables(tuple(found), tuple(table.start for table in found))


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
    if not headed and given:
        columns = given
    cells = tuple(cell for row in rows for cell in row)
    unit_column = next((at for at, name in enumerate(columns) if name in _UNIT_COLUMNS), -1)
    starts = tuple(cell.start for cell in cells)
    return Table(starts[0], cells[-1].end, tuple(rows), headed, caption, columns, starts, cells, unit_column)


def _is_header(rows: list[tuple[Cell, ...]]) -> bool:
    """The first row names the columns: no quantities in it (years may be names), and quantities below."""
    if len(rows) < 2:
        return False
    first = rows[0][1:]
    for cell in first:
        label = _PARENTHESES.sub("", cell.label).strip()
        if _NUMBER_CELL.match(label) and not _YEAR_CELL.fullmatch(label):
            return False
    return True


# --- notes ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def notes(piece: str, label: bool) -> tuple[Note, ...]:
    """What a header cell, a row label (`label`) or a caption says about unit and scale.

    "(USD in millions, shares in thousands)" makes two notes, the second only about shares. In a label only
    what stands in parentheses, behind "in", or is a sign counts: "Euro area" is no unit.
    """
    made: list[Note] = []
    inner = [match.group(1) for match in _PARENTHESES.finditer(piece)]
    for part in inner:
        made.extend(_parts(part))
    if not made and "in " in piece:
        behind = re.search(r"\bin ([^|()]{2,30})$", piece)
        if behind is not None:
            made.extend(_parts(behind.group(1)))
    if not made and label:
        made.extend(_parts(_unit_at_end(piece)))
    if not made and not label and len(piece) < 60:
        made.extend(note for note in _parts(piece) if note.factor != 1)
    return tuple(made)


def _unit_at_end(piece: str) -> str:
    """The last word of a label if it is a sign, a currency or a short unit ("Ownership %", "Weight kg")."""
    words = piece.split()
    last = words[-1] if words else ""
    if last in ("%", "‰") or _is_currency(last):
        return last
    return last if len(words) > 1 and last in UNITS and last not in _STRAY and len(last) <= 4 else ""


def _is_currency(word: str) -> bool:
    unit = UNITS.get(word)
    return unit is not None and unit.kind == "money" and (len(word) == 3 or not word.isalpha())


def _parts(piece: str) -> list[Note]:
    made = []
    for exception in _EXCEPT:
        at = piece.find(exception)
        if at > 0:
            piece = piece[:at]
            piece = piece[: max(piece.rfind(","), piece.rfind("except"), 0)]
    for part in re.split(r"[,;，、：:]", piece):
        note = _note(part)
        if note is not None:
            made.append(note)
    return made


def _note(part: str) -> Note | None:
    factor, unit = Fraction(1), UNITS.get(part.strip()) if part.strip() not in _STRAY - {"m"} else None
    about: set[str] = set()
    if unit is not None:
        return Note(Fraction(1), unit)
    for word in _NOTE_WORD.findall(part):
        if word in _SCALES:
            factor *= 10 ** _SCALES[word]
            continue
        known = UNITS.get(word)
        if known is not None and word not in _STRAY:
            unit = unit or known
            continue
        prefixed = _prefixed(word)
        if prefixed is not None:
            factor, unit = prefixed
            continue
        if word > "\u2fff":
            scaled = _cjk_note(word)
            if scaled is not None:
                factor, unit = scaled
            continue
        if word == "m" and unit is not None and unit.kind == "money":
            factor *= 10**6
        elif word not in _FREE and len(word) > 1:
            about.add(word)
    if factor == 1 and unit is None:
        return None
    # "shares in thousands" speaks of shares; "capital in USD millions" of everything: it names a currency.
    limited = frozenset(about) if unit is None else frozenset()
    return Note(factor, unit, limited)


def _prefixed(word: str) -> tuple[Fraction, Unit] | None:
    """m€, $m, k$, €bn: a currency sign with a letter for the scale."""
    for sign in "€$£¥":
        if sign in word:
            letters = word.replace(sign, "").removeprefix("us").removeprefix(".")
            power = _PREFIXED.get(letters)
            if power is not None:
                return Fraction(10**power), UNITS[sign]
    return None


def _cjk_note(word: str) -> tuple[Fraction, Unit | None] | None:
    word = word.removeprefix("单位").removeprefix("単位").removeprefix("人民币")
    for name in sorted(CJK_SCALES, key=len, reverse=True):
        if word.startswith(name):
            return Fraction(10 ** CJK_SCALES[name]), UNITS.get(word[len(name) :])
    unit = UNITS.get(word)
    return None if unit is None else (Fraction(1), unit)


# --- applying them ----------------------------------------------------------------------------------------


def with_headers(text: str, made: list[Figure], header: str) -> list[Figure]:
    """The figures of table cells with the unit, scale and sign that their table gives them."""
    found = tables(text, header)
    if not found.found:
        return _under_caption(made, fold(header)) if header else made
    result = []
    for figure in made:
        table = found.at(figure.start)
        result.append(figure if table is None else _in_cell(table, figure))
    return result


def with_labels(folded: str, made: list[Figure]) -> list[Figure]:
    """The figures of lines like "Result (EUR million): (1.2)", with the unit, scale and sign they give."""
    return [
        _labelled(folded, figure) if figure.kind in ("number", "identifier") else figure for figure in made
    ]


def _labelled(folded: str, figure: Figure) -> Figure:
    left = folded[max(0, figure.start - 90) : figure.start]
    label = _LABEL.search(left, left.rfind("\n") + 1)
    if label is None or figure.scaled_by_header or _scaled_itself(figure):
        return figure
    stated = notes(label.group(1), True)
    if not stated:
        return figure
    if label.group(2) and folded.startswith(")", figure.end):
        figure = _negated(figure)
    return figure if figure.kind == "identifier" else _noted(figure, stated, label.group(1))


def _under_caption(made: list[Figure], header: str) -> list[Figure]:
    stated = notes(header, False)
    if not stated:
        return made
    return [_noted(figure, stated, "") if figure.kind == "number" else figure for figure in made]


def _in_cell(table: Table, figure: Figure) -> Figure:
    cell = table.cell_at(figure.start)
    if cell is None or figure.kind not in ("number", "money", "identifier"):
        return figure
    figure = _accounting(cell, figure)
    if figure.kind == "identifier" or _scaled_itself(figure):
        return figure
    row, column = table.row_name(cell), table.column_name(cell)
    if figure.kind == "number" and 0 <= table.unit_column < len(table.rows[cell.row]):
        unit = UNITS.get(table.rows[cell.row][table.unit_column].label)
        if unit is not None:
            return _with_unit(figure, Note(Fraction(1), unit))
    for piece in (column, row):
        stated = notes(piece, True) if piece else ()
        if stated:
            return _noted(figure, stated, row)
    if not cell.column or any(phrase in row or phrase in column for phrase in _EXCEPT):
        return figure
    corner = table.columns[0] if table.columns else ""
    for piece in (corner, table.caption):
        stated = notes(piece, False) if piece else ()
        if stated:
            return _noted(figure, stated, row)
    return figure


def _scaled_itself(figure: Figure) -> bool:
    """Whether the cell gives its own scale or unit, so that a header's does not apply."""
    if figure.kind == "number":
        return figure.value is None or figure.written != abs(figure.value)
    return figure.value is None or figure.written is None or abs(figure.value) != figure.written


def _accounting(cell: Cell, figure: Figure) -> Figure:
    """(1,482) alone in a cell is negative."""
    inner, text = cell.label, fold(figure.text)
    if figure.negative or figure.written is None or inner[:1] != "(" or inner[-1:] != ")":
        return figure
    if inner[1:-1].strip() != text or (figure.kind == "identifier" and figure.noun != "label"):
        return figure
    return _negated(figure)


def _negated(figure: Figure) -> Figure:
    """The figure as accountants write it in parentheses: negative."""
    value = figure.value if figure.value is not None else figure.written
    if value is None:
        return figure
    return msgspec.structs.replace(
        figure,
        kind="money" if figure.kind == "money" else "number",
        value=-value,
        negative=True,
        noun="",
        step=figure.step or Fraction(1),
        readings=tuple(-reading for reading in figure.readings),
    )


def _noted(figure: Figure, stated: tuple[Note, ...], row: str) -> Figure:
    words = set(re.findall(r"[^\W\d_]+", row))
    for note in stated:
        if note.about and any(word in words or word.rstrip("s") in words for word in note.about):
            return _with_unit(figure, note)
    for note in stated:
        if not note.about:
            return _with_unit(figure, note)
    return figure


def _with_unit(figure: Figure, note: Note) -> Figure:
    unit = note.unit
    if figure.kind == "money":
        unit = None
    factor = note.factor * (unit.factor if unit is not None else 1)
    offset = unit.offset if unit is not None else Fraction(0)
    if figure.value is None or (unit is None and factor == 1):
        return figure
    return msgspec.structs.replace(
        figure,
        kind=figure.kind if unit is None else unit.kind,
        value=figure.value * factor + offset,
        high=None if figure.high is None else figure.high * factor + offset,
        step=None if figure.step is None else figure.step * factor,
        readings=tuple(reading * factor + offset for reading in figure.readings),
        unit=figure.unit if unit is None else unit.base,
        scaled_by_header=note.factor != 1
        or (unit is not None and unit.kind == "money" and unit.factor >= 1000),
    )
