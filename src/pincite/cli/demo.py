"""`pincite demo`: the check on the example that ships with the package."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import click

from pincite.cli.config import resolve
from pincite.cli.settings import options

_SETTINGS = ("judge", "output", "report", "format", "max_findings", "color", "quiet", "verbose", "debug")


@click.command(
    epilog="\b\nExamples:\n  pincite demo\n  pincite demo -o demo-run --max-findings 0",
    short_help="Run the check on the example that ships with pincite.",
)
@options(*_SETTINGS)
def command(**flags: Any) -> int:
    """Check the answers of a made-up company's assistant against its documents.

    Each answer shows one kind of fault, or none. The findings are the point here, so they do not make the
    exit code 1.
    """
    from pincite.cli.evaluation import check

    with as_file(files("pincite.demo")) as folder:
        if not flags.get("quiet"):
            click.echo(f"the example's files are in {folder}", err=True)
        flags |= {
            "corpus": [str(folder / "corpus.jsonl")],
            "cases": [str(folder / "cases.jsonl")],
            "exit_zero": True,
        }
        # The settings of the project around us are not meant for the example.
        config = resolve(flags, directory=Path.cwd(), environ={}, search=False)
        return check([str(folder / "answers.jsonl")], config, shown_as=(str(folder), "demo"))
