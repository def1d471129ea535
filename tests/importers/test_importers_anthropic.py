"""The traps of Anthropic's citations: blocks, indices, exclusive ends, excerpts, streams."""

from __future__ import annotations

from typing import Any

import pytest
from native_samples import (
    FEES,
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
)

from pincite.importers.protocol import Sidecar
from pincite.model import Document

REQUEST = payload("anthropic_documents.request")
CAFE = "The Café Müller kiosk opens at 09:30 on weekdays."


def message(*blocks: Any) -> dict[str, Any]:
    return {"id": "m", "type": "message", "role": "assistant", "content": list(blocks)}


def cited(text: str, *notes: dict[str, Any]) -> dict[str, Any]:
    return {"type": "text", "text": text, "citations": list(notes)}


def char(
    cited_text: str, start: int, end: int, index: int = 0, title: str | None = "Loan rules"
) -> dict[str, Any]:
    return {
        "type": "char_location", "cited_text": cited_text, "document_index": index, "document_title": title,
        "start_char_index": start, "end_char_index": end,
    }  # fmt: skip


def asked(*blocks: dict[str, Any]) -> Sidecar:
    return Sidecar(requests=({"messages": [{"role": "user", "content": list(blocks)}]},))


def document(text: str, **more: Any) -> dict[str, Any]:
    return {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": text}, **more}


def test_blocks_are_rejoined_without_anything_between_them() -> None:
    found = only("anthropic-messages", payload("anthropic_documents"))
    assert found.record["text"].startswith(f"Here is what the rules say:\n\n- {FIRST}.\n- {PLANTED}.\n- ")
    assert covered(found) == [FIRST, PLANTED, LAST, "The kiosk is open from 09:30 to 16:00 on weekdays."]


def test_with_the_request_citations_point_into_the_documents() -> None:
    found = only("anthropic-messages", payload("anthropic_documents"), Sidecar(requests=(REQUEST,)))
    assert evidence(found)[:3] == [
        ["Members may hold twelve items at once. "],
        ["Each loan runs for 21 days. "],
        [FEES],
    ]
    assert evidence(found)[3] == [f"{CAFE}\n\nIt closes at 16:00."]
    first = found.record["citations"][0]
    assert (first["document_id"], first["document_revision"]) == ("kb-loans", "2025-03-01")
    assert found.record["citations"][2]["page"] == "1"  # 1 to 2, end exclusive
    assert found.record["prompt_chunks"] is None  # the text of a file is not in the request


def test_with_every_text_in_the_request_the_prompt_is_known() -> None:
    found = only(
        "anthropic-messages",
        message(cited("It is 21 days.", char("21 days.", 4, 12))),
        asked(document("Now 21 days.")),
    )
    assert [chunk["text"] for chunk in found.record["prompt_chunks"]] == ["Now 21 days."]
    assert found.findings == ()


@pytest.mark.parametrize(
    ("start", "end", "slug"), [(2, 9, None), (3, 10, "other_offsets"), (0, 1, "located_by_text")]
)
def test_source_offsets_are_held_against_the_cited_text(start: int, end: int, slug: str | None) -> None:
    found = only(
        "anthropic-messages",
        message(cited("21 days.", char("21 days", start, end))),
        asked(document("🦊 21 days")),
    )
    assert evidence(found) == [["21 days"]]
    assert slugs(found) == ([] if slug is None else [slug])


def test_cited_text_that_is_not_in_the_document_is_kept_without_a_place() -> None:
    found = only(
        "anthropic-messages",
        message(cited("21 days.", char("30 days", 0, 7))),
        asked(document("21 days, no more.")),
    )
    assert evidence(found) == [["21 days, no more."]]
    assert slugs(found) == ["unknown_span"]


def test_an_index_that_names_another_title_is_followed_by_the_title() -> None:
    sidecar = asked(document("Café rules.", title="Café"), document("21 days.", title="Loan rules"))
    found = only("anthropic-messages", message(cited("21 days.", char("21 days.", 0, 8))), sidecar)
    assert evidence(found) == [["21 days."]]
    assert slugs(found) == ["other_index"]
    lost = only("anthropic-messages", message(cited("21 days.", char("21 days.", 0, 8, 7, "None"))), sidecar)
    assert slugs(lost)[0] == "not_in_request"
    assert evidence(lost) == [["21 days."]]  # its own words are still there


def test_documents_of_one_title_keep_apart() -> None:
    notes = [char("One.", 0, 4, 0, "Rules"), char("Two.", 0, 4, 1, "Rules")]
    found = only("anthropic-messages", message(cited("One and two.", *notes)))
    assert [one["document_id"] for one in found.record["citations"]] == ["Rules", "Rules#1"]
    known = only(
        "anthropic-messages",
        message(cited("One and two.", *notes)),
        asked(document("One.", title="Rules"), document("Two.", title="Rules")),
    )
    assert evidence(known) == [["One."], ["Two."]]


@pytest.mark.parametrize(
    ("context", "document_id", "revision"),
    [
        ("id=kb-loans; revision=2025-03-01", "kb-loans", "2025-03-01"),
        ('{"document_id": "kb", "revision": 3}', "kb", "3"),
        ("This page is about loans: read it well.", "Loan rules", None),
        ("{broken", "Loan rules", None),
    ],
)
def test_the_context_of_a_document_can_carry_its_id(
    context: str, document_id: str, revision: str | None
) -> None:
    found = only(
        "anthropic-messages",
        message(cited("21 days.", char("21 days.", 0, 8))),
        asked(document("21 days.", title="Loan rules", context=context)),
    )
    (one,) = found.record["citations"]
    assert (one["document_id"], one.get("document_revision")) == (document_id, revision)


def test_search_results_are_counted_apart_from_documents_also_in_tool_results() -> None:
    def result(source: str, *texts: str) -> dict[str, Any]:
        content = [{"type": "text", "text": text} for text in texts]
        return {"type": "search_result", "source": source, "title": source.upper(), "content": content}

    note = {
        "type": "search_result_location", "cited_text": "Two.Three.", "search_result_index": 1, "source": "b",
        "title": "B", "start_block_index": 1, "end_block_index": 3,
    }  # fmt: skip
    sidecar = asked(
        document("A document."),
        result("a", "Zero."),
        {"type": "tool_result", "tool_use_id": "t", "content": [result("b", "One.", "Two.", "Three.")]},
    )
    found = only("anthropic-messages", message(cited("Two and three.", note)), sidecar)
    assert evidence(found) == [["Two.\n\nThree."]]
    assert len(found.record["prompt_chunks"]) == 3
    note["start_block_index"], note["end_block_index"] = 0, 2
    shifted = only("anthropic-messages", message(cited("Two and three.", note)), sidecar)
    assert evidence(shifted) == [["Two.\n\nThree."]]
    assert slugs(shifted) == ["located_by_text"]
    note["cited_text"] = "Four."
    assert slugs(only("anthropic-messages", message(cited("Four.", note)), sidecar)) == ["unknown_span"]


def test_web_excerpts_that_break_off_are_no_evidence_unless_asked_for() -> None:
    value = payload("anthropic_search_results")
    found = only("anthropic-messages", value)
    assert evidence(found) == [[LOANS], []]
    assert slugs(found) == ["excerpt_evidence", "cut_excerpt"]
    asked_for = only("anthropic-messages", value, Sidecar(options={"excerpts": "evidence"}))
    assert [len(texts) for texts in evidence(asked_for)] == [1, 1]
    page = Document(document_id="kb-fees", uri="http://www.library.example/rules/fees/", text=FEES)
    given = only("anthropic-messages", value, Sidecar(documents=(page,)))
    assert evidence(given)[1] == ["Late fees ended on 1 July 2024. A lost item is billed at replacement cost"]
    assert slugs(given) == ["excerpt_evidence"]
    changed = Document(document_id="kb-fees", uri="https://library.example/rules/fees", text="All is new.")
    assert evidence(only("anthropic-messages", value, Sidecar(documents=(changed,))))[1] == ["All is new."]


def test_words_of_the_answer_that_pose_as_cited_text_are_told() -> None:
    value = message(cited("Each loan runs for 30 days.", char("Each loan runs for 30 days. ", 0, 28)))
    assert "same_words" in slugs(only("anthropic-messages", value))
    # The source decides: these words are not in it.
    known = only(
        "anthropic-messages", value, asked(document("Each loan runs for 21 days.", title="Loan rules"))
    )
    assert slugs(known) == ["unknown_span"]
    assert evidence(known) == [["Each loan runs for 21 days."]]


def test_a_failed_web_search_is_a_failed_step() -> None:
    found = only(
        "anthropic-messages",
        message(
            {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}},
            {
                "type": "web_search_tool_result",
                "tool_use_id": "s",
                "content": {"type": "web_search_tool_result_error", "error_code": "unavailable"},
            },
            cited("I could not look."),
        ),
    )
    assert found.record["tool_calls"] == [{"step_id": "s", "name": "web_search", "status": "error"}]


def test_a_message_without_text_is_a_fault() -> None:
    assert fault("anthropic-messages", message({"type": "tool_use", "id": "t"})).path == "$.content"
    assert fault("anthropic-messages", message(cited("x", {"type": "char_location"}))).path == (
        "$.content[0].citations[0].cited_text"
    )


def test_an_unknown_kind_of_citation_is_told() -> None:
    found = only("anthropic-messages", message(cited("x y z.", {"type": "video_location"})))
    assert slugs(found) == ["unknown_annotation"]


# --- streams ---


@pytest.mark.parametrize("place", [2, 3, 4])
def test_citations_come_before_between_and_after_the_text_of_their_block(place: int) -> None:
    events = payload("anthropic_stream")
    note = events.pop(2)
    events.insert(place, note)
    found = only("anthropic-messages", events)
    assert covered(found) == [f"{FIRST}."]
    assert evidence(found) == [["Members may hold twelve items at once."]]
    assert found.record["metadata"]["import"] == {"stream": "complete"}


def test_a_cut_stream_and_one_that_ends_in_an_error() -> None:
    events = payload("anthropic_stream")
    cut = only("anthropic-messages", events[:4])
    assert cut.record["metadata"]["import"] == {"stream": "cut_off"}
    assert "stream_cut_off" in slugs(cut)
    broken = only(
        "anthropic-messages", [*events[:5], {"type": "error", "error": {"type": "overloaded_error"}}]
    )
    assert "stream_error" in slugs(broken)
    assert len(read("anthropic-messages", [*events, *events])) == 2
