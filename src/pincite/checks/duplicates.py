"""One id, two texts (PC204): chunk ids and citation ids that are used twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pincite.evidence.naming import answer_span, chunk_name, evidence_of, listed
from pincite.evidence.resolution import Resolver
from pincite.model import Chunk, Citation, Finding, Resolved, found
from pincite.model.document import ChunkKey


def check_duplicates(resolver: Resolver, resolved: Sequence[Resolved]) -> list[Finding]:
    """One finding for each id that names different texts (`data.kind` "chunk") or citations ("citation").

    The same text stored twice under its id is harmless. A cited chunk is also compared with the corpus.
    """
    findings = _chunks(resolver.answer.prompt_chunks or (), "the prompt")
    seen = set(findings)
    for key, finding in _chunks(resolver.answer.retrieved_chunks or (), "the retrieved chunks").items():
        findings.setdefault(key, finding)
    for key, finding in _in_corpus(resolver, resolved, seen).items():
        findings.setdefault(key, finding)
    return [*findings.values(), *_citations(resolver.answer.citations)]


def _chunks(chunks: Sequence[Chunk], where: str) -> dict[ChunkKey, Finding]:
    places: dict[ChunkKey, list[int]] = {}
    for index, chunk in enumerate(chunks):
        places.setdefault(chunk.key, []).append(index)
    if len(places) == len(chunks):
        return {}
    findings = {}
    for key, indexes in places.items():
        if len({chunks[index].text for index in indexes}) < 2:
            continue
        chunk = chunks[indexes[0]]
        numbers = [index + 1 for index in indexes]
        findings[key] = found(
            "PC204",
            f"{chunk_name(chunk)} names different texts in {where},"
            f" at positions {listed([str(number) for number in numbers])}",
            evidence=evidence_of(chunk),
            kind="chunk",
            id=chunk.chunk_id,
            positions=numbers,
        )
    return findings


def _in_corpus(
    resolver: Resolver, resolved: Sequence[Resolved], seen: set[ChunkKey]
) -> dict[ChunkKey, Finding]:
    """Cited chunks that the corpus stores with another text under the same revision."""
    findings: dict[ChunkKey, Finding] = {}
    if resolver.corpus is None:
        return findings
    for one in resolved:
        for chunk in {passage.chunk.key: passage.chunk for passage in one.passages}.values():
            if chunk.key in seen or chunk.document_revision is None:
                continue
            seen.add(chunk.key)
            stored = resolver.corpus.chunks(*chunk.key)
            if all(_same_text(chunk.text, other.text) for other in stored):
                continue
            findings[chunk.key] = found(
                "PC204",
                f"{chunk_name(chunk)} names different texts in the answer's record and in the corpus",
                citation_id=one.citation_id,
                span=answer_span(one),
                evidence=evidence_of(chunk),
                kind="chunk",
                id=chunk.chunk_id,
            )
    return findings


def _same_text(recorded: str, stored: str) -> bool:
    """Equal but for spacing, or one a part of the other: prompts cut chunks and put titles before them."""
    if recorded == stored:
        return True
    left, right = " ".join(recorded.split()), " ".join(stored.split())
    return left in right or right in left


def _citations(citations: Iterable[Citation]) -> list[Finding]:
    first: dict[str, Citation] = {}
    findings: dict[str, Finding] = {}
    for citation in citations:
        earlier = first.setdefault(citation.citation_id, citation)
        if earlier is not citation and earlier != citation and citation.citation_id not in findings:
            findings[citation.citation_id] = found(
                "PC204",
                f"citation id {citation.citation_id} names different citations",
                citation_id=citation.citation_id,
                span=citation.span,
                kind="citation",
                id=citation.citation_id,
            )
    return list(findings.values())
