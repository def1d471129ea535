"""What a judge may read beside the cited span (packaging version 1).

The exact span comes first. Stated context is added at most once, and only from the same document: its title,
the heading of the section, the header of the table that a row belongs to, and one neighbouring sentence on
each side. Where the span is narrower than its chunk, context comes from the chunk; at the chunk's edges, from
the text or the chunks of the document next to it, if they are stored.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from pincite.evidence.tables import is_row, line_at, table_head
from pincite.model import Chunk, Document, Passage, Question
from pincite.text.blocks import blocks
from pincite.text.sentences import sentences

PACKAGING_VERSION = "1"
_WINDOW = 1500
_JOIN = "\n\n"


class Surroundings(Struct, frozen=True):
    """The stored text directly before and after a chunk, as far as it is known."""

    before: str = ""
    after: str = ""


def packaged(passage: Passage, document: Document | None = None, siblings: Sequence[Chunk] = ()) -> Passage:
    """The passage with its stated context; fields that are already set are kept.

    `document` is the corpus record and `siblings` are other stored chunks of the same revision; both may be
    missing. Chunks of other documents or revisions among the siblings are passed over.
    """
    chunk = passage.chunk
    around = surroundings(chunk, document, siblings)
    left = around.before[-_WINDOW:]
    text = f"{left}{chunk.text}{around.after[:_WINDOW]}"
    start, end = len(left) + passage.start, len(left) + passage.end
    first = start + len(text[start:end]) - len(text[start:end].lstrip())
    last = max(first, start + len(text[start:end].rstrip()) - 1)
    head = table_head(text, first) if first < end else None
    in_row = head is not None
    header = head.of(text) if head is not None and head.end <= start else ""
    ends_in_row = last < end and is_row(text[slice(*line_at(text, last))])
    title = passage.title or chunk.title or (document.title if document is not None else None) or ""
    return msgspec.structs.replace(
        passage,
        title=title,
        section=passage.section or chunk.section or _heading_before(text, start),
        table_header=passage.table_header or header,
        # The row above or below is another record, not a neighbouring sentence.
        before=passage.before or ("" if in_row else _sentence_before(text, start)),
        after=passage.after or ("" if ends_in_row else _sentence_after(text, end)),
    )


def surroundings(chunk: Chunk, document: Document | None, siblings: Sequence[Chunk] = ()) -> Surroundings:
    """The text next to a chunk in its document: from the whole text, the stored order, or stated offsets."""
    if document is not None and document.document_id == chunk.document_id:
        at = _place_in(document.text, chunk)
        if document.text is not None and at is not None:
            end = at + len(chunk.text)
            return Surroundings(document.text[max(0, at - _WINDOW) : at], document.text[end : end + _WINDOW])
        index = next((i for i, one in enumerate(document.chunks) if _is(one, chunk)), None)
        if index is not None:
            return Surroundings(_previous(document.chunks, index), _next(document.chunks, index))
    return _by_offsets(chunk, siblings)


def _place_in(text: str | None, chunk: Chunk) -> int | None:
    if text is None or not chunk.text:
        return None
    if chunk.start is not None and text.startswith(chunk.text, max(0, chunk.start)):
        return max(0, chunk.start)
    at = text.find(chunk.text)
    # A text that stands there twice has no certain neighbours.
    return at if at >= 0 and text.find(chunk.text, at + 1) < 0 else None


def _is(stored: Chunk, chunk: Chunk) -> bool:
    return stored.chunk_id == chunk.chunk_id and stored.text == chunk.text


def _previous(chunks: Sequence[Chunk], index: int) -> str:
    if index == 0:
        return ""
    here, earlier = chunks[index], chunks[index - 1]
    return _without_overlap(earlier, here) if earlier.text else ""


def _next(chunks: Sequence[Chunk], index: int) -> str:
    if index + 1 >= len(chunks):
        return ""
    here, following = chunks[index], chunks[index + 1]
    text = following.text
    if here.end is not None and following.start is not None and following.start < here.end:
        text = text[here.end - following.start :]
    return _break_before(text)


def _without_overlap(earlier: Chunk, here: Chunk) -> str:
    text = earlier.text
    if here.start is not None and earlier.start is not None and earlier.start + len(text) > here.start:
        text = text[: max(0, here.start - earlier.start)]
    return text if not text or text[-1].isspace() else text + "\n"


def _break_before(text: str) -> str:
    return text if not text or text[0].isspace() else "\n" + text


def _by_offsets(chunk: Chunk, siblings: Sequence[Chunk]) -> Surroundings:
    """The neighbours among chunks that state where they stand: they must touch or overlap."""
    if chunk.start is None:
        return Surroundings()
    start, end = chunk.start, chunk.start + len(chunk.text)
    before = after = ""
    for other in siblings:
        if other.start is None or other.document_id != chunk.document_id or other.key == chunk.key:
            continue
        if other.document_revision != chunk.document_revision:
            continue
        other_end = other.start + len(other.text)
        if other.start < start <= other_end + 2 and len(other.text[: start - other.start]) > len(before):
            before = other.text[: start - other.start]
            before = before if start <= other_end or before[-1:].isspace() else before + "\n"
        elif other.start <= end + 2 and other_end > end and not after:
            after = other.text[end - other.start :] if other.start <= end else _break_before(other.text)
    return Surroundings(before, after)


def _heading_before(text: str, index: int) -> str:
    """The nearest Markdown heading above a place, without its signs; empty when there is none."""
    if "#" not in text and "\n" not in text:
        return ""
    heading = ""
    for block in blocks(text):
        if block.end > index:
            break
        if block.kind == "heading":
            heading = text[block.start : block.end]
    return heading.strip().strip("#=-").strip()


def _sentence_before(text: str, index: int) -> str:
    """The sentence that ends at or just before a place: in the middle of one, its first part."""
    window = text[max(0, index - _WINDOW) : index].rstrip()
    body = window[window.rfind(_JOIN) + 1 :]
    found = sentences(body)
    return _neighbour(body[found[-1].start : found[-1].end]) if found else ""


def _sentence_after(text: str, index: int) -> str:
    """The sentence that starts at or just after a place: in the middle of one, its rest."""
    window = text[index : index + _WINDOW]
    blank = len(window) - len(window.lstrip())
    end = window.find(_JOIN, blank)
    found = sentences(window if end < 0 else window[:end])
    if not found:
        return ""
    piece = window[found[0].start : found[0].end]
    if len(found) > 1 and not any(letter.isalnum() for letter in piece):
        # The span stopped just before its own full stop.
        piece = window[found[0].start : found[1].end]
    return _neighbour(piece)


def _neighbour(sentence: str) -> str:
    """A neighbouring sentence, unless it is a heading or another record of a table."""
    return "" if sentence.startswith("#") or is_row(sentence) else sentence


class Piece(Struct, frozen=True):
    """A stretch of an evidence text that was copied from a chunk: `at` is its start there."""

    start: int
    end: int
    passage: int
    at: int


class EvidenceText(Struct, frozen=True):
    """What a judge reads as one text, and where each part of it comes from.

    Context that does not stand in a cited span has no piece.
    """

    text: str
    pieces: tuple[Piece, ...]

    def locate(self, start: int, end: int) -> tuple[int, int, int] | None:
        """Passage number and chunk offsets of a stretch; None if it is not within one cited span."""
        for piece in self.pieces:
            if piece.start <= start and end <= piece.end:
                shift = piece.at - piece.start
                return piece.passage, start + shift, end + shift
        return None


def evidence_text(question: Question) -> EvidenceText:
    """The passages of a question as one text; with `question.context` each with its stated context."""
    parts: list[str] = []
    pieces: list[Piece] = []
    length = 0
    for number, passage in enumerate(question.passages):
        if parts:
            parts.append(_JOIN)
            length += len(_JOIN)
        lead = _lead(passage) if question.context else ""
        body = passage.text
        tail = f" {passage.after}" if question.context and passage.after else ""
        pieces.append(Piece(length + len(lead), length + len(lead) + len(body), number, passage.start))
        parts += (lead, body, tail)
        length += len(lead) + len(body) + len(tail)
    return EvidenceText("".join(parts), tuple(pieces))


def _lead(passage: Passage) -> str:
    lines = [line for line in (passage.title, passage.section, passage.table_header) if line]
    lead = "".join(f"{line}\n" for line in lines)
    return f"{lead}{passage.before} " if passage.before else lead
