"""The documents and search results of an Anthropic request, as citations count them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, Literal

from msgspec import Struct, structs

from pincite.importers.at import At
from pincite.importers.protocol import REQUEST_PATH, Sidecar
from pincite.importers.records import chunk, joined, revision_of

Kind = Literal["document", "search_result"]

BETWEEN: Final = "\n\n"
_PAIRS: Final = re.compile(r"\s*[A-Za-z_][\w-]{0,40}\s*[=:]\s*[^=;\n]{1,200}(?:[;\n]|\Z)")
_IDS: Final = ("document_id", "documentId", "doc_id", "id")


class Source(Struct, frozen=True):
    """One document or search result.

    `text` is its whole text, None where it is not in the request (a PDF, a file); `blocks` are where its
    content blocks stand in it. A document in blocks is stored with a blank line between them.
    """

    document_id: str
    revision: str | None = None
    title: str | None = None
    uri: str | None = None
    file_id: str | None = None
    text: str | None = None
    blocks: tuple[tuple[int, int], ...] = ()
    context: dict[str, str] = {}

    def chunk(self) -> dict[str, Any]:
        """The whole text as one passage of a native record."""
        return chunk(
            self.text or "",
            self.document_id,
            document_revision=self.revision,
            chunk_id="1",
            title=self.title,
            uri=self.uri,
        )


class Sources(Struct, frozen=True):
    """What a request holds: `documents` by `document_index`, `results` by `search_result_index`."""

    documents: tuple[Source, ...] = ()
    results: tuple[Source, ...] = ()
    known: bool = False

    @property
    def complete(self) -> bool:
        """Whether the request is here and every text in it too."""
        return self.known and all(one.text is not None for one in (*self.documents, *self.results))

    def chunks(self) -> list[dict[str, Any]]:
        """The passages whose text is known, in the order of the request."""
        return [one.chunk() for one in (*self.documents, *self.results) if one.text is not None]


def sources_of(sidecar: Sidecar) -> Sources:
    """The sources in the request beside the payload; none without one.

    Raises RecordError, with a path that begins at `$request`, for a request that cannot be one.
    """
    for request in sidecar.requests:
        place = At(request, REQUEST_PATH)
        if isinstance(request, dict) and isinstance(request.get("messages"), list):
            found = list(_blocks(place))
            documents = _distinct([_source(one) for kind, one in found if kind == "document"])
            results = _distinct([_source(one) for kind, one in found if kind == "search_result"])
            return Sources(documents, results, known=True)
    return Sources()


def _blocks(place: At) -> Iterator[tuple[Kind, At]]:
    """Documents and search results in order, also those that a tool gave back."""
    for message in place["messages"].each():
        content = message["content"]
        if isinstance(content.value, list):
            yield from _within(content)


def _within(content: At) -> Iterator[tuple[Kind, At]]:
    for block in content.each():
        kind = block["type"].value
        if kind in ("document", "search_result"):
            yield kind, block
        elif kind == "tool_result" and isinstance(block["content"].value, list):
            for inner in block["content"].each():
                if inner["type"].value in ("document", "search_result"):
                    yield inner["type"].value, inner


def _source(block: At) -> Source:
    title = block["title"].text_or_none()
    context = _context(block["context"].text_or_none())
    if block["type"].value == "search_result":
        uri = block["source"].text()
        text, blocks = _joined(block["content"])
        own = next((context[key] for key in _IDS if key in context), uri)
        return Source(own, revision_of(context), title, uri, None, text, blocks, context)
    source = block["source"]
    kind = source["type"].text()
    text_: str | None = None
    blocks_: tuple[tuple[int, int], ...] = ()
    if kind == "text":
        text_ = source["data"].text()
    elif kind == "content":
        text_, blocks_ = _joined(source["content"])
    file_id = source["file_id"].id_or_none()
    url = source["url"].text_or_none()
    own = next((context[key] for key in _IDS if key in context), None) or file_id or title or url or ""
    return Source(own, revision_of(context), title, url, file_id, text_, blocks_, context)


def _joined(content: At) -> tuple[str | None, tuple[tuple[int, int], ...]]:
    """Content blocks as one text; None if one of them is no text."""
    if isinstance(content.value, str):
        return content.value, ((0, len(content.value)),)
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    at = 0
    for block in content.each():
        if block["type"].value != "text":
            return None, ()
        text = block["text"].text()
        places.append((at, at + len(text)))
        pieces.append(text)
        at += len(text) + len(BETWEEN)
    return BETWEEN.join(pieces), tuple(places)


def _distinct(sources: list[Source]) -> tuple[Source, ...]:
    """Ids made unique where two sources share one, or have none: by their place."""
    names = Counter(one.document_id for one in sources)
    anonymous = {one.document_id for one in sources if not _meant(one)}
    found = []
    for index, one in enumerate(sources):
        name = one.document_id
        if not name:
            name = f"document-{index}"
        elif names[name] > 1 and name in anonymous:
            name = f"{name}#{index}"
        found.append(structs.replace(one, document_id=name))
    return tuple(found)


def _meant(source: Source) -> bool:
    """Whether a source gives its id on purpose: then two of one id are the same document."""
    return source.file_id is not None or source.uri is not None or any(key in source.context for key in _IDS)


def _context(context: str | None) -> dict[str, str]:
    """`id=kb-loans; revision=3`, or the same as a JSON object; anything else is prose and says nothing."""
    if context is None:
        return {}
    if context.lstrip().startswith("{"):
        try:
            found = json.loads(context)
        except (ValueError, RecursionError):
            return {}
        pairs = found.items() if isinstance(found, dict) else ()
        return {key: str(item) for key, item in pairs if isinstance(item, str | int)}
    if len(context) > 1000 or not _PAIRS.match(context):
        return {}
    pairs_: dict[str, str] = {}
    for piece in re.split(r"[;\n]", context):
        if not piece.strip():
            continue
        key, sign, item = piece.partition("=") if "=" in piece else piece.partition(":")
        if not sign or " " in key.strip():
            return {}
        pairs_[key.strip()] = item.strip()
    return pairs_


def stand_in(sidecar: Sidecar, source: Source) -> list[dict[str, Any]]:
    """The passages of the user's documents for a source whose text the request does not hold."""
    return joined(sidecar, source.document_id, uri=source.uri, title=source.title) or (
        joined(sidecar, source.file_id) if source.file_id else []
    )
