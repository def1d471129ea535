"""`pincite check`: the main job."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import NamedTemporaryFile
from typing import Any

import click

from pincite.cli.config import resolve
from pincite.cli.settings import options


@click.command(
    epilog="\b\nExamples:\n"
    "  pincite check answers.jsonl --corpus corpus.jsonl --cases cases.jsonl -o run\n"
    "  pincite check answers.jsonl --format concise --select PC2,PC502 --fail-on warning",
    short_help="Check the citations of recorded answers.",
)
@click.argument("answers", nargs=-1, required=True)
@click.option("--config", "config_file", metavar="FILE", help="Read settings from this file and no other.")
@click.option("--from", "foreign", metavar="FORMAT", help="Read ANSWERS as `pincite import FORMAT` does.")
@click.option(
    "--request",
    "requests",
    metavar="FILE",
    multiple=True,
    hidden=True,  # as `pincite import --help` shows it
    help="With --from: what was sent to the provider; repeatable.",
)
@click.option(
    "--map",
    "mapping",
    metavar="KEY=NAME",
    multiple=True,
    hidden=True,
    help="With --from: a setting of the format; repeatable.",
)
@options()
def command(
    answers: tuple[str, ...],
    config_file: str | None,
    foreign: str | None,
    requests: tuple[str, ...],
    mapping: tuple[str, ...],
    **flags: Any,
) -> int:
    """Check the citations of recorded ANSWERS (JSONL, JSON, .jsonl.gz, or - for stdin).

    Findings and numbers go to stdout, worst first; progress goes to stderr. Every option can also be written
    in pincite.toml, under [tool.pincite] in pyproject.toml, or as a variable (PINCITE_FAIL_ON=warning).

    \b
    Exit codes: 0 nothing at or above --fail-on, or the gate passed; 1 findings, or the gate failed; 2 could
    not run, or rejected input lines; 3 no claim was evaluated, or the gate is undecided; 130 interrupted.
    """
    config = resolve(flags, config_file=config_file, directory=Path.cwd(), environ=os.environ)
    # The engine is imported only once the settings are known to be right.
    from pincite.cli.evaluation import check

    with _stored(answers) as (paths, shown_as):
        if foreign is None:
            if requests or mapping:
                raise click.UsageError(f"{'--request' if requests else '--map'} needs --from")
            return check(paths, config, shown_as=shown_as)
        from pincite.cli.import_ import Foreign
        from pincite.cli.writing import keep_apart

        keep_apart(config["report"], requests, output=config["output"])
        reader = Foreign(foreign, documents=config["corpus"], requests=requests, mapping=mapping)
        code = check(paths, config, shown_as=shown_as, reader=reader.answers)
        if not config["quiet"]:
            reader.tell()
        return code


@contextmanager
def _stored(answers: Sequence[str]) -> Iterator[tuple[list[str], tuple[str, str] | None]]:
    """The sources as files, standard input copied into one: the run's id needs its digest at the start.

    Also gives how the copy is to be named to people.
    """
    if "-" not in answers:
        yield list(answers), None
        return
    if answers.count("-") > 1:
        raise click.UsageError("standard input can be read only once, and - stands there twice")
    with NamedTemporaryFile(prefix="pincite-stdin-", suffix=".jsonl") as copy:
        copyfileobj(sys.stdin.buffer, copy)
        copy.flush()
        yield [copy.name if source == "-" else source for source in answers], (copy.name, "<stdin>")
