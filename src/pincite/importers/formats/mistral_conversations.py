"""Mistral conversations and agents: messages in pieces, with references to what a tool found.

A `tool_reference` follows the text that it supports. It names a page or a file; its text is not in the
payload.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.evidence.addresses import is_web_address
from pincite.importers.at import At
from pincite.importers.links import plain_url
from pincite.importers.points import pointed
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer, joined, question_of
from pincite.importers.references import point, referenced
from pincite.importers.streams import Streamed, streamed
from pincite.io.rejection import RecordError

_OUTPUT: Final = "message.output"
_DELTA: Final = "message.output.delta"


def recognises(payload: Any) -> bool:
    """An entry with an assistant's message, a whole conversation's outputs, or their events."""
    if isinstance(payload, list):
        kinds = [one.get("type") if isinstance(one, dict) else None for one in map(_event, payload)]
        return bool(kinds) and str(kinds[0]).startswith(("conversation.response", _DELTA))
    if not isinstance(payload, dict):
        return False
    outputs = payload.get("outputs")
    if isinstance(outputs, list):
        return any(isinstance(one, dict) and one.get("type") == _OUTPUT for one in outputs)
    return payload.get("type") == _OUTPUT


def _event(event: Any) -> Any:
    inside = event.get("data") if isinstance(event, dict) else None
    return inside if isinstance(inside, dict) else event


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a message."""
    place = At(payload)
    if isinstance(payload, list):
        yield from _streamed(place, sidecar)
        return
    place.object()
    outputs = place["outputs"].each() if place["outputs"] else iter((place,))
    found = 0
    for output in outputs:
        if output["type"].text() == _OUTPUT:
            found += 1
            try:
                yield _imported(output, output["id"].id_or_none(), [output["content"]], sidecar)
            except RecordError as error:
                yield error
    if not found:
        raise RecordError(f"{place.path}.outputs", expected="a message.output entry", got="none")


IMPORTER = Importer(
    name="mistral-conversations",
    title="Mistral conversations and agents",
    recognises=recognises,
    read=read,
    carries_evidence="no",
)


def _imported(
    place: At, answer_id: str | None, contents: list[At], sidecar: Sidecar, stream: Streamed | None = None
) -> Imported:
    for one in contents:
        if not isinstance(one.value, str | list | dict):
            raise one.fault("a string or an array of pieces")
    content = referenced(contents)
    findings: list[ImportFinding] = list(stream.findings if stream is not None else ())
    points = []
    passages: dict[str, list[dict[str, Any]]] = {}
    for index, piece in content.pieces:
        kind = piece["type"].text()
        if kind == "tool_file":
            message = "the answer names a file that it made, which is no evidence"
            findings.append(ImportFinding("generated_file", message, piece.path))
        if kind != "tool_reference":
            continue
        title, url = piece["title"].text_or_none(), piece["url"].text_or_none()
        document_id = plain_url(url) if url else title or piece["tool"].text()
        points.append(point(index, document_id, piece, title))
        if document_id not in passages:
            passages[document_id] = joined(sidecar, document_id, uri=url, title=None if url else title)
    bare = [name for name, stored in passages.items() if not stored]
    if bare:
        message = "the payload holds no text of a cited source"
        findings.append(ImportFinding("no_evidence_text", message, place.path, {"sources": bare[:20]}))
    cited, more = pointed(content.text, points, "reference")
    for citation in cited:
        if is_web_address(citation["document_id"]):
            citation["uri"] = citation["document_id"]
    record = answer(
        content.text,
        answer_id=answer_id,
        question=question_of(sidecar.request),
        prompt_chunks=None,
        retrieved_chunks=[one for stored in passages.values() for one in stored] or None,
        citations=cited or None,
        stream=None if stream is None else stream.stream,
        metadata={
            "model": place["model"].text_or_none(),
            "import": None if stream is None else stream.metadata,
        },
    )
    return Imported(record, (*findings, *more))


def _streamed(place: At, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """Messages put together from their deltas, which carry text, single references, or lists of both."""
    contents: dict[str, list[At]] = {}
    first: dict[str, At] = {}
    ended = False
    for event in place.each():
        own = event["data"] if isinstance(event["data"].value, dict) else event
        kind = own["type"].text()
        if kind == _DELTA:
            name = own["id"].id_or_none() or ""
            first.setdefault(name, own)
            if own["content"]:
                contents.setdefault(name, []).append(own["content"])
        elif kind == "conversation.response.done":
            ended = True
    if not contents:
        raise RecordError(place.path, expected=f"an event of type {_DELTA}", got="none")
    for name, pieces in contents.items():
        try:
            texts = [text for piece in pieces if (text := referenced([piece]).text)]
            stream = streamed(texts, "".join(texts) if ended else None, where=place.path)
            yield _imported(first[name], name or None, pieces, sidecar, stream)
        except RecordError as error:
            yield error
