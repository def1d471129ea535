from __future__ import annotations

import pytest
from metrics_rows import SEVERITIES, answer, claim

from pincite.metrics.failure import fails, is_open, severe_failures
from pincite.model.result import ClaimRow
from pincite.model.summary import SevereFailure


@pytest.mark.parametrize(
    ("row", "failing", "undecided"),
    [
        (claim("full", "full"), False, False),
        (claim("partial", "partial"), True, False),
        (claim("none"), True, False),
        (claim("contradiction", "contradiction"), True, False),
        (claim("undecided", "undecided"), False, True),
        (claim("timeout", "timeout"), False, True),
        (claim("not_required", citation_required=False), False, False),
        (claim("none", verifiability="not_verifiable"), False, False),
        (claim("undecided", verifiability="not_verifiable"), False, False),
        (claim("full", "full", findings=("PC203",)), True, False),
        (claim("full", "full", findings=("PC207",)), True, False),
        (claim("full", "full contradiction", findings=("PC502",)), True, False),
        (claim("full", "full full", findings=("PC505",)), False, False),
        (claim("undecided", "undecided", findings=("PC401",)), True, True),
    ],
)
def test_what_fails(row: ClaimRow, failing: bool, undecided: bool) -> None:
    assert (fails(row), is_open(row)) == (failing, undecided)


def test_all_failing_claims_of_critical_and_high_severity_are_listed() -> None:
    rows = [
        claim("none", claim_id=f"c{place}", severity=severity, findings=("PC601",), failure_owner="unknown")
        for place, severity in enumerate(SEVERITIES)
    ]
    assert severe_failures(answer(*rows, claim("full", "full", severity="critical"))) == tuple(
        SevereFailure(
            answer_id="a",
            case_id=None,
            claim_id=claim_id,
            severity=severity,
            label="none",
            status="judged",
            findings=("PC601",),
            failure_owner="unknown",
        )
        for claim_id, severity in zip(("c0", "c1"), SEVERITIES, strict=False)
    )
