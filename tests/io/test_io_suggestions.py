from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.io.suggestions import nearest, snake

KNOWN = ("text", "prompt_chunks", "question", "citations", "answer_id", "metadata")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("texts", "text"),
        ("promptChunk", "prompt_chunks"),
        ("PromptChunks", "prompt_chunks"),
        ("contexts", "prompt_chunks"),
        ("response", "text"),
        ("query", "question"),
        ("id", "answer_id"),
        ("citation", "citations"),
        ("colour", None),
        ("", None),
    ],
)
def test_nearest(name: str, expected: str | None) -> None:
    assert nearest(name, KNOWN) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("documentId", "document_id"), ("DocumentID", "document_i_d"), ("a-b", "a_b"), ("plain", "plain")],
)
def test_snake(name: str, expected: str) -> None:
    assert snake(name) == expected


@given(st.text())
def test_any_name_gets_a_known_one_or_none(name: str) -> None:
    assert nearest(name, KNOWN) in (*KNOWN, None)
