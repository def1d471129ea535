"""The events of a streamed Anthropic message as the message that they tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pincite.importers.at import At
from pincite.importers.protocol import ImportFinding
from pincite.importers.records import whole_text
from pincite.importers.streams import Told, streamed, told_by
from pincite.io.rejection import RecordError


def told(place: At) -> Iterator[Told | RecordError]:
    """Each message of a list of events; a new one begins with `message_start`."""
    return told_by(place, "message_start", _message)


class _Block:
    """A content block: as it began, and what its deltas added."""

    def __init__(self, place: At) -> None:
        self.begun = place.object()
        self.texts: list[str] = []
        self.citations: list[Any] = [one.value for one in place["citations"].each_or_none()]
        if place["type"].value == "text":
            first = place["text"].text_or_none()
            self.texts += [first] if first else []

    def whole(self) -> dict[str, Any]:
        if self.begun.get("type") != "text":
            return self.begun
        return {**self.begun, "text": whole_text(self.texts), "citations": self.citations}


def _message(events: list[At]) -> Told:
    message: dict[str, Any] = {"type": "message", "role": "assistant"}
    blocks: dict[int, _Block] = {}
    deltas: list[str] = []
    findings: list[ImportFinding] = []
    ended = False
    for event in events:
        kind = event["type"].text()
        if kind == "message_start":
            message |= event["message"].object()
        elif kind == "content_block_start":
            block = blocks[event["index"].integer()] = _Block(event["content_block"])
            deltas += block.texts
        elif kind == "content_block_delta":
            _add(event, blocks, deltas)
        elif kind == "message_delta":
            message |= event["delta"].object_or_empty()
        elif kind == "message_stop":
            ended = True
        elif kind == "error":
            findings.append(ImportFinding("stream_error", "the stream reports an error", event.path))
    message["content"] = [blocks[index].whole() for index in sorted(blocks)]
    final = "".join(one.get("text") or "" for one in message["content"] if one.get("type") == "text")
    place = At(message, events[0].path)
    return Told(place, streamed(deltas, final if ended else None, where=place.path, findings=findings))


def _add(event: At, blocks: dict[int, _Block], deltas: list[str]) -> None:
    """A delta; one for a block that never began begins it as a text."""
    index, delta = event["index"].integer(), event["delta"]
    kind = delta["type"].text()
    if kind not in ("text_delta", "citations_delta"):
        return
    block = blocks.setdefault(index, _Block(At({"type": "text"}, event.path)))
    if kind == "text_delta":
        text = delta["text"].text()
        block.texts.append(text)
        deltas.append(text)
    else:
        block.citations.append(delta["citation"].object())
