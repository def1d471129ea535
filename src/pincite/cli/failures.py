"""Errors about our own run, told on stderr in one form; a traceback only with `--debug`.

error[config]: unknown key 'judg'
  where: pincite.toml: judg
  fix: did you mean judge?
  help: `pincite explain config`
"""

from __future__ import annotations

import os
import platform
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from pincite.cli.streams import tell
from pincite.errors import PinciteError
from pincite.version import __version__

COULD_NOT_RUN = 2
INTERRUPTED = 130
# A group without a command: click from 8.2 on raises its help as an error, before that it prints it.
_BARE: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())


class Ending:
    """The exit code with which a command ends; until it has ended, it could not run."""

    exit_code = COULD_NOT_RUN


@contextmanager
def told(debug: bool) -> Iterator[Ending]:
    """Turn whatever stops the run into a message and an exit code."""
    ending = Ending()
    try:
        yield ending
    except click.exceptions.Exit as error:
        ending.exit_code = error.exit_code
    except (KeyboardInterrupt, click.Abort):
        ending.exit_code = INTERRUPTED
        tell("interrupted")
    except click.UsageError as error:
        if isinstance(error, _BARE):
            click.echo(error.format_message())
            ending.exit_code = 0
        else:
            tell(usage(error))
    except click.ClickException as error:
        tell(f"error[usage]: {error.format_message()}")
    except PinciteError as error:
        if debug:
            traceback.print_exc()
        tell(f"{error}\n  help: `pincite explain {error.slug}`")
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):
            # click's way to say that whoever read our output has gone, which is no failure.
            ending.exit_code = 0
        else:
            # A judge that ends the program has said nothing about the answers.
            tell(internal(error))
    except Exception as error:
        if debug or os.environ.get("PINCITE_DEBUG"):
            traceback.print_exc()
        tell(internal(error))


def usage(error: click.UsageError) -> str:
    """A command line that cannot be read."""
    message = error.format_message().rstrip(".")
    command = error.ctx.command_path if error.ctx is not None else "pincite"
    return (
        f"error[usage]: {message[:1].lower()}{message[1:]}\n"
        f"  fix: `{command} --help` shows the options\n  help: `pincite explain usage`"
    )


def internal(error: BaseException) -> str:
    """A fault of our own: what a report needs, and no word of the user's text."""
    frames = traceback.extract_tb(error.__traceback__)
    package = Path(__file__).parents[1]
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(package)] or list(frames)
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in ours[-6:]]
    return "\n".join(
        (
            f"error[internal]: {type(error).__name__}",
            "  this is a fault of pincite and not of your input; a report needs the lines below",
            f"  pincite {__version__}, python {platform.python_version()}, {sys.platform}",
            *(f"  at {line}" for line in places),
            "  fix: run again with --debug to see the traceback",
            "  help: `pincite explain internal`",
        )
    )
