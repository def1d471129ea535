"""OpenAI chat completions, with the web citations of its search models; whole or streamed.

The citation stands one level deeper than in the Responses API (`annotations[].url_citation`) and covers the
link in the answer. The text of the pages is never in the payload.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pincite.importers.at import At
from pincite.importers.chat_chunks import Chat, Choice, chunks_of, deltas_of, messages_of, records
from pincite.importers.links import Link, linked, read_link
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer, question_of
from pincite.importers.streams import Streamed
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """A chat with plain text and none of what other providers add to this shape."""
    chunks = chunks_of(payload)
    if chunks:
        deltas = list(deltas_of(chunks))
        return not any(_foreign(chunk) for chunk in chunks) and all(map(_plain, deltas))
    if not isinstance(payload, dict) or payload.get("object") != "chat.completion" or _foreign(payload):
        return False
    messages = messages_of(payload)
    return bool(messages) and all(map(_plain, messages))


def _foreign(payload: dict[str, Any]) -> bool:
    return any(payload.get(key) is not None for key in ("citations", "search_results"))


def _plain(message: dict[str, Any]) -> bool:
    return isinstance(message.get("content"), str | None) and message.get("context") is None


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a choice."""

    def choice(place: At, one: At, name: str | None) -> Imported:
        message = one["message"]
        message.object()
        text = message.first("content", "refusal").text()
        cut = one["finish_reason"].value == "length"
        findings = [ImportFinding("incomplete_answer", "the answer was cut off", one.path)] if cut else []
        return _imported(place, name, text, message["annotations"].each_or_none(), sidecar, findings)

    def streamed(chat: Chat, one: Choice, name: str | None) -> Imported:
        stream = one.stream((content.text() for content in one.contents), chat.place.path)
        findings = list(stream.findings)
        return _imported(chat.place, name, stream.text, one.annotations, sidecar, findings, stream)

    return records(payload, choice, streamed)


IMPORTER = Importer(
    name="openai-chat",
    title="OpenAI chat completions, with web search",
    recognises=recognises,
    read=read,
    carries_evidence="no",
)


def _imported(
    place: At,
    answer_id: str | None,
    text: str,
    annotations: Iterable[At],
    sidecar: Sidecar,
    findings: list[ImportFinding],
    stream: Streamed | None = None,
) -> Imported:
    links: list[Link] = []
    for note in annotations:
        kind = note["type"].text()
        if kind != "url_citation":
            findings.append(
                ImportFinding("unknown_annotation", f"an annotation of the kind {kind[:40]!r}", note.path)
            )
            continue
        inner = note["url_citation"]
        inner.object()
        start, end = inner["start_index"].integer_or_none(), inner["end_index"].integer_or_none()
        links.append(read_link(text, start, end, inner["url"].text(), inner))
    citations, pages, more = linked(text, links, sidecar)
    record = answer(
        text,
        answer_id=answer_id,
        question=question_of(sidecar.request),
        prompt_chunks=None,
        retrieved_chunks=pages or None,
        citations=citations or None,
        stream=None if stream is None else stream.stream,
        metadata={
            "model": place["model"].text_or_none(),
            "import": None if stream is None else stream.metadata,
        },
    )
    return Imported(record, (*findings, *more))
