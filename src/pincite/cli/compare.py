"""`pincite compare`: two runs, claim by claim, and what of the difference is noise."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import structs

from pincite.cli.config import Config, resolve
from pincite.cli.settings import options, report_format
from pincite.errors import ConfigError

if TYPE_CHECKING:
    from pincite.engine.run import Run
    from pincite.gate.comparison import Comparison
    from pincite.gate.comparison.sources import Sources
    from pincite.report.comparison_outcome import ComparisonOutcome
    from pincite.report.terminal import Screen

STYLES = ("concise", "full", "json", "markdown")

_SETTINGS = (
    "base_url", "cache", "no_cache", "offline", "report", "format", "fail_on", "exit_zero", "max_findings",
    "seed", "redact", "color", "quiet", "verbose", "debug",
)  # fmt: skip


@click.command(
    epilog="\b\nExamples:\n"
    "  pincite compare main-run pull-request-run --format markdown\n"
    "  pincite compare old new --attribute --answers old-answers.jsonl",
    short_help="Compare two runs claim by claim, and call noise noise.",
)
@click.argument("base")
@click.argument("head")
@click.option(
    "--attribute", is_flag=True, help="Score base's stored answers with one part of head at a time."
)
@click.option("--rescore", is_flag=True, help="Score both runs' stored answers with one extractor first.")
@click.option(
    "--answers",
    "files",
    metavar="FILE",
    multiple=True,
    help="A file that a run was made from and that has moved since (answers, corpus, cases, policy); known by"
    " its content, repeatable.",
)
@click.option("--config", "config_file", metavar="FILE", help="Read settings from this file and no other.")
@options(*_SETTINGS)
def command(base: str, head: str, **given: Any) -> int:
    """Compare the run directories BASE and HEAD on the claims that both have.

    Claims are joined by case and gold claim, else by case and wording. What has no partner is shown apart and
    is in no number, so cutting answers differently never looks like progress. All metrics are looked at
    together; a difference that chance explains is called noise.

    \b
    --format is concise, full, json or markdown. --fail-on error: a new contradiction on a critical or high
    claim, or a metric worse beyond noise; warning: also any claim newly unsupported or contradicted.
    Exit codes: 0 not worse; 1 worse; 2 could not run; 3 nothing could be paired.
    """
    attribute, rescore, files = given.pop("attribute"), given.pop("rescore"), given.pop("files")
    config = resolve(given, config_file=given.pop("config_file"), directory=Path.cwd(), environ=os.environ)
    reports = config["report"] if config.on_command_line("report") else ()
    styles = [_format(config), *map(_style, reports)]
    if files and not (attribute or rescore):
        raise ConfigError(
            "stored files are only read to score again",
            where="--answers",
            hint="add --attribute or --rescore",
        )
    # The engine is imported only once the settings are known to be right.
    from pincite.cli.writing import keep_apart
    from pincite.engine.run import load_run
    from pincite.report.comparison_outcome import comparison_outcome

    keep_apart(reports, (base, head, *files))
    runs = load_run(base), load_run(head)
    comparison = _compared(*runs, config, attribute=attribute, rescore=rescore, files=files)
    if config["redact"]:
        from pincite.report.comparison_view import without_words

        comparison = without_words(comparison)
    outcome = comparison_outcome(comparison, fail_on=config["fail_on"], exit_zero=config["exit_zero"])
    _write(comparison, outcome, config, styles, reports)
    return outcome.exit_code


def _style(path: str) -> str:
    style = report_format(path)
    if style not in STYLES:
        raise ConfigError(
            f"a comparison is not written as {path!r}",
            where="--report",
            hint="end the name in .md, .json or .txt",
        )
    return style


def _format(config: Config) -> str:
    """The format of stdout; one that is meant for `check`, from a file or variable, is not for us."""
    style = str(config["format"])
    if style in STYLES:
        return style
    if config.values["format"].origin == "--format":
        raise ConfigError(f"a comparison is not written as {style}", where="--format", hint=", ".join(STYLES))
    return "full"


def _compared(
    base: Run, head: Run, config: Config, *, attribute: bool, rescore: bool, files: Iterable[str]
) -> Comparison:
    from pincite.gate.comparison import compare_runs

    compare = partial(compare_runs, seed=config["seed"])
    if not (attribute or rescore):
        return compare(base, head)
    sources = _sources(base, head, config, files)
    rescored = None
    one, other = base, head
    if rescore:
        from pincite.gate.comparison.rescoring import rescore as again

        one, other, rescored = again(base, head, sources, seed=config["seed"])
    comparison = structs.replace(compare(one, other), rescored=rescored)
    if attribute:
        from pincite.gate.comparison.attribution import attribute as attributed

        way = attributed(base, head, sources, compare, seed=config["seed"])
        comparison = structs.replace(comparison, attribution=way)
    return comparison


def _sources(base: Run, head: Run, config: Config, files: Iterable[str]) -> tuple[Sources, Sources]:
    from pincite.cli.evaluation import judge_options
    from pincite.gate.comparison.sources import Pool, Sources
    from pincite.judges.naming import named_judge

    pool = Pool(files, (base, head))
    options = judge_options(config)
    return (
        Sources(base, pool, lambda name: named_judge(name, options)),
        Sources(head, pool, lambda name: named_judge(name, options)),
    )


def _write(
    comparison: Comparison,
    outcome: ComparisonOutcome,
    config: Config,
    styles: list[str],
    reports: tuple[str, ...],
) -> None:
    """`styles` has the format of stdout, then one for each report."""
    from pincite.cli.streams import to_stdout
    from pincite.cli.writing import to_file
    from pincite.report.terminal import Screen, screen

    for path, style in zip(reports, styles[1:], strict=True):
        to_file(path, _pieces(comparison, outcome, config, style, Screen(columns=None)))
    stdout = screen(sys.stdout, os.environ, config["color"])
    to_stdout(_pieces(comparison, outcome, config, styles[0], stdout), json=styles[0] == "json")


def _pieces(
    comparison: Comparison, outcome: ComparisonOutcome, config: Config, style: str, screen: Screen
) -> Iterator[bytes]:
    if style == "json":
        from pincite.report.comparison_json import document

        yield document(comparison, outcome)
        return
    from pincite.report import comparison_markdown, comparison_text
    from pincite.report.comparison_view import view

    seen = view(comparison, cap=config["max_findings"] or None, every_metric=config["verbose"])
    lines = (
        comparison_markdown.lines(seen, outcome)
        if style == "markdown"
        else comparison_text.lines(
            seen, outcome, screen, style="concise" if style == "concise" else "full", quiet=config["quiet"]
        )
    )
    for line in lines:
        yield f"{line}\n".encode("utf-8", "replace")
