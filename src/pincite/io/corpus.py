"""The corpus file: documents with their revisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pincite.evidence.corpus import Corpus
from pincite.io.codec import decode, encode_row
from pincite.io.fields import checked_date, chunk, text_id
from pincite.io.jsonl import Source, read_records
from pincite.io.rejection import Notices, RecordError, Rejection
from pincite.io.wire import DocumentRecord
from pincite.model import Document


def read_documents(
    sources: Source | Iterable[Source], *, notices: Notices | None = None
) -> Iterator[Document | Rejection]:
    """Every document of every source, and a rejection in the place of each record that is none.

    Raises InputError when a source cannot be opened.
    """
    for raw in read_records(sources):
        if isinstance(raw, Rejection):
            yield raw
            continue
        try:
            yield build_document(decode(raw.data, DocumentRecord, "corpus", notices))
        except RecordError as error:
            yield error.rejection(raw.where, prefix=raw.prefix)


def read_corpus(
    sources: Source | Iterable[Source], *, notices: Notices | None = None
) -> tuple[Corpus, tuple[Rejection, ...]]:
    """The corpus in memory, and the records that could not be read."""
    documents: list[Document] = []
    rejections: list[Rejection] = []
    for one in read_documents(sources, notices=notices):
        if isinstance(one, Rejection):
            rejections.append(one)
        else:
            documents.append(one)
    return Corpus(documents), tuple(rejections)


def documents_from(values: Iterable[Document | Mapping[str, Any]]) -> Iterator[Document | Rejection]:
    """Documents that a program holds: `Document` values or mappings in the input format."""
    for number, value in enumerate(values, 1):
        if isinstance(value, Document):
            yield value
            continue
        try:
            yield build_document(decode(encode_row(value), DocumentRecord, "corpus"))
        except RecordError as error:
            yield error.rejection(f"corpus:{number}")


def build_document(record: DocumentRecord) -> Document:
    """The model's value of a record; chunks take over what the document says of itself.

    Raises RecordError for a document with neither text nor chunks, and for a date that is none.
    """
    if record.text is None and record.chunks is None:
        raise RecordError(
            "$", expected="text or chunks", got="neither", message="$: a document needs a text or chunks"
        )
    document_id = text_id(record.document_id)
    if document_id is None:
        raise RecordError("$.document_id", expected="an id", got="an empty string")
    revision = text_id(record.document_revision)
    begins = checked_date(record.effective_from, "$.effective_from")
    ends = checked_date(record.effective_until, "$.effective_until")
    inherited = {"title": record.title, "uri": record.uri, "effective_from": begins, "effective_until": ends}
    return Document(
        document_id=document_id,
        document_revision=revision,
        text=record.text,
        chunks=tuple(
            chunk(
                one,
                f"$.chunks[{index}]",
                index + 1,
                document_id=document_id,
                revision=revision,
                inherited=inherited,
            )
            for index, one in enumerate(record.chunks or ())
        ),
        title=record.title,
        uri=record.uri,
        status=record.status,
        superseded_by=text_id(record.superseded_by),
        effective_from=begins,
        effective_until=ends,
        ingested_at=checked_date(record.ingested_at, "$.ingested_at"),
        authority=record.authority,
        digest=record.digest,
        metadata=record.metadata or {},
    )
