"""Paired differences of many metrics at once, with intervals that hold for all of them together.

Whoever looks at thirty metrics of two runs that differ by chance alone finds one or two "significant" at
95 %. So the intervals here are widened until chance moves none of them past zero in 95 % of such pairs. How
far is read from the resamples themselves, the largest deviation among the metrics in each draw (the
single-step max-T of Westfall and Young, Resampling-Based Multiple Testing, 1993), so that metrics which move
together, as most here do, cost no more than one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct, structs

from pincite.stats.bootstrap import DRAWS, SEED, Column, resampled_sums
from pincite.stats.estimate import FEWEST_CLUSTERS, LEVEL
from pincite.stats.intervals import normal_quantile, quantile

FEWEST_MOVED = 10
"""Fewer units than this always move when a judge or a model wavers a little; what rests on them is noise."""

MOST_CLUSTERS = 5_000
"""Above it the variance is linearised and the widening is that of Sidak: resampling would only cost time."""


class Measured(Struct, frozen=True):
    """One metric of two systems over the same clusters: numerators and denominators, one entry a cluster.

    `moved` counts the units inside the clusters that are not the same in both. Without `ratio` the metric is
    the sum of the numerators itself.
    """

    base: tuple[Column, Column]
    head: tuple[Column, Column]
    moved: int
    ratio: bool = True

    @property
    def columns(self) -> tuple[Column, ...]:
        return (*self.base, *self.head)

    def value(self, sums: Sequence[int]) -> tuple[float | None, float | None]:
        """Base and head from the sums of the four columns; None without a denominator."""
        if not self.ratio:
            return sums[0] if sums[1] else None, sums[2] if sums[3] else None
        return (sums[0] / sums[1] if sums[1] else None), (sums[2] / sums[3] if sums[3] else None)

    def difference(self, sums: Sequence[int]) -> float | None:
        base, head = self.value(sums)
        return None if base is None or head is None else head - base


class Difference(Struct, frozen=True, kw_only=True):
    """Head minus base with the interval that holds for the whole family.

    `clusters` have a part in the metric; `up` and `down` count those that moved, `moved` the units inside
    them. `low` and `high` are None where no interval can be given: with fewer than ten clusters, or where
    fewer than ten units moved, for a resampling then mostly draws how often it hits this handful.
    """

    base: float | None
    head: float | None
    value: float | None
    low: float | None = None
    high: float | None = None
    method: str = ""
    clusters: int = 0
    up: int = 0
    down: int = 0
    moved: int = 0
    same: bool = False

    @property
    def real(self) -> bool:
        """Whether the interval excludes zero."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


def differences(
    metrics: Sequence[Measured], *, draws: int = DRAWS, seed: int = SEED, level: float = LEVEL
) -> list[Difference]:
    """The paired difference of each metric. All columns have the same clusters, in one fixed order."""
    told = [_plain(one) for one in metrics]
    # Only what gets an interval belongs to the family: the rest would widen the others for nothing.
    family = [
        place
        for place, one in enumerate(told)
        if one.value is not None and one.clusters >= FEWEST_CLUSTERS and one.moved >= FEWEST_MOVED
    ]
    if not family:
        return told
    some = [metrics[place] for place in family]
    if len(some[0].base[0]) > MOST_CLUSTERS:
        halves, method = _linearised(some, level), "linearised_sidak"
    else:
        halves, method = _resampled(some, draws, seed, level), "cluster_bootstrap_max_t"
    for place, half in zip(family, halves, strict=True):
        value = told[place].value
        assert value is not None
        told[place] = structs.replace(told[place], low=value - half, high=value + half, method=method)
    return told


def _plain(one: Measured) -> Difference:
    whole = [sum(column) for column in one.columns]
    base, head = one.value(whole)
    up = down = taking_part = 0
    for cluster in zip(*one.columns, strict=True):
        taking_part += bool(cluster[1] or cluster[3])
        direction = _direction(cluster, whole, one.ratio)
        up += direction > 0
        down += direction < 0
    return Difference(
        base=base,
        head=head,
        value=None if base is None or head is None else head - base,
        clusters=taking_part,
        up=up,
        down=down,
        moved=one.moved,
        same=list(one.base[0]) == list(one.head[0]) and list(one.base[1]) == list(one.head[1]),
    )


def _direction(cluster: Sequence[int], whole: Sequence[int], ratio: bool) -> int:
    """Whether a cluster went up (> 0) or down: by its own ratio, or the common one where a side has none."""
    y_base, x_base, y_head, x_head = cluster
    if not ratio:
        return y_head - y_base
    if x_base and x_head:
        return y_head * x_base - y_base * x_head
    above, below = whole[0] + whole[2], whole[1] + whole[3]
    if x_head:
        return y_head * below - above * x_head
    return above * x_base - y_base * below


def _resampled(metrics: Sequence[Measured], draws: int, seed: int, level: float) -> list[float]:
    """Half the width of each interval: its standard error times what the largest deviation rarely exceeds."""
    places: dict[tuple[int, ...], int] = {}
    at = [[places.setdefault(tuple(column), len(places)) for column in one.columns] for one in metrics]
    sums = resampled_sums(list(places), draws=draws, seed=seed)
    errors: list[float] = []
    largest = [0.0] * draws
    for one, columns in zip(metrics, at, strict=True):
        whole = one.difference([sum(column) for column in one.columns])
        assert whole is not None
        drawn = [one.difference(row) for row in zip(*(sums[place] for place in columns), strict=True)]
        # A draw in which the metric is not defined says nothing about it.
        off = [0.0 if value is None else value - whole for value in drawn]
        known = sum(value is not None for value in drawn)
        error = sqrt(sum(value * value for value in off) / known) if known else 0.0
        errors.append(error)
        if error:
            largest = [max(most, abs(value) / error) for most, value in zip(largest, off, strict=True)]
    reach = quantile(sorted(largest), level)
    return [error * reach for error in errors]


def _linearised(metrics: Sequence[Measured], level: float) -> list[float]:
    reach = normal_quantile(level ** (1 / len(metrics)))
    return [_spread(one) * reach for one in metrics]


def _spread(one: Measured) -> float:
    """The standard error from each cluster's influence on the difference of the two ratios (or sums)."""
    y_base, x_base, y_head, x_head = (sum(column) for column in one.columns)
    size = len(one.base[0])
    if one.ratio:
        before, after = y_base / x_base, y_head / x_head
        parts = [
            (yh - after * xh) / x_head - (yb - before * xb) / x_base
            for yb, xb, yh, xh in zip(*one.columns, strict=True)
        ]
    else:
        mean = (y_head - y_base) / size
        parts = [yh - yb - mean for yb, _, yh, _ in zip(*one.columns, strict=True)]
    return sqrt(size / (size - 1) * sum(part * part for part in parts))
