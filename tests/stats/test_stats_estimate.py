"""Estimates: the quantile of Student's t, and when there is no interval."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import pytest

from pincite.stats.bootstrap import ratio_intervals
from pincite.stats.estimate import estimates, normal_estimate, student_quantile

scipy_stats = import_module("scipy.stats")


@pytest.mark.parametrize("freedom", [5, 9, 20, 49, 1000])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_student_quantile(freedom: int, level: float) -> None:
    assert student_quantile(level, freedom) == pytest.approx(
        scipy_stats.t.ppf((1 + level) / 2, freedom), abs=0.02 if freedom == 5 else 0.002
    )


def test_student_quantile_of_very_few() -> None:
    with pytest.raises(ValueError):
        student_quantile(0.95, 4)


def ratio(sums: Sequence[int]) -> float | None:
    return sums[0] / sums[1] if sums[1] else None


def test_a_ratio_has_the_interval_of_the_ratio_bootstrap() -> None:
    above, below = [1, 0, 2, 3, 1, 1, 0, 2, 3, 1, 0, 2], [3, 1, 2, 3, 2, 1, 2, 2, 3, 3, 1, 2]
    (found,) = estimates([above, below], [ratio])
    assert (found.low, found.high) == ratio_intervals([(above, below)])[0]


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ([1] * 9, [2] * 9),
        ([1] * 20, [2] * 20),
        ([0] * 20, [0] * 20),
        ([0] * 19 + [1], [0] * 19 + [2]),
    ],
    ids=["few clusters", "all alike", "undefined", "undefined in most draws"],
)
def test_no_interval(above: list[int], below: list[int]) -> None:
    (found,) = estimates([above, below], [ratio])
    assert not found.has_interval
    assert found.value == (sum(above) / sum(below) if sum(below) else None)


def test_normal_estimate_is_cut_at_the_ends() -> None:
    found = normal_estimate(0.98, 0.01, clusters=50)
    assert found.high == 1.0 and found.low == pytest.approx(
        0.98 - 0.1 * scipy_stats.t.ppf(0.975, 49), abs=1e-3
    )
    assert not normal_estimate(0.5, 0.01, clusters=9).has_interval
    assert not normal_estimate(0.5, 0.0, clusters=50).has_interval
