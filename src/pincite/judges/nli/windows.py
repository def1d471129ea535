"""Long evidence cut into stretches that fit a model."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from pincite.model import Span
from pincite.text.sentences import sentences


def windows(text: str, tokens: Sequence[tuple[int, int]], room: int) -> list[Span]:
    """Stretches of whole sentences with at most `room` tokens each, in order; together they cover all
    sentences.

    `tokens` are the offsets of the text's tokens. Each window but the first begins with the last sentence of
    the one before it, if that leaves room for a new one. A sentence that is too long on its own is cut
    between tokens.
    """
    if len(tokens) <= room:
        return [Span(0, len(text))]
    starts = [start for start, _ in tokens]
    pieces: list[tuple[Span, int]] = []
    for span in sentences(text):
        pieces.extend(_fitting(span, starts, room))
    found: list[Span] = []
    first = 0
    while first < len(pieces):
        last, size = first, pieces[first][1]
        while last + 1 < len(pieces) and size + pieces[last + 1][1] <= room:
            last += 1
            size += pieces[last][1]
        found.append(Span(pieces[first][0].start, pieces[last][0].end))
        if last + 1 == len(pieces):
            break
        overlaps = last > first and pieces[last][1] + pieces[last + 1][1] <= room
        first = last if overlaps else last + 1
    return found


def _fitting(span: Span, starts: Sequence[int], room: int) -> list[tuple[Span, int]]:
    """A sentence with its number of tokens, cut where it holds more than there is room for."""
    first, last = bisect_left(starts, span.start), bisect_left(starts, span.end)
    if last - first <= room:
        return [(span, last - first)]
    cuts = [span.start, *(starts[at] for at in range(first + room, last, room)), span.end]
    return [
        (Span(start, end), min(room, last - first - number * room))
        for number, (start, end) in enumerate(pairwise(cuts))
    ]
