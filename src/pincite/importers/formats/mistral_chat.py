"""Mistral chat: pieces of text, each followed by the references that support it.

A reference has ids and no offsets; the ids are keys of the tool result that the caller gave the model, so the
evidence is in the request (`--request`), not in the payload.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pincite.importers.at import At
from pincite.importers.chat_chunks import Chat, Choice, chunks_of, deltas_of, messages_of, records
from pincite.importers.points import Point, pointed
from pincite.importers.protocol import REQUEST_PATH, Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer, chunk, joined, question_of, revision_of
from pincite.importers.references import point, referenced
from pincite.importers.streams import Streamed
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """A chat whose content comes in pieces."""
    found = list(deltas_of(chunks_of(payload))) if isinstance(payload, list) else messages_of(payload)
    return any(isinstance(one.get("content"), list) for one in found)


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a choice."""

    def choice(place: At, one: At, name: str | None) -> Imported:
        content = one["message"]["content"]
        if not isinstance(content.value, str | list):
            raise content.fault("a string or an array of pieces")
        return _imported(place, name, [content], sidecar)

    def streamed(chat: Chat, one: Choice, name: str | None) -> Imported:
        texts = (referenced([content]).text for content in one.contents)
        stream = one.stream(filter(None, texts), chat.place.path)
        return _imported(chat.place, name, one.contents, sidecar, stream)

    return records(payload, choice, streamed)


IMPORTER = Importer(
    name="mistral-chat",
    title="Mistral chat, with references",
    recognises=recognises,
    read=read,
    carries_evidence="no",
)


def _imported(
    place: At, answer_id: str | None, contents: list[At], sidecar: Sidecar, stream: Streamed | None = None
) -> Imported:
    content = referenced(contents)
    table, complete = _results(sidecar)
    findings: list[ImportFinding] = list(stream.findings if stream is not None else ())
    points: list[Point] = []
    missing: list[str] = []
    for index, piece in content.pieces:
        if piece["type"].text() != "reference":
            continue
        for one in piece["reference_ids"].each():
            key = one.id_or_none()
            if key is None:
                raise one.fault("string or integer")
            known = table.get(key)
            if known is None:
                missing.append(key)
            points.append(point(index, known[0]["document_id"] if known else f"reference-{key}", piece))
    passages = [one for key in table for one in table[key]]
    for key in dict.fromkeys(missing):
        passages += joined(sidecar, f"reference-{key}") or [
            {**one, "document_id": f"reference-{key}"} for one in joined(sidecar, key)
        ]
    stored = {one["document_id"] for one in passages}
    bare = [key for key in dict.fromkeys(missing) if f"reference-{key}" not in stored]
    if bare:
        message = (
            "the evidence of a reference is in the tool result, which is not at hand: give it with --request"
        )
        findings.append(ImportFinding("no_evidence_text", message, place.path, {"references": bare[:20]}))
    cited, more = pointed(content.text, points, "reference")
    record = answer(
        content.text,
        answer_id=answer_id,
        question=question_of(sidecar.request),
        prompt_chunks=passages if complete and not missing else None,
        retrieved_chunks=None if complete and not missing else passages or None,
        citations=cited or None,
        stream=None if stream is None else stream.stream,
        metadata={
            "model": place["model"].text_or_none(),
            "import": None if stream is None else stream.metadata,
        },
    )
    return Imported(record, (*findings, *more))


def _results(sidecar: Sidecar) -> tuple[dict[str, list[dict[str, Any]]], bool]:
    """Reference id -> passages, from a tool's result or from the request that holds it; and whether any."""
    table: dict[str, list[dict[str, Any]]] = {}
    for request in sidecar.requests:
        if not isinstance(request, dict):
            continue
        if not isinstance(request.get("messages"), list):
            _add(At(request, REQUEST_PATH), table)
            continue
        for message in At(request, REQUEST_PATH)["messages"].each():
            content = message["content"].value
            if message["role"].value != "tool" or not isinstance(content, str):
                continue
            try:
                value = json.loads(content)
            except (ValueError, RecursionError):
                continue
            _add(At(value, f"{message['content'].path}"), table)
    return table, bool(table)


def _add(place: At, table: dict[str, list[dict[str, Any]]]) -> None:
    """The entries of a tool result: an object by reference id, or an array whose places are the ids."""
    if isinstance(place.value, list):
        entries = [(str(index), one) for index, one in enumerate(place.each())]
    elif isinstance(place.value, dict):
        entries = list(place.members())
    else:
        return
    for key, entry in entries:
        texts = _texts(entry)
        if texts and key not in table:
            url, published = entry["url"].text_or_none(), entry["date"].text_or_none()
            document_id = url or entry["id"].id_or_none() or f"reference-{key}"
            table[key] = [
                chunk(
                    text,
                    document_id,
                    document_revision=revision_of(entry.value),
                    chunk_id=str(number) if len(texts) > 1 else key,
                    title=entry["title"].text_or_none(),
                    uri=url,
                    metadata={"published": published} if published else None,
                )
                for number, text in enumerate(texts, 1)
            ]


def _texts(entry: At) -> list[str]:
    """The passages of an entry: its snippets, however nested, else its text."""
    if isinstance(entry.value, str):
        return [entry.value]
    found: list[str] = []
    left = [entry.first("snippets", "text", "content")]
    while left:
        one = left.pop()
        if isinstance(one.value, str):
            found.append(one.value)
        elif isinstance(one.value, list):
            left += reversed([*one.each()])
        elif isinstance(one.value, dict):
            left.append(one.first("text", "content"))
    return found
