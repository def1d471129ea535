"""Evidence that cannot be read with certainty: illegible characters, dates of two readings, rows without a
header.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.gaps import Gaps
from pincite.model.figure import FigureMatch
from pincite.text.headings import header_missing

_ILLEGIBLE: Final = "■□�▯▮█▢"
_MIXED: Final = re.compile(r"\b(?=\w*\d)(?=\w*[a-z])(?:[a-z]+\d+[a-z]*|\d+[a-z]+\d*[a-z]+)\b", re.IGNORECASE)
_UNITS: Final = re.compile(
    r"^(?:\d+(?:mg|kg|g|km|cm|mm|m|l|ml|kwh|gb|mb|tb|kb|h|min|s|am|pm|st|nd|rd|th|x|bn|mn|k|v|w|hz|eur"
    r"|usd|c|f|d|y|p)|[a-z]{1,4}\d+[a-z]?)$",
    re.IGNORECASE,
)
# Digits inside words in one of this many words make a text a bad scan.
SCAN_SHARE: Final = 0.12


@lru_cache(maxsize=4096)
def illegible(text: str) -> bool:
    """Whether the text holds characters that a scanner could not read."""
    return any(c in text for c in _ILLEGIBLE)


@lru_cache(maxsize=4096)
def garbled(text: str) -> bool:
    """Whether many words of the text mix letters and digits as misread print does."""
    words = text.split()
    if len(words) < 4:
        return False
    odd = sum(1 for match in _MIXED.finditer(text) if _UNITS.match(match.group()) is None)
    return odd / len(words) >= SCAN_SHARE


def damaged(a: Alignment, matches: Sequence[FigureMatch]) -> bool:
    """Whether a figure of the claim is missing from a text in which figures cannot be read."""
    return any(match.match == "missing" for match in matches) and any(
        illegible(source.analysis.text) or garbled(source.analysis.text) for source in a.sources
    )


def open_reading(a: Alignment, matches: Sequence[FigureMatch], gaps: Gaps) -> Finding | None:
    """A date that may be read in two ways, or a row whose columns nothing names."""
    for match in matches:
        if match.difference == "ambiguous" and match.figure.kind == "date" and match.evidence is not None:
            return Finding("unreadable", "date", f"'{match.evidence.text.strip()}' can be read in two ways")
        if (
            gaps.missing
            and match.match != "missing"
            and match.passage is not None
            and match.passage < len(a.sources)
            and header_missing(a.sources[match.passage].analysis.text)
        ):
            return Finding("unreadable", "header", "no column of the row is named in the stored text")
    return None
