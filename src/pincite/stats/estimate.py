"""An estimate with its interval, and the interval of any function of sums over clusters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from msgspec import Struct

from pincite.stats.bootstrap import DRAWS, SEED, Column, resampled_sums
from pincite.stats.intervals import normal_quantile, quantile

LEVEL = 0.95
FEWEST_CLUSTERS = 10
"""With fewer clusters a resampling has too little to vary, and no interval is given."""

Statistic = Callable[[Sequence[int]], float | None]


class Estimate(Struct, frozen=True):
    """A number and its confidence interval.

    `value` is None where the number is not defined. `low` and `high` are None where no interval can be given:
    too few clusters, or clusters that all say the same; `method` is empty then.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None
    level: float = LEVEL
    method: str = ""

    @property
    def has_interval(self) -> bool:
        return self.low is not None and self.high is not None


def estimates(
    columns: Sequence[Column],
    statistics: Sequence[Statistic],
    *,
    draws: int = DRAWS,
    seed: int = SEED,
    level: float = LEVEL,
) -> list[Estimate]:
    """Each statistic of the sums of the columns, with its percentile interval over resampled clusters.

    A statistic gets the sums in the order of the columns and returns None where it is not defined; such draws
    say nothing about it, and if they are more than half there is no interval.
    """
    whole = [sum(column) for column in columns]
    values = [statistic(whole) for statistic in statistics]
    size = len(columns[0]) if columns else 0
    if size < FEWEST_CLUSTERS:
        return [Estimate(value, level=level) for value in values]
    drawn = list(zip(*resampled_sums(columns, draws=draws, seed=seed), strict=True))
    return [
        _percentile(value, [statistic(sums) for sums in drawn], level)
        for value, statistic in zip(values, statistics, strict=True)
    ]


def _percentile(value: float | None, drawn: Sequence[float | None], level: float) -> Estimate:
    known = sorted(one for one in drawn if one is not None)
    if value is None or 2 * len(known) <= len(drawn) or known[0] == known[-1]:
        return Estimate(value, level=level)
    tail = (1 - level) / 2
    return Estimate(
        value,
        min(value, quantile(known, tail)),
        max(value, quantile(known, 1 - tail)),
        level,
        "cluster_bootstrap",
    )


def student_quantile(level: float, freedom: int) -> float:
    """The two-sided quantile of Student's t for at least five degrees of freedom: 2.26 for 0.95 and 9.

    The expansion around the normal quantile of Abramowitz and Stegun, Handbook of Mathematical Functions
    (1964), 26.7.5; its error is below 0.001 from five degrees on. Raises ValueError for fewer.
    """
    if freedom < 5:
        raise ValueError(f"no quantile for {freedom} degrees of freedom")
    z = normal_quantile(level)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )


def normal_estimate(
    value: float,
    variance: float,
    *,
    clusters: int,
    level: float = LEVEL,
    method: str = "linearised",
    ends: tuple[float, float] = (0.0, 1.0),
) -> Estimate:
    """A value with the t interval of a variance that was estimated from so many clusters, cut at the ends."""
    if clusters < FEWEST_CLUSTERS or variance <= 0:
        return Estimate(value, level=level)
    half = student_quantile(level, clusters - 1) * sqrt(variance)
    return Estimate(value, max(ends[0], value - half), min(ends[1], value + half), level, method)
