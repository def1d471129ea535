"""A calibration card, or the agreement of raters, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pincite.calibration.card import Card
from pincite.report.calibration_view import Table, headings, tables
from pincite.report.shown import markdown


def lines(cards: Sequence[Card], rankings: Sequence[str] = ()) -> Iterator[str]:
    """The report of one judge, or of several and how they rank, line by line."""
    if rankings:
        yield "# The judges compared"
        yield ""
        yield from (f"- {_sentence(sentence)}" for sentence in rankings)
        yield ""
    for card in cards:
        yield f"# Calibration of {markdown(card.judge.name)}"
        yield ""
        for place, sentence in enumerate(card.words):
            told = _sentence(sentence)
            yield f"- **{told}**" if place == 0 else f"- {told}"
        yield ""
        yield from layout(tables(card))
        yield "## Where the numbers come from"
        yield ""
        for name, value in headings(card):
            yield f"- {name}: {markdown(value)}"
        yield ""


def layout(some: Iterable[Table]) -> Iterator[str]:
    """Tables under headings."""
    for table in some:
        yield f"## {table.title}"
        yield ""
        yield f"| {' | '.join(markdown(cell) for cell in table.header)} |"
        yield f"|---{'|---:' * (len(table.header) - 1)}|"
        for row in table.rows:
            yield f"| {' | '.join(markdown(cell) for cell in row)} |"
        yield ""
        if table.note:
            yield markdown(table.note).replace("\\`", "`")
            yield ""


def _sentence(text: str) -> str:
    told = markdown(text)
    return f"{told[:1].upper()}{told[1:]}."
