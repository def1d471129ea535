"""Word lists written as lines of text."""

from __future__ import annotations

from typing import Final

# What joins a value to how far it may be off, in folded text.
TOLERANCE: Final = (
    r"±|\+/-|\+-|plus(?:/| or |-)minus|plus oder minus|plus ou moins|mas o menos|正负|加减|プラスマイナス"
)


def spelled(*rows: str) -> frozenset[str]:
    """The words of the rows as a set."""
    return frozenset(" ".join(rows).split())


def numbered(*rows: str, start: int = 0) -> dict[str, int]:
    """The words of the rows, counted from `start`."""
    return {word: value for value, word in enumerate(" ".join(rows).split(), start)}
