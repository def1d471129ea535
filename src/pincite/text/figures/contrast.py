"""Figures of the evidence that can be named as the one that differs, and cells read in the claim's unit."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

import msgspec

from pincite.model import Figure
from pincite.text.figures.likeness import comparable

_DURATIONS: Final = frozenset({"s", "month"})
_COUNTED_SHARE: Final = re.compile(r" (?:in|von|sur|de cada) |人に")
_SHARE_APART: Final = 5  # percent; who says "two thirds" of 64 % rounds
_FIXED: Final = frozenset({"date", "time", "identifier"})


def rivals(claim: Figure, evidence: Figure) -> bool:
    """Whether the evidence's figure is of the claim's kind and can be named as the one that differs."""
    if claim.kind in _FIXED or evidence.kind in _FIXED:
        return False
    if claim.unit:
        return bool(evidence.unit) and comparable(claim, evidence) == "same"
    if evidence.unit or (claim.kind == "ordinal") != (evidence.kind == "ordinal"):
        return False
    return bool(claim.noun) and claim.noun.rstrip("s") == evidence.noun.rstrip("s")


def other_share(claim: Figure, evidence: Figure) -> bool:
    """About half beside 34 %: a fraction in words beside a percentage that it is not."""
    part, percent = (evidence, claim) if claim.unit == "%" else (claim, evidence)
    if part.value is None or percent.value is None or part.step != part.value:
        return False
    return comparable(claim, evidence) == "share" and abs(part.value * 100 - percent.value) >= _SHARE_APART


def told_otherwise(claim: Figure, evidence: Figure) -> bool:
    """One kind of quantity in units that do not convert: six weeks, three months; 8 %, one in eight."""
    if {claim.unit, evidence.unit} == _DURATIONS:
        return True
    return (
        claim.unit == "%"
        and not evidence.unit
        and evidence.value is not None
        and 0 < evidence.value < 1
        and _COUNTED_SHARE.search(evidence.text) is not None
    )


def with_unit_of(evidence: Figure, claim: Figure) -> Figure:
    """A bare table cell read in the unit that the claim states."""
    if claim.unit == "°C" or claim.kind == "money" or evidence.value is None:
        return evidence
    factor = abs(claim.value / claim.written) if claim.written and claim.value else Fraction(1)
    return msgspec.structs.replace(
        evidence,
        kind=claim.kind,
        unit=claim.unit,
        unit_text=claim.unit_text,
        value=evidence.value * factor,
        high=None if evidence.high is None else evidence.high * factor,
        step=None if evidence.step is None else evidence.step * factor,
    )
