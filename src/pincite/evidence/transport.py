"""Evidence that never arrived: tool calls that failed, and error messages stored as passages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from pincite.model import Answer, Chunk, Citation, ToolCall

# What a tool or its client writes when a call fails. Read only in text that a recorded step supplied: in a
# document about errors the same words are content.
_FAILURE = re.compile(
    r"(?:mcp error -?\d+"
    r"|error (?:executing|calling|running|invoking) (?:the )?tool\b"
    r"|tool (?:call|execution|use) (?:failed|error)"
    r"|traceback \(most recent call last\)"
    r"|(?:http )?(?:status(?: code)?:? ?)?[45]\d\d (?:bad request|unauthorized|forbidden|not found"
    r"|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)"
    r"|(?:request|connection|read|tool) timed? ?out\b"
    r"|\w{0,40}(?:error|exception): )",
    re.IGNORECASE,
)
_MCP_KEYS = frozenset({"content", "isError", "structuredContent", "_meta"})


class Failure(Struct, frozen=True):
    """Why evidence is unusable: `kind` is "error", "malformed" or "payload"; `step_id` the step at fault."""

    kind: str
    step_id: str | None = None
    name: str | None = None


def failed_steps(calls: Sequence[ToolCall]) -> dict[str, ToolCall]:
    """Tool calls that did not end well, by step."""
    return {call.step_id: call for call in calls if call.status != "ok"}


def suppliers(answer: Answer, chunk: Chunk) -> tuple[str, ...]:
    """The steps that supplied a chunk, as far as the record tells."""
    if chunk.step_id is not None:
        return (chunk.step_id,)
    return tuple(call.step_id for call in answer.tool_calls if chunk.chunk_id in call.result_chunk_ids)


def failed_transport(
    answer: Answer, failed: dict[str, ToolCall], citation: Citation | None, chunks: Sequence[Chunk]
) -> Failure | None:
    """Why the evidence behind a citation is no evidence, or None.

    A chunk that a failed and a successful call both returned counts as supplied.
    """
    if failed and citation is not None and citation.step_id in failed:
        call = failed[citation.step_id]
        if not any(_supplied_well(answer, failed, chunk) for chunk in chunks):
            return Failure(call.status, call.step_id, call.name)
    for chunk in chunks:
        steps = suppliers(answer, chunk) if answer.tool_calls or chunk.step_id is not None else ()
        if failed and steps and all(step in failed for step in steps):
            call = failed[steps[0]]
            return Failure(call.status, call.step_id, call.name)
        kind = failed_result(chunk.text, bool(steps))
        if kind is not None:
            return Failure("payload", steps[0] if steps else None)
    return None


def _supplied_well(answer: Answer, failed: dict[str, ToolCall], chunk: Chunk) -> bool:
    return any(step not in failed for step in suppliers(answer, chunk))


def failed_result(text: str, from_tool: bool) -> str | None:
    """What failure a stored text records instead of content, or None.

    JSON is understood wherever it comes from: an MCP result with `isError` or with invalid content, a
    JSON-RPC error. Plain error messages count only when a recorded tool step supplied them.
    """
    head = text[:200].lstrip()
    if head.startswith("{"):
        return _failed_payload(text)
    if from_tool and len(text) < 2000 and _FAILURE.match(head):
        return "error"
    return None


@lru_cache(maxsize=4096)
def _failed_payload(text: str) -> str | None:
    if "rror" not in text and '"content"' not in text:
        return None
    try:
        payload = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return None
    if not isinstance(payload, dict):
        return None
    result = payload.get("result")
    body = result if isinstance(result, dict) and "jsonrpc" in payload else payload
    if body.get("isError") is True or body.get("is_error") is True:
        return "error"
    if "jsonrpc" in payload and isinstance(payload.get("error"), dict):
        return "error"
    if "content" in body and body.keys() <= _MCP_KEYS and not _valid_content(body["content"]):
        return "malformed"
    return None


def _valid_content(content: Any) -> bool:
    """Whether MCP result content is a list of typed blocks."""
    return isinstance(content, list) and all(
        isinstance(block, dict) and isinstance(block.get("type"), str) for block in content
    )
