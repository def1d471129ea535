from __future__ import annotations

import msgspec
import pytest
from report_samples import lookup, metric, revenue_result, simple, summary

from pincite.model.result import AnswerResult
from pincite.report.outcome import FailOn, outcome
from pincite.report.view import Collector, Findings


def findings(*codes: str) -> Findings:
    collector = Collector()
    collector.add(
        AnswerResult(answer_id="a", text="x", findings=tuple(simple(code) for code in codes)), lookup()
    )
    return collector.findings()


@pytest.mark.parametrize(
    ("codes", "fail_on", "code"),
    [
        ((), "error", 0),
        (("PC601",), "error", 0),
        (("PC601",), "warning", 1),
        (("PC701",), "warning", 0),
        (("PC401",), "error", 1),
        (("PC401",), "never", 0),
        (("PC902",), "warning", 0),
    ],
)
def test_exit_code_follows_the_worst_finding(codes: tuple[str, ...], fail_on: FailOn, code: int) -> None:
    assert outcome(summary(), findings(*codes), fail_on=fail_on).exit_code == code


def test_precedence_of_the_exit_codes() -> None:
    found = findings("PC401")
    assert outcome(summary(rejected=1), found, interrupted=True).exit_code == 130
    assert outcome(summary(rejected=1), found).exit_code == 2
    assert outcome(summary(rejected=1), found, skip_invalid=True).exit_code == 1
    assert outcome(summary(verifiable=0), found).exit_code == 1
    assert outcome(summary(verifiable=0), findings()).exit_code == 3
    assert outcome(summary(unjudged=5), findings()).exit_code == 3


def test_exit_zero_forgives_findings_only() -> None:
    forgiven = outcome(summary(), findings("PC401"), exit_zero=True)
    assert (forgiven.exit_code, forgiven.state) == (0, "fail")
    assert "[exit 0 instead of 1]" in forgiven.line
    assert outcome(summary(rejected=1), findings(), exit_zero=True).exit_code == 2
    assert outcome(summary(verifiable=0), findings(), exit_zero=True).exit_code == 3


def test_the_line_says_how_much_was_not_decided() -> None:
    base = summary(undecided=2, unjudged=1)
    thin = msgspec.structs.replace(
        base, metrics={**base.metrics, "claim_support": metric(2, 5, coverage=0.7)}
    )
    line = outcome(thin, findings()).line
    assert line.startswith("PASS  0 errors, 0 warnings in 5 claims of 3 answers")
    assert "2 undecided; 1 unjudged; coverage 70.0 %" in line
    assert "coverage" not in outcome(base, findings()).line


def test_one_is_singular() -> None:
    collector = Collector()
    collector.add(revenue_result(), lookup())
    line = outcome(summary(answers=1, claims=1), collector.findings()).line
    assert line.startswith("FAIL  2 errors, 1 warning in 1 claim of 1 answer ")
