"""Whether a figure is a correct rounding of a more exact one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Final

from pincite.model import Figure
from pincite.text.figures.likeness import comparable
from pincite.text.figures.ranks import CONVERTED, ROUNDED, Likeness

_COARSEST: Final = Fraction(1, 20)  # an unflagged 2,000 may stand for 1,987: to hundreds, a twentieth of it
_WIDEST: Final = Fraction(1, 10)
_CONVERTED: Final = Fraction(1, 25)  # 60 miles and 100 km


def rounding(claim: Figure, evidence: Figure, *, flagged: bool, strict: bool) -> Likeness | None:
    """The claim's figure as a rounded (or converted and rounded) form of the evidence's, or None.

    `flagged` says that the claim calls it approximate. In limits and terms (`strict`) an unflagged rounding
    is another figure; a conversion may still end at its last digit where that is under one percent.
    """
    one = claim.value
    if claim.bound in ("above", "below"):  # "fewer than 5,000" is no rounded 4,973: it is a limit
        return None
    if one is None or claim.kind in ("date", "time", "ordinal", "identifier") or claim.high is not None:
        return None
    if evidence.kind in ("date", "time", "ordinal", "identifier") or comparable(claim, evidence) != "same":
        return None
    best = None
    for two in (evidence.value, evidence.high):
        if two is None or not two or not one or (one < 0) != (two < 0):
            continue
        gap = abs(one - two)
        if not gap or (gap > _WIDEST * abs(two) and gap > (claim.step or 0) / 2):
            continue
        best = best or _near(claim, evidence, two, gap, flagged, strict)
    return best


def _near(
    claim: Figure, evidence: Figure, two: Fraction, gap: Fraction, flagged: bool, strict: bool
) -> Likeness | None:
    one = claim.value
    assert one is not None
    step = claim.step or Fraction(1)
    converted = claim.unit_text != evidence.unit_text and _other_size(claim, evidence)
    if flagged:
        allowed = max(step, grain(claim, round_step)) / 2
        if gap <= allowed and gap <= max(_WIDEST * abs(two), step / 2):
            return Likeness(ROUNDED, "rounded")
        return None
    if converted:
        theirs = evidence.step or Fraction(1)
        whole = claim.written is not None and claim.written.denominator == 1
        near = gap <= step / 2 or (whole and gap <= theirs / 2 and gap <= _CONVERTED * abs(two))
        return (
            Likeness(CONVERTED + 1, "converted") if near and (not strict or gap <= abs(two) / 100) else None
        )
    if strict:
        return None
    if (
        evidence.step is not None
        and evidence.step >= step
        and claim.step is not None
        and grain(claim, coarse_step) <= step
    ):
        return None
    if gap <= step / 2 and (step < abs(one) or gap <= _WIDEST * abs(two)):
        return Likeness(ROUNDED, "rounded")
    coarse = min(grain(claim, coarse_step), _largest_power(abs(one) * _COARSEST))
    return Likeness(ROUNDED, "rounded") if gap <= coarse / 2 else None


def _other_size(claim: Figure, evidence: Figure) -> bool:
    """Whether one written digit is worth something else in the two units (°F and °C, miles and km)."""
    if (
        claim.written in (None, 0)
        or evidence.written in (None, 0)
        or claim.value is None
        or evidence.value is None
    ):
        return False
    assert claim.written is not None and evidence.written is not None
    ours, theirs = claim.value / claim.written, evidence.value / evidence.written
    if ours == theirs:
        return False
    ratio = ours / theirs
    while ratio.numerator % 10 == 0:
        ratio /= 10
    while ratio.denominator % 10 == 0:
        ratio *= 10
    return ratio != 1


def grain(figure: Figure, size: Callable[[Fraction], Fraction]) -> Fraction:
    """The size of the last digit that counts in what is written, in base units."""
    written, value = figure.written, figure.value
    if not written or not value:
        return figure.step or Fraction(1)
    if figure.unit == "°C":
        return size(written) * (Fraction(1) if written == value else Fraction(5, 9))
    return size(written) * abs(value / written)


@lru_cache(maxsize=4096)
def coarse_step(value: Fraction) -> Fraction:
    """The size of the last digit that is not zero: 100,000 for 3,300,000 and for half a million."""
    if not value:
        return Fraction(1)
    step = Fraction(1)
    scaled = abs(value)
    while scaled.denominator != 1 and step > Fraction(1, 10**12):
        scaled *= 10
        step /= 10
    number = scaled.numerator
    while number % 10 == 0:
        number //= 10
        step *= 10
    return step


def round_step(value: Fraction) -> Fraction:
    """The grid that an approximate number lies on: tens for 170, fives for 175."""
    step = coarse_step(value)
    return step * 5 if (abs(value) / step).numerator % 5 == 0 else step


@lru_cache(maxsize=4096)
def _largest_power(limit: Fraction) -> Fraction:
    power = Fraction(1)
    if limit >= 1:
        while power * 10 <= limit:
            power *= 10
        return power
    for _ in range(12):
        if power <= limit:
            break
        power /= 10
    return power
