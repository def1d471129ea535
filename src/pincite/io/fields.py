"""Fields that answers, documents and cases have in common, as the model's values."""

from __future__ import annotations

from typing import Any

from pincite.evidence.dates import parse_date
from pincite.io.rejection import RecordError
from pincite.io.wire import ChunkRecord
from pincite.model import Chunk


def text_id(value: str | int | None) -> str | None:
    """An id as text; an empty one is none."""
    if value is None or value == "":
        return None
    return value if isinstance(value, str) else str(value)


def checked_date(value: str | None, path: str) -> str | None:
    """The date as written. Raises RecordError when it is no ISO date."""
    if value is not None and parse_date(value) is None:
        raise RecordError(path, expected="ISO date such as 2024-03-31", got=repr(value[:40]))
    return value


def chunk(
    record: str | ChunkRecord,
    path: str,
    number: int,
    *,
    document_id: str | None = None,
    revision: str | None = None,
    inherited: dict[str, Any] | None = None,
) -> Chunk:
    """A chunk with its defaults; `number` counts from 1.

    Inside a document, `document_id` and `revision` are the document's, and `inherited` holds what a chunk
    takes from it when it says nothing itself.
    """
    fallback = inherited or {}
    if isinstance(record, str):
        return Chunk(
            document_id=document_id or f"doc-{number}",
            document_revision=revision,
            chunk_id=str(number),
            text=record,
            **fallback,
        )
    checked_date(record.retrieved_at, f"{path}.retrieved_at")
    return Chunk(
        document_id=document_id or text_id(record.document_id) or f"doc-{number}",
        document_revision=revision or text_id(record.document_revision),
        chunk_id=text_id(record.chunk_id) or str(number),
        text=record.text,
        rank=record.rank,
        score=record.score,
        start=record.start,
        end=record.end,
        digest=record.digest,
        title=record.title or fallback.get("title"),
        section=record.section,
        page=record.page,
        uri=record.uri or fallback.get("uri"),
        retrieved_at=record.retrieved_at,
        effective_from=checked_date(record.effective_from, f"{path}.effective_from")
        or fallback.get("effective_from"),
        effective_until=checked_date(record.effective_until, f"{path}.effective_until")
        or fallback.get("effective_until"),
        step_id=text_id(record.step_id),
        metadata=record.metadata or {},
    )
