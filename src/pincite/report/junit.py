"""JUnit XML (the `xunit2` family): one test case an answer, so that CI shows the check like any test.

An answer fails when a finding reaches `--fail-on`, and then its claims stand in the body of the failure, as
the terminal shows them. Where a gate decides, each of its rules is a case too, and those answers fail whose
claims a failed rule names. Judge trouble is an error, never a failure; an answer of which nothing could be
evaluated is skipped. A verdict that no case expresses (rejected input) is a case of its own, so that the file
never says less than the exit code.

Forges refuse large files (GitLab: 30 MB), so bodies shrink, and in the end cases are left out, passed ones
first; the file says how many.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from pincite.gate.observation import ClaimRef
from pincite.gate.result import GateResult
from pincite.model.summary import Summary
from pincite.report import concise, full
from pincite.report.gate import UNNAMED, gate_of, phrase, place, unnamed
from pincite.report.ledger import AnswerLine, Ledger
from pincite.report.outcome import FailOn, Outcome
from pincite.report.paint import Paint
from pincite.report.place import Places
from pincite.report.shown import one_line
from pincite.report.view import Entry

Result = Literal["passed", "failure", "error", "skipped"]

BUDGET: Final = 28_000_000
"""Bytes that the file may have: GitLab takes fewer than 30 MB."""

_LONGEST_BODY: Final = 64_000
_FRAME: Final = 20_000
"""Bytes for everything that is no case: tags, properties, the verdict, what was left out."""

_NAME: Final = 200
_MESSAGE: Final = 160
_COLUMNS: Final = 160
_FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLAIN: Final = Paint()
_MORE: Final = "... more in findings.jsonl"
_WORDS: Final[dict[Result, str]] = {
    "failure": "failed",
    "error": "with judge trouble",
    "skipped": "skipped",
    "passed": "passed",
}
"""The results, graver ones first, and how people call answers with them."""
_RULES: Final[dict[str, Result]] = {"fail": "failure", "undecided": "error", "pass": "passed"}


Fails = Callable[[Entry], bool]
"""Whether what is told about a claim makes its answer fail."""


class _Other(Struct, frozen=True):
    """A case that is no answer."""

    group: str
    name: str
    result: Result
    message: str
    text: str


class _Plan(Struct, frozen=True):
    """How many cases of each result are written, and how many bytes the text of one may have."""

    kept: dict[Result, int]
    left_out: dict[Result, int]
    share: int


def document(
    ledger: Ledger, summary: Summary, verdict: Outcome, places: Places, *, fail_on: FailOn = "error"
) -> Iterator[str]:
    """The XML, piece by piece."""
    gate = gate_of(summary)
    fails = _by_severity(fail_on) if gate is None else _by_rule(gate)
    plan = _plan(ledger, places, fails)
    kept = dict(plan.kept)
    others = [] if gate is None else list(_rules(gate))
    others += _unexpressed(verdict, kept, others)
    for other in others:
        kept[other.result] += 1
    numbers = f'tests="{sum(kept.values())}" failures="{kept["failure"]}" errors="{kept["error"]}"'
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="pincite" {numbers}>\n'
    yield f'<testsuite name="pincite" {numbers} skipped="{kept["skipped"]}">\n'
    yield from _properties(summary, verdict)
    room = dict(plan.kept)
    for line in ledger.lines():
        result = _result(line, fails)
        if room[result]:
            room[result] -= 1
            yield _case(line, result, places, fails, plan.share)
    for other in others:
        content = (
            "" if other.result == "passed" else _outcome(other.result, other.message, "gate", other.text)
        )
        yield _element(other.group, other.name, content)
    lost = {result: count for result, count in plan.left_out.items() if count}
    if lost:
        told = ", ".join(f"{count:,} {_WORDS[result]}" for result, count in lost.items())
        yield f"<system-out>Left out to keep this file small: {told}. claims.jsonl has them.</system-out>\n"
    yield "</testsuite>\n</testsuites>\n"


def text(value: str) -> str:
    """Element content: what XML 1.0 cannot hold is dropped, the rest escaped."""
    return escape(_FORBIDDEN.sub("", value), {"\r": "&#13;"})


def attribute(value: str) -> str:
    """An attribute's value with its quotation marks, on one line."""
    return quoteattr(_FORBIDDEN.sub("", value), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _by_severity(fail_on: FailOn) -> Fails:
    failing = {"error": ("error",), "warning": ("error", "warning"), "never": ()}[fail_on]
    return lambda entry: any(one.severity in failing for one in (entry.finding, *entry.also))


def _by_rule(gate: GateResult) -> Fails:
    """The claims that a failed rule names; of severe ones all are known, of others the worst."""
    refs = [ref for row in gate.rules if row.result == "fail" for ref in row.claims]
    refs += [one.claim for one in gate.severe if one.route == "block" and one.accepted is None]
    named = {(ref.answer_id, ref.claim_id) for ref in refs} if gate.status == "fail" else set()
    return lambda entry: (entry.finding.answer_id, entry.finding.claim_id) in named


def _result(line: AnswerLine, fails: Fails) -> Result:
    if any(map(fails, line.entries)):
        return "failure"
    if line.trouble:
        return "error"
    if line.evaluated or (line.declined and line.expected_to_decline):
        return "passed"
    return "skipped"


def _rules(gate: GateResult) -> Iterator[_Other]:
    """A case for each rule, with the claims behind it."""
    names: Counter[str] = Counter()
    for row in gate.rules:
        name = one_line(row.name, _NAME)
        names[name] += 1
        if names[name] > 1:
            name = f"{name} ({names[name]})"
        told = [phrase(row), *([f"  {UNNAMED}"] if unnamed(row) else []), *map(_reference, row.claims)]
        told += [f"  + {row.more:,} more"] if row.more else []
        yield _Other("gate", name, _RULES[row.result], one_line(phrase(row), 4 * _MESSAGE), "\n".join(told))


def _reference(ref: ClaimRef) -> str:
    what = ", ".join(ref.findings) or ref.label or ref.status.replace("_", " ")
    owner = f" [{ref.failure_owner.replace('_', ' ')}]" if ref.failure_owner else ""
    return f"  {place(ref)}: {what}{owner}"


def _unexpressed(verdict: Outcome, kept: dict[Result, int], others: Sequence[_Other]) -> list[_Other]:
    """The verdict itself, where no case says as much."""
    results = {result for result, count in kept.items() if count} | {other.result for other in others}
    result: Result = "error"
    if verdict.exit_code == 1 or verdict.forgiven:
        result = "failure"
    elif verdict.state == "empty":
        result = "skipped"
    if verdict.state == "pass" or (verdict.state not in ("invalid", "interrupted") and result in results):
        return []
    return [_Other("pincite", "verdict", result, one_line(verdict.line, 4 * _MESSAGE), verdict.line)]


def _plan(ledger: Ledger, places: Places, fails: Fails) -> _Plan:
    """Everything in full where it fits; else shorter texts; else fewer cases, the graver ones kept."""
    totals, widest = dict.fromkeys(_WORDS, 0), dict.fromkeys(_WORDS, 1)
    told = 0
    for line in ledger.lines():
        result = _result(line, fails)
        bare = len(_case(line, result, places, fails, 0).encode("utf-8", "replace"))
        totals[result] += 1
        widest[result] = max(widest[result], bare)
        told += bool(line.entries or line.trouble)
    room, kept = BUDGET - _FRAME, dict.fromkeys(_WORDS, 0)
    for result in kept:
        kept[result] = min(totals[result], room // widest[result])
        room -= kept[result] * widest[result]
    share = min(room // told, _LONGEST_BODY) if told else 0
    return _Plan(kept, {result: totals[result] - kept[result] for result in totals}, share)


def _properties(summary: Summary, verdict: Outcome) -> Iterator[str]:
    yield "<properties>\n"
    for name, value in (
        ("verdict", verdict.word),
        ("exit_code", str(verdict.exit_code)),
        ("reasons", "; ".join(verdict.reasons)),
        ("run_id", summary.run_id),
        ("signature", summary.signature),
    ):
        yield f'<property name="{name}" value={attribute(one_line(value, 4000))}/>\n'
    yield "</properties>\n"


def _case(line: AnswerLine, result: Result, places: Places, fails: Fails, share: int) -> str:
    """One test case, whose text beside its message takes at most `share` bytes."""
    dataset = one_line(places(line.where).path, _NAME)
    failing = [entry for entry in line.entries if fails(entry)]
    lesser = [entry for entry in line.entries if not fails(entry)]
    if result in ("failure", "error"):
        shown, rest = (failing, lesser) if result == "failure" else (list(line.trouble), list(line.entries))
        beside = line.trouble if result == "failure" else ()
        message = _message(shown)
        body = _within(share, _body(shown, rest, beside))
        content = _outcome(result, message, shown[0].finding.code, "\n".join(body).strip() or message)
    elif result == "skipped":
        reason = "the answer declines" if line.declined else "no claim of the answer could be evaluated"
        content = f"<skipped message={attribute(reason)}>{text(reason)}</skipped>"
    else:
        content = ""
    if result in ("passed", "skipped") and line.entries and share:
        told = "\n".join(_within(share, _body((), line.entries, ()))).strip()
        content += f"<system-out>{text(told)}</system-out>"
    return _element(dataset, line.name, content)


def _element(dataset: str, name: str, content: str) -> str:
    opening = f"<testcase classname={attribute(dataset or 'answers')} name={attribute(name)}"
    return f"{opening}>{content}</testcase>\n" if content else f"{opening}/>\n"


def _outcome(result: Result, message: str, kind: str, body: str) -> str:
    return f"<{result} message={attribute(message)} type={attribute(kind)}>{text(body)}</{result}>"


def _message(entries: Sequence[Entry]) -> str:
    first = entries[0].finding
    claim = f", claim {first.claim_id}" if first.claim_id else ""
    more = f" (+ {len(entries) - 1} more)" if len(entries) > 1 else ""
    owner = f" [{one_line(entries[0].owner.replace('_', ' '))}]" if entries[0].owner else ""
    return one_line(f"{first.code}{claim}: {first.message}", _MESSAGE) + more + owner


def _body(shown: Iterable[Entry], lesser: Iterable[Entry], beside: Iterable[Entry]) -> Iterator[str]:
    """The findings that decide, each with its two windows; then the others, one line each."""
    for entry in shown:
        yield ""
        yield from full.lines(entry, _PLAIN, _COLUMNS)
        if entry.owner:
            yield f"   = owner: {one_line(entry.owner.replace('_', ' '))}"
    for title, entries in (("not what decides here", lesser), ("judge trouble", beside)):
        for number, entry in enumerate(entries):
            if not number:
                yield ""
                yield f"{title}:"
            yield from concise.lines(entry, _PLAIN)


def _within(share: int, lines: Iterable[str]) -> Iterator[str]:
    """As many lines as fit, escaped, into `share` bytes; the last one says when there were more."""
    used = len(_MORE) + 1
    for line in lines:
        used += len(text(line).encode("utf-8", "replace")) + 1
        if used > share:
            yield from (_MORE,) if used > share > 10 * len(_MORE) else ()
            return
        yield line
