"""Bedrock Converse with citations, whole or as a stream of events.

The answer is the text blocks and the texts of the cited blocks one after the other; whoever reads the text
blocks alone loses the cited half. A citation covers its block; one whose block is empty (Nova's web
grounding) covers the text block before it. `sourceContent` is text of the source. `documentIndex` and
`searchResultIndex` count in the request, so that without it a source is known by its title and number only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.excerpts import excerpt
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.questions import question_of
from pincite.importers.records import chunk, compact, whole_text
from pincite.importers.spans import Reconciled, located, reconciled
from pincite.importers.streams import Streamed, streamed
from pincite.io.rejection import RecordError

_SCOPE: Final = {"scope_source": "block"}
_EVENTS: Final = frozenset(
    ("messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata")
)


class _Block(Struct, frozen=True):
    """A stretch of the answer with the citations that came with it."""

    text: str
    citations: list[At]


class _Source(Struct, frozen=True):
    """A document or search result of the request, in the pieces by which it is cited; a file has none."""

    document_id: str
    chunk_id: str
    title: str | None
    uri: str | None
    pieces: tuple[str, ...]

    @property
    def text(self) -> str:
        """The pieces as lines: what stands in two pieces is not one sentence."""
        return "\n".join(self.pieces)

    def stretch(self, first: int, end: int) -> Reconciled:
        """Where the pieces from `first` up to `end` stand in the text."""
        if not 0 <= first < end <= len(self.pieces):
            return Reconciled(None, None)
        start = sum(len(piece) + 1 for piece in self.pieces[:first])
        return Reconciled(start, start + len("\n".join(self.pieces[first:end])))


def recognises(payload: Any) -> bool:
    """A response with a cited block, or the events of a stream with a citation."""
    if isinstance(payload, list):
        return (
            bool(payload)
            and all(isinstance(one, dict) and bool(_EVENTS & one.keys()) for one in payload)
            and any(bool(At(one)["contentBlockDelta"]) for one in payload)
        )
    content = At(payload)["output"]["message"]["content"].value
    return isinstance(content, list) and all(isinstance(one, dict) and "type" not in one for one in content)


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of a message."""
    root = At(payload)
    stream: Streamed | None = None
    if isinstance(payload, list):
        blocks, stream = _told(root)
        stopped: Any = None
    else:
        content = root["output"]["message"]["content"]
        blocks = [block for one in content.each() if (block := _block(one)) is not None]
        stopped = root["stopReason"].value
    text = "".join(block.text for block in blocks)
    if not text:
        raise root["output"]["message"]["content"].fault("an array with a text")
    documents, results = _given(At(sidecar.request, "$request"))
    given = [*documents, *results]
    # What the model read in files and on the web is not in the request; then the prompt is not all known.
    web = any(place["location"]["web"] for block in blocks for place in block.citations)
    complete = bool(given) and not web and all(one.pieces for one in given)
    draft = Draft(sidecar, [_passage(one) for one in given] if complete else None)
    at = 0
    before = Reconciled(None, None)
    for block in blocks:
        own = _words(block.text).shift(at) if block.text.strip() else before
        at += len(block.text)
        for place in block.citations:
            _citation(place, own, documents, results, draft)
        before = own
    if any(one.get("metadata", {}).get("excerpt") for one in draft.found):
        told = "only the cited words of a source are at hand, not the text around them"
        draft.note(
            "excerpt_evidence", told + ("" if given else ": give the request with --request"), root.path
        )
    yield draft.imported(
        text,
        question=question_of(sidecar.request),
        stream=stream,
        metadata={"stop_reason": stopped},
    )


def _words(text: str) -> Reconciled:
    """A block without the white space around it."""
    start = len(text) - len(text.lstrip())
    return Reconciled(start, start + len(text.strip()))


def _block(place: At) -> _Block | None:
    cited = place["citationsContent"]
    if cited:
        text = "".join(one["text"].text_or_none() or "" for one in cited["content"].each_or_none())
        return _Block(text, list(cited["citations"].each_or_none()))
    text = place["text"].text_or_none() or ""
    return _Block(text, []) if text else None


def _told(root: At) -> tuple[list[_Block], Streamed]:
    """The blocks that the events add up to."""
    texts: dict[int, list[str]] = {}
    citations: dict[int, list[At]] = {}
    pieces: list[str] = []
    ended = False
    for event in root.each():
        event.object()
        ended = ended or bool(event["messageStop"])
        delta = event["contentBlockDelta"]
        if not delta:
            continue
        index = delta["contentBlockIndex"].integer_or_none() or 0
        piece = delta["delta"]["text"].text_or_none()
        if piece is not None:
            texts.setdefault(index, []).append(piece)
            pieces.append(piece)
        if delta["delta"]["citation"]:
            citations.setdefault(index, []).append(delta["delta"]["citation"])
    blocks = [
        _Block(whole_text(texts.get(index, ())), citations.get(index, []))
        for index in sorted(texts.keys() | citations.keys())
    ]
    final = "".join(block.text for block in blocks) if ended else None
    return blocks, streamed(pieces, final, where=root.path)


def _citation(
    place: At, span: Reconciled, documents: list[_Source], results: list[_Source], draft: Draft
) -> None:
    number = len(draft.citations) + 1
    location = place["location"]
    title, link = place["title"].text_or_none(), place["source"].text_or_none()
    cited = "".join(one["text"].text_or_none() or "" for one in place["sourceContent"].each_or_none())
    raw = {"title": title, "source": link, "location": location.value}
    if not span.known:
        draft.note(
            "unknown_span", "the citation stands before any text; what it covers is unknown", place.path
        )
    web = location["web"]
    if web:
        url = web["url"].text_or_none() or link or web["domain"].text_or_none()
        keys = _excerpted(url or title or f"source-{number}", cited, place, draft, title, url)
        draft.cite(f"c{number}", span=span, raw=raw, metadata=_SCOPE, **keys)
        return
    kind, inner, index = _kind(location)
    given = documents if kind != "searchResultLocation" else results
    source = given[index] if index is not None and 0 <= index < len(given) else None
    if index is not None and given and source is None:
        told = f"the citation names number {index} of {len(given)} in the request"
        draft.note("dangling_reference", told, place.path, index=index, of=len(given))
    page = _page(inner) if kind == "documentPage" else None
    if source is not None and source.pieces:
        keys = draft.passage(_passage(source)) | _stretch(source, kind, inner, cited, draft)
    else:
        name = link or title or (source.document_id if source is not None else None)
        if name is None:
            name = f"source-{number}" if index is None else f"document-{index}"
        keys = _excerpted(name, cited, place, draft, title, link)
    draft.cite(f"c{number}", span=span, raw=raw, metadata=_SCOPE, **compact(page=page), **keys)


def _kind(location: At) -> tuple[str | None, At, int | None]:
    """Which kind of location this is, the location itself, and the number of its source."""
    for kind in ("documentChar", "documentPage", "documentChunk", "searchResultLocation"):
        inner = location[kind]
        if inner:
            number = inner["documentIndex"] if kind != "searchResultLocation" else inner["searchResultIndex"]
            return kind, inner, number.integer_or_none() or 0
    return None, location, None


def _excerpted(
    name: str, cited: str, place: At, draft: Draft, title: str | None, uri: str | None
) -> dict[str, Any]:
    """Keep the words that a citation repeats of its source: all that the payload has of it."""
    if not cited.strip():
        return draft.named(name, where=place.path, **compact(title=title, uri=uri))
    return excerpt(draft, cited, name, title=title, uri=uri, where=place.path)


def _stretch(source: _Source, kind: str | None, inner: At, cited: str, draft: Draft) -> dict[str, Any]:
    """Which stretch of a source of the request is cited; nothing if only the whole source is known."""
    first, last = inner["start"].integer_or_none() or 0, inner["end"].integer_or_none()
    if kind == "documentChar":
        span = reconciled(source.text, first, last, cited or None, where=inner.path)
        draft.findings += span.findings
    elif kind == "documentPage":
        span = located(source.text, cited)
    else:
        span = source.stretch(first, first + 1 if last is None else last)
    return compact(evidence_span=span.span)


def _passage(source: _Source) -> dict[str, Any]:
    return chunk(
        source.text,
        source.document_id,
        **compact(chunk_id=source.chunk_id, title=source.title, uri=source.uri),
    )


def _page(inner: At) -> int | str | None:
    """A page or a range of pages; the end is exclusive."""
    first, end = inner["start"].integer_or_none(), inner["end"].integer_or_none()
    if first is None or end is None or end <= first + 1:
        return first
    return f"{first}-{end - 1}"


def _given(request: At) -> tuple[list[_Source], list[_Source]]:
    """The documents and the search results of a request, in order, over all messages."""
    documents: list[_Source] = []
    results: list[_Source] = []
    for message in request["messages"].each_or_none():
        for part in _parts(message["content"]):
            if part["document"]:
                documents.append(_document(part["document"], len(documents)))
            elif part["searchResult"]:
                found = part["searchResult"]
                link = found["source"].text_or_none()
                pieces = tuple(one["text"].text_or_none() or "" for one in found["content"].each_or_none())
                name = link or f"search-result-{len(results)}"
                uri = link if link and "://" in link else None
                title = found["title"].text_or_none()
                results.append(_Source(name, str(len(results) + 1), title, uri, pieces))
    return documents, results


def _parts(content: At) -> Iterator[At]:
    """The parts of a turn, those inside tool results too."""
    for part in content.each() if isinstance(content.value, list) else ():
        if part["toolResult"]:
            yield from part["toolResult"]["content"].each_or_none()
        else:
            yield part


def _document(place: At, number: int) -> _Source:
    source = place["source"]
    if source["content"]:
        pieces = tuple(one["text"].text_or_none() or "" for one in source["content"].each())
    else:
        text = source["text"].text_or_none()
        pieces = (text,) if text else ()
    name = place["name"].id_or_none() or f"document-{number}"
    return _Source(name, str(number + 1), place["title"].text_or_none() or name, None, pieces)


IMPORTER = Importer(
    name="bedrock-converse",
    title="Bedrock Converse with citations",
    recognises=recognises,
    read=read,
    carries_evidence="partly",
    options=("excerpts",),
)
