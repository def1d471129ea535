"""A calibration card on the terminal: what it means, then the first table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pincite.calibration.card import Card
from pincite.report.calibration_view import Table, tables
from pincite.report.shown import one_line, width

_FIRST = 2
"""The tables that are worth a terminal; the files have all of them."""


def lines(cards: Sequence[Card], rankings: Sequence[str] = (), *, verbose: bool = False) -> Iterator[str]:
    """One judge or several; `verbose` shows all tables."""
    for sentence in rankings:
        yield one_line(sentence)
    if rankings:
        yield ""
    for place, card in enumerate(cards):
        if place:
            yield ""
        sets = "1 set" if len(card.sets) == 1 else f"{len(card.sets)} sets"
        yield f"calibration of {one_line(card.judge.name)}: {card.overall.pairs} pairs of {sets}"
        yield ""
        for sentence in card.words:
            yield f"  {one_line(sentence)}"
        yield ""
        shown = list(tables(card))
        yield from layout(shown if verbose else [*shown[:_FIRST], *_last(card, shown)])


def _last(card: Card, shown: Sequence[Table]) -> list[Table]:
    """The corrected rates are what a labelled run is calibrated for."""
    return list(shown[-1:]) if card.run is not None and card.run.corrected else []


def layout(some: Iterable[Table]) -> Iterator[str]:
    """Tables in columns; the first to the left, numbers to the right."""
    for table in some:
        rows = [tuple(one_line(cell) for cell in row) for row in (table.header, *table.rows)]
        widths = [max(width(row[column]) for row in rows) for column in range(len(table.header))]
        yield table.title
        for row in rows:
            cells = [
                _pad(cell, wide, left=not place)
                for place, (cell, wide) in enumerate(zip(row, widths, strict=True))
            ]
            yield "  " + "  ".join(cells).rstrip()
        if table.note:
            yield f"  {table.note}".replace("`", "")
        yield ""


def _pad(text: str, wide: int, *, left: bool) -> str:
    space = " " * (wide - width(text))
    return text + space if left else space + text
