"""Summaries and rows made by hand, and the gate over them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from pincite.gate.baseline import Baseline
from pincite.gate.decision import decide
from pincite.gate.observation import Acceptance, Watch
from pincite.gate.policy import GatePolicy, read_policy
from pincite.gate.result import GateResult, RuleResult
from pincite.model import Finding
from pincite.model.result import AnswerFacts, AnswerRow, ClaimRow, LinkRow
from pincite.model.summary import Bounds, Interval, Metric, Part, Summary, Totals

SIGNATURE = (
    "pincite|seg:rules@1|scope:1|pack:1|judge:rules@1a2b3c4d|rubric:5e6f7a8b|labels:4|unit:claim"
    "|ci:cluster-bs2000|seed:7|policy:0a1b2c3d|scorer:1"
)


def metric(
    value: float | None,
    *,
    n: int = 100,
    bounds: tuple[float, float] | None = None,
    interval: tuple[float, float] | None = None,
    count: bool = False,
) -> Metric:
    """A metric with this value; a `count` is its own numerator."""
    low, high = bounds or (value, value)
    return Metric(
        value=value,
        numerator=0 if value is None else value if count else value * n,
        denominator=0 if value is None else n,
        coverage=None if value is None else 1.0,
        bounds=Bounds(low, high),
        interval=None if interval is None else Interval(*interval, 0.95, "wilson"),
    )


def summary(
    metrics: Mapping[str, Metric] | None = None,
    *,
    slices: Mapping[str, Part] | None = None,
    criticality: Mapping[str, Part] | None = None,
    signature: str = SIGNATURE,
    cases: str | None = None,
    thresholds: Mapping[str, Any] | None = None,
    **counts: int,
) -> Summary:
    totals = {"answers": 50, "claims": 100, "verifiable": 100, "required": 100, "supported": 90} | counts
    return Summary(
        run_id="run",
        signature=signature,
        versions={"cases": cases},
        thresholds=dict(thresholds or {}),
        counts=Totals(**totals),
        metrics=dict(metrics or {}),
        slices=dict(slices or {}),
        criticality=dict(criticality or {}),
    )


def part(metrics: Mapping[str, Metric] | None = None, **counts: int) -> Part:
    totals = {"answers": 5, "claims": 10, "verifiable": 10} | counts
    return Part(counts=Totals(**totals), metrics=dict(metrics or {}))


def claim(claim_id: str = "c1", **values: Any) -> ClaimRow:
    standard: dict[str, Any] = {
        "answer_id": "a1",
        "case_id": "q1",
        "start": 0,
        "end": 9,
        "text": f"text {claim_id}",
        "label": "full",
        "citations": (LinkRow(citation_id="1", label=values.get("label", "full")),),
    }
    return ClaimRow(claim_id=claim_id, **(standard | values))


Answer = tuple[AnswerRow, tuple[ClaimRow, ...], tuple[Finding, ...]]


def answer(*claims: ClaimRow, findings: Iterable[Finding] = (), **facts: Any) -> Answer:
    """One answer as a watch sees it."""
    row = AnswerRow(
        answer_id=claims[0].answer_id if claims else "a1",
        case_id=claims[0].case_id if claims else "q1",
        facts=AnswerFacts(**facts),
    )
    return row, claims, tuple(findings)


def policy(text: str) -> GatePolicy:
    return read_policy(tomllib.loads(text))


def gate(
    rules: str | GatePolicy,
    numbers: Summary,
    answers: Iterable[Answer] = (),
    *,
    baseline: Baseline | None = None,
    accepted: Acceptance | None = None,
    **options: Any,
) -> GateResult:
    """The gate of a policy (TOML) over a summary and the answers behind it."""
    declared = policy(rules) if isinstance(rules, str) else rules
    baselines: dict[str | None, Baseline] = {} if baseline is None else {None: baseline}
    watch = Watch(declared, baselines=baselines, accepted=accepted)
    for row, claims, findings in answers:
        watch.add(row, claims, findings)
    return decide(declared, numbers, watch, baselines=baselines, **options)


def rule(result: GateResult, name: str) -> RuleResult:
    """The only row whose metric has this name."""
    (row,) = [row for row in result.rules if row.metric == name]
    return row
