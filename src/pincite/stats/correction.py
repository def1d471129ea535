"""A rate that a judge measured, corrected for the judge's errors by a small sample that people labelled.

Two estimators. Prediction-powered inference needs nothing of the judge and never does worse than the human
sample alone by much; Rogan and Gladen's asks how often the judge accepts what is right and refuses what is
wrong. Both are given over all units, decided by the judge or not, with the variance between clusters
(answers): units of one answer are not independent.

Units that people labelled carry weights, the inverse of the chance with which each was drawn; equal weights
are a simple random sample.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum, sqrt

from msgspec import Struct, field

from pincite.stats.estimate import FEWEST_CLUSTERS, LEVEL, Estimate, normal_estimate, student_quantile
from pincite.stats.paired import Comparison, order_of

SMALL_SAMPLE = 30


class Unit(Struct, frozen=True, kw_only=True):
    """One unit of a rate.

    `judged` is what the judge says: 1 (counts), 0 (does not), one half where it left the unit open. `human`
    is True or False where a person has labelled it, else None. `known` marks a unit whose truth needs no
    person (a citation that resolves to nothing): its `judged` is its truth.
    """

    cluster: str
    judged: float
    human: bool | None = None
    weight: float = 1.0
    known: bool = False


class Corrected(Struct, frozen=True, kw_only=True):
    """A corrected rate. `value` of the estimate is None where it cannot be given; `reason` then says why.

    `raw` is the judge's own rate over the same units, open ones counting one half; `human` the rate in the
    human sample alone. `labelled` units in `clusters` clusters have a human label. `tuning` is the weight
    that the judge got (0: its word is worth nothing; 1: full weight), None for Rogan and Gladen's estimator.
    `influence` is what each cluster adds to the error, for differences between two systems.
    """

    estimate: Estimate
    raw: float | None
    human: Estimate
    units: int
    labelled: int
    clusters: int
    method: str
    tuning: float | None = None
    sensitivity: float | None = None
    specificity: float | None = None
    flags: tuple[str, ...] = ()
    reason: str | None = None
    influence: dict[str, float] = field(default_factory=dict)


class _Sample(Struct, frozen=True):
    """The units that a judge is needed for, those of them that people labelled, and the known rest."""

    every: tuple[Unit, ...]
    people: tuple[Unit, ...]
    known: tuple[Unit, ...]
    weight: float

    @property
    def clusters(self) -> int:
        return len({unit.cluster for unit in self.people})

    @property
    def share(self) -> float:
        """The share of units that a judge is needed for."""
        return len(self.every) / (len(self.every) + len(self.known))

    def mixed(self, value: float) -> float:
        """A rate of the judged units as one of all units."""
        n = len(self.every) + len(self.known)
        return fsum(unit.judged for unit in self.known) / n + self.share * value

    def spread(self, value: float, influence: Mapping[str, float]) -> dict[str, float]:
        """What each cluster adds to the error of the mixed rate: that of the judged units, and their share.

        A cluster with more known units than others moves the rate even if the judge is always right.
        """
        n = len(self.every) + len(self.known)
        whole = self.mixed(value)
        parts: dict[str, list[float]] = {}
        for cluster, part in influence.items():
            parts.setdefault(cluster, []).append(self.share * part)
        if self.known:
            for unit in self.every:
                parts.setdefault(unit.cluster, []).append((value - whole) / n)
            for unit in self.known:
                parts.setdefault(unit.cluster, []).append((unit.judged - whole) / n)
        return {cluster: fsum(parts[cluster]) for cluster in sorted(parts)}


def _sample(units: Sequence[Unit]) -> _Sample:
    every = tuple(unit for unit in units if not unit.known)
    people = tuple(unit for unit in every if unit.human is not None)
    if any(unit.weight <= 0 for unit in people):
        raise ValueError("a weight is above 0")
    return _Sample(
        every=every,
        people=people,
        known=tuple(unit for unit in units if unit.known),
        weight=fsum(unit.weight for unit in people),
    )


def prediction_powered(
    units: Sequence[Unit], *, level: float = LEVEL, tuning: float | None = None
) -> Corrected:
    """The rate by prediction-powered inference with power tuning.

    theta = mean of human labels + lambda (mean of the judge over all units - mean of the judge over the
    labelled ones). With lambda 1 this is Angelopoulos, Bates, Fannjiang, Jordan and Zrnic,
    Prediction-powered inference, Science 382 (2023); the lambda that makes the variance least is PPI++
    (Angelopoulos, Duchi and Zrnic, arXiv 2311.01453). Their judge mean is over the N unlabelled units only.
    Over all n + N units the same estimator has a lambda larger by 1 + n / N, so that for independent units of
    equal weight the best one is Cov(human, judge) / Var(judge), against Cov / ((1 + n / N) Var) there.
    `tuning` fixes it instead.

    Means of labelled units are weighted (Hajek). The variance sums squared errors by cluster. Where the
    sample shows no error on one side, it is not taken below what smoothed error rates would give: a small
    sample without a disagreement does not show that there are none.
    """
    sample = _sample(units)
    if not sample.people:
        return _refused(sample, "ppi++", "no human labels")
    truth = fsum(unit.weight for unit in sample.people if unit.human) / sample.weight
    judged = fsum(unit.weight * unit.judged for unit in sample.people) / sample.weight
    overall = fsum(unit.judged for unit in sample.every) / len(sample.every)
    human_part, judge_part = _influences(sample, truth, judged, overall)
    if tuning is None:
        spread = fsum(part * part for part in judge_part.values())
        product = fsum(part * judge_part.get(cluster, 0.0) for cluster, part in human_part.items())
        # Where all units are labelled the judge has nothing to add, and `spread` is rounding.
        some_left = len(sample.people) < len(sample.every)
        tuning = min(1.0, max(0.0, product / spread)) if some_left and spread > 0 else 0.0
    value = min(1.0, max(0.0, truth + tuning * (overall - judged)))
    influence = sample.spread(
        value,
        {cluster: human_part.get(cluster, 0.0) - tuning * part for cluster, part in judge_part.items()},
    )
    return Corrected(
        estimate=normal_estimate(
            sample.mixed(value),
            max(_between(influence, sample.clusters), sample.share**2 * _floor(sample)),
            clusters=sample.clusters,
            level=level,
            method="ppi++",
        ),
        raw=sample.mixed(overall),
        human=_human(sample, truth, human_part, level),
        units=len(units),
        labelled=len(sample.people),
        clusters=sample.clusters,
        method="ppi++",
        tuning=tuning,
        sensitivity=_rate(sample, True),
        specificity=_rate(sample, False),
        flags=_flags(sample),
        influence=influence,
    )


def _influences(
    sample: _Sample, truth: float, judged: float, overall: float
) -> tuple[dict[str, float], dict[str, float]]:
    """By cluster: the error of the human mean, and of (the judge's labelled mean less its overall mean)."""
    human: dict[str, list[float]] = {}
    judge: dict[str, list[float]] = {}
    for unit in sample.people:
        share = unit.weight / sample.weight
        human.setdefault(unit.cluster, []).append(share * (float(bool(unit.human)) - truth))
        judge.setdefault(unit.cluster, []).append(share * (unit.judged - judged))
    n = len(sample.every)
    for unit in sample.every:
        judge.setdefault(unit.cluster, []).append(-(unit.judged - overall) / n)
    return (
        {cluster: fsum(parts) for cluster, parts in human.items()},
        {cluster: fsum(parts) for cluster, parts in judge.items()},
    )


def _between(influence: Mapping[str, float], clusters: int) -> float:
    """The variance of a sum of cluster errors: n / (n - 1) times the sum of their squares.

    n counts the labelled clusters, whose errors are nearly all of the sum.
    """
    return (
        clusters / (clusters - 1) * fsum(part * part for part in influence.values()) if clusters > 1 else 0.0
    )


def _floor(sample: _Sample) -> float:
    """The least variance where the sample shows no error on one of the judge's sides; 0 where it does on all.

    The units are taken apart by what the judge says. Within a part the truth varies with the judge's error
    rate there, smoothed to (errors + 1) / (labelled + 2), whatever weight the judge gets; a part counts as
    many trials as it has labelled clusters.
    """
    variance = 0.0
    one_voice = False
    for said in sorted({unit.judged for unit in sample.every}):
        share = sum(unit.judged == said for unit in sample.every) / len(sample.every)
        here = [unit for unit in sample.people if unit.judged == said]
        trials = len({unit.cluster for unit in here})
        rate = sum(bool(unit.human) for unit in here) / len(here) if here else 0.0
        one_voice = one_voice or rate in (0, 1)
        smooth = _smooth(rate, trials)
        variance += share**2 * smooth * (1 - smooth) / max(trials, 1)
    return variance if one_voice else 0.0


def _human(sample: _Sample, value: float, influence: Mapping[str, float], level: float) -> Estimate:
    return normal_estimate(
        sample.mixed(value),
        _between(sample.spread(value, influence), sample.clusters),
        clusters=sample.clusters,
        level=level,
        method="human_sample",
    )


def rogan_gladen(units: Sequence[Unit], *, level: float = LEVEL) -> Corrected:
    """The rate by Rogan and Gladen: (apparent + specificity - 1) / (sensitivity + specificity - 1).

    Rogan and Gladen, Estimating prevalence from the results of a screening test, American Journal of
    Epidemiology 107 (1978). Here a unit is accepted when the judge said 1; open units are not accepted, which
    lowers the sensitivity and costs precision, not truth. Sensitivity and specificity come from the labelled
    units by their weights. The variance is linearised over clusters; where no error was seen on a side it is
    at least that of independent samples with smoothed rates (after Lang and Reiczigel, Preventive Veterinary
    Medicine 113, 2014). Refused when the sample does not show that the judge does better than chance.
    """
    sample = _sample(units)
    name = "rogan_gladen"
    if not sample.people:
        return _refused(sample, name, "no human labels")
    weights = [fsum(unit.weight for unit in sample.people if unit.human is truth) for truth in (True, False)]
    if not weights[0] or not weights[1]:
        only = "no unit that does not count" if weights[0] else "no unit that counts"
        return _refused(sample, name, f"the human sample has {only}, so one error rate is unknown")
    accepted = sum(unit.judged == 1 for unit in sample.every) / len(sample.every)
    recall, specificity = _rate(sample, True), _rate(sample, False)
    assert recall is not None and specificity is not None
    skill = recall + specificity - 1
    if skill <= _skill_margin(sample, recall, specificity, level):
        return _refused(sample, name, "the judge is not distinguishable from chance in the human sample")
    inside = (accepted + specificity - 1) / skill
    value = min(1.0, max(0.0, inside))
    influence = sample.spread(
        value, _gladen_influence(sample, weights, accepted, inside, recall, specificity)
    )
    truth = weights[0] / sample.weight
    human_part, _ = _influences(sample, truth, 0.0, 0.0)
    return Corrected(
        estimate=normal_estimate(
            sample.mixed(value),
            max(
                _between(influence, sample.clusters),
                sample.share**2 * _smoothed_variance(sample, accepted, value, recall, specificity),
            ),
            clusters=sample.clusters,
            level=level,
            method=name,
        ),
        raw=sample.mixed(fsum(unit.judged for unit in sample.every) / len(sample.every)),
        human=_human(sample, truth, human_part, level),
        units=len(units),
        labelled=len(sample.people),
        clusters=sample.clusters,
        method=name,
        sensitivity=recall,
        specificity=specificity,
        flags=_flags(sample) + (() if 0 <= inside <= 1 else ("outside_0_1",)),
        influence=influence,
    )


def _gladen_influence(
    sample: _Sample,
    weights: Sequence[float],
    accepted: float,
    inside: float,
    recall: float,
    specificity: float,
) -> dict[str, float]:
    """The delta method: the errors of the three rates times the derivatives of the formula, by cluster."""
    skill = recall + specificity - 1
    parts: dict[str, list[float]] = {}
    for unit in sample.every:
        parts.setdefault(unit.cluster, []).append(((unit.judged == 1) - accepted) / len(sample.every))
    for unit in sample.people:
        hit = float((unit.judged == 1) is unit.human)
        if unit.human:
            error = -inside * unit.weight / weights[0] * (hit - recall)
        else:
            error = (1 - inside) * unit.weight / weights[1] * (hit - specificity)
        parts.setdefault(unit.cluster, []).append(error)
    return {cluster: fsum(errors) / skill for cluster, errors in parts.items()}


def _rate(sample: _Sample, truth: bool) -> float | None:
    """The weighted share of units of this truth that the judge decided so: sensitivity, or specificity."""
    there = [unit for unit in sample.people if unit.human is truth]
    weight = fsum(unit.weight for unit in there)
    hits = fsum(unit.weight for unit in there if (unit.judged == 1) is truth)
    return hits / weight if weight else None


def _side(sample: _Sample, truth: bool) -> int:
    return len({unit.cluster for unit in sample.people if unit.human is truth})


def _smooth(rate: float, trials: int) -> float:
    return (rate * trials + 1) / (trials + 2)


def _skill_margin(sample: _Sample, recall: float, specificity: float, level: float) -> float:
    """Half the interval of sensitivity + specificity - 1, with smoothed rates."""
    clusters = max(sample.clusters, FEWEST_CLUSTERS)
    variance = 0.0
    for rate, trials in ((recall, _side(sample, True)), (specificity, _side(sample, False))):
        smooth = _smooth(rate, trials)
        variance += smooth * (1 - smooth) / trials
    return student_quantile(level, clusters - 1) * sqrt(variance)


def _smoothed_variance(
    sample: _Sample, accepted: float, value: float, recall: float, specificity: float
) -> float:
    """The variance of independent samples with smoothed rates, where no error was seen on a side; else 0."""
    if recall < 1 and specificity < 1:
        return 0.0
    hits, refusals = _side(sample, True), _side(sample, False)
    sensitivity, other = _smooth(recall, hits), _smooth(specificity, refusals)
    skill = sensitivity + other - 1
    if skill <= 0:
        return 0.0
    return (
        accepted * (1 - accepted) / len(sample.every)
        + value**2 * sensitivity * (1 - sensitivity) / hits
        + (1 - value) ** 2 * other * (1 - other) / refusals
    ) / skill**2


def _refused(sample: _Sample, method: str, reason: str) -> Corrected:
    n = len(sample.every) + len(sample.known)
    return Corrected(
        estimate=Estimate(),
        raw=fsum(unit.judged for unit in (*sample.every, *sample.known)) / n if n else None,
        human=Estimate(),
        units=n,
        labelled=len(sample.people),
        clusters=sample.clusters,
        method=method,
        reason=reason,
    )


def _flags(sample: _Sample) -> tuple[str, ...]:
    flags = []
    if sample.clusters < SMALL_SAMPLE:
        flags.append("small_sample")
    if all(unit.judged == float(bool(unit.human)) for unit in sample.people):
        flags.append("no_disagreement")
    if {unit.judged for unit in sample.every} - {unit.judged for unit in sample.people}:
        flags.append("verdict_without_labels")
    return tuple(flags)


def corrected_difference(first: Corrected, second: Corrected, *, level: float = LEVEL) -> Comparison:
    """The difference of two corrected rates whose clusters are shared (the same questions, two systems).

    Errors are subtracted cluster by cluster, so that what the systems share cancels out.
    """
    one, other = first.estimate.value, second.estimate.value
    if one is None or other is None:
        return Comparison(
            first=one, second=other, difference=Estimate(level=level), better="not distinguishable"
        )
    influence = {
        cluster: first.influence.get(cluster, 0.0) - second.influence.get(cluster, 0.0)
        for cluster in sorted(first.influence.keys() | second.influence.keys())
    }
    difference = normal_estimate(
        one - other,
        _between(influence, min(first.clusters, second.clusters)),
        clusters=min(first.clusters, second.clusters),
        level=level,
        method="linearised",
        ends=(-1.0, 1.0),
    )
    return Comparison(first=one, second=other, difference=difference, better=order_of(difference))
