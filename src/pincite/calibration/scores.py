"""The curves of a judge: how its scores order the pairs, how far they can be read as probabilities."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.calibration.decision import Decision, Judged
from pincite.calibration.measures import Ends, Scores
from pincite.stats.classification import (
    RiskPoint,
    area_under_risk_coverage,
    auroc,
    expected_calibration_error,
    reliability,
    risk_coverage,
)

MOST_POINTS = 100
"""A curve is thinned to so many points: more cannot be seen."""


def scores(cases: Sequence[Judged], said: Sequence[Decision], level: float) -> Scores:
    """The curves of one decider."""
    scored = [
        (case, one, one.support) for case, one in zip(cases, said, strict=True) if one.support is not None
    ]
    values = [value for _, _, value in scored]
    truth = [case.gold == "full" for case, _, _ in scored]
    bins = reliability(values, truth)
    sure = [value if one.full else 1 - value for _, one, value in scored]
    wrong = [one.full is not true for (_, one, _), true in zip(scored, truth, strict=True)]
    curve = risk_coverage(sure, wrong, total=len(cases)) if scored else ()
    return Scores(
        scored=len(scored),
        auroc=auroc(values, truth, clusters=[case.group for case, _, _ in scored], level=level),
        auroc_bounds=_auroc_bounds(cases, said),
        calibration_error=expected_calibration_error(bins),
        bins=bins,
        curve=_thinned(curve),
        curve_area=area_under_risk_coverage(curve),
    )


def _auroc_bounds(cases: Sequence[Judged], said: Sequence[Decision]) -> Ends:
    truth = [case.gold == "full" for case in cases]
    ends = []
    for right in (False, True):
        # Beyond both ends of 0..1: an open pair is ordered below or above everything.
        at = [
            one.support if one.support is not None else 2.0 if true is right else -1.0
            for one, true in zip(said, truth, strict=True)
        ]
        ends.append(auroc(at, truth).value)
    return Ends(ends[0], ends[1])


def _thinned(curve: Sequence[RiskPoint]) -> tuple[RiskPoint, ...]:
    if len(curve) <= MOST_POINTS:
        return tuple(curve)
    step = (len(curve) - 1) / (MOST_POINTS - 1)
    return tuple(curve[round(place * step)] for place in range(MOST_POINTS))
