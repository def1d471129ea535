"""Spans that follow the OpenInference conventions, as the steps of traces.

Documents, messages, inputs and outputs stand in flat attributes (`retrieval.documents.0.document.content`).
The conventions have no attribute for citations; they survive only in markers of the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.literals import parsed
from pincite.importers.otel_spans import OtelSpan, cut_length, numbered
from pincite.importers.said import listed_passages
from pincite.importers.traces import Step, StepKind

KIND: Final = "openinference.span.kind"
_KINDS: Final[dict[str, StepKind]] = {
    "RETRIEVER": "retriever",
    "RERANKER": "reranker",
    "LLM": "model",
    "TOOL": "tool",
    "EMBEDDING": "aside",
    "GUARDRAIL": "aside",
    "EVALUATOR": "aside",
}


def steps(spans: Iterable[OtelSpan]) -> Iterator[Step]:
    """The steps that these spans record."""
    return (_step(span) for span in spans)


def _step(span: OtelSpan) -> Step:
    named = span.text(KIND) or span.kind or ""
    kind = _KINDS.get(named.upper(), "other")
    cut = cut_length(span.attributes.items())
    output = _value(span, "output")
    given = _value(span, "input")
    broken = (
        isinstance(output, str)
        and bool(output)
        and (kind, cut, span.text("output.mime_type")) == ("tool", None, "application/json")
    )
    if kind == "tool":
        output = span.attributes.get("output.value")
    native, request = (output, given) if kind == "model" else (None, None)
    found = None
    if kind == "model":
        said = messages(span.attributes, "llm.output_messages")
        asked = messages(span.attributes, "llm.input_messages")
        output = said or output
        given = [*asked, given] if asked else given
    elif kind == "retriever":
        found = _documents(span, "retrieval.documents") or listed_passages(_output_place(span), strings=True)
    elif kind == "reranker":
        found = _documents(span, "reranker.output_documents") or listed_passages(_output_place(span))
    return Step(
        at=span.at,
        trace_id=span.trace_id,
        step_id=span.span_id,
        parent_id=span.parent_id,
        kind=kind,
        name=span.text("tool.name") or span.name,
        start=span.start,
        end=span.end,
        status="error" if span.failed else "malformed" if broken else "ok",
        given=given,
        output=output,
        found=found,
        model=span.text("llm.model_name"),
        cut=cut,
        native=At(native, f"{span.at.path}.attributes['output.value']") if isinstance(native, dict) else None,
        request=request if isinstance(request, dict) else None,
    )


def _value(span: OtelSpan, side: str) -> Any:
    value = span.attributes.get(f"{side}.value")
    if isinstance(value, str) and span.text(f"{side}.mime_type") != "text/plain":
        return parsed(value)
    return value


def _output_place(span: OtelSpan) -> At:
    return At(span.attributes.get("output.value"), f"{span.at.path}.attributes['output.value']")


def _documents(span: OtelSpan, prefix: str) -> tuple[At, ...]:
    """The documents under a prefix as objects with `id`, `content`, `score` and `metadata`."""
    return tuple(
        At(
            {
                key.removeprefix("document."): value
                for key, value in fields.items()
                if key.startswith("document.") and key.count(".") == 1
            },
            f"{span.at.path}.attributes['{prefix}.{number}']",
        )
        for number, fields in numbered(span.attributes, prefix).items()
    )


def messages(attributes: dict[str, Any], prefix: str) -> list[dict[str, Any]]:
    """The messages under a prefix as objects with `role` and `content`, all text parts joined."""
    found = []
    for fields in numbered(attributes, prefix).values():
        content = fields.get("message.content")
        if not isinstance(content, str):
            parts = numbered(fields, "message.contents").values()
            texts = [part.get("message_content.text") for part in parts]
            content = "".join(text for text in texts if isinstance(text, str))
        found.append({"role": fields.get("message.role"), "content": content})
    return found
