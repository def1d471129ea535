"""Any JSON in: a record that the reader of answers accepts, or an error with a path and what was expected."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from cloud_samples import ALL, LOANS, Sample
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pincite.importers.catalogue import detect, importer
from pincite.importers.protocol import Imported, Sidecar
from pincite.io.answers import answers_from
from pincite.io.codec import encode_row
from pincite.io.rejection import RecordError
from pincite.model import Answer, Document

FORMATS = sorted({sample.format for sample in ALL})
QUIET = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False)
    | st.text(max_size=12)
    | st.sampled_from(
        ["", "219", "-1", "\ud83e", "text", "[doc1]", "TEXT_CONTENT", "STOP", "a/documents/b", "🦊"]
    )
)
# The names that the formats use, so that made-up objects get further than the first look.
NAMES = (
    "candidates content parts text groundingMetadata groundingChunks groundingSupports segment startIndex"
    " endIndex groundingChunkIndices retrievedContext web response answer answerText citations references"
    " chunkInfo message role type sources document id output retrievedReferences generatedResponsePart"
    " choices"
    " context messages value results generatedResponse citationsContent location metadata start end"
    " event_type"
    " delta index steps annotations contentBlockDelta citation"
)
KEYS = st.sampled_from(NAMES.split()) | st.text(max_size=6)
ANY_JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=15,
)  # fmt: skip

DOCUMENTS = (
    Document(document_id="kb-loans", text=LOANS),
    Document(document_id="kb-fees"),
    Document(
        document_id="web", uri="https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC1", text=""
    ),
)
SIDECARS = (
    Sidecar(),
    Sidecar(documents=DOCUMENTS),
    Sidecar(requests=({"messages": 3, "documents": [None]},)),
    Sidecar(requests=("x",), options={"prompt": "results", "text": "title"}),
)


def is_told_or_read(name: str, value: Any, sidecar: Sidecar) -> None:
    before = copy.deepcopy((value, sidecar.requests))
    try:
        found = list(importer(name).read(value, sidecar))
    except RecordError as error:
        found = [error]
    assert (value, sidecar.requests) == before, "the payload was changed"
    for one in found:
        if isinstance(one, RecordError):
            assert one.path.startswith("$")
            assert one.message
            assert one.expected
            continue
        assert isinstance(one, Imported)
        assert all(finding.where.startswith("$") for finding in one.findings)
        # As the command writes it and `check` reads it.
        (answer,) = answers_from([encode_row(one.record)])
        assert isinstance(answer, Answer), answer
        assert answer.text
        spans = [citation.span for citation in answer.citations if citation.span is not None]
        assert all(0 <= span.start < span.end <= len(answer.text) for span in spans)
        ids = [citation.citation_id for citation in answer.citations]
        assert len(ids) == len(set(ids))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything inside a JSON value."""
    inner: Any = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, item in inner:
        yield (*path, key)
        yield from places(item, (*path, key))


def change(value: Any, data: st.DataObject) -> Any:
    """A copy with something else, nothing or a repetition at one place, or with items in another order."""
    out = copy.deepcopy(value)
    found = list(places(out))
    if not found:
        return out
    path = data.draw(st.sampled_from(found))
    holder = out
    for key in path[:-1]:
        holder = holder[key]
    last = path[-1]
    how = data.draw(st.sampled_from(("replace", "remove", "repeat", "number", "shuffle", "empty")))
    if how == "replace":
        holder[last] = data.draw(ANY_JSON)
    elif how == "remove":
        del holder[last]
    elif how == "repeat" and isinstance(holder, list):
        holder.insert(last, copy.deepcopy(holder[last]))
    elif how == "number" and isinstance(holder[last], int | str):
        holder[last] = data.draw(st.integers(-3, 400))
    elif how == "shuffle" and isinstance(holder[last], list):
        holder[last] = data.draw(st.permutations(holder[last]))
    elif how == "empty" and isinstance(holder[last], dict | list | str):
        holder[last] = type(holder[last])()
    return out


@pytest.mark.parametrize("name", FORMATS)
@QUIET
@given(value=ANY_JSON, sidecar=st.sampled_from(SIDECARS))
@example(value=[], sidecar=Sidecar())
@example(value={}, sidecar=Sidecar())
def test_any_json(name: str, value: Any, sidecar: Sidecar) -> None:
    is_told_or_read(name, value, sidecar)


@QUIET
@given(value=ANY_JSON)
def test_looking_at_a_payload_never_fails(value: Any) -> None:
    for name in FORMATS:
        assert importer(name).recognises(value) in (True, False)
    detect(value)


@pytest.mark.parametrize("sample", ALL, ids=lambda one: one.gold)
@settings(parent=QUIET, max_examples=150)
@given(data=st.data())
def test_changed_samples(sample: Sample, data: st.DataObject) -> None:
    value = sample.payload
    for _ in range(data.draw(st.integers(1, 3))):
        value = change(value, data)
    is_told_or_read(sample.format, value, data.draw(st.sampled_from((*SIDECARS, sample.sidecar))))


@pytest.mark.parametrize("sample", [one for one in ALL if one.request], ids=lambda one: one.gold)
@settings(parent=QUIET, max_examples=150)
@given(data=st.data())
def test_changed_requests(sample: Sample, data: st.DataObject) -> None:
    request = sample.sidecar.request
    for _ in range(data.draw(st.integers(1, 3))):
        request = change(request, data)
    is_told_or_read(sample.format, sample.payload, Sidecar(requests=(request,)))


@pytest.mark.parametrize("sample", ALL, ids=lambda one: one.gold)
@settings(parent=QUIET, max_examples=40)
@given(data=st.data())
def test_a_shifted_span_never_covers_another_stretch(sample: Sample, data: st.DataObject) -> None:
    """Wherever a span repeats its text, no number in the payload can make it cover anything else."""
    value = sample.payload
    offsets = [
        path for path in places(value) if str(path[-1]).lower() in ("startindex", "endindex", "start", "end")
    ]
    for path in offsets:
        holder = value
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = data.draw(st.integers(0, 260))
    try:
        found = list(importer(sample.format).read(value, sample.sidecar))
    except RecordError:
        return
    for one in found:
        assert isinstance(one, Imported)
        for citation in one.record.get("citations", ()):
            repeated = citation.get("metadata", {}).get("raw", {}).get("text")
            if repeated is not None and "span" in citation and sample.format != "azure-ai-search":
                span = citation["span"]
                assert one.record["text"][span["start"] : span["end"]].strip() == repeated.strip()
