"""A small RAG system in which one stage at a time can be broken, with its gold cases.

It answers each question with the sentence that the right passage holds, retrieves three passages and shows
the model two. What it does wrong is known, so that the owner of a failure can be checked.
"""

from __future__ import annotations

from typing import Any, Literal

Fault = Literal[
    "corpus",
    "retrieval",
    "truncation",
    "wrong_claim",
    "wrong_marker",
    "stale_revision",
    "tool_error",
    "chunking",
]

OWNERS: dict[Fault, str] = {
    "corpus": "corpus",
    "retrieval": "retrieval",
    "truncation": "truncation",
    "wrong_claim": "generation",
    "wrong_marker": "citation_mapping",
    "stale_revision": "stale_source",
    "tool_error": "evidence_transport",
    "chunking": "chunking",
}

# Topic: its passage, a question, the answer, and the same answer got wrong.
FACTS: dict[str, tuple[str, str, str, str]] = {
    "refunds": (
        "Annual subscriptions can be refunded in full within 14 days of purchase.",
        "How long can I get a refund?",
        "Annual subscriptions can be refunded in full within 14 days of purchase",
        "Annual subscriptions can be refunded in full within 41 days of purchase",
    ),
    "ferry": (
        "The ferry to Olhos leaves the north pier at 06:40 every morning.",
        "When does the ferry leave?",
        "The ferry to Olhos leaves the north pier at 06:40",
        "The ferry to Olhos leaves the north pier at 09:15",
    ),
    "boiler": (
        "The boiler has to be serviced every 18 months by a licensed fitter.",
        "How often is the boiler serviced?",
        "The boiler has to be serviced every 18 months",
        "The boiler has to be serviced every 36 months",
    ),
    "library": (
        "Members of the library may borrow up to 12 books at a time.",
        "How many books can I borrow?",
        "Members of the library may borrow up to 12 books at a time",
        "Members of the library may borrow up to 30 books at a time",
    ),
    "vaccine": (
        "The vaccine is stored in the dark at 4 degrees Celsius.",
        "How is the vaccine stored?",
        "The vaccine is stored in the dark at 4 degrees Celsius",
        "The vaccine is stored in the dark at 14 degrees Celsius",
    ),
    "orchard": (
        "The orchard at Vale Seco harvested 820 tonnes of pears last autumn.",
        "How large was the harvest?",
        "The orchard at Vale Seco harvested 820 tonnes of pears",
        "The orchard at Vale Seco harvested 280 tonnes of pears",
    ),
    "passport": (
        "A replacement passport costs EUR 65 and takes ten working days.",
        "What does a replacement passport cost?",
        "A replacement passport costs EUR 65",
        "A replacement passport costs EUR 95",
    ),
    "telescope": (
        "The telescope on the east ridge has a mirror of 3.6 metres.",
        "How large is the mirror?",
        "The telescope on the east ridge has a mirror of 3.6 metres",
        "The telescope on the east ridge has a mirror of 6.3 metres",
    ),
    "depot": (
        "The night shift at the Aveiro depot has its own allowance. It was agreed with the works council in"
        " spring. It replaces the older flat rate. The allowance is EUR 85 per month.",
        "What allowance does the night shift get?",
        "The night shift at the Aveiro depot gets an allowance of EUR 85 per month",
        "The night shift at the Aveiro depot gets an allowance of EUR 58 per month",
    ),
    "museum": (
        "The museum is closed on Mondays and opens at noon on all other days.",
        "When is the museum closed?",
        "The museum is closed on Mondays",
        "The museum is closed on Tuesdays",
    ),
}
TOPICS = tuple(FACTS)


def case(topic: str) -> dict[str, Any]:
    """The gold case of a topic."""
    passage, question, answer, _ = FACTS[topic]
    return {
        "case_id": topic,
        "question": question,
        "expected_claims": [
            {
                "claim_id": "e1",
                "text": f"{answer}.",
                "supporting_sources": [
                    {"document_id": topic, "document_revision": "2", "required_text": passage}
                ],
            }
        ],
    }


def system(topic: str, fault: Fault | None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The recorded answer to a topic's question, and the documents of the corpus that it was made from."""
    chunks = {name: _chunks(name, name == topic and fault == "chunking") for name in TOPICS}
    documents = [_document(name, "2", chunks[name]) for name in TOPICS if fault != "corpus" or name != topic]
    right = chunks[topic][-1]
    others = [chunks[name][0] for name in TOPICS if name != topic][:3]
    retrieved = [right, *others[:2]]
    if fault in ("corpus", "retrieval"):
        retrieved = others
    elif fault == "truncation":
        retrieved = [*others[:2], right]
    prompt = retrieved[:2]
    said = FACTS[topic][3 if fault == "wrong_claim" else 2]
    answer: dict[str, Any] = {
        "answer_id": f"{topic}-{fault or 'sound'}",
        "case_id": topic,
        "question": FACTS[topic][1],
        "text": f"{said} [{2 if fault == 'wrong_marker' else 1}].",
    }
    if fault == "stale_revision":
        old = {**right, "document_revision": "1"}
        documents.append({**_document(topic, "1", [old]), "status": "superseded", "superseded_by": "2"})
        prompt = retrieved = [old, *others[:1]]
    if fault == "tool_error":
        prompt = [
            {**right, "step_id": "s1", "text": "Error executing tool: connection timed out"},
            *others[:1],
        ]
        retrieved = prompt
        answer["tool_calls"] = [
            {"step_id": "s1", "name": "lookup", "status": "error", "result_chunk_ids": [right["chunk_id"]]}
        ]
    answer["retrieved_chunks"] = [{**chunk, "rank": rank} for rank, chunk in enumerate(retrieved, 1)]
    answer["prompt_chunks"] = prompt
    answer["citations"] = [
        {
            "citation_id": str(number),
            "marker": f"[{number}]",
            **{key: chunk[key] for key in ("document_id", "document_revision", "chunk_id")},
        }
        for number, chunk in enumerate(prompt, 1)
    ]
    return answer, documents


def _document(name: str, revision: str, chunks: list[dict[str, Any]]) -> dict[str, Any]:
    stored = [{"chunk_id": chunk["chunk_id"], "text": chunk["text"]} for chunk in chunks]
    return {"document_id": name, "document_revision": revision, "status": "current", "chunks": stored}


def _chunks(topic: str, cut: bool) -> list[dict[str, Any]]:
    """One chunk a document; `cut` parts it where its second sentence ends."""
    text = FACTS[topic][0]
    at = text.index(". ", text.index(". ") + 1) + 1 if cut else 0
    return [
        {"document_id": topic, "document_revision": "2", "chunk_id": f"c{number}", "text": piece.strip()}
        for number, piece in enumerate(filter(None, (text[:at], text[at:])), 1)
    ]
