"""Where something stands in a text."""

from __future__ import annotations

from msgspec import Struct


class Span(Struct, frozen=True, order=True, gc=False):
    """A stretch of text: code-point indices, 0-based, end exclusive."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The characters of `text` that the span covers."""
        return text[self.start : self.end]

    def shift(self, by: int) -> Span:
        return Span(self.start + by, self.end + by)

    def overlap(self, other: Span) -> int:
        """How many characters two spans share."""
        return max(0, min(self.end, other.end) - max(self.start, other.start))

    def contains(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end
