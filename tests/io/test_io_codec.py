from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.io.codec import encode_row, well_formed
from pincite.io.rows import decode_claim, decode_finding, encode_claim, encode_finding
from pincite.model import EvidenceRef, EvidenceSpan, Figure, FigureMatch, QuoteMatch, Span, found
from pincite.model.result import ClaimRow, ContextRow, GroupRow, LinkRow

CLAIM = ClaimRow(
    run_id="r",
    answer_id="a",
    claim_id="c1",
    start=0,
    end=12,
    text="It costs 5 €",
    label="contradiction",
    citations=(
        LinkRow(
            citation_id="1",
            in_context=True,
            document_id="d",
            chunk_id="c",
            label="contradiction",
            evidence=EvidenceSpan(document_id="d", chunk_id="c", start=0, end=3, text="6 €"),
        ),
    ),
    group=GroupRow(citation_ids=("1",), label="contradiction", leave_one_out={"1": None}),
    context=ContextRow(label="none"),
    figures=(
        FigureMatch(
            figure=Figure(text="5 €", start=9, end=12, kind="money", value=Fraction(5)),
            match="missing",
            evidence=Figure(text="6 €", start=0, end=3, kind="money", value=Fraction(6)),
            passage=0,
            difference="value",
        ),
    ),
    quotes=(QuoteMatch(text="a b c", start=0, end=5, state="absent"),),
    findings=("PC401",),
)


def test_a_claim_row_has_the_keys_of_the_contract() -> None:
    row = json.loads(encode_claim(CLAIM))
    assert list(row) == [
        "run_id", "answer_id", "case_id", "claim_id", "start", "end", "text", "proposition", "kind",
        "verifiability", "citation_required", "severity", "slice", "evidence_kind", "label", "status",
        "reason", "citations", "group", "context", "figures", "quotes", "findings", "failure_owner",
        "gold",  # beyond the contract: what the gold case says of the claim, apart from its citations
        "owner_evidence",  # beyond the contract: why the failure owner is the owner
    ]  # fmt: skip
    assert row["case_id"] is None
    figure = row["figures"][0]
    assert {key: figure[key] for key in ("text", "start", "end", "match")} == {
        "text": "5 €",
        "start": 9,
        "end": 12,
        "match": "missing",
    }
    assert figure["evidence"] == {"text": "6 €", "start": 0, "end": 3, "passage": 0}


def test_a_claim_row_reads_back_without_the_values_of_its_figures() -> None:
    back = decode_claim(encode_claim(CLAIM))
    assert msgspec.structs.replace(back, figures=()) == msgspec.structs.replace(CLAIM, figures=())
    assert back.figures[0].figure.text == "5 €"
    assert back.figures[0].difference == "value"
    assert encode_claim(back) == encode_claim(CLAIM)


def test_a_finding_reads_back() -> None:
    finding = found(
        "PC201",
        "citation [9] resolves to nothing",
        span=Span(1, 4),
        evidence=EvidenceRef(document_id="d", chunk_id="c"),
        positions=[1, 2],
    )
    assert decode_finding(encode_finding(finding)) == finding


def test_rows_of_equal_values_are_equal_bytes() -> None:
    left = found("PC204", "m", b=1, a={"y": 1, "x": 2})
    right = found("PC204", "m", a={"x": 2, "y": 1}, b=1)
    assert encode_finding(left) == encode_finding(right)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"a": Fraction(6, 2)}, '{"a":3}'),
        ({"a": Fraction(1, 4)}, '{"a":0.25}'),
        ({"a": {"y", "x"}}, '{"a":["x","y"]}'),
        ({"a": float("nan")}, '{"a":null}'),
        ({"\ud800": ["\udfff\U0001f600"]}, '{"\ufffd":["\ufffd\U0001f600"]}'),
    ],
)
def test_values_that_json_has_no_form_for(value: Any, expected: str) -> None:
    assert encode_row(value).decode() == expected


def test_other_objects_are_refused() -> None:
    with pytest.raises(TypeError, match="cannot write a complex"):
        encode_row({"a": 1j})


@given(st.text(st.characters(exclude_categories=[])))
def test_any_text_can_be_written_and_keeps_its_length(text: str) -> None:
    written = json.loads(encode_row({"text": text}))["text"]
    assert written == well_formed(text)
    assert len(written) == len(text)
    assert all(
        mine == theirs for mine, theirs in zip(text, written, strict=True) if not "\ud800" <= mine <= "\udfff"
    )
