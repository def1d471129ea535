"""The bootstrap by cluster: draw whole answers with replacement, and look at each ratio of sums.

All columns are summed over the same draws. To make that quick without compiled code, the columns of one
cluster are packed side by side into one long integer, each in a field wide enough for the sum over a whole
draw; adding two such integers then adds every column at once. 5,000 clusters, 2,000 draws and 50 columns take
about two seconds, and the sums are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from math import floor
from random import Random

from pincite.stats.intervals import quantile

DRAWS = 2000
SEED = 7

Column = Sequence[int]


def resampled_sums(columns: Sequence[Column], *, draws: int = DRAWS, seed: int = SEED) -> list[list[int]]:
    """The sum of each column over each of `draws` resamples of the clusters (with replacement, same size).

    Every column has one whole number a cluster, and all see the same resamples. The draws depend on the seed
    and the number of clusters alone, so the order of clusters matters: give them in a fixed one. Uses only
    `Random.random`, whose sequence Python promises to keep. Raises ValueError for columns of unequal length.
    """
    if len({len(column) for column in columns}) > 1:
        raise ValueError("columns of unequal length")
    if not columns or not columns[0]:
        return [[0] * draws for _ in columns]
    size = len(columns[0])
    packed, fields = _pack(columns, size)
    pick = Random(seed).random
    # `floor(random * float)` as in `random.choices`; the float spares a conversion at each of the picks.
    span = float(size)
    totals = [sum([packed[floor(pick() * span)] for _ in repeat(None, size)]) for _ in repeat(None, draws)]
    return [[((total >> shift) & mask) + base for total in totals] for shift, mask, base in fields]


def _pack(columns: Sequence[Column], size: int) -> tuple[list[int], list[tuple[int, int, int]]]:
    """One integer a cluster, and for each column where its field lies and what to add to its sum.

    A field holds what exceeds the column's smallest value, so negative values need no sign.
    """
    packed = [0] * size
    fields: list[tuple[int, int, int]] = []
    shift = 0
    for column in columns:
        least = min(column)
        width = (size * (max(column) - least)).bit_length()
        packed = [whole | (value - least) << shift for whole, value in zip(packed, column, strict=True)]
        fields.append((shift, (1 << width) - 1, size * least))
        shift += width
    return packed, fields


def ratio_intervals(
    ratios: Sequence[tuple[Column, Column]], *, draws: int = DRAWS, seed: int = SEED, level: float = 0.95
) -> list[tuple[float, float] | None]:
    """Percentile intervals of sum(numerator) / sum(denominator), one for each pair of columns.

    Draws in which a denominator comes to 0 say nothing about that ratio and are left out of it; None when
    that is all of them. Equal columns are drawn once.
    """
    places: dict[tuple[int, ...], int] = {}
    pairs = [
        (places.setdefault(tuple(above), len(places)), places.setdefault(tuple(below), len(places)))
        for above, below in ratios
    ]
    sums = resampled_sums(list(places), draws=draws, seed=seed)
    tail = (1 - level) / 2
    intervals: list[tuple[float, float] | None] = []
    for above, below in pairs:
        values = sorted(y / x for y, x in zip(sums[above], sums[below], strict=True) if x)
        intervals.append((quantile(values, tail), quantile(values, 1 - tail)) if values else None)
    return intervals
