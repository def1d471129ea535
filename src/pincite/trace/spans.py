"""Recorded answers as OpenTelemetry spans with the attribute names of the OpenInference conventions.

One answer is a chain span with its retrieval, its model call and its tool calls below it, under whatever span
is current in the program. The spans are made when the answer is complete, with the times that were measured.
The conventions have no attribute for citations: those that are stored apart from the markers go into the
chain's `metadata` as JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, Final

import msgspec

from pincite.errors import DependencyError
from pincite.trace.recording import Moment, Recording

_KIND: Final = "openinference.span.kind"
_STORED: Final = ("document_id", "document_revision", "chunk_id", "title", "section", "uri")
_JSON: Final = "application/json"


class Spans:
    """Makes the spans of answers. Without a tracer, the global provider's is taken.

    Raises DependencyError when OpenTelemetry is not installed.
    """

    def __init__(self, tracer: Any = None) -> None:
        try:
            self._api = import_module("opentelemetry.trace")
            self._context = import_module("opentelemetry.context")
        except ImportError as error:
            raise DependencyError(
                "spans need the package 'opentelemetry-api', which is not installed",
                where="spans",
                hint="pip install 'pincite[otel]'",
            ) from error
        self._tracer = tracer or self._api.get_tracer("pincite.trace")

    def parent(self) -> Any:
        """The context that is current in the program; the answer's span will hang below it."""
        return self._context.get_current()

    def emit(self, record: Mapping[str, Any], recording: Recording) -> None:
        """Make and end the spans of one record."""
        end = recording.began + round(recording.elapsed_ms() * 1_000_000)
        root = self._tracer.start_span(
            "answer",
            context=recording.parent,
            start_time=recording.began,
            attributes=_chain(record),
        )
        if recording.outcome == "error":
            root.set_status(self._api.Status(self._api.StatusCode.ERROR, recording.error))
        below = self._api.set_span_in_context(root, recording.parent)
        moments = {moment.name: moment for moment in recording.moments if moment.kind == "stage"}
        calls = {moment.step_id: moment for moment in recording.moments if moment.kind == "tool"}
        whole = Moment(kind="stage", name="", start=recording.began, end=end)
        # What was shown was retrieved, whether or not that was told.
        found = record.get("retrieved_chunks", record["prompt_chunks"])
        if found is not None:
            attributes = _retriever(record.get("question"), found)
            self._span(below, "retrieval", attributes, moments.get("retrieval", whole))
        for call in record.get("tool_calls", ()):
            moment = calls.get(call["step_id"], whole)
            self._span(
                below, call.get("name") or "tool", _tool(call), moment, failed=call["status"] == "error"
            )
        self._span(below, "generation", _model(record), moments.get("generation", whole))
        root.end(end_time=end)

    def _span(
        self, context: Any, name: str, attributes: dict[str, Any], moment: Moment, *, failed: bool = False
    ) -> None:
        span = self._tracer.start_span(name, context=context, start_time=moment.start, attributes=attributes)
        if failed or moment.error:
            span.set_status(self._api.Status(self._api.StatusCode.ERROR, moment.error))
        span.end(end_time=moment.end)


def _chain(record: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: record[key] for key in ("answer_id", "case_id", "as_of", "citations") if record.get(key)}
    return {
        _KIND: "CHAIN",
        **_asked(record.get("question")),
        "output.value": record["text"],
        "output.mime_type": "text/plain",
        "metadata": _text({**record["metadata"], **kept}),
    }


def _asked(question: str | None) -> dict[str, Any]:
    return {} if question is None else {"input.value": question, "input.mime_type": "text/plain"}


def _retriever(question: str | None, chunks: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {_KIND: "RETRIEVER", **_asked(question), **_documents(chunks)}


def _documents(chunks: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, chunk in enumerate(chunks):
        prefix = f"retrieval.documents.{number}.document"
        found[f"{prefix}.id"] = str(chunk["chunk_id"])
        found[f"{prefix}.content"] = chunk["text"]
        if chunk.get("score") is not None:
            found[f"{prefix}.score"] = float(chunk["score"])
        stored = {key: chunk[key] for key in _STORED if chunk.get(key) is not None}
        if chunk.get("page") is not None:
            stored["page_label"] = chunk["page"]
        found[f"{prefix}.metadata"] = _text({**chunk.get("metadata", {}), **stored})
    return found


def _tool(call: Mapping[str, Any]) -> dict[str, Any]:
    name = {} if call.get("name") is None else {"tool.name": call["name"]}
    output = _text({"step_id": call["step_id"], "result_chunk_ids": call.get("result_chunk_ids", [])})
    return {_KIND: "TOOL", **name, "output.value": output, "output.mime_type": _JSON}


def _model(record: Mapping[str, Any]) -> dict[str, Any]:
    """The model call: its messages if they were recorded, and the passages that it saw in any case."""
    attributes: dict[str, Any] = {_KIND: "LLM"}
    messages = record.get("prompt")
    if isinstance(messages, str):
        messages = [{"role": "user", "content": messages}]
    for number, message in enumerate(messages if isinstance(messages, list) else ()):
        if isinstance(message, dict):
            prefix = f"llm.input_messages.{number}.message"
            attributes[f"{prefix}.role"] = str(message.get("role", "user"))
            content = message.get("content")
            attributes[f"{prefix}.content"] = content if isinstance(content, str) else _text(content)
    if record.get("prompt_chunks") is not None:
        seen = [{key: chunk[key] for key in (*_STORED, "text") if chunk.get(key) is not None}
                for chunk in record["prompt_chunks"]]  # fmt: skip
        attributes["input.value"] = _text({"question": record.get("question"), "passages": seen})
        attributes["input.mime_type"] = _JSON
    model = record["metadata"].get("model")
    if isinstance(model, str):
        attributes["llm.model_name"] = model
    attributes["llm.output_messages.0.message.role"] = "assistant"
    attributes["llm.output_messages.0.message.content"] = record["text"]
    return attributes


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
