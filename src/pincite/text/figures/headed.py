"""Figures with the unit, scale and sign that their table or the label before them gives."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

import msgspec

from pincite.model import Figure
from pincite.text.figures.folding import fold
from pincite.text.figures.notes import EXCEPT, Note, notes
from pincite.text.figures.tables import Cell, Table, tables
from pincite.text.figures.units import UNITS

_LABEL: Final = re.compile(r"([^|\n:]{1,60}\([^()\n]{1,40}\)): ?(\()?$")
_CAPTION: Final = re.compile(r"(?:,|(?<![a-z])in) ([^,:|()\n]{1,24}): ?(\()?$")
_CAPTIONED: Final = re.compile(
    r"(?:thousand|million|billion|mio\.?|mrd\.?|tausend|milliers|millones|bn|m|000)s?:"
)
# What may stand between a labelled value and that of another year: " (previous year: ", ", 2023: ".
_OTHER_YEAR: Final = re.compile(r"\)?[ ]?[(,;][a-z0-9 ./:]{0,36}\(?")
_YEAR: Final = re.compile(r"year|jahr|annee|exercice|ano|ejercicio|(?:19|20)[0-9]{2}")


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


def labelled(folded: str) -> bool:
    """Whether a label with a unit or a scale may stand before a colon."""
    return "):" in folded or (":" in folded and _CAPTIONED.search(folded) is not None)


def with_labels(folded: str, made: list[Figure]) -> list[Figure]:
    """The figures of lines like "Result (EUR million): (1.2)", with the unit, scale and sign they give.

    The value of another year behind it, "(previous year: 1.1)", is read under the same label.
    """
    result = []
    stated: tuple[Note, ...] = ()
    end = 0
    for figure in made:
        if figure.kind not in ("number", "identifier"):
            if figure.kind != "date":
                stated = ()
        elif not (figure.scaled_by_header or _scaled_itself(figure)):
            here = _label_of(folded, figure)
            if here is not None:
                stated = here[0]
            elif stated and not _of_other_year(folded[end : figure.start]):
                stated = ()
            if stated:
                closed = here[1] if here is not None else folded[figure.start - 1 : figure.start] == "("
                label = folded[max(0, figure.start - 90) : figure.start] if here is not None else ""
                figure = _labelled(folded, figure, stated, label, closed=closed)
                end = figure.end
        result.append(figure)
    return result


def _of_other_year(between: str) -> bool:
    return bool(_OTHER_YEAR.fullmatch(between) and _YEAR.search(between))


def _label_of(folded: str, figure: Figure) -> tuple[tuple[Note, ...], bool] | None:
    """What the label right before a figure states, and whether a parenthesis opens behind its colon."""
    left = folded[max(0, figure.start - 90) : figure.start]
    if ":" not in left[-3:]:
        return None
    label = _LABEL.search(left, left.rfind("\n") + 1)
    stated = () if label is None else notes(label.group(1), True)
    if label is None or not stated:
        label = _CAPTION.search(left, left.rfind("\n") + 1)
        stated = () if label is None else notes(f"({label.group(1)})", True)
        if not any(note.factor != 1 for note in stated):
            return None
    return None if label is None or not stated else (stated, bool(label.group(2)))


def _labelled(folded: str, figure: Figure, stated: tuple[Note, ...], label: str, *, closed: bool) -> Figure:
    if closed and folded.startswith(")", figure.end) and folded[figure.start - 1] == "(":
        figure = _negated(figure)
    return figure if figure.kind == "identifier" else _noted(figure, stated, label)


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
    whole = cell.label.strip("()") == fold(figure.text).strip("()")
    if not cell.column and not whole:
        return figure  # "Service revenue - ASC 606" names a row
    row, column = table.row_name(cell), table.column_name(cell)
    if figure.kind == "number" and 0 <= table.unit_column < len(table.rows[cell.row]):
        unit = UNITS.get(table.rows[cell.row][table.unit_column].label)
        if unit is not None:
            return _with_unit(figure, Note(Fraction(1), unit))
    for piece in (column, row):
        stated = notes(piece, True) if piece else ()
        if stated:
            return _noted(figure, stated, row)
    if not cell.column and figure.kind != "money":
        return figure
    if any(phrase in row or phrase in column for phrase in EXCEPT):
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
