from __future__ import annotations

from typing import Any

import pytest
from cloud_samples import FIRST, LAST, LOANS, PLANTED, cited, covered, fault, one, read, sample, slugs

from pincite.importers.formats import gemini, gemini_interactions
from pincite.importers.protocol import Sidecar
from pincite.model import Document

TEXT = f"{FIRST}\n{PLANTED}\n{LAST}"
REDIRECT = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC1"


def supports(payload: Any) -> list[Any]:
    return payload["candidates"][0]["groundingMetadata"]["groundingSupports"]  # type: ignore[no-any-return]


def test_offsets_are_bytes_and_zero_is_left_out() -> None:
    spans = covered(one("gemini", sample("gemini_generate_content")))
    assert spans == {"g1.1": FIRST, "g2.1": PLANTED, "g3.1": LAST, "g3.2": LAST}


def test_bytes_without_repeated_text_count_as_bytes() -> None:
    payload = sample("gemini_generate_content")
    for support in supports(payload):
        del support["segment"]["text"]
    assert list(covered(one("gemini", payload)).values()) == [FIRST, PLANTED, LAST, LAST]


def test_a_client_that_converted_to_code_points_is_noticed() -> None:
    payload = sample("gemini_generate_content")
    supports(payload)[1]["segment"] |= {"startIndex": 94, "endIndex": 121}
    found = one("gemini", payload)
    assert covered(found)["g2.1"] == PLANTED
    assert "other_offsets" in slugs(found)


def test_a_segment_that_fits_nothing_stays_with_an_unknown_span() -> None:
    payload = sample("gemini_generate_content")
    supports(payload)[1]["segment"] = {"startIndex": 3, "endIndex": 9, "text": "Something else."}
    found = one("gemini", payload)
    assert covered(found)["g2.1"] is None
    assert slugs(found).count("unknown_span") == 1
    assert found.record["citations"][1]["metadata"]["span"] == "unknown"


def test_segments_count_within_their_part_and_thoughts_are_parts_too() -> None:
    payload = sample("gemini_vertex_retrieved_context")
    content = payload["candidates"][0]["content"]
    content["parts"] = [{"text": "Müßig …", "thought": True}, {"text": FIRST + "\n"}, {"text": PLANTED}]
    segment = {"partIndex": 2, "endIndex": 27, "text": PLANTED}
    payload["candidates"][0]["groundingMetadata"]["groundingSupports"] = [
        {"segment": segment, "groundingChunkIndices": [0]},
        {"segment": {"partIndex": 2, "endIndex": 27}, "groundingChunkIndices": [0]},
    ]
    found = one("gemini", payload)
    assert found.record["text"] == f"{FIRST}\n{PLANTED}"
    assert covered(found) == {"g1.1": PLANTED, "g2.1": PLANTED}


def test_chunks_of_a_stream_are_one_answer() -> None:
    whole = sample("gemini_vertex_retrieved_context")
    metadata = whole["candidates"][0].pop("groundingMetadata")

    def piece(text: str, **more: Any) -> Any:
        return {
            "candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, **more}],
            "responseId": "r1",
        }

    events = [piece(TEXT[:40]), piece(TEXT[40:90]), piece(TEXT[90:])]
    events[-1]["candidates"][0] |= {"finishReason": "STOP", "groundingMetadata": metadata}
    assert gemini.recognises(events)
    found = one("gemini", events)
    assert covered(found) == {"g1.1": FIRST, "g2.2": LAST}
    assert [event["delta"] for event in found.record["stream"]] == [TEXT[:40], TEXT[40:90], TEXT[90:]]
    assert found.record["metadata"]["import"] == {"stream": "complete"}
    cut = one("gemini", events[:2])
    assert "stream_cut_off" in slugs(cut)
    assert cut.record["metadata"]["import"] == {"stream": "cut_off"}


def test_answers_of_different_requests_are_no_stream() -> None:
    payload = sample("gemini_generate_content")
    assert not gemini.recognises([payload, payload | {"responseId": "other"}])
    del payload["responseId"]
    assert not gemini.recognises([payload, payload])


def test_an_index_outside_the_chunks_is_kept_and_told() -> None:
    payload = sample("gemini_vertex_retrieved_context")
    supports(payload)[0]["groundingChunkIndices"] = [0, 7]
    found = one("gemini", payload)
    assert covered(found)["g1.8"] == FIRST
    assert "document_id" not in found.record["citations"][1]
    assert slugs(found) == ["dangling_reference"]


def test_sources_by_kind() -> None:
    found = one("gemini", sample("gemini_vertex_retrieved_context"))
    first, second = found.record["retrieved_chunks"]
    assert (first["document_id"], first["text"]) == ("kb-loans", LOANS)
    assert (second["document_id"], second["chunk_id"], second["page"]) == ("f-02", "c-17", 3)
    assert found.record["prompt_chunks"] is None


def test_file_search_of_the_gemini_api() -> None:
    payload = sample("gemini_vertex_retrieved_context")
    payload["candidates"][0]["groundingMetadata"]["groundingChunks"][0] = {
        "retrievedContext": {
            "title": "loan-rules.pdf",
            "text": LOANS,
            "fileSearchStore": "fileSearchStores/s1",
            "pageNumber": 2,
            "customMetadata": [
                {"key": "revision", "stringValue": "2025-03-01"},
                {"key": "n", "numericValue": 3},
            ],
        }
    }
    (chunk, _) = one("gemini", payload).record["retrieved_chunks"]
    assert chunk["document_id"] == "loan-rules.pdf"
    assert chunk["document_revision"] == "2025-03-01"
    assert chunk["page"] == 2
    assert chunk["metadata"]["n"] == 3


def test_web_sources_are_joined_by_address() -> None:
    sidecar = Sidecar(documents=(Document(document_id="rules", uri=REDIRECT, text=LOANS),))
    found = one("gemini", sample("gemini_generate_content"), sidecar)
    assert cited(found)["g2.1"] == [LOANS]
    assert cited(found)["g3.2"] == [""]
    assert slugs(found) == ["no_evidence_text"]


def test_a_chunk_without_text_is_not_judged_by_another_chunk_of_its_document() -> None:
    payload = sample("gemini_vertex_retrieved_context")
    chunks = payload["candidates"][0]["groundingMetadata"]["groundingChunks"]
    chunks[1] = {"retrievedContext": {"documentName": "x/documents/kb-loans", "title": "Loan rules"}}
    for order in (chunks, chunks[::-1]):
        payload["candidates"][0]["groundingMetadata"]["groundingChunks"] = order
        assert sorted(map(tuple, cited(one("gemini", payload)).values())) == [("",), (LOANS,)]


def test_batch_lines_and_candidates() -> None:
    response = sample("gemini_generate_content")
    response["candidates"].append(response["candidates"][0] | {"index": 1})
    line = {
        "request": {"contents": [{"role": "user", "parts": [{"text": "How many?"}]}]},
        "response": response,
    }
    first, second = read("gemini", line)
    assert (first.record["answer_id"], second.record["answer_id"]) == ("syn", "syn#2")
    assert first.record["question"] == "How many?"


@pytest.mark.parametrize(
    ("payload", "path", "expected"),
    [
        ({"promptFeedback": {"blockReason": "SAFETY"}}, "$.candidates", "an array with a candidate"),
        ({"candidates": [{"finishReason": "SAFETY"}]}, "$.candidates[0].content.parts", "array with a text"),
        (
            {"candidates": [{"content": {"parts": [{"text": 3}]}}]},
            "$.candidates[0].content.parts[0].text",
            "string",
        ),
        ({"candidates": "none"}, "$.candidates", "array"),
    ],
)
def test_faults(payload: Any, path: str, expected: str) -> None:
    error = fault("gemini", payload)
    assert error.path == path
    assert expected in error.expected


def interaction(*steps: Any, **more: Any) -> Any:
    return {"id": "i1", "status": "completed", "steps": list(steps), **more}


def text_content(text: str, *annotations: Any) -> Any:
    return {"type": "text", "text": text, "annotations": list(annotations)}


def test_the_answer_of_an_interaction_is_its_last_output() -> None:
    asked = {"type": "user_input", "content": [{"type": "text", "text": "How long?"}]}
    old = {"type": "model_output", "content": [text_content("Let me look. ")]}
    search = {"type": "file_search_call", "id": "f1"}
    note = {
        "type": "file_citation",
        "document_uri": "fileSearchStores/s1/documents/kb-loans",
        "start_index": 0,
    }
    new = {
        "type": "model_output",
        "content": [
            text_content(
                "Café: ",
            ),
            text_content(PLANTED, note | {"end_index": 27}),
        ],
    }
    thought = {"type": "thought", "summary": [text_content("hm")]}
    payload = interaction(asked, old, search, thought, new)
    assert gemini_interactions.recognises(payload)
    found = one("gemini-interactions", payload)
    assert found.record["text"] == f"Café: {PLANTED}"
    assert covered(found) == {"a1": PLANTED}
    assert found.record["question"] == "How long?"


def test_interaction_offsets_are_bytes_although_the_names_are_those_of_openai() -> None:
    payload = sample("gemini_interactions_textcontent")
    assert covered(one("gemini-interactions", payload)) == {"a1": FIRST, "a2": LAST}
    payload["annotations"][1] |= {"start_index": 133, "end_index": 2190}
    found = one("gemini-interactions", payload)
    assert covered(found)["a2"] is None
    assert "unknown_span" in slugs(found)


def test_interaction_events() -> None:
    note = {
        "type": "url_citation",
        "url": "https://library.example/rules",
        "start_index": 105,
        "end_index": 132,
    }
    events: list[Any] = [
        {"event_type": "interaction.created", "interaction": {"id": "i1", "status": "in_progress"}},
        {"event_type": "step.start", "index": 0, "step": {"type": "thought"}},
        {"event_type": "step.delta", "index": 0, "delta": {"type": "text", "text": "not said"}},
        {"event_type": "step.start", "index": 1, "step": {"type": "model_output"}},
        {"event_type": "step.delta", "index": 1, "delta": {"type": "text", "text": TEXT[:70]}},
        {"event_type": "step.delta", "index": 1, "delta": {"type": "text", "text": TEXT[70:]}},
        {
            "event_type": "step.delta",
            "index": 1,
            "delta": {"type": "text_annotation_delta", "annotations": [note]},
        },
        {"event_type": "step.stop", "index": 1},
        {"event_type": "interaction.completed", "interaction": {"id": "i1", "status": "completed"}},
    ]
    assert gemini_interactions.recognises(events)
    found = one("gemini-interactions", events)
    assert found.record["text"] == TEXT
    assert covered(found) == {"a1": PLANTED}
    assert slugs(found) == ["no_evidence_text"]
    assert "stream_cut_off" in slugs(one("gemini-interactions", events[:-1]))
    final = interaction(
        {
            "type": "model_output",
            "content": [
                text_content(
                    "Another text.",
                )
            ],
        }
    )
    events[-1]["interaction"] = final
    moved = one("gemini-interactions", events)
    assert moved.record["text"] == "Another text."
    assert "stream_differs" in slugs(moved)


def test_an_annotation_without_a_source_is_told() -> None:
    payload = {"type": "text", "text": PLANTED, "annotations": [{"type": "url_citation", "end_index": 27}]}
    found = one("gemini-interactions", payload)
    assert slugs(found) == ["no_source"]
    assert covered(found) == {"a1": PLANTED}


def test_openai_content_is_not_taken_for_an_interaction() -> None:
    note = {"type": "file_citation", "file_id": "f1", "index": 3}
    assert not gemini_interactions.recognises({"type": "text", "text": "x", "annotations": [note]})
    assert not gemini_interactions.recognises({"type": "output_text", "text": "x", "annotations": [note]})
    assert not gemini_interactions.recognises({"object": "response", "steps": [{"type": "model_output"}]})
