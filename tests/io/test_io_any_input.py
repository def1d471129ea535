"""Whatever stands in a file, reading it gives answers and rejections, never an exception."""

from __future__ import annotations

import io
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from io_records import accepted

from pincite.io.answers import read_answers
from pincite.io.keys import camel
from pincite.io.rejection import Rejection
from pincite.model import Answer

_KEYS = st.sampled_from(
    [
        "text", "prompt_chunks", "promptChunks", "citations", "claims", "start", "end", "span", "chunk_id",
        "evidence_span", "document_id", "metadata", "stream", "delta", "tool_calls", "step_id", "as_of",
        "offset_unit", "marker", "prompt", "kind", "answer_id", "x",
    ]
)  # fmt: skip
_LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=True)
    | st.sampled_from(["utf16", "utf8", "2024-01-01", "fact", "ok", "[1]"])
    | st.text(st.characters(exclude_categories=[]), max_size=8)
)
_JSON = st.recursive(
    _LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(_KEYS | st.text(max_size=4), inner, max_size=6)
    ),
    max_leaves=25,
)
_ANSWERS = st.fixed_dictionaries(
    {"text": _LEAVES | st.text(max_size=20), "prompt_chunks": _JSON},
    optional={
        "citations": _JSON,
        "claims": _JSON,
        "offset_unit": _LEAVES,
        "metadata": _JSON,
        "stream": _JSON,
    },
)


@settings(max_examples=300, deadline=None)
@given(_JSON | _ANSWERS)
def test_any_json_is_an_answer_or_a_rejection_with_a_path(value: Any) -> None:
    data = json.dumps(value).encode()
    for result in read_answers(io.BytesIO(b"{}\n" + data)):
        if isinstance(result, Rejection):
            assert result.path.startswith("$")
            assert result.message
        else:
            result.text.encode()
            for citation in result.citations:
                assert citation.span is None or 0 <= citation.span.start <= citation.span.end <= len(
                    result.text
                )


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_read_without_an_exception(data: bytes) -> None:
    for result in read_answers(io.BytesIO(data)):
        assert isinstance(result, Answer | Rejection)


def _camelled(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            camel(key): item if key in ("metadata", "prompt") else _camelled(item)
            for key, item in value.items()
        }
    return [_camelled(item) for item in value] if isinstance(value, list) else value


_SHORT = st.text(max_size=6)
_CHUNKS = st.lists(
    st.fixed_dictionaries(
        {"text": _SHORT}, optional={"document_id": _SHORT, "document_revision": _SHORT, "step_id": _SHORT}
    )
)


@settings(deadline=None)
@given(
    st.fixed_dictionaries(
        {"text": _SHORT, "prompt_chunks": _CHUNKS},
        optional={
            "retrieved_chunks": _CHUNKS,
            "citations": st.lists(st.fixed_dictionaries({"citation_id": _SHORT, "quoted_span": _SHORT})),
            "tool_calls": st.lists(
                st.fixed_dictionaries({"step_id": _SHORT, "result_chunk_ids": st.lists(_SHORT)})
            ),
            "metadata": st.just({"some_key": {"other_key": 1}}),
        },
    )
)
def test_camel_case_equals_snake_case(record: dict[str, Any]) -> None:
    assert accepted(_camelled(record)) == accepted(record)
