"""From a displayed citation to the stored text it points at.

The order is the contract's: a stored citation whose literal marker equals the displayed one, else the
citation whose id equals the key, else - only if the answer stores no citations - `[n]` is the n-th prompt
chunk, counted from 1. Nothing is ever matched by likeness: a changed page or a mistyped id resolves to
nothing.

Stored text is looked up in the prompt, then in the retrieved chunks, then in the corpus. A chunk whose text
was not recorded with the answer is read further down, where the ids leave no doubt about what it is. With a
bibliography, what is in none of them is looked up there as a reference in free text: a work that is found
exists, whether or not its text was recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pincite.evidence.bibliography import Bibliography
from pincite.evidence.corpus import Corpus, whole
from pincite.evidence.free_references import FreeReferences, LookedUp
from pincite.evidence.keys import bare, named, names_a_source, of_session, page_only, position, same_page
from pincite.evidence.packaging import packaged
from pincite.evidence.places import Place, Shelf
from pincite.evidence.spans import cited_passages, text_recorded
from pincite.evidence.transport import Failure, failed_steps, failed_transport
from pincite.model import Answer, Chunk, Citation, Document, Passage, Reference, Resolved

NO_TEXT = "no_evidence_text"


class Resolver:
    """Follows the references of one answer; its indexes are built once.

    `as_of` is the date for which the answer has to hold (the case's, else the answer's), or None.
    """

    def __init__(
        self,
        answer: Answer,
        corpus: Corpus | None = None,
        *,
        as_of: str | None = None,
        bibliography: Bibliography | None = None,
    ) -> None:
        self.answer = answer
        self.corpus = corpus
        self.as_of = as_of or answer.as_of
        self.shelf = Shelf(answer, corpus)
        self.free = None if bibliography is None else FreeReferences(answer, bibliography, corpus)
        self._failed = failed_steps(answer.tool_calls)
        self._by_marker: dict[str, list[Citation]] = {}
        self._by_bare_marker: dict[str, list[Citation]] = {}
        self._by_id: dict[str, list[Citation]] = {}
        for citation in answer.citations:
            self._by_id.setdefault(citation.citation_id, []).append(citation)
            if citation.marker:
                self._by_marker.setdefault(citation.marker, []).append(citation)
                self._by_bare_marker.setdefault(bare(citation.marker), []).append(citation)

    def resolve_all(self, references: Iterable[Reference]) -> tuple[Resolved, ...]:
        """Every reference followed, in order; a marker that several citations share gives several."""
        return tuple(found for reference in references for found in self.resolve(reference))

    def resolve(self, reference: Reference) -> tuple[Resolved, ...]:
        """One reference followed to its evidence: at least one `Resolved`, more for a shared marker."""
        if reference.malformed:
            return (_malformed(reference),)
        citations = self.citations_of(reference)
        if citations:
            return tuple(self._followed(reference, citation) for citation in citations)
        if self.answer.citations:
            return (_unresolved(reference, "no_citation"),)
        return (self._followed(reference, None),)

    def citations_of(self, reference: Reference) -> tuple[Citation, ...]:
        """The stored citations that a reference displays; empty when none does."""
        key = reference.key
        if reference.source != "marker":
            return tuple(self._by_id.get(key, ()))
        literal = tuple(self._by_marker.get(reference.marker or "", ()))
        if len(literal) > 1 and bare(reference.marker or "") != bare(key):
            # A stored marker may hold a whole group ("[1, 2]"): then the key picks its own citation.
            own = tuple(one for one in literal if one.citation_id == key)
            literal = own or literal
        found = literal or self._by_bare_marker.get(bare(key), ()) or self._by_id.get(key, ())
        page = page_only(key)
        if not found and page is not None:
            found = [one for one in self.answer.citations if same_page(page, one.page)]
        return tuple(found)

    def _followed(self, reference: Reference, citation: Citation | None) -> Resolved:
        place = self._place(reference, citation)
        if not place.known:
            return _unresolved(reference, place.reason, citation)
        passages: tuple[Passage, ...] = ()
        if failed_transport(self.answer, self._failed, citation, place.chunks) is None:
            passages = tuple(cited_passages(citation, self._readable(place.chunks, citation)))
        return Resolved(
            reference=reference,
            citation_id=reference.key if citation is None else citation.citation_id,
            citation=citation,
            resolution="resolved",
            in_context=self._in_context(citation, place),
            document=self._document(citation, place),
            passages=passages,
            reason=None if passages else NO_TEXT,
        )

    def _readable(self, chunks: tuple[Chunk, ...], citation: Citation | None) -> tuple[Chunk, ...]:
        """The chunks, or what stands for them in the record or the corpus if none of them has its text."""
        if any(map(text_recorded, chunks)):
            return chunks
        keys = {one.key for one in chunks}
        documents = dict.fromkeys(one.document_id for one in chunks)
        held = [one for name in documents for one in self.shelf.recorded(name)]
        stored = [one for one in held if one.key in keys and text_recorded(one)]
        if not stored and self.corpus is not None:
            wanted = dict.fromkeys(
                (one.document_id, one.document_revision, _named_chunk(one, citation)) for one in chunks
            )
            stored = [one for name in wanted for one in _in_corpus(self.corpus, name, citation)]
        return tuple({one.key: one for one in stored}.values()) or chunks

    def _in_context(self, citation: Citation | None, place: Place) -> bool | None:
        """Whether the source was shown; None where the prompt or the place of the text is unknown."""
        prompt = self.answer.prompt_chunks
        if prompt is not None and place.work:
            # A work that is known only by its name is recognised by the names of the passages.
            return False if all(chunk.title or chunk.uri for chunk in prompt) else None
        if prompt is None or (citation is None and not place.chunks):
            return None
        return place.in_prompt

    def _place(self, reference: Reference, citation: Citation | None) -> Place:
        if citation is None:
            place = self._without_map(reference)
        else:
            place = self._at_position(reference, self.shelf.locate(citation))
        return place if place.known else self._of_work(reference, citation) or place

    def looked_up(self, reference: Reference, citation: Citation | None) -> LookedUp | None:
        """What a bibliography says of a reference in free text; None without one, or for other references."""
        return None if self.free is None else self.free.look_up(reference, citation)

    def _of_work(self, reference: Reference, citation: Citation | None) -> Place | None:
        """The place of the work that a reference names in free text, if it is one that exists."""
        found = self.looked_up(reference, citation)
        if found is None or found.outcome not in ("found", "different"):
            return None
        if len(found.document_ids) == 1:
            place = self.shelf.by_name(found.document_ids[0])
            if place.known and place.chunks:
                return place
        return Place(known=True, work=not found.document_ids)

    def _document(self, citation: Citation | None, place: Place) -> Document | None:
        if self.corpus is None:
            return None
        if place.chunks:
            return self.corpus.document(place.chunks[0].document_id, place.chunks[0].document_revision)
        if citation is not None and citation.document_id is not None:
            return self.corpus.document(citation.document_id, citation.document_revision)
        return None

    def _at_position(self, reference: Reference, place: Place) -> Place:
        """When one id names two texts of the prompt, a positional marker picks the one at its position."""
        if not place.in_prompt or len(place.chunks) < 2 or len({chunk.key for chunk in place.chunks}) > 1:
            return place
        index = position(reference.key, reference.marker)
        prompt = self.answer.prompt_chunks or ()
        if index is None or not 0 <= index < len(prompt) or prompt[index] not in place.chunks:
            return place
        return place.narrowed((prompt[index],))

    def _without_map(self, reference: Reference) -> Place:
        """A reference of an answer that stores no citations: a position in the prompt, or an id."""
        prompt = self.answer.prompt_chunks
        index = position(reference.key, reference.marker)
        if index is not None:
            if index < 0 or (prompt is not None and index >= len(prompt)):
                return Place(known=False, reason="out_of_range")
            if prompt is None:
                return Place(known=True)
            return Place(known=True, chunks=(prompt[index],), in_prompt=True)
        page = page_only(reference.key)
        if page is not None:
            return self.shelf.on_page(page)
        reason = "no_map" if of_session(reference.key, reference.marker) else "no_such_source"
        for reading in named(reference.key):
            place = self.shelf.by_name(reading.name)
            if place.reason == "ambiguous_id":
                reason = place.reason
            if not place.known:
                continue
            if reading.page is None:
                return place
            kept = tuple(one for one in place.chunks if same_page(reading.page, one.page) is not False)
            if place.chunks and not kept:
                return Place(known=False, reason="other_page")
            return place.narrowed(kept)
        if prompt is None and names_a_source(reference.key):
            return Place(known=True)
        return Place(known=False, reason=reason)

    def chunks_cited(self, resolved: Resolved) -> tuple[Chunk, ...]:
        """The stored chunks behind a resolved reference, also where their text is no evidence."""
        if resolved.passages:
            return tuple(passage.chunk for passage in resolved.passages)
        if resolved.resolution != "resolved":
            return ()
        return self._place(resolved.reference, resolved.citation).chunks

    def packaged(self, passage: Passage) -> Passage:
        """The passage with its stated context, from the stored chunks and the corpus behind the answer."""
        chunk = passage.chunk
        document = None
        if self.corpus is not None:
            document = self.corpus.document(chunk.document_id, chunk.document_revision)
        return packaged(passage, document, self.shelf.recorded(chunk.document_id))

    def failure(self, resolved: Resolved) -> Failure | None:
        """Why the evidence behind a reference never arrived, or None when it did or was never recorded."""
        if resolved.passages or resolved.resolution != "resolved":
            return None
        chunks = self.chunks_cited(resolved)
        return failed_transport(self.answer, self._failed, resolved.citation, chunks)


def resolve(answer: Answer, reference: Reference, corpus: Corpus | None = None) -> tuple[Resolved, ...]:
    """One reference followed; for several of one answer, `Resolver` builds its indexes only once."""
    return Resolver(answer, corpus).resolve(reference)


def resolve_all(
    answer: Answer, references: Sequence[Reference], corpus: Corpus | None = None
) -> tuple[Resolved, ...]:
    """All references of one answer followed, in order."""
    return Resolver(answer, corpus).resolve_all(references)


def _named_chunk(chunk: Chunk, citation: Citation | None) -> str | None:
    """The id under which a chunk may stand in the corpus.

    A number may count the results of one answer only; it names a chunk where the citation repeats it.
    """
    if citation is not None:
        return citation.chunk_id
    return None if chunk.chunk_id.isdecimal() else chunk.chunk_id


def _in_corpus(
    corpus: Corpus, name: tuple[str, str | None, str | None], citation: Citation | None
) -> Sequence[Chunk]:
    """What stands for a chunk without its text: the chunk that is named, else the whole document."""
    document_id, revision, chunk_id = name
    document = corpus.document(document_id, revision)
    if document is None:
        return ()  # of several revisions nobody knows which one it was
    spanned = citation is not None and citation.evidence_span is not None
    if spanned and (chunk_id is None or not document.chunks):
        return ()  # the span counts in a text that nobody has
    if not document.chunks:
        return whole(document)
    found = document.chunks if chunk_id is None else corpus.chunks(document_id, revision, chunk_id)
    page = None if citation is None else citation.page
    return [one for one in found if same_page(page, one.page) is not False]


def _malformed(reference: Reference) -> Resolved:
    return Resolved(
        reference=reference, citation_id=reference.key, resolution="malformed", reason="malformed_marker"
    )


def _unresolved(reference: Reference, reason: str | None, citation: Citation | None = None) -> Resolved:
    return Resolved(
        reference=reference,
        citation_id=reference.key if citation is None else citation.citation_id,
        citation=citation,
        resolution="unresolved",
        reason=reason,
    )
