"""Native records written as other products would have recorded them, to read them back.

A writer takes a record whose citations have spans (`SPANNED`) or whose text holds `[n]` markers that name the
prompt chunks (`MARKED`), and gives the payload, with the request where a part of the record stands there.
`holds` are the keys of a passage that the format can hold; the texts of answer and cited passages always are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from pincite.model import Document

Native = dict[str, Any]


class Written(Struct, frozen=True):
    """A payload, the request that went before it, and documents that the user has."""

    payload: Any
    request: Any = None
    documents: tuple[Document, ...] = ()


class Writer(Struct, frozen=True):
    """How a format is written, and what it can hold.

    `holds` may name keys of a cited passage, "question", and "prompt" (all that the model saw, in order).
    `options` are settings for reading it back.
    """

    format: str
    write: Callable[[Native], Written]
    holds: frozenset[str] = frozenset()
    options: dict[str, str] = {}


def cited(native: Native, citation: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """The prompt chunk of a citation and its place."""
    for index, chunk in enumerate(native["prompt_chunks"]):
        if (chunk["document_id"], chunk["chunk_id"]) == (citation["document_id"], citation["chunk_id"]):
            return index, chunk
    raise AssertionError("the record cites what was not shown")


def by_span(native: Native) -> list[tuple[int, int, list[int]]]:
    """The spans of a record with the places of the chunks that each cites."""
    spans: dict[tuple[int, int], list[int]] = {}
    for one in native["citations"]:
        spans.setdefault((one["span"]["start"], one["span"]["end"]), []).append(cited(native, one)[0])
    return [(start, end, places) for (start, end), places in spans.items()]


def size(text: str) -> int:
    return len(text.encode())


def present(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def chat(native: Native) -> Any:
    return {"messages": [{"role": "user", "content": native["question"]}]}


# --- Google ---


def gemini(native: Native) -> Written:
    text = native["text"]
    chunks = [
        {
            "retrievedContext": present(
                title=c.get("title"),
                uri=c.get("uri"),
                text=c["text"],
                customMetadata=[{"key": "revision", "stringValue": c["document_revision"]}],
                ragChunk={
                    "text": c["text"],
                    "fileId": c["document_id"],
                    "chunkId": c["chunk_id"],
                    "pageSpan": {"firstPage": c["page"], "lastPage": c["page"]},
                },
            )
        }
        for c in native["prompt_chunks"]
    ]
    supports = [
        {
            "segment": present(
                startIndex=size(text[:start]) or None, endIndex=size(text[:end]), text=text[start:end]
            ),
            "groundingChunkIndices": places,
        }
        for start, end, places in by_span(native)
    ]
    candidate = {
        "content": {"role": "model", "parts": [{"text": text}]},
        "finishReason": "STOP",
        "groundingMetadata": {"groundingChunks": chunks, "groundingSupports": supports},
    }
    return Written({"candidates": [candidate]}, {"contents": native["question"]})


def vertex_ai_search(native: Native) -> Written:
    text = native["text"]
    references = [
        {
            "chunkInfo": {
                "chunk": f"projects/p/chunks/{c['chunk_id']}",
                "content": c["text"],
                "relevanceScore": c["score"],
                "documentMetadata": present(
                    document=f"projects/p/documents/{c['document_id']}",
                    uri=c.get("uri"),
                    title=c.get("title"),
                    pageIdentifier=str(c["page"]),
                    structData={"revision": c["document_revision"]},
                ),
            }
        }
        for c in native["prompt_chunks"]
    ]
    citations = [
        {
            "startIndex": str(size(text[:start])),
            "endIndex": str(size(text[:end])),
            "sources": [{"referenceId": str(place)} for place in places],
        }
        for start, end, places in by_span(native)
    ]
    answer = {"answerText": text, "citations": citations, "references": references}
    return Written({"answer": answer}, {"query": {"text": native["question"]}})


# --- Cohere ---


def cohere_fields(chunk: dict[str, Any]) -> dict[str, Any]:
    return present(
        title=chunk.get("title"),
        url=chunk.get("uri"),
        snippet=chunk["text"],
        revision=chunk["document_revision"],
    )


def cohere_v1(native: Native) -> Written:
    text, chunks = native["text"], native["prompt_chunks"]
    citations = [
        {
            "start": start,
            "end": end,
            "text": text[start:end],
            "document_ids": [chunks[place]["document_id"] for place in places],
        }
        for start, end, places in by_span(native)
    ]
    documents = [{"id": c["document_id"], **cohere_fields(c)} for c in chunks]
    payload = {"text": text, "generation_id": "g", "citations": citations, "documents": documents}
    return Written(payload, {"message": native["question"]})


def cohere_v2(native: Native) -> Written:
    text, chunks = native["text"], native["prompt_chunks"]
    citations = [
        {
            "start": start,
            "end": end,
            "text": text[start:end],
            "sources": [
                {
                    "type": "document",
                    "id": chunks[place]["document_id"],
                    "document": {"id": chunks[place]["document_id"], **cohere_fields(chunks[place])},
                }
                for place in places
            ],
            "content_index": 0,
            "type": "TEXT_CONTENT",
        }
        for start, end, places in by_span(native)
    ]
    message = {"role": "assistant", "content": [{"type": "text", "text": text}], "citations": citations}
    documents = [{"id": c["document_id"], "data": cohere_fields(c)} for c in chunks]
    return Written({"message": message, "finish_reason": "COMPLETE"}, chat(native) | {"documents": documents})


# --- Bedrock ---


def bedrock_rag(native: Native) -> Written:
    text = native["text"]
    references = [
        {
            "content": {"type": "TEXT", "text": c["text"]},
            "location": {"type": "CUSTOM", "customDocumentLocation": {"id": c["document_id"]}},
            "metadata": present(
                title=c.get("title"),
                revision=c["document_revision"],
                **{
                    "x-amz-bedrock-kb-chunk-id": c["chunk_id"],
                    "x-amz-bedrock-kb-document-page-number": float(c["page"]),
                },
            ),
        }
        for c in native["prompt_chunks"]
    ]
    citations = [
        {
            "generatedResponsePart": {
                "textResponsePart": {"text": text[start:end], "span": {"start": start, "end": end - 1}}
            },
            "retrievedReferences": [references[place] for place in places],
        }
        for start, end, places in by_span(native)
    ]
    payload = {"output": {"text": text}, "sessionId": "s", "citations": citations}
    return Written(payload, {"input": {"text": native["question"]}})


def bedrock_agentic(native: Native) -> Written:
    results = [
        {
            "content": {"mimeType": "text/plain", "text": c["text"]},
            "metadata": {
                "revision": c["document_revision"],
                "x-amz-bedrock-kb-source-uri": c["document_id"],
            },
        }
        for c in native["prompt_chunks"]
    ]
    citations = [
        {"startIndex": start, "endIndex": end, "references": [{"resultIndex": place} for place in places]}
        for start, end, places in by_span(native)
    ]
    generated = {"answer": native["text"], "citations": citations}
    return Written({"results": results, "generatedResponse": generated}, chat(native))


def blocks(native: Native) -> list[tuple[str, list[int]]]:
    """The answer in stretches, each with the chunks that it cites."""
    text, found, at = native["text"], [], 0
    for start, end, places in sorted(by_span(native)):
        if start > at:
            found.append((text[at:start], list[int]()))
        found.append((text[start:end], places))
        at = end
    return [*found, (text[at:], [])] if at < len(text) else found


def bedrock_converse(native: Native) -> Written:
    chunks = native["prompt_chunks"]
    content: list[Any] = []
    for text, places in blocks(native):
        citations = [
            {
                "title": chunks[place]["title"],
                "sourceContent": [{"text": chunks[place]["text"]}],
                "location": {
                    "documentChar": {"documentIndex": place, "start": 0, "end": len(chunks[place]["text"])}
                },
            }
            for place in places
        ]
        cited_block = {"content": [{"text": text}], "citations": citations}
        content.append({"citationsContent": cited_block} if places else {"text": text})
    documents = [
        {"document": {"name": c["document_id"], "title": c["title"], "source": {"text": c["text"]}}}
        for c in chunks
    ]
    asked = [{"role": "user", "content": [*documents, {"text": native["question"]}]}]
    return Written({"output": {"message": {"role": "assistant", "content": content}}}, {"messages": asked})


# --- Anthropic ---


def anthropic_documents(native: Native) -> Written:
    chunks = native["prompt_chunks"]
    content = []
    for text, places in blocks(native):
        citations = [
            {
                "type": "char_location",
                "cited_text": chunks[place]["text"],
                "document_index": place,
                "document_title": chunks[place]["title"],
                "start_char_index": 0,
                "end_char_index": len(chunks[place]["text"]),
            }
            for place in places
        ]
        content.append({"type": "text", "text": text, "citations": citations or None})
    documents = [
        {
            "type": "document",
            "title": c["title"],
            "source": {"type": "text", "media_type": "text/plain", "data": c["text"]},
        }
        for c in chunks
    ]
    asked = [{"role": "user", "content": [*documents, {"type": "text", "text": native["question"]}]}]
    payload = {"type": "message", "role": "assistant", "content": content, "stop_reason": "end_turn"}
    return Written(payload, {"messages": asked})


# --- sentences ---


def trec_rag(native: Native) -> Written:
    """The passages' texts are never in a run: they come from the user's documents."""
    chunks = native["prompt_chunks"]
    spans = {(start, end): places for start, end, places in by_span(native)}
    answer = [
        {"text": native["text"][start:end], "citations": spans.get((start, end), [])}
        for start, end in native["sentences"]
    ]
    names = [chunk["document_id"] for chunk in chunks]
    payload = {"topic": native["question"], "topic_id": "t1", "references": names, "answer": answer}
    stored = tuple(Document(document_id=c["document_id"], title=c["title"], text=c["text"]) for c in chunks)
    return Written(payload, None, stored)


def longcite(native: Native) -> Written:
    """All passages are sentences of one context."""
    chunks = native["prompt_chunks"]
    spans = {(start, end): places for start, end, places in by_span(native)}
    starts = [len("".join(c["text"] for c in chunks[:index])) for index in range(len(chunks))]
    statements = [
        {
            "statement": native["text"][start:end],
            "citation": [
                {
                    "start_sentence_idx": place,
                    "end_sentence_idx": place,
                    "start_char_idx": starts[place],
                    "end_char_idx": starts[place] + len(chunks[place]["text"]),
                    "cite": chunks[place]["text"],
                }
                for place in spans.get((start, end), [])
            ],
        }
        for start, end in native["sentences"]
    ]
    context = "".join(f"<C{index}>{c['text']}" for index, c in enumerate(chunks))
    raw = native["text"]
    return Written(
        {
            "query": native["question"],
            "splited_context": context,
            "answer": raw,
            "statements_with_citations": statements,
        }
    )


# --- markers ---


def azure_on_your_data(native: Native) -> Written:
    content = re.sub(r"\[([0-9]+)\]", r"[doc\1]", native["text"])
    citations = [
        present(
            content=c["text"],
            title=c["title"],
            url=c.get("uri"),
            filepath=c["document_id"],
            chunk_id=c["chunk_id"],
        )
        for c in native["prompt_chunks"]
    ]
    message = {"role": "assistant", "content": content, "context": {"citations": citations, "intent": "[]"}}
    return Written({"choices": [{"index": 0, "message": message}]}, chat(native))


def azure_ai_search(native: Native) -> Written:
    rows = [
        present(
            **{"@search.score": c["score"]},
            chunk_id=c["chunk_id"],
            parent_id=c["document_id"],
            chunk=c["text"],
            title=c["title"],
            url=c.get("uri"),
            revision=c["document_revision"],
        )
        for c in native["prompt_chunks"]
    ]
    return Written({"question": native["question"], "answer": native["text"], "results": {"value": rows}})


def langchain_rag(native: Native) -> Written:
    documents = [
        {
            "lc": 1,
            "type": "constructor",
            "id": ["langchain", "schema", "document", "Document"],
            "kwargs": {
                "page_content": c["text"],
                "metadata": present(
                    document_id=c["document_id"],
                    chunk_id=c["chunk_id"],
                    title=c["title"],
                    revision=c["document_revision"],
                    url=c.get("uri"),
                ),
                "type": "Document",
            },
        }
        for c in native["prompt_chunks"]
    ]
    return Written({"input": native["question"], "answer": native["text"], "context": documents})


def llamaindex(native: Native) -> Written:
    nodes = [
        {
            "node": {
                "id_": f"n{number}",
                "text": f"Source {number}:\n{c['text']}\n",
                "metadata": present(
                    title=c["title"], revision=c["document_revision"], chunk_id=c["chunk_id"]
                ),
                "relationships": {"1": {"node_id": c["document_id"], "node_type": "4", "metadata": {}}},
                "class_name": "TextNode",
            },
            "score": c["score"],
        }
        for number, c in enumerate(native["prompt_chunks"], 1)
    ]
    return Written({"response": native["text"], "source_nodes": nodes, "query": native["question"]})


def haystack(native: Native) -> Written:
    documents = [
        {
            "id": c["chunk_id"],
            "content": c["text"],
            "score": c["score"],
            "meta": {
                "document_id": c["document_id"],
                "title": c["title"],
                "revision": c["document_revision"],
                "source_index": number,
            },
        }
        for number, c in enumerate(native["prompt_chunks"], 1)
    ]
    body = {"data": native["text"], "query": native["question"], "documents": documents, "meta": {}}
    return Written(body)


def ragas(native: Native) -> Written:
    chunks = native["prompt_chunks"]
    return Written(
        {
            "user_input": native["question"],
            "response": native["text"],
            "retrieved_contexts": [c["text"] for c in chunks],
            "retrieved_context_ids": [c["document_id"] for c in chunks],
        }
    )


def deepeval(native: Native) -> Written:
    """`RetrievedContextData` is dumped as "source: text"."""
    contexts = [f"{c['document_id']}: {c['text']}" for c in native["prompt_chunks"]]
    return Written(
        {"input": native["question"], "actualOutput": native["text"], "retrievalContext": contexts}
    )


def ragchecker(native: Native) -> Written:
    contexts = [{"doc_id": c["document_id"], "text": c["text"]} for c in native["prompt_chunks"]]
    result = {
        "query_id": "q1",
        "query": native["question"],
        "gt_answer": "",
        "response": native["text"],
        "retrieved_context": contexts,
    }
    return Written({"results": [result]})


def alce(native: Native) -> Written:
    docs = [{"title": c["title"], "text": c["text"], "id": c["document_id"]} for c in native["prompt_chunks"]]
    item = {"question": native["question"], "output": native["text"], "docs": docs}
    return Written({"data": [item]})


def open_rag_eval(native: Native) -> Written:
    rows = [
        {
            "query_id": "q1",
            "query": native["question"],
            "query_run": "1",
            "passage_id": f"[{number}]",
            "passage": c["text"],
            "generated_answer": native["text"] if number == 1 else "",
        }
        for number, c in enumerate(native["prompt_chunks"], 1)
    ]
    return Written(rows)


def csv(native: Native) -> Written:
    chunks = native["prompt_chunks"]
    row = {
        "question": native["question"],
        "answer": native["text"],
        "contexts": json.dumps([c["text"] for c in chunks]),
        "document_ids": json.dumps([c["document_id"] for c in chunks]),
    }
    return Written([row])


def openinference(native: Native) -> Written:
    """A chain with a retriever, as the OpenTelemetry SDK writes its spans."""
    documents: dict[str, Any] = {}
    for index, c in enumerate(native["prompt_chunks"]):
        about = {
            "document_id": c["document_id"],
            "chunk_id": c["chunk_id"],
            "title": c["title"],
            "revision": c["document_revision"],
        }
        key = f"retrieval.documents.{index}.document"
        documents |= {
            f"{key}.id": c["chunk_id"],
            f"{key}.content": c["text"],
            f"{key}.score": c["score"],
            f"{key}.metadata": json.dumps(about),
        }

    def span(name: str, number: int, parent: str | None, attributes: dict[str, Any]) -> Any:
        return {
            "name": name,
            "context": {"trace_id": "0x01", "span_id": f"0x{number:02x}", "trace_state": "[]"},
            "kind": "SpanKind.INTERNAL",
            "parent_id": parent,
            "start_time": f"2026-01-01T00:00:0{number}.000000Z",
            "end_time": f"2026-01-01T00:00:0{number}.500000Z",
            "status": {"status_code": "UNSET"},
            "attributes": attributes,
            "events": [],
            "links": [],
            "resource": {"attributes": {}, "schema_url": ""},
        }

    chain = {
        "openinference.span.kind": "CHAIN",
        "input.value": native["question"],
        "output.value": native["text"],
    }
    retriever = {"openinference.span.kind": "RETRIEVER", "input.value": native["question"], **documents}
    return Written([span("rag", 1, None, chain), span("retrieve", 2, "0x01", retriever)])


ALWAYS: Final = frozenset(("question",))
FULL: Final = ALWAYS | {"document_id", "document_revision", "chunk_id", "title"}

SPANNED: Final = (
    Writer("gemini", gemini, FULL | {"page", "uri"}),
    Writer("vertex-ai-search", vertex_ai_search, FULL | {"page", "uri", "score"}),
    Writer("cohere-v1", cohere_v1, ALWAYS | {"document_id", "document_revision", "title", "uri", "prompt"}),
    Writer("cohere-v2", cohere_v2, ALWAYS | {"document_id", "document_revision", "title", "uri", "prompt"}),
    Writer("bedrock-rag", bedrock_rag, FULL | {"page"}),
    Writer("bedrock-agentic", bedrock_agentic, ALWAYS | {"document_id", "document_revision"}),
    Writer("bedrock-converse", bedrock_converse, ALWAYS | {"document_id", "title", "prompt"}),
    Writer("anthropic-messages", anthropic_documents, ALWAYS | {"title", "prompt"}),
    Writer("trec-rag", trec_rag, ALWAYS | {"document_id", "title"}),
    Writer("longcite", longcite, ALWAYS),
)
MARKED: Final = (
    Writer(
        "azure-on-your-data",
        azure_on_your_data,
        ALWAYS | {"document_id", "chunk_id", "title", "uri", "prompt"},
    ),
    Writer("azure-ai-search", azure_ai_search, FULL | {"uri", "score", "prompt"}, {"prompt": "results"}),
    Writer("langchain-rag", langchain_rag, FULL | {"uri", "prompt"}),
    Writer("llamaindex", llamaindex, FULL | {"score", "prompt"}),
    Writer("haystack", haystack, FULL | {"score", "prompt"}),
    Writer("ragas", ragas, ALWAYS | {"document_id", "prompt"}),
    Writer("deepeval", deepeval, ALWAYS | {"document_id", "prompt"}, {"source": "split"}),
    Writer("ragchecker", ragchecker, ALWAYS | {"document_id", "prompt"}),
    Writer("alce", alce, ALWAYS | {"document_id", "title", "prompt"}),
    Writer("open-rag-eval", open_rag_eval, ALWAYS | {"prompt"}),
    Writer("csv", csv, ALWAYS | {"document_id", "prompt"}),
    Writer("openinference", openinference, FULL | {"score", "prompt"}),
)
