"""Citations as they were stored, and references to them as the answer displays them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from pincite.model.span import Span

Origin = Literal["generation", "post_hoc"]
ReferenceSource = Literal["marker", "span", "explicit", "listed"]


class Citation(Struct, frozen=True, kw_only=True):
    """A pointer from the answer to a stored evidence span, however the screen shows it.

    `span` is what it covers in the answer, `evidence_span` what it points at inside the chunk, `quoted_span`
    text claimed to stand there word for word, `snippet` a paraphrase that is never checked as a quote.
    """

    citation_id: str
    document_id: str | None = None
    document_revision: str | None = None
    chunk_id: str | None = None
    marker: str | None = None
    span: Span | None = None
    evidence_span: Span | None = None
    quoted_span: str | None = None
    snippet: str | None = None
    page: int | str | None = None
    section: str | None = None
    uri: str | None = None
    step_id: str | None = None
    origin: Origin = "generation"
    metadata: dict[str, Any] = field(default_factory=dict)


class Reference(Struct, frozen=True, kw_only=True):
    """One displayed occurrence of a citation.

    A marker with three keys makes three references. `start`/`end` place the marker in the answer (None for a
    citation that is attached by its span, by an explicit claim, or only listed). `malformed` marks a key that
    cannot name anything (an empty or broken marker).
    """

    key: str
    marker: str | None = None
    start: int | None = None
    end: int | None = None
    source: ReferenceSource = "marker"
    malformed: bool = False
