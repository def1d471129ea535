"""A gate's result in words, and its place among the exit codes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from report_samples import summary

from pincite.gate.result import GateResult, RuleResult
from pincite.report.gate import phrase, reasons
from pincite.report.outcome import gate_outcome, outcome
from pincite.report.view import Findings


def row(metric: str = "claim_support", **values: Any) -> RuleResult:
    standard: dict[str, Any] = {"name": metric, "bound": 0.85, "limit": "min", "result": "pass", "value": 0.9}
    given = standard | values
    return RuleResult(metric=metric, found=given.pop("found", given["result"]), **given)


def result(*rows: RuleResult, **values: Any) -> GateResult:
    standard: dict[str, Any] = {"status": "fail", "decision": "reject_semantics"}
    return GateResult(rules=rows, **(standard | values))


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (row(), "claim_support 90.0 % >= 85.0 % ok"),
        (row(value=0.8, result="fail"), "claim_support 80.0 % < 85.0 % required"),
        (
            row(use="lower-bound", value=0.912, low=0.88, high=0.937),
            "claim_support 91.2 % (95 % 88.0 % to 93.7 %) >= 85.0 % ok",
        ),
        (
            row(value=0.86, low=0.8, high=0.88, result="undecided", cause="across", use="bound"),
            "claim_support 86.0 % (open claims: 80.0 % to 88.0 %) is on both sides of 85.0 %",
        ),
        (
            row("PC502", bound=0, limit="max", value=3, result="fail"),
            "PC502 contradicted 3 > 0 allowed",
        ),
        (
            row("contradictions", bound=0, limit="max", value=1234, result="fail", criticality="high"),
            "contradictions on high claims 1,234 > 0 allowed",
        ),
        (
            row(
                value=None, result="undecided", cause="no_data", reason="nothing to measure it on", slice="a"
            ),
            "claim_support in slice 'a' undecided: nothing to measure it on",
        ),
        (
            row(
                value=None,
                found="undecided",
                result="pass",
                cause="no_data",
                reason="nothing to measure it on",
            ),
            "claim_support undecided: nothing to measure it on (counts as a pass by the policy)",
        ),
        (
            row("undecided_rate", limit="max", bound=0.05, value=0.2, result="undecided", cause="instrument"),
            "undecided_rate 20.0 % > 5.0 % allowed",
        ),
        (
            row(limit="max_drop", bound=0.02, value=0.95, baseline=0.9, low=0.95, high=0.95),
            "claim_support rises by 5.0 % from 90.0 % to 95.0 %, 2.0 % allowed: ok",
        ),
    ],
)
def test_one_phrase_a_rule(one: RuleResult, told: str) -> None:
    assert phrase(one) == told


def test_the_verdict_line_names_three_rules_and_counts_the_others() -> None:
    failing = [row(value=0.8, result="fail", slice=name) for name in "abcd"]
    told = reasons(result(*failing, row(result="undecided", cause="across", low=0.8, high=0.9), row()))
    assert told[0] == "reject_semantics: claim_support in slice 'a' 80.0 % < 85.0 % required"
    assert told[3:] == ("1 more rule fails", "1 undecided", "1 of 6 rules ok")


@pytest.mark.parametrize(
    ("status", "options", "code", "word"),
    [
        ("pass", {}, 0, "gate: PASS"),
        ("fail", {}, 1, "gate: FAIL"),
        ("fail", {"exit_zero": True}, 0, "gate: FAIL"),
        ("undecided", {}, 3, "gate: UNDECIDED"),
        ("undecided", {"exit_zero": True}, 3, "gate: UNDECIDED"),
        ("pass", {"rejected": 1}, 2, "INVALID INPUT"),
        ("fail", {"rejected": 1, "interrupted": True}, 130, "INTERRUPTED"),
    ],
)
def test_precedence_of_the_exit_codes(status: str, options: dict[str, Any], code: int, word: str) -> None:
    verdict = gate_outcome(result(row(), status=status), **options)
    assert (verdict.exit_code, verdict.word) == (code, word)
    assert verdict.line.startswith(f"{word}  ")
    assert f"[exit {code}" in verdict.line


def test_a_gate_in_the_summary_decides_instead_of_the_findings() -> None:
    """A tool of this kind printed `RESULT: FAIL` and exited 0: two thresholds meant two things."""
    failed = msgspec.structs.replace(summary(), gate=msgspec.to_builtins(result(row(), status="fail")))
    verdict = outcome(failed, Findings(), fail_on="never")
    assert (verdict.state, verdict.exit_code, verdict.decision) == ("fail", 1, "reject_semantics")
