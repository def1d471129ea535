"""Spans that follow OpenTelemetry's conventions for generative AI (`gen_ai.*`), from SDKs or as OTLP JSON.

The schema of `gen_ai.retrieval.documents` asks for an id and a score and leaves the text out, so evidence
usually has to come from the documents given beside the payload.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.literals import parsed
from pincite.importers.otel_spans import OtelSpan, cut_length, first_span, spans_in
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.traces import Step, StepKind, answers
from pincite.io.rejection import RecordError

_OPERATION: Final = "gen_ai.operation.name"
_KINDS: Final[dict[str, StepKind]] = {
    "chat": "model",
    "text_completion": "model",
    "generate_content": "model",
    "retrieval": "retriever",
    "execute_tool": "tool",
    "embeddings": "aside",
}


def recognises(payload: Any) -> bool:
    """Spans with an operation of these conventions and none of OpenInference's kinds."""
    span = first_span(payload)
    return (
        span is not None
        and any(key.startswith("gen_ai.") for key in span.attributes)
        and not any(key.startswith(("openinference.", "mlflow.")) for key in span.attributes)
    )


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a trace."""
    return answers((_step(span) for span in spans_in(At(payload))), sidecar)


def _step(span: OtelSpan) -> Step:
    kind = _KINDS.get(span.text(_OPERATION) or "", "other")
    documents = _read(span, "gen_ai.retrieval.documents")
    found = tuple(documents.each()) if documents else None
    return Step(
        at=span.at,
        trace_id=span.trace_id,
        step_id=span.span_id,
        parent_id=span.parent_id,
        kind="retriever" if found is not None else kind,
        name=span.text("gen_ai.tool.name", "gen_ai.data_source.id") or span.name,
        start=span.start,
        end=span.end,
        status="error" if span.failed or "error.type" in span.attributes else "ok",
        given=_given(span),
        output=_read(span, "gen_ai.output.messages", "gen_ai.completion", "gen_ai.tool.call.result").value,
        found=found,
        model=span.text("gen_ai.response.model", "gen_ai.request.model"),
        cut=cut_length(span.attributes.items()),
    )


def _given(span: OtelSpan) -> Any:
    """What the step was asked: a query, or the messages with the instructions in front."""
    query = span.text("gen_ai.retrieval.query.text")
    if query is not None:
        return query
    asked = _read(span, "gen_ai.input.messages", "gen_ai.prompt", "gen_ai.tool.call.arguments").value
    system = _read(span, "gen_ai.system_instructions").value
    if system is None:
        return asked
    return [{"role": "system", "content": system}, *(asked if isinstance(asked, list) else [asked])]


def _read(span: OtelSpan, *keys: str) -> At:
    """The first of these attributes that is there, read if it is a JSON text."""
    for key in keys:
        value = span.attributes.get(key)
        if value is not None:
            return At(parsed(value), f"{span.at.path}.attributes['{key}']")
    return At(None, f"{span.at.path}.attributes['{keys[0]}']")


IMPORTER: Final = Importer(
    name="otel-genai",
    title="OpenTelemetry GenAI spans",
    recognises=recognises,
    read=read,
    carries_evidence="partly",
)
