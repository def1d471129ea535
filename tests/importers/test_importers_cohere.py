from __future__ import annotations

from typing import Any

import pytest
from cloud_samples import FIRST, LAST, LOANS, PLANTED, cited, covered, documents, fault, one, sample, slugs

from pincite.importers.formats import cohere_v1, cohere_v2
from pincite.importers.protocol import Sidecar

TEXT = f"{FIRST}\n{PLANTED}\n{LAST}"


def request() -> Sidecar:
    return Sidecar(requests=(sample("cohere_v2_chat.request"),))


def test_offsets_are_code_points_of_the_answer() -> None:
    spans = covered(one("cohere-v2", sample("cohere_v2_chat")))
    assert list(spans.values()) == [
        "twelve items at once",
        "30 days",
        "no longer apply",
        "costs €5",
        "At Larkfield",
    ]


@pytest.mark.parametrize(("start", "end"), [(114, 121), (119, 126), (113, 119)])
def test_other_units_are_found_out_and_told(start: int, end: int) -> None:
    """UTF-16 units, UTF-8 bytes (124 is the byte), and an inclusive end."""
    payload = sample("cohere_v2_chat")
    payload["message"]["citations"][1] |= {"start": start, "end": end}
    found = one("cohere-v2", payload)
    assert covered(found)["c2"] == "30 days"
    assert slugs(found) in (["other_offsets"], ["located_by_text"])


def test_text_is_never_taken_for_evidence() -> None:
    """`text` repeats the answer; the evidence is the source's."""
    found = one("cohere-v2", sample("cohere_v2_chat"))
    assert cited(found)["c2"] == [LOANS]
    assert all("quoted_span" not in c and "snippet" not in c for c in found.record["citations"])


def test_without_the_request_the_prompt_is_unknown() -> None:
    assert one("cohere-v2", sample("cohere_v2_chat")).record["prompt_chunks"] is None


def test_the_request_gives_prompt_and_question() -> None:
    found = one("cohere-v2", sample("cohere_v2_chat"), request())
    shown = [chunk["document_id"] for chunk in found.record["prompt_chunks"]]
    # The tool result was cited, so the model was given it, though the request does not show it.
    assert shown == ["kb-loans", "kb-fees", "kb-cafe", "search_1:0"]
    assert found.record["question"].startswith("How many things")
    assert "retrieved_chunks" not in found.record


def test_documents_of_a_request_in_all_shapes() -> None:
    given = {
        "documents": [
            "plain text",
            {"data": {"text": "with data"}},
            {"id": "own", "data": {"title": "only a title"}},
        ],
        "messages": [
            {"role": "user", "content": "Which?"},
            {
                "role": "tool",
                "tool_call_id": "t1",
                "content": [{"type": "document", "document": {"data": {"n": 3}}}],
            },
            {"role": "tool", "toolCallId": "t2", "content": "a result"},
        ],
    }
    payload = sample("cohere_v2_chat")
    payload["message"]["citations"] = []
    shown = one("cohere-v2", payload, Sidecar(requests=(given,))).record["prompt_chunks"]
    assert [(c["document_id"], c["text"]) for c in shown] == [
        ("doc:0", "plain text"),
        ("doc:1", "with data"),
        ("own", "only a title"),
        ("t1:0", "n: 3"),
        ("t2:0", "a result"),
    ]


def test_plans_and_thoughts_are_not_in_the_answer() -> None:
    payload = sample("cohere_v2_chat")
    payload["message"]["content"].insert(0, {"type": "thinking", "thinking": "hm"})
    citations = payload["message"]["citations"]
    for citation in citations:
        citation["content_index"] = 1
    citations[0]["type"] = "PLAN"
    citations[1]["type"] = "THINKING_CONTENT"
    found = one("cohere-v2", payload)
    assert list(covered(found).values()) == ["no longer apply", "costs €5", "At Larkfield"]
    assert slugs(found) == ["not_in_answer"]


def test_offsets_count_within_their_content() -> None:
    payload = sample("cohere_v2_chat")
    payload["message"]["content"] = [{"type": "text", "text": FIRST + " "}, {"type": "text", "text": PLANTED}]
    source = payload["message"]["citations"][1]["sources"]
    payload["message"]["citations"] = [
        {"start": 19, "end": 26, "text": "30 days", "sources": source, "content_index": 1}
    ]
    assert covered(one("cohere-v2", payload)) == {"c1": "30 days"}


def test_every_field_of_a_document_is_evidence() -> None:
    payload = sample("cohere_v2_chat")
    document = {
        "id": "d",
        "title": "Rules",
        "snippet": "Text.",
        "author": "A. Berg",
        "pages": 3,
        "revision": "r2",
    }
    payload["message"]["citations"] = [
        {
            "start": 113,
            "end": 120,
            "text": "30 days",
            "sources": [{"type": "document", "id": "d", "document": document}],
        }
    ]
    (chunk,) = one("cohere-v2", payload).record["retrieved_chunks"]
    assert chunk["text"] == "Text.\nauthor: A. Berg\npages: 3"
    assert (chunk["title"], chunk["document_revision"]) == ("Rules", "r2")


def test_sources_without_text_or_id() -> None:
    payload = sample("cohere_v2_chat")
    payload["message"]["citations"] = [
        {"start": 113, "end": 120, "text": "30 days", "sources": [{"type": "document", "id": "kb-loans"}]},
        {"start": 113, "end": 120, "text": "30 days", "sources": [{"type": "tool", "tool_output": {"a": 1}}]},
        {"start": 113, "end": 120, "text": "30 days"},
    ]
    found = one("cohere-v2", payload)
    assert slugs(found) == ["no_source", "no_source", "no_evidence_text"]
    joined = one("cohere-v2", payload, documents(**{"kb-loans": LOANS}))
    assert cited(joined)["c1"] == [LOANS]


def events() -> list[Any]:
    return sample("cohere_v2_stream")  # type: ignore[no-any-return]


def test_stream() -> None:
    found = one("cohere-v2", events())
    assert covered(found) == {"c1": "twelve items at once"}
    assert found.record["stream"] == [{"delta": TEXT}]
    assert found.record["answer_id"] == "c14c80c3-syn"


def test_citations_may_come_before_the_text_they_cover() -> None:
    stream = events()
    stream.insert(1, stream.pop(3))
    assert covered(one("cohere-v2", stream)) == {"c1": "twelve items at once"}


def test_a_stream_that_breaks_off_leaves_unknown_spans() -> None:
    stream = events()
    stream[2]["delta"]["message"]["content"]["text"] = TEXT[:80]
    found = one("cohere-v2", stream[:5])
    assert slugs(found) == ["unknown_span", "stream_cut_off"]
    assert covered(found) == {"c1": None}


def test_v1_shows_all_documents() -> None:
    found = one("cohere-v1", sample("cohere_v1_chat"))
    assert list(covered(found).values()) == ["twelve items at once", "30 days", "no longer apply", "costs €5"]
    assert [chunk["document_id"] for chunk in found.record["prompt_chunks"]] == [
        "kb-loans",
        "kb-fees",
        "kb-cafe",
    ]


def test_v1_without_documents() -> None:
    payload = sample("cohere_v1_chat")
    del payload["documents"]
    found = one("cohere-v1", payload)
    assert found.record["prompt_chunks"] is None
    assert slugs(found) == ["no_evidence_text"]
    asked = {"message": "How many?", "documents": [{"id": "kb-loans", "text": LOANS}, {"text": "x"}]}
    given = one("cohere-v1", payload, Sidecar(requests=(asked,)))
    assert [chunk["document_id"] for chunk in given.record["prompt_chunks"]] == ["kb-loans", "doc_1"]
    assert given.record["question"] == "How many?"
    assert slugs(given) == ["dangling_reference", "dangling_reference"]


def v1_events() -> list[Any]:
    whole = sample("cohere_v1_chat")
    return [
        {"event_type": "stream-start", "generation_id": "g"},
        {"event_type": "text-generation", "text": whole["text"][:50]},
        {"event_type": "text-generation", "text": whole["text"][50:]},
        {"event_type": "citation-generation", "citations": whole["citations"][:2]},
        {"event_type": "citation-generation", "citations": whole["citations"][2:]},
        {"event_type": "stream-end", "finish_reason": "COMPLETE", "response": whole},
    ]


def test_v1_stream_is_its_final_reply() -> None:
    found = one("cohere-v1", v1_events())
    assert slugs(found) == []
    assert found.record["citations"] == one("cohere-v1", sample("cohere_v1_chat")).record["citations"]


def test_v1_citations_that_moved_are_told() -> None:
    stream = v1_events()
    stream[3]["citations"][0] = stream[3]["citations"][0] | {"start": 70, "end": 90}
    assert slugs(one("cohere-v1", stream)) == ["citations_moved"]
    stream[2]["text"] = "and something else"
    assert slugs(one("cohere-v1", stream)) == ["citations_moved", "stream_differs"]


def test_v1_stream_that_breaks_off() -> None:
    found = one("cohere-v1", v1_events()[:4])
    assert "stream_cut_off" in slugs(found)
    assert list(covered(found).values()) == ["twelve items at once", "30 days"]


def test_recognised_only_where_certain() -> None:
    assert not cohere_v2.recognises({"message": {"role": "assistant", "content": "text"}})
    assert not cohere_v2.recognises({"message": {"role": "assistant", "content": []}, "choices": []})
    assert not cohere_v1.recognises({"text": "an answer", "citations": []})
    assert not cohere_v1.recognises([])


@pytest.mark.parametrize(
    ("name", "payload", "path"),
    [
        ("cohere-v2", {"message": {"content": [{"type": "text"}]}}, "$.message.content[0].text"),
        ("cohere-v2", {"message": {"content": []}}, "$"),
        ("cohere-v2", {}, "$.message"),
        ("cohere-v2", [{"type": "message-start"}], "$"),
        ("cohere-v1", {"text": ""}, "$.text"),
        ("cohere-v1", {"text": "x", "citations": [{"start": 0, "end": 1, "document_ids": [None]}]},
         "$.citations[0].document_ids[0]"),
    ],
)  # fmt: skip
def test_faults(name: str, payload: Any, path: str) -> None:
    assert fault(name, payload).path == path
