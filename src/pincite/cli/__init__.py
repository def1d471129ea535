"""The command line: a thin caller of the library, one command a file.

Commands are imported when they are called, so that `pincite --help` loads nothing but click.
"""

from __future__ import annotations

import difflib
import gc
import io
import keyword
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import click

from pincite.version import __version__

COMMANDS: dict[str, str] = {
    "check": "Check the citations of recorded answers.",
    "demo": "Run the check on the example that ships with pincite.",
    "init": "Put a starter kit into a project: settings, gate, cases, an example, CI.",
    "doctor": "Say what is installed, what is set and from where, and try the judge.",
    "import": "Turn answers as other products record them into answers to check.",
    "gate": "Decide on a run by declared rules: accept, investigate, reject, rebaseline.",
    "compare": "Compare two runs claim by claim, and call noise noise.",
    "show": "Walk one claim of a run through the chain, to its failure owner.",
    "explain": "Say what a finding code or an error means and what to do about it.",
    "schema": "Print the JSON Schema of an input or output record.",
    "calibrate": "Measure a judge against human labels.",
    "labels": "Sample, collect, compare and use human labels.",
    "cases": "Lint gold cases, keep their revisions, promote used ones.",
    "sample": "Draw a fixed sample of cited claims for people to read.",
    "split": "Part gold cases so that no part knows anything of another.",
    "trace": "Explain, check and repair recorded answers.",
}


COLLECTING = (50_000, 20, 100)
"""How seldom our own process looks for circular garbage. A check makes millions of values that hold no
circle: with Python's own setting the looking takes a tenth of its time and frees nothing."""

_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


class _Commands(click.Group):
    """Knows every command's name and one-line help without importing any of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            close = difflib.get_close_matches(cmd_name, COMMANDS, n=1)
            ctx.fail(f"no such command {cmd_name!r}{f', did you mean {close[0]!r}?' if close else ''}")
        # A module cannot be called `import`: a keyword gets a trailing underscore.
        module = f"{cmd_name}_" if keyword.iskeyword(cmd_name) else cmd_name
        command = import_module(f"pincite.cli.{module}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_Commands, context_settings=_CONTEXT)
@click.version_option(__version__, prog_name="pincite", message="%(prog)s %(version)s")
def group() -> None:
    """Check the citations of RAG answers, claim by claim.

    Does the cited passage say what the answer says? Offline, deterministic, no key needed.

    \b
      pincite demo
      pincite check answers.jsonl --corpus corpus.jsonl -o run
    """


def run(argv: Sequence[str] | None = None) -> int:
    """Run a command line and give back its exit code; errors are told on stderr."""
    from pincite.cli.failures import told

    arguments = list(sys.argv[1:] if argv is None else argv)
    with told("--debug" in arguments) as ending:
        code: object = group.main(args=arguments, prog_name="pincite", standalone_mode=False)
        ending.exit_code = code if isinstance(code, int) else 0
    return ending.exit_code


def main() -> NoReturn:
    """The `pincite` program."""
    gc.set_threshold(*COLLECTING)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        # Whoever closed a stream (`>&-`) wants nothing from it; Python then has None in its place.
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - as long as we run
    for stream in (sys.stdout, sys.stderr):
        # A console that cannot show a character shows its code instead of ending the run.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run())
