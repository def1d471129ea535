"""How strongly a figure of the evidence bears out one of the claim."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from pincite.model.figure import Match

# Lower is better; from MISSING on nothing supports the figure and the rank says how near the counterpart is.
EXACT: Final = 0
UNSTATED: Final = 1  # exact, but one side states no unit
CONVERTED: Final = 2
ROUNDED: Final = 3
DERIVED: Final = 4
AMBIGUOUS: Final = 5
MISSING: Final = 10


class Likeness(Struct, frozen=True, gc=False):
    rank: int
    match: Match
    difference: str | None = None


def missing(difference: str | None, nearness: int) -> Likeness:
    return Likeness(MISSING + nearness, "missing", difference)
