"""Perplexity Sonar chat: `[n]` in the text is the n-th page of the list beside it, counted from 1.

The list holds what was consulted, and its snippets are search snippets, not the pages. The list can be empty
or cut while the text still has the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pincite.importers.at import At
from pincite.importers.chat_chunks import Chat, chats, choice_id, chunks_of, messages_of
from pincite.importers.consulted import Page, consulted, listed
from pincite.importers.links import plain_url
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer, question_of
from pincite.importers.streams import Streamed, streamed
from pincite.io.rejection import RecordError

_LISTS = ("search_results", "citations")


def recognises(payload: Any) -> bool:
    """A chat with a list of pages at its top level."""
    chunks = chunks_of(payload)
    if chunks:
        return any(isinstance(chunk.get(key), list) for chunk in chunks for key in _LISTS)
    return (
        isinstance(payload, dict)
        and str(payload.get("object", "")).startswith("chat.completion")
        and bool(messages_of(payload))
        and any(isinstance(payload.get(key), list) for key in _LISTS)
    )


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a choice."""
    place = At(payload)
    if isinstance(payload, list):
        for chat in chats(place):
            if isinstance(chat, RecordError):
                yield chat
            else:
                yield from _streamed(chat, sidecar)
        return
    place.object()
    choices = list(place["choices"].each())
    if not choices:
        raise RecordError(f"{place.path}.choices", expected="a choice", got="an empty array")
    for number, choice in enumerate(choices):
        try:
            text = choice["message"]["content"].text()
            name = choice_id(place["id"].id_or_none(), number, len(choices) > 1)
            yield _imported(place, name, text, place["citations"], place["search_results"], sidecar)
        except RecordError as error:
            yield error


IMPORTER = Importer(
    name="perplexity-chat",
    title="Perplexity Sonar chat",
    recognises=recognises,
    read=read,
    carries_evidence="partly",
)


def _streamed(chat: Chat, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    for number in sorted(chat.choices):
        choice = chat.choices[number]
        try:
            deltas = [content.text() for content in choice.contents]
            whole = "".join(deltas)
            stream = streamed(deltas, whole if choice.finished else None, where=chat.place.path)
            name = choice_id(chat.last("id").id_or_none(), number, len(chat.choices) > 1)
            lists = chat.last("citations"), chat.last("search_results")
            yield _imported(chat.place, name, stream.text, *lists, sidecar, stream)
        except RecordError as error:
            yield error


def _imported(
    place: At,
    answer_id: str | None,
    text: str,
    urls: At,
    results: At,
    sidecar: Sidecar,
    stream: Streamed | None = None,
) -> Imported:
    pages = [
        Page(
            plain_url(one["url"].text()),
            one["title"].text_or_none(),
            one["snippet"].text_or_none(),
            one["last_updated"].text_or_none(),
            one["date"].text_or_none(),
        )
        for one in results.each_or_none()
    ]
    numbers = listed([one.text() for one in urls.each_or_none()], pages)
    found = consulted(text, numbers, sidecar, where=place.path)
    findings: tuple[ImportFinding, ...] = stream.findings if stream is not None else ()
    record = answer(
        text,
        answer_id=answer_id,
        question=question_of(sidecar.request),
        prompt_chunks=None,
        retrieved_chunks=found.passages or None,
        citations=found.citations or None,
        stream=None if stream is None else stream.stream,
        metadata={
            "model": place["model"].text_or_none(),
            "import": None if stream is None else stream.metadata,
        },
    )
    return Imported(record, (*findings, *found.findings))
