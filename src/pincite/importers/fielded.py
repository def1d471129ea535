"""Sources that are objects of named fields: documents of Cohere, rows of a search index."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pincite.importers.passages import TEXTS
from pincite.importers.payloads import canonical
from pincite.importers.records import chunk, compact, revision_of

_TITLES: Final = ("title", "name")
_ADDRESSES: Final = ("url", "uri", "link")
_QUIET: Final = frozenset(
    ("id", "document_id", "document_revision", "documentRevision", "revision", "rev", "version", "timestamp")
)


def fielded(document_id: str, fields: Mapping[str, Any], **more: Any) -> dict[str, Any] | None:
    """The passage that a model reads when it is given all these fields, or None if they hold no text.

    The main text comes first; what the other fields say stands below it, a field a line, because an answer
    may rest on it. Title, address and revision get keys of their own.
    """
    words = {key: _words(value) for key, value in fields.items() if value is not None}
    main = next((key for key in TEXTS if words.get(key)), None)
    title = next((key for key in _TITLES if words.get(key) and key != main), None)
    uri = next((key for key in _ADDRESSES if words.get(key)), None)
    others = [key for key in words if words[key] and key not in (*_QUIET, main, title, uri)]
    lines = [words[main]] if main is not None else []
    lines += [f"{key}: {words[key]}" for key in others if not key.startswith("_")]
    if not lines and title is not None:
        lines, title = [words[title]], None
    if not lines:
        return None
    keys = compact(
        document_revision=revision_of(fields),
        title=words[title] if title is not None else None,
        uri=words[uri] if uri is not None else None,
    )
    return chunk("\n".join(lines), document_id, **keys, **more)


def _words(value: Any) -> str:
    if isinstance(value, str):
        return value
    return canonical(value).decode()
