"""What goes to stdout and stderr, made safe: nothing that it quotes steers a terminal or a CI runner."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import click

from pincite.errors import ConfigError


def to_stdout(pieces: Iterable[bytes], *, json: bool = False) -> None:
    """Write to the end, or until whoever reads has gone (`| head`): the verdict does not depend on it.

    With `json` the pieces are JSON, and are told so that no CI runner finds a command in them. Raises
    ConfigError when they cannot be written for another reason.
    """
    from pincite.report.shown import inert_json

    try:
        for piece in map(inert_json, pieces) if json else pieces:
            sys.stdout.write(piece.decode("utf-8", "replace"))
        sys.stdout.flush()
    except OSError as error:
        lost(error)


def lost(error: OSError) -> None:
    """Give stdout up. Raises ConfigError, unless it is only that the reader has gone."""
    # Python flushes once more when it ends; that must not fail again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if not isinstance(error, BrokenPipeError):
        raise ConfigError(f"cannot write the results: {error.strerror}", where="<stdout>") from None


def say(text: str) -> None:
    """Lines of a result on stdout."""
    from pincite.report.shown import block

    to_stdout([f"{block(text)}\n".encode("utf-8", "replace")])


def painted(lines: Iterable[str]) -> None:
    """Lines of a report on stdout. It has made them safe itself, and they keep the colours that it gave."""
    to_stdout(f"{line}\n".encode("utf-8", "replace") for line in lines)


def tell(message: str) -> None:
    """Something about the run itself, on stderr."""
    from pincite.report.shown import block

    click.echo(block(message), err=True)
