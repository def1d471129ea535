"""Whatever a payload holds: a record that `check` can read, or an error with path and expectation."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from native_samples import ALL, payload

from pincite.importers.catalogue import importer
from pincite.importers.protocol import Imported, Sidecar
from pincite.io.answers import decode_answer
from pincite.io.codec import encode_row
from pincite.io.rejection import RecordError

SAMPLES = sorted({(one.file, one.format) for one in ALL})
REQUESTS = [payload("anthropic_documents.request"), payload("mistral_chat_reference.request_tool_result")]

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 300)
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(
        ["", "text", "0", "219", "[1]", "\ud83e", "https://[", "http://a.example/x", "【4:0†s", "\x00"]
    )
)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every member and item of a value, as its container and key."""
    found: list[tuple[Any, Any]] = []
    level = [value]
    while level:
        one = level.pop()
        keys = list(one) if isinstance(one, dict) else range(len(one)) if isinstance(one, list) else []
        for key in keys:
            found.append((one, key))
            level.append(one[key])
    return found


@st.composite
def mutated(draw: st.DrawFn, value: Any) -> Any:
    """The value with up to three members replaced, removed, doubled or swapped with another."""
    root = {"root": deepcopy(value)}
    for _ in range(draw(st.integers(1, 3))):
        found = places(root)
        container, key = draw(st.sampled_from(found))
        match draw(st.sampled_from(["replace", "replace", "remove", "double", "swap"])):
            case "replace":
                container[key] = draw(JSON)
            case "remove" if container is not root:
                del container[key]
            case "double" if isinstance(container, list):
                container.insert(key, deepcopy(container[key]))
            case "swap":
                other, name = draw(st.sampled_from(found))
                container[key] = deepcopy(other[name])
            case _:
                pass
    return root["root"]


def hold(name: str, value: Any, sidecar: Sidecar) -> None:
    """Reading ends in records and errors only, and every record is one that `check` reads."""
    try:
        found = list(importer(name).read(value, sidecar))
    except RecordError as error:
        found = [error]
    assert found or value == []
    for one in found:
        if isinstance(one, RecordError):
            assert one.path.startswith("$")
            assert one.expected
            assert one.message
            continue
        assert isinstance(one, Imported)
        answer = decode_answer(encode_row(one.record))
        for citation in answer.citations:
            assert citation.span is None or 0 <= citation.span.start <= citation.span.end <= len(answer.text)
        for finding in one.findings:
            assert finding.slug
            assert finding.where.startswith("$")


@pytest.mark.parametrize(("file", "name"), SAMPLES)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(data=st.data())
def test_a_changed_sample_gives_a_record_or_an_error(file: str, name: str, data: st.DataObject) -> None:
    value = data.draw(mutated(payload(file)))
    hold(name, value, Sidecar(requests=tuple(data.draw(st.sampled_from([[], REQUESTS])))))


@pytest.mark.parametrize("name", sorted({name for _, name in SAMPLES}))
@settings(max_examples=60, deadline=None)
@given(value=JSON)
def test_anything_else_gives_an_error(name: str, value: Any) -> None:
    hold(name, value, Sidecar())


@pytest.mark.parametrize(("file", "name"), SAMPLES)
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(data=st.data())
def test_a_changed_request_gives_a_record_or_an_error(file: str, name: str, data: st.DataObject) -> None:
    request = data.draw(mutated(data.draw(st.sampled_from(REQUESTS))))
    hold(name, payload(file), Sidecar(requests=(request,)))
