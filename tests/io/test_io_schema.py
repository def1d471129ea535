from __future__ import annotations

import io
import json
from typing import Any

import pytest

from pincite.io.answers import read_answers
from pincite.io.cases import read_cases
from pincite.io.codec import encode_row
from pincite.io.corpus import read_documents
from pincite.io.rejection import Rejection
from pincite.io.rows import encode_claim, encode_finding
from pincite.io.schema import SCHEMAS, schema
from pincite.model import Figure, FigureMatch, Span, found
from pincite.model.result import ClaimRow, LinkRow
from pincite.model.summary import Bounds, Metric, Summary, Totals

RECORDS: list[tuple[str, Any]] = [
    ("answer", {"text": "x", "prompt_chunks": ["p"]}),
    ("answer", {"text": "x", "prompt_chunks": None, "extra": 1}),
    (
        "answer",
        {
            "answer_id": 1,
            "text": "x y",
            "prompt_chunks": [{"document_id": "d", "chunk_id": 1, "text": "t", "page": "iv", "score": 1}],
            "citations": [{"marker": "[1]", "span": {"start": 0, "end": 1}, "evidence_span": [0, 1]}],
            "claims": [{"start": 0, "end": 1, "kind": "fact", "citation_ids": ["1"]}],
            "stream": [{"delta": "x y"}],
            "tool_calls": [{"step_id": "s", "status": "error"}],
            "offset_unit": "utf16",
            "as_of": "2024-01-01",
        },
    ),
    ("document", {"document_id": "d", "text": "x", "status": "current"}),
    ("document", {"document_id": 5, "chunks": ["x", {"text": "y"}]}),
    (
        "case",
        {"case_id": "c", "expected_claims": [{"text": "x", "supporting_sources": [{"document_id": "d"}]}]},
    ),
]
jsonschema = pytest.importorskip("jsonschema")
READERS = {"answer": read_answers, "document": read_documents, "case": read_cases}


def validator(name: str) -> Any:
    made = schema(name)
    jsonschema.Draft202012Validator.check_schema(made)
    return jsonschema.Draft202012Validator(made)


@pytest.mark.parametrize("name", list(SCHEMAS))
def test_every_schema_is_one_and_explains_itself(name: str) -> None:
    made = schema(name)
    validator(name)
    assert made["$schema"].endswith("2020-12/schema")
    assert made["title"]
    assert len(made["description"]) > 10
    assert "additionalProperties" not in made
    assert "\n" not in json.dumps(made, indent=None)


@pytest.mark.parametrize(("name", "record"), RECORDS)
def test_schema_and_reader_accept_the_same_records(name: str, record: Any) -> None:
    validator(name).validate(record)
    (value,) = READERS[name](io.BytesIO(json.dumps(record).encode()))
    assert not isinstance(value, Rejection)


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("answer", {"text": "x"}),
        ("answer", {"text": None, "prompt_chunks": []}),
        ("answer", {"text": "x", "prompt_chunks": [{"text": None}]}),
        ("answer", {"text": "x", "prompt_chunks": [], "offset_unit": "utf32"}),
        ("answer", {"text": "x", "prompt_chunks": [], "claims": [{"start": 0}]}),
        ("document", {"text": "x"}),
        ("document", {"document_id": "d", "text": "x", "status": "old"}),
        ("case", {"question": "q"}),
    ],
)
def test_schema_and_reader_refuse_the_same_records(name: str, record: Any) -> None:
    assert list(validator(name).iter_errors(record))
    (value,) = READERS[name](io.BytesIO(json.dumps(record).encode()))
    assert isinstance(value, Rejection)


def test_the_rows_that_we_write_are_valid() -> None:
    figure = Figure(text="5", start=0, end=1, kind="number")
    claim = ClaimRow(
        answer_id="a",
        claim_id="c1",
        start=0,
        end=1,
        text="5",
        citations=(LinkRow(citation_id="1", label=None, status="unjudged", reason="no_evidence_text"),),
        figures=(FigureMatch(figure=figure, match="exact", evidence=figure, passage=0),),
    )
    validator("claim").validate(json.loads(encode_claim(claim)))
    validator("finding").validate(
        json.loads(encode_finding(found("PC201", "m", span=Span(0, 1), reason="x")))
    )
    metric = Metric(value=None, numerator=0, denominator=0, coverage=None, bounds=Bounds())
    summary = Summary(run_id="r", signature="s", counts=Totals(), metrics={"claim_support": metric})
    validator("summary").validate(json.loads(encode_row(summary)))


def test_an_unknown_name() -> None:
    with pytest.raises(KeyError):
        schema("nothing")
