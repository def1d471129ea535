"""What LangChain's RAG chains return: the question, the answer and the documents under `context`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.delegation import delegated
from pincite.importers.passages import Passages, is_passage, passages
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.records import answer
from pincite.importers.said import answer_in, question_in
from pincite.io.rejection import RecordError

_CONTEXTS: Final = ("context", "source_documents", "documents")
_ANSWERS: Final = ("answer", "result", "output", "response")
_QUESTIONS: Final = ("input", "question", "query")


def recognises(payload: Any) -> bool:
    """An answer beside a list of LangChain documents."""
    place = At(payload)
    context = place.first(*_CONTEXTS)
    if not isinstance(payload, dict) or not place.first(*_ANSWERS):
        return False
    first = context[0]
    body = first["kwargs"] if first["lc"] else first
    return "page_content" in (body.value if isinstance(body.value, dict) else {}) and is_passage(first.value)


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of a result."""
    root = At(payload)
    root.object()
    context = root.first(*_CONTEXTS)
    said = root.first(*_ANSWERS)
    if not context:
        raise context.fault("array of documents")
    places = [context] if isinstance(context.value, str) else list(context.each())
    found = passages(places, sidecar)
    question = question_in(root.first(*_QUESTIONS, "chat_history").value)
    if isinstance(said.value, dict):
        for one in delegated("langchain", said.value, sidecar, {"$": said.path}):
            yield one if isinstance(one, RecordError) else _beside(one, found, question)
        return
    text = answer_in(said.value)
    if text is None:
        raise said.fault("string or message")
    record = answer(text, question=question, prompt_chunks=found.chunks)
    yield Imported(record, found.findings)


def _beside(one: Imported, found: Passages, question: str | None) -> Imported:
    """An answer that is a message, with the documents of the chain as what the model saw."""
    record = dict(one.record)
    if question is not None:
        record.setdefault("question", question)
    record["prompt_chunks"] = list(found.chunks)
    return Imported(record, (*one.findings, *found.findings))


IMPORTER: Final = Importer(
    name="langchain-rag",
    title="LangChain RAG results",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
)
