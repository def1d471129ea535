"""A comparison as Markdown, for a pull request or a step summary. Words of answers are escaped."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.report.calibration_markdown import layout
from pincite.report.comparison_outcome import ComparisonOutcome
from pincite.report.comparison_view import Item, View
from pincite.report.shown import markdown


def lines(view: View, outcome: ComparisonOutcome, *, title: str = "Runs compared") -> Iterator[str]:
    """The report, line by line."""
    yield f"# {markdown(title)}"
    yield ""
    yield f"**{outcome.word}**: {markdown('; '.join(outcome.reasons))}"
    yield ""
    yield from (f"- {markdown(run)}" for run in view.runs)
    yield from (f"- **{markdown(line)}**" for line in view.banner)
    yield ""
    for section in view.sections:
        yield f"## {_capital(section.title)} ({len(section.items) + section.hidden:,})"
        yield ""
        for item in section.items:
            yield from _item(item)
        if section.hidden:
            yield f"- {section.hidden:,} more"
        yield ""
    yield "## Claims"
    yield ""
    yield f"- {_capital(markdown(view.counts))}"
    yield f"- {_capital(markdown(view.supported))}"
    yield ""
    yield from layout([view.metrics])
    yield from (f"- {_capital(markdown(note))}" for note in view.notes)
    yield ""
    yield from layout(view.tables)


def _item(item: Item) -> Iterator[str]:
    blocks = " **blocks**" if item.blocking else ""
    yield f"- {markdown(item.place)}: {markdown(item.what)}{blocks}"
    yield f"  > answer: {markdown(item.text)}"
    yield from (f"  - {markdown(note)}" for note in item.notes)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
