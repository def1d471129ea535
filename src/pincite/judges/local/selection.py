"""Which parts of the evidence a model of limited room reads for one claim.

Evidence that fits is read whole. Of longer evidence the model reads the units (sentences, lines, table rows)
that hold most of the claim's words, rare ones counting more, each unit for what the ones chosen before lack;
then their neighbours, as long as there is room. A row brings the first row of its table, which names the
columns. Units keep the order of the text.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from pincite.evidence.tables import is_row
from pincite.model import Span
from pincite.text.sentences import sentences
from pincite.text.words import content_words

SELECTION_VERSION = "1"


class Unit(Struct, frozen=True):
    """A stretch of the evidence that is read whole or not at all; `header` is the index of its table's first
    row, None outside tables and for that row itself.
    """

    start: int
    end: int
    words: frozenset[str]
    header: int | None = None


@lru_cache(maxsize=512)
def units(text: str) -> tuple[Unit, ...]:
    """The units of a text, in order."""
    found: list[Unit] = []
    header: int | None = None
    start = 0
    for line in text.splitlines(keepends=True):
        end = start + len(line)
        if is_row(line):
            at = len(found)
            found.append(_unit(text, Span(start, end), header))
            header = at if header is None else header
        else:
            if line.strip():
                header = None
            found.extend(_unit(text, span, None) for span in sentences(text, start, end))
        start = end
    return tuple(unit for unit in found)


def _unit(text: str, span: Span, header: int | None) -> Unit:
    piece = text[span.start : span.end]
    start = span.start + len(piece) - len(piece.lstrip())
    end = span.start + len(piece.rstrip())
    return Unit(start, max(start, end), content_words(piece), header)


def selected(claim: str, text: str, starts: Sequence[int], room: int) -> tuple[Span, ...]:
    """The stretches of `text` to read for `claim`: at most `room` tokens together, in order, never empty for
    a text that is not blank.

    `starts` are the offsets at which the text's tokens begin. Touching units come as one stretch. A unit that
    is too long on its own is cut after the last token that fits.
    """
    if len(starts) <= room:
        return (Span(0, len(text)),) if text.strip() else ()
    parts = units(text)
    if not parts:
        return ()
    sizes = [max(1, bisect_left(starts, part.end) - bisect_left(starts, part.start)) for part in parts]
    chosen = _filled(parts, sizes, _ranked(content_words(claim), parts), room)
    if not chosen:
        best = _ranked(content_words(claim), parts)[0]
        first = bisect_left(starts, parts[best].start)
        return (Span(parts[best].start, starts[min(first + room, len(starts) - 1)]),)
    return _joined(parts, sorted(chosen))


def _ranked(words: frozenset[str], parts: Sequence[Unit]) -> list[int]:
    """Indices of the units, the most telling first: greedy cover of the claim's words, then what is left."""
    holders = {word: sum(word in part.words for part in parts) for word in words}
    weight = {word: math.log(1 + len(parts) / n) for word, n in holders.items() if n}
    open_words = set(weight)
    rest = {
        index: sum(weight[word] for word in part.words & weight.keys()) for index, part in enumerate(parts)
    }
    ranked: list[int] = []
    while open_words:
        gain, best = max(
            (sum(sorted(weight[word] for word in parts[index].words & open_words)), -index) for index in rest
        )
        if gain <= 0:
            break
        ranked.append(-best)
        open_words -= parts[-best].words
        del rest[-best]
    return ranked + sorted(rest, key=lambda index: (-round(rest[index], 9), index))


def _filled(parts: Sequence[Unit], sizes: Sequence[int], ranked: Sequence[int], room: int) -> set[int]:
    """The units that fit: the best with its neighbours first, then the others by rank."""
    order: list[int] = []
    for place, index in enumerate(ranked):
        order.append(index)
        if place == 0:
            order += [near for near in (index - 1, index + 1) if 0 <= near < len(parts)]
    chosen: set[int] = set()
    for index in order:
        header = parts[index].header
        wanted = {index} if header is None else {index, header}
        cost = sum(sizes[one] for one in wanted - chosen)
        if cost <= room:
            chosen |= wanted
            room -= cost
    return chosen


def _joined(parts: Sequence[Unit], chosen: Sequence[int]) -> tuple[Span, ...]:
    spans: list[Span] = []
    for place, index in enumerate(chosen):
        part = parts[index]
        if place and chosen[place - 1] == index - 1:
            spans[-1] = Span(spans[-1].start, part.end)
        else:
            spans.append(Span(part.start, part.end))
    return tuple(spans)
