"""Azure OpenAI On Your Data: chat completions with a context, whole, streamed, or of older versions.

`[doc1]` in the answer is the first of `context.citations`. These are all passages that the model was given,
cited or not, so the record's citations are made from the markers. Before 2024 citations and intent stood as
JSON text in a message of the role `tool`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.literals import parsed
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.questions import question_of
from pincite.importers.records import chunk, compact, revision_of, whole_text
from pincite.importers.streams import Streamed, streamed
from pincite.io.rejection import RecordError

_MARKER: Final = re.compile(r"\[doc([0-9]{1,4})\]")


class _Message(Struct, frozen=True):
    """An assistant's message out of its envelope, with the place of its context."""

    text: str
    context: At
    stream: Streamed | None = None
    finish_reason: Any = None


def recognises(payload: Any) -> bool:
    """A completion with a context of citations, or the chunks of one."""
    if isinstance(payload, list):
        return (
            bool(payload)
            and all(isinstance(one, dict) and isinstance(one.get("choices"), list) for one in payload)
            and any(_has_context(At(one)["choices"][0]["delta"]) for one in payload)
        )
    choice = At(payload)["choices"][0]
    return _has_context(choice["message"]) or _tool_message(choice["messages"]) is not None


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a choice."""
    root = At(payload)
    if isinstance(payload, list):
        yield _record(_streamed(root), root, root[0]["id"].id_or_none(), sidecar)
        return
    answer_id = root["id"].id_or_none()
    for number, choice in enumerate(root["choices"].each(), 1):
        own = answer_id if number == 1 or answer_id is None else f"{answer_id}#{number}"
        try:
            yield _record(_whole(choice), root, own, sidecar)
        except RecordError as error:
            yield error


def _whole(choice: At) -> _Message:
    message = choice["message"]
    if choice["messages"] and not message:
        message = next(
            (one for one in choice["messages"].each() if one["role"].value == "assistant"), message
        )
        context = _tool_message(choice["messages"])
    else:
        context = message["context"]
        if not context["citations"]:
            context = _tool_message(context["messages"]) or context
    text = message["content"].text()
    if context is None or not context["citations"]:
        raise message["context"]["citations"].fault("an array of citations")
    return _Message(text, context, None, choice.cased("finishReason").value)


def _streamed(root: At) -> _Message:
    pieces: list[str] = []
    context: At | None = None
    finish: Any = None
    for event in root.each():
        choice = event["choices"][0]
        delta = choice["delta"]
        if delta["context"]:
            found = delta["context"]
            found = found if found["citations"] else (_tool_message(found["messages"]) or found)
            context = found if context is None or found["citations"] else context
        piece = delta["content"].text_or_none()
        if piece and delta["role"].value != "tool":
            pieces.append(piece)
        finish = finish or choice.cased("finishReason").value
    if context is None:
        raise root.fault("a chunk with a context")
    text = whole_text(pieces)
    return _Message(text, context, streamed(pieces, text if finish else None, where=root.path), finish)


def _record(message: _Message, root: At, answer_id: str | None, sidecar: Sidecar) -> Imported:
    if not message.text:
        raise root["choices"].fault("a message with a text")
    places = list(message.context["citations"].each())
    shown = [_passage(place, number) for number, place in enumerate(places, 1)]
    draft = Draft(sidecar, shown)
    _retrieved(message.context.cased("allRetrievedDocuments"), draft)
    for number in dict.fromkeys(int(one) for one in _MARKER.findall(message.text)):
        keys: dict[str, Any] = {}
        if 1 <= number <= len(shown):
            keys = {
                key: shown[number - 1].get(key) for key in ("document_id", "document_revision", "chunk_id")
            }
            keys["uri"] = shown[number - 1].get("uri")
        else:
            told = f"the marker [doc{number}] names none of the {len(shown)} citations"
            draft.note("dangling_reference", told, message.context["citations"].path, index=number)
            continue
        draft.cite(f"doc{number}", marker=f"[doc{number}]", **compact(**keys))
    return draft.imported(
        message.text,
        answer_id=answer_id,
        question=question_of(sidecar.request),
        stream=message.stream,
        metadata={
            "model": root["model"].value,
            "finish_reason": message.finish_reason,
            "intent": parsed(message.context["intent"].value),
        },
    )


def _passage(place: At, number: int) -> dict[str, Any]:
    """A passage; its file names the document, and the number within the file the chunk."""
    about = place["metadata"].value
    url, path = place["url"].text_or_none(), place.first("filepath", "filePath").text_or_none()
    title = place["title"].text_or_none()
    name = path or url or title or place["id"].id_or_none() or f"doc-{number}"
    chunk_id = place.cased("chunkId").id_or_none() or str(number)
    keys = compact(document_revision=revision_of(about), chunk_id=chunk_id, title=title, uri=url)
    return chunk(place["content"].text(), name, **keys)


def _retrieved(documents: At, draft: Draft) -> None:
    """Everything that the search found, before filters; only some versions repeat the texts."""
    without = 0
    for rank, place in enumerate(documents.each_or_none(), 1):
        if place["content"]:
            draft.found.append(_passage(place, rank) | _ranked(place, rank))
        else:
            without += 1
    if without:
        told = f"{without} retrieved documents come without their text and are left out"
        draft.note("retrieved_without_text", told, documents.path, documents=without)


def _ranked(place: At, rank: int) -> dict[str, Any]:
    score = place.cased("rerankScore").number_or_none()
    if score is None:
        score = place.cased("originalSearchScore").number_or_none()
    reason = place.cased("filterReason").value
    queries = place.cased("searchQueries").value
    return compact(
        rank=rank, score=score, metadata=compact(filter_reason=reason, search_queries=queries or None)
    )


def _tool_message(messages: At) -> At | None:
    """The context that a message of the role `tool` holds as JSON text."""
    if not isinstance(messages.value, list):
        return None
    for one in messages.each():
        content = one["content"]
        if one["role"].value == "tool" and isinstance(content.value, str):
            found = At(parsed(content.value), content.path)
            if isinstance(found["citations"].value, list):
                return found
    return None


def _has_context(message: At) -> bool:
    context = message["context"]
    return isinstance(context["citations"].value, list) or _tool_message(context["messages"]) is not None


IMPORTER = Importer(
    name="azure-on-your-data",
    title="Azure OpenAI On Your Data",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
)
