from __future__ import annotations

import random

from report_samples import revenue_result, simple

from pincite.codes import CATALOGUE
from pincite.diagnose.worst import KINDS, order
from pincite.model.result import ClaimRow


def test_every_code_has_one_place() -> None:
    placed = [code for _, codes in KINDS for code in codes]
    assert sorted(placed) == sorted(CATALOGUE)


def test_kinds_come_in_the_documented_order() -> None:
    codes = [
        "PC502",
        "PC212",
        "PC301",
        "PC401",
        "PC203",
        "PC504",
        "PC501",
        "PC503",
        "PC601",
        "PC701",
        "PC902",
    ]
    findings = [simple(code, severity="warning") for code in codes]
    shuffled = random.Random(7).sample(findings, len(findings))
    assert [finding.code for finding in sorted(shuffled, key=order)] == codes


def test_what_breaks_the_gate_comes_first() -> None:
    worst, gated = simple("PC502"), simple("PC601")
    assert order(gated, gate={"PC601"}) < order(worst, gate={"PC601"})


def claim(severity: str, start: int = 0) -> ClaimRow:
    assert severity in ("critical", "high", "medium", "low")
    return ClaimRow(answer_id="a", claim_id="c", start=start, end=start + 1, text="x", severity=severity)  # type: ignore[arg-type]


def test_within_a_kind_the_claim_severity_decides_then_the_case_then_the_place() -> None:
    finding = simple("PC401")
    ordered = [
        order(finding, claim("critical")),
        order(finding, claim("high")),
        order(simple("PC401", case_id="q-2"), claim("medium")),
        order(simple("PC401", case_id="q-10"), claim("medium", 5)),
        order(simple("PC401", case_id="q-10"), claim("medium", 40)),
        order(finding, claim("low")),
    ]
    assert ordered == sorted(ordered)


def test_a_result_can_be_ordered_without_its_claims() -> None:
    findings = revenue_result().findings
    assert [finding.code for finding in sorted(findings, key=order)] == ["PC502", "PC401", "PC501"]
