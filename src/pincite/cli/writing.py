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

from msgspec import Struct

from pincite.cli.config import Config
from pincite.cli.settings import report_format
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
    files = [Path(path) for path in config["report"]]
    if config["output"]:
        files += [Path(config["output"]) / name for name in FILES]
    read = {Path(path).resolve() for path in (*sources, *config["corpus"], *config["cases"])}
    if config["baseline"]:
        # An earlier run is not written over by the one that is held against it.
        read |= {(Path(config["baseline"]) / name).resolve() for name in FILES}
    for file in files:
        if file.resolve() in read:
            raise ConfigError("the file is an input of this run", where=str(file), hint="name another output")


def write(
    findings: Findings,
    summary: Summary,
    verdict: Outcome,
    kept: Rows,
    config: Config,
    ledger: Ledger | None = None,
) -> None:
    """Write the reports, then stdout."""

    def pieces(style: str, screen: Screen) -> Iterable[bytes]:
        return WRITERS[style](
            Results(
                findings=findings,
                summary=summary,
                verdict=verdict,
                kept=kept,
                config=config,
                screen=screen,
                ledger=ledger,
            )
        )

    for path in config["report"]:
        to_file(path, pieces(_style(path), Screen(columns=None)))
    if config["output"]:
        to_file(str(Path(config["output"]) / REPORT), pieces("markdown", Screen()))
    if config["format"] == "github" and os.environ.get(STEP_SUMMARY):
        to_file(os.environ[STEP_SUMMARY], pieces("brief", Screen()), mode="ab")
    to_stdout(pieces(config["format"], terminal.screen(sys.stdout, os.environ, config["color"])))


def to_stdout(pieces: Iterable[bytes]) -> None:
    """Write to the end, or until whoever reads has gone (`| head`): the verdict does not depend on it."""
    try:
        for piece in pieces:
            sys.stdout.write(piece.decode("utf-8", "replace"))
        sys.stdout.flush()
    except OSError as error:
        # Python flushes once more when it ends; that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise ConfigError(f"cannot write the results: {error.strerror}", where="<stdout>") from None


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
