"""An answer with everything the system saw and recorded when it gave it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from pincite.model.citation import Citation
from pincite.model.claim import Kind, Severity
from pincite.model.document import Chunk

ToolStatus = Literal["ok", "error", "malformed"]


class ExplicitClaim(Struct, frozen=True, kw_only=True):
    """A claim that the generator or a person marked; it wins over extraction."""

    start: int
    end: int
    citation_ids: tuple[str, ...] = ()
    claim_id: str | None = None
    text: str | None = None
    kind: Kind | None = None
    verifiable: bool | None = None
    citation_required: bool | None = None
    severity: Severity | None = None


class ToolCall(Struct, frozen=True, kw_only=True):
    """One step of an agent and the chunks that it supplied."""

    step_id: str
    name: str | None = None
    status: ToolStatus = "ok"
    result_chunk_ids: tuple[str, ...] = ()


class Answer(Struct, frozen=True, kw_only=True):
    """One answer: the exact text, the exact prompt chunks, the citations.

    All offsets are code points (records in other units are converted when they are read). `prompt_chunks`
    None means "not recorded": citations into it are unjudged, not wrong. An empty tuple means that the model
    saw nothing. `citations` None or empty means that `[n]` names the n-th prompt chunk.
    `where` is the input file and line, for messages.
    """

    answer_id: str
    text: str
    case_id: str | None = None
    question: str | None = None
    as_of: str | None = None
    prompt_chunks: tuple[Chunk, ...] | None = None
    retrieved_chunks: tuple[Chunk, ...] | None = None
    citations: tuple[Citation, ...] = ()
    claims: tuple[ExplicitClaim, ...] | None = None
    prompt: Any = None
    stream: tuple[str, ...] | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    where: str | None = None
