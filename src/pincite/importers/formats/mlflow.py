"""MLflow traces: one (`info` and `data.spans`), a list of them, or a search result with `traces`.

Span attributes are JSON as text ("\\"RETRIEVER\\"").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from pincite.importers.at import At
from pincite.importers.literals import parsed
from pincite.importers.otel_spans import OtelSpan, cut_length, spans_in
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.said import listed_passages
from pincite.importers.traces import Step, StepKind, answers
from pincite.io.rejection import RecordError

_KINDS: Final[dict[str, StepKind]] = {
    "CHAT_MODEL": "model",
    "LLM": "model",
    "RETRIEVER": "retriever",
    "RERANKER": "reranker",
    "TOOL": "tool",
    "EMBEDDING": "aside",
    "PARSER": "aside",
    "EVALUATOR": "aside",
    "GUARDRAIL": "aside",
}


def recognises(payload: Any) -> bool:
    """A trace with `info` and spans that carry MLflow's attributes."""
    place = At(payload)
    trace = next((one for one in (place, place["traces"][0]) if one["info"]), None)
    if trace is None:
        return False
    attributes = trace["data"]["spans"][0]["attributes"].value
    return isinstance(attributes, dict) and any(key.startswith("mlflow.") for key in attributes)


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a trace."""
    for trace in _traces(At(payload)):
        try:
            steps = list(_steps(trace))
        except RecordError as error:
            yield error
            continue
        yield from answers(steps, sidecar)


def _traces(payload: At) -> Iterator[At]:
    if isinstance(payload.value, list):
        yield from payload.each()
        return
    payload.object()
    if payload["traces"]:
        yield from payload["traces"].each()
    else:
        yield payload


def _steps(trace: At) -> Iterator[Step]:
    trace.object()
    info = trace["info"]
    trace_id = info.first("trace_id", "request_id").id_or_none()
    spans = trace["data"]["spans"]
    if not spans:
        raise trace["data"].fault("an object with spans")
    spans.each()
    root = _root(trace, trace_id)
    found = [_step(span, trace_id) for span in spans_in(spans)]
    yield from found
    if root is not None and not any(step.parent_id is None and step.output is not None for step in found):
        yield root


def _root(trace: At, trace_id: str | None) -> Step | None:
    """The request and response that older exports keep beside the spans, as an outermost step."""
    data = trace["data"]
    if not data["response"]:
        return None
    return Step(
        at=data,
        trace_id=trace_id,
        step_id="trace",
        given=_json(data["request"].value),
        output=_json(data["response"].value),
    )


def _step(span: OtelSpan, trace_id: str | None) -> Step:
    named = _json(span.attributes.get("mlflow.spanType"))
    kind = _KINDS.get(named.upper() if isinstance(named, str) else "", "other")
    output = _json(span.attributes.get("mlflow.spanOutputs"))
    place = At(output, f"{span.at.path}.attributes['mlflow.spanOutputs']")
    found = None
    if kind in ("retriever", "reranker"):
        found = listed_passages(place, strings=True)
    model = _json(span.attributes.get("mlflow.llm.model"))
    given = _json(span.attributes.get("mlflow.spanInputs"))
    native = kind == "model" and isinstance(output, dict)
    return Step(
        at=span.at,
        trace_id=trace_id or span.trace_id,
        step_id=span.span_id,
        parent_id=span.parent_id,
        kind=kind,
        name=span.name,
        start=span.start,
        end=span.end,
        status="error" if span.failed else "ok",
        given=given,
        output=output,
        found=found,
        model=model if isinstance(model, str) else None,
        cut=cut_length(span.attributes.items()),
        native=place if native else None,
        request=given if native and isinstance(given, dict) else None,
    )


def _json(value: Any) -> Any:
    """An attribute read from its JSON text; one that is no JSON as it stands."""
    if not isinstance(value, str):
        return value
    try:
        read = msgspec.json.decode(value)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return parsed(value)
    # Objects and arrays only through `parsed`, which refuses what is nested too deep.
    return read if isinstance(read, int | float | None) else parsed(read if isinstance(read, str) else value)


IMPORTER: Final = Importer(
    name="mlflow", title="MLflow traces", recognises=recognises, read=read, carries_evidence="yes"
)
