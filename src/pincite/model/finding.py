"""Findings: what is wrong, or worth knowing, about a user's answer."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from pincite.codes import CATALOGUE, FindingSeverity
from pincite.model.span import Span


class EvidenceRef(Struct, frozen=True, kw_only=True):
    """A place in stored evidence."""

    document_id: str
    document_revision: str | None = None
    chunk_id: str
    start: int | None = None
    end: int | None = None


class Finding(Struct, frozen=True, kw_only=True):
    """One finding, as a row of `findings.jsonl`."""

    code: str
    name: str
    severity: FindingSeverity
    message: str
    answer_id: str = ""
    case_id: str | None = None
    claim_id: str | None = None
    citation_id: str | None = None
    answer_span: Span | None = None
    evidence: EvidenceRef | None = None
    data: dict[str, Any] = field(default_factory=dict)


def found(
    code: str,
    message: str,
    *,
    claim_id: str | None = None,
    citation_id: str | None = None,
    span: Span | None = None,
    evidence: EvidenceRef | None = None,
    severity: FindingSeverity | Literal[None] = None,
    **data: Any,
) -> Finding:
    """A finding with the catalogue's name and default severity.

    The engine stamps the answer and case ids and moves the severity by the claim's.
    """
    entry = CATALOGUE[code]
    return Finding(
        code=code,
        name=entry.name,
        severity=severity or entry.severity,
        message=message,
        claim_id=claim_id,
        citation_id=citation_id,
        answer_span=span,
        evidence=evidence,
        data=data,
    )
