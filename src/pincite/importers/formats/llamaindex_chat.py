"""LlamaIndex chat messages with citation blocks, which models with citations of their own fill.

A citation block does not say what it covers; it follows the text block that it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.excerpts import excerpt
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.spans import Reconciled
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """A chat message or response with blocks, or a citation block alone."""
    place = At(payload)
    blocks = place["blocks"] or place["message"]["blocks"]
    if isinstance(blocks.value, list) and blocks.value:
        return isinstance(blocks[0].value, dict) and "block_type" in blocks[0].value
    return place["block_type"].value == "citation" and bool(place["cited_content"])


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of a message."""
    root = At(payload)
    message = root["message"] if root["message"] else root
    blocks = message["blocks"]
    if not blocks:
        alone = f"{blocks.path}: a citation block alone holds no answer"
        hint = "give the chat message with all of its blocks"
        raise RecordError(blocks.path, expected="the blocks of a message", message=alone, hint=hint)
    draft = Draft(sidecar)
    text, covered = "", None
    assumed = False
    for block in blocks.each():
        kind = block["block_type"].text()
        if kind == "text":
            piece = block["text"].text()
            stripped = piece.strip()
            start = len(text) + piece.find(stripped)
            covered = Reconciled(start, start + len(stripped)) if stripped else None
            text += piece
        elif kind == "citation":
            _cite(block, covered, draft)
            assumed = assumed or covered is not None
    if not text.strip():
        raise blocks.fault("an array with a text block")
    if assumed:
        draft.note(
            "scope_assumed",
            "a citation block does not say what it covers; it is taken to be the text block before it",
            blocks.path,
        )
    yield draft.imported(text)


def _cite(block: At, covered: Reconciled | None, draft: Draft) -> None:
    cited = block["cited_content"]["text"].text_or_none()
    title, source = block["title"].text_or_none(), block["source"].id_or_none()
    document_id = title or (None if source is None else f"document-{source}") or "document"
    keys = {} if title is None else {"title": title}
    if cited:
        found = excerpt(draft, cited, document_id, where=block.path, **keys)
    else:
        found = draft.named(document_id, where=block.path, **keys)
    draft.cite(f"c{len(draft.citations) + 1}", span=covered, raw=block.value, **found)


IMPORTER: Final = Importer(
    name="llamaindex-chat",
    title="LlamaIndex chat messages with citation blocks",
    recognises=recognises,
    read=read,
    carries_evidence="partly",
    options=("excerpts",),
)
