"""OpenAI Assistants (and agents that use its shape): messages of a thread, whole or streamed.

`start_index` and `end_index` delimit the marker in the text, not the claim. The text of the files is never in
the payload, and a message can hold more markers than annotations.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from pincite.importers.at import At
from pincite.importers.links import Link, linked, read_link
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer, citation, joined, question_of, whole_text
from pincite.importers.spans import Reconciled, reconciled
from pincite.importers.streams import Streamed, streamed
from pincite.io.rejection import RecordError
from pincite.text.markers import scan_markers

_MESSAGE: Final = "thread.message"
_DELTA: Final = "thread.message.delta"
_BETWEEN: Final = "\n\n"


def recognises(payload: Any) -> bool:
    """A message of a thread, a page of them, or a list that begins with events of a run."""
    if isinstance(payload, list):
        kinds = [one.get("object") if isinstance(one, dict) else None for one in payload]
        return bool(kinds) and _DELTA in kinds and all(str(kind).startswith("thread.") for kind in kinds)
    if not isinstance(payload, dict):
        return False
    data = payload.get("data")
    if payload.get("object") == "list" and isinstance(data, list) and data:
        return all(isinstance(one, dict) and one.get("object") == _MESSAGE for one in data)
    return payload.get("object") == _MESSAGE


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a message of the assistant; messages of the user are passed over."""
    place = At(payload)
    if isinstance(payload, list):
        yield from _of_stream(place, sidecar)
        return
    place.object()
    question = question_of(sidecar.request)
    if place["object"].value == "list":
        # A page is newest first: what the user asked comes after the answer.
        messages = list(place["data"].each())
        for number, message in enumerate(messages):
            if message["role"].value == "user":
                continue
            asked = next((one for one in messages[number:] if one["role"].value == "user"), None)
            try:
                yield _imported(message, sidecar, question if asked is None else _said(asked))
            except RecordError as error:
                yield error
        return
    yield _imported(place, sidecar, question)


IMPORTER = Importer(
    name="openai-assistants",
    title="OpenAI Assistants thread messages",
    recognises=recognises,
    read=read,
    carries_evidence="no",
)


class _Note(Struct, frozen=True):
    """An annotation of a file: the marker that it stands for, and where that is in the whole text."""

    place: Reconciled
    marker: str | None
    file: str
    quote: str | None
    at: At


def _said(message: At) -> str | None:
    parts = [part for part in message["content"].each_or_none() if part["type"].value == "text"]
    return "\n".join(part["text"]["value"].text() for part in parts) or None


def _imported(
    message: At, sidecar: Sidecar, question: str | None, stream: Streamed | None = None
) -> Imported:
    findings = list(stream.findings if stream is not None else ())
    pieces: list[str] = []
    start = 0
    notes: list[_Note] = []
    links: list[Link] = []
    for part in message["content"].each():
        if part["type"].text() != "text":
            continue
        if pieces:
            pieces.append(_BETWEEN)
            start += len(_BETWEEN)
        text = part["text"]["value"].text()
        _read_part(text, start, part["text"], notes, links, findings)
        pieces.append(text)
        start += len(text)
    if not pieces:
        path = f"{message.path}.content"
        raise RecordError(
            path, expected="a part with text", got="none", message=f"{path}: the message holds no text"
        )
    text = "".join(pieces)
    citations = _citations(notes)
    for note in notes:
        findings += note.place.findings
    files = dict.fromkeys(note.file for note in notes)
    passages = [chunk for file in files for chunk in joined(sidecar, file)]
    cited, pages, more = linked(text, links, sidecar)
    findings += more
    stored = {one["document_id"] for one in passages}
    if any(file not in stored for file in files):
        findings.append(
            ImportFinding("no_evidence_text", "the payload holds no text of a cited file", message.path)
        )
    findings += _without_note(text, notes, message)
    record = answer(
        text,
        answer_id=message["id"].id_or_none(),
        question=question,
        prompt_chunks=None,
        retrieved_chunks=[*passages, *pages] or None,
        citations=[*citations, *cited] or None,
        stream=None if stream is None else stream.stream,
        metadata={"import": None if stream is None else stream.metadata},
    )
    return Imported(record, tuple(findings))


def _read_part(
    text: str, base: int, part: At, notes: list[_Note], links: list[Link], findings: list[ImportFinding]
) -> None:
    for note in part["annotations"].each_or_none():
        kind = note["type"].text()
        start, end = note["start_index"].integer_or_none(), note["end_index"].integer_or_none()
        if kind == "file_citation":
            marker = note["text"].text_or_none()
            place = reconciled(text, start, end, marker, where=note.path)
            shown = None if place.start is None else text[place.start : place.end]
            file = note["file_citation"]
            quote = file["quote"].text_or_none()
            notes.append(_Note(place.shift(base), shown or marker, file["file_id"].text(), quote, note))
        elif kind == "url_citation":
            inner = note["url_citation"] if note["url_citation"] else note
            links.append(read_link(text, start, end, inner["url"].text(), note).moved(base))
        elif kind == "file_path":
            findings.append(
                ImportFinding(
                    "generated_file", "the answer names a file that it made, which is no evidence", note.path
                )
            )
        else:
            findings.append(
                ImportFinding("unknown_annotation", f"an annotation of the kind {kind[:40]!r}", note.path)
            )


def _citations(notes: list[_Note]) -> list[dict[str, Any]]:
    """One citation for each marker and file; the marker attaches it wherever it stands."""
    distinct = list({(note.marker, note.file, note.quote): note for note in reversed(notes)}.values())[::-1]
    return [
        citation(
            f"file-{number}",
            document_id=note.file,
            marker=note.marker,
            quoted_span=note.quote or None,
            raw=note.at.value,
            metadata=None if note.place.known else {"span": "unknown"},
        )
        for number, note in enumerate(distinct, 1)
    ]


def _without_note(text: str, notes: list[_Note], message: At) -> Iterator[ImportFinding]:
    known = {note.marker for note in notes}
    bare = [one.text for one in scan_markers(text).markers if "†" in one.text and one.text not in known]
    if bare:
        message_ = "the text holds a marker for which the payload has no annotation"
        yield ImportFinding("marker_without_annotation", message_, message.path, {"markers": bare[:20]})


# --- streams ---


class _Part:
    def __init__(self) -> None:
        self.deltas: list[str] = []
        self.notes: dict[int, Any] = {}


def _of_stream(place: At, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """Messages put together from their deltas; the completed message counts where it came."""
    parts: dict[str, dict[int, _Part]] = {}
    complete: dict[str, At] = {}
    for event in place.each():
        kind = event["object"].text()
        name = event["id"].id_or_none() or ""
        if kind == _DELTA:
            known = parts.setdefault(name, {})
            for part in event["delta"]["content"].each_or_none():
                if part["type"].value == "text":
                    _take(part, known.setdefault(part["index"].integer_or_none() or 0, _Part()))
        elif kind == _MESSAGE and event["status"].value in ("completed", "incomplete"):
            parts.setdefault(name, {})
            complete[name] = event
    for name, known in parts.items():
        try:
            yield _told(name, known, complete.get(name), place, sidecar)
        except RecordError as error:
            yield error


def _take(part: At, known: _Part) -> None:
    value = part["text"]["value"].text_or_none()
    if value:
        known.deltas.append(value)
    for note in part["text"]["annotations"].each_or_none():
        known.notes[note["index"].integer_or_none() or 0] = note.object()


def _told(name: str, parts: dict[int, _Part], complete: At | None, place: At, sidecar: Sidecar) -> Imported:
    deltas: list[str] = []
    for index in sorted(parts):
        deltas += ([_BETWEEN] if deltas else []) + parts[index].deltas
    final = None
    if complete is not None:
        texts = [part["text"]["value"] for part in complete["content"].each() if part["type"].value == "text"]
        final = _BETWEEN.join(text.text() for text in texts)
    stream = streamed(deltas, final, where=place.path)
    message = complete
    if message is None:
        content = [
            {
                "type": "text",
                "text": {
                    "value": whole_text(parts[index].deltas),
                    "annotations": [parts[index].notes[number] for number in sorted(parts[index].notes)],
                },
            }
            for index in sorted(parts)
        ]
        message = At({"id": name or None, "content": content}, place.path)
    return _imported(message, sidecar, question_of(sidecar.request), stream)
