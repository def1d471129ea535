"""Instructions aimed at a judge: in a source (PC506) or in the answer itself (PC507).

They are data: flagged, blanked before a judge reads the text (`pincite.text.injection.neutralise`), never
obeyed.
"""

from __future__ import annotations

from collections.abc import Iterable

from pincite.model import Answer, EvidenceRef, Finding, Passage, Span, found
from pincite.text.injection import Injection, injections


def check_evidence_injection(passages: Iterable[Passage], *, citation_id: str | None = None) -> list[Finding]:
    """One PC506 for each instruction-like stretch of the passages' chunks, each chunk once."""
    findings: list[Finding] = []
    seen: set[tuple[str, str | None, str, str]] = set()
    for passage in passages:
        chunk = passage.chunk
        if (*chunk.key, chunk.text) in seen:
            continue
        seen.add((*chunk.key, chunk.text))
        findings.extend(
            found(
                "PC506",
                f"the source {chunk.document_id}, chunk {chunk.chunk_id}, contains {_described(one)}",
                citation_id=citation_id,
                evidence=EvidenceRef(
                    document_id=chunk.document_id,
                    document_revision=chunk.document_revision,
                    chunk_id=chunk.chunk_id,
                    start=one.start,
                    end=one.end,
                ),
                kind=one.kind,
                disguised=one.disguised,
            )
            for one in injections(chunk.text)
        )
    return findings


def check_answer_injection(answer: Answer) -> list[Finding]:
    """One PC507 for each instruction-like stretch of the answer's text."""
    return [
        found(
            "PC507",
            f"the answer contains {_described(one)}",
            span=Span(one.start, one.end),
            kind=one.kind,
            disguised=one.disguised,
        )
        for one in injections(answer.text)
    ]


_KINDS = {
    "override": "an instruction to ignore instructions",
    "directive": "an instruction to a judge",
    "verdict": "a forged verdict",
    "role": "a fake message to a model",
    "assertion": "an assertion addressed to a judge",
}


def _described(one: Injection) -> str:
    text = " ".join(one.text.split())
    shown = text if len(text) <= 80 else text[:77].rstrip() + "..."
    return f"{_KINDS[one.kind]}{' in disguise' if one.disguised else ''}: “{shown}”"
