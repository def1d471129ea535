"""Anthropic messages with citations of documents, search results and web pages; whole or streamed.

The answer is cut into blocks; a block that carries citations is what they cover. `cited_text` is text of the
source, and where the request is not at hand it is all the evidence there is. Ends are exclusive everywhere,
also of pages (1 to 2 is page 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct, structs

from pincite.importers.anthropic_sources import Source, Sources, sources_of, stand_in
from pincite.importers.at import At
from pincite.importers.links import plain_url
from pincite.importers.message_events import told
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer, chunk, citation, cut, excerpt, joined, question_of
from pincite.importers.spans import Reconciled, located, reconciled
from pincite.importers.streams import Streamed
from pincite.io.rejection import RecordError

_PLACES: Final = {
    "char_location": ("start_char_index", "end_char_index"),
    "page_location": ("start_page_number", "end_page_number"),
    "content_block_location": ("start_block_index", "end_block_index"),
    "search_result_location": ("start_block_index", "end_block_index"),
}

# The words of a web page are cut at 150 characters; below this length they are whole.
_CUT_AT: Final = 140


def recognises(payload: Any) -> bool:
    """A message of the assistant, or a list that begins with the events of one."""
    if isinstance(payload, list):
        first = payload[0] if payload else None
        return isinstance(first, dict) and first.get("type") == "message_start" and "message" in first
    return (
        isinstance(payload, dict)
        and payload.get("type") == "message"
        and payload.get("role") == "assistant"
        and isinstance(payload.get("content"), list)
    )


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a message."""
    place = At(payload)
    if not isinstance(payload, list):
        yield _Message(place, sidecar).imported()
        return
    for one in told(place):
        if isinstance(one, RecordError):
            yield one
            continue
        try:
            yield _Message(one.place, sidecar, one.stream).imported()
        except RecordError as error:
            yield error


IMPORTER = Importer(
    name="anthropic-messages",
    title="Anthropic messages, with citations",
    recognises=recognises,
    read=read,
    carries_evidence="partly",
    options=("excerpts",),
)


class _Evidence(Struct, frozen=True):
    """Where a citation points: the passage by its ids, the stretch of it, the page.

    An `excerpt` is a passage made of the cited words.
    """

    document_id: str
    chunk_id: str | None
    revision: str | None = None
    span: dict[str, int] | None = None
    page: str | None = None
    uri: str | None = None
    excerpt: bool = False


class _Message:
    """One message while its citations are followed."""

    def __init__(self, place: At, sidecar: Sidecar, stream: Streamed | None = None) -> None:
        place.object()
        self.place, self.sidecar, self.stream = place, sidecar, stream
        self.sources: Sources = sources_of(sidecar)
        self.findings: list[ImportFinding] = list(stream.findings if stream is not None else ())
        self.citations: list[dict[str, Any]] = []
        self._excerpts: dict[tuple[str, str], dict[str, Any]] = {}
        self._passages: dict[str, list[dict[str, Any]]] = {}
        self._titles: dict[str, int] = {}
        self._numbers: dict[str, int] = {}

    def imported(self) -> Imported:
        pieces: list[str] = []
        start = texts = 0
        tool_calls: list[dict[str, Any]] = []
        web = False
        for block in self.place["content"].each():
            kind = block["type"].text()
            if kind == "text":
                texts += 1
                text = block["text"].text()
                for note in block["citations"].each_or_none():
                    self._cited(note, text, start)
                pieces.append(text)
                start += len(text)
            elif kind == "server_tool_use":
                web = True
                tool_calls.append(
                    {"step_id": block["id"].text(), "name": block["name"].text(), "status": "ok"}
                )
            elif kind.endswith("_tool_result"):
                web = True
                if isinstance(block["content"].value, dict) and block["content"]["error_code"]:
                    _failed(tool_calls, block["tool_use_id"].id_or_none())
        if not texts:
            path = f"{self.place.path}.content"
            message = f"{path}: the message holds no text"
            raise RecordError(path, expected="a block of text", got="none", message=message)
        return self._record("".join(pieces), tool_calls, web)

    def _record(self, text: str, tool_calls: list[dict[str, Any]], web: bool) -> Imported:
        sources = self.sources
        complete = sources.complete and not web and not self._excerpts
        known = [
            *sources.chunks(),
            *(one for chunks in self._passages.values() for one in chunks),
            *self._excerpts.values(),
        ]
        if self._excerpts:
            self.findings.append(
                ImportFinding(
                    "excerpt_evidence",
                    "only the cited words of a source are at hand, not the text around them"
                    + ("" if sources.known else ": give the request with --request"),
                    self.place.path,
                    {"passages": len(self._excerpts)},
                )
            )
        self.findings += cut(self._excerpts.values(), self.place.path)
        if self.place["stop_reason"].value == "max_tokens":
            self.findings.append(
                ImportFinding("incomplete_answer", "the answer was cut off", f"{self.place.path}.stop_reason")
            )
        stream = self.stream
        record = answer(
            text,
            answer_id=self.place["id"].id_or_none(),
            question=question_of(self.sidecar.request),
            prompt_chunks=known if complete else None,
            retrieved_chunks=None if complete else known or None,
            citations=self.citations or None,
            tool_calls=tool_calls or None,
            stream=None if stream is None else stream.stream,
            metadata={
                "model": self.place["model"].text_or_none(),
                "import": None if stream is None else stream.metadata,
            },
        )
        return Imported(record, tuple(self.findings))

    # --- one citation ---

    def _cited(self, note: At, text: str, start: int) -> None:
        kind = note["type"].text()
        if kind == "web_search_result_location":
            found = self._web(note)
        elif kind in _PLACES:
            found = self._located(note, kind)
        else:
            message = f"a citation of the kind {kind[:40]!r}"
            self.findings.append(ImportFinding("unknown_annotation", message, note.path))
            return
        cited = note["cited_text"].text()
        if found.excerpt and cited.strip() == text.strip():
            message = "the cited words are the answer's own: without their source they prove nothing"
            self.findings.append(ImportFinding("same_words", message, note.path))
        lead = len(text) - len(text.lstrip())
        covers = Reconciled(start + lead, start + max(lead, len(text.rstrip())), "code_point")
        if not text.strip():
            message = "a block without words carries a citation; what it covers is unknown"
            covers = Reconciled(None, None, None)
            self.findings.append(ImportFinding("unknown_span", message, note.path))
        self.citations.append(
            citation(
                f"cite-{len(self.citations) + 1}",
                span=covers,
                raw=note.value,
                document_id=found.document_id,
                document_revision=found.revision,
                chunk_id=found.chunk_id,
                evidence_span=found.span,
                page=found.page,
                uri=found.uri,
                metadata={"scope_source": "block"},
            )
        )

    def _web(self, note: At) -> _Evidence:
        url = plain_url(note["url"].text())
        title, cited = note["title"].text_or_none(), note["cited_text"].text()
        stored = joined(self.sidecar, url, uri=url)
        cut_off = len(cited) >= _CUT_AT or cited.rstrip().endswith(("...", "…"))
        words = cited.rstrip().removesuffix("...").removesuffix("…") if cut_off else cited
        place = self._in_documents(url, stored, words)
        if place is None and stored and cut_off:
            # The page as the user has it says more than the beginning of a passage that it no longer has.
            place = _Evidence(url, None)
        return structs.replace(
            place or self._excerpt(url, cited, title=title, uri=url, cut_off=cut_off), uri=url
        )

    def _located(self, note: At, kind: str) -> _Evidence:
        cited = note["cited_text"].text()
        first, last = (note[key].integer() for key in _PLACES[kind])
        page = None
        if kind == "page_location":
            page = str(first) if last <= first + 1 else f"{first}-{last - 1}"
        source = self._source(note, kind)
        if source.text is None:
            stored = stand_in(self.sidecar, source)
            place = self._in_documents(source.document_id, stored, cited, page)
            return place or self._excerpt(
                source.document_id, cited, page, title=source.title, uri=source.uri, revision=source.revision
            )
        if kind == "page_location":
            place_ = located(source.text, cited)
        elif kind == "char_location":
            place_ = reconciled(source.text, first, last, cited, where=note.path)
        else:
            place_ = _blocks(source, first, last, cited, note)
        self.findings += place_.findings
        return _Evidence(source.document_id, "1", source.revision, place_.span, page, source.uri)

    def _source(self, note: At, kind: str) -> Source:
        """The source that a citation names by its place in the request, held against its title."""
        if kind == "search_result_location":
            listed, index = self.sources.results, note["search_result_index"].integer()
            title, uri, file_id = note["title"].text_or_none(), note["source"].text(), None
        else:
            listed, index = self.sources.documents, note["document_index"].integer()
            title, uri, file_id = note["document_title"].text_or_none(), None, note["file_id"].id_or_none()
        own = listed[index] if 0 <= index < len(listed) else None
        if own is not None and _agrees(own, title, uri, file_id):
            return own
        if self.sources.known:
            others = [one for one in listed if _agrees(one, title, uri, file_id)] if title or uri else []
            if len(others) == 1:
                message = (
                    f"number {index} is not the source that the citation names; it was found by its title"
                )
                self.findings.append(ImportFinding("other_index", message, note.path, {"index": index}))
                return others[0]
            message = f"the request has no source number {index} of that title"
            self.findings.append(ImportFinding("not_in_request", message, note.path, {"index": index}))
        return Source(self._name(uri or file_id or title, index), title=title, uri=uri, file_id=file_id)

    def _name(self, name: str | None, index: int) -> str:
        """A name for a source known only by its citations; a title that two sources share gets its number."""
        if name is None:
            return f"document-{index}"
        return name if self._titles.setdefault(name, index) == index else f"{name}#{index}"

    def _in_documents(
        self, document_id: str, chunks: list[dict[str, Any]], cited: str, page: str | None = None
    ) -> _Evidence | None:
        """The cited words in the user's documents; None if they stand in no passage, or in several."""
        if not chunks:
            return None
        self._passages.setdefault(document_id, chunks)
        hits = [(one, found) for one in chunks if (found := located(one["text"], cited)).known]
        if len(hits) != 1:
            return None
        stored, place = hits[0]
        revision = stored.get("document_revision")
        return _Evidence(document_id, stored["chunk_id"], revision, place.span, page)

    def _excerpt(
        self,
        document_id: str,
        cited: str,
        page: str | None = None,
        *,
        title: str | None = None,
        uri: str | None = None,
        revision: str | None = None,
        cut_off: bool = False,
    ) -> _Evidence:
        """The cited words as a passage of their own."""
        stored = self._excerpts.get((document_id, cited))
        if stored is None:
            number = self._numbers[document_id] = self._numbers.get(document_id, 0) + 1
            more: dict[str, Any] = {
                "document_revision": revision,
                "chunk_id": f"cited-{number}",
                "title": title,
                "page": page,
                "uri": uri,
            }
            stored = self._excerpts[document_id, cited] = (
                excerpt(cited.strip(), document_id, "cited_text", self.sidecar, **more)
                if cut_off
                else chunk(cited.strip(), document_id, metadata={"excerpt": "cited_text"}, **more)
            )
        return _Evidence(document_id, stored["chunk_id"], revision, None, page, uri, excerpt=True)


def _blocks(source: Source, first: int, last: int, cited: str, note: At) -> Reconciled:
    """Whole content blocks; their text, without what stands between them, has to be the cited text."""
    text = source.text or ""
    inside = source.blocks[first:last] if 0 <= first < last <= len(source.blocks) else ()
    whole = "".join(text[start:end] for start, end in inside)
    if inside and whole.strip() == cited.strip():
        return Reconciled(inside[0][0], inside[-1][1], "code_point")
    joined_ = "".join(text[start:end] for start, end in source.blocks)
    found = located(joined_, cited)
    message = f"the blocks {first} to {last} do not hold the cited text; where it stands is unknown"
    if found.start is not None and found.end is not None:
        message = "the block numbers do not fit the cited text; it was found by search"
        start, end = _apart(source, found.start), _apart(source, found.end - 1) + 1
        return Reconciled(
            start, end, None, ImportFinding("located_by_text", message, note.path, {"raw": [first, last]})
        )
    return Reconciled(
        None, None, None, ImportFinding("unknown_span", message, note.path, {"raw": [first, last]})
    )


def _apart(source: Source, index: int) -> int:
    """An index into the blocks without anything between them, as one into the source's text."""
    for start, end in source.blocks:
        if index < end - start:
            return start + index
        index -= end - start
    return len(source.text or "")


def _agrees(source: Source, title: str | None, uri: str | None, file_id: str | None) -> bool:
    if file_id is not None and source.file_id is not None:
        return file_id == source.file_id
    if uri is not None and source.uri is not None:
        return uri == source.uri
    return title is None or source.title is None or title == source.title


def _failed(tool_calls: list[dict[str, Any]], step: str | None) -> None:
    for call in tool_calls:
        if call["step_id"] == step:
            call["status"] = "error"
