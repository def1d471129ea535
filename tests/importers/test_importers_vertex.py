from __future__ import annotations

from typing import Any

import pytest
from cloud_samples import FIRST, LAST, LOANS, PLANTED, cited, covered, fault, one, sample, slugs

from pincite.importers.protocol import Sidecar
from pincite.model import Document


def test_offsets_are_bytes_written_as_text() -> None:
    found = one("vertex-ai-search", sample("vertex_ai_search_answer"))
    assert covered(found) == {"c1.0": FIRST, "c2.1": LAST, "c2.0": LAST}
    assert cited(found)["c1.0"] == [LOANS]
    assert found.record["retrieved_chunks"][0]["document_revision"] == "2025-03-01"


def test_a_part_that_was_not_checked_has_no_score() -> None:
    payload = sample("vertex_ai_search_answer")
    scored = one("vertex-ai-search", payload).record["citations"]
    assert [c["metadata"].get("grounding_score") for c in scored] == [None, 0.9, 0.9]
    payload["answer"]["groundingSupports"][0] |= {"groundingCheckRequired": False}
    del payload["answer"]["groundingSupports"][0]["groundingScore"]
    unscored = one("vertex-ai-search", payload).record["citations"]
    assert [c["metadata"].get("grounding_score") for c in unscored] == [None, None, None]


def test_supports_stand_in_for_missing_citations() -> None:
    payload = sample("vertex_ai_search_answer")
    del payload["answer"]["citations"]
    assert covered(one("vertex-ai-search", payload)) == {"c1.1": LAST}


def test_a_document_with_several_contents_is_cited_with_all() -> None:
    payload = sample("vertex_ai_search_answer")
    contents = payload["answer"]["references"][1]["unstructuredDocumentInfo"]["chunkContents"]
    contents.append({"content": "Lost items are billed.", "pageIdentifier": "2"})
    found = one("vertex-ai-search", payload)
    assert [c["chunk_id"] for c in found.record["citations"]] == ["c1", "2", "2.2", "c1"]
    assert len({c["citation_id"] for c in found.record["citations"]}) == 4


def test_structured_records_and_missing_texts() -> None:
    payload = sample("vertex_ai_search_answer")
    payload["answer"]["references"] = [
        {
            "structuredDocumentInfo": {
                "document": "p/documents/row-1",
                "structData": {"limit": 12, "days": 21},
            }
        },
        {"unstructuredDocumentInfo": {"document": "p/documents/kb-fees", "title": "Fees"}},
    ]
    found = one("vertex-ai-search", payload)
    assert cited(found) == {
        "c1.0": ['{"days":21,"limit":12}'],
        "c2.1": [""],
        "c2.0": ['{"days":21,"limit":12}'],
    }
    assert slugs(found) == ["no_evidence_text"]
    given = Sidecar(documents=(Document(document_id="kb-fees", text="Late fees ended."),))
    assert cited(one("vertex-ai-search", payload, given))["c2.1"] == ["Late fees ended."]


def test_declined_answers_and_dangling_references_are_told() -> None:
    payload = sample("vertex_ai_search_answer")
    payload["answer"]["answerSkippedReasons"] = ["NO_RELEVANT_CONTENT"]
    payload["answer"]["citations"][0]["sources"] = [{"referenceId": "9"}]
    payload["answer"]["citations"].append({"startIndex": "105", "endIndex": "132"})
    found = one("vertex-ai-search", payload)
    assert slugs(found) == ["dangling_reference", "no_source", "answer_skipped"]
    assert covered(found)["c1.9"] == FIRST
    assert found.record["metadata"]["skipped_reasons"] == ["NO_RELEVANT_CONTENT"]


def test_a_span_beside_the_text_is_unknown() -> None:
    payload = sample("vertex_ai_search_answer")
    payload["answer"]["citations"][0] |= {"startIndex": "1", "endIndex": "14"}
    found = one("vertex-ai-search", payload)
    # Byte 14 lies inside the curly apostrophe.
    assert covered(found)["c1.0"] is None
    assert slugs(found) == ["unknown_span"]
    assert PLANTED in found.record["text"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"answerText": None}, "$.answer.answerText"),
        ({"answerText": "", "answerSkippedReasons": ["ADVERSARIAL_QUERY_IGNORED"]}, "$.answer.answerText"),
        ({"references": [{}]}, "$.answer.references[0]"),
        ({"citations": [{"endIndex": "many", "sources": []}]}, "$.answer.citations[0].endIndex"),
        ({"citations": [{"endIndex": 3, "sources": [{}]}]}, "$.answer.citations[0].sources[0].referenceId"),
    ],
)
def test_faults(change: dict[str, Any], path: str) -> None:
    payload = sample("vertex_ai_search_answer")
    payload["answer"] |= change
    assert fault("vertex-ai-search", payload).path == path
