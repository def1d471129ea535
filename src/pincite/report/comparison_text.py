"""A comparison on the terminal: what blocks and what turned, then the numbers, the verdict line last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pincite.report.calibration_text import layout
from pincite.report.comparison_outcome import ComparisonOutcome
from pincite.report.comparison_view import Item, Section, View
from pincite.report.groups import Tone
from pincite.report.shown import one_line, plain
from pincite.report.terminal import Screen

_TONES: dict[str | None, Tone] = {
    None: "fail",
    "newly_contradicted": "fail",
    "newly_unsupported": "partial",
    "newly_supported": "pass",
}
_WORDS: dict[str, Tone] = {"WORSE": "fail", "BETTER": "pass", "NO CHANGE": "pass"}


def lines(
    view: View,
    outcome: ComparisonOutcome,
    screen: Screen,
    *,
    style: Literal["concise", "full"] = "full",
    quiet: bool = False,
) -> Iterator[str]:
    """Everything that goes to stdout, line by line. `concise` has one line a claim."""
    if not quiet:
        yield from (screen.paint("dim", plain(run)) for run in view.runs)
        yield from (screen.paint("partial", one_line(line)) for line in view.banner)
        yield ""
    for section in view.sections:
        if style == "concise":
            yield from _concise(section, screen)
        else:
            yield from _full(section, screen)
    if style == "concise" and view.sections:
        yield ""
    if not quiet:
        yield one_line(view.counts)
        yield one_line(view.supported)
        yield ""
        yield from layout([view.metrics])
        yield from (screen.paint("dim", one_line(note)) for note in view.notes)
        yield ""
        yield from layout(view.tables)
    word = outcome.word
    yield screen.paint(_WORDS.get(word, "partial"), word) + plain(outcome.line).removeprefix(word)


def _concise(section: Section, screen: Screen) -> Iterator[str]:
    for item in section.items:
        blocks = " BLOCKS" if item.blocking else ""
        title = screen.paint(_TONES.get(section.kind, "info"), section.title)
        told = "; ".join(map(one_line, (item.what, *item.notes)))
        yield f"{one_line(item.place)}: {title}{blocks}: {told}: {one_line(item.text)}"
    if section.hidden:
        yield f"+ {section.hidden:,} more {section.title}: --max-findings 0 shows all"


def _full(section: Section, screen: Screen) -> Iterator[str]:
    title = screen.paint(_TONES.get(section.kind, "info"), section.title)
    yield f"{title} ({len(section.items) + section.hidden:,})"
    for item in section.items:
        yield from _item(item, screen)
    if section.hidden:
        yield f"  + {section.hidden:,} more: --max-findings 0 shows all"
    yield ""


def _item(item: Item, screen: Screen) -> Iterator[str]:
    blocks = f"  {screen.paint('fail', 'BLOCKS')}" if item.blocking else ""
    yield f"  {one_line(item.place)}: {one_line(item.what)}{blocks}"
    limit = None if screen.columns is None else max(20, screen.columns - 4)
    yield f"    {one_line(item.text, limit)}"
    for note in item.notes:
        yield f"    = {one_line(note, limit)}"
