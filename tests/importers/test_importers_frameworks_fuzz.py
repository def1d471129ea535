"""Any JSON in: a record that the reader of answers accepts, or an error with a path and what was expected."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from framework_samples import ALL, payload
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.importers.catalogue import MODULES, importer
from pincite.importers.payloads import read_payloads
from pincite.importers.protocol import Imported, Sidecar
from pincite.io.answers import answers_from
from pincite.io.codec import encode_row
from pincite.io.rejection import RecordError
from pincite.model import Answer, Document

FORMATS = sorted({sample.format for sample in ALL})

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False)
    | st.text(max_size=12)
    | st.sampled_from(
        ["", "[1]", "[]", "{}", "219", "[[", "\ud800", "<cite>[0-1]</cite>", "['a', 'b']", "🦊", "1e999"]
    )
)
ANY_JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)

REPLACEMENTS: tuple[Any, ...] = (None, 7, "x", [], {})

DOCUMENTS = (
    Document(document_id="loan-rules.pdf", text="Each loan runs for 21 days."),
    Document(document_id="msmarco_v2.1_doc_00_1#0_1", text=""),
    Document(document_id="kb-fees"),
)
SIDECARS = (Sidecar(), Sidecar(documents=DOCUMENTS), Sidecar(requests=({"messages": 3}, [])))


def rows(file: str) -> Any:
    """A sample as its importer sees it, CSV as rows."""
    sample = next(one for one in ALL if one.file == file)
    media = importer(sample.format).media
    if media == "json":
        return payload(file)
    (found,) = read_payloads(sample.path, lambda _: True, media)
    return getattr(found, "value", None)


def is_told_or_read(name: str, value: Any, sidecar: Sidecar) -> None:
    before = copy.deepcopy(value)
    try:
        found = list(importer(name).read(value, sidecar))
    except RecordError as error:
        found = [error]
    assert value == before, "the payload was changed"
    for one in found:
        if isinstance(one, RecordError):
            assert one.path.startswith("$")
            assert one.message
            assert one.expected or not one.got
            continue
        assert isinstance(one, Imported)
        assert all(finding.where.startswith("$") for finding in one.findings)
        # As the command writes it and `check` reads it.
        (answer,) = answers_from([encode_row(one.record)])
        assert isinstance(answer, Answer), answer
        spans = [citation.span for citation in answer.citations if citation.span is not None]
        assert all(0 <= span.start <= span.end <= len(answer.text) for span in spans)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything inside a JSON value."""
    inner: Any = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for key, item in inner:
        yield (*path, key)
        yield from places(item, (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any, remove: bool) -> Any:
    """A copy with something else at a path, or nothing there."""
    out = copy.deepcopy(value)
    holder = out
    for key in path[:-1]:
        holder = holder[key]
    if remove:
        del holder[path[-1]]
    else:
        holder[path[-1]] = new
    return out


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=25, deadline=None)
@given(value=ANY_JSON, sidecar=st.sampled_from(SIDECARS))
def test_any_json(name: str, value: Any, sidecar: Sidecar) -> None:
    is_told_or_read(name, value, sidecar)


@pytest.mark.parametrize("sample", ALL, ids=lambda one: one.file)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_mutated_samples(sample: Any, data: st.DataObject) -> None:
    value = rows(sample.file)
    for _ in range(data.draw(st.integers(1, 3))):
        all_places = list(places(value))
        if not all_places:
            break
        path = data.draw(st.sampled_from(all_places))
        value = changed(value, path, data.draw(ANY_JSON), data.draw(st.booleans()))
    is_told_or_read(sample.format, value, data.draw(st.sampled_from(SIDECARS)))


@pytest.mark.parametrize("sample", ALL, ids=lambda one: one.file)
def test_every_place_emptied(sample: Any) -> None:
    """Each single value of a sample taken out, or made null, a number, a text, an empty list or object."""
    value = rows(sample.file)
    if sample.file == "langchain_aimessage_v1.json":
        # It holds three messages, and each of them twice: the first blocks of each show the same.
        value = {key: {**one, "data": {**one["data"], "content_blocks": None}} for key, one in value.items()}
    for path in places(value):
        is_told_or_read(sample.format, changed(value, path, None, True), Sidecar())
        for new in REPLACEMENTS:
            is_told_or_read(sample.format, changed(value, path, new, False), Sidecar())


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=20, deadline=None)
@given(value=ANY_JSON)
def test_recognising_never_fails(name: str, value: Any) -> None:
    assert importer(name).recognises(value) in (True, False)


@pytest.mark.parametrize("sample", ALL, ids=lambda one: one.file)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_recognising_mutated_samples_never_fails(sample: Any, data: st.DataObject) -> None:
    value = rows(sample.file)
    path = data.draw(st.sampled_from(list(places(value))))
    other = changed(value, path, data.draw(ANY_JSON), data.draw(st.booleans()))
    for name in FORMATS:
        assert importer(name).recognises(other) in (True, False)


def test_all_formats_here_are_in_the_catalogue() -> None:
    assert set(FORMATS) <= MODULES.keys()
