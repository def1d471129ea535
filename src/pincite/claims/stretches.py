"""The stretches of a sentence that stored citations name, and the cuts that their borders allow.

A border is where a writer's tool has set two parts of a sentence apart, each with a source of its own. It is
read as a marker is: it asks less of the grammar, but it makes no proposition. What stands outside the
stretches must say nothing that could hold for both sides, else the sentence stays whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from pincite.claims.frames import frame_of
from pincite.claims.lexicon import Lexicon
from pincite.claims.pieces import EDGE, Join, Piece
from pincite.claims.predicates import Words
from pincite.model import Span

_OR: Final = frozenset(("or", "nor", "oder", "ou", "o", "u"))  # what stands on both sides is one statement
_ALONE: Final[frozenset[Join]] = frozenset(("subject", "predicate", "gap", "semicolon"))


class Stretches:
    """The cited stretches of `text[start:end]`, in order, none touching another in its words."""

    def __init__(self, text: str, start: int, end: int, cited: Sequence[Span], lex: Lexicon | None) -> None:
        """`cited` may reach beyond the sentence and overlap: what overlaps is one stretch."""
        self.text, self.start, self.end, self.lex = text, start, end, lex
        self._links = lex.conjunctions | lex.adversatives if lex is not None else frozenset[str]()
        merged: list[Span] = []
        for span in sorted(set(cited)):
            inner = self._trimmed(max(start, span.start), min(end, span.end))
            if inner is None:
                continue
            if merged and inner.start < merged[-1].end:
                merged[-1] = Span(merged[-1].start, max(merged[-1].end, inner.end))
            else:
                merged.append(inner)
        self.spans = tuple(merged)

    def marks(self) -> list[Span]:
        """The places, without width, before which a proposition may begin."""
        places = {span.end for span in self.spans}
        for outside in self._outside():
            inner = self._trimmed(outside.start, outside.end)
            if inner is not None:
                places.add(inner.end)
        return [Span(place, place) for place in sorted(places) if self.start < place < self.end]

    def allow(self, whole: Sequence[Piece], cut: Sequence[Piece]) -> bool:
        """Whether the pieces `cut` may stand for `whole`, what the sentence is cut into without borders.

        Every new piece is a proposition and begins at a border, no earlier cut is lost, and no word outside
        the stretches belongs to a piece that another could share it with.
        """
        before = {piece.start for piece in whole}
        if len(cut) <= len(whole) or not before <= {piece.start for piece in cut}:
            return False
        places = [mark.start for mark in self.marks()]
        for left, right in pairwise(cut):
            if right.start in before:
                continue
            if right.join not in _ALONE or not any(left.end <= at <= right.start for at in places):
                return False
            if self.text[right.start : right.end].split(maxsplit=1)[0].lower() in _OR:
                return False
        return all(self._harmless(outside, cut) for outside in self._outside())

    def _outside(self) -> Iterator[Span]:
        at = self.start
        for span in self.spans:
            yield Span(at, span.start)
            at = span.end
        yield Span(at, self.end)

    def _harmless(self, outside: Span, cut: Sequence[Piece]) -> bool:
        """Whether the words between the stretches only join, are uncited propositions, or lead in.

        A phrase that leads in is kept in the reading of every part.
        """
        inner = self._trimmed(outside.start, outside.end)
        if inner is None:
            return True
        if self.lex is None:
            return False
        words = Words(inner.of(self.text), 0, self.lex).lower
        if any(w in self.lex.conditions or w in self.lex.negations for w in words):
            return False
        holding = [piece for piece in cut if piece.start < inner.end and inner.start < piece.end]
        if holding and all(
            not any(span.start < piece.end and piece.start < span.end for span in self.spans)
            for piece in holding
        ):
            return True
        if inner.start >= self.spans[0].start or len(holding) != 1:
            return False
        frame = frame_of(self.text[holding[0].start : holding[0].end], self.lex)
        return frame is not None and frame.lead.strip(EDGE) == inner.of(self.text).strip(EDGE)

    def _trimmed(self, start: int, end: int) -> Span | None:
        """The stretch without outer punctuation and joining words; None when nothing is left."""
        while True:
            body = self.text[start:end]
            start += len(body) - len(body.lstrip(EDGE))
            end -= len(body) - len(body.rstrip(EDGE))
            if start >= end:
                return None
            if self.lex is None:
                return Span(start, end) if any(c.isalnum() for c in body) else None
            words = Words(self.text[start:end], start, self.lex)
            if not len(words):
                return None
            if words.lower[0] in self._links:
                start = words.end[0]
            elif words.lower[-1] in self._links:
                end = words.start[-1]
            else:
                return Span(start, end)
