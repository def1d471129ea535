"""The terminal: findings worst first, a short table, four numbers, and the verdict line last.

Whether to colour and how wide a line may be is decided here from the environment and the stream; the text is
the same in a pipe as on a terminal.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from typing import IO, Literal

from msgspec import Struct

from pincite.calibration.card import told
from pincite.codes import CATALOGUE
from pincite.model.summary import Summary
from pincite.report import concise, full, gate
from pincite.report.expected import terminal_lines
from pincite.report.groups import GROUPS, Tone, tone
from pincite.report.numbers import SMALL_NOTE, Row, all_rows, all_small, family_lines, first_screen
from pincite.report.outcome import Outcome
from pincite.report.paint import Paint
from pincite.report.shown import one_line
from pincite.report.view import Entry, Findings

ColorChoice = Literal["auto", "always", "never"]
_STATE_TONE: dict[str, Tone] = {"pass": "pass", "fail": "fail", "invalid": "fail"}


class Screen(Struct, frozen=True, kw_only=True):
    """How to write: colour or not, and the widest line (None: lines are never cut)."""

    paint: Paint = Paint()
    columns: int | None = 100


def screen(stream: IO[str], environ: Mapping[str, str], color: ColorChoice = "auto") -> Screen:
    """The screen that a stream is.

    `--color` wins over NO_COLOR, which wins over FORCE_COLOR, which wins over "is it a terminal?". In a CI
    service lines are never cut.
    """
    terminal = stream.isatty()
    if color != "auto":
        coloured = color == "always"
    elif environ.get("NO_COLOR"):
        coloured = False
    elif environ.get("FORCE_COLOR"):
        coloured = environ["FORCE_COLOR"] != "0"
    else:
        coloured = terminal and environ.get("TERM") != "dumb"
    return Screen(paint=Paint(coloured), columns=_columns(environ))


def _columns(environ: Mapping[str, str]) -> int | None:
    if environ.get("CI") or environ.get("BUILD_NUMBER"):
        return None
    wide = environ.get("COLUMNS", "")
    return max(int(wide), 40) if wide.isdecimal() else max(shutil.get_terminal_size((100, 24)).columns, 40)


def lines(
    findings: Findings,
    summary: Summary,
    verdict: Outcome,
    screen: Screen,
    *,
    style: Literal["concise", "full"] = "full",
    quiet: bool = False,
    verbose: bool = False,
    more: str = "--max-findings 0 shows all",
) -> Iterator[str]:
    """Everything that goes to stdout, line by line. `more` says where the findings beyond the cap are."""
    for entry in (*findings.entries, *findings.trouble):
        yield from _entry(entry, screen, style)
    left = findings.hidden + findings.total_trouble - len(findings.trouble)
    if left > 0:
        yield f"+ {left:,} more: {more}"
        if style == "full":
            yield ""
    if not quiet:
        if style == "concise" and findings.entries:
            yield ""
        yield from _codes(findings, screen)
        yield from terminal_lines(findings.gold)
        yield from _table(all_rows(summary) if verbose else first_screen(summary), screen)
        for name, numbers in family_lines(summary):
            yield f"{name}  {numbers}"
        if summary.families:
            yield ""
        decided = gate.gate_of(summary)
        if decided is not None:
            yield from gate.lines(decided, screen.paint)
        yield screen.paint("dim", one_line(summary.signature))
        yield screen.paint("dim", f"judge against people: {told(summary.judge.get('calibration'))}")
        yield ""
    yield verdict_line(verdict, screen)


def verdict_line(verdict: Outcome, screen: Screen) -> str:
    """The last line, its word in the colour of the verdict."""
    word = screen.paint(_STATE_TONE.get(verdict.state, "partial"), verdict.word)
    return word + verdict.line.removeprefix(verdict.word)


def _entry(entry: Entry, screen: Screen, style: Literal["concise", "full"]) -> Iterator[str]:
    if style == "concise":
        yield from concise.lines(entry, screen.paint)
    else:
        yield from full.lines(entry, screen.paint, screen.columns)
        yield ""


def _codes(findings: Findings, screen: Screen) -> Iterator[str]:
    """Counts by code under plain titles."""
    count = {row.code: row for row in findings.codes}
    size = max((len(f"{row.total:,}") for row in findings.codes), default=0)
    for title, codes in GROUPS:
        rows = [count[code] for code in codes if code in count]
        if not rows:
            continue
        yield screen.paint("bold", title)
        for row in rows:
            severity = "error" if row.error else "warning" if row.warning else "info"
            code = screen.paint(tone(row.code, severity), row.code)
            name = CATALOGUE[row.code].name if row.code in CATALOGUE else ""
            yield f"  {row.total:>{size},}  {code} {name}"
    if findings.codes:
        yield ""


def _table(rows: tuple[Row, ...], screen: Screen) -> Iterator[str]:
    """Metrics in columns; on a narrow screen the notes go under their row."""
    if not rows:
        return
    cells = [(row.title, row.value, f"({row.interval})" if row.interval else "", row.n) for row in rows]
    sizes = [max(len(cell[place]) for cell in cells) for place in range(4)]
    for row, cell in zip(rows, cells, strict=True):
        line = "  ".join(part.ljust(size) for part, size in zip(cell, sizes, strict=True))
        tail = ", ".join(part for part in (row.coverage, row.notes) if part)
        if screen.columns is not None and len(line) + 2 + len(tail) > screen.columns:
            yield line.rstrip()
            yield f"{'':{sizes[0]}}  {screen.paint('dim', tail)}"
        else:
            yield f"{line}  {tail}".rstrip()
    if all_small(rows):
        yield screen.paint("dim", SMALL_NOTE)
    yield ""
