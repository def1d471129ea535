"""Two systems, or two judges, on the same units: the difference and whether it is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from pincite.stats.bootstrap import DRAWS, SEED, Column
from pincite.stats.estimate import LEVEL, Estimate, Statistic, estimates

Order = Literal["first", "second", "not distinguishable"]


class Comparison(Struct, frozen=True, kw_only=True):
    """Two values of the same units and their difference, first minus second.

    `better` names the higher one only when the interval of the paired difference excludes zero.
    """

    first: float | None
    second: float | None
    difference: Estimate
    better: Order


def order_of(difference: Estimate, *, higher_is_better: bool = True) -> Order:
    """Which of two is better by the interval of their difference; without an interval, neither."""
    if difference.low is None or difference.high is None or difference.low <= 0 <= difference.high:
        return "not distinguishable"
    return "first" if (difference.low > 0) == higher_is_better else "second"


def compare_ratios(
    first: tuple[Column, Column],
    second: tuple[Column, Column],
    *,
    higher_is_better: bool = True,
    draws: int = DRAWS,
    seed: int = SEED,
    level: float = LEVEL,
) -> Comparison:
    """Two ratios of sums over the same clusters: columns (numerator, denominator), one entry a cluster.

    Both ratios are computed in each resample, so that what the two share cancels out. Clusters that only one
    of them has do not belong here: a difference between different questions is no difference between systems.
    """
    columns = (*first, *second)
    return compare(
        columns,
        lambda sums: sums[0] / sums[1] if sums[1] else None,
        lambda sums: sums[2] / sums[3] if sums[3] else None,
        higher_is_better=higher_is_better,
        draws=draws,
        seed=seed,
        level=level,
    )


def compare(
    columns: Sequence[Column],
    first: Statistic,
    second: Statistic,
    *,
    higher_is_better: bool = True,
    draws: int = DRAWS,
    seed: int = SEED,
    level: float = LEVEL,
) -> Comparison:
    """The same for any two functions of the sums of columns."""

    def difference(sums: Sequence[int]) -> float | None:
        one, other = first(sums), second(sums)
        return None if one is None or other is None else one - other

    (estimate,) = estimates(columns, (difference,), draws=draws, seed=seed, level=level)
    whole = [sum(column) for column in columns]
    return Comparison(
        first=first(whole),
        second=second(whole),
        difference=estimate,
        better=order_of(estimate, higher_is_better=higher_is_better),
    )


def exact_mcnemar(only_first: int, only_second: int) -> float:
    """The two-sided p value that two decisions on the same units are right equally often.

    `only_first` units were decided right by the first alone, `only_second` by the second alone; under the
    null each of them falls to either side with chance one half (McNemar, Psychometrika 12, 1947, in its exact
    form). 1 when there is none. Units of one answer are not independent, so the p value is too small for
    clustered units; the interval of the paired difference is not.
    """
    if only_first < 0 or only_second < 0:
        raise ValueError(f"counts below zero: {only_first}, {only_second}")
    n = only_first + only_second
    fewer = min(only_first, only_second)
    if 2 * fewer == n:
        return 1.0
    ways = tail = 1
    for k in range(fewer):
        ways = ways * (n - k) // (k + 1)
        tail += ways
    p: float = tail / (1 << (n - 1))
    return min(1.0, p)
