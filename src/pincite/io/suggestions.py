"""The name that somebody probably meant."""

from __future__ import annotations

from collections.abc import Iterable

# Names that other tools use for the same thing; a spelling distance would never find these.
_OTHER_NAMES = {
    "answer": "text",
    "response": "text",
    "output": "text",
    "completion": "text",
    "content": "text",
    "answer_text": "text",
    "passage": "text",
    "query": "question",
    "user_input": "question",
    "input": "question",
    "contexts": "prompt_chunks",
    "context": "prompt_chunks",
    "passages": "prompt_chunks",
    "documents": "prompt_chunks",
    "docs": "prompt_chunks",
    "sources": "prompt_chunks",
    "chunks": "prompt_chunks",
    "retrieved_contexts": "prompt_chunks",
    "retrieved": "retrieved_chunks",
    "references": "citations",
    "annotations": "citations",
    "id": "answer_id",
    "doc_id": "document_id",
    "source_id": "document_id",
    "revision": "document_revision",
    "version": "document_revision",
    "url": "uri",
    "link": "uri",
    "quote": "quoted_span",
    "cited_text": "quoted_span",
    "page_number": "page",
    "valid_from": "effective_from",
    "valid_until": "effective_until",
    "valid_to": "effective_until",
    "date": "as_of",
    "events": "stream",
    "deltas": "stream",
    "tools": "tool_calls",
    "name": "title",
    "corpus": "document",
    "result": "summary",
}
_ID_NAMES = ("answer_id", "citation_id", "claim_id", "case_id", "chunk_id", "document_id", "step_id")


def snake(name: str) -> str:
    """`promptChunks` and `PromptChunks` as `prompt_chunks`."""
    parts: list[str] = []
    for place, letter in enumerate(name):
        if letter.isupper():
            if place and not parts[-1].endswith("_"):
                parts.append("_")
            parts.append(letter.lower())
        else:
            parts.append("_" if letter in "- " else letter)
    return "".join(parts)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that `name` most likely stands for, or None when nothing is close."""
    names = list(known)
    plain = snake(name[:80])
    if plain in names:
        return plain
    other = _OTHER_NAMES.get(plain)
    if other in names:
        return other
    if plain == "id":
        return next((entry for entry in _ID_NAMES if entry in names), None)
    from rapidfuzz import fuzz, process  # needed only once something is wrong

    best = process.extractOne(plain, names, scorer=fuzz.ratio, score_cutoff=75)
    return None if best is None else best[0]
