"""The documents that could have been cited, found by id, revision, chunk and address."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cached_property

import msgspec

from pincite.evidence.addresses import same_address
from pincite.evidence.bibliography import Bibliography, Work
from pincite.evidence.index import Index
from pincite.model import Chunk, Document


class Corpus:
    """An index over documents; several revisions of one document may be present.

    A null revision in a request means "whichever": many answers are recorded without revisions. A document
    stored as text only counts as one chunk of its own (`chunk_id` "1"), and no chunk id can be refuted by it.
    """

    def __init__(self, documents: Iterable[Document] = ()) -> None:
        self.documents: tuple[Document, ...] = tuple(documents)
        self._by_id: dict[str, list[Document]] = {}
        self._chunks: dict[tuple[str, str], list[Chunk]] = {}
        for document in self.documents:
            self._by_id.setdefault(document.document_id, []).append(document)
            for chunk in document.chunks:
                self._chunks.setdefault((document.document_id, chunk.chunk_id), []).append(chunk)

    def __len__(self) -> int:
        return len(self.documents)

    def __contains__(self, document_id: str) -> bool:
        return document_id in self._by_id

    def revisions(self, document_id: str) -> tuple[Document, ...]:
        """Every stored revision of a document, in the order of the corpus."""
        return tuple(self._by_id.get(document_id, ()))

    def document(self, document_id: str, revision: str | None) -> Document | None:
        """The record of one revision; without a revision the only record, or None when there are several."""
        records = self._by_id.get(document_id, ())
        if revision is None:
            return records[0] if len(records) == 1 else None
        exact = next((one for one in records if one.document_revision == revision), None)
        if exact is None and len(records) == 1 and records[0].document_revision is None:
            return records[0]
        return exact

    def chunks(self, document_id: str, revision: str | None, chunk_id: str) -> tuple[Chunk, ...]:
        """Every stored chunk under a key: more than one only when an id is used twice or names revisions."""
        return tuple(
            chunk
            for chunk in self._chunks.get((document_id, chunk_id), ())
            if revision is None or chunk.document_revision in (None, revision)
        )

    def chunks_of(self, document_id: str, revision: str | None) -> tuple[Chunk, ...]:
        """The chunks of a document in document order; a document stored as text only is one chunk."""
        found: list[Chunk] = []
        for document in self._by_id.get(document_id, ()):
            if revision is None or document.document_revision in (None, revision):
                found.extend(document.chunks or whole(document))
        return tuple(found)

    def has_chunk_ids(self, document_id: str) -> bool:
        """Whether any revision of the document is stored in chunks, so that a chunk id can be looked up."""
        return any(document.chunks for document in self._by_id.get(document_id, ()))

    @cached_property
    def _by_address(self) -> dict[str, list[Document]]:
        table: dict[str, list[Document]] = {}
        for document in self.documents:
            for uri in {document.uri, *(chunk.uri for chunk in document.chunks)}:
                if uri:
                    table.setdefault(same_address(uri), []).append(document)
        return table

    @cached_property
    def _by_title(self) -> dict[str, list[Document]]:
        table: dict[str, list[Document]] = {}
        for document in self.documents:
            if document.title:
                table.setdefault(document.title, []).append(document)
        return table

    @cached_property
    def _by_chunk_id(self) -> dict[str, list[Chunk]]:
        table: dict[str, list[Chunk]] = {}
        for (_, chunk_id), chunks in self._chunks.items():
            table.setdefault(chunk_id, []).extend(chunks)
        return table

    def at_address(self, uri: str) -> tuple[Document, ...]:
        """Documents whose address is `uri`, apart from tracking parameters, fragment and scheme."""
        return tuple(self._by_address.get(same_address(uri), ()))

    def with_title(self, title: str) -> tuple[Document, ...]:
        return tuple(self._by_title.get(title, ()))

    def with_chunk_id(self, chunk_id: str) -> tuple[Chunk, ...]:
        """Chunks with this id in any document."""
        return tuple(self._by_chunk_id.get(chunk_id, ()))

    @cached_property
    def index(self) -> Index:
        """Its passages by their words, built when the first claim asks for it."""
        return Index(self.documents)

    @cached_property
    def titles(self) -> Bibliography:
        """The documents by what a reference in free text may call them: title and address."""
        return Bibliography(
            Work(title=one.title or "", key=one.document_id, uri=one.uri) for one in self.documents
        )

    @cached_property
    def digest(self) -> str:
        """SHA-256 over everything that is stored, independent of the order of the documents."""
        return text_digest("\n".join(sorted(map(_fingerprint, self.documents))))


def _fingerprint(document: Document) -> str:
    record = msgspec.to_builtins(document, enc_hook=repr, order="deterministic")
    return json.dumps(record, sort_keys=True, default=repr)


def whole(document: Document) -> tuple[Chunk, ...]:
    """A document stored as text, as its single chunk; nothing when it has no text."""
    if document.text is None:
        return ()
    return (
        Chunk(
            document_id=document.document_id,
            document_revision=document.document_revision,
            chunk_id="1",
            text=document.text,
            start=0,
            end=len(document.text),
            digest=document.digest,
            title=document.title,
            uri=document.uri,
            effective_from=document.effective_from,
            effective_until=document.effective_until,
        ),
    )


def text_digest(text: str) -> str:
    """SHA-256 of the UTF-8 text, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
