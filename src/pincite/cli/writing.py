"""Where results go: stdout in the chosen format, and a file for each report that was asked for.

`WRITERS` has one entry a format: to add one, write a function from `Results` to bytes, and name it here and
in the settings (`FORMATS`, and `SUFFIXES` or `NAMES` where a file's name chooses it).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct, structs

from pincite.cli.config import Config
from pincite.cli.settings import report_format
from pincite.cli.streams import to_stdout
from pincite.engine.run_directory import FILES, FINDINGS, REPORT, Rows
from pincite.errors import ConfigError
from pincite.model.summary import Summary
from pincite.report import brief, github, gitlab, junit, markdown, rows, sarif, terminal
from pincite.report.ledger import Ledger
from pincite.report.outcome import Outcome
from pincite.report.place import Places, repository_root, run_page
from pincite.report.terminal import Screen
from pincite.report.view import Findings


class Results(Struct, frozen=True, kw_only=True):
    """Everything that a format may be written from; `screen` is where it will be read.

    `ledger` has every answer and finding; it is kept only for a run that writes one of `NEED_LEDGER`.
    """

    findings: Findings
    summary: Summary
    verdict: Outcome
    kept: Rows
    config: Config
    screen: Screen = Screen()
    ledger: Ledger | None = None

    @property
    def places(self) -> Places:
        folder = Path.cwd()
        return Places(folder, repository_root(folder, os.environ))

    @property
    def all(self) -> Ledger:
        assert self.ledger is not None, "kept for every format in NEED_LEDGER"
        return self.ledger


Writer = Callable[[Results], Iterable[bytes]]


def _terminal(results: Results, *, full: bool) -> Iterator[bytes]:
    output = results.config["output"]
    more = "--max-findings 0 shows all" + (f", so does {Path(output) / FINDINGS}" if output else "")
    return _encoded(
        terminal.lines(
            results.findings,
            results.summary,
            results.verdict,
            results.screen,
            style="full" if full else "concise",
            quiet=results.config["quiet"],
            verbose=results.config["verbose"],
            more=more,
        )
    )


def _json(results: Results) -> Iterator[bytes]:
    return rows.json_document(results.summary, results.verdict, results.kept.findings())


def _jsonl(results: Results) -> Iterator[bytes]:
    return rows.jsonl(results.kept.findings())


def _markdown(results: Results) -> Iterator[bytes]:
    return _encoded(markdown.lines(results.findings, results.summary, results.verdict))


def _brief(results: Results) -> Iterator[bytes]:
    page = run_page(os.environ)
    return _encoded(brief.lines(results.findings, results.summary, results.verdict, link=page))


def _github(results: Results) -> Iterator[bytes]:
    more = "the summary" if os.environ.get(STEP_SUMMARY) else "the report"
    return _encoded(github.lines(results.findings, results.verdict, results.places, more=more))


def _junit(results: Results) -> Iterator[bytes]:
    pieces = junit.document(
        results.all, results.summary, results.verdict, results.places, fail_on=results.config["fail_on"]
    )
    return (piece.encode("utf-8", "replace") for piece in pieces)


def _sarif(results: Results) -> Iterator[bytes]:
    return sarif.document(results.all, results.summary, results.verdict, results.places)


def _gitlab(results: Results) -> Iterator[bytes]:
    return gitlab.document(results.all, results.places)


STEP_SUMMARY = "GITHUB_STEP_SUMMARY"
"""The variable by which a runner names the file to which a step's summary is appended."""

JSON = frozenset({"json", "jsonl", "sarif", "gitlab"})
"""The formats that are JSON."""

NEED_LEDGER = frozenset({"junit", "sarif", "gitlab"})
"""The formats that show every answer or finding."""

WRITERS: dict[str, Writer] = {
    "concise": lambda results: _terminal(results, full=False),
    "full": lambda results: _terminal(results, full=True),
    "json": _json,
    "jsonl": _jsonl,
    "markdown": _markdown,
    "brief": _brief,
    "github": _github,
    "junit": _junit,
    "sarif": _sarif,
    "gitlab": _gitlab,
}


def needs_ledger(config: Config) -> bool:
    """Whether a format was asked for that shows every answer or finding."""
    return bool(NEED_LEDGER & {config["format"], *map(report_format, config["report"])})


def keep_inputs(sources: Iterable[str], config: Config) -> None:
    """Raises ConfigError when what is to be written would replace what is to be read."""
    read = [*sources, *config["corpus"], *config["cases"], *config["bibliography"]]
    read += [path for path in (config["policy"], config["calibration"], config["baseline"]) if path]
    keep_apart(config["report"], read, output=config["output"])


def keep_apart(reports: Iterable[str], read: Iterable[str | Path], *, output: str | None = None) -> None:
    """Raises ConfigError for a report, or a file of the run `output`, that is read or written as another too.

    A directory among what is read is an earlier run, which is not written over by the one held against it.
    """
    inputs = {file for path in read for file in map(_real, _files(Path(path)))}
    run = [] if output is None else [Path(output) / name for name in FILES]
    seen = set()
    for file in (*run, *map(Path, reports)):
        real = _real(file)
        if real in inputs:
            raise ConfigError("the file is an input of this run", where=str(file), hint="name another output")
        if real in seen:
            raise ConfigError("two outputs have this name", where=str(file), hint="name another output")
        seen.add(real)


def _files(path: Path) -> list[Path]:
    return [path, *(path / name for name in FILES)]


def _real(path: Path) -> Path:
    """The file itself, links followed. Raises ConfigError for a path that can name none."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        # A loop of links, a NUL in a name from a config file.
        raise ConfigError(f"the path cannot be used: {error}", where=repr(str(path))) from None


def write(results: Results) -> None:
    """Write the reports, then stdout."""
    config = results.config
    write_reports(results, config["report"])
    if config["output"]:
        to_file(str(Path(config["output"]) / REPORT), _pieces(results, "markdown", Screen()))
    if config["format"] == "github" and os.environ.get(STEP_SUMMARY):
        to_file(os.environ[STEP_SUMMARY], _pieces(results, "brief", Screen()), mode="ab")
    style = config["format"]
    stdout = terminal.screen(sys.stdout, os.environ, config["color"])
    to_stdout(_pieces(results, style, stdout), json=style in JSON)


def write_reports(results: Results, reports: Iterable[str]) -> None:
    """Write a file for each of the reports."""
    for path in reports:
        to_file(path, _pieces(results, _style(path), Screen(columns=None)))


def _pieces(results: Results, style: str, screen: Screen) -> Iterable[bytes]:
    return WRITERS[style](structs.replace(results, screen=screen))


def _encoded(lines: Iterable[str]) -> Iterator[bytes]:
    for line in lines:
        yield f"{line}\n".encode("utf-8", "replace")


def to_file(path: str, pieces: Iterable[bytes], mode: Literal["wb", "ab"] = "wb") -> None:
    try:
        with Path(path).open(mode) as file:
            file.writelines(pieces)
    except OSError as error:
        raise ConfigError(f"cannot write the report: {error.strerror}", where=path) from None


def _style(path: str) -> str:
    style = report_format(path)
    assert style is not None, "the settings were checked"
    return style
