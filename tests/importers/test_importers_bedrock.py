from __future__ import annotations

from typing import Any

import pytest
from cloud_samples import FIRST, LAST, LOANS, PLANTED, cited, covered, documents, fault, one, sample, slugs

from pincite.importers.formats import bedrock_agentic, bedrock_converse, bedrock_rag
from pincite.importers.protocol import Sidecar


def test_the_end_of_a_span_is_its_last_character() -> None:
    found = one("bedrock-rag", sample("bedrock_retrieve_and_generate"))
    assert covered(found) == {"c1": FIRST, "c2": LAST, "c2.2": LAST}
    assert slugs(found) == []


def test_an_exclusive_end_is_found_out() -> None:
    """In the middle it takes in the blank behind, which does not count; at the end it fits nothing."""
    payload = sample("bedrock_retrieve_and_generate")
    payload["citations"][0]["generatedResponsePart"]["textResponsePart"]["span"]["end"] = 93
    assert (covered(one("bedrock-rag", payload))["c1"] or "").strip() == FIRST
    payload["output"]["text"] = f"{FIRST} {LAST}"
    payload["citations"][1]["generatedResponsePart"]["textResponsePart"]["span"]["end"] = 178
    found = one("bedrock-rag", payload)
    assert covered(found)["c2"] == LAST
    assert slugs(found) == ["other_offsets"]


def test_utf16_units_are_found_out() -> None:
    payload = sample("bedrock_retrieve_and_generate")
    payload["citations"][1]["generatedResponsePart"]["textResponsePart"]["span"] = {"start": 95, "end": 178}
    found = one("bedrock-rag", payload)
    assert covered(found)["c2"] == LAST
    assert found.findings[0].data["unit"] == "utf16"


def test_parts_without_references_are_uncited() -> None:
    found = one("bedrock-rag", sample("bedrock_retrieve_and_generate"))
    assert "Ask at the desk" in found.record["text"]
    assert not any("Ask at" in (span or "") for span in covered(found).values())
    payload = sample("bedrock_retrieve_and_generate")
    del payload["citations"][2]["retrievedReferences"]
    assert one("bedrock-rag", payload).record == found.record


def test_references_keep_ids_pages_and_revisions() -> None:
    first, *_ = one("bedrock-rag", sample("bedrock_retrieve_and_generate")).record["retrieved_chunks"]
    assert first["document_id"] == first["uri"] == "s3://larkfield-kb/loan-rules.pdf"
    assert first["chunk_id"] == "1%3A0%3Akb-loans"
    assert (first["page"], first["document_revision"]) == (2, "2025-03-01")


def test_every_kind_of_location_and_content() -> None:
    payload = sample("bedrock_retrieve_and_generate")
    references = payload["citations"][0]["retrievedReferences"]
    row = [{"columnName": "limit", "columnValue": "12", "type": "LONG"}]
    references[:] = [
        {"content": {"text": "a"}, "location": {"type": "WEB", "webLocation": {"url": "https://a.example"}}},
        {
            "content": {"type": "ROW", "row": row},
            "location": {"type": "SQL", "sqlLocation": {"query": "select 1"}},
        },
        {
            "content": {"type": "IMAGE", "byteContent": "AAAA"},
            "location": {"type": "S3", "s3Location": {"uri": "s3://b"}},
        },
        {"content": {"text": "c"}, "location": {"customDocumentLocation": {"id": "doc-c"}}},
        {"content": {"text": "d"}},
    ]
    found = one("bedrock-rag", payload)
    assert list(cited(found).values())[:5] == [["a"], ["limit: 12"], [""], ["c"], ["d"]]
    assert slugs(found) == ["not_text", "no_evidence_text"]


def test_the_same_ids_with_other_text_stay_apart() -> None:
    payload = sample("bedrock_retrieve_and_generate")
    again = sample("bedrock_retrieve_and_generate")["citations"][0]
    again["retrievedReferences"][0]["content"]["text"] = "Another text."
    payload["citations"] += [again, sample("bedrock_retrieve_and_generate")["citations"][0]]
    found = one("bedrock-rag", payload)
    assert cited(found)["c1"] == cited(found)["c5"] == [LOANS]
    assert cited(found)["c4"] == ["Another text."]


def test_a_guardrail_is_told() -> None:
    payload = sample("bedrock_retrieve_and_generate") | {"guardrailAction": "INTERVENED"}
    payload["output"]["text"] = "Sorry, I cannot say that."
    found = one("bedrock-rag", payload)
    assert slugs(found) == ["guardrail_intervened", "unknown_span", "unknown_span"]


def test_stream_events_carry_their_citation_twice_and_are_read_once() -> None:
    stream = sample("bedrock_retrieve_and_generate_stream")
    found = one("bedrock-rag", stream)
    assert covered(found) == {"c1": FIRST}
    assert [len(event["delta"]) for event in found.record["stream"]] == [60, 153]
    del stream[2]["citation"]["generatedResponsePart"], stream[2]["citation"]["retrievedReferences"]
    assert one("bedrock-rag", stream).record == found.record
    stream.append({"guardrail": {"action": "INTERVENED"}})
    assert slugs(one("bedrock-rag", stream)) == ["guardrail_intervened"]


def test_an_error_in_a_stream_is_an_error() -> None:
    stream = sample("bedrock_retrieve_and_generate_stream")
    error = fault("bedrock-rag", [*stream, {"throttlingException": {"message": "slow down"}}])
    assert error.path == "$[3]"
    assert "throttlingException" in error.message


def test_invoke_agent() -> None:
    citations = sample("bedrock_retrieve_and_generate")["citations"]
    text = sample("bedrock_retrieve_and_generate")["output"]["text"]
    stream = [
        {"trace": {"trace": {}}},
        {"chunk": {"bytes": text, "attribution": {"citations": citations}}},
    ]
    assert bedrock_rag.recognises(stream)
    assert covered(one("bedrock-rag", stream)) == {"c1": FIRST, "c2": LAST, "c2.2": LAST}


def test_agentic_offsets_end_after_the_last_character() -> None:
    found = one("bedrock-agentic", sample("bedrock_agentic_retrieve"))
    assert covered(found) == {"c1": FIRST, "c2": LAST}
    assert [c["document_revision"] for c in found.record["retrieved_chunks"]] == ["2025-03-01", "2024-07-01"]


def test_agentic_stream_and_dangling_results() -> None:
    result = sample("bedrock_agentic_retrieve")
    answer = result["generatedResponse"]["answer"]
    stream = [
        {"traceEvent": {"id": "t"}},
        {"responseEvent": {"text": answer[:30]}},
        {"responseEvent": {"text": answer[30:]}},
        {"result": result},
    ]
    assert bedrock_agentic.recognises(stream)
    found = one("bedrock-agentic", stream)
    assert slugs(found) == []
    assert len(found.record["stream"]) == 2
    result["generatedResponse"]["citations"][0]["references"] = [{"resultIndex": 5}]
    result["generatedResponse"]["citations"][1]["references"] = []
    stream[2]["responseEvent"]["text"] = "something else"
    assert slugs(one("bedrock-agentic", stream)) == ["dangling_reference", "no_source", "stream_differs"]


def test_converse_reads_cited_blocks_too() -> None:
    found = one("bedrock-converse", sample("bedrock_converse_citations"))
    assert found.record["text"] == f"Short version: {FIRST} {LAST}"
    assert covered(found) == {"c1": FIRST, "c2": LAST, "c3": LAST, "c4": LAST}


def test_converse_source_content_is_evidence() -> None:
    found = one("bedrock-converse", sample("bedrock_converse_citations"))
    assert cited(found)["c1"] == ["Members may hold twelve items at once."]
    assert cited(found)["c4"] == [""]
    assert slugs(found) == ["excerpt_evidence", "no_evidence_text"]


def test_converse_with_the_request_points_into_the_document() -> None:
    request = sample("bedrock_converse_citations.request")
    found = one("bedrock-converse", sample("bedrock_converse_citations"), Sidecar(requests=(request,)))
    first, second, third, _ = found.record["citations"]
    assert first["evidence_span"] == {"start": 0, "end": 39}
    assert cited(found)["c1"] == [LOANS]
    # The second document is a PDF: what is cited of it is all that there is.
    assert "evidence_span" not in second
    assert second["page"] == 1
    assert cited(found)["c3"] == [
        "The Café Müller kiosk opens at 09:30 on weekdays.\nIt is closed on public holidays."
    ]
    assert third["evidence_span"] == {"start": 0, "end": 49}


def test_converse_knows_the_prompt_only_if_all_of_it_is_text() -> None:
    payload, request = sample("bedrock_converse_citations"), sample("bedrock_converse_citations.request")
    assert one("bedrock-converse", payload, Sidecar(requests=(request,))).record["prompt_chunks"] is None
    content = request["messages"][0]["content"]
    content[1]["document"]["source"] = {
        "text": "Late fees ended on 1 July 2024. A lost item is billed at cost."
    }
    del payload["output"]["message"]["content"][3]["citationsContent"]["citations"][2]
    shown = one("bedrock-converse", payload, Sidecar(requests=(request,))).record["prompt_chunks"]
    assert [chunk["document_id"] for chunk in shown] == [
        "Loan rules",
        "fees pdf",
        "https://library.example/cafe",
    ]


def test_converse_offsets_that_miss_their_text_are_told() -> None:
    payload, request = sample("bedrock_converse_citations"), sample("bedrock_converse_citations.request")
    location = payload["output"]["message"]["content"][1]["citationsContent"]["citations"][0]["location"]
    location["documentChar"] |= {"start": 5, "end": 30}
    found = one("bedrock-converse", payload, Sidecar(requests=(request,)))
    assert found.record["citations"][0]["evidence_span"] == {"start": 0, "end": 38}
    assert "located_by_text" in slugs(found)


def test_converse_excerpts_are_placed_in_the_users_document() -> None:
    found = one("bedrock-converse", sample("bedrock_converse_citations"), documents(**{"Loan rules": LOANS}))
    assert cited(found)["c1"] == [LOANS]
    assert found.record["citations"][0]["evidence_span"] == {"start": 0, "end": 38}
    other = one(
        "bedrock-converse", sample("bedrock_converse_citations"), documents(**{"Loan rules": "Else."})
    )
    assert cited(other)["c1"] == ["Members may hold twelve items at once."]


def test_an_empty_cited_block_covers_the_text_before_it() -> None:
    """So Nova writes web grounding."""
    web = {"location": {"web": {"url": "https://library.example", "domain": "library.example"}}}
    content: list[Any] = [
        {"text": PLANTED},
        {"citationsContent": {"citations": [web]}},
        {"citationsContent": {"content": [], "citations": [web]}},
        {"text": " Ask."},
    ]
    payload = {"output": {"message": {"role": "assistant", "content": content}}, "stopReason": "end_turn"}
    assert bedrock_converse.recognises(payload)
    found = one("bedrock-converse", payload)
    assert covered(found) == {"c1": PLANTED, "c2": PLANTED}
    content.pop(0)
    assert slugs(one("bedrock-converse", payload))[:2] == ["unknown_span", "unknown_span"]


def test_converse_stream() -> None:
    source = {"title": "Loan rules", "sourceContent": [{"text": "Each loan runs for 21 days."}]}
    location = {"documentChar": {"documentIndex": 0, "start": 39, "end": 66}}
    stream: list[Any] = [
        {"messageStart": {"role": "assistant"}},
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"text": "Short: "}}},
        {"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"text": PLANTED[:9]}}},
        {
            "contentBlockDelta": {
                "contentBlockIndex": 1,
                "delta": {"citation": source | {"location": location}},
            }
        },
        {"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"text": PLANTED[9:]}}},
        {"contentBlockStop": {"contentBlockIndex": 1}},
        {"messageStop": {"stopReason": "end_turn"}},
    ]
    assert bedrock_converse.recognises(stream)
    found = one("bedrock-converse", stream)
    assert covered(found) == {"c1": PLANTED}
    assert found.record["text"] == f"Short: {PLANTED}"
    assert "stream_cut_off" in slugs(one("bedrock-converse", stream[:-1]))


@pytest.mark.parametrize(
    ("name", "payload", "path"),
    [
        ("bedrock-rag", {"output": {}}, "$.output.text"),
        ("bedrock-rag", {"output": {"text": "x"}, "citations": [{"generatedResponsePart": {"textResponsePart":
         {"span": {"start": "a"}}}}]}, "$.citations[0].generatedResponsePart.textResponsePart.span.start"),
        ("bedrock-converse", {"output": {"message": {"content": "text"}}}, "$.output.message.content"),
        ("bedrock-converse", {"output": {"message": {"content": [{"toolUse": 1}]}}},
         "$.output.message.content"),
        ("bedrock-agentic", {"generatedResponse": {"answer": 3}}, "$.generatedResponse.answer"),
    ],
)  # fmt: skip
def test_faults(name: str, payload: Any, path: str) -> None:
    assert fault(name, payload).path == path
