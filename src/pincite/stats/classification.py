"""How well yes-or-no decisions and scores agree with the truth: recalls, F1, AUROC, calibration, risk.

The positive class is what the decisions are about ("the evidence fully supports the claim").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, fsum, log, sqrt

from msgspec import Struct

from pincite.stats.agreement import cohen_kappa
from pincite.stats.estimate import FEWEST_CLUSTERS, LEVEL, Estimate
from pincite.stats.intervals import normal_quantile

BINS = 10

Confusion = Mapping[tuple[str, str], int]
"""How often (true label, decided label) came together."""


class Binary(Struct, frozen=True):
    """Decisions against the truth: true positives, false negatives, false positives, true negatives."""

    tp: int = 0
    fn: int = 0
    fp: int = 0
    tn: int = 0

    @property
    def n(self) -> int:
        return self.tp + self.fn + self.fp + self.tn

    @property
    def recall(self) -> float | None:
        """Of the positives, those found (sensitivity)."""
        return _share(self.tp, self.tp + self.fn)

    @property
    def specificity(self) -> float | None:
        """Of the negatives, those refused; 1 minus it is the false-accept rate."""
        return _share(self.tn, self.tn + self.fp)

    @property
    def precision(self) -> float | None:
        return _share(self.tp, self.tp + self.fp)

    @property
    def accuracy(self) -> float | None:
        return _share(self.tp + self.tn, self.n)

    @property
    def balanced_accuracy(self) -> float | None:
        """The mean of recall and specificity; None unless both classes occur."""
        recall, specificity = self.recall, self.specificity
        return None if recall is None or specificity is None else (recall + specificity) / 2

    @property
    def macro_f1(self) -> float | None:
        """The mean of the F1 of both classes; None unless both classes occur."""
        if not self.tp + self.fn or not self.fp + self.tn:
            return None
        return (_f1(self.tp, self.fp, self.fn) + _f1(self.tn, self.fn, self.fp)) / 2

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa between the decisions and the truth."""
        return cohen_kappa(
            {("+", "+"): self.tp, ("+", "-"): self.fn, ("-", "+"): self.fp, ("-", "-"): self.tn}
        )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _f1(hits: int, false: int, missed: int) -> float:
    return 2 * hits / (2 * hits + false + missed) if hits else 0.0


def class_recalls(table: Confusion) -> dict[str, float]:
    """For each true label that occurs, the share that was decided right."""
    totals: dict[str, int] = {}
    for (true, _), count in table.items():
        totals[true] = totals.get(true, 0) + count
    return {label: table.get((label, label), 0) / n for label, n in sorted(totals.items()) if n}


def balanced_accuracy(table: Confusion) -> float | None:
    """The mean recall over the true labels that occur; None for fewer than two of them."""
    recalls = class_recalls(table)
    return fsum(recalls.values()) / len(recalls) if len(recalls) > 1 else None


def macro_f1(table: Confusion) -> float | None:
    """The mean F1 over all labels that occur as truth or decision; None for fewer than two true labels.

    A label that is decided but never true, or true but never decided, has F1 0.
    """
    true: dict[str, int] = {}
    decided: dict[str, int] = {}
    for (truth, decision), count in table.items():
        true[truth] = true.get(truth, 0) + count
        decided[decision] = decided.get(decision, 0) + count
    labels = sorted({label for label, count in (*true.items(), *decided.items()) if count})
    if sum(1 for count in true.values() if count) < 2:
        return None
    scores = []
    for label in labels:
        hits = table.get((label, label), 0)
        scores.append(_f1(hits, decided.get(label, 0) - hits, true.get(label, 0) - hits))
    return fsum(scores) / len(scores)


def auroc(
    scores: Sequence[float],
    positive: Sequence[bool],
    *,
    clusters: Sequence[str] | None = None,
    level: float = LEVEL,
) -> Estimate:
    """The chance that a positive has a higher score than a negative, ties counting one half.

    The Mann-Whitney statistic (Hanley and McNeil, Radiology 143, 1982). With `clusters` the variance is that
    of Obuchowski, Nonparametric analysis of clustered ROC curve data, Biometrics 53 (1997), which is DeLong's
    when each unit is its own cluster; the interval is made on the logit scale, so that it stays inside 0..1.
    None unless both classes occur.
    """
    m = sum(positive)
    n = len(scores) - m
    if not m or not n:
        return Estimate(level=level)
    placements = _placements(scores, positive, m, n)
    value = (
        fsum(placement for placement, is_positive in zip(placements, positive, strict=True) if is_positive)
        / m
    )
    if clusters is None or not 0 < value < 1:
        return Estimate(value, level=level)
    variance = _clustered_variance(placements, positive, clusters, value)
    if variance is None:
        return Estimate(value, level=level)
    centre = log(value / (1 - value))
    half = normal_quantile(level) * sqrt(variance) / (value * (1 - value))
    low, high = (1 / (1 + exp(-end)) for end in (centre - half, centre + half))
    return Estimate(value, low, high, level, "clustered_auroc")


def _placements(scores: Sequence[float], positive: Sequence[bool], m: int, n: int) -> list[float]:
    """For a positive the share of negatives below it, for a negative the share of positives above it."""
    order = sorted(range(len(scores)), key=scores.__getitem__)
    placements = [0.0] * len(scores)
    negatives_below = positives_below = at = 0
    while at < len(order):
        stop = at
        while stop < len(order) and scores[order[stop]] == scores[order[at]]:
            stop += 1
        tied = order[at:stop]
        tied_positive = sum(positive[place] for place in tied)
        tied_negative = len(tied) - tied_positive
        for place in tied:
            if positive[place]:
                placements[place] = (negatives_below + tied_negative / 2) / n
            else:
                placements[place] = (m - positives_below - tied_positive / 2) / m
        positives_below += tied_positive
        negatives_below += tied_negative
        at = stop
    return placements


def _clustered_variance(
    placements: Sequence[float], positive: Sequence[bool], clusters: Sequence[str], value: float
) -> float | None:
    """S10 / m + S01 / n + 2 S11 / (m n), from sums over clusters of placements less their expectation."""
    parts: dict[str, list[float]] = {}
    counts: dict[str, list[int]] = {}
    for placement, is_positive, cluster in zip(placements, positive, clusters, strict=True):
        side = 0 if is_positive else 1
        parts.setdefault(cluster, [0.0, 0.0])[side] += placement - value
        counts.setdefault(cluster, [0, 0])[side] += 1
    names = sorted(parts)
    m, n = (sum(counts[name][side] for name in names) for side in (0, 1))
    with_positive, with_negative = (sum(1 for name in names if counts[name][side]) for side in (0, 1))
    if len(names) < FEWEST_CLUSTERS or with_positive < 2 or with_negative < 2:
        return None
    s10, s01 = (
        having / (having - 1) * fsum(parts[name][side] ** 2 for name in names)
        for side, having in ((0, with_positive), (1, with_negative))
    )
    s11 = len(names) / (len(names) - 1) * fsum(parts[name][0] * parts[name][1] for name in names)
    variance = s10 / m**2 + s01 / n**2 + 2 * s11 / (m * n)
    return variance if variance > 0 else None


class Bin(Struct, frozen=True):
    """The units whose score lies in `low..high`: how many, their mean score, the share that is positive."""

    low: float
    high: float
    n: int
    mean_score: float
    positive_share: float


def reliability(scores: Sequence[float], positive: Sequence[bool], *, bins: int = BINS) -> tuple[Bin, ...]:
    """The reliability diagram: bins of equal width over 0..1, empty ones left out.

    Raises ValueError for a score outside 0..1.
    """
    held: dict[int, list[tuple[float, bool]]] = {}
    for score, is_positive in zip(scores, positive, strict=True):
        if not 0 <= score <= 1:
            raise ValueError(f"a score lies between 0 and 1, got {score!r}")
        held.setdefault(min(int(score * bins), bins - 1), []).append((score, is_positive))
    return tuple(
        Bin(
            place / bins,
            (place + 1) / bins,
            len(inside),
            fsum(score for score, _ in inside) / len(inside),
            sum(is_positive for _, is_positive in inside) / len(inside),
        )
        for place, inside in sorted(held.items())
    )


def expected_calibration_error(bins: Iterable[Bin]) -> float | None:
    """The mean distance between score and share of positives, bins weighted by their size.

    Naeini, Cooper and Hauskrecht, Obtaining well calibrated probabilities using Bayesian binning (2015). None
    without units.
    """
    some = list(bins)
    n = sum(one.n for one in some)
    return fsum(one.n * abs(one.mean_score - one.positive_share) for one in some) / n if n else None


class RiskPoint(Struct, frozen=True):
    """Deciding only from `confidence` on: how much is decided, and how much of that wrong."""

    coverage: float
    risk: float
    confidence: float


def risk_coverage(
    confidences: Sequence[float], wrong: Sequence[bool], *, total: int | None = None
) -> tuple[RiskPoint, ...]:
    """The risk-coverage curve: the most confident decisions first, equally confident ones together.

    El-Yaniv and Wiener, On the foundations of noise-free selective classification (2010). `total` counts the
    units that were never decided as well, so that the coverage ends below 1 where there are some.
    """
    whole = len(confidences) if total is None else total
    order = sorted(range(len(confidences)), key=lambda place: -confidences[place])
    points: list[RiskPoint] = []
    errors = 0
    for taken, place in enumerate(order, 1):
        errors += wrong[place]
        last = taken == len(order) or confidences[order[taken]] != confidences[place]
        if last:
            points.append(RiskPoint(taken / whole, errors / taken, confidences[place]))
    return tuple(points)


def area_under_risk_coverage(points: Sequence[RiskPoint]) -> float | None:
    """The mean risk over the coverages that are reached (Geifman and El-Yaniv 2017); None without points."""
    if not points:
        return None
    before = 0.0
    area = 0.0
    for point in points:
        area += point.risk * (point.coverage - before)
        before = point.coverage
    return area / before
