from __future__ import annotations

import json
from typing import Any

import pytest
from cloud_samples import LOANS, cited, covered, fault, one, read, sample, slugs

from pincite.importers.formats import azure_ai_search, azure_on_your_data
from pincite.importers.protocol import Sidecar


def context(payload: Any) -> Any:
    return payload["choices"][0]["message"]["context"]


def test_markers_count_from_one_and_name_what_was_offered() -> None:
    found = one("azure-on-your-data", sample("azure_openai_on_your_data"))
    assert [c["marker"] for c in found.record["citations"]] == ["[doc1]", "[doc2]", "[doc3]"]
    assert cited(found)["doc1"] == [LOANS]
    assert len(found.record["prompt_chunks"]) == 3
    assert [c["score"] for c in found.record["retrieved_chunks"]] == [2.1, 2.1, 2.1]


def test_offered_passages_are_not_citations() -> None:
    """`context.citations` lists all that the model saw, cited or not."""
    payload = sample("azure_openai_on_your_data")
    payload["choices"][0]["message"]["content"] = "Each loan runs for 30 days [doc1]."
    assert [c["citation_id"] for c in one("azure-on-your-data", payload).record["citations"]] == ["doc1"]
    payload["choices"][0]["message"]["content"] = "Each loan runs for 30 days."
    found = one("azure-on-your-data", payload)
    assert "citations" not in found.record
    assert len(found.record["prompt_chunks"]) == 3


def test_a_marker_beyond_the_list_is_told() -> None:
    payload = sample("azure_openai_on_your_data")
    payload["choices"][0]["message"]["content"] += " Ask [doc9]."
    found = one("azure-on-your-data", payload)
    assert slugs(found) == ["dangling_reference"]
    assert "doc9" not in cited(found)


def test_chunk_ids_are_unique_within_a_file_only() -> None:
    payload = sample("azure_openai_on_your_data")
    for citation in context(payload)["citations"]:
        citation["chunk_id"] = "0"
    found = one("azure-on-your-data", payload)
    assert cited(found)["doc1"] == [LOANS]
    assert cited(found)["doc2"][0].startswith("Late fees")


def test_retrieved_documents_may_lack_their_text() -> None:
    payload = sample("azure_openai_on_your_data")
    for document in context(payload)["all_retrieved_documents"]:
        del document["content"]
    found = one("azure-on-your-data", payload)
    assert slugs(found) == ["retrieved_without_text"]
    assert "retrieved_chunks" not in found.record


def as_tool_text(inner: Any) -> str:
    return json.dumps({"citations": inner["citations"], "intent": inner["intent"]})


def test_context_in_a_tool_message() -> None:
    payload = sample("azure_openai_on_your_data")
    inner = context(payload)
    tool = {"role": "tool", "content": as_tool_text(inner), "end_turn": False}
    payload["choices"][0]["message"]["context"] = {"messages": [tool]}
    assert azure_on_your_data.recognises(payload)
    assert cited(one("azure-on-your-data", payload))["doc1"] == [LOANS]
    text = payload["choices"][0]["message"]["content"]
    payload["choices"][0] = {"messages": [tool, {"role": "assistant", "content": text, "end_turn": True}]}
    assert azure_on_your_data.recognises(payload)
    assert cited(one("azure-on-your-data", payload))["doc1"] == [LOANS]


def test_stream() -> None:
    payload = sample("azure_openai_on_your_data")
    text, inner = payload["choices"][0]["message"]["content"], context(payload)

    def event(delta: Any, finish: str | None = None) -> Any:
        return {
            "id": "c1",
            "object": "chat.completion.chunk",
            "choices": [{"delta": delta, "finish_reason": finish}],
        }

    events = [
        event({"role": "assistant", "context": inner}),
        event({"content": text[:90]}),
        event({"content": text[90:]}),
        event({}, "stop"),
    ]
    assert azure_on_your_data.recognises(events)
    found = one("azure-on-your-data", events)
    assert found.record["text"] == text
    assert cited(found)["doc1"] == [LOANS]
    assert found.record["answer_id"] == "c1"
    assert slugs(found) == []
    # It breaks off inside "[doc1]".
    cut = one("azure-on-your-data", [events[0], event({"content": text[: text.index("[doc1]") + 4]})])
    assert slugs(cut) == ["stream_cut_off", "half_marker"]


def test_several_choices_and_camel_case() -> None:
    payload = sample("azure_openai_on_your_data")
    choice = json.loads(json.dumps(payload["choices"][0]))
    for citation in choice["message"]["context"]["citations"]:
        citation["filePath"], citation["chunkId"] = citation.pop("filepath"), citation.pop("chunk_id")
    payload["choices"].append(choice)
    first, second = read("azure-on-your-data", payload)
    assert second.record["answer_id"] == "chatcmpl-az#2"
    assert first.record["prompt_chunks"] == second.record["prompt_chunks"]


def test_a_plain_chat_completion_is_not_on_your_data() -> None:
    payload = sample("azure_openai_on_your_data")
    del payload["choices"][0]["message"]["context"]
    assert not azure_on_your_data.recognises(payload)
    assert fault("azure-on-your-data", payload).path == "$.choices[0].message.context.citations"


def answered(text: str, **options: str) -> Any:
    payload = {"question": "How long?", "answer": text, "results": sample("azure_ai_search_results")}
    return one("azure-ai-search", payload, Sidecar(options=options))


def test_extracts_cite_their_passage() -> None:
    (found,) = read("azure-ai-search", sample("azure_ai_search_results"))
    assert covered(found) == {"c1": "Members may hold twelve items at once."}
    assert cited(found) == {"c1": [LOANS]}
    payload = sample("azure_ai_search_results")
    payload["@search.answers"][0]["key"] = "gone"
    assert slugs(one("azure-ai-search", payload)) == ["dangling_reference"]


def test_an_answer_beside_the_results() -> None:
    found = answered(
        "Each loan runs for 21 days [kb-loans-0]. See [kb-fees](https://x.example) [Loan rules]."
    )
    assert list(cited(found)) == ["kb-loans-0", "Loan rules"]
    assert found.record["prompt_chunks"] is None
    assert found.record["question"] == "How long?"


def test_numbers_name_results_only_if_the_model_saw_them() -> None:
    text = "Each loan runs for 21 days [1]."
    assert "citations" not in answered(text).record
    found = answered(text, prompt="results")
    assert cited(found) == {"1": [LOANS]}
    assert len(found.record["prompt_chunks"]) == 3


def test_the_answer_may_be_a_completion() -> None:
    completion = sample("azure_openai_on_your_data")
    found = one("azure-ai-search", sample("azure_ai_search_results"), Sidecar(requests=(completion,)))
    assert found.record["answer_id"] == "chatcmpl-az"


def test_fields_are_mapped() -> None:
    payload = sample("azure_ai_search_results")
    for row in payload["value"]:
        row["body"], row["doc"] = row.pop("chunk"), row.pop("parent_id")
        row["rev"] = 7
    options = {"text": "body", "document_id": "doc", "revision": "rev"}
    (found,) = read("azure-ai-search", payload, Sidecar(options=options))
    first = found.record["retrieved_chunks"][0]
    assert (first["document_id"], first["document_revision"], first["text"]) == ("kb-loans", "7", LOANS)
    # Without a mapping the caption, an extract, is all that is known to be text.
    (excerpt,) = read("azure-ai-search", payload)
    assert excerpt.record["retrieved_chunks"][0]["metadata"]["excerpt"] is True


def test_search_faults() -> None:
    payload = sample("azure_ai_search_results")
    del payload["@search.answers"]
    assert "answer" in fault("azure-ai-search", payload).expected
    wrong = fault("azure-ai-search", payload, Sidecar(options={"txt": "body"}))
    assert "'txt'" in wrong.got
    for row in payload["value"]:
        del row["chunk"], row["@search.captions"]
    bare = fault("azure-ai-search", payload)
    assert bare.path == "$.value[0]"
    assert "chunk_id, parent_id, title" in bare.got
    assert bare.hint is not None and "--map text=" in bare.hint


@pytest.mark.parametrize("payload", [{"value": []}, {"value": [{"a": 1}]}, [], {"results": {"value": [3]}}])
def test_other_lists_are_no_search_results(payload: Any) -> None:
    assert not azure_ai_search.recognises(payload)
