"""`pincite doctor`: what is installed, what is set and from where, and whether the judge answers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pincite.cli.config import Config, resolve
from pincite.cli.settings import options
from pincite.cli.streams import say, to_stdout
from pincite.errors import PinciteError

if TYPE_CHECKING:
    from pincite.cli.examination import Origin, Row

_SIGNS = {"ok": "ok", "absent": "--", "failed": "FAILED"}


@click.command(
    epilog="\b\nExamples:\n  pincite doctor\n  pincite doctor --config --judge openai:my-model --format json",
    short_help="Say what is installed, set, and working.",
)
@click.option(
    "--config",
    "config_file",
    metavar="[FILE]",
    is_flag=False,
    flag_value="",
    help="Show every setting with its origin; with FILE, read settings from it and no other.",
)
@options("judge", "base_url", "cache", "offline")
@click.option(
    "--format",
    "style",
    type=click.Choice(("text", "json")),
    default="text",
    help="How it is written to stdout.  [default: text]",
)
@options("debug")
def command(config_file: str | None, style: str, **flags: Any) -> int:
    """Look at the installation, the settings and the judge, and say what to do about what is wrong.

    The judge of the settings (or of --judge) is asked about one built-in pair, which is a call where it is an
    endpoint (--offline asks none). Keys and passwords are never shown.

    \b
    Exit codes: 0 everything that is set works; 2 something does not.
    """
    from pincite.cli import examination

    config, trouble = _settings(flags, config_file)
    rows = [*(trouble or examination.config_files(config)), *_rows(config)]
    known = examination.settings(config)
    bad = sum(row.state == "failed" for row in rows)
    if style == "json":
        to_stdout([_document(rows, known, bad)], json=True)
    else:
        say("\n".join(_lines(rows, known, bad, every=config_file is not None)))
    return 2 if bad else 0


def _settings(flags: dict[str, Any], config_file: str | None) -> tuple[Config, list[Row]]:
    """The settings; where they cannot be read, the flags and defaults, so that the rest is looked at too."""
    from pincite.cli.examination import failed

    try:
        named = config_file or None
        return resolve(flags, config_file=named, directory=Path.cwd(), environ=os.environ), []
    except PinciteError as error:
        row = failed("config files", "settings", error)
    try:
        return resolve(flags, directory=Path.cwd(), environ={}, search=False), [row]
    except PinciteError:
        return resolve({}, directory=Path.cwd(), environ={}, search=False), [row]


def _rows(config: Config) -> Iterator[Row]:
    from pincite.cli import examination

    yield from examination.variables(config)
    yield from examination.versions()
    yield from examination.extras()
    yield from examination.judges(os.environ)
    yield from examination.model_files()
    yield from examination.cache(config)
    yield from examination.named_files(config)
    yield from examination.trial(config)


def _verdict(bad: int) -> str:
    told = "everything that is set works" if not bad else f"{bad} thing{'' if bad == 1 else 's'} to mend"
    return f"{'FAIL' if bad else 'OK'}  {told}  [exit {2 if bad else 0}]"


def _lines(rows: list[Row], known: list[Origin], bad: int, *, every: bool) -> Iterator[str]:
    from pincite.report.shown import one_line

    for section, some in groupby(rows, key=lambda row: row.section):
        yield section
        for row in some:
            yield f"  {_SIGNS[row.state]:6}  {row.name:14}  {one_line(row.told)}".rstrip()
            if row.fix is not None and row.state != "ok":
                yield f"  {'':6}  {'':14}  fix: {one_line(row.fix)}"
    shown = known if every else [one for one in known if one.origin != "default"]
    if shown:
        yield "settings"
    for one in shown:
        yield f"  {one.name:18}  {one_line(_value(one.value)):24}  {one_line(one.origin)}"
    if not every:
        rest = len(known) - len(shown)
        yield f"{rest} settings have their defaults; --config shows every setting with its origin"
    yield ""
    yield _verdict(bad)


def _value(value: Any) -> str:
    """A value as it is written in a config file, more or less."""
    if value is None or value == ():
        return "-"
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _document(rows: list[Row], known: list[Origin], bad: int) -> bytes:
    import msgspec

    from pincite.io.codec import encode_row

    document = {
        "state": "fail" if bad else "ok",
        "exit_code": 2 if bad else 0,
        "verdict": _verdict(bad),
        "rows": rows,
        "settings": known,
    }
    return msgspec.json.format(encode_row(document), indent=2) + b"\n"
