"""The frameworks' own types accept our samples, and our importers accept what those types serialise to.

Needs langchain-core, haystack-ai and llama-index-core, each skipped where it is absent.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from framework_samples import FIRST, LOANS, covered, one, payload, slugs, texts

pytestmark = pytest.mark.filterwarnings("default")


def test_langchain_messages() -> None:
    messages = pytest.importorskip("langchain_core.messages", reason="langchain-core is not installed")
    load = pytest.importorskip("langchain_core.load")
    for name, dumped in payload("langchain_aimessage_v1.json").items():
        dumped["data"].pop("content_blocks")
        (message,) = messages.messages_from_dict([dumped])
        expected = one("langchain", dumped).record
        for form in (messages.message_to_dict(message), load.dumpd(message), message.model_dump()):
            found = one("langchain", json.loads(json.dumps(form))).record
            assert (found["text"], found["citations"]) == (expected["text"], expected["citations"]), name


def test_langchain_v1_blocks() -> None:
    messages = pytest.importorskip("langchain_core.messages", reason="langchain-core is not installed")
    for dumped in payload("langchain_aimessage_v1.json").values():
        native = one("langchain", dumped).record
        dumped["data"].pop("content_blocks")
        (message,) = messages.messages_from_dict([dumped])
        blocks = json.loads(json.dumps(message.content_blocks))
        translated = {
            "type": "ai",
            "content": blocks,
            "response_metadata": {"model_provider": provider(dumped)},
        }
        found = one("langchain", translated)
        assert covered(found) == covered(one("langchain", dumped))
        assert found.record["text"] == native["text"]


def provider(dumped: Any) -> str:
    return str(dumped["data"]["response_metadata"]["model_provider"])


def test_langchain_documents() -> None:
    documents = pytest.importorskip("langchain_core.documents", reason="langchain-core is not installed")
    load = pytest.importorskip("langchain_core.load")
    document = documents.Document(page_content=LOANS, metadata={"source": "loan-rules.pdf"}, id="c1")
    for form in (load.dumpd(document), document.model_dump(), json.loads(document.model_dump_json())):
        found = one("langchain-rag", {"input": "Q?", "answer": "Twelve items [1].", "context": [form]})
        (chunk,) = found.record["prompt_chunks"]
        assert (chunk["document_id"], chunk["chunk_id"], chunk["text"]) == ("loan-rules.pdf", "c1", LOANS)


def test_langchain_tool_messages() -> None:
    messages = pytest.importorskip("langchain_core.messages", reason="langchain-core is not installed")
    documents = pytest.importorskip("langchain_core.documents")
    document = documents.Document(page_content=LOANS, metadata={"source": "loan-rules.pdf"}, id="c1")
    call = {"name": "search", "args": {}, "id": "t1", "type": "tool_call"}
    conversation = [
        messages.HumanMessage("How many?"),
        messages.AIMessage("", tool_calls=[call]),
        messages.ToolMessage(LOANS, tool_call_id="t1", name="search", artifact=[document.model_dump()]),
        messages.AIMessage(f"{FIRST} [1]."),
    ]
    found = one("langchain", json.loads(json.dumps(messages.messages_to_dict(conversation))))
    assert texts(found.record["prompt_chunks"]) == [LOANS]
    assert slugs(found) == []


def test_haystack_answer_builder() -> None:
    haystack = pytest.importorskip("haystack", reason="haystack-ai is not installed")
    builders = pytest.importorskip("haystack.components.builders")
    documents = [
        haystack.Document(id=f"d{number}", content=text, meta={"file_path": f"{number}.txt"})
        for number, text in enumerate((LOANS, "Dogs bark.", "Cats purr."), 1)
    ]
    builder = builders.AnswerBuilder(reference_pattern=r"\[(\d+)\]")
    built = builder.run(
        query="Q?", replies=["Loans run for 21 days [1]. Cats purr [3]."], documents=documents
    )
    (answer,) = built["answers"]
    found = one("haystack", json.loads(json.dumps(answer.to_dict(), default=str)))
    assert [one["document_id"] for one in found.record["citations"]] == ["1.txt", "3.txt"]
    assert slugs(found) == ["documents_left_out"]


def test_llamaindex_nodes() -> None:
    schema = pytest.importorskip("llama_index.core.schema", reason="llama-index-core is not installed")
    node = schema.TextNode(text=f"Source 1:\n{LOANS}\n", metadata={"file_name": "loan-rules.pdf"})
    node.relationships[schema.NodeRelationship.SOURCE] = schema.RelatedNodeInfo(node_id="kb-loans")
    scored = schema.NodeWithScore(node=node, score=0.5)
    given = {"response": "Twelve items [1].", "source_nodes": [json.loads(scored.model_dump_json())]}
    (chunk,) = one("llamaindex", given).record["prompt_chunks"]
    assert (chunk["document_id"], chunk["text"], chunk["score"]) == ("kb-loans", LOANS, 0.5)


def test_llamaindex_citation_blocks() -> None:
    types = pytest.importorskip(
        "llama_index.core.base.llms.types", reason="llama-index-core is not installed"
    )
    sample = payload("llamaindex_chat_message.json")
    message = types.ChatMessage.model_validate(sample)
    found = one("llamaindex-chat", json.loads(message.model_dump_json()))
    assert found.record == one("llamaindex-chat", sample).record
