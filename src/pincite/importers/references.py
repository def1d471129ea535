"""Content in pieces, where a reference follows the text that it supports (Mistral)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from pincite.importers.at import At
from pincite.importers.points import Point
from pincite.importers.records import whole_text


class Referenced(Struct, frozen=True):
    """The answer's text, and the pieces that are no text with the index at which each stands in it."""

    text: str
    pieces: tuple[tuple[int, At], ...]


def referenced(contents: Iterable[At]) -> Referenced:
    """Texts, lists of pieces, or single pieces, one after the other, as one answer.

    Raises RecordError where neither text nor a piece with a type stands.
    """
    texts: list[str] = []
    pieces: list[tuple[int, At]] = []
    for content in contents:
        for piece in content.each() if isinstance(content.value, list) else (content,):
            if isinstance(piece.value, str):
                texts.append(piece.value)
            elif piece["type"].text() == "text":
                texts.append(piece["text"].text())
            else:
                pieces.append((len(texts), piece))
    ends = [0]
    for text in texts:
        ends.append(ends[-1] + len(text))
    return Referenced(whole_text(texts), tuple((ends[index], piece) for index, piece in pieces))


def point(index: int, document_id: str, piece: At, title: str | None = None) -> Point:
    """A reference as a citation at its place."""
    return Point(index, document_id, title, piece.path, piece.value)
