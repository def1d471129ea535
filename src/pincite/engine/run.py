"""A run: settings, results and numbers together, as the Python API gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from pincite.calibration.card import Card, cited
from pincite.cases.dataset import digest
from pincite.diagnose.search import MOST
from pincite.engine import manifest as moving
from pincite.engine.manifest import InputFile, Manifest, Observed
from pincite.engine.run_directory import CLAIMS, FACTS, FINDINGS, MANIFEST, SUMMARY, answer_row
from pincite.engine.setting import Clock, Setting
from pincite.engine.stream import check_answers
from pincite.errors import InputError
from pincite.io.rows import decode_answer, decode_claim, decode_finding
from pincite.judges.usage import cost_of
from pincite.metrics.failure import severe_failures
from pincite.metrics.families import FamilyTally, summarise_families
from pincite.metrics.summary import summarise
from pincite.metrics.tally import Tally
from pincite.model import Answer, Finding
from pincite.model.result import AnswerResult, AnswerRow, ClaimRow
from pincite.model.summary import SCHEMA_VERSION, SevereFailure, Summary

SEED = 7

_Kind = TypeVar("_Kind")


class Run(Struct, frozen=True, kw_only=True):
    """What `pincite.check` gives back, and `pincite.load_run` reads.

    `results` holds one entry an answer; a run that was loaded has `claims` and `findings` but no results:
    the answers' texts are not kept in the run directory. `answers` holds the facts of each answer; it is
    empty for a run that was written before they were kept.
    """

    summary: Summary
    manifest: Manifest
    results: tuple[AnswerResult, ...] = ()
    claims: tuple[ClaimRow, ...] = ()
    findings: tuple[Finding, ...] = ()
    answers: tuple[AnswerRow, ...] = ()


class Bookkeeping:
    """Adds up a run while its results stream by, and closes it with a summary and a manifest.

    `card` is the calibration that the summary cites. Raises ConfigError when it is about another judge.
    """

    def __init__(
        self,
        setting: Setting,
        *,
        seed: int = SEED,
        inputs: Sequence[InputFile] = (),
        card: Card | None = None,
    ) -> None:
        self.setting = setting
        self.seed = seed
        self.inputs = tuple(inputs)
        self.clock = Clock()
        self.observed = Observed()
        self.tally = Tally(credit=setting.policy.credit)
        self.families = FamilyTally.of(setting.families)
        self.severe: list[SevereFailure] = []
        self.owner_questions: list[int] = [0, 0]
        self.signature = moving.signature(setting.policy, setting.judge.identity, seed)
        self.run_id = moving.run_id(
            self.signature,
            # The signature has the policy as it is read: a comment in its file makes no other run.
            [row.sha256 for row in inputs if row.role != "policy"],
            ",".join(_options(setting, self.families)),
        )
        self.calibration = cited(card, setting.judge.identity, run_id=self.run_id)

    def add(self, answer: Answer, result: AnswerResult) -> None:
        self.observed.see(answer)
        self.tally.add(result)
        self.families.add(result.answer_id, result.families)
        self.severe.extend(severe_failures(result))
        for claim in result.claims:
            if claim.owner_evidence is not None and claim.owner_evidence.questions:
                self.owner_questions[0] += 1
                self.owner_questions[1] += claim.owner_evidence.questions

    def summary(self, *, rejected: int = 0) -> Summary:
        figures = summarise(self.tally, rejected=rejected, seed=self.seed)
        identity = self.setting.judge.identity
        return Summary(
            run_id=self.run_id,
            signature=str(self.signature),
            versions=self._versions(),
            thresholds={"credit": str(self.tally.credit)},
            counts=figures.counts,
            metrics=figures.metrics,
            slices=figures.slices,
            criticality=figures.criticality,
            severe_failures=tuple(self.severe),
            families={
                name: msgspec.to_builtins(figures)
                for name, figures in summarise_families(self.families, self.signature, seed=self.seed).items()
            },
            judge={
                **msgspec.to_builtins(identity),
                "calibration": self.calibration,
            },
        )

    def manifest(self, *, partial: bool = False, created_at: datetime | None = None) -> Manifest:
        created = created_at or datetime.now(UTC)
        return Manifest(
            run_id=self.run_id,
            created_at=created.isoformat(timespec="seconds"),
            signature=str(self.signature),
            versions=self._versions(),
            inputs=self.inputs,
            timings={f"{stage}_s": round(seconds, 6) for stage, seconds in self.clock.seconds.items()},
            cost=cost_of(self.setting.judge),
            owners={"claims": self.owner_questions[0], "questions": self.owner_questions[1], "most": MOST},
            application_timings=self.observed.timings(),
            partial=partial,
        )

    def _versions(self) -> dict[str, Any]:
        corpus = self.setting.corpus
        cases = self.setting.cases
        return moving.versions(
            self.setting.policy,
            self.setting.judge.identity,
            corpus.digest if corpus is not None else None,
            digest(cases.values()) if cases else None,
            self.observed,
            pairing=self.setting.pairing,
        )


def _options(setting: Setting, families: FamilyTally) -> list[str]:
    """What changes rows and is not in the signature."""
    pairing = [] if setting.pairing == "overlap" else [f"pairing:{setting.pairing}"]
    return [*families.sums, *pairing]


def check_all(answers: Iterable[Answer], setting: Setting, *, seed: int = SEED) -> Run:
    """Check answers that are in memory and keep everything."""
    some = list(answers)
    digest = moving.digest_of_values(some)
    books = Bookkeeping(
        setting, seed=seed, inputs=[InputFile(path="<memory>", role="answers", sha256=digest)]
    )
    results = []
    for answer, result in check_answers(some, setting, clock=books.clock):
        books.add(answer, result)
        results.append(result)
    return Run(
        summary=books.summary(),
        manifest=books.manifest(),
        results=tuple(results),
        claims=tuple(claim for result in results for claim in result.claims),
        findings=tuple(finding for result in results for finding in result.findings),
        answers=tuple(answer_row(result, books.run_id) for result in results),
    )


def load_run(path: str | Path) -> Run:
    """Read a run directory back.

    Raises InputError when the directory, or a file in it, is missing or not what it should be.
    """
    directory = Path(path)
    facts = directory / FACTS
    return Run(
        summary=_read(directory / SUMMARY, Summary),
        manifest=_read(directory / MANIFEST, Manifest),
        claims=tuple(_read_lines(directory / CLAIMS, decode_claim)),
        findings=tuple(_read_lines(directory / FINDINGS, decode_finding)),
        answers=tuple(_read_lines(facts, decode_answer)) if facts.exists() else (),
    )


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        hint = "name a directory that `pincite check -o DIR` wrote"
        if isinstance(error, FileNotFoundError) and (path.parent / CLAIMS).exists():
            hint = "the run broke off before it was complete: run the same `pincite check` again"
        raise InputError(f"cannot read the run: {error.strerror}", where=str(path), hint=hint) from None


def _read(path: Path, kind: type[_Kind]) -> _Kind:
    try:
        value = msgspec.json.decode(_bytes(path), type=kind)
    except msgspec.DecodeError as error:
        raise InputError(f"not a run file: {error}", where=str(path)) from None
    written = getattr(value, "schema_version", SCHEMA_VERSION)
    if written != SCHEMA_VERSION:
        raise InputError(
            f"the run has the schema version {written!r}, and this is {SCHEMA_VERSION!r}",
            where=str(path),
            hint="check the answers again with this version of pincite",
        )
    return value


def _read_lines(path: Path, decode: Callable[[bytes], _Kind]) -> list[_Kind]:
    rows = []
    for number, line in enumerate(_bytes(path).splitlines(), 1):
        try:
            rows.append(decode(line))
        except msgspec.DecodeError as error:
            raise InputError(f"not a run file: {error}", where=f"{path}:{number}") from None
    return rows
