"""The end of a session: everything that was checked as runs, one for each judge."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from pincite.calibration.card import read_card
from pincite.cases.dataset import digest
from pincite.engine import manifest as moving
from pincite.engine.manifest import InputFile
from pincite.engine.run import Bookkeeping
from pincite.engine.run_directory import FILES, REPORT, Rows
from pincite.engine.setting import Setting
from pincite.errors import ConfigError
from pincite.model import Answer, JudgeIdentity
from pincite.model.result import AnswerResult
from pincite.model.summary import Summary
from pincite.model.verdict import Question, Verdict
from pincite.pytest_plugin.checked import Checked, decoded
from pincite.pytest_plugin.project import Project, project_of
from pincite.report import markdown, terminal
from pincite.report.excerpt import lookup_in
from pincite.report.outcome import Outcome
from pincite.report.paint import Paint
from pincite.report.redaction import redacted
from pincite.report.view import Collector, Findings


class Closing:
    """The runs of a session. `texts` are its checks, in an order that does not depend on how it was run."""

    def __init__(self, config: pytest.Config, texts: Sequence[str]) -> None:
        self._project = project_of(config)
        groups: dict[tuple[str, str], list[Checked]] = {}
        for text in texts:
            checked = decoded(text)
            groups.setdefault((checked.judge.name, checked.judge.digest), []).append(checked)
        self._runs = [_Run(self._project, groups[key]) for key in sorted(groups)]
        self._written: list[str] = []

    def write(self, directory: Path, *, partial: bool = False) -> None:
        """The run directory; with several judges one for each, below it.

        What an earlier session left there goes, even when nothing was checked. `partial` marks a session that
        was stopped before its last test.
        """
        try:
            for name in FILES:
                (directory / name).unlink(missing_ok=True)
        except OSError as error:
            raise ConfigError(
                f"cannot write the run directory: {error.strerror}", where=str(error.filename or directory)
            ) from None
        for run in self._runs:
            place = directory / run.folder if len(self._runs) > 1 else directory
            run.write(place, partial=partial)
            self._written.append(str(place))

    def lines(self, reporter: pytest.TerminalReporter) -> Iterator[str]:
        """The section of the terminal summary."""
        if not self._runs:
            yield "no answer was checked"
        columns = None if os.environ.get("CI") else max(reporter._tw.fullwidth, 40)
        screen = terminal.Screen(paint=Paint(reporter.hasmarkup), columns=columns)
        for run in self._runs:
            yield from run.lines(screen)
        for place in self._written:
            yield f"run directory: {place}"


class _Run:
    """The checks of one judge, each answer once."""

    def __init__(self, project: Project, checks: Sequence[Checked]) -> None:
        self._project = project
        self._config = project.config
        self._identity = checks[0].judge
        same: dict[str, list[Checked]] = {}
        for checked in checks:
            same.setdefault(checked.key, []).append(checked)
        unique = [_named(group[0], number) for number, group in _numbered(same.values())]
        self._books = self._bookkeeping(project, unique)
        self._collector = Collector(cap=self._config["max_findings"] or None)
        self._shown: list[AnswerResult] = []
        for checked, group in zip(unique, same.values(), strict=True):
            result = checked.whole
            self._books.add(checked.answer, result)
            # A finding that one of several tests on the same answer let pass counts for the others.
            chosen = project.selection(reduce(_common, (one.allow for one in group))).apply(result)
            self._add(redacted(chosen) if self._config["redact"] else chosen, checked.answer)
        self._summary = self._books.summary()
        self._verdict = _verdict(checks, self._summary)

    def _bookkeeping(self, project: Project, checks: Sequence[Checked]) -> _Books:
        own = any(checked.own_judge for checked in checks)
        card = self._config["calibration"]
        return _Books(
            Setting(
                policy=project.policy,
                judge=_Recorded(self._identity),
                cases={one.case.case_id: one.case for one in checks if one.case is not None},
                pairing=self._config["gold_pairing"],
            ),
            corpora=sorted({one.corpus for one in checks if one.corpus is not None}),
            seed=self._config["seed"],
            card=read_card(card) if card and not own else None,
            inputs=[
                InputFile(
                    path="<pytest>",
                    role="answers",
                    sha256=moving.digest_of_values(one.answer for one in checks),
                )
            ],
        )

    def _add(self, shown: AnswerResult, answer: Answer) -> None:
        self._shown.append(shown)
        if self._config["redact"]:
            self._collector.add(shown, lambda *key: None)
        else:
            self._collector.add(shown, lookup_in(answer, self._project.stored))

    @property
    def folder(self) -> str:
        """A folder's name for this judge among several."""
        return f"{re.sub('[^A-Za-z0-9.-]+', '-', self._identity.name)[:60]}-{self._identity.digest[:8]}"

    def write(self, directory: Path, *, partial: bool) -> None:
        with Rows(self._books.run_id, directory) as rows:
            for result in self._shown:
                rows.add(result)
            rows.finish(self._summary, self._books.manifest(partial=partial))
        text = "\n".join(markdown.lines(self._collector.findings(), self._summary, self._verdict)) + "\n"
        try:
            (directory / REPORT).write_bytes(text.encode("utf-8", "replace"))
        except OSError as error:
            raise ConfigError(f"cannot write the report: {error.strerror}", where=str(directory)) from None

    def lines(self, screen: terminal.Screen) -> Iterator[str]:
        found = self._collector.findings()
        # Each finding was told by the test that it failed.
        counts = Findings(codes=found.codes, total=0, gold=found.gold)
        *lines, _ = terminal.lines(counts, self._summary, self._verdict, screen)
        yield from lines
        yield f"{self._verdict.word}  {'; '.join(self._verdict.reasons)}"


class _Recorded:
    """A judge that has already spoken, somewhere else."""

    def __init__(self, identity: JudgeIdentity) -> None:
        self.identity = identity

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        raise AssertionError("the verdicts are there")


class _Books(Bookkeeping):
    """Bookkeeping over answers that were checked against corpora of other processes."""

    def __init__(self, setting: Setting, *, corpora: Sequence[str], **parts: Any) -> None:
        self._corpora = corpora
        super().__init__(setting, **parts)

    def _versions(self) -> dict[str, Any]:
        corpora, cases = self._corpora, self.setting.cases
        return moving.versions(
            self.setting.policy,
            self.setting.judge.identity,
            corpora[0] if len(corpora) == 1 else moving.digest_of_values(corpora) if corpora else None,
            digest(cases.values()) if cases else None,
            self.observed,
            pairing=self.setting.pairing,
        )


def _numbered(groups: Any) -> Iterator[tuple[int, list[Checked]]]:
    """The groups, each with how many before it have its answer's id."""
    seen: dict[str, int] = {}
    for group in groups:
        name = group[0].answer.answer_id
        yield seen.setdefault(name, 0), group
        seen[name] += 1


def _named(checked: Checked, number: int) -> Checked:
    """The check under an id of its own: two tests may give different answers one id."""
    if not number:
        return checked
    name = f"{checked.answer.answer_id}#{number + 1}"
    return structs.replace(
        checked,
        answer=structs.replace(checked.answer, answer_id=name),
        result=structs.replace(
            checked.result,
            answer_id=name,
            findings=tuple(structs.replace(one, answer_id=name) for one in checked.result.findings),
        ),
        claims=tuple(structs.replace(claim, answer_id=name) for claim in checked.claims),
    )


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """The prefixes of the codes that both let pass."""
    shared = {max(a, b, key=len) for a in one for b in other if a.startswith(b) or b.startswith(a)}
    return tuple(sorted(shared))


def _verdict(checks: Sequence[Checked], summary: Summary) -> Outcome:
    """What the tests said, in one word."""
    failed = sum(checked.state in ("fail", "empty") for checked in checks)
    undecided = sum(checked.state == "undecided" for checked in checks)
    total = _several(len(checks), "check")
    head = f"{failed:,} of {total} failed" if failed else f"{total} passed"
    if undecided and not failed:
        head = f"{undecided:,} of {total} undecided"
    counts = summary.counts
    reasons = [f"{head}: {_several(counts.claims, 'claim')} in {_several(counts.answers, 'answer')}"]
    if undecided and failed:
        reasons.append(f"{undecided:,} undecided")
    if failed:
        return Outcome(state="fail", exit_code=1, reasons=tuple(reasons))
    return Outcome(
        state="undecided" if undecided else "pass", exit_code=3 if undecided else 0, reasons=tuple(reasons)
    )


def _several(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
