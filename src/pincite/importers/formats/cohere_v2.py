"""Cohere v2 chat, whole or as a stream of events; with the request, what the model saw.

`start` and `end` are code points of the generated text `content[content_index]`, the end exclusive, although
the SDK says that they lie in the source; `text` repeats the answer, not the source. Citations of the plan or
of thoughts cover nothing that a reader sees and are counted, not kept.
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

_EVENTS: Final = ("message-", "content-", "citation-", "tool-", "debug")
_HIDDEN: Final = ("PLAN", "THINKING_CONTENT")


class _Message(Struct, frozen=True):
    """A message out of its envelope: contents by index; the streamed texts, None if it came whole."""

    contents: dict[int, At]
    citations: list[At]
    answer_id: str | None
    finish_reason: Any
    pieces: list[str] | None = None
    ended: bool = True


def recognises(payload: Any) -> bool:
    """A chat response, or the events of one."""
    if isinstance(payload, list):
        return (
            bool(payload)
            and all(
                isinstance(one, dict) and isinstance(one.get("type"), str) and one["type"].startswith(_EVENTS)
                for one in payload
            )
            and any(one["type"].partition("-")[0] in ("message", "content", "citation") for one in payload)
        )
    message = At(payload)["message"]
    return (
        message["role"].value == "assistant"
        and isinstance(message["content"].value, list)
        and "choices" not in payload
        and (isinstance(message["citations"].value, list) or "finish_reason" in payload)
    )


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of a chat response."""
    root = At(payload)
    message = _told(root) if isinstance(payload, list) else _whole(root)
    shown = _given(At(sidecar.request, "$request")) if sidecar.request is not None else None
    draft = Draft(sidecar, shown)
    places: dict[int, tuple[int, str]] = {}
    text = ""
    for index, one in sorted(message.contents.items()):
        if one["type"].value is None or one["type"].value == "text":
            own = whole_text([one["text"].text()])
            places[index] = (len(text), own)
            text += own
    if not text:
        raise root.fault("a message with a text content")
    hidden = 0
    for number, place in enumerate(message.citations, 1):
        if place["type"].value in _HIDDEN:
            hidden += 1
        else:
            _citation(place, number, places, text, draft)
    if hidden:
        told = f"{hidden} citations belong to the plan or to thoughts and are left out"
        draft.note("not_in_answer", told, root.path, citations=hidden)
    yield draft.imported(
        text,
        answer_id=message.answer_id,
        question=question_of(sidecar.request),
        stream=None if message.pieces is None else streamed(message.pieces, text if message.ended else None),
        metadata={"finish_reason": message.finish_reason},
    )


def _whole(root: At) -> _Message:
    message = root["message"]
    message.object()
    content = message["content"]
    contents = list(content.each()) if not isinstance(content.value, str) else [At({"text": content.value})]
    return _Message(
        dict(enumerate(contents)),
        list(message["citations"].each_or_none()),
        root["id"].id_or_none(),
        root["finish_reason"].value,
    )


def _told(root: At) -> _Message:
    contents: dict[int, dict[str, Any]] = {}
    citations: list[At] = []
    pieces: list[str] = []
    answer_id, finish, ended = None, None, False
    for event in root.each():
        kind = event["type"].text()
        message = event["delta"]["message"]
        answer_id = answer_id or event["id"].id_or_none()
        if kind in ("content-start", "content-delta"):
            content = message["content"]
            index = event["index"].integer_or_none() or 0
            own = contents.setdefault(index, {"type": "text", "text": ""})
            if content["type"]:
                own["type"] = content["type"].value
            piece = content["text"].text_or_none() or ""
            own["text"] += piece
            if piece and own["type"] == "text":
                pieces.append(piece)
        elif kind == "citation-start":
            # One object, despite the plural; a list is taken as well.
            found = message["citations"]
            citations += found.each() if isinstance(found.value, list) else [found]
        elif kind == "message-end":
            ended, finish = True, event["delta"]["finish_reason"].value
    told = {index: At(content, root.path) for index, content in contents.items()}
    return _Message(told, citations, answer_id, finish, pieces, ended)


def _citation(place: At, number: int, places: dict[int, tuple[int, str]], text: str, draft: Draft) -> None:
    index = place["content_index"].integer_or_none()
    if index is None:
        index = min(places)
    start, end = place["start"].integer_or_none(), place["end"].integer_or_none()
    covered = place["text"].text_or_none()
    offset, own = places.get(index, (0, text))
    span = reconciled(own, start, end, covered, where=place.path).shift(offset)
    told = False
    for position, source in enumerate(place["sources"].each_or_none(), 1):
        keys = _source(source, draft)
        name = f"c{number}" if position == 1 else f"c{number}.{position}"
        raw = {key: value for key, value in place.object().items() if key != "sources"}
        draft.cite(name, span=span.repeated() if told else span, raw=raw, **keys)
        told = True
    if not told:
        draft.findings += span.findings
        draft.note("no_source", "the citation names no source", place.path)


def _source(place: At, draft: Draft) -> dict[str, Any]:
    """Keep a source's text, and give the keys by which a citation names it."""
    name = place["id"].id_or_none() or place["document"]["id"].id_or_none()
    if name is None:
        draft.note("no_source", "the source has no id", place.path)
        return {}
    if draft.shows(name):
        return {"document_id": name}
    tool = place["type"].value == "tool" or place["tool_output"]
    fields = (place["tool_output"] if tool else place["document"]).object_or_empty()
    passage = fielded(name, fields, chunk_id="1", **({"step_id": _step(name)} if tool else {}))
    if passage is None:
        return draft.named(name, where=place.path)
    if draft.shown is None:
        return draft.passage(passage, where=place.path)
    # The service cites nothing but what the model was given, whatever the recorded request says.
    if not tool:
        told = "the source is none of the documents of the request"
        draft.note("not_in_request", told, place.path, id=name)
    return draft.show(passage)


def _step(name: str) -> str:
    """The tool call in the id of a result (`search_1:0`)."""
    call, _, number = name.rpartition(":")
    return call if call and number.isdigit() else name


def _given(request: At) -> list[dict[str, Any]] | None:
    """The documents and tool results of a request, in order; None if it has neither key."""
    messages = request["messages"]
    results = [
        message
        for message in (messages.each() if isinstance(messages.value, list) else ())
        if message["role"].value == "tool"
    ]
    if not request["documents"] and not results:
        return None
    found = []
    for number, one in enumerate(request["documents"].each_or_none()):
        found += _document(one, f"doc:{number}")
    for message in results:
        call = message.first("tool_call_id", "toolCallId").text()
        content = message["content"]
        parts = [content] if isinstance(content.value, str) else list(content.each())
        for number, part in enumerate(parts):
            inner = part["document"] if part["document"] else part
            found += [one | {"step_id": call} for one in _document(inner, f"{call}:{number}")]
    return found


def _document(place: At, default: str) -> list[dict[str, Any]]:
    if isinstance(place.value, str):
        return [{"document_id": default, "chunk_id": "1", "text": place.value}]
    fields = place.object()
    data = fields.get("data", {key: value for key, value in fields.items() if key not in ("id", "type")})
    inner = data if isinstance(data, dict) else {"text": data}
    name = place["id"].id_or_none() or At(inner)["id"].id_or_none() or default
    passage = fielded(name, inner, chunk_id="1")
    return [] if passage is None else [passage]


IMPORTER = Importer(
    name="cohere-v2",
    title="Cohere v2 chat",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
)
