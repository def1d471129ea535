"""The pointer is exact: page and section (PC210), and the link that a reader follows (PC211)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.evidence.addresses import is_web_address, same_address
from pincite.evidence.keys import same_page, same_section
from pincite.evidence.naming import answer_span, chunk_name, evidence_of, shown
from pincite.evidence.resolution import Resolver
from pincite.model import Chunk, Finding, Resolved, found

_LINK = re.compile(r"\]\(\s*<?(https?://[^\s<>]+)", re.IGNORECASE)
_LONGEST_NAME = 60
_BARE = re.compile(r"https?://[^\s<>\[\]]+", re.IGNORECASE)


def check_target(resolver: Resolver, resolved: Sequence[Resolved]) -> list[Finding]:
    """PC210 for a page or section that is not the passage's, PC211 for a link that leads elsewhere."""
    findings = []
    for one in resolved:
        if one.resolution != "resolved" or one.chunk is None:
            continue
        findings.extend(_place(one, one.chunk))
        finding = _link(resolver, one, one.chunk)
        if finding is not None:
            findings.append(finding)
    return findings


def _place(one: Resolved, chunk: Chunk) -> list[Finding]:
    citation = one.citation
    if citation is None:
        return []
    findings = []
    chunks = [passage.chunk for passage in one.passages]
    if citation.page is not None and all(same_page(citation.page, c.page) is False for c in chunks):
        findings.append(_outside(one, chunk, "page", str(citation.page), str(chunk.page)))
    if citation.section and all(same_section(citation.section, c.section) is False for c in chunks):
        findings.append(_outside(one, chunk, "section", citation.section, chunk.section or ""))
    return findings


def _outside(one: Resolved, chunk: Chunk, kind: str, cited: str, stored: str) -> Finding:
    return found(
        "PC210",
        f"citation {shown(one)} names {kind} {cited}, but {chunk_name(chunk)} is on {kind} {stored}"
        if kind == "page"
        else f"citation {shown(one)} names {kind} {cited}, but {chunk_name(chunk)} is in {kind} {stored}",
        citation_id=one.citation_id,
        span=answer_span(one),
        evidence=evidence_of(chunk),
        kind=kind,
        cited=cited,
        stored=stored,
    )


def _link(resolver: Resolver, one: Resolved, chunk: Chunk) -> Finding | None:
    target = _target(one)
    if target is None:
        return None
    stored = {
        uri
        for passage in one.passages
        for uri in (passage.chunk.uri, passage.chunk.document_id)
        if uri is not None and is_web_address(uri)
    }
    if one.document is not None and one.document.uri is not None and is_web_address(one.document.uri):
        stored.add(one.document.uri)
    wanted = same_address(target)
    if any(same_address(uri) == wanted for uri in stored):
        return None
    other = _document_at(resolver, target, chunk.document_id)
    if not stored and other is None:
        return None
    right = min(stored) if stored else None
    leads = f"leads to {other}" if other is not None else f"leads to {target}"
    name = shown(one) if len(shown(one)) <= _LONGEST_NAME else one.citation_id
    where = f" at {right}" if right and right != chunk.document_id else ""
    return found(
        "PC211",
        f"the link of citation {name} {leads}, not to {chunk.document_id}{where}",
        citation_id=one.citation_id,
        span=answer_span(one),
        evidence=evidence_of(chunk),
        target=target,
        stored=right,
        leads_to=other,
    )


def _target(one: Resolved) -> str | None:
    """The web address that a reader of the answer follows, or None."""
    marker = one.reference.marker or ""
    if "://" in marker:
        match = _LINK.search(marker)
        if match is not None:
            return _balanced(match[1])
        bare = _BARE.search(marker)
        if bare is not None:
            return _balanced(bare[0].rstrip(".,;:"))
    uri = one.citation.uri if one.citation is not None else None
    return uri if uri is not None and is_web_address(uri) else None


def _balanced(address: str) -> str:
    """An address cut from running text, without the bracket that closes around it."""
    while address.endswith(")") and address.count("(") < address.count(")"):
        address = address[:-1]
    return address


def _document_at(resolver: Resolver, target: str, document_id: str) -> str | None:
    """The known document that the address really belongs to, if it is another one."""
    wanted = same_address(target)
    for chunk in (*(resolver.answer.prompt_chunks or ()), *(resolver.answer.retrieved_chunks or ())):
        if chunk.uri is not None and same_address(chunk.uri) == wanted:
            return chunk.document_id if chunk.document_id != document_id else None
    if resolver.corpus is not None:
        ids = [document.document_id for document in resolver.corpus.at_address(target)]
        return None if document_id in ids else next(iter(ids), None)
    return None
