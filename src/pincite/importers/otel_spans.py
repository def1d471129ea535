"""OpenTelemetry spans in the forms in which they are exported, with their attributes as one flat object.

The forms: OTLP as JSON (`resourceSpans`), what the SDKs print (`ReadableSpan.to_json`), and what Phoenix and
its relatives export (`{"data": [...]}`, `context.trace_id`); attributes flat or nested.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct

from pincite.importers.at import LARGEST, At
from pincite.io.rejection import RecordError

_DEEPEST: Final = 12
_INDEX: Final = re.compile(r"\d+")
_INTEGER: Final = re.compile(r"-?[0-9]{1,19}")
_SHORTEST_LIMIT: Final = 64
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FRACTION: Final = re.compile(r"(\.\d{1,6})\d*")


class OtelSpan(Struct, frozen=True, kw_only=True):
    """One span. Times are nanoseconds; `attributes` are flat, keyed as the conventions write them."""

    at: At
    trace_id: str | None
    span_id: str
    parent_id: str | None
    name: str | None
    start: int | None
    end: int | None
    failed: bool
    attributes: dict[str, Any]
    kind: str | None = None

    def text(self, *keys: str) -> str | None:
        """The first of these attributes that is a text."""
        return next((value for key in keys if isinstance(value := self.attributes.get(key), str)), None)


def spans_in(payload: At) -> Iterator[OtelSpan]:
    """Every span of a payload: a list of spans, one span, or an export that wraps them.

    Raises RecordError for anything else.
    """
    return (_span(place, number) for number, place in enumerate(places_of_spans(payload)))


def places_of_spans(payload: At) -> Iterator[At]:
    """The places of the spans of a payload. Raises RecordError if it can hold none."""
    if isinstance(payload.value, list):
        for item in payload.each():
            item.object()
            yield from places_of_spans(item) if _wrapped(item) else (item,)
        return
    payload.object()
    resources = payload.first("resourceSpans", "resource_spans")
    if resources:
        for resource in resources.each():
            for scope in resource.first(
                "scopeSpans", "scope_spans", "instrumentationLibrarySpans"
            ).each_or_none():
                yield from scope["spans"].each_or_none()
        return
    wrapped = payload.first("data", "spans")
    if wrapped and isinstance(wrapped.value, list):
        yield from wrapped.each()
        return
    yield payload


def _wrapped(place: At) -> bool:
    return any(place[key] for key in ("resourceSpans", "resource_spans")) or isinstance(
        place["data"].value, list
    )


def _span(place: At, number: int) -> OtelSpan:
    place.object()
    context = place["context"]
    status = place["status"]
    code = place["status_code"].value if place["status_code"] else status.first("status_code", "code").value
    kind = place["span_kind"].value
    return OtelSpan(
        at=place,
        trace_id=_id(place.first("trace_id", "traceId"), context.first("trace_id", "traceId")),
        span_id=_id(place.first("span_id", "spanId"), context.first("span_id", "spanId")) or f"span-{number}",
        parent_id=_id(place.first("parent_id", "parentSpanId", "parent_span_id"), At(None)),
        name=place["name"].text_or_none(),
        start=nanoseconds(place.first("start_time", "startTimeUnixNano", "start_time_unix_nano").value),
        end=nanoseconds(place.first("end_time", "endTimeUnixNano", "end_time_unix_nano").value),
        failed=code in ("ERROR", "STATUS_CODE_ERROR", 2),
        attributes=flat_attributes(place["attributes"]) | _event_attributes(place["events"]),
        kind=kind if isinstance(kind, str) else None,
    )


def _id(place: At, other: At) -> str | None:
    """An id; the SDK prints hexadecimal ones with 0x in front."""
    found = place.id_or_none() or other.id_or_none()
    return None if found is None else found.removeprefix("0x")


def _event_attributes(events: At) -> dict[str, Any]:
    """Attributes of the span's events that hold messages: some instrumentations record them there."""
    found: dict[str, Any] = {}
    if isinstance(events.value, list):
        for event in events.each():
            if isinstance(event["attributes"].value, dict | list):
                attributes = flat_attributes(event["attributes"])
                found |= {key: value for key, value in attributes.items() if key.startswith("gen_ai.")}
    return found


def flat_attributes(place: At) -> dict[str, Any]:
    """Attributes as one object of dotted keys, from a flat or nested object or from OTLP's list of pairs.

    Raises RecordError if they are neither.
    """
    if isinstance(place.value, list):
        return {pair["key"].text(): _any_value(pair["value"].value, _DEEPEST) for pair in place.each()}
    flat: dict[str, Any] = {}
    for key, value in place.object_or_empty().items():
        _flatten(key, value, flat, _DEEPEST)
    return flat


def _flatten(key: str, value: Any, flat: dict[str, Any], depth: int) -> None:
    """Nested objects and lists of objects as dotted keys; the value itself stays under its own key too."""
    flat[key] = value
    if depth == 0:
        return
    if isinstance(value, dict):
        for name, item in value.items():
            _flatten(f"{key}.{name}", item, flat, depth - 1)
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for number, item in enumerate(value):
            _flatten(f"{key}.{number}", item, flat, depth - 1)


def _any_value(value: Any, depth: int) -> Any:
    """OTLP's tagged value (`{"stringValue": "..."}`) as JSON."""
    if not isinstance(value, dict) or depth == 0:
        return value
    for tag in ("stringValue", "boolValue", "doubleValue", "bytesValue"):
        if tag in value:
            return value[tag]
    if "intValue" in value:
        number = value["intValue"]
        return int(number) if isinstance(number, str) and _INTEGER.fullmatch(number) else number
    array, pairs = value.get("arrayValue"), value.get("kvlistValue")
    if isinstance(array, dict):
        items = array.get("values", [])
        return [_any_value(item, depth - 1) for item in items] if isinstance(items, list) else items
    if isinstance(pairs, dict) and isinstance(pairs.get("values", []), list):
        return {
            str(pair.get("key")): _any_value(pair.get("value"), depth - 1)
            for pair in pairs.get("values", [])
            if isinstance(pair, dict)
        }
    return value


def numbered(attributes: dict[str, Any], prefix: str) -> dict[int, dict[str, Any]]:
    """Attributes `<prefix>.<i>.<rest>` by i, in order; `rest` is the key inside."""
    found: dict[int, dict[str, Any]] = {}
    start = len(prefix) + 1
    for key, value in attributes.items():
        if not key.startswith(prefix + "."):
            continue
        number, _, rest = key[start:].partition(".")
        if number.isascii() and number.isdigit() and len(number) < 7 and rest:
            found.setdefault(int(number), {})[rest] = value
    return dict(sorted(found.items()))


def nanoseconds(value: Any) -> int | None:
    """A time as nanoseconds since 1970: a number of them, also as text, or an ISO time; else None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return int(value) if abs(value) < LARGEST else None
    if not isinstance(value, str):
        return None
    if value.isascii() and value.isdigit() and len(value) < 20:
        return int(value)
    try:
        moment = datetime.fromisoformat(_FRACTION.sub(r"\1", value[:40]))
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    since = moment - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000_000 + since.microseconds * 1_000


def cut_length(attributes: Iterable[tuple[str, Any]]) -> int | None:
    """The length at which an exporter cut the texts of a span, if it shows: the longest texts under several
    kinds of key are all equally long. Passages alone do not show it; a splitter makes them alike.
    """
    texts = [
        (_INDEX.sub("#", key), value)
        for key, value in attributes
        if isinstance(value, str) and len(value) >= _SHORTEST_LIMIT
    ]
    longest = max((len(text) for _, text in texts), default=0)
    alike = [(key, text) for key, text in texts if len(text) == longest]
    several = len({key for key, _ in alike}) > 1 and len({text for _, text in alike}) > 1
    return longest if several else None


def first_span(payload: Any) -> OtelSpan | None:
    """The first span of a payload, or None if it is no list or export of spans. Never raises."""
    try:
        span = next(spans_in(At(payload)), None)
    except RecordError:
        return None
    return span if span is not None and span.attributes else None
