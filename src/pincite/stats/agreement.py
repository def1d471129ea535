"""Agreement between people, or between a judge and people: percent, kappa, alpha.

All of them are functions of sums over units, so that their intervals come from resampling whole groups of
units (the claims of one answer, the pairs of one document).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import lcm

from msgspec import Struct, field

from pincite.stats.bootstrap import DRAWS, SEED
from pincite.stats.estimate import LEVEL, Estimate, estimates

PREVALENT = 0.9
"""From this share of one label on, kappa and alpha say little: almost all agreement is expected by chance."""

Table = Mapping[tuple[str, str], int]


def percent_agreement(table: Table) -> float | None:
    """The share of units on which two raters say the same; None without units."""
    n = sum(table.values())
    return sum(count for (one, other), count in table.items() if one == other) / n if n else None


def cohen_kappa(table: Table) -> float | None:
    """Agreement of two raters beyond chance: (p_o - p_e) / (1 - p_e).

    Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20 (1960):
    p_e multiplies each rater's own label shares. The table counts (label of the one, label of the other).
    None without units, and where chance alone gives full agreement (both used one and the same label).
    """
    n = sum(table.values())
    rows: Counter[str] = Counter()
    columns: Counter[str] = Counter()
    agreed = 0
    for (one, other), count in table.items():
        rows[one] += count
        columns[other] += count
        agreed += count if one == other else 0
    by_chance = sum(count * columns[label] for label, count in rows.items())
    if n == 0 or by_chance == n * n:
        return None
    return (agreed * n - by_chance) / (n * n - by_chance)


def krippendorff_alpha(units: Iterable[Sequence[str | None]]) -> float | None:
    """Agreement of any number of raters beyond chance, for labels without an order; None marks a gap.

    alpha = 1 - D_o / D_e = 1 - (n - 1) (n - sum o_cc) / (n^2 - sum n_c^2), where o_cc are the coincidences of
    a label with itself and n_c its occurrences in units with at least two ratings. Krippendorff, Content
    Analysis (3rd ed. 2013), ch. 12, and Computing Krippendorff's Alpha-Reliability (2011). None when no unit
    has two ratings or only one label was ever used.
    """
    rated = [[label for label in unit if label is not None] for unit in units]
    scale = _scale(rated)
    labels = sorted({label for unit in rated if len(unit) > 1 for label in unit})
    sums = [sum(column) for column in _columns([rated], labels, scale)]
    return _alpha(sums, scale)


class RatedUnit(Struct, frozen=True):
    """One unit with the label that each rater gave it, and the group it belongs to."""

    group: str
    ratings: dict[str, str]


class Agreement(Struct, frozen=True, kw_only=True):
    """How far raters agree.

    `units` have at least two ratings; `single` have one and take no part. `percent` is the share of agreeing
    pairs of ratings, each unit weighted by its number of ratings. `kappa` is given for exactly two raters.
    `labels` counts all ratings. `prevalent` names a label that makes up more than 90 % of them.
    """

    units: int
    single: int
    raters: int
    ratings: int
    labels: dict[str, int] = field(default_factory=dict)
    percent: Estimate = Estimate()
    kappa: Estimate | None = None
    alpha: Estimate = Estimate()
    prevalent: str | None = None


def agreement(
    units: Iterable[RatedUnit], *, draws: int = DRAWS, seed: int = SEED, level: float = LEVEL
) -> Agreement:
    """Agreement among the raters of these units, with intervals from resampling their groups."""
    every = list(units)
    several = [unit for unit in every if len(unit.ratings) > 1]
    raters = {rater for unit in every for rater in unit.ratings}
    counts = Counter(label for unit in every for label in unit.ratings.values())
    labels = sorted({label for unit in several for label in unit.ratings.values()})
    groups: dict[str, list[list[str]]] = {}
    for unit in several:
        groups.setdefault(unit.group, []).append([unit.ratings[rater] for rater in sorted(unit.ratings)])
    ordered = [groups[name] for name in sorted(groups)]
    scale = _scale(rating for group in ordered for rating in group)
    percent, alpha = estimates(
        _columns(ordered, labels, scale),
        (_percent, lambda sums: _alpha(sums, scale)),
        draws=draws,
        seed=seed,
        level=level,
    )
    return Agreement(
        units=len(several),
        single=len(every) - len(several),
        raters=len(raters),
        ratings=sum(counts.values()),
        labels=dict(sorted(counts.items())),
        percent=percent,
        kappa=kappa(several, sorted(raters), draws=draws, seed=seed, level=level)
        if len(raters) == 2
        else None,
        alpha=alpha,
        prevalent=prevalent(counts),
    )


def prevalent(counts: Mapping[str, int]) -> str | None:
    """The label that makes up more than 90 % of the counts, if one does."""
    total = sum(counts.values())
    return next((label for label, count in sorted(counts.items()) if count > PREVALENT * total), None)


def kappa(
    units: Iterable[RatedUnit],
    raters: Sequence[str],
    *,
    draws: int = DRAWS,
    seed: int = SEED,
    level: float = LEVEL,
) -> Estimate:
    """Cohen's kappa of two raters over the units that both have rated."""
    one, other = raters
    both = [unit for unit in units if one in unit.ratings and other in unit.ratings]
    labels = sorted({unit.ratings[rater] for unit in both for rater in (one, other)})
    cells = [(first, second) for first in labels for second in labels]
    tables: dict[str, Counter[tuple[str, str]]] = {}
    for unit in both:
        tables.setdefault(unit.group, Counter())[unit.ratings[one], unit.ratings[other]] += 1
    columns = [[tables[group][cell] for group in sorted(tables)] for cell in cells]

    def statistic(sums: Sequence[int]) -> float | None:
        return cohen_kappa(dict(zip(cells, sums, strict=True)))

    return estimates(columns, (statistic,), draws=draws, seed=seed, level=level)[0]


def _scale(units: Iterable[Sequence[str]]) -> int:
    """What makes all coincidences of units with m ratings, which come in parts of 1 / (m - 1), whole."""
    return lcm(*{len(unit) - 1 for unit in units if len(unit) > 1})


def _columns(groups: Sequence[Sequence[Sequence[str]]], labels: Sequence[str], scale: int) -> list[list[int]]:
    """By group: the scaled coincidences of labels with themselves, the ratings, and the ratings by label."""
    columns: list[list[int]] = [[] for _ in range(2 + len(labels))]
    for group in groups:
        agreed = 0
        seen: Counter[str] = Counter()
        for unit in group:
            if len(unit) > 1:
                counts = Counter(unit)
                agreed += scale // (len(unit) - 1) * sum(count * (count - 1) for count in counts.values())
                seen += counts
        columns[0].append(agreed)
        columns[1].append(scale * seen.total())
        for place, label in enumerate(labels, 2):
            columns[place].append(seen[label])
    return columns


def _percent(sums: Sequence[int]) -> float | None:
    return sums[0] / sums[1] if sums[1] else None


def _alpha(sums: Sequence[int], scale: int) -> float | None:
    counts = sums[2:]
    n = sum(counts)
    expected = n * n - sum(count * count for count in counts)
    if not expected:
        return None
    return 1 - (n - 1) * (n * scale - sums[0]) / (scale * expected)
