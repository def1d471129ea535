"""Where results go: stdout in the chosen format, and a file for each report that was asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from pincite.cli.config import Config
from pincite.cli.settings import SUFFIXES
from pincite.engine.run_directory import CLAIMS, FINDINGS, MANIFEST, REPORT, SUMMARY, Rows
from pincite.errors import ConfigError
from pincite.model.summary import Summary
from pincite.report import markdown, rows, terminal
from pincite.report.outcome import Outcome
from pincite.report.terminal import Screen
from pincite.report.view import Findings


def keep_inputs(sources: Iterable[str], config: Config) -> None:
    """Raises ConfigError when what is to be written would replace what is to be read."""
    files = [Path(path) for path in config["report"]]
    if config["output"]:
        files += [Path(config["output"]) / name for name in (CLAIMS, FINDINGS, SUMMARY, MANIFEST, REPORT)]
    read = {Path(path).resolve() for path in (*sources, *config["corpus"], *config["cases"])}
    for file in files:
        if file.resolve() in read:
            raise ConfigError("the file is an input of this run", where=str(file), hint="name another output")


def write(findings: Findings, summary: Summary, verdict: Outcome, kept: Rows, config: Config) -> None:
    """Write the reports, then stdout."""
    output = config["output"]
    more = "--max-findings 0 shows all" + (f", so does {Path(output) / FINDINGS}" if output else "")

    def pieces(style: str, screen: Screen) -> Iterator[bytes]:
        if style == "json":
            return rows.json_document(summary, verdict, kept.findings())
        if style == "jsonl":
            return rows.jsonl(kept.findings())
        if style == "markdown":
            return _encoded(markdown.lines(findings, summary, verdict))
        return _encoded(
            terminal.lines(
                findings,
                summary,
                verdict,
                screen,
                style="concise" if style == "concise" else "full",
                quiet=config["quiet"],
                verbose=config["verbose"],
                more=more,
            )
        )

    for path in config["report"]:
        _to_file(path, pieces(_style(path), Screen(columns=None)))
    if output:
        _to_file(str(Path(output) / REPORT), pieces("markdown", Screen()))
    _to_stdout(pieces(config["format"], terminal.screen(sys.stdout, os.environ, config["color"])))


def _to_stdout(pieces: Iterable[bytes]) -> None:
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


def _to_file(path: str, pieces: Iterable[bytes]) -> None:
    try:
        with Path(path).open("wb") as file:
            file.writelines(pieces)
    except OSError as error:
        raise ConfigError(f"cannot write the report: {error.strerror}", where=path) from None


def _style(path: str) -> str:
    return SUFFIXES[Path(path).suffix.lower()]
