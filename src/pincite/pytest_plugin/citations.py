"""The fixture `pincite`: asserts that an answer's claims are cited, and that the sources say them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import pytest
from msgspec import structs

from pincite.codes import SEVERITIES
from pincite.engine.pipeline import check_batch
from pincite.errors import ConfigError, InputError, PinciteError
from pincite.io.answers import answers_from
from pincite.io.cases import cases_from
from pincite.io.rejection import Rejection
from pincite.model import Answer, Case, Chunk
from pincite.model.result import AnswerResult
from pincite.pytest_plugin import WAITING
from pincite.pytest_plugin.checked import Checked, State, encoded, without_claims
from pincite.pytest_plugin.parameters import case_of
from pincite.pytest_plugin.project import Documents, Project, project_of
from pincite.report import full, terminal
from pincite.report.excerpt import lookup_in
from pincite.report.paint import Paint
from pincite.report.redaction import redacted
from pincite.report.selection import codes
from pincite.report.view import Collector, Entry
from pincite.testing import Undecided

if TYPE_CHECKING:
    from pincite.engine.setting import Setting
    from pincite.evidence.corpus import Corpus
    from pincite.judges.protocol import Judge

_MARGIN = 4
"""Columns that pytest takes for the sign of an error line."""


class Citations:
    """What a test holds: `assert_cited`."""

    def __init__(self, item: pytest.Item) -> None:
        self._item = item
        self._count = 0
        self._waiting = item.stash.setdefault(WAITING, [])

    def assert_cited(
        self,
        answer: str | Mapping[str, Any] | Answer,
        passages: Iterable[str | Mapping[str, Any] | Chunk] | None = None,
        *,
        question: str | None = None,
        case: Case | Mapping[str, Any] | None = None,
        allow: Sequence[str] = (),
        corpus: Documents | Corpus | None = None,
        judge: str | Judge | None = None,
        fail_on: Literal["warning", "error"] = "warning",
    ) -> AnswerResult:
        """Assert that every claim which needs a citation has one, and that what it cites says the same.

        `answer` is the text, a record as `answers.jsonl` has it, or a `pincite.model.Answer`; `passages` is
        what the model saw, in order, unless the record has it. `[n]` in a text names the n-th passage.

        `case` is the gold case, by default the one that the test is parametrised with, else the one of the
        project's cases that has the answer's `case_id`. `allow` lists finding codes, beginnings or names of
        them that may occur. `corpus` and `judge` are those of the project unless they are given. `fail_on`
        is the least severity of a finding that fails: other than `pincite check`, a test does not let an
        unsupported or uncited claim pass.

        Fails with AssertionError, and with `pincite.testing.Undecided` where nothing but the judge is at
        fault. Raises PinciteError for a record, file or judge that cannot be used. Returns the result.
        """
        __tracebackhide__ = True
        if fail_on not in ("warning", "error"):
            raise ConfigError(f"expected warning or error, got {fail_on!r}", where="fail_on")
        try:
            told = self._told(answer, passages, question, case, allow, corpus, judge, fail_on)
        except PinciteError as error:
            # The way through our own code says nothing to whoever wrote the test.
            raise error.with_traceback(None) from None
        if told.state == "fail":
            raise AssertionError(told.failure())
        if told.state == "empty":
            raise AssertionError(
                "nothing was checked: the answer makes no claim that could be, and does not decline either"
            )
        if told.state == "undecided":
            if self._item.config.getoption("--pincite-undecided") == "xfail":
                pytest.xfail(told.open_claims())
            raise Undecided(told.trouble())
        return told.chosen

    def _told(
        self,
        answer: str | Mapping[str, Any] | Answer,
        passages: Iterable[str | Mapping[str, Any] | Chunk] | None,
        question: str | None,
        case: Case | Mapping[str, Any] | None,
        allow: Sequence[str],
        corpus: Documents | Corpus | None,
        judge: str | Judge | None,
        fail_on: Literal["warning", "error"],
    ) -> _Told:
        """Check the answer, and leave the result for the report of the test."""
        project = project_of(self._item.config)
        gold = case_of(self._item) if case is None else _gold(case)
        record = self._record(answer, passages, question, gold)
        setting = project.setting(judge=judge, corpus=corpus, case=gold)
        (result,) = check_batch([record], setting)
        allowed = codes([allow] if isinstance(allow, str) else allow, "allow")
        told = _Told(project, setting, record, result, allowed, fail_on)
        slim, claims = without_claims(result)
        self._waiting.append(
            encoded(
                Checked(
                    answer=record,
                    result=slim,
                    claims=claims,
                    judge=setting.judge.identity,
                    state=told.state,
                    allow=allowed,
                    case=setting.cases.get(record.case_id or ""),
                    corpus=None if setting.corpus is None else setting.corpus.digest,
                    own_judge=judge is not None,
                )
            )
        )
        return told

    def _record(
        self,
        answer: str | Mapping[str, Any] | Answer,
        passages: Iterable[str | Mapping[str, Any] | Chunk] | None,
        question: str | None,
        case: Case | None,
    ) -> Answer:
        """The answer as a record of this test. Raises InputError for one that is none."""
        if isinstance(answer, Answer):
            if passages is not None:
                raise InputError("a recorded answer has its passages", where="passages")
            record: Answer | dict[str, Any] = answer
        else:
            record = _mapping(answer, passages)
        read = next(iter(answers_from([record])))
        if isinstance(read, Rejection):
            raise InputError(read.message, where="assert_cited", hint=read.hint)
        self._count += 1
        if isinstance(record, Answer):
            name, where = read.answer_id, read.where
        elif record.get("answer_id") or record.get("case_id"):
            file, line, _ = self._item.location
            name, where = read.answer_id, f"{file}:{(line or 0) + 1}"
        else:
            # A text without a name goes by the test's, which says the place too.
            name = where = f"{self._item.nodeid}{f' #{self._count}' if self._count > 1 else ''}"
        if case is not None and read.case_id not in (None, case.case_id):
            raise InputError(
                f"the answer is of case {read.case_id!r}, the test of case {case.case_id!r}", where="case"
            )
        return structs.replace(
            read,
            answer_id=name,
            where=where,
            case_id=read.case_id if case is None else case.case_id,
            question=question or read.question or (None if case is None else case.question),
        )


class _Told:
    """What is to be said of one result."""

    def __init__(
        self,
        project: Project,
        setting: Setting,
        answer: Answer,
        result: AnswerResult,
        allow: tuple[str, ...],
        fail_on: Literal["warning", "error"],
    ) -> None:
        config = project.config
        self.chosen = project.selection(allow).apply(result)
        self._lifted = (*config["ignore"], *allow)
        self._redact = config["redact"]
        self._cap = config["max_findings"] or None
        self._lookup = lookup_in(
            answer,
            lambda *key: (
                next(iter(setting.corpus.chunks(*key)), None) if setting.corpus is not None else None
            ),
        )
        least = SEVERITIES.index(fail_on)
        self._failing = tuple(
            finding
            for finding in self.chosen.findings
            if not finding.code.startswith("PC9") and SEVERITIES.index(finding.severity) >= least
        )
        self.state = self._state()

    def _state(self) -> State:
        if self._failing:
            return "fail"
        if self._open() or any(one.code in ("PC901", "PC902") for one in self.chosen.findings):
            return "undecided"
        verifiable = [claim for claim in self.chosen.claims if claim.verifiability == "verifiable"]
        return "pass" if verifiable or self.chosen.facts.abstained else "empty"

    def _open(self) -> list[tuple[str, str | None]]:
        """The claims without a verdict that nobody has let pass: what they are, and why."""
        found = []
        for claim in self.chosen.claims:
            code = {"undecided": "PC901", "unjudged": "PC902"}.get(claim.status)
            if claim.verifiability == "verifiable" and code is not None and not code.startswith(self._lifted):
                found.append((str(claim.status), claim.reason))
        return found

    def failure(self) -> str:
        """Counts, then each finding in its two windows."""
        errors = sum(finding.severity == "error" for finding in self._failing)
        warnings = sum(finding.severity == "warning" for finding in self._failing)
        counts = [
            _several(count, noun) for count, noun in ((errors, "error"), (warnings, "warning")) if count
        ]
        head = f"{' and '.join(counts)} in {_several(len(self.chosen.claims), 'claim')}"
        if self._open():
            head += f", {self.open_claims()}"
        names = ", ".join(f'"{code}"' for code in sorted({finding.code for finding in self._failing}))
        return "\n".join([head, *self._shown(trouble=False), f"to let them pass: allow=[{names}]"])

    def trouble(self) -> str:
        """The same for what the judge left open."""
        return "\n".join([self.open_claims(), *self._shown(trouble=True)]).rstrip()

    def open_claims(self) -> str:
        """`2 claims undecided, 1 claim unjudged (timeout)`."""
        rows = self._open()
        parts = []
        for status in ("undecided", "unjudged"):
            reasons = [reason for one, reason in rows if one == status]
            if reasons:
                why = ", ".join(sorted({reason for reason in reasons if reason and reason != status}))
                parts.append(f"{_several(len(reasons), 'claim')} {status}{f' ({why})' if why else ''}")
        return ", ".join(parts) or "the judge failed on a citation"

    def _shown(self, *, trouble: bool) -> list[str]:
        """The findings, the worst first, as `pincite check --format full` shows them."""
        kept = self.chosen if trouble else structs.replace(self.chosen, findings=self._failing)
        collector = Collector(cap=self._cap, claim_cap=0)
        if self._redact:
            collector.add(redacted(kept), lambda *key: None)
        else:
            collector.add(kept, self._lookup)
        found = collector.findings()
        columns = terminal.screen(sys.stdout, os.environ, "never").columns
        room = None if columns is None else max(columns - _MARGIN, 40)
        entries: tuple[Entry, ...] = found.trouble if trouble else found.entries
        lines = [""]
        for entry in entries:
            lines += [*full.lines(entry, Paint(), room), ""]
        if found.hidden > 0 and not trouble:
            lines += [f"+ {found.hidden:,} more", ""]
        return lines


def _mapping(
    answer: str | Mapping[str, Any], passages: Iterable[str | Mapping[str, Any] | Chunk] | None
) -> dict[str, Any]:
    record = {"text": answer} if isinstance(answer, str) else dict(answer)
    has = next((key for key in ("prompt_chunks", "promptChunks") if key in record), None)
    if passages is None:
        if has is None:
            raise InputError(
                "nothing says what the model saw", where="passages", hint="give the passages, [] for none"
            )
        return record
    if has is not None:
        raise InputError(f"the record has its own {has}", where="passages", hint="give one of the two")
    if isinstance(passages, str | Mapping):
        raise InputError("expected a list of passages", where="passages", hint="write [passage]")
    return {**record, "prompt_chunks": [_chunk(passage) for passage in passages]}


def _chunk(passage: str | Mapping[str, Any] | Chunk) -> Any:
    if not isinstance(passage, Chunk):
        return passage
    told = msgspec.to_builtins(passage)
    return {key: value for key, value in told.items() if value is not None}


def _gold(case: Case | Mapping[str, Any]) -> Case:
    read = next(iter(cases_from([case])))
    if isinstance(read, Rejection):
        raise InputError(read.message, where="case", hint=read.hint)
    return read


def _several(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
