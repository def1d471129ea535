"""Classification: values that can be checked by hand, and scipy and direct formulas as oracles."""

from __future__ import annotations

from importlib import import_module
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.stats.classification import (
    Binary,
    area_under_risk_coverage,
    auroc,
    balanced_accuracy,
    class_recalls,
    expected_calibration_error,
    macro_f1,
    reliability,
    risk_coverage,
)

scipy_stats = import_module("scipy.stats")


def test_binary_by_hand() -> None:
    table = Binary(tp=40, fn=10, fp=15, tn=35)
    assert table.recall == 0.8
    assert table.specificity == 0.7
    assert table.balanced_accuracy == pytest.approx(0.75)
    assert table.precision == pytest.approx(40 / 55)
    assert table.accuracy == 0.75
    assert table.macro_f1 == pytest.approx((80 / 105 + 70 / 95) / 2)
    assert table.kappa == pytest.approx(0.5)


@pytest.mark.parametrize("table", [Binary(), Binary(tp=3, fn=2), Binary(fp=3, tn=2)])
def test_one_class_alone_has_no_balanced_accuracy(table: Binary) -> None:
    assert table.balanced_accuracy is None
    assert table.macro_f1 is None


def test_several_classes_by_hand() -> None:
    table = {
        ("full", "full"): 8,
        ("full", "none"): 2,
        ("none", "none"): 6,
        ("none", "full"): 3,
        ("none", "partial"): 1,
        ("contradiction", "none"): 5,
    }
    assert class_recalls(table) == {"contradiction": 0.0, "full": 0.8, "none": 0.6}
    assert balanced_accuracy(table) == pytest.approx(1.4 / 3)
    f1_full = 2 * 8 / (10 + 11)
    f1_none = 2 * 6 / (10 + 13)
    assert macro_f1(table) == pytest.approx((f1_full + f1_none + 0 + 0) / 4)
    assert balanced_accuracy({("full", "full"): 3}) is None
    assert macro_f1({("full", "full"): 3, ("full", "none"): 1}) is None


@settings(deadline=None)
@given(st.tuples(*[st.integers(0, 30)] * 4))
def test_binary_is_the_table_of_two(counts: tuple[int, int, int, int]) -> None:
    tp, fn, fp, tn = counts
    table = {("+", "+"): tp, ("+", "-"): fn, ("-", "+"): fp, ("-", "-"): tn}
    one = Binary(*counts)
    assert one.balanced_accuracy == (
        None if balanced_accuracy(table) is None else pytest.approx(balanced_accuracy(table))
    )
    if tp + fn and fp + tn:
        assert one.macro_f1 == pytest.approx(macro_f1(table))


scored = st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=2, max_size=30)


@settings(deadline=None)
@given(scored)
def test_auroc_is_the_mann_whitney_statistic(data: list[tuple[int, bool]]) -> None:
    scores, truth = [float(score) for score, _ in data], [positive for _, positive in data]
    found = auroc(scores, truth)
    above = [score for score, positive in zip(scores, truth, strict=True) if positive]
    below = [score for score, positive in zip(scores, truth, strict=True) if not positive]
    if not above or not below:
        assert found.value is None
        return
    u = scipy_stats.mannwhitneyu(above, below).statistic
    assert found.value == pytest.approx(u / (len(above) * len(below)))


def sample(seed: int, n: int, size: int = 1) -> tuple[list[float], list[bool], list[str]]:
    pick = Random(seed)
    scores, truth, clusters = [], [], []
    for cluster in range(n // size):
        shift = pick.gauss(0, 0.7) if size > 1 else 0.0
        for _ in range(size):
            positive = pick.random() < 0.4
            scores.append(pick.gauss(1.2 if positive else 0.0, 1) + shift)
            truth.append(positive)
            clusters.append(f"c{cluster}")
    return scores, truth, clusters


def test_variance_of_single_units_is_delongs() -> None:
    """DeLong, DeLong and Clarke-Pearson (1988): S10 / m + S01 / n from the placements, written out."""
    scores, truth, clusters = sample(5, 80)
    above = [score for score, positive in zip(scores, truth, strict=True) if positive]
    below = [score for score, positive in zip(scores, truth, strict=True) if not positive]
    v10 = [sum(x > y for y in below) / len(below) for x in above]
    v01 = [sum(x > y for x in above) / len(above) for y in below]
    theta = sum(v10) / len(v10)
    s10 = sum((v - theta) ** 2 for v in v10) / (len(v10) - 1)
    s01 = sum((v - theta) ** 2 for v in v01) / (len(v01) - 1)
    spread = sqrt(s10 / len(above) + s01 / len(below)) / (theta * (1 - theta))
    found = auroc(scores, truth, clusters=clusters)
    assert found.low is not None and found.high is not None and found.value == pytest.approx(theta)
    half = scipy_stats.norm.ppf(0.975) * spread
    assert found.high / (1 - found.high) == pytest.approx(theta / (1 - theta) * 2.718281828459045**half)
    assert found.low / (1 - found.low) == pytest.approx(theta / (1 - theta) * 2.718281828459045**-half)


def test_clusters_widen_the_interval_to_what_it_should_be() -> None:
    """Forty clusters of five with a shift of their own: the interval covers the long-run value."""
    scores, truth, _ = sample(99, 60_000, size=5)
    target = auroc(scores, truth).value
    assert target is not None
    inside = 0
    for seed in range(150):
        found = auroc(*sample(seed, 200, size=5)[:2], clusters=sample(seed, 200, size=5)[2])
        assert found.low is not None and found.high is not None
        inside += found.low <= target <= found.high
    assert inside >= 136


def test_auroc_has_no_interval_where_it_cannot_have_one() -> None:
    scores = [float(n) for n in range(20)]
    truth = [n >= 10 for n in range(20)]
    found = auroc(scores, truth, clusters=[f"c{n}" for n in range(20)])
    assert found.value == 1.0 and not found.has_interval
    few = auroc([1.0, 2.0, 3.0, 0.5], [True, False, True, False], clusters=list("abcd"))
    assert few.value == 0.75 and not few.has_interval


def test_calibration_error_by_hand() -> None:
    scores = [0.05, 0.05, 0.95, 0.95, 0.55, 1.0]
    truth = [False, True, True, True, False, True]
    bins = reliability(scores, truth)
    assert [(one.n, one.positive_share) for one in bins] == [(2, 0.5), (1, 0.0), (3, 1.0)]
    assert bins[2].mean_score == pytest.approx(2.9 / 3)
    error = (2 * abs(0.05 - 0.5) + 1 * abs(0.55 - 0) + 3 * abs(2.9 / 3 - 1)) / 6
    assert expected_calibration_error(bins) == pytest.approx(error)
    assert expected_calibration_error(()) is None
    with pytest.raises(ValueError):
        reliability([1.2], [True])


def test_risk_and_coverage_by_hand() -> None:
    """Five decisions of eight units; two are equally sure and enter together."""
    points = risk_coverage([0.9, 0.8, 0.8, 0.6, 0.5], [False, True, False, False, True], total=8)
    assert [(p.coverage, p.risk) for p in points] == [
        (1 / 8, 0.0),
        (3 / 8, 1 / 3),
        (4 / 8, 1 / 4),
        (5 / 8, 2 / 5),
    ]
    area = area_under_risk_coverage(points)
    assert area == pytest.approx((0 * 1 + 2 * 1 / 3 + 1 / 4 + 2 / 5) / 5)
    assert risk_coverage([], []) == ()
    assert area_under_risk_coverage(()) is None


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=20))
def test_the_curve_ends_with_all_decisions(data: list[tuple[int, bool]]) -> None:
    points = risk_coverage([sure / 4 for sure, _ in data], [wrong for _, wrong in data])
    assert points[-1].coverage == 1
    assert points[-1].risk == pytest.approx(sum(wrong for _, wrong in data) / len(data))
    assert [p.confidence for p in points] == sorted({sure / 4 for sure, _ in data}, reverse=True)
