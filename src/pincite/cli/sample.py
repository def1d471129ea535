"""`pincite sample`: a fixed, seeded sample of cited claims for people to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pincite.cli.settings import options
from pincite.cli.streams import tell
from pincite.errors import ConfigError

if TYPE_CHECKING:
    from pincite.cases.audit import Audit
    from pincite.engine.cited import Cited
    from pincite.io.rejection import Rejection
    from pincite.labels.sampling import Drawn
    from pincite.model.result import ClaimRow

_T = TypeVar("_T")

_STRATA = ("slice", "kind", "severity", "evidence_kind", "citations")
_SHARES = (0.5, 0.75, 0.9, 0.95)


@click.command(
    epilog="\b\nExamples:\n"
    "  pincite sample answers.jsonl -n 200 -o sample.jsonl\n"
    "  pincite sample answers.jsonl --cases cases.jsonl --by slice --seed 11 -o sample.jsonl",
    short_help="Draw a fixed sample of cited claims for people to read.",
)
@click.argument("answers", nargs=-1, required=True)
@click.option(
    "-n",
    "size",
    metavar="N",
    type=click.IntRange(1),
    default=200,
    help="How many claims; 100 to 200 carry a margin that is of use.  [default: 200]",
)
@click.option(
    "--by",
    type=click.Choice(_STRATA),
    multiple=True,
    metavar="WHAT",
    help="Strata: slice, kind, severity, evidence_kind, citations; repeatable.  [default: slice, kind]",
)
@click.option("--seed", metavar="N", type=int, default=7, help="Seed of the draw.  [default: 7]")
@click.option("--cases", metavar="FILE", multiple=True, help="Gold cases: slices, severities, claim ids.")
@click.option("--corpus", metavar="FILE", multiple=True, help="Documents that citations may resolve to.")
@click.option("--policy", metavar="FILE", help="The policy of the run that the labels are for.")
@click.option("--sources", is_flag=True, help="Add the question and the cited texts to each line.")
@click.option("-o", "--output", metavar="FILE", help="Write to a file instead of stdout.")
@options("quiet", "debug")
def command(
    answers: tuple[str, ...],
    size: int,
    by: tuple[str, ...],
    seed: int,
    cases: tuple[str, ...],
    corpus: tuple[str, ...],
    policy: str | None,
    sources: bool,
    output: str | None,
    quiet: bool | None,
    **_: Any,
) -> int:
    """Draw claims of ANSWERS that have a citation whose text can be read, and say which margin they carry.

    ANSWERS are files, or one run directory. No judge is asked. Every claim has the same chance; strata only
    see to the proportions. The same answers and seed give the same sample, whatever the order of the lines.
    `pincite labels import` takes the labelled lines; with files, give the --cases, --corpus and --policy of
    the run that the labels are for, so that the claims have its ids.

    \b
    Exit codes: 0 drawn; 2 could not run, or rejected input lines; 3 nothing to draw from.
    """
    from pincite.cases.audit import USUAL, audit_sample
    from pincite.cli.streams import to_stdout

    intake = _Intakes()
    directory = _run_directory(answers)
    kept: dict[tuple[str, str], Cited] | None = {} if sources else None
    if directory is None:
        rows: Iterable[ClaimRow] = _rows(
            answers, intake, cases=cases, corpus=corpus, policy=policy, kept=kept
        )
    else:
        rows = _rows_of_run(directory, given=bool(cases or corpus or policy or sources))
    drawn = audit_sample(rows, size, by=by or USUAL, seed=seed)
    data = b"".join(encode_task(task, kept) + b"\n" for task in drawn.claims)
    if output is None:
        to_stdout([data], json=True)
    else:
        _write(output, data)
    if not quiet:
        tell("\n".join(_told(drawn)))
    if intake.rejected:
        return 2
    return 0 if drawn.claims else 3


def _run_directory(answers: tuple[str, ...]) -> str | None:
    """The run directory, where one was named in the place of answers."""
    directories = [one for one in answers if Path(one).is_dir()]
    if directories and len(answers) > 1:
        raise ConfigError(
            "one run, or files of answers", where="ANSWERS", hint="name the run directory alone"
        )
    return directories[0] if directories else None


def _rows_of_run(directory: str, *, given: bool) -> Iterator[ClaimRow]:
    from pincite.engine.run import load_run
    from pincite.gate.observation import missing_rows

    if given:
        raise ConfigError(
            "a run knows its cases, corpus and policy, and keeps no texts",
            where="ANSWERS",
            hint="name the answers instead, or leave out --cases, --corpus, --policy and --sources",
        )
    run = load_run(directory)
    lacking = missing_rows(run)
    if lacking is not None:
        tell(f"warning: {lacking}: what is drawn is a sample of a part")
    return iter(run.claims)


class _Intakes:
    """Reads records and tells of those that are none."""

    def __init__(self) -> None:
        self.rejected = 0

    def read(self, records: Iterable[_T | Rejection]) -> Iterator[_T]:
        from pincite.io.rejection import Intake

        intake = Intake()
        yield from intake.accepted(records)
        self.rejected += intake.rejected
        if intake.rejected:
            tell(f"error[input]: {intake.summary()}")


def _rows(
    answers: tuple[str, ...],
    intake: _Intakes,
    *,
    cases: tuple[str, ...],
    corpus: tuple[str, ...],
    policy: str | None,
    kept: dict[tuple[str, str], Cited] | None,
) -> Iterator[ClaimRow]:
    from pincite.claims.policy import load_policy
    from pincite.engine.cited import cited_claims
    from pincite.engine.setting import Setting
    from pincite.evidence.corpus import Corpus
    from pincite.io.answers import read_answers
    from pincite.io.cases import read_cases
    from pincite.io.corpus import read_documents
    from pincite.judges.naming import named_judge

    setting = Setting(
        policy=load_policy(policy),
        judge=named_judge("rules"),  # a setting names one; it is never asked
        corpus=Corpus(intake.read(read_documents(corpus))) if corpus else None,
        cases={case.case_id: case for case in intake.read(read_cases(cases))},
    )
    for one in cited_claims(intake.read(read_answers(answers)), setting):
        if kept is not None:
            kept[one.row.answer_id, one.row.claim_id] = one
        yield one.row


def encode_task(task: Drawn, kept: Mapping[tuple[str, str], Cited] | None) -> bytes:
    """One line to label; with `kept` it also has the question and the texts that the claim cites."""
    from msgspec import to_builtins

    from pincite.io.codec import encode_row

    values = to_builtins(task)
    one = kept[task.answer_id, task.claim_id] if kept is not None else None
    if one is not None:
        values["metadata"] = {
            "question": one.question,
            "sources": [
                {
                    "citation_id": link.citation_id,
                    "document_id": passage.chunk.document_id,
                    "document_revision": passage.chunk.document_revision,
                    "chunk_id": passage.chunk.chunk_id,
                    "text": passage.text,
                }
                for link in one.links
                for passage in link.passages
            ],
        }
    return encode_row(values)


def _write(path: str, data: bytes) -> None:
    """A sample is fixed: what stands under its name is not replaced by another one."""
    place = Path(path)
    try:
        if place.exists() and place.read_bytes() != data:
            raise ConfigError(
                "another sample has this name",
                where=path,
                hint="name another file; a fixed sample is never replaced",
            )
        place.write_bytes(data)
    except OSError as error:
        raise ConfigError(f"cannot write: {error.strerror}", where=path) from None


def _told(drawn: Audit) -> Iterator[str]:
    """How many were drawn, from what, and the margin that so many carry."""
    from pincite.cases.audit import margin

    n, population = len(drawn.claims), drawn.population
    yield f"{n} of {population} claims drawn, of {drawn.answers_drawn} of {drawn.answers} answers"
    for quota in drawn.quotas:
        what = ", ".join(f"{name} {value}" for name, value in quota.values.items()) or "all"
        yield f"  {what}: {quota.drawn} of {quota.size}"
    if not n:
        return
    whole = ", ".join(f"±{100 * margin(share, n):.1f} at {share:.0%}" for share in _SHARES)
    yield f"margin of a rate (95 %, points): {whole}"
    usual = _SHARES[1]
    if drawn.answers_drawn < n:
        clustered = 100 * margin(usual, drawn.answers_drawn)
        yield f"  ±{clustered:.1f} at {usual:.0%} if all claims of an answer are right or wrong together"
    alone = f"±{100 * margin(usual, n, population):.1f} at {usual:.0%}" if n < population else "none"
    yield f"  {alone} for these {population} claims alone (finite population correction)"
    yield f"sample digest {drawn.digest[:16]}"
