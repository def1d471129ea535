"""What the numbers mean, in sentences: whoever reads only these is not misled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pincite.calibration.card import RunEvidence
from pincite.calibration.measures import Block, Measures, Versus
from pincite.calibration.threshold import Threshold
from pincite.judges.overlap import NAME as BASELINE
from pincite.stats.agreement import Agreement
from pincite.stats.estimate import Estimate


def sentences(
    judge: str,
    overall: Block,
    sets: Mapping[str, Block],
    threshold: Threshold,
    baseline_threshold: Threshold,
) -> Iterator[str]:
    """The verdict on a judge, the most important sentence first."""
    if not overall.judge.n:
        yield "no pair is left outside the development part: nothing was measured"
        return
    if overall.versus is not None:
        yield against(judge, overall.versus)
        if overall.threshold_versus is not None and threshold.value is not None:
            yield against(f"{judge} at its threshold", overall.threshold_versus)
        yield from _sets_lost(judge, sets)
    elif judge == BASELINE:
        yield "this is the word-overlap baseline itself, which other judges have to beat"
    else:
        yield "word overlap could not be measured beside it: the evidence texts are not at hand"
    yield from _about(overall.judge)
    yield from _people(overall, judge)
    if threshold.value is None and threshold.reason:
        yield f"no threshold was chosen: {threshold.reason}"
    if overall.baseline is not None and baseline_threshold.value is None:
        yield "word overlap was measured at its default threshold, since none could be chosen for it"


def against(judge: str, versus: Versus, rival: str = "word overlap") -> str:
    """`rules beats word overlap: +9.1 points of balanced accuracy (+7.0 to +11.2)`, or that it does not."""
    difference = versus.difference
    if difference.value is None:
        return f"{judge} cannot be compared with {rival}: one of the classes is missing"
    points = f"{100 * difference.value:+.1f} points of balanced accuracy"
    if difference.low is None or difference.high is None:
        return f"{judge} does not demonstrably beat {rival}: {points}, too few groups for an interval"
    points += f" ({100 * difference.low:+.1f} to {100 * difference.high:+.1f})"
    if versus.better == "first":
        return f"{judge} beats {rival}: {points}"
    if versus.better == "second":
        return f"{judge} is worse than {rival}: {points}"
    return f"{judge} does not beat {rival}: {points}, and the interval includes zero"


def _sets_lost(judge: str, sets: Mapping[str, Block]) -> Iterator[str]:
    """The sets on which the judge is no better, by name."""
    if len(sets) < 2:
        return
    # A set with one class only cannot be won or lost.
    told = {
        name: block.versus
        for name, block in sets.items()
        if block.versus is not None and block.versus.difference.value is not None
    }
    for wanted, words in (
        ("second", f"{judge} is worse than word overlap on"),
        ("not distinguishable", f"{judge} does not beat word overlap on"),
    ):
        names = [name for name, versus in told.items() if versus.better == wanted]
        if names:
            yield f"{words} {len(names)} of {len(told)} sets: {', '.join(names)}"


def of_run(run: RunEvidence) -> Iterator[str]:
    """What labels on a run say about its rates, and about its accepted severe claims."""
    for metric, rate in run.corrected.items():
        found = rate.prediction_powered
        name = metric.replace("_", " ")
        if found.estimate.value is None or found.raw is None:
            continue
        sample = f"{found.labelled} labels in {found.clusters} answers"
        sentence = (
            f"{name} is {_percent(found.estimate)} by prediction-powered inference from {sample};"
            f" the judge alone says {100 * found.raw:.1f} %"
        )
        if not found.estimate.has_interval:
            sentence += "; there is no interval, since too few answers are labelled"
        elif "small_sample" in found.flags:
            sentence += "; a small sample, so take the interval more seriously than the value"
        yield sentence
    severe = run.severe
    if severe is not None and severe.reviewed:
        yield (
            f"of {severe.reviewed} reviewed critical and high claims that the judge called full,"
            f" {severe.wrong} are not: a false-accept rate of {_percent(severe.rate)}"
        )


def _percent(estimate: Estimate) -> str:
    if estimate.value is None:
        return "not defined"
    if estimate.low is None or estimate.high is None:
        return f"{100 * estimate.value:.1f} %"
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def _about(measures: Measures) -> Iterator[str]:
    if measures.decided < measures.n:
        reasons = ", ".join(f"{count} {reason}" for reason, count in measures.open.items())
        share = f"{measures.n - measures.decided} of {measures.n} pairs were left open ({reasons})"
        low, high = measures.bounds.low, measures.bounds.high
        if low is not None and high is not None:
            ends = f"{100 * low:.1f} or {100 * high:.1f} %"
            share += f"; with all of them wrong or all right, balanced accuracy would be {ends}"
        yield share
    if "prevalent_class" in measures.flags:
        yield "more than 90 % of the pairs have one label, so kappa and alpha say little here"
    if "small_sample" in measures.flags:
        yield f"only {measures.n} pairs: take the intervals more seriously than the values"


def _people(overall: Block, judge: str) -> Iterator[str]:
    people = overall.people
    if people is None or not people.units:
        return
    yield f"{people.raters} people agree with alpha {shown(people.alpha)} on {people.units} units"
    if overall.people_balanced_accuracy is not None and overall.judge.balanced_accuracy.value is not None:
        yield (
            f"one person taken as the judge of another reaches {100 * overall.people_balanced_accuracy:.1f} %"
            f" balanced accuracy, {judge} {100 * overall.judge.balanced_accuracy.value:.1f} %"
        )
    yield from prevalence(people)


def prevalence(people: Agreement) -> Iterator[str]:
    if people.prevalent is not None:
        yield f"more than 90 % of the ratings are {people.prevalent!r}, so kappa and alpha say little here"


def shown(estimate: Estimate, *, digits: int = 2) -> str:
    """`0.61 (0.55 to 0.67)`; without an interval the value alone, and `not defined` without a value."""
    if estimate.value is None:
        return "not defined"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.{digits}f}"
    return f"{estimate.value:.{digits}f} ({estimate.low:.{digits}f} to {estimate.high:.{digits}f})"
