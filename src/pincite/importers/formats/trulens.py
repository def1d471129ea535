"""TruLens: events of its OpenTelemetry table (`record_attributes`), and older records (`main_output`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.literals import parsed
from pincite.importers.otel_spans import flat_attributes, nanoseconds
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.said import listed_passages
from pincite.importers.traces import Step, StepKind, answers
from pincite.io.rejection import RecordError

_SPACE: Final = "ai.observability"
_KINDS: Final[dict[str, StepKind]] = {
    "record_root": "other",
    "retrieval": "retriever",
    "reranking": "reranker",
    "generation": "model",
    "tool": "tool",
    "eval": "aside",
    "eval_root": "aside",
    "guardrail": "aside",
}


def recognises(payload: Any) -> bool:
    """Events, one event, or a record with its main output."""
    first = At(payload)[0].value if isinstance(payload, list) else payload
    if not isinstance(first, dict):
        return False
    return "record_attributes" in first or {"main_input", "main_output"} <= first.keys()


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a TruLens record."""
    root = At(payload)
    items = list(root.each()) if isinstance(payload, list) else [root]
    return answers((step for number, item in enumerate(items) for step in _steps(item, number)), sidecar)


def _steps(item: At, number: int) -> Iterator[Step]:
    item.object()
    if item["record_attributes"]:
        yield _event(item, number)
        return
    record_id = item["record_id"].id_or_none()
    yield Step(
        at=item,
        trace_id=record_id,
        step_id="record",
        given=parsed(item["main_input"].value),
        output=parsed(item["main_output"].value),
    )
    for place, call in enumerate(item["calls"].each_or_none()):
        name = _method(call)
        if name is not None and "retriev" in name.lower():
            found = listed_passages(call["rets"], strings=True)
            yield Step(
                at=call,
                trace_id=record_id,
                step_id=f"call-{place}",
                parent_id="record",
                kind="retriever",
                name=name,
                given=parsed(call["args"].value),
                found=found,
            )


def _method(call: At) -> str | None:
    """The name of the innermost method of a call."""
    stack = call["stack"].value
    if not isinstance(stack, list) or not stack:
        return None
    name = At(stack)[len(stack) - 1]["method"]["name"].value
    return name if isinstance(name, str) else None


def _event(item: At, number: int) -> Step:
    raw = item["record_attributes"]
    place = At(parsed(raw.value), raw.path)
    attributes = flat_attributes(place)
    kind = _KINDS.get(str(attributes.get(f"{_SPACE}.span_type", "")).lower(), "other")
    contexts = At(attributes.get(f"{_SPACE}.retrieval.retrieved_contexts"), f"{raw.path}.retrieved_contexts")
    trace = item["trace"] if isinstance(item["trace"].value, dict) else item
    record_id = attributes.get(f"{_SPACE}.record_id")
    return Step(
        at=item,
        trace_id=str(record_id) if isinstance(record_id, str | int) else item["record_id"].id_or_none(),
        step_id=trace["span_id"].id_or_none() or item["event_id"].id_or_none() or f"event-{number}",
        parent_id=trace.first("parent_id", "parent_span_id").id_or_none(),
        kind=kind,
        name=kind,
        start=nanoseconds(item["start_timestamp"].value),
        end=nanoseconds(item["timestamp"].value),
        given=_first(
            attributes, "record_root.input", "retrieval.query_text", "generation.input", "call.kwargs"
        ),
        output=_first(attributes, "record_root.output", "generation.output", "call.return"),
        found=listed_passages(contexts, strings=True) if kind in ("retriever", "reranker") else None,
    )


def _first(attributes: dict[str, Any], *keys: str) -> Any:
    found = next((value for key in keys if (value := attributes.get(f"{_SPACE}.{key}")) is not None), None)
    return parsed(found)


IMPORTER: Final = Importer(
    name="trulens",
    title="TruLens events and records",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
)
