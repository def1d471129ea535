"""Haystack's generated answers, alone, serialised, or in the output of an answer builder.

The builder may keep only the documents that it saw referenced, so a marker's number is a document's
`source_index`, not its place in the list. Its default pattern misses `[2,3]`, so Pincite reads the markers
itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.numbering import displayed, numbered
from pincite.importers.passages import passage
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """A generated answer, or the answers of a builder."""
    place = At(payload)
    first = next(_answers(place), place) if isinstance(payload, dict) else place
    body = first["init_parameters"] if first["init_parameters"] else first
    return isinstance(body.value, dict) and {"data", "query", "documents"} <= body.value.keys()


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record an answer."""
    root = At(payload)
    root.object()
    for place in _answers(root):
        try:
            yield _answer(place["init_parameters"] if place["init_parameters"] else place, sidecar)
        except RecordError as error:
            yield error


def _answers(root: At) -> Iterator[At]:
    """The answers under `answers`, also of a component inside a pipeline's output; else the payload."""
    if isinstance(root["answers"].value, list):
        yield from root["answers"].each()
        return
    held = [place for _, place in root.members() if isinstance(place["answers"].value, list)]
    for place in held:
        yield from place["answers"].each()
    if not held:
        yield root


def _answer(place: At, sidecar: Sidecar) -> Imported:
    place.object()
    text = place["data"].text()
    documents = place["documents"]
    chunks: list[dict[str, Any]] = []
    keys: dict[str, list[dict[str, Any]]] = {}
    draft = Draft(sidecar)
    all_referenced = True
    for number, one in enumerate(documents.each_or_none(), 1):
        body = one["init_parameters"] if one["init_parameters"] else one
        index = body["meta"]["source_index"].integer_or_none() or number
        all_referenced = all_referenced and body["meta"]["referenced"].value is True
        found = passage(body, sidecar, index)
        for chunk in found:
            _without_bookkeeping(chunk)
        chunks += found
        keys.setdefault(str(index), []).extend(found)
    citations = numbered(text, keys)
    highest = max((int(key) for key in keys), default=0)
    whole = sorted(keys, key=int) == [str(at) for at in range(1, highest + 1)]
    if chunks and (whole or not all_referenced):
        draft.shown = chunks
        if all_referenced:
            message = "only referenced documents are listed; they are taken as all that was shown"
            draft.note("prompt_assumed", message, documents.path, passages=len(chunks))
    elif chunks:
        draft.found = chunks
        citations = [*(citations or ()), *_left_out(text, keys, highest)]
        message = "the builder kept only referenced documents; the others that were shown are not recorded"
        draft.note("documents_left_out", message, documents.path, kept=len(chunks), highest=highest)
    draft.citations = citations or []
    return draft.imported(text, question=place["query"].text_or_none())


def _left_out(text: str, keys: dict[str, list[dict[str, Any]]], highest: int) -> Iterator[dict[str, Any]]:
    """Citations of documents that existed and were not kept: their text is not recorded."""
    for key in displayed(text):
        if key.isdigit() and key not in keys and 1 <= int(key) < highest:
            yield {"citation_id": key, "marker": f"[{key}]", "document_id": f"source-{key}"}


def _without_bookkeeping(chunk: dict[str, Any]) -> None:
    """Take the builder's own notes out of a document's metadata."""
    own = {key: value for key, value in chunk.get("metadata", {}).items() if key not in _BOOKKEEPING}
    chunk.pop("metadata", None)
    if own:
        chunk["metadata"] = own


_BOOKKEEPING: Final = ("source_index", "referenced")

IMPORTER: Final = Importer(
    name="haystack",
    title="Haystack generated answers",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
)
