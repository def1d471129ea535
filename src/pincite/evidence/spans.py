"""The stretch of a stored chunk that a citation points at."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.evidence.offsets import UNIT_KEY, OffsetError, OffsetUnit, code_points
from pincite.model import Chunk, Citation, Passage, Span
from pincite.model.document import TEXT_RECORDED
from pincite.text.quotes import find_quote


def cited_passages(citation: Citation | None, chunks: Sequence[Chunk]) -> list[Passage]:
    """The evidence of a link: the evidence span if given, else the quoted span if found, else the chunk.

    Of several texts under one id, those that hold the span or quotation are kept.
    """
    if citation is not None and (citation.evidence_span is not None or citation.quoted_span):
        narrow = [
            Passage(chunk=chunk, start=span.start, end=span.end)
            for chunk in chunks
            if (span := _cited_span(citation, chunk)) is not None
        ]
        if narrow:
            return narrow
    return [Passage(chunk=chunk, start=0, end=len(chunk.text)) for chunk in chunks if text_recorded(chunk)]


def text_recorded(chunk: Chunk) -> bool:
    """Whether the chunk has its text; an empty one that was recorded as such is a text."""
    return chunk.metadata.get(TEXT_RECORDED) is not False


def _cited_span(citation: Citation, chunk: Chunk) -> Span | None:
    if citation.evidence_span is not None:
        try:
            span = code_points(chunk.text, citation.evidence_span, _unit(citation))
        except OffsetError:
            return None
        return span if span.start < span.end else None
    return quoted_place(citation.quoted_span or "", chunk.text)


def quoted_place(quote: str, text: str) -> Span | None:
    """Where a quotation stands in a text word for word, or None."""
    at = text.find(quote)
    if at >= 0:
        return Span(at, at + len(quote))
    hit = find_quote(quote, text)
    if hit.state != "verbatim" or hit.start is None or hit.end is None:
        return None
    return Span(hit.start, hit.end)


def _unit(citation: Citation) -> OffsetUnit:
    unit = citation.metadata.get(UNIT_KEY)
    if unit == "utf16":
        return "utf16"
    return "utf8" if unit == "utf8" else "code_point"
