"""What a figure of a text stands with: its cell's row and column, its list item or clause, its sentence."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.units import Unit
from pincite.judges.rules.worths import form

_PIECE: Final = re.compile(
    r"[;；，、]|[,](?!\d)|(?<=[a-zß0-9)%])[.](?=\s|$)|[。\n|]|\b(?:and|but|while|whereas|und|sowie|während|et"
    r"|mais|tandis que|y|e|pero|mientras)\b",
    re.IGNORECASE,
)
LIST_LABEL: Final = re.compile(r"[^:：.;\n]{1,60}(?:[:：]\s|：)")
_UNIT_CELL: Final = re.compile(r"\W*[^\W\d_]{0,4}\W{0,2}(?:/\W?[^\W\d_]{1,6})?\W*$")


class Place(Struct, frozen=True):
    """The terms and figures that one figure stands with."""

    terms: frozenset[int]
    figures: frozenset[str]
    unit: int
    start: int


@lru_cache(maxsize=16384)
def place_of(reading: Analysis, offset: int, level: int) -> Place:
    """What a figure stands with: at level 0 its cell's row label and header or its list item, at level 1 its
    unit.
    """
    number = reading.unit_at(offset)
    unit = reading.units[number]
    if unit.kind == "row":
        return _cell_place(reading, number, offset)
    start, end = (unit.start, unit.end) if level else _piece(reading, unit, offset)
    return _span_place(reading, number, [(start, end)])


def _span_place(reading: Analysis, number: int, spans: list[tuple[int, int]]) -> Place:
    terms = frozenset(t.at for start, end in spans for t in reading.terms_between(start, end))
    figures = frozenset(form(f) for start, end in spans for f in reading.figures_in(start, end))
    return Place(terms, figures, number, min(start for start, _ in spans))


def _cell_place(reading: Analysis, number: int, offset: int) -> Place:
    unit = reading.units[number]
    column = next(
        (at for at, cell in enumerate(unit.cells) if cell.start <= offset < cell.end), len(unit.cells) - 1
    )
    spans = [
        (cell.start, cell.end)
        for at, cell in enumerate(unit.cells)
        if at == 0 or at == column or _named(reading, cell.start, cell.end)
    ]
    if unit.header >= 0:
        cells = reading.units[unit.header].cells
        if column < len(cells):
            spans.append((cells[column].start, cells[column].end))
    return _span_place(reading, number, spans)


def _named(reading: Analysis, start: int, end: int) -> bool:
    """Whether a cell holds words: no figure, no bare unit."""
    return _UNIT_CELL.match(reading.text[start:end]) is None and not reading.figures_in(start, end)


@lru_cache(maxsize=4096)
def _cuts(text: str) -> list[int]:
    return [match.start() for match in _PIECE.finditer(text)]


def _piece(reading: Analysis, unit: Unit, offset: int) -> tuple[int, int]:
    """The list item or clause of the figure; one without words of its own is joined to the one before it."""
    every = _cuts(reading.text)
    cuts = every[bisect_right(every, unit.start) : bisect_left(every, unit.end)]
    label = LIST_LABEL.match(reading.text, unit.start, unit.end)
    if label is not None and cuts and len(reading.figures_in(label.end(), unit.end)) > 1:
        cuts = sorted({*cuts, label.end()})
    at = bisect_right(cuts, offset)
    end = cuts[at] if at < len(cuts) else unit.end
    start = cuts[at - 1] if at else unit.start
    while at > 0 and all(t.light for t in reading.terms_between(start, end)):
        at -= 1
        start = cuts[at - 1] if at else unit.start
    return start, end
