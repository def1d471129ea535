"""Offsets in UTF-16 units or UTF-8 bytes as code points.

JavaScript and Java count UTF-16 units, Go and the Gemini interface count UTF-8 bytes. A text of ASCII has one
numbering for all three.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate
from typing import Literal

from pincite.model import Span

OffsetUnit = Literal["code_point", "utf16", "utf8"]

# The key of a citation's metadata in which the reader leaves the unit of an evidence span whose chunk the
# record itself does not hold, so that it can be converted only where the chunk is found.
UNIT_KEY = "evidence_span_unit"


class OffsetError(ValueError):
    """An offset that lies outside its text or inside a character; the message says which."""


@lru_cache(maxsize=64)
def _starts(text: str, unit: OffsetUnit) -> tuple[int, ...]:
    """The offset at which each code point starts, and one more entry for the end of the text."""
    if unit == "utf16":
        widths = (2 if ord(letter) > 0xFFFF else 1 for letter in text)
    else:
        widths = (
            1 if (code := ord(letter)) < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
            for letter in text
        )
    return (0, *accumulate(widths))


def code_point(text: str, offset: int, unit: OffsetUnit) -> int:
    """The code-point index of `offset`, which counts in `unit`.

    Raises OffsetError when it lies outside `text` or splits a character.
    """
    if unit == "code_point" or text.isascii():
        if not 0 <= offset <= len(text):
            raise OffsetError(f"offset {offset} is outside the text, which ends at {len(text)}")
        return offset
    starts = _starts(text, unit)
    units = "UTF-16 units" if unit == "utf16" else "UTF-8 bytes"
    if not 0 <= offset <= starts[-1]:
        raise OffsetError(f"offset {offset} is outside the text, which ends at {starts[-1]} {units}")
    index = bisect_left(starts, offset)
    if starts[index] != offset:
        raise OffsetError(f"offset {offset} splits a character: it counts {units}")
    return index


def code_points(text: str, span: Span, unit: OffsetUnit) -> Span:
    """`span`, which counts in `unit`, as code points.

    Raises OffsetError when it lies outside `text`, splits a character, or ends before it starts.
    """
    if span.end < span.start:
        raise OffsetError(f"the span ends at {span.end}, before it starts at {span.start}")
    if unit == "code_point" and span.start >= 0 and span.end <= len(text):
        return span
    return Span(code_point(text, span.start, unit), code_point(text, span.end, unit))


def units(text: str, index: int, unit: OffsetUnit) -> int:
    """The offset in `unit` of the code point at `index`: the inverse of `code_point`."""
    if unit == "code_point" or text.isascii():
        return index
    return _starts(text, unit)[index]
