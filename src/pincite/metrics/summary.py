"""From summed counts to metric values: bounds, coverage, what was left out and why, and the interval."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from pincite.metrics.definitions import METRICS, Definition
from pincite.metrics.tally import SEVERITIES, Group, Tally
from pincite.model.credit import UNITS, CreditPolicy
from pincite.model.summary import Bounds, Interval, Metric, Part, Totals
from pincite.stats.bootstrap import DRAWS, SEED, Column, ratio_intervals
from pincite.stats.intervals import wilson

LEVEL = 0.95
FEWEST_CLUSTERS = 10
SMALL_SAMPLE = 30

_Pair = tuple[Column, Column]


class Figures(Struct, frozen=True, kw_only=True):
    """All numbers of a run.

    `slices_left_out` counts answers whose slice is not kept apart because there are too many names.
    """

    counts: Totals
    metrics: dict[str, Metric]
    slices: dict[str, Part]
    criticality: dict[str, Part]
    slices_left_out: int = 0


def summarise(tally: Tally, *, rejected: int = 0, seed: int = SEED, draws: int = DRAWS) -> Figures:
    """The metrics of a run, of its slices in the order of their names, and of its claims by severity.

    `rejected` is the number of input lines that could not be read. The result does not depend on the order in
    which answers were added.
    """
    maker = _Maker(tally.credit, seed, draws)
    every = tuple(METRICS)
    by_claim = tuple(entry for entry in METRICS if entry.by_claim)
    empty = Group()
    return Figures(
        counts=totals(tally.whole, rejected=rejected),
        metrics=maker.metrics(tally.whole, every),
        slices={
            name: Part(counts=totals(group), metrics=maker.metrics(group, every))
            for name, group in sorted(tally.slices.items())
        },
        criticality={
            severity: Part(counts=totals(group), metrics=maker.metrics(group, by_claim))
            for severity in SEVERITIES
            for group in (tally.severities.get(severity, empty),)
        },
        slices_left_out=tally.sliced - sum(group.answers for group in tally.slices.values()),
    )


def totals(group: Group, *, rejected: int = 0) -> Totals:
    """The plain counts of a group."""
    get = group.cells.get
    undecided = get("claims?undecided", 0)
    return Totals(
        answers=group.answers,
        claims=get("all_claims", 0),
        verifiable=get("verifiable", 0),
        required=get("required", 0),
        supported=get("claims.full", 0),
        contradicted=get("claims.contradicted", 0),
        uncited_required=get("required.uncited", 0),
        undecided=undecided,
        unjudged=get("claims?", 0) - undecided,
        abstentions=get("abstained", 0),
        rejected=rejected,
    )


class _Clusters(Struct, frozen=True):
    """What the clusters say about one ratio: how many have a part in it, whether all agree, their columns."""

    count: int
    agree: bool
    columns: _Pair | None
    linearised: tuple[float, float] | None = None


class _Maker:
    """Makes metrics; equal pairs of columns (a slice that is the whole run, say) are drawn only once."""

    def __init__(self, credit: CreditPolicy, seed: int, draws: int) -> None:
        self._credit = credit
        self._seed = seed
        self._draws = draws
        self._drawn: dict[_Pair, tuple[float, float] | None] = {}

    def metrics(self, group: Group, definitions: tuple[Definition, ...]) -> dict[str, Metric]:
        clusters = _clusters(group)
        told = [(entry, clusters[entry.name]) for entry in definitions]
        self._draw([facts.columns for entry, facts in told if _drawable(entry, facts) and facts.columns])
        return {entry.name: self._metric(entry, group.cells, facts) for entry, facts in told}

    def _draw(self, wanted: list[_Pair]) -> None:
        new = [pair for pair in dict.fromkeys(wanted) if pair not in self._drawn]
        if new:
            drawn = ratio_intervals(new, draws=self._draws, seed=self._seed, level=LEVEL)
            self._drawn.update(zip(new, drawn, strict=True))

    def _metric(self, entry: Definition, cells: Mapping[str, int], clusters: _Clusters) -> Metric:
        above = sum(cells.get(name, 0) for name in entry.numerator)
        below = sum(cells.get(name, 0) for name in entry.denominator)
        undecided = cells.get(f"{entry.population}?", 0) if entry.population else 0
        eligible = below + undecided
        unit = self._unit(entry)
        value = _value(entry, above, below, unit)
        return Metric(
            value=value,
            numerator=above if entry.form != "mean" else float(above * unit),
            denominator=below,
            coverage=below / eligible if eligible else None,
            bounds=_bounds(entry, cells, above, below, undecided, unit),
            excluded=_excluded(entry, cells),
            interval=None if value is None else self._interval(entry, above, below, clusters),
            flags=("small_sample",) if below and clusters.count < SMALL_SAMPLE else (),
        )

    def _interval(self, entry: Definition, above: int, below: int, clusters: _Clusters) -> Interval | None:
        if entry.form == "count":
            return None
        if entry.independent:
            return _wilson(above / below, below, (0.0, 1.0))
        least, most = self._range(entry)
        if clusters.agree or clusters.count < FEWEST_CLUSTERS:
            # Answers of one voice, or a handful of them, leave a resampling nothing to vary: it would claim
            # certainty. Without an upper end (a density) there is no proportion to fall back on either.
            if most is None:
                return None
            return _wilson(_share(above, below, self._unit(entry)), clusters.count, (least, most))
        found = clusters.linearised if clusters.columns is None else self._drawn[clusters.columns]
        if found is None:
            return None
        unit = float(self._unit(entry))
        low, high = found[0] * unit, found[1] * unit
        return Interval(
            low=low if entry.form == "mean" else max(least, low),
            high=high if most is None else min(most, high),
            level=LEVEL,
            method="linearised" if clusters.columns is None else "cluster_bootstrap",
        )

    def _unit(self, entry: Definition) -> Fraction:
        """What one in the numerator is worth in the metric's value."""
        return Fraction(self._credit.step, UNITS) if entry.form == "mean" else Fraction(entry.scale)

    def _range(self, entry: Definition) -> tuple[float, float | None]:
        if entry.form == "mean":
            return self._credit.range
        return (0.0, 1.0 if entry.form == "proportion" else None)


def _drawable(entry: Definition, clusters: _Clusters) -> bool:
    return (
        entry.form != "count"
        and not entry.independent
        and not clusters.agree
        and clusters.count >= FEWEST_CLUSTERS
    )


def _clusters(group: Group) -> dict[str, _Clusters]:
    if group.clusters is None:
        return {
            entry.name: _Clusters(
                moments.clusters, moments.scatter() == 0, None, moments.interval(level=LEVEL)
            )
            for entry, moments in zip(METRICS, group.moments, strict=True)
        }
    # Sorted by answer, so that the draws do not depend on who was added first.
    columns = list(zip(*(row for _, row in sorted(group.clusters)), strict=True))
    if not columns:
        return {entry.name: _Clusters(0, True, None) for entry in METRICS}
    return {
        entry.name: _told(columns[2 * place], columns[2 * place + 1]) for place, entry in enumerate(METRICS)
    }


def _told(above: Column, below: Column) -> _Clusters:
    taking_part = [(y, x) for y, x in zip(above, below, strict=True) if x]
    y_sum = sum(y for y, _ in taking_part)
    x_sum = sum(x for _, x in taking_part)
    agree = all(y * x_sum == y_sum * x for y, x in taking_part)
    return _Clusters(len(taking_part), agree, (above, below))


def _share(above: int, below: int, unit: Fraction) -> float:
    """The ratio in the metric's own unit: one division, so the float nearest to the exact value."""
    return above * unit.numerator / (below * unit.denominator)


def _value(entry: Definition, above: int, below: int, unit: Fraction) -> int | float | None:
    if not below:
        return None
    return above if entry.form == "count" else _share(above, below, unit)


def _bounds(
    entry: Definition, cells: Mapping[str, int], above: int, below: int, undecided: int, unit: Fraction
) -> Bounds:
    """All that is open counted as missing the numerator, and as in it.

    For credits the open claims may shift the mean of the others either way, and an open link of a decided
    claim may still cost a penalty; the bounds then always enclose the value as well.
    """
    eligible = below + undecided
    if not eligible:
        return Bounds()
    if entry.form == "count":
        return Bounds(low=above, high=above + undecided)
    if entry.form == "mean":
        ends = [_share(above + cells.get(name, 0), eligible, unit) for name in ("score.fall", "score.rise")]
        if below:
            ends.append(_share(above, below, unit))
        return Bounds(low=min(ends), high=max(ends))
    return Bounds(low=_share(above, eligible, unit), high=_share(above + undecided, eligible, unit))


def _excluded(entry: Definition, cells: Mapping[str, int]) -> dict[str, int]:
    """What is not in the denominator, by reason, in the order of the reasons' names."""
    reasons: dict[str, int] = {}
    if entry.population:
        open_, other = f"{entry.population}?", f"{entry.population}-"
        for name, count in cells.items():
            for prefix in (open_, other):
                if name.startswith(prefix) and len(name) > len(prefix):
                    reasons[name[len(prefix) :]] = count
    for name, reason in entry.left_out:
        if cells.get(name):
            reasons[reason] = cells[name]
    return dict(sorted(reasons.items()))


def _wilson(value: float, clusters: int, ends: tuple[float, float]) -> Interval | None:
    """Wilson's interval for a mean between two ends, which is a proportion of the way from one to the other.

    None for a value beyond them: claims with several contradicting citations have no least score.
    """
    least, most = ends
    if not least <= value <= most or most == least:
        return None
    low, high = wilson((value - least) / (most - least) * clusters, clusters, level=LEVEL)
    width = most - least
    return Interval(low=least + low * width, high=least + high * width, level=LEVEL, method="wilson")
