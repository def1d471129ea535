"""What one mechanism has to say about a claim and its evidence."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pincite.judges.rules.alignment import UnitKey

FindingKind = Literal[
    "conflict",  # a material part is incompatible with the evidence
    "strengthened",  # the claim says more surely or more widely what the evidence leaves open
    "missing",  # a material part is neither stated nor contradicted
    "silent",  # the evidence is about another time, subject or question
    "explained",  # a word of the claim that figures of the evidence bear out; supports, opposes nothing
    "unreadable",  # the evidence is too damaged to tell
]


class Finding(Struct, frozen=True):
    """`what` is the sentence shown to people; `mechanism` names the rule; `weight` is the share of the claim
    that a missing part makes up, 0 for the other kinds;
    `term` is the claim term in conflict, -1 when it is not a single one."""

    kind: FindingKind
    mechanism: str
    what: str
    unit: UnitKey | None = None
    weight: float = 0.0
    term: int = -1
