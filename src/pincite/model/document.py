"""Documents and the chunks of them that a model is shown."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

DocumentStatus = Literal["current", "superseded", "draft", "withdrawn"]

ChunkKey = tuple[str, str | None, str]

TEXT_RECORDED = "text_recorded"
"""In a chunk's metadata, False says that its text is missing from the record."""


class Chunk(Struct, frozen=True, kw_only=True):
    """One passage of one revision of a document, with the exact text that was stored.

    `start` and `end` place it in the document. `document_revision` None means that the source is not
    versioned, so that staleness cannot be evaluated.
    """

    document_id: str
    document_revision: str | None = None
    chunk_id: str
    text: str
    rank: int | None = None
    score: float | None = None
    start: int | None = None
    end: int | None = None
    digest: str | None = None
    title: str | None = None
    section: str | None = None
    page: int | str | None = None
    uri: str | None = None
    retrieved_at: str | None = None
    effective_from: str | None = None
    effective_until: str | None = None
    step_id: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> ChunkKey:
        """Document, revision and chunk id: what a citation points to."""
        return (self.document_id, self.document_revision, self.chunk_id)


class Document(Struct, frozen=True, kw_only=True):
    """One revision of a document in the corpus: its whole text, its chunks, or both."""

    document_id: str
    document_revision: str | None = None
    text: str | None = None
    chunks: tuple[Chunk, ...] = ()
    title: str | None = None
    uri: str | None = None
    status: DocumentStatus | None = None
    superseded_by: str | None = None
    effective_from: str | None = None
    effective_until: str | None = None
    ingested_at: str | None = None
    authority: str | None = None
    digest: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
