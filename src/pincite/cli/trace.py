"""`pincite trace`: what `pincite.trace` recorded, shown, checked and repaired."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from pincite.cli.settings import options
from pincite.cli.streams import say, tell
from pincite.errors import ConfigError, InputError

if TYPE_CHECKING:
    from pincite.io.rejection import Intake
    from pincite.model import Answer


@click.group(
    epilog="\b\nExamples:\n"
    "  pincite trace show q-17 --from answers.jsonl\n"
    "  pincite trace replay answers.jsonl -- --corpus corpus.jsonl -o run\n"
    "  pincite trace repair answers.jsonl",
    short_help="Explain, check and repair recorded answers.",
)
def command() -> None:
    """Read what `pincite.trace` recorded: explain one answer, check all of them, mend a torn file.

    The files are answers in the input format, so everything that reads answers reads them too.
    """


@command.command(
    "show",
    epilog="\b\nExamples:\n"
    "  pincite trace show q-17 --from answers.jsonl\n"
    "  pincite trace show line-3 --from answers.jsonl --corpus corpus.jsonl --all",
    short_help="Explain one answer on one screen.",
)
@click.argument("name", metavar="ID")
@click.option("--from", "files", metavar="FILE", multiple=True, required=True, help="Answers; repeatable.")
@click.option("--corpus", metavar="FILE", multiple=True, help="Documents to follow citations in; repeatable.")
@click.option("--all", "everything", is_flag=True, help="Show long lists in full.")
@options("quiet", "debug")
def show_one(
    name: str, files: tuple[str, ...], corpus: tuple[str, ...], everything: bool, quiet: bool | None, **_: Any
) -> int:
    """Explain the answer ID: question, what was retrieved, cut and shown, the text, its citations, the times.

    ID is an answer id, a case id, or `line-<n>`. Every answer with that case id is shown.

    \b
    Exit codes: 0 shown; 2 there is no such answer, or a file cannot be read.
    """
    from pincite.claims.extraction import extract
    from pincite.claims.policy import load_policy
    from pincite.evidence.corpus import Corpus
    from pincite.evidence.resolution import Resolver
    from pincite.io.corpus import read_documents
    from pincite.io.rejection import Intake
    from pincite.report.recorded import lines
    from pincite.report.terminal import screen

    intake = Intake()
    stored = Corpus(intake.accepted(read_documents(corpus))) if corpus else None
    policy = load_policy(None)
    for number, answer in enumerate(_found(name, files, intake)):
        if number:
            say("")
        references = extract(answer, policy).references
        resolved = Resolver(answer, stored).resolve_all(references)
        room = screen(sys.stdout, os.environ).columns
        say("\n".join(lines(answer, resolved, room=room, everything=everything)))
    _tell(intake, quiet)
    return 0


def _found(name: str, files: tuple[str, ...], intake: Intake) -> list[Answer]:
    """The answers of that name. Raises InputError when there are none."""
    from pincite.io.answers import read_answers
    from pincite.io.suggestions import nearest

    found = []
    ids: list[str] = []
    for answer in intake.accepted(read_answers(files)):
        line = f"line-{answer.where.rpartition(':')[2]}" if answer.where else ""
        if name in (answer.answer_id, answer.case_id, line):
            found.append(answer)
        ids.append(answer.answer_id)
    if not found:
        close = nearest(name, ids)
        raise InputError(
            f"there is no answer {name!r} among {len(ids)}",
            where=", ".join(files),
            hint=f"did you mean {close}?" if close else "`line-<n>` names an answer by its line",
        )
    return found


@command.command(
    "replay",
    context_settings={"ignore_unknown_options": True},
    epilog="\b\nExamples:\n"
    "  pincite trace replay answers.jsonl\n"
    "  pincite trace replay answers.jsonl -- --corpus corpus.jsonl --judge local -o run",
    short_help="Check recorded answers again.",
)
@click.argument("file")
@click.argument("check_options", nargs=-1, type=click.UNPROCESSED, metavar="[-- CHECK OPTIONS]")
def replay(file: str, check_options: tuple[str, ...]) -> int:
    """Check the answers of FILE as `pincite check FILE` does; what follows -- goes to it.

    Nothing is generated again: the same answers meet another corpus, judge or policy. A line that a killed
    writer left torn is named and makes the exit code 2; --skip-invalid passes over it, `pincite trace repair`
    takes it out.

    \b
    Exit codes: those of `pincite check`.
    """
    from pincite.cli.check import command as check

    code: object = check.main(args=[file, *check_options], prog_name="pincite check", standalone_mode=False)
    return code if isinstance(code, int) else 0


@command.command(
    "repair",
    epilog="\b\nExamples:\n"
    "  pincite trace repair answers.jsonl\n"
    "  pincite trace repair answers.jsonl -q && pincite check answers.jsonl",
    short_help="Take torn lines out of a file of answers.",
)
@click.argument("file")
@options("quiet", "debug")
def mend(file: str, quiet: bool | None, **_: Any) -> int:
    """Take the lines of FILE that are no JSON out of it and keep them in FILE.torn.

    A writer that was killed in the middle of a line leaves such a line. Programs that record meanwhile wait.

    \b
    Exit codes: 0 the file is whole; 2 it could not be read or written.
    """
    from pincite.trace.log import repair

    if file == "-":
        raise ConfigError("standard input cannot be repaired", where="FILE", hint="name a file")
    done = repair(file)
    if not quiet:
        kept = f"; {len(done.torn)} torn, kept in {done.kept_in}" if done.torn else "; none torn"
        tell(f"{done.whole} whole line{'s' * (done.whole != 1)}{kept}")
        for number in done.torn[:20]:
            tell(f"  {file}:{number}")
    return 0


def _tell(intake: Intake, quiet: bool | None) -> None:
    if intake.rejected and not quiet:
        tell(f"warning: {intake.summary()}")
