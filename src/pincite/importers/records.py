"""Chunks, citations and answers of a native record, as JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pincite.importers.at import LARGEST
from pincite.importers.protocol import ImportFinding, Sidecar
from pincite.importers.questions import question_of as question_of
from pincite.importers.spans import Reconciled
from pincite.model import Chunk
from pincite.model.document import TEXT_RECORDED

_REVISION_KEYS: Final = ("document_revision", "documentRevision", "revision", "rev", "version")
_CHUNK_KEYS: Final = (
    "document_id", "document_revision", "chunk_id", "text", "rank", "score", "start", "end", "digest",
    "title", "section", "page", "uri", "retrieved_at", "effective_from", "effective_until",
)  # fmt: skip
LONGEST_RAW: Final = 200
_OWN_ID: Final = "joined_id"
_CLOSERS: Final = "\"'”’»)]*_"
_STOPS: Final = (".", "!", "?", "。", "！", "？", "।", "؟", ":", ";")


def compact(**values: Any) -> dict[str, Any]:
    """The values without those that are None, an empty object or an empty list of findings.

    An empty list of passages means something (the model saw none), so empty lists stay.
    """
    return {key: value for key, value in values.items() if value is not None and value != {}}


def revision_of(attributes: Any) -> str | None:
    """The revision in the free attributes of a document, under one of its usual names."""
    if not isinstance(attributes, Mapping):
        return None
    for key in _REVISION_KEYS:
        value = attributes.get(key)
        if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            return str(value)
    return None


def chunk(text: str, document_id: str, **more: Any) -> dict[str, Any]:
    """A passage; `more` are the contract's other keys of a chunk, None for what is not known."""
    return {"document_id": document_id, **compact(**more), "text": text}


def stored_chunk(stored: Chunk, document_id: str | None = None) -> dict[str, Any]:
    """A passage of the user's documents, under the id by which the payload knows its document.

    `under_own_ids` gives the document its own id back when the record is whole.
    """
    values = {key: getattr(stored, key) for key in _CHUNK_KEYS}
    metadata = {**stored.metadata, "joined": "documents"}
    if document_id is not None and document_id != stored.document_id:
        values["document_id"] = document_id
        metadata[_OWN_ID] = stored.document_id
    return {**compact(**values), "metadata": metadata}


def under_own_ids(record: dict[str, Any]) -> dict[str, Any]:
    """The record with every joined document under the user's own id, so that a corpus knows it too.

    A payload's name that was joined to several documents keeps its name.
    """
    lists = [key for key in ("prompt_chunks", "retrieved_chunks") if record.get(key)]
    found: dict[str, set[str]] = {}
    for key in lists:
        for one in record[key]:
            if isinstance(one, dict) and _OWN_ID in one.get("metadata", {}):
                found.setdefault(one["document_id"], set()).add(one["metadata"][_OWN_ID])
    if not found:
        return record
    own = {name: next(iter(ids)) for name, ids in found.items() if len(ids) == 1}
    renamed = dict(record)
    for key in lists:
        renamed[key] = _distinct([_renamed(one, own) for one in record[key]])
    if record.get("citations"):
        renamed["citations"] = [_renamed(one, own) for one in record["citations"]]
    return renamed


def _renamed(one: dict[str, Any], own: Mapping[str, str]) -> dict[str, Any]:
    if "document_id" not in one:
        return one
    name = own.get(one["document_id"], one["document_id"])
    renamed = {**one, "document_id": name}
    if _OWN_ID in one.get("metadata", {}):
        renamed["metadata"] = {key: item for key, item in one["metadata"].items() if key != _OWN_ID}
    return renamed


def _distinct(chunks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The passages without those that were joined twice under two names."""
    kept: dict[tuple[Any, ...], dict[str, Any]] = {}
    for number, one in enumerate(chunks):
        known = one.get("metadata", {}).get("joined") == "documents"
        key = (one["document_id"], one.get("document_revision"), one.get("chunk_id"), one["text"])
        kept.setdefault(key if known else (number,), one)
    return list(kept.values())


def joined(
    sidecar: Sidecar, document_id: str, *, uri: str | None = None, title: str | None = None
) -> list[dict[str, Any]]:
    """The passages of a cited document that the user gave beside the payload; empty without any."""
    found = sidecar.chunks(document_id=document_id, uri=uri, title=title)
    return [stored_chunk(one, document_id) for one in found]


def citation(
    citation_id: str, *, span: Reconciled | None = None, raw: Any = None, **more: Any
) -> dict[str, Any]:
    """A citation; `more` are the contract's other keys, None for what is not known.

    `raw` is the annotation as it came, kept in the metadata with long texts cut. A `span` that could not be
    reconciled leaves the citation without one and says so there too.
    """
    metadata = dict(more.pop("metadata", None) or {})
    if raw is not None:
        metadata["raw"] = shortened(raw)
    if span is not None:
        if span.known:
            more["span"] = span.span
        else:
            metadata["span"] = "unknown"
    return {"citation_id": citation_id, **compact(**more, metadata=metadata)}


def shortened(value: Any) -> Any:
    """A JSON value with every long text cut."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST_RAW else value[:LONGEST_RAW] + "..."
    if isinstance(value, dict):
        return {key: shortened(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shortened(item) for item in value]
    if isinstance(value, int) and abs(value) >= LARGEST:
        return str(value)
    return value


def whole_text(parts: Iterable[str]) -> str:
    """Streamed pieces as one text; a character whose two UTF-16 halves came apart is whole again."""
    text = "".join(parts)
    if not any("\ud800" <= letter <= "\udfff" for letter in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def answer(
    text: str,
    *,
    prompt_chunks: Sequence[dict[str, Any]] | None,
    metadata: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A native record; `prompt_chunks` None means that what the model saw is not recorded."""
    return {
        **compact(**more),
        "text": text,
        "prompt_chunks": None if prompt_chunks is None else list(prompt_chunks),
        **compact(metadata={key: value for key, value in (metadata or {}).items() if value is not None}),
    }


def broken_off(text: str) -> bool:
    """Whether an excerpt ends in the middle of a sentence, so that it is silent on what follows."""
    end = text.rstrip().rstrip(_CLOSERS)
    return end.endswith(("...", "…")) or not end.endswith(_STOPS)


def excerpt(text: str, document_id: str, kind: str, sidecar: Sidecar, **more: Any) -> dict[str, Any]:
    """An excerpt of a source as a passage; `kind` says where the payload has it.

    One that breaks off is no evidence: silence about the rest would be read as a fault of the answer. It is
    kept, and links to it are unjudged, unless `--map excerpts=evidence` asks for a judgement all the same.
    """
    metadata = dict(more.pop("metadata", None) or {}) | {"excerpt": kind}
    if broken_off(text) and sidecar.options.get("excerpts") != "evidence":
        metadata[TEXT_RECORDED] = False
    return chunk(text, document_id, metadata=metadata, **more)


def cut(chunks: Iterable[dict[str, Any]], where: str) -> list[ImportFinding]:
    """The finding that some of the passages break off; none if they do not."""
    count = sum(
        one.get("metadata", {}).get(TEXT_RECORDED) is False and "excerpt" in one["metadata"] for one in chunks
    )
    if not count:
        return []
    message = (
        "an excerpt breaks off, so links to it stay unjudged: give the pages with --documents,"
        " or judge what is there with --map excerpts=evidence"
    )
    return [ImportFinding("cut_excerpt", message, where, {"passages": count})]


def counted(findings: Iterable[ImportFinding]) -> dict[str, int]:
    """How often each kind of finding came up, in alphabetical order."""
    counts: dict[str, int] = {}
    for one in findings:
        counts[one.slug] = counts.get(one.slug, 0) + 1
    return dict(sorted(counts.items()))
