"""`pincite gate`: the decision on a run that has been checked."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pincite.cli.config import Config, resolve
from pincite.cli.settings import options
from pincite.errors import ConfigError

if TYPE_CHECKING:
    from pincite.engine.run import Run
    from pincite.gate.result import GateResult
    from pincite.model.summary import Summary
    from pincite.report.outcome import Outcome
    from pincite.report.terminal import ColorChoice

FORMATS = ("text", "json", "markdown")


@click.command(
    epilog="\b\nExamples:\n"
    "  pincite gate run\n"
    "  pincite gate run --baseline main-run --report gate.xml --report gate.sarif",
    short_help="Decide on a run by declared rules.",
)
@click.argument("run")
@click.option("--config", "config_file", metavar="FILE", help="Read settings from this file and no other.")
@options("baseline")
@click.option(
    "--format",
    "style",
    type=click.Choice(FORMATS),
    default="text",
    help="How the result is written to stdout.  [default: text]",
)
@click.option("--no-write", is_flag=True, help="Leave summary.json and report.md of RUN as they are.")
@options("report", "exit_zero", "skip_invalid", "color", "quiet", "debug")
def command(run: str, config_file: str | None, style: str, no_write: bool, **flags: Any) -> int:
    """Decide on a RUN directory: accept, investigate, reject_mapping, reject_semantics or rebaseline.

    The rules are those of [gate] in pincite.toml ([tool.pincite.gate] in pyproject.toml). Without any: no
    contradicted claim (PC502), no invalid reference, precision and completeness of at least 80 % in the worst
    case, at most 10 % undecided. In any case: at most 5 % unjudged, no contradicted critical or high claim,
    no unsupported critical one, and no other severe claim that waits for somebody to look at it.

    A rule that the run cannot answer is never a pass: a slice that does not exist, a metric without data,
    too few claims. The result also goes into summary.json and report.md of RUN, and into every --report.

    \b
    Exit codes: 0 pass; 1 fail; 2 could not run; 3 undecided.
    """
    config = resolve(flags, config_file=config_file, directory=Path.cwd(), environ=os.environ)
    from pincite.cli.gating import Gate, idle_baseline
    from pincite.cli.streams import tell
    from pincite.cli.writing import keep_apart
    from pincite.engine.run import load_run
    from pincite.gate.decision import decide
    from pincite.gate.observation import missing_rows, watch_run
    from pincite.report.outcome import gate_outcome

    gate = Gate(config)
    checked = load_run(run)
    reports = config["report"] if config.on_command_line("report") else ()
    keep_apart(reports, filter(None, (run, config["baseline"], *gate.directories)))
    notes = [*config.notes, *filter(None, [idle_baseline(config, gate.policy)])]
    for note in () if config["quiet"] else notes:
        tell(f"warning: {note}")
    watch_run(gate.watch, checked)
    result = decide(
        gate.policy,
        checked.summary,
        gate.watch,
        baselines=gate.baselines,
        incomplete=missing_rows(checked),
        skip_invalid=config["skip_invalid"],
    )
    verdict = gate_outcome(result, exit_zero=config["exit_zero"])
    if not no_write:
        _write(Path(run), result, verdict)
    if reports:
        _report(checked, result, verdict, config, reports)
    _show(result, verdict, checked.summary, style, config["quiet"], config["color"])
    return verdict.exit_code


def _show(
    result: GateResult, verdict: Outcome, summary: Summary, style: str, quiet: bool, color: ColorChoice
) -> None:
    from pincite.cli.streams import painted, to_stdout
    from pincite.report import gate as words
    from pincite.report import terminal
    from pincite.report.rows import gate_document

    if style == "json":
        to_stdout([gate_document(summary, result, verdict)], json=True)
        return
    screen = terminal.screen(sys.stdout, os.environ, color)
    if style == "markdown":
        told = [*words.head(verdict.word, verdict.reasons), *words.section(result)]
    else:
        told = [*words.lines(result, screen.paint), terminal.verdict_line(verdict, screen)]
        told = told[-1:] if quiet else told
    painted(told)


def _report(run: Run, result: GateResult, verdict: Outcome, config: Config, reports: tuple[str, ...]) -> None:
    """The reports that were asked for, as `check --gate` writes them, from what the run has kept."""
    import msgspec
    from msgspec import structs

    from pincite.cli.writing import Results, write_reports
    from pincite.engine.run_directory import Rows
    from pincite.report.ledger import Ledger
    from pincite.report.stored import results_of
    from pincite.report.view import Collector

    summary = structs.replace(run.summary, gate=msgspec.to_builtins(result))
    collector = Collector(cap=config["max_findings"] or None)
    with Rows(run.summary.run_id) as kept, Ledger() as ledger:
        for one in results_of(run):
            collector.add(one, _no_passage)
            ledger.add(one, _no_passage)
            kept.add(one)
        write_reports(
            Results(
                findings=collector.findings(),
                summary=summary,
                verdict=verdict,
                kept=kept,
                config=config,
                ledger=ledger,
            ),
            reports,
        )


def _no_passage(document_id: str, document_revision: str | None, chunk_id: str) -> None:
    """A run keeps of its passages what the judge has found in them, and no more."""


def _write(directory: Path, result: GateResult, verdict: Outcome) -> None:
    """The result into the run's summary and report. Raises ConfigError where they cannot be written."""
    from pincite.cli.replacement import written
    from pincite.engine.run_directory import REPORT, SUMMARY
    from pincite.report.gate import rewritten
    from pincite.report.rows import with_gate

    summary, report = directory / SUMMARY, directory / REPORT
    try:
        told = {summary: with_gate(summary.read_bytes(), result)}
        if report.exists():
            text = report.read_text(encoding="utf-8")
            told[report] = rewritten(text, result, verdict.word, verdict.reasons).encode("utf-8")
        for path, data in told.items():
            with written(path) as file:
                file.write(data)
    except UnicodeDecodeError:
        raise ConfigError(
            "the run's report is no UTF-8 text", where=str(report), hint="--no-write leaves it as it is"
        ) from None
    except OSError as error:
        raise ConfigError(
            f"cannot write the result into the run: {error.strerror}",
            where=str(error.filename or directory),
            hint="--no-write leaves the run as it is",
        ) from None
