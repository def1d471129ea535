"""The text is what was stored (PC205)."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.evidence.corpus import text_digest
from pincite.evidence.naming import answer_span, chunk_name, document_name, evidence_of, shown
from pincite.evidence.resolution import Resolver
from pincite.model import Chunk, Document, Finding, Resolved, found

_HEX = frozenset("0123456789abcdef")


def check_digests(resolver: Resolver, resolved: Sequence[Resolved]) -> list[Finding]:
    """PC205 for every cited or prompted chunk, and every cited document, whose digest belongs to other text.

    Only SHA-256 digests can be checked (with or without the prefix `sha256:`); others are left alone.
    """
    citing: dict[int, Resolved] = {}
    chunks: dict[int, Chunk] = {}
    documents: dict[int, tuple[Document, Resolved]] = {}
    for one in resolved:
        for passage in one.passages:
            citing.setdefault(id(passage.chunk), one)
            chunks.setdefault(id(passage.chunk), passage.chunk)
        if one.document is not None and one.document.text is not None:
            documents.setdefault(id(one.document), (one.document, one))
    for chunk in resolver.answer.prompt_chunks or ():
        chunks.setdefault(id(chunk), chunk)
    findings = [
        _chunk_finding(chunk, citing.get(mark))
        for mark, chunk in chunks.items()
        if _differs(chunk.digest, chunk.text)
    ]
    findings.extend(
        found(
            "PC205",
            f"the text of {document_name(document.document_id, document.document_revision)},"
            f" cited by {shown(one)}, does not match its digest",
            citation_id=one.citation_id,
            span=answer_span(one),
            stored=document.digest,
            computed=text_digest(document.text or ""),
        )
        for document, one in documents.values()
        # A document stored as text is also its own chunk, which has been looked at above.
        if document.chunks and _differs(document.digest, document.text or "")
    )
    return findings


def _chunk_finding(chunk: Chunk, one: Resolved | None) -> Finding:
    cited = "" if one is None else f", cited by {shown(one)},"
    return found(
        "PC205",
        f"the text of {chunk_name(chunk)}{cited} does not match its digest",
        citation_id=None if one is None else one.citation_id,
        span=None if one is None else answer_span(one),
        evidence=evidence_of(chunk),
        stored=chunk.digest,
        computed=text_digest(chunk.text),
    )


def _differs(digest: str | None, text: str) -> bool:
    if not digest:
        return False
    kind, colon, value = digest.rpartition(":")
    if colon and kind.strip().lower() not in ("sha256", "sha-256"):
        return False
    value = value.strip().lower()
    return len(value) == 64 and set(value) <= _HEX and value != text_digest(text)
