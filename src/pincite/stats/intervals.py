"""Confidence intervals for one proportion, and the quantiles that other intervals are read from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import floor, sqrt
from statistics import NormalDist


@lru_cache(maxsize=32)
def normal_quantile(level: float) -> float:
    """The two-sided standard normal quantile: 1.96 for a level of 0.95.

    Raises ValueError unless the level lies strictly between 0 and 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies between 0 and 1, got {level!r}")
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson(successes: float, n: float, *, level: float = 0.95) -> tuple[float, float]:
    """The score interval of Wilson (1927) for a proportion of `n` independent units.

    `successes` need not be whole: a mean of values between 0 and 1 has at most the variance of a proportion
    with the same mean, so the interval of `mean * n` is valid for it, if wide. With no units at all, nothing
    is known: (0, 1). Raises ValueError when `successes` lies outside 0..n.
    """
    z = normal_quantile(level)
    if not 0 <= successes <= n:
        raise ValueError(f"{successes!r} successes of {n!r} units")
    if n == 0:
        return (0.0, 1.0)
    share = successes / n
    centre = share + z * z / (2 * n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    # At the ends the formula gives exactly 0 and 1, and floating point something beside them.
    low = 0.0 if successes == 0 else max(0.0, (centre - half) / scale)
    high = 1.0 if successes == n else min(1.0, (centre + half) / scale)
    return (low, high)


def quantile(ordered: Sequence[float], at: float) -> float:
    """The quantile of sorted values, interpolated between the two neighbours (type 7 of Hyndman and Fan).

    Raises ValueError for no values or a place outside 0..1.
    """
    if not ordered or not 0 <= at <= 1:
        raise ValueError(f"no quantile {at!r} of {len(ordered)} values")
    place = at * (len(ordered) - 1)
    below = floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
