"""Gold cases: what a correct answer has to say, and what must support it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from pincite.model.claim import Severity


class SupportingSource(Struct, frozen=True, kw_only=True):
    document_id: str
    document_revision: str | None = None
    required_text: str | None = None


class ExpectedClaim(Struct, frozen=True, kw_only=True):
    claim_id: str
    text: str
    citation_required: bool = True
    severity: Severity | None = None
    supporting_sources: tuple[SupportingSource, ...] = ()


class Case(Struct, frozen=True, kw_only=True):
    """One gold case; `answerable` False means that the right answer is to decline."""

    case_id: str
    question: str | None = None
    answerable: bool = True
    as_of: str | None = None
    expected_claims: tuple[ExpectedClaim, ...] = ()
    near_miss_sources: tuple[SupportingSource, ...] = ()
    criticality: Severity | None = None
    slice: str | None = None
    family: str | None = None
    template: str | None = None
    notes: str | None = None
    dataset_revision: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
