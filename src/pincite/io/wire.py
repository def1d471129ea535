"""Records exactly as the contract writes them; the JSON Schema of the inputs is made from these.

Ids may be written as whole numbers; a reader turns them into text. Where a field is optional, `null` and a
missing key mean the same.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pincite.evidence.offsets import OffsetUnit
from pincite.model.answer import ToolStatus
from pincite.model.citation import Origin
from pincite.model.claim import Kind, Severity
from pincite.model.document import DocumentStatus

Id = str | int
IsoDate = Annotated[str, Meta(description="ISO 8601 date, or date and time")]
Offset = Annotated[int, Meta(description="0-based; counts in the record's offset_unit")]


class SpanRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of text; the end is exclusive."""

    start: Offset
    end: Offset


AnySpan = SpanRecord | tuple[int, int]


class ChunkRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One passage with its exact text. Only `text` is required.

    `document_id` is `doc-<n>` by default and `chunk_id` is `<n>`, n being the place in the list, from 1.
    """

    text: str
    document_id: Id | None = None
    document_revision: Id | None = None
    chunk_id: Id | None = None
    rank: int | None = None
    score: float | None = None
    start: Offset | None = None
    end: Offset | None = None
    digest: str | None = None
    title: str | None = None
    section: str | None = None
    page: int | str | None = None
    uri: str | None = None
    retrieved_at: IsoDate | None = None
    effective_from: IsoDate | None = None
    effective_until: IsoDate | None = None
    step_id: Id | None = None
    metadata: dict[str, Any] | None = None


class CitationRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stored citation: what a marker or a span of the answer points at.

    `citation_id` is by default what stands inside the marker, else the place in the list.
    """

    citation_id: Id | None = None
    document_id: Id | None = None
    document_revision: Id | None = None
    chunk_id: Id | None = None
    marker: str | None = None
    span: AnySpan | None = None
    evidence_span: AnySpan | None = None
    quoted_span: str | None = None
    snippet: str | None = None
    page: int | str | None = None
    section: str | None = None
    uri: str | None = None
    step_id: Id | None = None
    origin: Origin | None = None
    metadata: dict[str, Any] | None = None


class ClaimRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim that the generator or a person marked in the answer; it wins over extraction."""

    start: Offset
    end: Offset
    citation_ids: list[Id] | None = None
    claim_id: Id | None = None
    text: str | None = None
    kind: Kind | None = None
    verifiable: bool | None = None
    citation_required: bool | None = None
    severity: Severity | None = None


class ToolCallRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step of an agent and the chunks that it supplied."""

    step_id: Id
    name: str | None = None
    status: ToolStatus | None = None
    result_chunk_ids: list[Id] | None = None


class StreamRecord(Struct, frozen=True, kw_only=True):
    """One streamed event; events without a delta add nothing."""

    delta: str | None = None


class AnswerRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One answer with what the system saw when it gave it.

    Required are `text` and `prompt_chunks`; `null` for the latter means that the prompt was not recorded.
    """

    text: str
    prompt_chunks: list[str | ChunkRecord] | None
    answer_id: Id | None = None
    case_id: Id | None = None
    question: str | None = None
    as_of: IsoDate | None = None
    retrieved_chunks: list[str | ChunkRecord] | None = None
    citations: list[CitationRecord] | None = None
    claims: list[ClaimRecord] | None = None
    prompt: Any = None
    stream: list[str | StreamRecord] | None = None
    tool_calls: list[ToolCallRecord] | None = None
    offset_unit: OffsetUnit | None = None
    metadata: dict[str, Any] | None = None


class DocumentRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One revision of a document, as its whole text, as chunks, or both."""

    document_id: Id
    document_revision: Id | None = None
    text: str | None = None
    chunks: list[str | ChunkRecord] | None = None
    title: str | None = None
    uri: str | None = None
    status: DocumentStatus | None = None
    superseded_by: Id | None = None
    effective_from: IsoDate | None = None
    effective_until: IsoDate | None = None
    ingested_at: IsoDate | None = None
    authority: str | None = None
    digest: str | None = None
    metadata: dict[str, Any] | None = None


class SourceRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A source of a gold claim; `required_text` has to stand in it word for word."""

    document_id: Id
    document_revision: Id | None = None
    required_text: str | None = None


class ExpectedClaimRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim that a correct answer makes."""

    text: str
    claim_id: Id | None = None
    citation_required: bool | None = None
    severity: Severity | None = None
    supporting_sources: list[SourceRecord] | None = None


class CaseRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One gold case; `answerable` false means that the right answer is to decline."""

    case_id: Id
    question: str | None = None
    answerable: bool | None = None
    as_of: IsoDate | None = None
    expected_claims: list[ExpectedClaimRecord] | None = None
    near_miss_sources: list[SourceRecord] | None = None
    criticality: Severity | None = None
    slice: str | None = None
    family: str | None = None
    template: str | None = None
    notes: str | None = None
    dataset_revision: Id | None = None
    metadata: dict[str, Any] | None = None


RecordName = Literal["answer", "document", "case"]
