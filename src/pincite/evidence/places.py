"""Where stored text stands: in the prompt, among the retrieved chunks, or only in the corpus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pincite.evidence.addresses import is_web_address, same_address
from pincite.evidence.corpus import Corpus
from pincite.evidence.keys import same_page
from pincite.model import Answer, Chunk, Citation, Document


class Place(Struct, frozen=True, kw_only=True):
    """What a citation names.

    `known` without chunks means that the source exists, or may exist, but that its text was never recorded.
    `reason` says why nothing is known: "names_nothing", "no_such_document", "no_such_revision",
    "no_such_chunk", "other_page", "ambiguous_id"; the resolver adds some of its own. `work` marks a source
    that is known from a bibliography alone.
    """

    known: bool
    chunks: tuple[Chunk, ...] = ()
    in_prompt: bool = False
    reason: str | None = None
    work: bool = False

    def narrowed(self, chunks: tuple[Chunk, ...]) -> Place:
        return Place(known=self.known, chunks=chunks, in_prompt=self.in_prompt, reason=self.reason)


class Shelf:
    """Everything recorded with one answer, and the corpus behind it, found by id."""

    def __init__(self, answer: Answer, corpus: Corpus | None) -> None:
        self.answer = answer
        self.corpus = corpus
        self._prompt = _by_document(answer.prompt_chunks)
        self._retrieved = _by_document(answer.retrieved_chunks)

    def in_prompt(self, document_id: str) -> Sequence[Chunk]:
        """The prompt chunks of a document, in the order of the prompt."""
        return self._prompt.get(document_id, ())

    def recorded(self, document_id: str) -> tuple[Chunk, ...]:
        """Every chunk of a document that was recorded with the answer, those of the prompt first."""
        return (*self._prompt.get(document_id, ()), *self._retrieved.get(document_id, ()))

    def holds(self, document_id: str) -> bool:
        """Whether the document is known anywhere: prompt, retrieved chunks or corpus."""
        return (
            document_id in self._prompt
            or document_id in self._retrieved
            or (self.corpus is not None and document_id in self.corpus)
        )

    def locate(self, citation: Citation) -> Place:
        """The stored text that a citation names, by exact ids only."""
        if citation.document_id is not None:
            return self._by_ids(citation, citation.document_id)
        if citation.chunk_id is not None:
            return self._by_chunk_id(citation.chunk_id)
        if citation.uri is not None:
            return self._of_documents(citation, self._documents_at(citation.uri))
        place = self.by_name(citation.citation_id)
        return place if place.known else Place(known=False, reason="names_nothing")

    def by_name(self, name: str) -> Place:
        """The text under an id that a reader sees: a chunk id, document id, title or address, exactly."""
        ambiguous = False
        for level, in_prompt in (
            (self.answer.prompt_chunks or (), True),
            (self.answer.retrieved_chunks or (), False),
        ):
            hits = _named(level, name)
            if hits:
                if len({chunk.document_id for chunk in hits}) == 1:
                    return Place(known=True, chunks=hits, in_prompt=in_prompt)
                ambiguous = True
        if self.corpus is not None and not ambiguous:
            chunks = self.corpus.with_chunk_id(name) or self.corpus.chunks_of(name, None)
            documents = self.corpus.revisions(name) or self.corpus.with_title(name)
            if is_web_address(name):
                documents = documents or self.corpus.at_address(name)
            if len({chunk.document_id for chunk in chunks}) == 1:
                return Place(known=True, chunks=_current(chunks, self.corpus))
            ids = {document.document_id for document in documents}
            if len(ids) == 1:
                chunks = self.corpus.chunks_of(documents[0].document_id, None)
                return Place(known=True, chunks=_current(chunks, self.corpus))
            ambiguous = len(ids) > 1 or len(chunks) > 1
        return Place(known=False, reason="ambiguous_id" if ambiguous else "no_such_document")

    def on_page(self, page: str) -> Place:
        """The prompt chunks on a page, if one document has it: a reader is told no more than the page."""
        prompt = self.answer.prompt_chunks
        hits = tuple(chunk for chunk in prompt or () if same_page(page, chunk.page))
        if hits:
            return _one_document(hits, True)
        if prompt is None or any(chunk.page is None for chunk in prompt):
            return Place(known=True)
        return Place(known=False, reason="other_page")

    def _by_ids(self, citation: Citation, document_id: str) -> Place:
        paged = False
        for level, in_prompt in ((self._prompt, True), (self._retrieved, False)):
            chunks = level.get(document_id)
            if chunks:
                hits, other_page = _matching(chunks, citation)
                if hits:
                    return Place(known=True, chunks=hits, in_prompt=in_prompt)
                paged = paged or other_page
        corpus = self.corpus
        if corpus is not None and document_id in corpus:
            return self._in_corpus(citation, document_id, corpus, paged)
        recorded = self.recorded(document_id)
        if self.answer.prompt_chunks is None and not recorded:
            return Place(known=True)
        if not recorded:
            return Place(known=False, reason="no_such_document")
        if not any(_same_revision(chunk, citation.document_revision) for chunk in recorded):
            # The document is real and another revision of it was seen: this one was never recorded.
            return Place(known=True)
        if self.answer.prompt_chunks is None:
            return Place(known=True)
        return Place(known=False, reason="other_page" if paged else "no_such_chunk")

    def _in_corpus(self, citation: Citation, document_id: str, corpus: Corpus, paged: bool) -> Place:
        revision = citation.document_revision
        stored = corpus.chunks_of(document_id, revision)
        hits, other_page = _matching(stored, citation)
        if hits:
            return Place(known=True, chunks=_current(hits, corpus) if revision is None else hits)
        records = [
            one
            for one in corpus.revisions(document_id)
            if revision is None or one.document_revision in (None, revision)
        ]
        if not records:
            return Place(known=False, reason="no_such_revision")
        if paged or other_page:
            return Place(known=False, reason="other_page")
        if any(one.chunks for one in records):
            return Place(known=False, reason="no_such_chunk")
        if self.recorded(document_id):
            # The corpus cannot refute a chunk id, but the chunks that were recorded show other ones.
            return Place(known=False, reason="no_such_chunk")
        return Place(known=True, chunks=stored)

    def _by_chunk_id(self, chunk_id: str) -> Place:
        for level, in_prompt in (
            (self.answer.prompt_chunks or (), True),
            (self.answer.retrieved_chunks or (), False),
        ):
            hits = tuple(chunk for chunk in level if chunk.chunk_id == chunk_id)
            if hits:
                return _one_document(hits, in_prompt)
        hits = self.corpus.with_chunk_id(chunk_id) if self.corpus is not None else ()
        if hits:
            return _one_document(_current(hits, self.corpus), False)
        if self.answer.prompt_chunks is None:
            return Place(known=True)
        return Place(known=False, reason="no_such_chunk")

    def _documents_at(self, uri: str) -> tuple[str, ...]:
        """Ids of the documents at an address, those of the prompt first."""
        wanted = same_address(uri)
        found: dict[str, None] = {}
        for chunk in (*(self.answer.prompt_chunks or ()), *(self.answer.retrieved_chunks or ())):
            if uri == chunk.document_id or (chunk.uri is not None and same_address(chunk.uri) == wanted):
                found.setdefault(chunk.document_id)
        if not found and self.corpus is not None:
            for document in (*self.corpus.at_address(uri), *self.corpus.revisions(uri)):
                found.setdefault(document.document_id)
        return tuple(found)

    def _of_documents(self, citation: Citation, document_ids: tuple[str, ...]) -> Place:
        if not document_ids:
            if self.answer.prompt_chunks is None:
                return Place(known=True)
            return Place(known=False, reason="no_such_document")
        if len(document_ids) > 1:
            # One page, stored as several documents (one for each chunk): all of them are what it names.
            wanted = same_address(citation.uri or "")
            prompt = tuple(
                chunk
                for chunk in self.answer.prompt_chunks or ()
                if chunk.document_id in document_ids and chunk.uri and same_address(chunk.uri) == wanted
            )
            if prompt:
                return Place(known=True, chunks=prompt, in_prompt=True)
            return Place(known=False, reason="ambiguous_id")
        return self._by_ids(citation, document_ids[0])


def _by_document(chunks: Iterable[Chunk] | None) -> dict[str, list[Chunk]]:
    table: dict[str, list[Chunk]] = {}
    for chunk in chunks or ():
        table.setdefault(chunk.document_id, []).append(chunk)
    return table


def _same_revision(stored: Chunk, revision: str | None) -> bool:
    """A missing revision on either side cannot contradict the other."""
    return revision is None or stored.document_revision is None or stored.document_revision == revision


def _matching(chunks: Sequence[Chunk], citation: Citation) -> tuple[tuple[Chunk, ...], bool]:
    """Chunks of one document that a citation names, and whether only its page rules the others out."""
    same = [chunk for chunk in chunks if _same_revision(chunk, citation.document_revision)]
    if citation.chunk_id is not None:
        return tuple(chunk for chunk in same if chunk.chunk_id == citation.chunk_id), False
    kept = tuple(chunk for chunk in same if same_page(citation.page, chunk.page) is not False)
    return kept, bool(same) and not kept


def _named(chunks: Sequence[Chunk], name: str) -> tuple[Chunk, ...]:
    """Chunks that carry a name; the most specific kind of name that fits decides."""
    by_chunk = tuple(chunk for chunk in chunks if chunk.chunk_id == name)
    if by_chunk:
        return by_chunk
    by_document = tuple(chunk for chunk in chunks if chunk.document_id == name)
    if by_document:
        return by_document
    by_title = tuple(chunk for chunk in chunks if chunk.title == name)
    if by_title:
        return by_title
    if is_web_address(name):
        wanted = same_address(name)
        return tuple(chunk for chunk in chunks if chunk.uri is not None and same_address(chunk.uri) == wanted)
    return tuple(chunk for chunk in chunks if chunk.uri == name)


def _one_document(hits: tuple[Chunk, ...], in_prompt: bool) -> Place:
    if len({chunk.document_id for chunk in hits}) > 1:
        return Place(known=False, reason="ambiguous_id")
    return Place(known=True, chunks=hits, in_prompt=in_prompt)


def _current(chunks: tuple[Chunk, ...], corpus: Corpus | None) -> tuple[Chunk, ...]:
    """Of several revisions, the current ones if the corpus marks any: no revision was asked for."""
    if corpus is None or len({chunk.document_revision for chunk in chunks}) < 2:
        return chunks
    current = tuple(
        chunk for chunk in chunks if _is_current(corpus.document(chunk.document_id, chunk.document_revision))
    )
    return current or chunks


def _is_current(document: Document | None) -> bool:
    return document is not None and document.status == "current"
