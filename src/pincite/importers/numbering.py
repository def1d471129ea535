"""Sources that markers number otherwise than by their place in the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pincite.importers.records import citation
from pincite.text.markers import scan_markers


def numbered(text: str, sources: Mapping[str, Sequence[dict[str, Any]]]) -> list[dict[str, Any]] | None:
    """The citations that the markers of `text` display; `sources` are the chunks by the key of their marker.

    None if every key is the chunk's own place in the list, from 1: then the answer needs no citations of its
    own. Sources that no marker displays get none, so that nothing is cited that the answer does not cite.
    """
    keys = list(sources)
    if all(len(sources[key]) == 1 for key in keys) and keys == [str(at) for at in range(1, len(keys) + 1)]:
        return None
    found = []
    for key in displayed(text):
        for number, chunk in enumerate(sources.get(key, ()), 1):
            names = {
                name: chunk[name]
                for name in ("document_id", "document_revision", "chunk_id")
                if name in chunk
            }
            found.append(citation(key if number == 1 else f"{key}#{number}", marker=f"[{key}]", **names))
    return found or None


def displayed(text: str) -> list[str]:
    """The keys of the markers in a text, each once, in the order in which they first appear."""
    return list(dict.fromkeys(key for marker in scan_markers(text).markers for key in marker.keys))
