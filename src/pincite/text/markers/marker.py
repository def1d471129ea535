"""What a marker is: a displayed sign that names sources."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pincite.model.span import Span


class Marker(Struct, frozen=True, gc=False):
    """One displayed marker; `text` is the answer's text at `start:end`, signs included.

    `keys` are the names that it carries, lists and ranges expanded: numbers without leading zeros, ids as
    written, `file#page=3` for a file with a page, `#page=3` for a page alone. There are none when the
    marker says that no source is needed or when it is broken beyond reading. `base` is the first number of
    the style's count (1 for `[1]`, 0 for `[ID:0]`), None where keys are no positions. `malformed` means
    that it was surely meant as a citation and is broken. `content_start` and `content_end` bound the words
    of the answer that an element encloses (`<cite id="x">these words</cite>`); they are -1 for every other
    style.
    """

    start: int
    end: int
    text: str
    keys: tuple[str, ...]
    style: str
    base: Literal[0, 1] | None = None
    malformed: bool = False
    content_start: int = -1
    content_end: int = -1

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    @property
    def content(self) -> Span | None:
        """The enclosed words, which belong to the answer's own text."""
        return Span(self.content_start, self.content_end) if self.content_start >= 0 else None

    @property
    def signs(self) -> tuple[Span, ...]:
        """What to blank when the answer's own words are read: the marker without the words it encloses."""
        if self.content_start < 0:
            return (self.span,)
        return (Span(self.start, self.content_start), Span(self.content_end, self.end))


class MarkerScan(Struct, frozen=True):
    """The markers of a text, in order and without overlaps.

    `in_code` holds what looks like a marker inside code; it counts for nothing. `definitions` holds the
    entries of a reference list, footnote texts and link targets, whole lines with the key that they define.
    """

    markers: tuple[Marker, ...] = ()
    in_code: tuple[Marker, ...] = ()
    definitions: tuple[Marker, ...] = ()
