"""Word lists written as lines of text."""

from __future__ import annotations


def spelled(*rows: str) -> frozenset[str]:
    """The words of the rows as a set."""
    return frozenset(" ".join(rows).split())


def numbered(*rows: str, start: int = 0) -> dict[str, int]:
    """The words of the rows, counted from `start`."""
    return {word: value for value, word in enumerate(" ".join(rows).split(), start)}
