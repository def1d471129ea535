"""Langfuse observations: the API's pages, a list of observations, or a trace with its observations.

`input` and `output` are any JSON, or JSON as text; what a retriever logged there is the application's choice,
so everything that looks like passages is read as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.literals import parsed
from pincite.importers.otel_spans import nanoseconds
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.said import listed_passages
from pincite.importers.traces import Step, StepKind, answers
from pincite.io.rejection import RecordError

_KINDS: Final[dict[str, StepKind]] = {
    "GENERATION": "model",
    "RETRIEVER": "retriever",
    "TOOL": "tool",
    "EMBEDDING": "aside",
    "GUARDRAIL": "aside",
    "EVALUATOR": "aside",
    "EVENT": "aside",
}
_OTHER_KINDS: Final = ("SPAN", "AGENT", "CHAIN")


def recognises(payload: Any) -> bool:
    """Observations with a trace id and one of Langfuse's types."""
    place = At(payload)
    for held in (place, place["data"], place["observations"]):
        first = held[0].value
        if isinstance(first, dict) and ("traceId" in first or "trace_id" in first):
            return first.get("type") in (*_KINDS, *_OTHER_KINDS)
    return False


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a trace."""
    return answers(_steps(At(payload)), sidecar)


def _steps(payload: At) -> Iterator[Step]:
    if isinstance(payload.value, list):
        for item in payload.each():
            if isinstance(item["observations"].value, list):
                yield from _steps(item)
            else:
                yield _step(item)
        return
    payload.object()
    trace = payload if payload["observations"] else payload["trace"]
    if trace:
        yield _root(trace)
    observations = payload.first("observations", "data")
    for item in observations.each():
        yield _step(item)


def _root(trace: At) -> Step:
    """The trace itself as its outermost step: its input and output are what the application said they are."""
    return Step(
        at=trace,
        trace_id=trace["id"].id_or_none(),
        step_id="trace",
        name=trace["name"].text_or_none(),
        start=nanoseconds(trace["timestamp"].value),
        given=parsed(trace["input"].value),
        output=parsed(trace["output"].value),
    )


def _step(place: At) -> Step:
    place.object()
    kind = _KINDS.get((place["type"].text_or_none() or "").upper(), "other")
    output = place["output"]
    found = None
    if kind == "retriever":
        found = listed_passages(output, strings=True)
    given, said = parsed(place["input"].value), parsed(output.value)
    native = kind == "model" and isinstance(said, dict)
    return Step(
        at=place,
        trace_id=place.first("traceId", "trace_id").id_or_none(),
        step_id=place["id"].id_or_none() or place.path,
        parent_id=place.first("parentObservationId", "parent_observation_id").id_or_none(),
        kind=kind,
        name=place["name"].text_or_none(),
        start=nanoseconds(place.first("startTime", "start_time").value),
        end=nanoseconds(place.first("endTime", "end_time").value),
        status="error" if place["level"].value == "ERROR" else "ok",
        given=given,
        output=said,
        found=found,
        model=place["model"].text_or_none(),
        native=At(said, output.path) if native else None,
        request=given if native and isinstance(given, dict) else None,
    )


IMPORTER: Final = Importer(
    name="langfuse",
    title="Langfuse observations and traces",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
)
