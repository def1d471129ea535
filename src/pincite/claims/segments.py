"""An account of every character of an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from pincite.model import Span

SegmentKind = Literal["claim", "not_verifiable", "marker", "code", "blank", "unclaimed"]

_KINDS: Final[tuple[SegmentKind, ...]] = (
    "blank",
    "not_verifiable",
    "unclaimed",
    "claim",
    "marker",
    "code",
)
_NUMBER: Final = {kind: number for number, kind in enumerate(_KINDS)}
_RUN: Final = re.compile(rb"\x00+|\x01+|\x02+|\x03+|\x04+|\x05+")
_ALPHANUMERIC: Final = re.compile(r"[^\W_]")


class Segment(Struct, frozen=True, gc=False):
    """A stretch of the answer and what it is.

    "unclaimed" is text that makes a verifiable statement outside the claims that were given with the answer;
    "blank" holds no letter or digit, or is a marker's or Markdown's sign.
    """

    kind: SegmentKind
    start: int
    end: int


class Canvas:
    """Kinds painted over the characters of a text; what is painted later covers what was there."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._cells = bytearray(len(text))

    def paint(self, kind: SegmentKind, spans: Iterable[Span]) -> None:
        for span in spans:
            start, end = max(0, span.start), min(span.end, len(self._cells))
            if start < end:
                self._cells[start:end] = bytes([_NUMBER[kind]]) * (end - start)

    def segments(self) -> tuple[Segment, ...]:
        """The segments in order; together they are the text."""
        found: list[Segment] = []
        for match in _RUN.finditer(self._cells):
            kind = _KINDS[match.group()[0]]
            start, end = match.span()
            if kind == "not_verifiable" and _ALPHANUMERIC.search(self._text, start, end) is None:
                kind = "blank"
            if found and found[-1].kind == kind:
                found[-1] = Segment(kind, found[-1].start, end)
            else:
                found.append(Segment(kind, start, end))
        return tuple(found)
