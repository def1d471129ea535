"""What a reader would have to see for a passage to be cited: its marker in this answer."""

from __future__ import annotations

from pincite.evidence.resolution import Resolver
from pincite.model import Chunk


def right_marker(resolver: Resolver, chunk: Chunk) -> str | None:
    """The marker that leads to a chunk of the prompt, or None where the answer has none for it.

    With stored citations, the marker of the one that points at exactly this chunk; without any, the position
    in the prompt counts from 1.
    """
    answer = resolver.answer
    for citation in answer.citations:
        place = resolver.shelf.locate(citation)
        if place.known and len(place.chunks) == 1 and _same(place.chunks[0], chunk):
            return citation.marker or f"[{citation.citation_id}]"
    number = None if answer.citations else position(resolver, chunk)
    return None if number is None else f"[{number}]"


def position(resolver: Resolver, chunk: Chunk) -> int | None:
    """The place of a chunk in the prompt, counted from 1."""
    for number, other in enumerate(resolver.answer.prompt_chunks or (), 1):
        if _same(other, chunk):
            return number
    return None


def _same(one: Chunk, other: Chunk) -> bool:
    return one.key == other.key and one.text == other.text
