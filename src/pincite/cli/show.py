"""`pincite show`: one claim of a run, walked through the chain."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pincite.cli.config import Config, resolve
from pincite.cli.settings import options
from pincite.cli.streams import painted, say, tell, to_stdout
from pincite.errors import ConfigError, InputError

if TYPE_CHECKING:
    from pincite.engine.run import Run
    from pincite.engine.walk import Texts, Walk
    from pincite.judges.protocol import Judge
    from pincite.model.result import ClaimRow

FORMATS = ("text", "json")
LABELS = ("full", "partial", "none", "contradiction", "unsupported")
_SETTINGS = ("base_url", "cache", "no_cache", "offline", "redact", "color", "quiet", "debug")
_SHOWN = 10
_FEW = 5
_WORDS = 70


@click.command(
    epilog="\b\nExamples:\n"
    "  pincite show run\n"
    "  pincite show run q-refund/c1\n"
    "  pincite show run q-refund/c1 --answers moved/answers.jsonl --keep pairs.jsonl --label none",
    short_help="Walk one claim of a run through the chain, to its failure owner.",
)
@click.argument("run")
@click.argument("claim", required=False)
@click.option(
    "--answers",
    "files",
    metavar="FILE",
    multiple=True,
    help="A file that the run was made from and that has moved since (answers, corpus, bibliography,"
    " cases, policy); repeatable.",
)
@click.option("--corpus", "corpora", metavar="FILE", multiple=True, help="The same as --answers.")
@click.option("--no-twins", is_flag=True, help="Ask the judge nothing.")
@click.option(
    "--keep", metavar="FILE", help="Append the claim and what it cites to a file of calibration pairs."
)
@click.option("--label", type=click.Choice(LABELS), metavar="LABEL", help="With --keep: what is right.")
@click.option(
    "--format",
    "style",
    type=click.Choice(FORMATS),
    default="text",
    help="How the walk is written to stdout.  [default: text]",
)
@click.option("--config", "config_file", metavar="FILE", help="Read settings from this file and no other.")
@options(*_SETTINGS)
def command(run: str, claim: str | None, **given: Any) -> int:
    """Show what happened to one CLAIM of the run directory RUN, and which stage owns its failure.

    CLAIM is ANSWER/CLAIM as reports name it, or a beginning that only one claim has; without it,
    the claims that fail are listed. The texts are read from the files that the run was made from, if they are
    unchanged; without them only the rows are shown.

    The judge is asked about twins of the claim that say something else in nearly the same words: a figure, a
    name or the polarity changed. One that accepts them has not read the passage.

    \b
    --keep adds the claim with the text that it cites to a file for `pincite calibrate`. The label is yours
    (--label full, partial, none, contradiction or unsupported), never the judge's.
    """
    files = (*given.pop("files"), *given.pop("corpora"))
    keep, label = given.pop("keep"), given.pop("label")
    style, no_twins = given.pop("style"), given.pop("no_twins")
    config = resolve(given, config_file=given.pop("config_file"), directory=Path.cwd(), environ=os.environ)
    if (keep is None) != (label is None):
        raise ConfigError(
            "a kept pair needs a file and the label that is right",
            where="--label" if label is None else "--keep",
            hint="--keep pairs.jsonl --label none",
        )
    if keep is not None and config["redact"]:
        raise ConfigError(
            "a pair cannot be kept without its words", where="--keep", hint="leave --redact out"
        )
    from pincite.engine.run import load_run

    loaded = load_run(run)
    if claim is None:
        if keep is not None:
            raise ConfigError("a kept pair needs the name of its claim", where="--keep", hint=_named(loaded))
        _list(loaded, style, config)
        return 0
    shown = _walk(loaded, find(loaded.claims, claim, failed(loaded)), files, config, twins=not no_twins)
    if keep is not None:
        _keep(shown, keep, label, quiet=config["quiet"])
    _write(shown, style, config)
    return 0


def failed(run: Run) -> list[ClaimRow]:
    """The claims that fail, in the order of the run's findings: worst first."""
    rows = {(row.answer_id, row.claim_id): row for row in run.claims if row.failure_owner is not None}
    places = [(one.answer_id, one.claim_id or "") for one in run.findings]
    return [rows[place] for place in dict.fromkeys((*places, *rows)) if place in rows]


def _list(run: Run, style: str, config: Config) -> None:
    """The claims that fail, one a line: name, label, failure owner, words."""
    rows = failed(run)
    if style == "json":
        from pincite.io.codec import encode_row
        from pincite.io.rows import claim_line

        shown = [_redacted(run, row)[1] for row in rows] if config["redact"] else rows
        document = {"run_id": run.summary.run_id, "failed": [claim_line(row) for row in shown]}
        to_stdout([encode_row(document), b"\n"], json=True)
        return
    from pincite.report.shown import one_line

    for row in rows:
        words = "" if config["redact"] else f"  {one_line(row.text, _WORDS)}"
        name = one_line(f"{row.answer_id}/{row.claim_id}")
        say(f"{name}  {row.label or row.status}  {row.failure_owner}{words}")
    if not rows:
        say("no claim of this run fails")


def _named(run: Run) -> str:
    some = failed(run) or list(run.claims)
    return f"name one, such as {some[0].answer_id}/{some[0].claim_id}" if some else "the run has no claims"


def find(rows: Sequence[ClaimRow], name: str, failing: Sequence[ClaimRow] = ()) -> ClaimRow:
    """The claim of this name (ANSWER/CLAIM), or the only one whose name begins so.

    `failing` are named where nothing is close to the name.

    Raises ConfigError when there is none, or more than one.
    """
    named = {f"{row.answer_id}/{row.claim_id}": row for row in rows}
    if name in named:
        return named[name]
    found = [key for key in named if key.startswith(name)]
    # An answer's whole name is meant before longer names that begin with it.
    whole = [key for key in found if key.startswith(f"{name}/")]
    found = whole or found
    if len(found) == 1:
        return named[found[0]]
    if found:
        some = ", ".join(found[:_SHOWN]) + (f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else "")
        raise ConfigError(f"{len(found)} claims begin with {name!r}", where="CLAIM", hint=f"one of {some}")
    import difflib

    close = difflib.get_close_matches(name, named, n=1, cutoff=0.5)
    hint = "name it as reports do: ANSWER/CLAIM"
    if failing:
        some = ", ".join(f"{row.answer_id}/{row.claim_id}" for row in failing[:_FEW])
        more = f" and {len(failing) - _FEW} more" if len(failing) > _FEW else ""
        hint += f"; these fail: {some}{more}"
    raise ConfigError(
        f"the run has no claim {name!r}",
        where="CLAIM",
        hint=f"did you mean {close[0]!r}?" if close else hint,
    )


def _walk(run: Run, row: ClaimRow, files: Sequence[str], config: Config, *, twins: bool) -> Walk:
    from pincite.engine.walk import walk

    if config["redact"]:
        return walk(*_redacted(run, row), None, None, ("texts are left out (--redact)",))
    texts, judge, missing = _at_hand(run, row, files, config, twins=twins)
    return walk(run, row, texts, judge, missing)


def _redacted(run: Run, row: ClaimRow) -> tuple[Run, ClaimRow]:
    from msgspec import structs

    from pincite.model.result import AnswerResult
    from pincite.report.redaction import redacted

    own = tuple(one for one in run.findings if one.answer_id == row.answer_id)
    result = redacted(AnswerResult(answer_id=row.answer_id, text="", claims=(row,), findings=own))
    return structs.replace(run, findings=result.findings), result.claims[0]


def _at_hand(
    run: Run, row: ClaimRow, files: Sequence[str], config: Config, *, twins: bool
) -> tuple[Texts | None, Judge | None, list[str]]:
    """The claim's texts and the run's judge, as far as they can be had, and what cannot."""
    from pincite.claims.policy import default_policy
    from pincite.cli.evaluation import judge_options
    from pincite.engine.setting import Setting
    from pincite.engine.walk import texts_of
    from pincite.gate.comparison.sources import MissingError, Pool, Sources
    from pincite.judges.naming import named_judge
    from pincite.judges.overlap import OverlapJudge

    options = judge_options(config)
    sources = Sources(run, Pool(files, (run,)), lambda name: named_judge(name, options))
    missing: list[str] = []

    def had(part: Any, otherwise: Any, without: str) -> Any:
        try:
            return part()
        except MissingError as error:
            missing.append(f"{error}: {without}")
            return otherwise

    answers = had(sources.answers, None, "no texts are shown; name the file with --answers")
    if answers is None:
        return None, None, missing
    setting = Setting(
        policy=had(sources.policy, default_policy(), "the shipped policy stands in"),
        judge=OverlapJudge(),
        bibliography=had(sources.bibliography, None, "references are not looked up"),
        corpus=had(sources.corpus, None, "texts of the corpus are not shown; name the file with --corpus"),
        cases=had(sources.cases, {}, "the gold case is not read"),
    )
    texts = texts_of(row, answers, setting)
    if texts is None:
        missing.append("the answers as they are now do not have this claim: no texts are shown")
        return None, None, missing
    judge = had(sources.judge, None, "no twins are tried") if twins else None
    return texts, judge, missing


def _keep(walk: Walk, path: str, label: str, *, quiet: bool) -> None:
    """Append the pair; one that the file has is not added again."""
    from pincite.calibration.pairs import Pair, read_pairs
    from pincite.io.codec import encode_row

    row = walk.claim
    # What it cites is what the judge decided on; a claim that cites nothing is kept with what it could cite.
    cited = [step.text for step in walk.steps if step.text is not None]
    evidence = cited or list(walk.pair)
    if not evidence:
        raise InputError(
            "there is no text to keep beside the claim",
            where=path,
            hint="name the files that the run was made from with --answers and --corpus",
        )
    name = f"{row.answer_id}/{row.claim_id}"
    record = {
        "id": f"{walk.run_id}/{name}",
        "group": row.answer_id,
        "claim": (row.proposition or row.text).strip(),
        "evidence": evidence,
        "label": label,
        "question": walk.question,
        "metadata": {"run_id": walk.run_id, "claim": name, "evidence": "cited" if cited else "better"},
    }
    if Path(path).is_file():
        known = {one.pair_id for one in read_pairs(path) if isinstance(one, Pair)}
        if record["id"] in known:
            tell(f"{path} has this pair: nothing added")
            return
    try:
        with Path(path).open("ab+") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    # Somebody's editor took the last line break; a second pair must not join the first.
                    file.write(b"\n")
            file.write(encode_row(record) + b"\n")
    except OSError as error:
        raise ConfigError(f"cannot write: {error.strerror}", where=path) from None
    if not quiet:
        tell(f"kept in {path} as {label}")


def _write(walk: Walk, style: str, config: Config) -> None:
    if style == "json":
        from pincite.io.codec import encode_row

        to_stdout([encode_row(_document(walk)), b"\n"], json=True)
        return
    from pincite.report.terminal import screen
    from pincite.report.walk import lines

    painted(lines(walk, screen(sys.stdout, os.environ, config["color"])))


def _document(walk: Walk) -> dict[str, Any]:
    """The walk as one JSON document; the claim as `claims.jsonl` has it."""
    from pincite.io.rows import claim_line

    trial = walk.twins
    return {
        "run_id": walk.run_id,
        "claim": claim_line(walk.claim),
        "question": walk.question,
        "findings": walk.findings,
        "steps": [
            {
                "citation_id": step.link.citation_id,
                "marker": step.marker,
                "attached": step.attached,
                "start": step.start,
                "end": step.end,
                "standing": step.standing,
                "text": step.text,
            }
            for step in walk.steps
        ],
        "better": walk.better,
        "evidence": walk.evidence,
        "differences": walk.differences,
        "twins": None
        if trial is None
        else {
            "label": trial.label,
            "status": trial.status,
            "accepted": trial.accepted,
            "asked": len(trial.tried),
            "tried": trial.tried,
        },
        "missing": walk.missing,
    }
