"""`pincite calibrate`: how far a judge can be trusted, on labelled pairs or on a run that people labelled."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pincite.cli.settings import options
from pincite.cli.streams import say, tell, to_stdout
from pincite.errors import ConfigError, InputError

if TYPE_CHECKING:
    from pincite.calibration.card import Card, DataFile
    from pincite.calibration.from_run import TextOf
    from pincite.engine.run import Run
    from pincite.model.verdict import JudgeIdentity

FORMATS = ("text", "markdown", "json")
REJECTED = 2
NOTHING = 3


@click.command(
    epilog="\b\nExamples:\n"
    "  pincite calibrate --pairs labelled.jsonl --judge rules -o calibration\n"
    "  pincite calibrate run --labels labels.jsonl -o calibration",
    short_help="Measure a judge against human labels.",
)
@click.argument("files", nargs=-1)
@click.option("--pairs", metavar="FILE", multiple=True, help="Labelled pairs (JSONL); repeatable.")
@click.option(
    "--labels", metavar="FILE", multiple=True, help="Human labels on the claims of RUN; repeatable."
)
@click.option(
    "--judge", metavar="NAME", multiple=True, help="The judge of the pairs; repeatable.  [default: rules]"
)
@click.option(
    "--development",
    metavar="SHARE",
    type=float,
    default=0.3,
    help="The share of groups that choose the threshold and are in no other number.  [default: 0.3]",
)
@click.option(
    "--limit", metavar="N", type=click.IntRange(1), help="At most N pairs of each set, in whole groups."
)
@click.option("--seed", metavar="N", type=int, default=7, help="Seed of parts and intervals.  [default: 7]")
@click.option(
    "-o", "--output", metavar="DIR", help="Write the cards, report.md, report.html and the decisions."
)
@click.option(
    "--format",
    "style",
    metavar="|".join(FORMATS),
    type=click.Choice(FORMATS),
    default="text",
    help="How the result is written to stdout.  [default: text]",
)
@options("skip_invalid", "quiet", "verbose", "debug")
def command(files: tuple[str, ...], **given: Any) -> int:
    """Measure a judge on labelled pairs (--pairs FILE...), or on a RUN that people labelled (--labels FILE).

    Always beside word overlap, which any judge has to beat, and beside the agreement among people where
    several labelled. The threshold is chosen on the development part; all numbers are about the rest. With
    --labels, citation precision and completeness are corrected for the judge's errors as well.

    \b
    Exit codes: 0 measured; 2 could not run, or rejected input lines; 3 nothing to measure.
    """
    if not 0 <= given["development"] < 1:
        raise ConfigError("the development share lies from 0 to below 1", where="--development")
    job = _Job(given)
    if given["pairs"]:
        cards = job.of_pairs((*given["pairs"], *files), given["judge"] or ("rules",))
    elif given["labels"] and len(files) == 1:
        if given["judge"]:
            raise ConfigError("a run has its judge", where="--judge", hint="leave --judge out")
        cards = [job.of_run(files[0], given["labels"])]
    else:
        raise ConfigError(
            "nothing to calibrate on",
            where="pincite calibrate",
            hint="name labelled pairs with --pairs FILE, or a run and its --labels FILE",
        )
    job.write(cards)
    if job.rejected and not given["skip_invalid"]:
        return REJECTED
    return 0 if any(card.overall.numbers.judge.decided for card in cards) else NOTHING


class _Job:
    """One calibration: reads, judges, measures, writes."""

    def __init__(self, given: dict[str, Any]) -> None:
        self._given = given
        self._share: float = given["development"]
        self._seed: int = given["seed"]
        self._decisions: list[bytes] = []
        self._rankings: tuple[str, ...] = ()
        self.rejected = 0

    def of_pairs(self, paths: tuple[str, ...], names: tuple[str, ...]) -> list[Card]:
        from pincite.calibration.calibrate import calibrate
        from pincite.calibration.decision import judged
        from pincite.calibration.pairs import limited, read_pairs
        from pincite.calibration.versus import rankings
        from pincite.io.rejection import Intake, Notices
        from pincite.judges.naming import named_judge

        # A wrong name is told before anything is read.
        judges = [named_judge(name) for name in names]
        intake, notices = Intake(), Notices()
        pairs = limited(
            list(intake.accepted(read_pairs(paths, notices=notices))), self._given["limit"], self._seed
        )
        self._told(intake.rejected, intake.summary(), notices.messages)
        cards = []
        asked = []
        for judge in judges:
            cases = list(
                judged(
                    pairs,
                    judge,
                    share=self._share,
                    seed=self._seed,
                    tick=self._progress(judge.identity, len(pairs)),
                )
            )
            close = getattr(judge, "close", None)
            if close is not None:
                close()
            self._keep(judge.identity.name, cases)
            asked.append((judge.identity.name, cases))
            cards.append(
                calibrate(
                    cases,
                    judge.identity,
                    created_at=datetime.now(UTC),
                    share=self._share,
                    seed=self._seed,
                    data=_files(paths, "pairs"),
                    limit=self._given["limit"],
                )
            )
        self._rankings = tuple(rankings(asked, seed=self._seed))
        return cards

    def of_run(self, path: str, paths: tuple[str, ...]) -> Card:
        from pincite.calibration.calibrate import calibrate
        from pincite.calibration.card import RunEvidence
        from pincite.calibration.corrected import corrected_rates, severe_false_accepts
        from pincite.calibration.from_run import cases_of_run
        from pincite.engine.run import load_run
        from pincite.io.rejection import Intake, Notices
        from pincite.labels.record import read_labels

        run = load_run(path)
        intake, notices = Intake(), Notices()
        labels = list(intake.accepted(read_labels(paths, rater="unnamed", notices=notices)))
        self._told(intake.rejected, intake.summary(), notices.messages)
        found = cases_of_run(
            run.claims, labels, share=self._share, seed=self._seed, text_of=_texts(run, self._say)
        )
        for reason, count in found.left_out.items():
            self._say(f"{count} labelled units are not compared: {reason}")
        identity = _identity(run)
        self._keep(identity.name, found.cases)
        return calibrate(
            found.cases,
            identity,
            created_at=datetime.now(UTC),
            share=self._share,
            seed=self._seed,
            data=_files(paths, "labels"),
            run=RunEvidence(
                run_id=run.summary.run_id,
                signature=run.summary.signature,
                corrected={str(name): rate for name, rate in corrected_rates(run.claims, labels).items()},
                severe=severe_false_accepts(run.claims, labels),
                left_out=found.left_out,
            ),
        )

    def _keep(self, judge: str, cases: Iterable[Any]) -> None:
        """Every decision, without any text of the data, so that a number can be traced to its pairs."""
        from pincite.io.codec import encode_row

        for case in cases:
            self._decisions.append(
                encode_row(
                    {
                        "judge": judge,
                        "pair": case.key,
                        "set": case.dataset,
                        "group": case.group,
                        "development": case.development,
                        "gold": case.gold,
                        "label": case.decision.label,
                        "status": case.decision.status,
                        "reason": case.decision.reason,
                        "support": case.decision.support,
                        "overlap": None if case.baseline is None else case.baseline.support,
                        "categories": case.categories,
                    }
                )
            )

    def write(self, cards: list[Card]) -> None:
        """Files first, then stdout."""
        from pincite.calibration.card import encode_card
        from pincite.io.codec import encode_row
        from pincite.report import calibration_html, calibration_markdown, calibration_text

        if self._given["output"]:
            folder = Path(self._given["output"])
            try:
                folder.mkdir(parents=True, exist_ok=True)
                for name, card in zip(_names(cards), cards, strict=True):
                    (folder / name).write_bytes(encode_card(card))
                report = "\n".join(calibration_markdown.lines(cards, self._rankings))
                (folder / "report.md").write_text(report + "\n", encoding="utf-8", errors="replace")
                page = calibration_html.page(cards, self._rankings)
                (folder / "report.html").write_text(page, encoding="utf-8", errors="replace")
                (folder / "decisions.jsonl").write_bytes(b"".join(row + b"\n" for row in self._decisions))
            except OSError as error:
                raise ConfigError(
                    f"cannot write the calibration: {error.strerror}", where=str(folder)
                ) from None
            self._say(
                f"written: {', '.join(str(folder / name) for name in _names(cards))}, report.md, report.html"
            )
        if self._given["style"] == "json":
            data = encode_card(cards[0]) if len(cards) == 1 else encode_row(cards) + b"\n"
            to_stdout([data], json=True)
        elif self._given["style"] == "markdown":
            say("\n".join(calibration_markdown.lines(cards, self._rankings)))
        else:
            verbose = bool(self._given["verbose"])
            say("\n".join(calibration_text.lines(cards, self._rankings, verbose=verbose)))

    def _told(self, rejected: int, summary: str, notices: tuple[str, ...]) -> None:
        self.rejected += rejected
        if rejected:
            tell(f"error[input]: {summary}")
        for notice in notices:
            self._say(f"warning: {notice}")

    def _say(self, message: str) -> None:
        if not self._given["quiet"]:
            tell(message)

    def _progress(self, judge: JudgeIdentity, total: int) -> Callable[[int], None]:
        """A line every half minute; a short calibration says nothing."""
        last, done = time.monotonic(), 0

        def tick(count: int) -> None:
            nonlocal last, done
            done += count
            if time.monotonic() - last >= 30:
                last = time.monotonic()
                self._say(f"{judge.name}: {done:,} of {total:,} pairs judged")

        return tick


def _files(paths: Iterable[str], role: str) -> list[DataFile]:
    from pincite.calibration.card import DataFile
    from pincite.engine.manifest import digest_of_file

    return [
        DataFile(path=path, role=role, sha256=digest_of_file(path)) for path in paths if Path(path).is_file()
    ]


def _names(cards: Iterable[Card]) -> Iterator[str]:
    """`card-rules.json`; a judge's name may hold signs that a file's name may not."""
    taken: dict[str, int] = {}
    for card in cards:
        plain = "".join(c if c.isascii() and (c.isalnum() or c in "._") else "-" for c in card.judge.name)
        taken[plain] = taken.get(plain, 0) + 1
        number = "" if taken[plain] == 1 else f"-{taken[plain]}"
        yield f"card-{plain.strip('-.') or 'judge'}{number}.json"


def _identity(run: Run) -> JudgeIdentity:
    """The judge of a run, as its summary names it."""
    import msgspec

    from pincite.model.verdict import JudgeIdentity

    try:
        return msgspec.convert(run.summary.judge, JudgeIdentity)
    except msgspec.ValidationError:
        raise InputError(
            "the run's summary does not name its judge", where=f"run {run.summary.run_id}"
        ) from None


def _texts(run: Run, say: Callable[[str], None]) -> TextOf | None:
    """The cited texts, read again from the run's own inputs if those are unchanged; else None.

    A chunk is recognised by its digest, so that no other text can pass for it.
    """
    from pincite.engine.manifest import digest_of_file
    from pincite.engine.rows import text_digest
    from pincite.io.answers import read_answers
    from pincite.io.corpus import read_documents
    from pincite.io.rejection import Rejection

    wanted = {link.chunk_digest for row in run.claims for link in row.citations}
    texts: dict[str, str] = {}
    for file in run.manifest.inputs:
        if file.role not in ("answers", "corpus"):
            continue
        if not Path(file.path).is_file() or digest_of_file(file.path) != file.sha256:
            say(f"{file.path} is gone or changed since the run: word overlap cannot be measured beside it")
            return None
        if file.role == "answers":
            chunks = (
                chunk
                for answer in read_answers(file.path)
                if not isinstance(answer, Rejection)
                for chunk in (*(answer.prompt_chunks or ()), *(answer.retrieved_chunks or ()))
            )
        else:
            chunks = (
                chunk
                for document in read_documents(file.path)
                if not isinstance(document, Rejection)
                for chunk in document.chunks
            )
        for chunk in chunks:
            digest = text_digest(chunk.text)
            if digest in wanted:
                texts[digest] = chunk.text
    return (lambda link: texts.get(link.chunk_digest or "")) if texts else None
