"""What `check` and `demo` do: settings in, one pass over the answers, reports and an exit code out."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import structs

from pincite.calibration.card import read_card
from pincite.claims.policy import load_policy
from pincite.cli.config import Config
from pincite.cli.gating import Gate, idle_baseline
from pincite.cli.progress import Tick, progress
from pincite.cli.settings import BY_NAME
from pincite.cli.streams import tell
from pincite.cli.writing import Results, keep_apart, keep_inputs, needs_ledger, write
from pincite.engine.manifest import InputFile, digest_of_file
from pincite.engine.run import Bookkeeping
from pincite.engine.run_directory import Rows, answer_row
from pincite.engine.setting import Setting
from pincite.engine.stream import MOST_WORKERS, NETWORK_BATCH, check_answers
from pincite.evidence.bibliography import Bibliography
from pincite.evidence.corpus import Corpus
from pincite.gate.decision import decide
from pincite.gate.observation import INTERRUPTED
from pincite.io.answers import read_answers
from pincite.io.bibliography import read_works
from pincite.io.cases import read_cases
from pincite.io.corpus import read_documents
from pincite.io.rejection import Intake, Notices, Rejection
from pincite.judges.naming import named_judge
from pincite.judges.options import JudgeOptions
from pincite.judges.usage import usage_of
from pincite.metrics.families import families_of
from pincite.model import Answer, Chunk
from pincite.model.result import AnswerResult
from pincite.model.summary import Summary
from pincite.report.excerpt import Lookup, lookup_in
from pincite.report.ledger import Ledger
from pincite.report.outcome import outcome
from pincite.report.redaction import redacted
from pincite.report.selection import Selection
from pincite.report.view import Collector
from pincite.version import __version__

_T = TypeVar("_T")


Reader = Callable[[Sequence[str], Notices], Iterator[Answer | Rejection]]


def check(
    sources: Sequence[str],
    config: Config,
    *,
    shown_as: tuple[str, str] | None = None,
    reader: Reader | None = None,
) -> int:
    """Check answers as the settings say, write what they ask for, and give the exit code.

    `shown_as` replaces one beginning of the input's path in what is shown by another. `reader` reads answers
    that are not in our own format.
    """
    keep_inputs(sources, config)
    job = _Job(sources, config, shown_as, reader)
    job.say(f"pincite {__version__}  judge {config['judge']}")
    with (
        Rows(job.books.run_id, config["output"]) as kept,
        Ledger() if needs_ledger(config) else nullcontext() as ledger,
    ):
        with progress("none" if config["quiet"] else config["progress"], os.environ) as tick:
            interrupted = job.run(kept, ledger, tick)
        job.warn()
        summary = job.summary(interrupted)
        kept.finish(summary, job.books.manifest(partial=interrupted))
        findings = job.collector.findings()
        verdict = outcome(
            summary,
            findings,
            fail_on=config["fail_on"],
            exit_zero=config["exit_zero"],
            skip_invalid=config["skip_invalid"],
            interrupted=interrupted,
        )
        write(
            Results(
                findings=findings,
                summary=summary,
                verdict=verdict,
                kept=kept,
                config=config,
                ledger=ledger,
            )
        )
        if interrupted:
            # What judges said before is in their cache, so that the same command asks nothing twice.
            tell(f"to go on, run it again: {shlex.join(['pincite', *sys.argv[1:]])}")
    return verdict.exit_code


class _Job:
    """One pass over the answers, with everything that is collected on the way."""

    def __init__(
        self,
        sources: Sequence[str],
        config: Config,
        shown_as: tuple[str, str] | None,
        reader: Reader | None,
    ) -> None:
        self._config = config
        self._reader = reader
        self._sources = sources
        self._shown_as = shown_as
        self._notices = Notices()
        self.intakes: list[Intake] = []
        self._gate = Gate(config) if config["gate"] else None
        if self._gate is not None:
            keep_apart(config["report"], self._gate.directories, output=config["output"])
        self._setting = self._read_setting()
        self.books = Bookkeeping(
            self._setting,
            seed=config["seed"],
            card=read_card(config["calibration"]) if config["calibration"] else None,
            inputs=[
                InputFile(path=self._named(path), role=role, sha256=digest_of_file(path))
                for role, paths in (
                    ("answers", sources),
                    ("corpus", config["corpus"]),
                    ("cases", config["cases"]),
                    ("bibliography", config["bibliography"]),
                    ("policy", [config["policy"]] if config["policy"] else []),
                )
                for path in paths
                if Path(path).is_file()
            ],
        )
        self.collector = Collector(cap=config["max_findings"] or None)
        self._selection = Selection(
            select=config["select"], ignore=config["ignore"], suppressions=config.suppressions
        )

    def _named(self, text: str) -> str:
        """The text with the input's path as people know it."""
        return text if self._shown_as is None else text.replace(*self._shown_as)

    def _read_setting(self) -> Setting:
        """Policy, judge, corpus, bibliography and cases by name."""
        config = self._config
        files = config["bibliography"]
        documents = self._accepted(read_documents(config["corpus"], notices=self._notices))
        cases = self._accepted(read_cases(config["cases"], notices=self._notices))
        return Setting(
            policy=load_policy(config["policy"]),
            judge=named_judge(config["judge"], judge_options(config)),
            corpus=Corpus(documents) if config["corpus"] else None,
            bibliography=Bibliography(self._accepted(read_works(files, notices=self._notices)))
            if files
            else None,
            cases={case.case_id: case for case in cases},
            families=families_of(config["family"]),
            pairing=config["gold_pairing"],
        )

    def _accepted(self, records: Iterable[_T | Rejection]) -> Iterator[_T]:
        intake = Intake()
        self.intakes.append(intake)
        return intake.accepted(records)

    def run(self, kept: Rows, ledger: Ledger | None, tick: Tick) -> bool:
        """Check every answer; True when somebody stopped it on the way."""
        if self._reader is not None:
            found = self._reader(self._sources, self._notices)
        else:
            found = _suggested(read_answers(self._sources, notices=self._notices), self._sources)
        answers: Iterator[Answer] = self._accepted(found)
        try:
            for answer, result in check_answers(
                islice(answers, self._config["limit"]),
                self._setting,
                clock=self.books.clock,
                **self._pace(),
            ):
                self.books.add(answer, result)
                shown = self._chosen(result)
                kept.add(shown)
                if self._gate is not None:
                    row = answer_row(result, self.books.run_id)
                    self._gate.watch.add(row, shown.claims, shown.findings)
                self.collector.add(shown, self._lookup(answer))
                if ledger is not None:
                    ledger.add(shown, self._lookup(answer))
                tick(len(shown.claims), len(shown.findings))
        except KeyboardInterrupt:
            return True
        return False

    def summary(self, interrupted: bool) -> Summary:
        """The numbers of the run, what it was asked to leave out, and the gate's result."""
        config = self._config
        summary = self.books.summary(rejected=sum(intake.rejected for intake in self.intakes))
        choice = {name: config[name] for name in ("select", "ignore") if config[name]}
        if choice:
            summary = structs.replace(summary, thresholds={**summary.thresholds, "findings": choice})
        if self._gate is None:
            return summary
        result = decide(
            self._gate.policy,
            summary,
            self._gate.watch,
            baselines=self._gate.baselines,
            incomplete=INTERRUPTED if interrupted else None,
            skip_invalid=config["skip_invalid"],
        )
        return structs.replace(summary, gate=msgspec.to_builtins(result))

    def _pace(self) -> dict[str, int]:
        """Over a network many answers share the judge's rounds; here several processes share the answers."""
        if getattr(self._setting.judge, "network", False):
            return {"batch": NETWORK_BATCH}
        return {"workers": min(self._config["jobs"] or os.cpu_count() or 1, MOST_WORKERS)}

    def _chosen(self, result: AnswerResult) -> AnswerResult:
        """What the user wants to hear of; the metrics have been counted before."""
        chosen = self._selection.apply(result)
        if self._shown_as is not None and chosen.where is not None:
            chosen = structs.replace(chosen, where=self._named(chosen.where))
        return redacted(chosen) if self._config["redact"] else chosen

    def _lookup(self, answer: Answer) -> Lookup:
        if self._config["redact"]:
            return lambda document_id, revision, chunk_id: None
        return lookup_in(answer, self._stored)

    def _stored(self, document_id: str, revision: str | None, chunk_id: str) -> Chunk | None:
        corpus = self._setting.corpus
        chunks = corpus.chunks(document_id, revision, chunk_id) if corpus is not None else ()
        return chunks[0] if chunks else None

    def say(self, message: str) -> None:
        """A line about the run itself, which `-q` leaves out."""
        if not self._config["quiet"]:
            tell(message)

    def warn(self) -> None:
        """Rejected lines are told in any case, notes about the rest unless `-q` is given."""
        for intake in self.intakes:
            if intake.rejected:
                told = intake.summary(redact=self._config["redact"])
                tell(f"error[input]: {self._named(told)}")
        for note in (*self._config.notes, *self._notices.messages):
            self.say(f"warning: {note}")
        for name, idle in (("fail_on", self._gate is not None), ("baseline", self._gate is None)):
            flag = BY_NAME[name].flag
            if idle and self._config.values[name].origin == flag:
                how = "with" if self._gate is not None else "without"
                self.say(f"warning: {flag} has no effect {how} --gate")
        if self._gate is not None and (unasked := idle_baseline(self._config, self._gate.policy)):
            self.say(f"warning: {unasked}")
        for name, usage in usage_of(self._setting.judge).items():
            if usage.cache_trouble:
                tell(f"warning: the cache of {name} cannot be used: {usage.cache_trouble}")
            if usage.left_out:
                self.say(f"warning: the server of {name} refused {', '.join(usage.left_out)}: left out")
        for number, suppression in self._selection.unused():
            # A claim is often named by its words.
            name = f"number {number}" if self._config["redact"] else f"of {suppression.claim!r}"
            self.say(f"warning: the suppression {name} hides nothing")


def _suggested(found: Iterator[Answer | Rejection], sources: Sequence[str]) -> Iterator[Answer | Rejection]:
    """The records; if the very first is rejected, its hint names the format that the file looks like."""
    first = next(found, None)
    if isinstance(first, Rejection):
        from pincite.importers.reading import format_of

        if (name := format_of(sources[0])) is not None:
            first = structs.replace(first, hint=f"looks like {name}: use --from {name}")
    if first is not None:
        yield first
    yield from found


def judge_options(config: Config) -> JudgeOptions:
    """How a judge that is made by name is to work."""
    names = (
        "base_url", "timeout", "concurrency", "claims_per_call", "max_output_tokens", "budget_calls",
        "budget_tokens", "budget_usd", "price_input", "price_output", "offline", "escalate_below",
        "nli_threshold",
    )  # fmt: skip
    labels = tuple(label.strip() for label in (config["nli_labels"] or "").split(",") if label.strip())
    chosen = {name: config[name] for name in names}
    if config["no_cache"]:
        chosen["cache"] = None
    elif config["cache"]:
        chosen["cache"] = Path(config["cache"])
    return JudgeOptions(nli_labels=labels, **chosen)
