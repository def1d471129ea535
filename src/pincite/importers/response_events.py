"""The events of a streamed response (`response.output_text.delta`, ...) as the response that they tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.protocol import ImportFinding
from pincite.importers.records import whole_text
from pincite.importers.streams import Told, streamed, told_by
from pincite.io.rejection import RecordError

BETWEEN: Final = "\n\n"
"""What stands between two messages of one response when they are read as one answer."""

_ENDS: Final = ("response.completed", "response.incomplete", "response.failed")
_TEXTS: Final = ("response.output_text.", "response.content_part.", "response.refusal.")


def told(place: At) -> Iterator[Told | RecordError]:
    """Each response of a list of events; a new one begins with `response.created`."""
    return told_by(place, "response.created", _response)


class _Part:
    """What the events said of one text part."""

    def __init__(self) -> None:
        self.deltas: list[str] = []
        self.done: str | None = None
        self.refusal = False
        self.notes: dict[int, At] = {}


class _Account:
    """Everything that the events of one response said."""

    def __init__(self) -> None:
        self.parts: dict[tuple[int, int], _Part] = {}
        self.items: dict[int, dict[str, Any]] = {}
        self.object: dict[str, Any] = {}
        self.ended = False
        self.deltas: list[str] = []
        self.findings: list[ImportFinding] = []
        self._output: int | None = None

    def take(self, event: At) -> None:
        kind = event["type"].text()
        if kind in _ENDS:
            self.object, self.ended = event["response"].object(), True
        elif kind in ("response.created", "response.in_progress"):
            self.object = event["response"].object_or_empty() or self.object
        elif kind == "response.output_item.done":
            self.items[event["output_index"].integer()] = event["item"].object()
        elif kind in ("error", "response.error"):
            self.findings.append(ImportFinding("stream_error", "the stream reports an error", event.path))
        elif kind.startswith(_TEXTS):
            key = (event["output_index"].integer(), event["content_index"].integer())
            self._text(kind, event, key[0], self.parts.setdefault(key, _Part()))

    def _text(self, kind: str, event: At, output: int, part: _Part) -> None:
        part.refusal = part.refusal or kind.startswith("response.refusal.")
        if kind.endswith(".delta"):
            if self._output is not None and output != self._output:
                self.deltas.append(BETWEEN)
            self._output = output
            self.deltas.append(event["delta"].text())
            part.deltas.append(event["delta"].text())
        elif kind == "response.output_text.done":
            part.done = event["text"].text()
        elif kind == "response.refusal.done":
            part.done = event["refusal"].text()
        elif kind == "response.content_part.done":
            part.done = event["part"].first("text", "refusal").text_or_none() or part.done
        elif kind == "response.output_text.annotation.added" and event["annotation"]:
            self._note(event["annotation_index"].integer(), event["annotation"], part)

    def _note(self, index: int, note: At, part: _Part) -> None:
        note.object()
        before = part.notes.get(index)
        if before is not None and before.value != note.value:
            self._moved(note.path, before.value, note.value)
        part.notes[index] = note

    def _moved(self, path: str, before: Any, after: Any) -> None:
        message = "a citation came twice and not with the same numbers; the later ones count"
        self.findings.append(
            ImportFinding("citation_moved", message, path, {"before": before, "after": after})
        )

    # --- the response ---

    def response(self) -> dict[str, Any]:
        """The most final account of every item, with the citations that only the events have."""
        given = self.object.get("output") if self.ended else None
        items = dict(enumerate(given)) if isinstance(given, list) and given else dict(self.items)
        for output, content in self.parts:
            item = items.setdefault(output, {"type": "message", "role": "assistant", "content": []})
            if isinstance(item, dict) and isinstance(item.get("content"), list):
                items[output] = {**item, "content": self._content(output, content, item["content"])}
        return {**self.object, "output": [items[index] for index in sorted(items)]}

    def _content(self, output: int, index: int, content: list[Any]) -> list[Any]:
        part = self.parts[output, index]
        text = part.done if part.done is not None else whole_text(part.deltas)
        notes = [part.notes[number].value for number in sorted(part.notes)]
        if index >= len(content):
            made = {"type": "refusal", "refusal": text} if part.refusal else {
                "type": "output_text", "text": text, "annotations": notes,
            }  # fmt: skip
            return [*content, made]
        stored = content[index]
        if not isinstance(stored, dict) or not notes:
            return content
        kept = stored.get("annotations")
        if not kept:
            stored = {**stored, "annotations": notes}
            if stored.get("text") not in (None, whole_text(part.deltas)):
                stored = {**stored, "annotations": [_without_place(note) for note in notes]}
        elif isinstance(kept, list):
            for number, note in part.notes.items():
                if number < len(kept) and kept[number] != note.value:
                    self._moved(note.path, note.value, kept[number])
        return [*content[:index], stored, *content[index + 1 :]]


def _without_place(note: dict[str, Any]) -> dict[str, Any]:
    """A citation whose numbers count in a text that is not the final one."""
    return {key: item for key, item in note.items() if key not in ("index", "start_index", "end_index")}


def _response(events: list[At]) -> Told:
    account = _Account()
    for event in events:
        account.take(event)
    response = account.response()
    place = At(response, events[0].path)
    done = all(part.done is not None for part in account.parts.values()) and bool(account.parts)
    final = final_text(place) if account.ended or done else None
    return Told(place, streamed(account.deltas, final, where=place.path, findings=account.findings))


def final_text(place: At) -> str:
    """The whole text of a response: parts without a break, messages with a blank line between them."""
    messages = []
    for item in place["output"].each():
        if item["type"].value == "message":
            parts = (part.first("text", "refusal").text_or_none() or "" for part in item["content"].each())
            messages.append("".join(parts))
    return BETWEEN.join(messages)
