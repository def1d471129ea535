from __future__ import annotations

import io
import json
from typing import Any

import pytest

from pincite.io.cases import cases_from, read_cases
from pincite.io.corpus import documents_from, read_corpus, read_documents
from pincite.io.rejection import Notices, Rejection
from pincite.model import Case, Document


def stream(*records: Any) -> io.BytesIO:
    return io.BytesIO("\n".join(map(json.dumps, records)).encode())


def document(record: Any) -> Document:
    (found,) = read_documents(stream(record))
    assert isinstance(found, Document), found
    return found


def test_chunks_take_over_what_the_document_says_of_itself() -> None:
    found = document(
        {
            "documentId": 12,
            "documentRevision": "r2",
            "title": "Leave",
            "uri": "https://x.test/leave",
            "effectiveFrom": "2024-01-01",
            "status": "superseded",
            "supersededBy": "r3",
            "chunks": [
                "one",
                {"chunkId": "c9", "text": "two", "title": "Part 2", "effectiveFrom": "2024-02-01"},
            ],
        }
    )
    assert (found.document_id, found.status, found.superseded_by) == ("12", "superseded", "r3")
    first, second = found.chunks
    assert first.key == ("12", "r2", "1")
    assert (first.title, first.effective_from) == ("Leave", "2024-01-01")
    assert second.key == ("12", "r2", "c9")
    assert (second.title, second.effective_from, second.uri) == (
        "Part 2",
        "2024-02-01",
        "https://x.test/leave",
    )


@pytest.mark.parametrize(
    ("record", "path", "said"),
    [
        ({"document_id": "a"}, "$", "needs a text or chunks"),
        ({"text": "x"}, "$.document_id", "key is missing"),
        ({"document_id": "", "text": "x"}, "$.document_id", "an empty string"),
        ({"document_id": "a", "text": "x", "status": "old"}, "$.status", "one of current"),
        ({"document_id": "a", "text": "x", "ingested_at": "today"}, "$.ingested_at", "ISO date"),
        (
            {"document_id": "a", "chunks": [{"text": "x", "effective_until": "2024"}]},
            "$.chunks[0].effective_until",
            "ISO",
        ),
    ],
)
def test_documents_that_are_none(record: Any, path: str, said: str) -> None:
    (fault,) = read_documents(stream(record))
    assert isinstance(fault, Rejection)
    assert fault.path == path
    assert said in fault.message


def test_a_corpus_holds_the_good_documents_and_names_the_others() -> None:
    notices = Notices()
    corpus, rejections = read_corpus(
        stream({"document_id": "a", "text": "x", "colour": 1}, {"document_id": 1.5, "text": "x"}),
        notices=notices,
    )
    assert len(corpus) == 1
    assert [one.path for one in rejections] == ["$.document_id"]
    assert notices.messages == ("unknown key 'colour' in corpus records; it is kept in metadata",)


def test_documents_of_a_program() -> None:
    given = Document(document_id="b", text="y")
    same, made, fault = documents_from([given, {"document_id": "a", "text": "x"}, {"document_id": "c"}])
    assert same is given
    assert made == Document(document_id="a", text="x")
    assert isinstance(fault, Rejection) and fault.where == "corpus:3"


def test_cases_and_their_defaults() -> None:
    (case,) = read_cases(
        stream(
            {
                "case_id": 4,
                "expectedClaims": [
                    {
                        "text": "Rent is due.",
                        "supportingSources": [{"documentId": "a", "requiredText": "due"}],
                    },
                    {"text": "No pets.", "claimId": "pets", "citationRequired": False, "severity": "high"},
                ],
                "nearMissSources": [{"documentId": "b"}],
                "criticality": "critical",
            }
        )
    )
    assert isinstance(case, Case)
    assert (case.case_id, case.answerable, case.criticality) == ("4", True, "critical")
    first, second = case.expected_claims
    assert (first.claim_id, first.citation_required, first.supporting_sources[0].required_text) == (
        "e1",
        True,
        "due",
    )
    assert (second.claim_id, second.citation_required, second.severity) == ("pets", False, "high")


def test_a_case_id_is_given_once() -> None:
    case, again, bad = read_cases(stream({"case_id": "a"}, {"case_id": "a"}, {"case_id": "b", "as_of": "x"}))
    assert isinstance(case, Case)
    assert isinstance(again, Rejection) and again.path == "$.case_id" and again.where == "<stream>:2"
    assert isinstance(bad, Rejection) and bad.path == "$.as_of"


def test_cases_of_a_program() -> None:
    given = Case(case_id="a")
    same, made, again = cases_from([given, {"case_id": "b", "answerable": False}, given])
    assert same is given
    assert isinstance(made, Case) and not made.answerable
    assert isinstance(again, Rejection)
