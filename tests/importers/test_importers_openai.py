"""The traps of OpenAI's formats: insertion points, links, markers, streams."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from native_samples import (
    FIRST,
    LAST,
    LOANS,
    PLANTED,
    covered,
    evidence,
    fault,
    only,
    payload,
    read,
    slugs,
    stored,
)

from pincite.importers.protocol import Sidecar

LINKS = [
    f"([library.example](https://library.example/rules/{name}?utm_source=openai))"
    for name in ("loans", "fees")
]


def response(text: str, *annotations: dict[str, Any], output: list[Any] | None = None) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": list(annotations)}
    message = {"type": "message", "role": "assistant", "content": [part]}
    return {"id": "r", "object": "response", "output": [*(output or []), message]}


def file_citation(index: int, file: str = "f") -> dict[str, Any]:
    return {"type": "file_citation", "file_id": file, "filename": "f.pdf", "index": index}


def url_citation(start: int, end: int, url: str = "https://a.example/x?utm_source=openai") -> dict[str, Any]:
    return {"type": "url_citation", "start_index": start, "end_index": end, "url": url, "title": "A"}


# --- Responses: file search ---


def test_a_file_citation_is_an_insertion_point_and_not_a_place_in_a_list() -> None:
    found = only("openai-responses", payload("openai_responses_file_search"))
    assert covered(found) == [FIRST, PLANTED, LAST]
    assert evidence(found)[1] == [LOANS]
    assert [chunk["document_revision"] for chunk in found.record["prompt_chunks"][:2]] == [
        "2025-03-01",
        "2024-07-01",
    ]


def test_insertion_points_in_utf16_units_are_told_by_the_words_they_split() -> None:
    text = "🦊 Loans run for days and fees end soon"
    places = [text.index(" and") + 1, len(text) + 1]  # the fox counts twice
    found = only("openai-responses", response(text, *map(file_citation, places)))
    assert slugs(found) == ["other_offsets", "no_evidence_text"]
    assert (covered(found)[-1] or "").endswith("end soon")
    characters = only("openai-responses", response(text, *(file_citation(place - 1) for place in places)))
    assert slugs(characters) == ["no_evidence_text"]
    assert covered(characters) == covered(found)


def test_a_point_inside_a_word_in_every_unit_is_moved_and_said() -> None:
    found = only("openai-responses", response("Loans run for 21 days.", file_citation(18)))
    assert covered(found) == ["Loans run for 21 days"]
    assert slugs(found) == ["point_in_word", "no_evidence_text"]


@pytest.mark.parametrize("index", [-1, 23, 10**12])
def test_a_point_outside_the_text_is_kept_with_an_unknown_span(index: int) -> None:
    found = only("openai-responses", response("Loans run for 21 days.", file_citation(index)))
    (cited,) = found.record["citations"]
    assert "span" not in cited
    assert cited["metadata"]["span"] == "unknown"
    assert "unknown_span" in slugs(found)


def test_several_results_of_one_file_are_evidence_of_the_file() -> None:
    results = [{"file_id": "f", "filename": "f.pdf", "text": text} for text in ("One.", "Two.")]
    search = {"type": "file_search_call", "id": "s", "status": "completed", "queries": [], "results": results}
    found = only("openai-responses", response("It is two.", file_citation(9), output=[search]))
    assert evidence(found) == [["One.", "Two."]]
    assert slugs(found) == ["file_level_evidence"]


def test_without_results_the_prompt_is_not_recorded() -> None:
    value = payload("openai_responses_file_search")
    value["output"][0]["results"] = None
    found = only("openai-responses", value)
    assert found.record["prompt_chunks"] is None
    assert slugs(found) == ["no_evidence_text"] * 2
    assert "include=" in found.findings[0].message
    joined = only("openai-responses", value, stored(**{"file-loans01": LOANS}))
    assert slugs(joined) == ["no_evidence_text"]
    assert evidence(joined) == [[LOANS], [LOANS], []]


def test_a_cited_file_that_no_search_returned_makes_the_prompt_incomplete() -> None:
    value = payload("openai_responses_file_search")
    value["output"][1]["content"][0]["annotations"][2]["file_id"] = "file-of-an-earlier-turn"
    found = only("openai-responses", value)
    assert found.record["prompt_chunks"] is None
    assert len(found.record["retrieved_chunks"]) == 3


def test_offsets_count_within_their_part() -> None:
    value = response("🦊 One.", file_citation(6))
    part = {"type": "output_text", "text": " Two is 2.", "annotations": [file_citation(9)]}
    value["output"][0]["content"] += [{"type": "refusal", "refusal": " No."}, part]
    value["output"].append({"type": "message", "content": [{**part, "text": "Three is 3."}]})
    found = only("openai-responses", value)
    assert found.record["text"] == "🦊 One. No. Two is 2.\n\nThree is 3."
    assert covered(found)[1].startswith("Two is 2")  # type: ignore[union-attr]
    assert covered(found)[2].startswith("Three is 3"[:9])  # type: ignore[union-attr]


# --- Responses: web ---


def test_a_web_citation_covers_its_link_which_is_the_marker() -> None:
    found = only("openai-responses", payload("openai_responses_web_search"))
    assert covered(found) == LINKS
    assert [one["uri"] for one in found.record["citations"]] == [
        "https://library.example/rules/loans",
        "https://library.example/rules/fees",
    ]
    assert found.record["prompt_chunks"] is None


@pytest.mark.parametrize(("first", "last"), [(0, 0), (1, 1), (0, -1), (1, 0)])
def test_the_link_is_found_in_either_unit_and_with_either_end(first: int, last: int) -> None:
    value = payload("openai_responses_web_search")
    for note in value["output"][1]["content"][0]["annotations"]:
        note["start_index"] += first
        note["end_index"] += last
    found = only("openai-responses", value)
    assert covered(found) == LINKS
    assert ("other_offsets" in slugs(found)) is ((first, last) != (0, 0))


def test_a_citation_that_covers_the_claim_keeps_it_as_its_span() -> None:
    found = only("openai-responses", response("Loans run for 21 days. So it is.", url_citation(0, 21)))
    assert covered(found) == ["Loans run for 21 days"]


def test_numbers_that_mean_nothing_leave_the_span_unknown() -> None:
    found = only("openai-responses", response("🦊 Loans run for 21 days.", url_citation(3, 9)))
    assert covered(found) == [None]
    assert slugs(found)[0] == "unknown_span"


def test_a_private_marker_of_two_sources_gives_each_its_own() -> None:
    marker = "\ue200cite\ue202turn0search0\ue202turn0search3\ue201"
    text = f"Loans run for 21 days.{marker}"
    place = (len(text) - len(marker), len(text))
    found = only(
        "openai-responses",
        response(
            text, url_citation(*place, "https://a.example/x"), url_citation(*place, "https://b.example")
        ),
    )
    assert [(one["citation_id"], one["document_id"]) for one in found.record["citations"]] == [
        ("turn0search0", "https://a.example/x"),
        ("turn0search3", "https://b.example"),
    ]


def test_generated_files_are_told_and_no_citations() -> None:
    found = only("openai-responses", payload("openai_responses_container_file"))
    assert "citations" not in found.record
    assert slugs(found) == ["generated_file"] * 2


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda v: v.pop("output"), "$.output"),
        (lambda v: v.update(output=[]), "$.output"),
        (lambda v: v["output"][1]["content"][0].update(text=3), "$.output[1].content[0].text"),
        (
            lambda v: v["output"][1]["content"][0]["annotations"][1].update(index="x"),
            "$.output[1].content[0].annotations[1].index",
        ),
        (lambda v: v["output"][0]["results"][0].update(text=[]), "$.output[0].results[0].text"),
    ],
)
def test_faults_name_their_path(change: Any, path: str) -> None:
    value = payload("openai_responses_file_search")
    change(value)
    assert fault("openai-responses", value).path == path


# --- Responses: streams ---


def events() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = payload("openai_responses_stream")
    return found


def test_a_stream_is_the_response_that_it_tells() -> None:
    found = only("openai-responses", events())
    assert covered(found) == [FIRST, PLANTED, LAST]
    assert found.record["metadata"]["import"] == {"stream": "complete"}
    value = events()
    whole = value.pop(0)
    text = whole["delta"]
    pieces = [text[at : at + 7] for at in range(0, len(text), 7)]
    value = [{**whole, "delta": piece} for piece in pieces] + value
    again = only("openai-responses", value)
    assert again.record["text"] == found.record["text"]
    assert covered(again) == covered(found)


def test_the_halves_of_a_character_come_together() -> None:
    value = events()
    text = value[0]["delta"]
    head, tail = text.split("🦊")
    value[:1] = [{**value[0], "delta": piece} for piece in (head + "\ud83e", "\udd8a" + tail)]
    found = only("openai-responses", value)
    assert found.record["text"] == text
    assert found.record["metadata"]["import"] == {"stream": "complete"}


def test_a_stream_that_is_cut_says_so_and_keeps_what_came() -> None:
    value = events()[:-1]
    value[0]["delta"] = value[0]["delta"] + " More【4:0†sou"
    found = only("openai-responses", value)
    assert found.record["metadata"]["import"] == {"stream": "cut_off"}
    assert {"stream_cut_off", "half_marker"} <= set(slugs(found))
    assert covered(found)[:2] == [FIRST, PLANTED]


def test_a_citation_that_moved_counts_where_it_came_last() -> None:
    value = events()
    moved = deepcopy(value[2])
    moved["annotation"]["index"] = 92
    found = only("openai-responses", [*value[:4], moved, *value[4:]])
    assert "citation_moved" in slugs(found)
    assert covered(found) == [FIRST, LAST]  # twice the same file at one place is one citation


def test_the_completed_response_wins_over_its_events() -> None:
    value = events()
    done = payload("openai_responses_file_search")
    found = only("openai-responses", [*value, {"type": "response.completed", "response": done}])
    assert found.record["answer_id"] == "resp_syn1"
    assert len(found.record["prompt_chunks"]) == 3
    assert "citation_moved" not in slugs(found)
    done["output"][1]["content"][0]["annotations"][1]["index"] = 92
    moved = only("openai-responses", [*value, {"type": "response.completed", "response": done}])
    assert "citation_moved" in slugs(moved)


def test_citations_of_a_text_that_was_replaced_cannot_be_placed() -> None:
    value = events()
    done = payload("openai_responses_file_search")
    part = done["output"][1]["content"][0]
    part["text"], part["annotations"] = "I cannot say that.", []
    found = only("openai-responses", [*value, {"type": "response.completed", "response": done}])
    assert found.record["text"] == "I cannot say that."
    assert found.record["metadata"]["import"] == {"stream": "differs"}
    assert all(one["metadata"]["span"] == "unknown" for one in found.record["citations"])
    assert "stream_differs" in slugs(found)


def test_several_responses_in_one_list_are_several_records() -> None:
    begin = {"type": "response.created", "response": {"id": "r1", "output": []}}
    found = read("openai-responses", [begin, *events(), begin, *events()])
    assert len(found) == 2
    assert [len(one.record["citations"]) for one in found] == [3, 3]


# --- chat ---


def chat(content: str, *annotations: dict[str, Any], **more: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": content, "annotations": list(annotations)}
    return {"id": "c", "object": "chat.completion", "choices": [{"index": 0, "message": message}], **more}


def test_chat_annotations_stand_one_level_deeper() -> None:
    found = only("openai-chat", payload("openai_chat_url_citation"))
    assert covered(found) == LINKS
    flat = chat("x", url_citation(0, 1))
    assert fault("openai-chat", flat).path == "$.choices[0].message.annotations[0].url_citation"


def test_a_chat_of_several_choices_and_one_that_is_broken() -> None:
    value = chat("Loans run for 21 days.")
    value["choices"].append({"index": 1, "message": {"content": None}})
    value["choices"].append({"index": 2, "message": {"content": "No."}, "finish_reason": "length"})
    from pincite.importers.catalogue import importer

    first, broken, last = importer("openai-chat").read(value, Sidecar())
    assert getattr(first, "record")["answer_id"] == "c/0"  # noqa: B009
    assert getattr(broken, "path") == "$.choices[1].message.content"  # noqa: B009
    assert [one.slug for one in getattr(last, "findings")] == ["incomplete_answer"]  # noqa: B009


def test_a_streamed_chat_with_its_citations_in_the_last_chunk() -> None:
    text, notes = (
        payload("openai_chat_url_citation")["choices"][0]["message"][k] for k in ("content", "annotations")
    )
    head = {"id": "c", "object": "chat.completion.chunk", "model": "m"}
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": text[at : at + 30]} for at in range(0, len(text), 30)]
    chunks: list[dict[str, Any]] = [
        {**head, "choices": [{"index": 0, "delta": delta}]} for delta in (*deltas, {"annotations": notes})
    ]
    cut = only("openai-chat", chunks)
    assert cut.record["metadata"]["import"] == {"stream": "cut_off"}
    chunks.append({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    chunks.append({**head, "choices": [], "usage": {}})
    found = only("openai-chat", chunks)
    assert found.record["text"] == text
    assert covered(found) == LINKS
    assert found.record["metadata"]["import"] == {"stream": "complete"}


# --- assistants ---


def test_an_assistants_annotation_is_the_marker_itself() -> None:
    found = only("openai-assistants", payload("openai_assistants_message"))
    assert covered(found) == ["【4:0†loan-rules.pdf】", "【4:1†source】"]
    assert slugs(found) == ["no_evidence_text"]


def test_markers_that_have_no_annotation_are_told() -> None:
    value = payload("openai_assistants_message")
    value["content"][0]["text"]["annotations"].pop()
    found = only("openai-assistants", value)
    assert "marker_without_annotation" in slugs(found)


def test_marker_offsets_in_another_unit_are_found_by_the_marker_s_text() -> None:
    value = payload("openai_assistants_message")
    for note in value["content"][0]["text"]["annotations"]:
        note["start_index"] += 1
        note["end_index"] += 1
    found = only("openai-assistants", value)
    assert covered(found) == ["【4:0†loan-rules.pdf】", "【4:1†source】"]
    assert slugs(found)[:2] == ["other_offsets"] * 2


def test_one_file_under_several_markers_and_a_quotation() -> None:
    value = payload("openai_assistants_message")
    notes = value["content"][0]["text"]["annotations"]
    notes[1]["file_citation"] = {"file_id": "file-loans01", "quote": "Each loan runs for 21 days."}
    found = only("openai-assistants", value)
    assert [one["document_id"] for one in found.record["citations"]] == ["file-loans01"] * 2
    assert found.record["citations"][1]["quoted_span"] == "Each loan runs for 21 days."


def test_a_page_of_messages_gives_the_answers_with_their_questions() -> None:
    asked = {
        "id": "q",
        "object": "thread.message",
        "role": "user",
        "content": [{"type": "text", "text": {"value": "How many?", "annotations": []}}],
    }
    page = {"object": "list", "data": [payload("openai_assistants_message"), asked]}
    found = only("openai-assistants", page)
    assert found.record["question"] == "How many?"


def test_a_streamed_message_and_its_completed_form() -> None:
    whole = payload("openai_assistants_message")
    text = whole["content"][0]["text"]["value"]
    notes = whole["content"][0]["text"]["annotations"]

    def delta(value: str, annotations: list[Any]) -> dict[str, Any]:
        content = [{"index": 0, "type": "text", "text": {"value": value, "annotations": annotations}}]
        return {"id": "msg_thr1", "object": "thread.message.delta", "delta": {"content": content}}

    stream = [delta(text[:95], []), delta(text[95:], [{"index": n, **note} for n, note in enumerate(notes)])]
    cut = only("openai-assistants", stream)
    assert covered(cut) == ["【4:0†loan-rules.pdf】", "【4:1†source】"]
    assert cut.record["metadata"]["import"] == {"stream": "cut_off"}
    found = only("openai-assistants", [*stream, whole])
    assert found.record["metadata"]["import"] == {"stream": "complete"}
    assert only("openai-assistants", [stream[0]]).findings[-1].slug == "marker_without_annotation" or (
        "half_marker" in slugs(only("openai-assistants", [stream[0]]))
    )
