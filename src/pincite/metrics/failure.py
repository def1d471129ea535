"""Which claims fail, and the list of the failures that matter most."""

from __future__ import annotations

from pincite.codes import CATALOGUE
from pincite.model.result import AnswerResult, ClaimRow
from pincite.model.summary import SevereFailure

# What makes a claim fail although it is supported: errors of the catalogue, and a source not in effect.
_SPOILING = frozenset(code for code, entry in CATALOGUE.items() if entry.severity == "error") | {"PC207"}


def is_open(claim: ClaimRow) -> bool:
    """Whether a verifiable claim is undecided or unjudged."""
    return claim.verifiability == "verifiable" and (
        claim.status in ("undecided", "unjudged") or (claim.status == "judged" and claim.label is None)
    )


def fails(claim: ClaimRow) -> bool:
    """Whether a verifiable claim is decided and not well cited.

    That is any label but `full`, or `full` with an error beside it (a stale source, an altered quote, a
    second citation that contradicts). What is open does not fail.
    """
    if claim.verifiability != "verifiable":
        return False
    if claim.status == "judged" and claim.label is not None and claim.label != "full":
        return True
    return not _SPOILING.isdisjoint(claim.findings)


def severe_failures(result: AnswerResult) -> tuple[SevereFailure, ...]:
    """The failing claims of critical and high severity, in the order of the answer."""
    return tuple(
        SevereFailure(
            answer_id=claim.answer_id,
            case_id=claim.case_id,
            claim_id=claim.claim_id,
            severity=claim.severity,
            label=claim.label,
            status=claim.status,
            findings=claim.findings,
            failure_owner=claim.failure_owner,
        )
        for claim in result.claims
        if claim.severity in ("critical", "high") and fails(claim)
    )
