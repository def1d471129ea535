"""Chats of the OpenAI shape: their choices, and the chunks of streamed ones put together again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.protocol import Imported
from pincite.importers.records import whole_text
from pincite.importers.streams import Streamed, streamed
from pincite.io.rejection import RecordError

CHUNK: Final = "chat.completion.chunk"


class Choice:
    """One choice of a streamed chat: the contents of its deltas, and whether it came to its end."""

    def __init__(self) -> None:
        self.contents: list[At] = []
        self.annotations: list[At] = []
        self.finished = False

    def stream(self, texts: Iterable[str], where: str) -> Streamed:
        """The texts of its deltas as a stream; they are the whole answer if the choice came to its end."""
        pieces = [*texts]
        return streamed(pieces, whole_text(pieces) if self.finished else None, where=where)


class Chat:
    """One streamed chat. `last` holds, for every key of the chunks, its last value that is not null."""

    def __init__(self, place: At) -> None:
        self.place = place
        self.choices: dict[int, Choice] = {}
        self._last: dict[str, At] = {}

    def last(self, key: str) -> At:
        return self._last.get(key, At(None, f"{self.place.path}.{key}"))

    def take(self, chunk: At) -> None:
        for key, value in chunk.members():
            if value and value.value != []:
                self._last[key] = value
        for choice in chunk["choices"].each():
            known = self.choices.setdefault(choice["index"].integer_or_none() or 0, Choice())
            delta = choice["delta"]
            content = delta["content"]
            if content and content.value != "":
                known.contents.append(content)
            known.annotations += delta["annotations"].each_or_none()
            known.finished = known.finished or bool(choice["finish_reason"])


ReadChoice = Callable[[At, At, str | None], Imported]
"""Reads one choice: the chat, the choice, and the id of its answer."""

ReadStream = Callable[[Chat, Choice, str | None], Imported]
"""Reads one choice of a streamed chat: the chat, the choice, and the id of its answer."""


def records(
    payload: Any, read_choice: ReadChoice, read_stream: ReadStream
) -> Iterator[Imported | RecordError]:
    """One record a choice of a chat, or of each chat of a list of chunks.

    Raises RecordError for a payload without a choice.
    """
    place = At(payload)
    if isinstance(payload, list):
        for chat in chats(place):
            if isinstance(chat, RecordError):
                yield chat
            else:
                yield from _streamed(chat, read_stream)
        return
    place.object()
    choices = list(place["choices"].each())
    if not choices:
        raise RecordError(f"{place.path}.choices", expected="a choice", got="an empty array")
    for number, choice in enumerate(choices):
        try:
            name = _choice_id(place["id"].id_or_none(), number, len(choices) > 1)
            yield read_choice(place, choice, name)
        except RecordError as error:
            yield error


def _streamed(chat: Chat, read_stream: ReadStream) -> Iterator[Imported | RecordError]:
    for number in sorted(chat.choices):
        try:
            name = _choice_id(chat.last("id").id_or_none(), number, len(chat.choices) > 1)
            yield read_stream(chat, chat.choices[number], name)
        except RecordError as error:
            yield error


def chats(place: At) -> Iterator[Chat | RecordError]:
    """Each chat of a list of chunks; a new id begins a new one."""
    chunks = [event["data"] if isinstance(event["data"].value, dict) else event for event in place.each()]
    if not chunks:
        raise RecordError(place.path, expected="an array of chunks", got="an empty array")
    chat: Chat | None = None
    name: str | None = None
    for chunk in chunks:
        try:
            chunk.object()
            own = chunk["id"].id_or_none()
            if chat is not None and own is not None and name is not None and own != name:
                yield chat
                chat = None
            name = own or name
            chat = chat or Chat(chunk)
            chat.take(chunk)
        except RecordError as error:
            yield error
            return
    if chat is not None:
        yield chat


def chunks_of(payload: Any) -> list[dict[str, Any]]:
    """The chunks of a payload that is a streamed chat; empty for anything else."""
    if not isinstance(payload, list):
        return []
    chunks = [
        event["data"] if isinstance(event, dict) and isinstance(event.get("data"), dict) else event
        for event in payload
    ]
    if all(isinstance(one, dict) and one.get("object") == CHUNK for one in chunks):
        return chunks
    return []


def deltas_of(chunks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The deltas of chunks that may be anything."""
    for chunk in chunks:
        choices = chunk.get("choices")
        for choice in choices if isinstance(choices, list) else ():
            if isinstance(choice, dict) and isinstance(choice.get("delta"), dict):
                yield choice["delta"]


def messages_of(payload: Any) -> list[dict[str, Any]]:
    """The messages of a chat that may be anything; empty for what is no chat."""
    if not isinstance(payload, dict) or not isinstance(payload.get("choices"), list):
        return []
    found = [choice.get("message") for choice in payload["choices"] if isinstance(choice, dict)]
    return [one for one in found if isinstance(one, dict)]


def _choice_id(answer_id: str | None, index: int, several: bool) -> str | None:
    """The id of one choice's answer."""
    return f"{answer_id}/{index}" if several and answer_id is not None else answer_id
