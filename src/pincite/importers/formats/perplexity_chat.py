"""Perplexity Sonar chat: `[n]` in the text is the n-th page of the list beside it, counted from 1.

The list holds what was consulted, and its snippets are search snippets, not the pages. The list can be empty
or cut while the text still has the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pincite.importers.at import At
from pincite.importers.chat_chunks import Chat, Choice, chunks_of, messages_of, records
from pincite.importers.consulted import consulted, listed, page_of
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer, question_of
from pincite.importers.streams import Streamed
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

    def choice(place: At, one: At, name: str | None) -> Imported:
        text = one["message"]["content"].text()
        return _imported(place, name, text, place["citations"], place["search_results"], sidecar)

    def streamed(chat: Chat, one: Choice, name: str | None) -> Imported:
        stream = one.stream((content.text() for content in one.contents), chat.place.path)
        lists = chat.last("citations"), chat.last("search_results")
        return _imported(chat.place, name, stream.text, *lists, sidecar, stream)

    return records(payload, choice, streamed)


IMPORTER = Importer(
    name="perplexity-chat",
    title="Perplexity Sonar chat",
    recognises=recognises,
    read=read,
    carries_evidence="partly",
)


def _imported(
    place: At,
    answer_id: str | None,
    text: str,
    urls: At,
    results: At,
    sidecar: Sidecar,
    stream: Streamed | None = None,
) -> Imported:
    pages = [page_of(one) for one in results.each_or_none()]
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
