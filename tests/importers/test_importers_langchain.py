"""LangChain: native contents, v1 blocks of every provider, conversations with tools, RAG results."""

from __future__ import annotations

from typing import Any

import pytest
from framework_samples import FEES, FIRST, LOANS, covered, documents, fault, one, payload, read, slugs, texts

from pincite.importers.protocol import Imported, Sidecar


def messages() -> Any:
    return payload("langchain_aimessage_v1.json")


def only(provider: str) -> Any:
    """One of the sample's messages."""
    return messages()[provider]


def v1(provider: str) -> Any:
    """The same message with LangChain's own blocks only, as output_version="v1" stores it."""
    message = only(provider)
    message["data"]["content"] = message["data"].pop("content_blocks")
    message["data"]["response_metadata"].pop("grounding_metadata", None)
    return message


def dumped(message: Any) -> Any:
    """As langchain_core.load.dumpd writes it."""
    path = ["langchain", "schema", "messages", "AIMessage"]
    return {"lc": 1, "type": "constructor", "id": path, "kwargs": message["data"]}


def bare(record: dict[str, Any]) -> dict[str, Any]:
    """A record without what the payload repeats of itself."""
    citations = [
        {key: value for key, value in one.items() if key != "metadata"} for one in record.get("citations", ())
    ]
    return {**record, "citations": citations}


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_v1_blocks_say_the_same_as_the_providers_own(provider: str) -> None:
    native, blocks = one("langchain", only(provider)), one("langchain", v1(provider))
    assert bare(blocks.record) == bare(native.record)
    assert slugs(blocks) == slugs(native)


@pytest.mark.parametrize("provider", ["anthropic", "openai", "google_genai"])
def test_dumped_forms_are_one(provider: str) -> None:
    expected = one("langchain", only(provider)).record
    assert one("langchain", dumped(only(provider))).record == expected
    assert one("langchain", only(provider)["data"]).record == expected
    assert one("langchain", [only(provider)]).record == expected


def test_gemini_offsets_count_bytes_in_both_forms() -> None:
    for message in (only("google_genai"), v1("google_genai")):
        spans = covered(one("langchain", message))
        assert spans[:2] == [FIRST + ".", "Each loan runs for 30 days."]


def test_answer_text_posing_as_cited_text_is_no_evidence() -> None:
    """The translator for Gemini puts the claim itself into cited_text: it must not support itself."""
    found = one("langchain", v1("google_genai"))
    assert set(texts(found.record["retrieved_chunks"])) == {""}
    assert slugs(found).count("cited_text_is_answer") == 4
    assert "no_evidence_text" in slugs(found)


def test_answer_text_posing_as_cited_text_without_a_provider() -> None:
    """The same from an integration that nobody knows: words of the block are words of the block."""
    block = {"type": "text", "text": "Loans run for 30 days.", "annotations": [
        {"type": "citation", "title": "Rules", "start_index": 0, "end_index": 22,
         "cited_text": "Loans run for 30 days."}
    ]}  # fmt: skip
    found = one("langchain", {"type": "ai", "content": [block], "response_metadata": {}})
    assert covered(found) == ["Loans run for 30 days."]
    assert "cited_text_is_answer" in slugs(found)
    assert texts(found.record["retrieved_chunks"]) == [""]


def test_source_text_in_cited_text_is_evidence() -> None:
    block = {"type": "text", "text": " Loans run for 30 days. ", "annotations": [
        {"type": "citation", "title": "Rules", "cited_text": "Each loan runs for 21 days."}
    ]}  # fmt: skip
    message = {"type": "ai", "content": [block], "response_metadata": {}}
    found = one("langchain", message)
    assert covered(found) == ["Loans run for 30 days."]
    assert texts(found.record["retrieved_chunks"]) == ["Each loan runs for 21 days."]
    joined = one("langchain", message, documents(Rules=LOANS))
    (citation,) = joined.record["citations"]
    assert citation["evidence_span"] == {"start": 39, "end": 66}
    assert texts(joined.record["retrieved_chunks"]) == [LOANS]


def test_offsets_that_do_not_fit_leave_an_unknown_span() -> None:
    block = {"type": "text", "text": "Short.", "annotations": [
        {"type": "citation", "url": "https://library.example/a", "start_index": 3, "end_index": 300}
    ]}  # fmt: skip
    found = one("langchain", {"type": "ai", "content": [block], "response_metadata": {}})
    assert covered(found) == [None]
    assert "unknown_span" in slugs(found)


def test_gemini_retrieved_context_is_read_from_the_metadata() -> None:
    """The v1 blocks lose url, title and text of a retrieved passage; the grounding metadata have them."""
    message = only("google_genai")
    grounding = message["data"]["response_metadata"]["grounding_metadata"]
    grounding["grounding_chunks"] = [
        {"retrieved_context": {"uri": "gs://kb/loans", "title": "Loans", "text": LOANS}}
    ]
    grounding["grounding_supports"] = grounding["grounding_supports"][:2]
    message["data"]["content_blocks"] = None
    found = one("langchain", message)
    assert texts(found.record["retrieved_chunks"]) == [LOANS]


def test_documents_of_the_user_give_openai_files_their_text() -> None:
    found = one("langchain", only("openai"), documents(**{"file-loans01": LOANS, "file-fees02": FEES}))
    assert texts(found.record["retrieved_chunks"]) == [LOANS, FEES]
    assert covered(found)[1] == "Each loan runs for 30 days"


def test_file_search_results_beside_the_text() -> None:
    message = only("openai")
    result = {"file_id": "file-loans01", "filename": "loan-rules.pdf", "score": 0.9, "text": LOANS}
    call = {"type": "file_search_call", "id": "fs_1", "status": "completed", "results": [result]}
    message["data"]["content"].insert(0, call)
    message["data"]["content"][1]["annotations"] = message["data"]["content"][1]["annotations"][:2]
    found = one("langchain", message)
    assert texts(found.record["prompt_chunks"]) == [LOANS]


def test_bedrock_converse_citations() -> None:
    block = {"type": "text", "text": "Loans run for 30 days", "citations": [
        {"title": "Loan rules", "source_content": [{"text": "Each loan runs for 21 days. "}],
         "location": {"document_char": {"document_index": 0, "start": 39, "end": 67}}}
    ]}  # fmt: skip
    found = one(
        "langchain",
        {"type": "ai", "content": [block, {"type": "text", "text": "."}], "response_metadata": {}},
    )
    assert covered(found) == ["Loans run for 30 days"]
    assert "Each loan runs for 21 days." in texts(found.record["retrieved_chunks"])[0]


def test_findings_name_the_users_own_places() -> None:
    found = read("langchain", messages())
    places = {finding.where for one in found for finding in one.findings}
    assert all(place.startswith(("$.anthropic", "$.openai", "$.google_genai")) for place in places)
    broken = only("anthropic")
    broken["data"]["content"][1]["citations"][0]["cited_text"] = 5
    error = fault("langchain", broken)
    assert error.path == "$.data.content[1].citations[0].cited_text"
    assert "expected string, got integer" in error.message


def test_a_faulty_message_leaves_the_others() -> None:
    from pincite.importers.catalogue import importer

    given = messages()
    given["openai"]["data"]["content"][0]["annotations"][0]["file_id"] = []
    found = list(importer("langchain").read(given, Sidecar()))
    assert [isinstance(one, Imported) for one in found] == [True, False, True]


# Conversations.


def test_conversation_with_a_tool() -> None:
    found = one("langchain", payload("langchain_conversation.json"))
    assert found.record["question"] == "How many things can I borrow?"
    assert found.record["tool_calls"] == [
        {"step_id": "call-1", "name": "search_rules", "status": "ok", "result_chunk_ids": ["kb-loans-0"]}
    ]
    assert slugs(found) == []


def test_the_tools_text_is_evidence_without_an_artifact() -> None:
    given = payload("langchain_conversation.json")
    given[2]["data"].pop("artifact")
    given[2]["data"]["status"] = "error"
    found = one("langchain", given)
    assert texts(found.record["prompt_chunks"]) == [given[2]["data"]["content"]]
    assert found.record["tool_calls"][0]["status"] == "error"


def test_an_artifact_that_the_model_did_not_see_is_told() -> None:
    given = payload("langchain_conversation.json")
    given[2]["data"]["content"] = "found one document"
    assert slugs(one("langchain", given)) == ["prompt_assumed"]


def test_tools_of_an_earlier_question_are_not_evidence_of_the_next() -> None:
    given = payload("langchain_conversation.json")
    answer = {"type": "ai", "data": {"content": "You are welcome.", "response_metadata": {}}}
    first, second = read("langchain", [*given, {"type": "human", "data": {"content": "Thanks"}}, answer])
    assert first.record["prompt_chunks"]
    assert (second.record["question"], second.record["prompt_chunks"]) == ("Thanks", None)


def test_a_conversation_without_an_answer() -> None:
    error = fault("langchain", payload("langchain_conversation.json")[:2])
    assert "a message of the assistant that has a text" in error.message


# RAG results.


def test_documents_of_a_rag_result() -> None:
    (chunk, *_) = one("langchain-rag", payload("langchain_rag_result.json")).record["prompt_chunks"]
    assert (chunk["document_id"], chunk["chunk_id"], chunk["document_revision"]) == (
        "loan-rules.pdf", "kb-loans-0", "2025-03-01",
    )  # fmt: skip
    # The loader's page 0 is the first page or, from another loader, none: it stays in the metadata.
    assert "page" not in chunk
    assert chunk["metadata"]["page"] == 0


@pytest.mark.parametrize("context", ["source_documents", "context"])
@pytest.mark.parametrize("answer", ["result", "answer"])
def test_names_of_older_chains(context: str, answer: str) -> None:
    given = payload("langchain_rag_result.json")
    renamed = {"query": given["input"], answer: given["answer"], context: given["context"]}
    assert one("langchain-rag", renamed).record == one("langchain-rag", given).record


def test_an_answer_that_is_a_message_keeps_its_citations() -> None:
    given = payload("langchain_rag_result.json")
    given["answer"] = only("openai")
    found = one("langchain-rag", given)
    assert len(found.record["citations"]) == 3
    assert len(found.record["prompt_chunks"]) == 3


def test_pairs_of_document_and_score() -> None:
    given = payload("langchain_rag_result.json")
    given["context"] = [[document, 0.5] for document in given["context"]]
    assert {chunk["score"] for chunk in one("langchain-rag", given).record["prompt_chunks"]} == {0.5}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"context": None}, "$.context"),
        ({"context": [{"kwargs": 3}]}, "$.context[0]"),
        ({"context": [{"page_content": 3}]}, "$.context[0].page_content"),
        ({"answer": 3}, "$.answer"),
    ],
)
def test_faults_of_a_rag_result(change: dict[str, Any], path: str) -> None:
    assert fault("langchain-rag", payload("langchain_rag_result.json") | change).path == path
