"""What a citation covers when a product gives only the place where it would be inserted.

The place is read by the rule for markers: as if a marker stood there. So an answer means the same whether its
citations were printed or recorded beside it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from pincite.claims.extraction import extract
from pincite.claims.policy import load_policy
from pincite.model import Answer, Span
from pincite.text.sentences import sentences

_SESSION: Final = "turn9999point"


def covered(text: str, points: Sequence[int]) -> tuple[Span | None, ...]:
    """For each insertion point (a code-point index into `text`) what a marker there would cover.

    Where the marker rule finds no claim, the sentence up to the point counts; None where there is no text
    before the point.
    """
    if not points:
        return ()
    places = [min(max(point, 0), len(text)) for point in points]
    order = sorted(set(places))
    number_of = {place: number for number, place in enumerate(order)}
    marked = _Marked(text, order)
    spans: dict[int, Span] = {}
    for claim in extract(Answer(answer_id="points", text=marked.text), load_policy(None)).claims:
        own = Span(marked.back(claim.start), marked.back(claim.end))
        for reference in claim.references:
            if not reference.key.startswith(_SESSION):
                continue
            number = int(reference.key.removeprefix(_SESSION))
            before = spans.get(number, own)
            spans[number] = Span(min(before.start, own.start), max(before.end, own.end))
    return tuple(spans.get(number_of[place]) or _sentence_before(text, place) for place in places)


class _Marked:
    """A text with a marker at each of some places, and the way back from its offsets."""

    def __init__(self, text: str, order: Sequence[int]) -> None:
        pieces: list[str] = []
        self._starts: list[int] = []
        self._shifts: list[int] = []
        self._order = order
        at = shift = 0
        for number, point in enumerate(order):
            marker = f"\ue200cite\ue202{_SESSION}{number}\ue201"
            pieces += (text[at:point], marker)
            self._starts.append(point + shift)
            shift += len(marker)
            self._shifts.append(shift)
            at = point
        self.text = "".join((*pieces, text[at:]))

    def back(self, index: int) -> int:
        """An index into the marked text as one into the text; one inside a marker is the marker's place."""
        passed = bisect_left(self._starts, index)
        return index if not passed else max(self._order[passed - 1], index - self._shifts[passed - 1])


def _sentence_before(text: str, point: int) -> Span | None:
    found = [one for one in sentences(text, 0, point) if one.start < one.end]
    return found[-1] if found else None
