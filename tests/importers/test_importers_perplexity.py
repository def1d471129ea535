"""The traps of Perplexity's and Mistral's formats: numbers, snippets, references."""

from __future__ import annotations

import json
from typing import Any

import pytest
from native_samples import FIRST, LAST, LOANS, covered, evidence, fault, only, payload, slugs, stored

from pincite.importers.protocol import Sidecar

RESULTS = payload("mistral_chat_reference.request_tool_result")


def chat(content: str, pages: int, **more: Any) -> dict[str, Any]:
    results = [
        {"title": f"P{n}", "url": f"https://p.example/{n}", "snippet": f"Page {n}."}
        for n in range(1, pages + 1)
    ]
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "delta": {}}
    return {"id": "p", "object": "chat.completion", "choices": [choice], "search_results": results, **more}


def test_numbers_count_from_one_into_the_whole_list() -> None:
    found = only("perplexity-chat", chat("One holds [3]. Two too[1][2].", 3))
    assert [(one["marker"], one["document_id"]) for one in found.record["citations"]] == [
        ("[3]", "https://p.example/3"),
        ("[1]", "https://p.example/1"),
        ("[2]", "https://p.example/2"),
    ]
    assert evidence(found) == [["Page 3."], ["Page 1."], ["Page 2."]]


def test_consulted_pages_are_not_cited() -> None:
    found = only("perplexity-chat", chat("Nothing is cited here.", 2))
    assert "citations" not in found.record
    assert len(found.record["retrieved_chunks"]) == 2


def test_a_list_that_was_cut_leaves_markers_that_dangle() -> None:
    found = only("perplexity-chat", chat("One [1]. Two [4].", 2))
    assert "dangling_reference" in slugs(found)
    assert len(found.record["citations"]) == 1
    empty = only("perplexity-chat", chat("One [1].", 0, citations=[]))
    assert slugs(empty) == ["no_source_list"]
    assert "citations" not in empty.record
    assert empty.record["prompt_chunks"] is None


def test_the_plain_list_is_what_the_numbers_count() -> None:
    value = chat(
        "One [1]. Two [2].", 1, citations=["https://other.example/?utm_source=x", "https://p.example/1"]
    )
    found = only("perplexity-chat", value)
    assert [one["document_id"] for one in found.record["citations"]] == [
        "https://other.example/",
        "https://p.example/1",
    ]
    assert evidence(found) == [[], ["Page 1."]]


def test_snippets_that_break_off_are_no_evidence() -> None:
    value = payload("perplexity_sonar_chat")
    found = only("perplexity-chat", value)
    assert evidence(found) == [[], ["The Café Müller kiosk opens at 09:30 on weekdays."], []]
    assert slugs(found) == ["snippet_evidence", "cut_excerpt"]
    asked_for = only("perplexity-chat", value, Sidecar(options={"excerpts": "evidence"}))
    assert evidence(asked_for)[0] == ["Members may hold twelve items at once. Each loan runs for 21"]
    given = only("perplexity-chat", value, stored(**{"https://library.example/rules/loans": LOANS}))
    assert evidence(given)[0] == [LOANS]


def test_a_streamed_chat_takes_the_last_list_of_pages() -> None:
    whole = payload("perplexity_sonar_chat")
    text = whole["choices"][0]["message"]["content"]
    head = {"id": "p", "object": "chat.completion.chunk", "model": "sonar"}
    chunks: list[dict[str, Any]] = [
        {**head, "citations": [], "choices": [{"index": 0, "delta": {"content": text[at : at + 40]}}]}
        for at in range(0, len(text), 40)
    ]
    end = {"index": 0, "delta": {"content": ""}, "finish_reason": "stop"}
    chunks.append(
        {**head, "citations": whole["citations"], "search_results": whole["search_results"], "choices": [end]}
    )
    found = only("perplexity-chat", chunks)
    assert found.record["text"] == text
    assert [one["marker"] for one in found.record["citations"]] == ["[1]", "[3]", "[2]"]
    assert found.record["metadata"]["import"] == {"stream": "complete"}


def test_an_annotation_that_says_what_its_marker_says_is_one_with_it() -> None:
    found = only("perplexity-responses", payload("perplexity_responses"))
    assert covered(found) == ["[1]", "[3]", "[2]"]


def test_an_annotation_that_says_something_else_is_kept_and_told() -> None:
    value = payload("perplexity_responses")
    value["output"][1]["content"][0]["annotations"][0]["url"] = "https://elsewhere.example/"
    found = only("perplexity-responses", value)
    assert covered(found) == ["[1]", "[3]", "[2]", "[1]"]
    assert "annotation_disagrees" in slugs(found)


@pytest.mark.parametrize("shift", [1, 4])
def test_annotations_in_another_unit_are_found_by_their_look(shift: int) -> None:
    value = payload("perplexity_responses")
    note = value["output"][1]["content"][0]["annotations"][0]
    text = value["output"][1]["content"][0]["text"]
    if shift == 4:
        note["start_index"] = len(text[:92].encode())
        note["end_index"] = note["start_index"] + 3
    else:
        note["start_index"] += 1
        note["end_index"] += 1
    found = only("perplexity-responses", value)
    assert covered(found) == ["[1]", "[3]", "[2]"]


def test_pages_of_a_response_are_numbered_by_their_id() -> None:
    value = payload("perplexity_responses")
    value["output"][0]["results"].reverse()
    found = only("perplexity-responses", value)
    assert found.record["citations"][0]["document_id"] == "https://library.example/rules/loans"


# --- Mistral ---


def test_a_reference_covers_the_text_before_it_up_to_the_sentence() -> None:
    found = only("mistral-chat", payload("mistral_chat_reference"), Sidecar(requests=(RESULTS,)))
    assert covered(found) == [FIRST, LAST, LAST]
    assert evidence(found)[0] == [LOANS]
    assert len(found.record["prompt_chunks"]) == 3
    assert found.findings == ()


def test_without_the_tool_s_result_there_is_no_evidence() -> None:
    found = only("mistral-chat", payload("mistral_chat_reference"))
    assert slugs(found) == ["no_evidence_text"]
    assert [one["document_id"] for one in found.record["citations"]] == [
        "reference-0",
        "reference-1",
        "reference-2",
    ]


def test_the_tool_s_result_may_stand_in_the_request() -> None:
    request = {
        "messages": [
            {"role": "user", "content": "How many?"},
            {"role": "tool", "content": json.dumps(RESULTS)},
        ]
    }
    found = only("mistral-chat", payload("mistral_chat_reference"), Sidecar(requests=(request,)))
    assert evidence(found)[0] == [LOANS]
    assert found.record["question"] == "How many?"
    listed = Sidecar(
        requests=({"messages": [{"role": "tool", "content": json.dumps(list(RESULTS.values()))}]},)
    )
    assert evidence(only("mistral-chat", payload("mistral_chat_reference"), listed))[0] == [LOANS]


def test_a_reference_that_the_tool_s_result_lacks_leaves_the_prompt_open() -> None:
    value = payload("mistral_chat_reference")
    value["choices"][0]["message"]["content"][1]["reference_ids"] = [9]
    found = only("mistral-chat", value, Sidecar(requests=(RESULTS,)))
    assert found.record["prompt_chunks"] is None
    assert slugs(found) == ["no_evidence_text"]


def test_streamed_pieces_are_put_together() -> None:
    content = payload("mistral_chat_reference")["choices"][0]["message"]["content"]
    head = {"id": "m", "object": "chat.completion.chunk"}
    events: list[dict[str, Any]] = [
        {"data": {**head, "choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]}}
        for piece in ("", *([one] for one in content[:-1]), ".")
    ]
    events[-1]["data"]["choices"][0]["finish_reason"] = "stop"
    found = only("mistral-chat", events, Sidecar(requests=(RESULTS,)))
    assert covered(found) == [FIRST, LAST, LAST]
    assert found.record["metadata"]["import"] == {"stream": "complete"}


def test_conversations_whole_and_streamed() -> None:
    entry = payload("mistral_conversation_tool_reference")
    found = only(
        "mistral-conversations", {"conversation_id": "c", "outputs": [{"type": "tool.execution"}, entry]}
    )
    assert covered(found) == [FIRST, LAST]
    assert [one["document_id"] for one in found.record["citations"]] == [
        "https://library.example/rules/loans",
        "fees.pdf",
    ]
    pieces = [one["text"] if one["type"] == "text" else one for one in entry["content"]]
    events = [{"event": "x", "data": {"type": "conversation.response.started"}}]
    events += [
        {"event": "x", "data": {"type": "message.output.delta", "id": "msg_m", "content": piece}}
        for piece in pieces
    ]
    cut = only("mistral-conversations", events)
    assert covered(cut) == [FIRST, LAST]
    assert cut.record["metadata"]["import"] == {"stream": "cut_off"}
    events.append({"event": "x", "data": {"type": "conversation.response.done"}})
    whole = only("mistral-conversations", events)
    assert whole.record["metadata"]["import"] == {"stream": "complete"}


@pytest.mark.parametrize(
    ("content", "path"),
    [
        (3, "$.choices[0].message.content"),
        ([{"type": "reference", "reference_ids": "1"}], "$.choices[0].message.content[0].reference_ids"),
        ([{"type": "reference", "reference_ids": [{}]}], "$.choices[0].message.content[0].reference_ids[0]"),
        ([{"text": "x"}], "$.choices[0].message.content[0].type"),
    ],
)
def test_mistral_faults_name_their_path(content: Any, path: str) -> None:
    value = payload("mistral_chat_reference")
    value["choices"][0]["message"]["content"] = content
    assert fault("mistral-chat", value).path == path
