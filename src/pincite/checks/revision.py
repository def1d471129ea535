"""The cited revision was in force: stale (PC203) and not effective (PC207) sources."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.evidence.naming import answer_span, document_name, evidence_of, listed, shown
from pincite.evidence.resolution import Resolver
from pincite.evidence.staleness import Standing, standing
from pincite.model import Finding, Resolved, found


def check_revision(resolver: Resolver, resolved: Sequence[Resolved]) -> list[Finding]:
    """PC203 and PC207 for every reference, from what is recorded about its source and the as-of date."""
    findings = []
    for one in resolved:
        known = standing(resolver, one)
        if known.stale is not None:
            findings.append(_finding("PC203", one, known, _stale(one, known), reason=known.stale))
        if known.ineffective is not None:
            message = _ineffective(resolver, one, known)
            findings.append(_finding("PC207", one, known, message, reason=known.ineffective))
    return findings


def _stale(one: Resolved, known: Standing) -> str:
    start = f"citation {shown(one)} points to {_source(one, known)}"
    newer = listed(known.newer)
    if known.stale == "withdrawn":
        return f"{start}, which has been withdrawn"
    if known.stale == "superseded":
        return f"{start}, which has been superseded" + (f" by {newer}" if known.newer else "")
    if known.stale == "later_revision":
        return f"{start}, but {newer} was in force"
    return f"{start}, but the prompt held {newer}"


def _ineffective(resolver: Resolver, one: Resolved, known: Standing) -> str:
    start = f"citation {shown(one)} points to {_source(one, known)}, which"
    if known.ineffective == "not_yet":
        return f"{start} takes effect on {known.effective_from}, after {resolver.as_of}"
    return f"{start} ended on {known.effective_until}, before {resolver.as_of}"


def _source(one: Resolved, known: Standing) -> str:
    if one.chunk is not None:
        return document_name(one.chunk.document_id, known.revision)
    document_id = one.citation.document_id if one.citation is not None else None
    return document_name(document_id or one.citation_id, known.revision)


def _finding(code: str, one: Resolved, known: Standing, message: str, *, reason: str) -> Finding:
    return found(
        code,
        message,
        citation_id=one.citation_id,
        span=answer_span(one),
        evidence=None if one.chunk is None else evidence_of(one.chunk),
        reason=reason,
        revision=known.revision,
        newer=list(known.newer),
    )
