"""OpenInference spans: as the OpenTelemetry SDK prints them, as OTLP JSON, or as a list of either."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.openinference import KIND, steps
from pincite.importers.otel_spans import first_span, spans_in
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.traces import answers
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """Spans with OpenInference's kind, in another form than Phoenix's export."""
    span = first_span(payload)
    return span is not None and span.kind is None and KIND in span.attributes


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a trace."""
    return answers(steps(spans_in(At(payload))), sidecar)


IMPORTER: Final = Importer(
    name="openinference",
    title="OpenInference spans (OpenTelemetry SDK or OTLP JSON)",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
)
