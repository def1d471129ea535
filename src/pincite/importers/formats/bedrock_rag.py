"""Bedrock knowledge bases: RetrieveAndGenerate, its stream, and the attribution of InvokeAgent.

A span ends on its last character and its unit is documented nowhere, so every span is measured against the
text that it repeats. A part of the answer without references is uncited. Only cited passages are in the
payload, so what else the model saw is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.questions import question_of
from pincite.importers.records import chunk, compact, revision_of, whole_text
from pincite.importers.spans import reconciled
from pincite.importers.streams import streamed
from pincite.io.rejection import RecordError

_PREFIX: Final = "x-amz-bedrock-kb-"
_PLACES: Final = ("uri", "url", "id", "query")


class _Reply(Struct, frozen=True):
    """A reply out of its envelope; `pieces` are the streamed texts, None if it came whole."""

    text: str
    citations: list[At]
    session: str | None = None
    guardrail: Any = None
    pieces: list[str] | None = None


def recognises(payload: Any) -> bool:
    """A response, or the events of a stream."""
    if isinstance(payload, list):
        return (
            bool(payload)
            and all(isinstance(one, dict) and _is_event(one) for one in payload)
            and any("output" in one or "chunk" in one for one in payload)
        )
    root = At(payload)
    if not isinstance(root["output"]["text"].value, str):
        return False
    first = root["citations"][0]
    return "sessionId" in payload or bool(first["generatedResponsePart"] or first["retrievedReferences"])


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of a reply."""
    root = At(payload)
    if isinstance(payload, list):
        reply = _told(root)
    else:
        reply = _Reply(
            root["output"]["text"].text(),
            list(root["citations"].each_or_none()),
            root["sessionId"].id_or_none(),
            root["guardrailAction"].value,
        )
    if not reply.text:
        raise root["output"]["text"].fault("a text that is not empty")
    draft = Draft(sidecar)
    if reply.guardrail in ("INTERVENED", "INTERVENE"):
        draft.note("guardrail_intervened", "a guardrail replaced the answer or parts of it", root.path)
    for number, place in enumerate(reply.citations, 1):
        _citation(place, number, reply.text, draft)
    yield draft.imported(
        reply.text,
        question=question_of(sidecar.request),
        # No event says that the stream is over.
        stream=None if reply.pieces is None else streamed(reply.pieces, reply.text),
        metadata={"session_id": reply.session, "guardrail_action": reply.guardrail},
    )


def _told(root: At) -> _Reply:
    pieces: list[str] = []
    citations: list[At] = []
    guardrail: Any = None
    for event in root.each():
        if event["output"]:
            pieces.append(event["output"]["text"].text())
        elif event["chunk"]:
            said = event["chunk"]["bytes"].text_or_none() or event["chunk"]["text"].text_or_none()
            pieces.append(said or "")
            citations += event["chunk"]["attribution"]["citations"].each_or_none()
        elif event["citation"]:
            # The inner citation is an older copy of the fields beside it: read one of them, not both.
            own = event["citation"]
            flat = own["generatedResponsePart"] or own["retrievedReferences"]
            citations.append(own if flat else own["citation"])
        elif event["guardrail"]:
            guardrail = event["guardrail"]["action"].value
        else:
            failed = next((key for key in event.object() if key.endswith("Exception")), None)
            if failed is not None:
                raise RecordError(event.path, expected="events to the end", got=f"the error {failed}")
    return _Reply(whole_text(pieces), citations, None, guardrail, pieces)


def _citation(place: At, number: int, text: str, draft: Draft) -> None:
    part = place["generatedResponsePart"]["textResponsePart"]
    start = part["span"]["start"].integer_or_none()
    end = part["span"]["end"].integer_or_none()
    covered = part["text"].text_or_none()
    where = part.path if part else place.path
    span = reconciled(text, start, end, covered, inclusive=True, where=where)
    raw = part["span"].value
    references = list(place["retrievedReferences"].each_or_none())
    for position, one in enumerate(references, 1):
        keys = _reference(one, f"{number}.{position}", draft)
        name = f"c{number}" if position == 1 else f"c{number}.{position}"
        draft.cite(name, span=span if position == 1 else span.repeated(), raw=raw, **keys)


def _reference(place: At, number: str, draft: Draft) -> dict[str, Any]:
    """Keep the text of a reference, and give the keys by which a citation names it."""
    about = place["metadata"].object_or_empty()
    address = _address(place["location"]) or _string(about.get(f"{_PREFIX}source-uri"))
    content = place["content"]
    text = content["text"].text_or_none() or _row(content["row"])
    page = place["metadata"][f"{_PREFIX}document-page-number"].integer_or_none()
    keys = compact(
        document_revision=revision_of(about),
        chunk_id=_string(about.get(f"{_PREFIX}chunk-id")),
        uri=address,
        title=_string(about.get("title")),
        page=page,
    )
    name = address or keys.get("chunk_id") or f"reference-{number}"
    if not text:
        kind = content["type"].value
        if kind not in (None, "TEXT"):
            draft.note("not_text", f"the evidence is of the type {kind}", content.path, type=kind)
        return draft.named(name, where=place.path, **keys)
    own = {key: value for key, value in about.items() if not key.startswith(_PREFIX)}
    return draft.passage(chunk(text, name, **keys, **compact(metadata=own)), where=place.path)


def _address(location: At) -> str | None:
    """The address or id in a location, whatever its kind."""
    for _, kind in location.members() if location else ():
        if isinstance(kind.value, dict):
            found = next((kind[key].value for key in _PLACES if kind[key]), None)
            if isinstance(found, str) and found:
                return found
    return None


def _row(place: At) -> str | None:
    """A row of a table as text, one column a line."""
    lines = []
    for column in place.each_or_none():
        name, value = column["columnName"].text_or_none(), column["columnValue"].value
        lines.append(f"{name}: {value}" if name else str(value))
    return "\n".join(lines) or None


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _is_event(event: dict[str, Any]) -> bool:
    if isinstance(event.get("output"), dict):
        return isinstance(event["output"].get("text"), str)
    if isinstance(event.get("citation"), dict):
        return any(key in event["citation"] for key in ("citation", "generatedResponsePart"))
    return (
        isinstance(event.get("chunk"), dict) and bool({"bytes", "attribution"} & event["chunk"].keys())
    ) or any(key in ("guardrail", "trace") or key.endswith("Exception") for key in event)


IMPORTER = Importer(
    name="bedrock-rag",
    title="Bedrock RetrieveAndGenerate and InvokeAgent",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
)
