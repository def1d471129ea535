"""From the sums of a family to its numbers: value, coverage, bounds, what was left out and why, interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt

from msgspec import Struct

from pincite.metrics.families.catalogue import FAMILIES
from pincite.metrics.families.family import Family, Number
from pincite.metrics.families.tally import STEPS, CrossMoments, FamilyTally, Means, Sums, harmonics, total
from pincite.metrics.summary import FEWEST_CLUSTERS, LEVEL, SMALL_SAMPLE
from pincite.model.signature import Signature
from pincite.model.summary import Bounds, Interval, IntervalMethod, Metric
from pincite.stats.bootstrap import DRAWS, SEED
from pincite.stats.estimate import Estimate, Statistic, estimates
from pincite.stats.intervals import normal_quantile, wilson
from pincite.stats.variance import RatioMoments

_Parts = tuple[Metric, Metric]

_CENSUS = ("statements", "cited", "citations", "invalid")


class FamilyFigures(Struct, frozen=True, kw_only=True):
    """What a run says in the terms of one family, as it stands in `summary.families`.

    `counts` are answers, statements, those with a citation, displayed citations, and those that lead nowhere.
    """

    title: str
    unit: str = "sentence"
    signature: str
    counts: dict[str, int]
    metrics: dict[str, Metric]


def summarise_families(
    tally: FamilyTally, base: Signature, *, seed: int = SEED, draws: int = DRAWS
) -> dict[str, FamilyFigures]:
    """The numbers of every family in the tally; `base` is the recipe of the run.

    The result does not depend on the order in which answers were added.
    """
    return {
        name: FamilyFigures(
            title=FAMILIES[name].title,
            signature=str(FAMILIES[name].signature(base)),
            counts={"answers": sums.answers, **{key: sums.cells.get(key, 0) for key in _CENSUS}},
            metrics=family_metrics(FAMILIES[name], sums, seed=seed, draws=draws),
        )
        for name, sums in tally.sums.items()
    }


def family_metrics(family: Family, sums: Sums, *, seed: int = SEED, draws: int = DRAWS) -> dict[str, Metric]:
    """The numbers of one family by name."""
    moments, crossed = sums.momentary(family)
    ratios = dict(zip((number.name for number in family.ratios), moments, strict=True))
    spread = _spread(family, sums, ratios, crossed, seed=seed, draws=draws)
    made: dict[str, Metric] = {}
    for number in family.ratios:
        made[number.name] = _ratio(number, sums, ratios[number.name], spread[number.name])
    for number, first, second in harmonics(family):
        one, other = family.ratios[first].name, family.ratios[second].name
        made[number.name] = _harmonic(
            number,
            sums,
            (made[one], made[other]),
            (ratios[one], ratios[other]),
            spread[number.name],
        )
    return {number.name: made[number.name] for number in family.numbers}


def harmonic_mean(one: float, other: float) -> float:
    """The harmonic mean of two numbers that are not negative; 0 when both are."""
    return 2 * one * other / (one + other) if one + other else 0.0


def _step(number: Number) -> Fraction:
    """What one in the numerator of a row is worth in the number's value."""
    return Fraction(number.scale, STEPS if number.form == "macro" else number.worth)


# --- values ---


def _ratio(number: Number, sums: Sums, moments: RatioMoments, spread: Estimate) -> Metric:
    cells = sums.cells
    decided = cells.get(f"{number.name}.decided", 0)
    undecided = cells.get(f"{number.name}?", 0)
    if number.form == "macro":
        means = sums.means.get(number.name, Means())
        above, below = number.scale * total(means.value), means.answers
        bounds = _bounds(number.scale * total(means.low), number.scale * total(means.high), means.eligible)
    else:
        earned = cells.get(f"{number.name}.earned", 0)
        above, below = Fraction(earned, number.worth), decided
        bounds = _bounds(above, above + undecided, decided + undecided)
    value = float(above / below) if below else None
    return Metric(
        value=value,
        numerator=int(above) if number.form == "pooled" and number.worth == 1 else float(above),
        denominator=below,
        coverage=decided / (decided + undecided) if decided + undecided else None,
        bounds=bounds,
        excluded=_excluded(number, cells),
        interval=None if value is None else _interval(value, number.scale, moments, spread),
        flags=_flags(below, moments.clusters),
    )


def _bounds(low: Fraction, high: Fraction, eligible: int) -> Bounds:
    return Bounds(low=float(low / eligible), high=float(high / eligible)) if eligible else Bounds()


def _excluded(number: Number, cells: Mapping[str, int]) -> dict[str, int]:
    """What is not in the denominator, by reason, in the order of the reasons' names."""
    reasons = {
        name[len(prefix) :]: count
        for prefix in (f"{number.name}?", f"{number.name}-")
        for name, count in cells.items()
        if name.startswith(prefix) and len(name) > len(prefix)
    }
    return dict(sorted(reasons.items()))


def _flags(below: int, clusters: int) -> tuple[str, ...]:
    return ("small_sample",) if below and clusters < SMALL_SAMPLE else ()


def _harmonic(
    number: Number, sums: Sums, parts: _Parts, moments: Sequence[RatioMoments], spread: Estimate
) -> Metric:
    """The harmonic mean of two pooled numbers.

    Its denominator counts the units of both, and its numerator is the value times that.
    """
    one, other = parts
    decided = one.denominator + other.denominator
    undecided = sum(sums.cells.get(f"{name}?", 0) for name in number.of or ())
    value = None
    if one.value is not None and other.value is not None:
        value = harmonic_mean(one.value, other.value)
    return Metric(
        value=value,
        numerator=0 if value is None else value * decided,
        denominator=0 if value is None else decided,
        coverage=decided / (decided + undecided) if decided + undecided else None,
        bounds=_harmonic_bounds(one.bounds, other.bounds),
        excluded={
            reason: one.excluded.get(reason, 0) + other.excluded.get(reason, 0)
            for reason in sorted({*one.excluded, *other.excluded})
        },
        interval=None if value is None else _harmonic_interval(value, parts, moments, spread),
        flags=() if value is None else _flags(decided, min(each.clusters for each in moments)),
    )


def _harmonic_bounds(one: Bounds, other: Bounds) -> Bounds:
    """The mean grows with both of its parts, so its ends are the means of their ends."""
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return Bounds()
    return Bounds(low=harmonic_mean(one.low, other.low), high=harmonic_mean(one.high, other.high))


# --- intervals ---


def _spread(
    family: Family,
    sums: Sums,
    ratios: Mapping[str, RatioMoments],
    crossed: Sequence[CrossMoments],
    *,
    seed: int,
    draws: int,
) -> dict[str, Estimate]:
    """The interval of every number by resampled answers, or by linearised variance where none are kept."""
    if sums.clusters is None:
        return {
            **{number.name: _linearised(number, ratios[number.name]) for number in family.ratios},
            **{
                number.name: _linearised_harmonic(family, (first, second), ratios, cross)
                for (number, first, second), cross in zip(harmonics(family), crossed, strict=True)
            },
        }
    # Sorted by answer, so that the draws do not depend on who was added first.
    columns = list(zip(*(row for _, row in sorted(sums.clusters)), strict=True))
    statistics = {number.name: _statistic(place, _step(number)) for place, number in enumerate(family.ratios)}
    for number, first, second in harmonics(family):
        one, other = family.ratios[first].name, family.ratios[second].name
        statistics[number.name] = _harmonic_statistic(statistics[one], statistics[other])
    if not columns:
        return dict.fromkeys(statistics, Estimate())
    drawn = estimates(columns, list(statistics.values()), draws=draws, seed=seed, level=LEVEL)
    return dict(zip(statistics, drawn, strict=True))


def _statistic(place: int, step: Fraction) -> Statistic:
    unit = float(step)

    def ratio(sums: Sequence[int]) -> float | None:
        below = sums[2 * place + 1]
        return sums[2 * place] * unit / below if below else None

    return ratio


def _harmonic_statistic(one: Statistic, other: Statistic) -> Statistic:
    def mean(sums: Sequence[int]) -> float | None:
        first, second = one(sums), other(sums)
        return None if first is None or second is None else harmonic_mean(first, second)

    return mean


def _linearised(number: Number, moments: RatioMoments) -> Estimate:
    found = moments.interval(level=LEVEL)
    if found is None:
        return Estimate()
    unit = float(_step(number))
    low, high = max(0.0, found[0] * unit), min(float(number.scale), found[1] * unit)
    return Estimate(None, low, high, LEVEL, "linearised")


def _linearised_harmonic(
    family: Family, places: tuple[int, int], ratios: Mapping[str, RatioMoments], cross: CrossMoments
) -> Estimate:
    """By the derivatives of the mean in its two parts, whose errors go together within an answer."""
    first, second = (family.ratios[place] for place in places)
    one, other = ratios[first.name], ratios[second.name]
    if not one.x or not other.x or min(one.clusters, other.clusters) < FEWEST_CLUSTERS:
        return Estimate()
    units = float(_step(first)), float(_step(second))
    rates = one.y / one.x, other.y / other.x
    values = rates[0] * units[0], rates[1] * units[1]
    if not sum(values):
        return Estimate()
    # The harmonic mean 2ab / (a + b) has the derivatives 2b^2 / (a + b)^2 and 2a^2 / (a + b)^2.
    slopes = (
        2 * (values[1] / sum(values)) ** 2 * units[0] / one.x,
        2 * (values[0] / sum(values)) ** 2 * units[1] / other.x,
    )
    shared = cross.yv - rates[1] * cross.yw - rates[0] * cross.xv + rates[0] * rates[1] * cross.xw
    squares = slopes[0] ** 2 * one.scatter() / one.x**2 + slopes[1] ** 2 * other.scatter() / other.x**2
    clusters = max(one.clusters, other.clusters)
    variance = (squares + 2 * slopes[0] * slopes[1] * shared) * clusters / (clusters - 1)
    half = normal_quantile(LEVEL) * sqrt(max(0.0, variance))
    value = harmonic_mean(*values)
    return Estimate(value, max(0.0, value - half), min(1.0, value + half), LEVEL, "linearised")


def _interval(value: float, scale: int, moments: RatioMoments, spread: Estimate) -> Interval:
    """Resampling says nothing of a handful of answers, or of answers of one voice; Wilson's interval does."""
    varied = moments.clusters >= FEWEST_CLUSTERS and moments.scatter() != 0
    stated = _stated(spread) if varied else None
    if stated is not None:
        return stated
    low, high = _wilson(value / scale, moments.clusters)
    return Interval(low=low * scale, high=high * scale, level=LEVEL, method="wilson")


def _harmonic_interval(
    value: float, parts: _Parts, moments: Sequence[RatioMoments], spread: Estimate
) -> Interval:
    """Where resampling says nothing, the means of the lower and of the upper ends of the two parts."""
    varied = min(each.clusters for each in moments) >= FEWEST_CLUSTERS and any(
        each.scatter() for each in moments
    )
    stated = _stated(spread) if varied else None
    if stated is not None:
        return stated
    ends = [_wilson(part.value or 0.0, each.clusters) for part, each in zip(parts, moments, strict=True)]
    low, high = (harmonic_mean(ends[0][end], ends[1][end]) for end in (0, 1))
    return Interval(low=min(value, low), high=max(value, high), level=LEVEL, method="wilson")


def _wilson(share: float, clusters: int) -> tuple[float, float]:
    return wilson(min(1.0, share) * clusters, clusters, level=LEVEL)


def _stated(spread: Estimate) -> Interval | None:
    """The interval of an estimate that has one."""
    if spread.low is None or spread.high is None:
        return None
    method: IntervalMethod = "linearised" if spread.method == "linearised" else "cluster_bootstrap"
    return Interval(low=spread.low, high=spread.high, level=spread.level, method=method)
