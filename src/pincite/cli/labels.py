"""`pincite labels`: what people say about claims, kept with rater, time and guideline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pincite.cli.settings import options
from pincite.cli.streams import say, tell, to_stdout
from pincite.errors import ConfigError

if TYPE_CHECKING:
    from pincite.labels.record import Label

FORMATS = ("text", "markdown", "json")


@click.group(
    epilog="\b\nExamples:\n"
    "  pincite labels sample run --size 200 -o tasks.jsonl\n"
    "  pincite labels import done.jsonl --into labels.jsonl --rater anna --run run\n"
    "  pincite labels agreement labels.jsonl",
    short_help="Sample, collect, compare and use human labels.",
)
def command() -> None:
    """Draw claims to label, collect the labels in a file that only grows, and measure agreement.

    A label is one JSON line: answer_id, claim_id, start, end, label (full, partial, none, contradiction,
    unsupported, undecided, not_verifiable), rater, and if known citation_ids, at, guideline_version, note,
    cause, raw_label. A label once written is never changed: a newer one or a retraction stands beside it.
    """


@command.command("import", short_help="Add labels to a labels file.")
@click.argument("files", nargs=-1, required=True)
@click.option("--into", "book", metavar="FILE", required=True, help="The labels file; it only grows.")
@click.option("--rater", metavar="NAME", help="Who gave the labels that name no rater.")
@click.option("--run", metavar="DIR", help="Take only labels that fit the claims of this run.")
@options("quiet", "debug")
def import_labels(
    files: tuple[str, ...], book: str, rater: str | None, run: str | None, quiet: bool | None, **_: Any
) -> int:
    """Add the labels of FILES to a labels file. None is added twice, and none is ever changed."""
    from pincite.io.rejection import SHOWN, Notices
    from pincite.labels.book import add, append, read_book
    from pincite.labels.record import read_labels

    notices = Notices()
    claims = None
    if run is not None:
        from pincite.engine.run import load_run

        claims = {(row.answer_id, row.claim_id): row for row in load_run(run).claims}
    result = add(read_book(book), read_labels(files, rater=rater, notices=notices), claims=claims)
    append(book, result.added)
    if result.rejected:
        tell(f"error[input]: {len(result.rejected)} labels rejected")
        for one in result.rejected[:SHOWN]:
            tell(f"  {one}")
        if len(result.rejected) > SHOWN:
            tell(f"  + {len(result.rejected) - SHOWN} more")
    if not quiet:
        for notice in notices.messages:
            tell(f"warning: {notice}")
    say(
        f"{len(result.added)} labels added to {book}, {result.known} were there,"
        f" {result.revised} revise an earlier label of their rater, {len(result.rejected)} rejected"
    )
    return 2 if result.rejected else 0


@command.command("export", short_help="Write labels as canonical JSON lines.")
@click.argument("books", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FILE", help="Write to a file instead of stdout.")
@click.option(
    "--current", "standing", is_flag=True, help="Only labels that stand: the latest, not retracted."
)
@options("debug")
def export_labels(books: tuple[str, ...], output: str | None, standing: bool, **_: Any) -> None:
    """Write the labels of one or several BOOKS, merged, each once, in the order of the files."""
    from pincite.labels.book import current
    from pincite.labels.record import encode_label

    labels = _merged(books)
    lines = b"".join(encode_label(label) + b"\n" for label in (current(labels) if standing else labels))
    if output is None:
        to_stdout([lines], json=True)
        return
    if Path(output).resolve() in {Path(book).resolve() for book in books}:
        raise ConfigError("a labels file only grows", where=output, hint="write to another file")
    _write(output, lines)


@command.command("agreement", short_help="How far raters agree.")
@click.argument("books", nargs=-1, required=True)
@click.option("--seed", metavar="N", type=int, default=7, help="Seed of the intervals.  [default: 7]")
@click.option("--format", "style", type=click.Choice(FORMATS), default="text", help="[default: text]")
@options("debug")
def agreement(books: tuple[str, ...], seed: int, style: str, **_: Any) -> None:
    """Percent agreement, Cohen's kappa (two raters) and Krippendorff's alpha, with intervals by answer."""
    from pincite.io.codec import encode_row
    from pincite.labels.agreement import rater_agreement
    from pincite.report import calibration_markdown, calibration_text
    from pincite.report.calibration_view import people

    report = rater_agreement(_merged(books), seed=seed)
    if style == "json":
        to_stdout([encode_row(report), b"\n"], json=True)
        return
    layout = calibration_markdown.layout if style == "markdown" else calibration_text.layout
    say("\n".join(layout(people(report))))
    for name, one in (("labels", report.labels), ("full or not", report.full_or_not)):
        if one.prevalent is not None:
            told = f"more than 90 % of the ratings ({name}) are {one.prevalent!r}"
            say(f"{told}: kappa and alpha say little here")


@command.command("sample", short_help="Draw claims to label.")
@click.argument("run")
@click.option(
    "--size", metavar="N", type=click.IntRange(1), default=200, help="About N claims.  [default: 200]"
)
@click.option("--severe", is_flag=True, help="Instead, the critical and high claims that need review.")
@click.option("--seed", metavar="N", type=int, default=7, help="Seed of the draw.  [default: 7]")
@click.option("-o", "--output", metavar="FILE", help="Write to a file instead of stdout.")
@options("quiet", "debug")
def sample(
    run: str, size: int, severe: bool, seed: int, output: str | None, quiet: bool | None, **_: Any
) -> int:
    """Draw claims of a RUN by label, severity and doubt, with weights; the lines say nothing of the verdicts.

    With --severe: every critical or high claim that is not full or was left open, and 5 % (at least ten) of
    the full ones.
    """
    from pincite.engine.run import load_run
    from pincite.io.codec import encode_row
    from pincite.labels.sampling import sample_claims, severe_queue

    claims = load_run(run).claims
    drawn = severe_queue(claims, seed=seed) if severe else sample_claims(claims, size, seed=seed)
    lines = b"".join(encode_row(task) + b"\n" for task in drawn.claims)
    if output is None:
        to_stdout([lines], json=True)
    else:
        _write(output, lines)
    if not quiet:
        tell(f"{len(drawn.claims)} of {drawn.population} claims drawn")
        for stratum in drawn.strata:
            tell(f"  {stratum.label}, {stratum.severity}, {stratum.doubt}: {stratum.drawn} of {stratum.size}")
    return 0 if drawn.claims else 3


@command.command("metrics", short_help="All metrics of a run from human labels alone.")
@click.argument("run")
@click.argument("books", nargs=-1, required=True)
@click.option("--seed", metavar="N", type=int, default=7, help="Seed of the intervals.  [default: 7]")
@click.option("--format", "style", type=click.Choice(FORMATS), default="text", help="[default: text]")
@options("debug")
def metrics(run: str, books: tuple[str, ...], seed: int, style: str, **_: Any) -> None:
    """The metrics of a RUN with people's labels in the place of every verdict; unlabelled claims are open."""
    from pincite.engine.run import load_run
    from pincite.io.codec import encode_row
    from pincite.labels.applied import human_figures
    from pincite.labels.book import gold
    from pincite.report import calibration_markdown, calibration_text
    from pincite.report.calibration_view import human_metrics

    figures = human_figures(load_run(run).claims, gold(_merged(books)), seed=seed)
    if style == "json":
        to_stdout([encode_row(figures), b"\n"], json=True)
        return
    layout = calibration_markdown.layout if style == "markdown" else calibration_text.layout
    say("\n".join(layout([human_metrics(figures)])))


def _merged(books: Iterable[str]) -> list[Label]:
    """The labels of several files, each once."""
    return list({label.label_id: label for label in _every(books)}.values())


def _every(books: Iterable[str]) -> Iterator[Label]:
    from pincite.labels.book import read_book

    for book in books:
        if not Path(book).exists():
            raise ConfigError(f"there is no labels file {book!r}", where="BOOKS")
        yield from read_book(book)


def _write(path: str, data: bytes) -> None:
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise ConfigError(f"cannot write: {error.strerror}", where=path) from None
