"""Passages as a program holds them, as chunks of the record.

A text, a mapping with the keys of the format, a `Chunk`, and the documents of the common frameworks (an
object with `page_content` or `text`, and `metadata`) are all passages.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

import msgspec

from pincite.model import Chunk

_CAMEL: Final = re.compile(r"(?<=[a-z])[A-Z]")
KEYS: Final = frozenset(Chunk.__struct_fields__)
_SPELLINGS: Final[dict[str, str]] = {
    "source": "uri",
    "url": "uri",
    "page_content": "text",
    "content": "text",
    "id": "chunk_id",
    "page_label": "page",
    "doc_id": "document_id",
}
"""Other names for fields; used only where the field itself is not there."""

_KINDS: Final[dict[str, tuple[type, ...]]] = {
    **dict.fromkeys(
        ("title", "section", "uri", "digest", "retrieved_at", "effective_from", "effective_until"), (str,)
    ),
    **dict.fromkeys(("document_id", "document_revision", "chunk_id", "step_id", "page"), (str, int)),
    **dict.fromkeys(("rank", "start", "end"), (int,)),
    "score": (float, int),
}


def chunk_records(passages: Iterable[Any]) -> list[dict[str, Any]]:
    """Each passage as a chunk of the record, in order. Raises TypeError for what is no passage."""
    if isinstance(passages, str | bytes | Mapping):
        raise TypeError(f"expected a list of passages, got one {type(passages).__name__}")
    return [_record(passage) for passage in passages]


def _record(passage: Any) -> dict[str, Any]:
    if isinstance(passage, str):
        return {"text": passage}
    if isinstance(passage, Chunk):
        held = msgspec.structs.asdict(passage)
        return {key: value for key, value in held.items() if value is not None and value != {}}
    if isinstance(passage, Mapping):
        return _of_fields(dict(passage))
    node = getattr(passage, "node", passage)  # LlamaIndex wraps a node with its score
    text = getattr(node, "page_content", None) or getattr(node, "text", None)
    if not isinstance(text, str):
        kind = type(passage).__name__
        raise TypeError(f"expected a passage (a text, a mapping with 'text', a document), got {kind}")
    metadata = getattr(node, "metadata", None)
    fields = dict(metadata) if isinstance(metadata, Mapping) else {}
    for name, key in (("id", "chunk_id"), ("node_id", "chunk_id"), ("ref_doc_id", "document_id")):
        value = getattr(node, name, None)
        if isinstance(value, str | int) and value != "":
            fields.setdefault(key, value)
    score = getattr(passage, "score", None)
    if isinstance(score, int | float):
        fields.setdefault("score", float(score))
    return _of_fields({**fields, "text": text})


def _of_fields(fields: dict[str, Any]) -> dict[str, Any]:
    """The format's fields, and everything else, also what is of another kind, in `metadata`."""
    record: dict[str, Any] = {}
    nested = fields.pop("metadata", None)
    others: dict[str, Any] = dict(nested) if isinstance(nested, Mapping) else {}
    for name, value in fields.items():
        known = name if name in KEYS else _spelled(name, fields)
        if value is None:
            continue
        if isinstance(value, date) and _KINDS.get(known) == (str,):
            value = value.isoformat()
        if known == "score" and hasattr(value, "__float__") and not isinstance(value, bool):
            value = float(value)
        if known in KEYS and _fits(known, value):
            record[known] = value
        else:
            others[name] = value
    if not isinstance(record.get("text"), str):
        raise TypeError(f"expected a passage with 'text', got the keys {', '.join(sorted(fields)) or 'none'}")
    if others:
        record["metadata"] = others
    return record


def _spelled(name: Any, fields: Mapping[Any, Any]) -> str:
    """The field that another spelling means, unless the field itself is there."""
    key = _SPELLINGS.get(name) or _CAMEL.sub(lambda hump: f"_{hump[0].lower()}", str(name))
    return str(name) if key in fields else key


def _fits(key: str, value: Any) -> bool:
    if key == "text":
        return isinstance(value, str)
    return not isinstance(value, bool) and isinstance(value, _KINDS.get(key, (object,)))


def identified(chunk: dict[str, Any]) -> dict[str, Any]:
    """The chunk with an id: one without takes it from its text.

    So a passage has one name in the retrieved list, in the prompt and in the next answer.
    """
    if chunk.get("document_id") not in (None, "") and chunk.get("chunk_id") not in (None, ""):
        return chunk
    text = chunk["text"].encode("utf-8", "surrogatepass")
    name = hashlib.blake2b(text, digest_size=6).hexdigest()
    return {
        **chunk,
        "document_id": chunk.get("document_id") or f"text-{name}",
        "chunk_id": chunk.get("chunk_id") or name,
    }
