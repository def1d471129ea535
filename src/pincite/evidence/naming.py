"""How findings name references and stored text, and where they point."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.evidence.keys import bare
from pincite.model import Chunk, EvidenceRef, Resolved, Span

# A marker that holds several keys: "[1, 3]", "[2–4]".
_LIST = re.compile(r"\d ?[,，;、–-] ?\^?\d")


def shown(resolved: Resolved) -> str:
    """A reference as a reader sees it: its marker, the key inside a group of several, or its id."""
    marker = resolved.reference.marker
    if marker is None:
        return resolved.citation_id
    key = resolved.reference.key
    return f"{key} in {marker}" if _LIST.search(marker) and bare(key) != bare(marker) else marker


def answer_span(resolved: Resolved) -> Span | None:
    """Where a reference stands in the answer: its marker, else what its citation covers."""
    reference = resolved.reference
    if reference.start is not None and reference.end is not None:
        return Span(reference.start, reference.end)
    return resolved.citation.span if resolved.citation is not None else None


def chunk_name(chunk: Chunk) -> str:
    """Document, revision and chunk id, as a message writes them."""
    return f"{document_name(chunk.document_id, chunk.document_revision)} chunk {chunk.chunk_id}"


def document_name(document_id: str, revision: str | None) -> str:
    return f"{document_id} {revision}" if revision else document_id


def evidence_of(chunk: Chunk, start: int | None = None, end: int | None = None) -> EvidenceRef:
    """A finding's pointer to a chunk or a stretch of it."""
    return EvidenceRef(
        document_id=chunk.document_id,
        document_revision=chunk.document_revision,
        chunk_id=chunk.chunk_id,
        start=start,
        end=end,
    )


def cut_short(text: str, most: int = 120) -> str:
    """A quoted text on one line, cut after `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most].rstrip()}…"


def listed(names: Sequence[str], most: int = 4) -> str:
    """`a, b and c`; longer lists are cut with a count."""
    parts = list(names) if len(names) <= most + 1 else [*names[:most], f"{len(names) - most} more"]
    if not parts:
        return "none"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
