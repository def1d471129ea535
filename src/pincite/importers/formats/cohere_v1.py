"""Cohere v1 chat, whole or as a stream of events.

`documents` are what the model saw; citations name them by id. Spans are code points of `text`, the end
exclusive, and repeat the answer's words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.fielded import fielded
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.questions import question_of
from pincite.importers.records import whole_text
from pincite.importers.spans import reconciled
from pincite.importers.streams import streamed
from pincite.io.rejection import RecordError

_EVENTS: Final = frozenset(
    ("stream-start", "search-queries-generation", "search-results", "text-generation", "citation-generation",
     "tool-calls-generation", "tool-calls-chunk", "stream-end", "debug")
)  # fmt: skip


class _Reply(Struct, frozen=True):
    """A reply out of its envelope; `pieces` are the streamed texts, `streamed` the streamed citations."""

    body: At
    text: str
    citations: list[At]
    pieces: list[str] | None = None
    streamed: list[At] | None = None
    ended: bool = True


def recognises(payload: Any) -> bool:
    """A chat response, or the events of one."""
    if isinstance(payload, list):
        kinds = [one.get("event_type") if isinstance(one, dict) else None for one in payload]
        return bool(kinds) and all(isinstance(one, str) and one in _EVENTS for one in kinds)
    if not isinstance(payload, dict) or not isinstance(payload.get("text"), str):
        return False
    citations = payload.get("citations")
    if isinstance(citations, list) and citations:
        return isinstance(citations[0], dict) and "document_ids" in citations[0]
    return "generation_id" in payload and ("finish_reason" in payload or "documents" in payload)


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of a chat response."""
    root = At(payload)
    if isinstance(payload, list):
        reply = _told(root)
    else:
        reply = _Reply(root, root["text"].text(), list(root["citations"].each_or_none()))
    if not reply.text:
        raise reply.body["text"].fault("a text that is not empty")
    request = At(sidecar.request, "$request")
    documents = request["documents"] if request["documents"] else reply.body["documents"]
    draft = Draft(sidecar, _shown(documents) if documents else None)
    for number, place in enumerate(reply.citations, 1):
        _citation(place, number, reply.text, draft)
    if reply.streamed is not None and _places(reply.streamed) != _places(reply.citations):
        draft.note(
            "citations_moved",
            "the streamed citations are not those of the final reply, which count",
            root.path,
        )
    yield draft.imported(
        reply.text,
        answer_id=reply.body["generation_id"].id_or_none() or reply.body["response_id"].id_or_none(),
        question=question_of(sidecar.request),
        stream=None if reply.pieces is None else streamed(reply.pieces, reply.text if reply.ended else None),
        metadata={"finish_reason": reply.body["finish_reason"].value},
    )


def _told(root: At) -> _Reply:
    pieces: list[str] = []
    citations: list[At] = []
    documents: Any = None
    body: At | None = None
    for event in root.each():
        kind = event["event_type"].text()
        if kind == "text-generation":
            pieces.append(event["text"].text())
        elif kind == "citation-generation":
            citations += event["citations"].each_or_none()
        elif kind == "search-results" and event["documents"]:
            documents = event["documents"].value
        elif kind == "stream-end":
            body = event["response"]
    if body is None or not body["text"]:
        begun = At({"documents": documents}, root.path)
        return _Reply(begun, whole_text(pieces), citations, pieces, None, body is not None)
    final = list(body["citations"].each_or_none())
    return _Reply(body, body["text"].text(), final, pieces, citations)


def _places(citations: list[At]) -> list[tuple[Any, ...]]:
    """Where citations stand and what they name, to compare two lists of them."""
    rows = [
        (str(one["start"].value), str(one["end"].value), str(one["document_ids"].value)) for one in citations
    ]
    return sorted(rows)


def _shown(documents: At) -> list[dict[str, Any]]:
    found = []
    for number, place in enumerate(documents.each()):
        fields = place.object() if not isinstance(place.value, str) else {"text": place.value}
        name = At(fields, place.path)["id"].id_or_none() or f"doc_{number}"
        passage = fielded(name, fields, chunk_id="1")
        if passage is not None:
            found.append(passage)
    return found


def _citation(place: At, number: int, text: str, draft: Draft) -> None:
    start, end = place["start"].integer_or_none(), place["end"].integer_or_none()
    span = reconciled(text, start, end, place["text"].text_or_none(), where=place.path)
    if place["type"].value == "PLAN":
        draft.note("not_in_answer", "the citation belongs to the plan and is left out", place.path)
        return
    names = list(place["document_ids"].each_or_none())
    for position, one in enumerate(names):
        name = one.id_or_none()
        if name is None:
            raise one.fault("the id of a document")
        own = f"c{number}" if position == 0 else f"c{number}.{position + 1}"
        keys: dict[str, Any] = {"document_id": name}
        if not draft.shows(name):
            if draft.shown is not None:
                told = "the citation names a document that is not listed"
                draft.note("dangling_reference", told, one.path, id=name)
            else:
                keys = draft.named(name, where=one.path)
        draft.cite(own, span=span if position == 0 else span.repeated(), raw=place.value, **keys)
    if not names:
        draft.findings += span.findings
        draft.note("no_source", "the citation names no document", place.path)


IMPORTER = Importer(
    name="cohere-v1",
    title="Cohere v1 chat",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
)
