"""Spans as Phoenix exports them (`GET /v1/projects/.../spans`, or a list of them)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.openinference import steps
from pincite.importers.otel_spans import first_span, spans_in
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.traces import answers
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """Spans with a `span_kind` beside their context."""
    span = first_span(payload)
    return span is not None and span.kind is not None and span.trace_id is not None


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a trace."""
    return answers(steps(spans_in(At(payload))), sidecar)


IMPORTER: Final = Importer(
    name="phoenix", title="Phoenix span export", recognises=recognises, read=read, carries_evidence="yes"
)
