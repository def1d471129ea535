"""`pincite explain`: what a code means, what the check can tell, and what to do."""

from __future__ import annotations

import sys

import click

from pincite.codes import CATALOGUE
from pincite.errors import ConfigError
from pincite.explanations import ERRORS, explanation, named


@click.command(
    epilog="\b\nExamples:\n  pincite explain PC401\n  pincite explain contradicted",
    short_help="Say what a finding code or an error means.",
)
@click.argument("topic", required=False)
def command(topic: str | None) -> None:
    """Explain a finding code, its name, or the slug of an error.

    TOPIC is PC401, missing_figure or config, for example. A prefix such as PC4, or no topic, lists the codes.
    """
    if topic is None:
        _list(list(CATALOGUE))
        click.echo(f"\nerrors: {', '.join(ERRORS)}")
        return
    found = named(topic)
    if len(found) > 1:
        _list(found)
        return
    if not found:
        from pincite.report.selection import suggestion

        raise ConfigError(f"nothing is called {topic!r}", where="TOPIC", hint=suggestion(topic))
    _show(explanation(found[0]))


def _list(codes: list[str]) -> None:
    for code in codes:
        entry = CATALOGUE[code]
        click.echo(f"{code}  {entry.name:24}  {entry.severity:8} {entry.title}")


def _show(text: str) -> None:
    """Laid out on a terminal, the Markdown itself in a pipe."""
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))
