from __future__ import annotations

import io
import json
from typing import Any

import pytest
from io_records import MINIMAL, accepted, lines, rejected

import pincite
from pincite.io.answers import answers_from, decode_answer, read_answers
from pincite.io.rejection import Notices, RecordError, Rejection
from pincite.model import Answer, Chunk, Citation, Span


def test_the_smallest_input() -> None:
    answer = accepted(MINIMAL)
    assert answer.answer_id == "line-1"
    assert answer.where == "<stream>:1"
    assert answer.citations == ()
    assert answer.prompt_chunks == (
        Chunk(document_id="doc-1", chunk_id="1", text="Loans run for 21 days."),
        Chunk(document_id="doc-2", chunk_id="2", text="Fees are due."),
    )


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        ({"case_id": "q7"}, "q7"),
        ({"case_id": 7}, "7"),
        ({"case_id": "q7", "answer_id": "a1"}, "a1"),
        ({"answer_id": ""}, "line-1"),
        ({}, "line-1"),
    ],
)
def test_default_answer_ids(extra: dict[str, Any], expected: str) -> None:
    assert accepted(MINIMAL | extra).answer_id == expected


def test_a_prompt_that_was_not_recorded_is_not_an_empty_one() -> None:
    assert accepted({"text": "x", "prompt_chunks": None}).prompt_chunks is None
    assert accepted({"text": "x", "prompt_chunks": []}).prompt_chunks == ()


@pytest.mark.parametrize("value", [None, []])
def test_citations_absent_null_and_empty_are_equal(value: Any) -> None:
    assert accepted(MINIMAL | {"citations": value}) == accepted(MINIMAL)


def test_every_field_arrives() -> None:
    answer = accepted(
        {
            "answer_id": "a",
            "case_id": "c",
            "question": "q?",
            "as_of": "2024-05-01",
            "text": "Rent is due. Late fee 5 %.",
            "prompt_chunks": [
                {
                    "document_id": "lease",
                    "document_revision": 3,
                    "chunk_id": 4,
                    "text": "A late fee of 5 % is charged.",
                    "rank": 1,
                    "score": 0.5,
                    "start": 10,
                    "end": 39,
                    "digest": "d",
                    "title": "Lease",
                    "section": "3",
                    "page": 2,
                    "uri": "https://x.test/lease",
                    "retrieved_at": "2024-05-01T10:00:00Z",
                    "effective_from": "2024-01-01",
                    "effective_until": "2024-12-31",
                    "step_id": "s1",
                }
            ],
            "retrieved_chunks": ["other"],
            "citations": [
                {
                    "citation_id": "k",
                    "document_id": "lease",
                    "document_revision": "3",
                    "chunk_id": "4",
                    "marker": "[1]",
                    "span": [13, 25],
                    "evidence_span": {"start": 2, "end": 10},
                    "quoted_span": "late fee",
                    "snippet": "fee",
                    "page": "2",
                    "section": "3",
                    "uri": "https://x.test/lease",
                    "step_id": "s1",
                    "origin": "post_hoc",
                }
            ],
            "claims": [{"start": 13, "end": 26, "citation_ids": ["k"], "kind": "policy", "severity": "high"}],
            "prompt": [{"role": "user", "content": "q?"}],
            "stream": [{"delta": "Rent "}, "is due.", {"type": "done"}],
            "tool_calls": [{"step_id": "s1", "name": "search", "status": "ok", "result_chunk_ids": ["4"]}],
            "metadata": {"model": "m"},
        }
    )
    assert answer.prompt_chunks is not None
    chunk = answer.prompt_chunks[0]
    assert (chunk.document_revision, chunk.chunk_id, chunk.page, chunk.score) == ("3", "4", 2, 0.5)
    citation = answer.citations[0]
    assert citation.span == Span(13, 25)
    assert citation.evidence_span == Span(2, 10)
    assert citation.origin == "post_hoc"
    assert answer.claims is not None
    assert answer.claims[0].citation_ids == ("k",)
    assert answer.stream == ("Rent ", "is due.", "")
    assert answer.tool_calls[0].result_chunk_ids == ("4",)
    assert answer.as_of == "2024-05-01"


@pytest.mark.parametrize(
    ("citations", "ids"),
    [
        ([{"marker": "[1]"}, {"marker": "[2]"}], ["1", "2"]),
        ([{"marker": "【4:0†source】"}], ["4:0†source"]),
        ([{"document_id": "a"}, {"document_id": "b"}], ["1", "2"]),
        ([{"marker": "[2]"}, {"document_id": "b"}], ["2", "2#2"]),
        ([{"marker": "[1]"}, {"marker": "[1]"}], ["1", "1#2"]),
        ([{"marker": "[1]"}, {"citation_id": "1"}], ["1#2", "1"]),
        ([{"citation_id": "x"}, {"citation_id": "x"}], ["x", "x"]),
    ],
)
def test_default_citation_ids(citations: list[dict[str, Any]], ids: list[str]) -> None:
    answer = accepted(MINIMAL | {"citations": citations})
    assert [citation.citation_id for citation in answer.citations] == ids


@pytest.mark.parametrize(
    ("record", "path", "expected", "got"),
    [
        ({"prompt_chunks": []}, "$.text", "string", "nothing"),
        (
            {"text": "x"},
            "$.prompt_chunks",
            "an array of passages, or null if the prompt was not recorded",
            "nothing",
        ),
        ({"text": None, "prompt_chunks": []}, "$.text", "string", "null"),
        ({"text": "x", "prompt_chunks": ["a", {"text": None}]}, "$.prompt_chunks[1].text", "string", "null"),
        (
            {"text": "x", "promptChunks": ["a", "b", {"text": None}]},
            "$.promptChunks[2].text",
            "string",
            "null",
        ),
        (
            {"text": "x", "promptChunks": [{"documentId": 1.5, "text": "a"}]},
            "$.promptChunks[0].documentId",
            "integer or string",
            "number",
        ),
        ({"text": "x", "prompt_chunks": [3]}, "$.prompt_chunks[0]", "string or object", "integer"),
        ({"text": "x", "prompt_chunks": "abc"}, "$.prompt_chunks", "array", "string"),
        (MINIMAL | {"as_of": "next week"}, "$.as_of", "ISO date such as 2024-03-31", "'next week'"),
        (MINIMAL | {"as_of": "2024-02-30"}, "$.as_of", "ISO date such as 2024-03-31", "'2024-02-30'"),
        (MINIMAL | {"claims": [{"end": 3}]}, "$.claims[0].start", "integer", "nothing"),
        (MINIMAL | {"citations": [{"span": [1]}]}, "$.citations[0].span", "array of 2 items", "array"),
        (
            MINIMAL | {"citations": [{"origin": "posthoc"}]},
            "$.citations[0].origin",
            "one of generation, post_hoc",
            "'posthoc'",
        ),
        ([1], "$", "object", "array"),
        (7, "$", "object", "integer"),
        (None, "$", "object", "null"),
    ],
)
def test_faults_are_named_with_path_expected_and_got(record: Any, path: str, expected: str, got: str) -> None:
    # A line that opens with a bracket would be an array of records; in second place it is only a line.
    *_, fault = read_answers(lines(MINIMAL, record))
    assert isinstance(fault, Rejection)
    assert (fault.path, fault.expected, fault.got) == (path, expected, got)
    assert fault.where == "<stream>:2"
    assert fault.message.startswith(path)


def test_half_a_surrogate_pair_becomes_one_replacement_character() -> None:
    notices = Notices()
    data = rb'{"text": "a\ud83d b", "prompt_chunks": ["x\udc00"], "metadata": {"k\ud800": ["\udfff"]}}'
    (answer,) = read_answers(io.BytesIO(data), notices=notices)
    assert isinstance(answer, Answer)
    assert answer.text == "a\ufffd b"
    assert answer.prompt_chunks is not None
    assert answer.prompt_chunks[0].text == "x\ufffd"
    assert answer.metadata == {"k\ufffd": ["\ufffd"]}
    assert "U+FFFD" in notices.messages[0]


def test_nan_is_null_where_null_is_allowed_and_named_where_it_is_not() -> None:
    notices = Notices()
    good = b'{"text": "a", "prompt_chunks": [{"text": "b", "score": NaN}], "metadata": {"x": -Infinity}}'
    bad = b'{"text": NaN, "prompt_chunks": []}'
    answer, fault = read_answers(lines(good, bad), notices=notices)
    assert isinstance(answer, Answer)
    assert answer.prompt_chunks is not None
    assert answer.prompt_chunks[0].score is None
    assert answer.metadata == {"x": None}
    assert isinstance(fault, Rejection)
    assert fault.message == "$.text: expected string, got NaN"
    assert len(notices.messages) == 1


def test_unknown_keys_are_kept_and_named_once() -> None:
    notices = Notices()
    record = MINIMAL | {
        "Question": "q",
        "latency": 3,
        "metadata": {"latency": 1},
        "prompt_chunks": [{"text": "a", "titel": "T"}, {"text": "b", "titel": "U"}],
        "claims": [{"start": 0, "end": 4, "confidence": 0.5}],
    }
    answers = list(read_answers(lines(record, record), notices=notices))
    assert all(isinstance(answer, Answer) for answer in answers)
    first = answers[0]
    assert isinstance(first, Answer)
    assert first.metadata == {"Question": "q", "latency": 1, "claims[0].confidence": 0.5}
    assert first.prompt_chunks is not None
    assert first.prompt_chunks[0].metadata == {"titel": "T"}
    assert notices.messages == (
        "unknown key 'prompt_chunks[].titel' in answer records; it is kept in metadata"
        " (did you mean 'title'?)",
        "unknown key 'claims[].confidence' in answer records; it is kept in metadata",
        "unknown key 'Question' in answer records; it is kept in metadata (did you mean 'question'?)",
        "unknown key 'latency' in answer records; it is kept in metadata",
    )


def test_a_missing_key_names_the_one_that_was_probably_meant() -> None:
    assert rejected({"answer": "x", "prompt_chunks": []}).hint == "is it 'answer'?"
    assert rejected({"text": "x", "contexts": []}).hint == "is it 'contexts'?"
    assert rejected(MINIMAL | {"offset_unit": "utf-16"}).hint == "did you mean 'utf16'?"


def test_keys_inside_free_values_are_left_alone() -> None:
    free = {"promptChunks": {"chunkId": 1}, "answer_id": None}
    answer = accepted({"text": "x", "promptChunks": [], "metadata": free, "prompt": [free]})
    assert answer.metadata == free
    assert answer.prompt == [free]


@pytest.mark.parametrize("unit", ["code_point", "utf16", "utf8"])
def test_offsets_of_all_units_become_code_points(unit: str) -> None:
    text, passage = "\u00dc\U0001f600 Rent is due.", "\U0001f3e0: rent is due"
    place = {"code_point": (3, 7, 3, 7), "utf16": (4, 8, 4, 8), "utf8": (7, 11, 6, 10)}[unit]
    answer = accepted(
        {
            "text": text,
            "offset_unit": unit,
            "prompt_chunks": [{"document_id": "d", "chunk_id": "c", "text": passage}],
            "citations": [
                {"document_id": "d", "chunk_id": "c", "span": place[:2], "evidence_span": list(place[2:])}
            ],
            "claims": [{"start": place[0], "end": place[1]}],
        }
    )
    span, evidence = answer.citations[0].span, answer.citations[0].evidence_span
    assert span is not None and span.of(text) == "Rent"
    assert evidence is not None and evidence.of(passage) == "rent"
    assert answer.claims is not None
    assert text[answer.claims[0].start : answer.claims[0].end] == "Rent"


@pytest.mark.parametrize(
    ("extra", "path", "said"),
    [
        ({"citations": [{"span": [0, 99]}]}, "$.citations[0].span", "offset 99 is outside"),
        ({"citations": [{"span": [-1, 3]}]}, "$.citations[0].span", "offset -1 is outside"),
        ({"citations": [{"span": [3, 1]}]}, "$.citations[0].span", "before it starts"),
        ({"claims": [{"start": 0, "end": 99}]}, "$.claims[0]", "offset 99 is outside"),
        (
            {"citations": [{"document_id": "doc-1", "evidence_span": [0, 99]}]},
            "$.citations[0].evidence_span",
            "offset 99 is outside",
        ),
    ],
)
def test_offsets_outside_the_text(extra: dict[str, Any], path: str, said: str) -> None:
    fault = rejected(MINIMAL | extra)
    assert fault.path == path
    assert said in fault.message


def test_an_offset_inside_a_character() -> None:
    record = {
        "text": "\U0001f600",
        "prompt_chunks": [],
        "offset_unit": "utf16",
        "claims": [{"start": 1, "end": 2}],
    }
    assert "splits a character" in rejected(record).message


def test_a_given_id_that_is_taken_is_rejected_and_a_default_one_numbered() -> None:
    case = MINIMAL | {"case_id": "q"}
    results = list(
        read_answers(lines(case, case, case, MINIMAL | {"answer_id": "q"}, MINIMAL | {"answer_id": "q#2"}))
    )
    ids = [result.answer_id if isinstance(result, Answer) else result.path for result in results]
    assert ids == ["q", "q#2", "q#3", "$.answer_id", "$.answer_id"]


def test_values_of_a_program() -> None:
    answer = Answer(answer_id="a", text="x")
    values: list[Any] = [
        answer,
        MINIMAL,
        json.dumps(MINIMAL | {"answerId": "b"}),
        MINIMAL | {"answer_id": "a"},
        {"text": "\ud800", "prompt_chunks": ["p"], "answer_id": "s"},
        {"text": object(), "prompt_chunks": []},
        Answer(answer_id="h", text="\udc00", prompt={"of": object()}),
        Answer(answer_id="o", text="x", citations=(Citation(citation_id="1", span=Span(0, 2)),)),
    ]
    first, second, third, taken, scrubbed, odd, half, outside = answers_from(values)
    assert first is answer
    assert isinstance(second, Answer) and second.answer_id == "line-2"
    assert isinstance(third, Answer) and third.answer_id == "b"
    assert isinstance(taken, Rejection) and taken.path == "$.answer_id"
    assert isinstance(scrubbed, Answer) and scrubbed.text == "\ufffd"
    assert isinstance(odd, Rejection) and odd.where == "answers:6"
    assert isinstance(half, Answer) and half.text == "\ufffd"
    assert isinstance(outside, Rejection) and outside.path == "$.citations[0].span"


def test_one_record_at_a_time() -> None:
    assert decode_answer(json.dumps(MINIMAL).encode(), number=4).answer_id == "line-4"
    with pytest.raises(RecordError, match=r"\$\.text"):
        decode_answer(b'{"prompt_chunks": []}')


def test_citations_do_not_lose_the_unit_of_a_span_in_an_unrecorded_chunk() -> None:
    record = MINIMAL | {"offset_unit": "utf8", "citations": [{"document_id": "far", "evidence_span": [0, 4]}]}
    citation = accepted(record).citations[0]
    assert citation == Citation(
        citation_id="1",
        document_id="far",
        evidence_span=Span(0, 4),
        metadata={"evidence_span_unit": "utf8"},
    )


def test_a_passage_with_a_missing_text_is_kept_and_its_links_are_unjudged() -> None:
    line = b'{"text": "Loans run for 21 days [1].", "prompt_chunks": [{"text": NaN, "document_id": "d"}]}'
    answer = decode_answer(line)
    assert answer.prompt_chunks is not None
    assert answer.prompt_chunks[0].document_id == "d"
    (claim,) = pincite.check([answer]).claims
    assert (claim.label, claim.status, claim.reason) == (None, "unjudged", "no_evidence_text")


def test_a_missing_answer_text_is_still_refused() -> None:
    with pytest.raises(RecordError):
        decode_answer(b'{"text": NaN, "prompt_chunks": []}')


@pytest.mark.parametrize("text", [r"Caf\ud83d", r"\ud83d", r"\udc00", r"a\ud83d b", r"Caf\ud83d\u0041"])
def test_half_a_surrogate_pair_is_one_character_wherever_it_stands(text: str) -> None:
    notices = Notices()
    line = f'{{"prompt_chunks": null, "text": "{text}"}}'
    assert "\ufffd" in decode_answer(line.encode(), notices=notices).text
    assert "surrogate" in notices.messages[0]


@pytest.mark.parametrize(
    "line", [r'{"prompt_chunks": null, "text": "\u0041"', r'{"text": "\u0041", "n": 1e999}']
)
def test_an_escape_does_not_excuse_other_faults(line: str) -> None:
    with pytest.raises(RecordError, match=r"too early|too large"):
        decode_answer(line.encode())
