from __future__ import annotations

from typing import Any

import pytest

from pincite.importers.at import At
from pincite.importers.fielded import fielded
from pincite.importers.questions import question_of
from pincite.importers.resources import attributes, document_id


@pytest.mark.parametrize(
    ("request_", "question"),
    [
        ({"messages": [{"role": "user", "content": "one"}, {"role": "assistant", "content": "two"}]}, "one"),
        ({"messages": [{"role": "user", "content": [{"text": "a"}, {"document": {"name": "d"}}]}]}, "a"),
        ({"messages": [{"role": "system", "content": "s"}, {"role": "USER", "content": "q"}]}, "q"),
        ({"contents": "How many?"}, "How many?"),
        ({"contents": [{"parts": [{"text": "How"}, {"text": "many?"}]}]}, "How\nmany?"),
        ({"contents": ["first", "second"]}, "second"),
        ({"input": {"text": "How many?"}}, "How many?"),
        ({"input": [{"role": "developer", "content": "d"}, {"role": "user", "content": "q"}]}, "q"),
        ({"message": "v1", "chat_history": [{"role": "USER", "message": "before"}]}, "v1"),
        ({"query": {"text": "q"}}, "q"),
        ({"question": "q", "answer": "a"}, "q"),
        ({"messages": 3}, None),
        ({"messages": [{"role": "user", "content": {"text": {"text": {"text": {"text": "deep"}}}}}]}, None),
        (None, None),
        ("text", None),
        ([], None),
    ],
)
def test_question(request_: Any, question: str | None) -> None:
    assert question_of(request_) == question


@pytest.mark.parametrize(
    ("resource", "expected"),
    [
        ("projects/p/locations/l/dataStores/d/branches/0/documents/kb-1", "kb-1"),
        ("fileSearchStores/s/documents/kb-1/chunks/2", "kb-1"),
        ("https://library.example/documents-of-ours", "https://library.example/documents-of-ours"),
        ("x/documents/", "x/documents/"),
        (None, None),
    ],
)
def test_document_id(resource: str | None, expected: str | None) -> None:
    assert document_id(resource) == expected


def test_attributes() -> None:
    listed = [{"key": "a", "stringValue": "x"}, {"key": "b", "numeric_value": 2}, {"stringValue": "lost"}]
    assert attributes(At(listed)) == {"a": "x", "b": 2}
    assert attributes(At({"a": 1})) == {"a": 1}
    assert attributes(At(None)) == {}


def test_fielded() -> None:
    fields = {
        "id": "d",
        "url": "https://a.example",
        "content": "Text.",
        "n": [1, {"b": None}],
        "_excludes": ["n"],
    }
    found = fielded("d", fields, chunk_id="1")
    assert found == {
        "document_id": "d",
        "uri": "https://a.example",
        "chunk_id": "1",
        "text": 'Text.\nn: [1,{"b":null}]',
    }
    assert fielded("d", {"id": "d", "revision": 3}) is None
    assert fielded("d", {"title": "Only this"}) == {"document_id": "d", "text": "Only this"}
