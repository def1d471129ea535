"""Passages as frameworks, traces and data sets keep them, as chunks of a native record.

A passage is a string, or an object with its text under one of a few names, an id, and metadata in an object
of its own: LangChain documents (also dumped), LlamaIndex nodes, Haystack documents, and what tracers make of
them. An id beside the text names the passage; a source in the metadata names the document. A page under the
bare name `page` stays in the metadata, as it counts from 0 in some loaders and from 1 in others.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Any, Final

from msgspec import Struct

from pincite.evidence.addresses import is_web_address
from pincite.importers.at import At
from pincite.importers.literals import parsed
from pincite.importers.protocol import ImportFinding, Sidecar
from pincite.importers.records import compact, joined, revision_of, stored_chunk
from pincite.model.document import TEXT_RECORDED

TEXTS: Final = ("page_content", "content", "text", "passage", "snippet", "chunk", "sent")
_DOCUMENTS: Final = (
    "document_id", "doc_id", "ref_doc_id", "source_id", "doc_uri", "source", "file_name", "file_path",
    "filename", "url", "uri",
)  # fmt: skip
_CHUNKS: Final = ("chunk_id", "passage_id", "segment_id", "node_id")
_IDS: Final = ("id", "id_", "_id", "uuid")
_PAGES: Final = ("page_label", "page_number")
_STARTS: Final = ("start_char_idx", "start_index", "split_idx_start")
_ADDRESSES: Final = ("url", "uri", "link", "doc_uri", "source")
_DROPPED: Final = ("embedding", "sparse_embedding", "blob")


class Passages(Struct, frozen=True):
    """Chunks of a native record, and what was noticed about them."""

    chunks: tuple[dict[str, Any], ...] = ()
    findings: tuple[ImportFinding, ...] = ()


def passages(
    places: Iterable[At], sidecar: Sidecar, *, step_id: str | None = None, first: int = 1
) -> Passages:
    """The passages at these places, in order.

    One whose text is not there is looked up by its id among the documents given beside the payload; if it is
    not there either, it is kept without text, so that links to it are unjudged. Raises RecordError for a
    place that holds no passage. `first` is the number of the first one, for those without any id.
    """
    chunks: list[dict[str, Any]] = []
    missing: list[str] = []
    for number, place in enumerate(places, first):
        for chunk in passage(place, sidecar, number):
            if step_id is not None:
                chunk["step_id"] = step_id
            if not recorded(chunk):
                missing.append(place.path)
            chunks.append(chunk)
    return Passages(tuple(chunks), without_text(missing, len(chunks)))


def recorded(chunk: dict[str, Any]) -> bool:
    """Whether the chunk has its text."""
    return chunk.get("metadata", {}).get(TEXT_RECORDED) is not False


def without_text(paths: list[str], total: int) -> tuple[ImportFinding, ...]:
    """The finding that passages lack their text; empty if none does."""
    if not paths:
        return ()
    return (
        ImportFinding(
            "no_evidence_text",
            f"the text of {len(paths)} of {total} passages is not recorded, so links to them stay unjudged",
            paths[0],
            {"passages": len(paths), "of": total},
        ),
    )


def unrecorded(document_id: str, **more: Any) -> dict[str, Any]:
    """A chunk whose text is missing from the record."""
    return {"document_id": document_id, **compact(**more), "text": "", "metadata": {TEXT_RECORDED: False}}


def passage(place: At, sidecar: Sidecar, number: int) -> list[dict[str, Any]]:
    """The chunk of one passage, or those that stand for it in the user's documents; `number` counts from 1.

    Raises RecordError if there is no passage here.
    """
    if isinstance(place.value, str):
        return [{"document_id": f"doc-{number}", "chunk_id": str(number), "text": place.value}]
    body, score = opened(place)
    body.object()
    meta = metadata(body)
    text = text_of(body)
    own = _scalar(body[key].value for key in _IDS)
    document_id = _document_id(body, meta, own, sidecar)
    chunk_id = _scalar(meta.get(key) for key in _CHUNKS) or _scalar(body[key].value for key in _CHUNKS)
    title = _word((meta.get("title"), body["title"].value))
    if text is None:
        if document_id is None:
            raise body.fault(f"an object with one of {', '.join(TEXTS[:3])}, or with an id")
        return _looked_up(document_id, chunk_id or own, title, meta, sidecar, number)
    start = next(
        (value for value in (*(body[key].value for key in _STARTS), *(meta.get(key) for key in _STARTS))
         if isinstance(value, int) and not isinstance(value, bool) and value >= 0),
        None,
    )  # fmt: skip
    chunk = {
        "document_id": document_id or f"doc-{number}",
        **compact(
            document_revision=revision_of(meta) or revision_of(body.value),
            chunk_id=chunk_id or own or str(number),
            score=_score(score),
            start=start,
            end=None if start is None else start + len(text),
            title=title,
            section=_word((meta.get("section"),)),
            page=_scalar(meta.get(key) for key in _PAGES),
            uri=_address((*(meta.get(key) for key in _ADDRESSES), *(body[key].value for key in _ADDRESSES))),
        ),
        "text": text,
    }
    return [chunk | compact(metadata=meta)]


def opened(place: At) -> tuple[At, At]:
    """The object that holds the passage, without its wrapping, and the place of its score."""
    if isinstance(place.value, list) and len(place.value) == 2 and isinstance(place.value[0], dict):
        # LangChain's search with scores gives pairs.
        return opened(place[0])[0], place[1]
    score = place["score"]
    for _ in range(3):
        inner = next(
            (one for one in (place["node"], place["document"]) if isinstance(one.value, dict)),
            place["kwargs"] if place["lc"] else At(None),
        )
        if not isinstance(inner.value, dict):
            break
        place = inner
        score = score if score else place["score"]
    return place, score


def is_passage(value: Any) -> bool:
    """Whether a value is an object that looks like a passage with its text."""
    if not isinstance(value, dict):
        return False
    body = opened(At(value))[0]
    if "role" in body.value:
        return False
    return any(isinstance(body[key].value, str) for key in TEXTS)


def metadata(body: At) -> dict[str, Any]:
    """The metadata beside a passage, also where they stand as text; without vectors."""
    found = body.first("metadata", "meta").value
    if isinstance(found, str) and found:
        found = parsed(found)
        if isinstance(found, str):
            return {"metadata": found}
    if not isinstance(found, dict):
        return {}
    return {key: value for key, value in found.items() if key not in _DROPPED}


def text_of(body: At) -> str | None:
    """The text of an unwrapped passage, or None if it is missing. Raises RecordError if it is no text."""
    for key in TEXTS:
        found = body[key]
        if found:
            return found.text()
    # LlamaIndex nodes of some versions keep their text one level down.
    return body["text_resource"]["text"].text_or_none()


def _document_id(body: At, meta: dict[str, Any], own: str | None, sidecar: Sidecar) -> str | None:
    """The id under which the user's documents know the source, if they do; else the most telling one."""
    candidates = [
        _scalar((body["relationships"]["1"]["node_id"].value,)),
        *(_scalar((meta.get(key),)) for key in _DOCUMENTS),
        *(_scalar((body[key].value,)) for key in _DOCUMENTS),
        own,
    ]
    given = [one for one in candidates if one is not None]
    if sidecar.documents:
        for one in given:
            if sidecar.document(document_id=one) is not None:
                return one
    return given[0] if given else None


def _looked_up(
    document_id: str, own: str | None, title: str | None, meta: dict[str, Any], sidecar: Sidecar, number: int
) -> list[dict[str, Any]]:
    """A passage that is recorded without its text: the chunk of that id, else all of its document."""
    found = joined(sidecar, document_id, title=title)
    named = [one for one in found if one.get("chunk_id") == own]
    if named or found:
        return named or found
    for document in sidecar.documents:
        stored = [one for one in document.chunks if one.chunk_id == own]
        if stored:
            return [stored_chunk(stored[0])]
    chunk = unrecorded(
        document_id, chunk_id=own or str(number), title=title, document_revision=revision_of(meta)
    )
    return [chunk | {"metadata": {**meta, **chunk["metadata"]}}]


def _score(place: At) -> float | None:
    value = place.value
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise place.fault("number") from None
    # A record holds no NaN and no infinity.
    if isinstance(value, float) and not isfinite(value):
        return None
    return At(value, place.path).number_or_none()


def _scalar(values: Iterable[Any]) -> str | None:
    """The first id among the values, as text."""
    for value in values:
        if isinstance(value, str) and value:
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
    return None


def _word(values: Iterable[Any]) -> str | None:
    return next((value for value in values if isinstance(value, str) and value), None)


def _address(values: Iterable[Any]) -> str | None:
    return next((value for value in values if isinstance(value, str) and is_web_address(value)), None)


def as_prompt(found: Passages, where: str) -> tuple[ImportFinding, ...]:
    """The finding that retrieved passages are taken as what the model saw; empty if there are none."""
    if not found.chunks:
        return ()
    return (
        ImportFinding(
            "prompt_assumed",
            "the payload says what was retrieved, not what the model saw; both are taken to be the same",
            where,
            {"passages": len(found.chunks)},
        ),
    )
