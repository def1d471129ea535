"""`pincite cases`: gold cases linted, kept in revisions, and moved to development once they were used."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pincite.cli.settings import options
from pincite.cli.streams import say, tell, to_stdout
from pincite.errors import ConfigError, InputError

if TYPE_CHECKING:
    from pincite.cases.issue import Issue
    from pincite.cases.line import CaseLine
    from pincite.cases.promotion import Book, Written
    from pincite.cases.shelf import Shelf
    from pincite.io.rejection import Rejection

_KINDS = ("question", "family", "document", "entity", "template", "conversation")


@click.group(
    epilog="\b\nExamples:\n"
    "  pincite cases lint cases.jsonl --corpus corpus.jsonl\n"
    "  pincite cases lint dev.jsonl test.jsonl\n"
    '  pincite cases promote q-17 --from test.jsonl --to dev.jsonl --reason "prompt was tuned on it"\n'
    "  pincite cases revisions test.jsonl --record",
    short_help="Lint gold cases, keep their revisions, promote used ones.",
)
def command() -> None:
    """Look after gold cases: lint them, record their revisions, and move used test cases to development.

    Beside a case file FILE lies its ledger FILE.ledger, which only grows: the revisions of the file with
    their digests, and the cases that left it or came.
    """


@command.command(
    "lint",
    epilog="\b\nExamples:\n"
    "  pincite cases lint cases.jsonl --corpus corpus.jsonl\n"
    "  pincite cases lint dev.jsonl test.jsonl --by family --by document",
    short_help="Say what is wrong with case files.",
)
@click.argument("cases", nargs=-1, required=True)
@click.option("--corpus", metavar="FILE", multiple=True, help="Documents to look sources up in; repeatable.")
@click.option("--answers", metavar="FILE", multiple=True, help="Look them up in recorded chunks too.")
@click.option(
    "--by",
    "kinds",
    type=click.Choice(_KINDS),
    multiple=True,
    metavar="KIND",
    help="What two files must not share; repeatable.  [default: question, family, template, conversation]",
)
@click.option("--ignore", "ignored", metavar="RULE", multiple=True, help="Leave a rule out; repeatable.")
@click.option(
    "--fail-on",
    type=click.Choice(("error", "warning", "never")),
    default="error",
    help="From which level on the exit code is 1.  [default: error]",
)
@click.option(
    "--format", "style", type=click.Choice(("text", "json")), default="text", help="[default: text]"
)
@options("quiet", "debug")
def lint_files(
    cases: tuple[str, ...],
    corpus: tuple[str, ...],
    answers: tuple[str, ...],
    kinds: tuple[str, ...],
    ignored: tuple[str, ...],
    fail_on: str,
    style: str,
    **_: Any,
) -> int:
    """Say what is wrong with CASES: each breach with file, line, JSON path and the edit that mends it.

    Several files are also held against each other: a question, family, template or conversation in two of
    them is leakage. Sources are looked up where --corpus or --answers is given.

    \b
    Exit codes: 0 nothing at or above --fail-on; 1 breaches; 2 could not run, or records that cannot be read.
    """
    from pincite.cases.issue import RULES
    from pincite.cases.keys import TOLD, Kind
    from pincite.cases.lint import lint, without_cases
    from pincite.cases.report import Report
    from pincite.io.codec import encode_row
    from pincite.io.suggestions import nearest
    from pincite.report import case_lint

    for name in ignored:
        if name not in RULES:
            close = nearest(name, RULES)
            hint = f"did you mean {close}?" if close else f"one of {', '.join(RULES)}"
            raise ConfigError(f"there is no rule {name!r}", where="--ignore", hint=hint)
    chosen: tuple[Kind, ...] = tuple(kind for kind in _KINDS if kind in kinds) if kinds else TOLD  # type: ignore[misc]
    lines = _lines(cases)
    found = [*lint(lines, _shelf(corpus, answers), kinds=chosen), *_of_ledgers(lines)]
    found += without_cases(cases, lines)
    report = Report.of(
        [one for one in found if one.rule not in ignored],
        lines,
        looked_up=bool(corpus or answers),
        fail_on=fail_on,
    )
    if style == "json":
        to_stdout([encode_row(report), b"\n"], json=True)
    else:
        say("\n".join(case_lint.lines(report)))
    return report.exit_code


def _lines(files: Sequence[str]) -> list[CaseLine | Rejection]:
    from pincite.cases.line import read_lines

    return list(read_lines(files))


def _shelf(corpus: Sequence[str], answers: Sequence[str]) -> Shelf | None:
    """The documents that sources may name. What cannot be read there is told, and is no breach of a case."""
    if not corpus and not answers:
        return None
    from pincite.cases.shelf import Shelf
    from pincite.io.answers import read_answers
    from pincite.io.corpus import read_documents
    from pincite.io.rejection import Intake

    documents, recorded = Intake(), Intake()
    shelf = Shelf(
        documents.accepted(read_documents(corpus)) if corpus else None,
        recorded.accepted(read_answers(answers)) if answers else (),
    )
    for intake in (documents, recorded):
        if intake.rejected:
            tell(f"error[input]: {intake.summary()}")
            raise InputError(
                "the sources cannot be looked up in a file with rejected lines",
                hint="mend the lines above",
            )
    return shelf


def _of_ledgers(lines: Sequence[CaseLine | Rejection]) -> list[Issue]:
    """Where files are not what their ledgers say; a file with unreadable cases has no state to compare."""
    from pincite.cases.dataset import state_of
    from pincite.cases.ledger import ledger_issues, read_ledger
    from pincite.cases.line import place_of
    from pincite.io.rejection import Rejection

    files: dict[str, list[CaseLine]] = {}
    broken = set()
    for line in lines:
        if isinstance(line, Rejection):
            broken.add(place_of(line.where)[0])
        else:
            files.setdefault(line.file, []).append(line)
    return [
        one
        for file, some in files.items()
        if file not in broken and file != "<stdin>"
        for one in ledger_issues(state_of(file, some), some, read_ledger(file))
    ]


@command.command(
    "promote",
    epilog="\b\nExamples:\n"
    '  pincite cases promote q-17 --from test.jsonl --to dev.jsonl --reason "prompt was tuned on it"\n'
    "  pincite cases promote q-17 q-18 --from test.jsonl --to dev.jsonl --related",
    short_help="Move used test cases to development.",
)
@click.argument("case_ids", nargs=-1, required=True, metavar="CASE_ID...")
@click.option("--from", "source", metavar="FILE", required=True, help="The file that the cases leave.")
@click.option("--to", "target", metavar="FILE", required=True, help="The file that gets them.")
@click.option("--reason", metavar="TEXT", help="Why, for the record.")
@click.option(
    "--related", is_flag=True, help="Move also what shares a question, family or template with them."
)
@click.option("--date", "at", metavar="DATE", help="The date of the record.  [default: today]")
@options("quiet", "debug")
def promote_cases(
    case_ids: tuple[str, ...],
    source: str,
    target: str,
    reason: str | None,
    related: bool,
    at: str | None,
    **_: Any,
) -> int:
    """Move test cases that were used to development. A case that somebody tuned on tests nothing any more.

    Both files get a new dataset revision, and both ledgers say what moved, when and why. A file that is not
    what its ledger has under its revision is refused: no revision is ever overwritten.
    """
    from pincite.cases.ledger import alone
    from pincite.cases.promotion import promote

    for option, file in (("--from", source), ("--to", target)):
        _check_plain(file, option)
    if Path(source).resolve() == Path(target).resolve():
        raise ConfigError("both names are the same file", where="--to", hint="name the development file")
    with alone((source, target)):
        moved = promote(
            case_ids,
            _book(source),
            _book(target, may_lack=True),
            at=_date(at),
            reason=reason,
            related=related,
        )
        _replace((moved.target, moved.source))
    say(f"{len(moved.moved)} moved from {source} to {target}: {', '.join(moved.moved)}")
    for one in (moved.source, moved.target):
        say(f"  {one.file}: revision {one.revision}, {_counted(one.cases)}, digest {one.digest[:16]}")
    if moved.left:
        some = ", ".join(moved.left[:10]) + (", ..." if len(moved.left) > 10 else "")
        tell(
            f"warning: {len(moved.left)} left in {source} are tied to what moved: {some}"
            " (--related moves them too; `pincite cases lint` calls it leakage)"
        )
    return 0


def _counted(cases: int | None) -> str:
    return f"{cases} case{'s' * (cases != 1)}"


def _check_plain(file: str, where: str) -> None:
    """Raises ConfigError for what can be read and not be written again, or has no place for a ledger."""
    if file == "-" or file.endswith(".gz"):
        raise ConfigError(
            f"cases in {'standard input' if file == '-' else 'a compressed file'} cannot be kept",
            where=where,
            hint="name a plain .jsonl file",
        )


def _book(file: str, *, may_lack: bool = False) -> Book:
    from pincite.cases.ledger import read_ledger
    from pincite.cases.promotion import Book
    from pincite.io.rejection import Rejection

    lines = []
    if not may_lack or Path(file).exists():
        for line in _lines([file]):
            if isinstance(line, Rejection):
                raise InputError(
                    f"a case cannot be read, and rewriting the file would lose it: {line.message}",
                    where=line.where,
                    hint=line.hint or "`pincite cases lint` names everything that is wrong with the file",
                )
            lines.append(line)
    return Book(file=file, lines=tuple(lines), ledger=tuple(read_ledger(file)))


def _replace(files: Sequence[Written]) -> None:
    """Write all files beside their places, then the ledgers, then put each file into its place.

    If it breaks off, the ledgers tell of a move that the files do not show, and nothing is lost.
    """
    from pincite.cases.ledger import append
    from pincite.cli.replacement import Staged

    try:
        with ExitStack() as leftovers:
            staged = []
            for one in files:
                beside = Staged(Path(one.file), one.data)
                leftovers.callback(beside.drop)
                staged.append(beside)
            for one in files:
                append(one.file, one.entries)
            for beside in staged:
                beside.commit()
    except OSError as error:
        raise InputError(f"cannot write: {error.strerror}", where=str(error.filename)) from None


def _date(value: str | None) -> str:
    """The date of a record; the clock is asked only here, and only for a ledger."""
    from pincite.evidence.dates import parse_date

    if value is None:
        return date.today().isoformat()
    if parse_date(value) is None:
        raise ConfigError(
            f"expected an ISO date, got {value!r}", where="--date", hint="write it as 2026-03-31"
        )
    return value


@command.command(
    "revisions",
    epilog="\b\nExamples:\n"
    "  pincite cases revisions test.jsonl\n"
    '  pincite cases revisions test.jsonl --record --note "40 cases on returns added"',
    short_help="Show or record the revisions of a case file.",
)
@click.argument("file")
@click.option("--record", is_flag=True, help="Record what the file holds now under its dataset_revision.")
@click.option("--note", metavar="TEXT", help="What is new in it, with --record.")
@click.option("--date", "at", metavar="DATE", help="The date of the record.  [default: today]")
@options("quiet", "debug")
def revisions(file: str, record: bool, note: str | None, at: str | None, **_: Any) -> int:
    """Show the revisions of a case FILE with their digests, and whether the file is still the last of them.

    The digest does not depend on the order of lines and keys; the manifest of a run that was given the file
    has the same one under versions.cases. Exit code 1: the file was changed under a recorded revision.
    """
    from pincite.cases.ledger import alone

    _check_plain(file, "FILE")
    with alone((file,)) if record else nullcontext():
        return _revisions(file, record=record, note=note, at=at)


def _revisions(file: str, *, record: bool, note: str | None, at: str | None) -> int:
    from pincite.cases.ledger import Entry, append, ledger_path, promoted, recorded

    book = _book(file)
    state, entries = book.state, list(book.ledger)
    if len(state.revisions) > 1:
        named = ", ".join("none" if name is None else repr(name) for name in state.revisions[:5])
        raise InputError(
            f"its cases name several dataset revisions: {named}",
            where=file,
            hint="give all cases of the file the same dataset_revision",
        )
    entry = recorded(entries, state.revision)
    changed = entry is not None and entry.digest != state.digest
    if record and entry is None:
        if state.revision is None:
            raise InputError(
                "its cases name no dataset revision", where=file, hint='add "dataset_revision": "1" to each'
            )
        entry = Entry(
            event="revision",
            at=_date(at),
            digest=state.digest,
            dataset_revision=state.revision,
            cases=state.cases,
            reason=note,
        )
        append(file, [entry])
        entries.append(entry)
    for one in entries:
        if one.event == "revision":
            told = f": {one.reason}" if one.reason else ""
            name = one.dataset_revision or "(none)"
            say(f"{one.at}  {name}  {_counted(one.cases)}  {one.digest[:16]}{told}")
    gone = promoted(entries)
    if gone:
        say(f"promoted away: {', '.join(gone)}")
    name = "no revision" if state.revision is None else f"revision {state.revision}"
    say(f"now: {name}, {_counted(state.cases)}, digest {state.digest}")
    if changed:
        raise_to = "give the changed cases a new dataset_revision, then --record"
        say(f"changed since {name} was recorded: {raise_to}")
        return 1
    if entry is None:
        say(f"not recorded in {ledger_path(file)}: --record does it")
    return 0
