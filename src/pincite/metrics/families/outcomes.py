"""What one unit of a family earns: its credit, or why it has none, counted by name.

A number called NAME keeps its sums under `NAME.earned` and `NAME.decided`, its open units under `NAME?` and
`NAME?REASON`, and those that its definition leaves out under `NAME-REASON`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from pincite.metrics.families.statements import Said
from pincite.model.verdict import Label

Credits = Mapping[Label, int]

FULL: Credits = {"full": 1}
HALVES: Credits = {"full": 2, "partial": 1}
"""Credits in halves: what is supported in part earns one half."""
IN_PART: Credits = {"full": 1, "partial": 1}


class Outcome(Struct, frozen=True, gc=False):
    """`decided` with its credit, `open` or `left_out` with the reason."""

    state: Literal["decided", "open", "left_out"] = "decided"
    credit: int = 0
    reason: str = ""


MISS = Outcome()


def hit(credit: int = 1) -> Outcome:
    return Outcome(credit=credit)


def left_out(reason: str) -> Outcome:
    return Outcome("left_out", 0, reason)


def still_open(said: Said) -> Outcome:
    return Outcome("open", 0, said.reason)


def worth(said: Said, credits: Credits) -> Outcome:
    """What a label earns; labels without a credit earn nothing."""
    if said.label is None:
        return still_open(said)
    return Outcome(credit=credits.get(said.label, 0))


def counted(name: str, outcomes: Iterable[Outcome]) -> dict[str, int]:
    """The outcomes as counts. Names that count 0 are absent."""
    cells: dict[str, int] = {}

    def add(cell: str, count: int = 1) -> None:
        if count:
            cells[cell] = cells.get(cell, 0) + count

    for one in outcomes:
        if one.state == "decided":
            add(f"{name}.decided")
            add(f"{name}.earned", one.credit)
        elif one.state == "open":
            add(f"{name}?")
            add(f"{name}?{one.reason}")
        else:
            add(f"{name}-{one.reason}")
    return cells
