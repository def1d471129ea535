"""Paired comparisons: what two systems share cancels out, and no difference is named that is not there."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.stats.estimate import Estimate
from pincite.stats.paired import compare_ratios, exact_mcnemar, order_of

scipy_stats = import_module("scipy.stats")


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_the_sign_test(one: int, other: int) -> None:
    expected = scipy_stats.binomtest(one, one + other, 0.5).pvalue if one + other else 1.0
    assert exact_mcnemar(one, other) == pytest.approx(expected)


def test_mcnemar_of_many() -> None:
    assert exact_mcnemar(2600, 2400) == pytest.approx(scipy_stats.binomtest(2600, 5000, 0.5).pvalue)
    assert exact_mcnemar(5000, 0) < 1e-300
    with pytest.raises(ValueError):
        exact_mcnemar(-1, 2)


def systems(seed: int, n: int, gain: float) -> tuple[list[list[int]], list[list[int]]]:
    """Two systems on the same questions of very different difficulty; the first is better by `gain`."""
    pick = Random(seed)
    first, second, size = [], [], []
    for _ in range(n):
        ease = pick.random()
        size.append(5)
        first.append(sum(pick.random() < min(1, ease + gain) for _ in range(5)))
        second.append(sum(pick.random() < ease for _ in range(5)))
    return [first, size], [second, size]


def test_a_real_difference_is_found_though_the_systems_own_intervals_overlap() -> None:
    first, second = systems(3, 150, 0.1)
    found = compare_ratios((first[0], first[1]), (second[0], second[1]))
    assert found.better == "first"
    assert found.first is not None and found.second is not None
    assert found.difference.value == pytest.approx(found.first - found.second)
    # The same columns in another order are another pairing: what was shared no longer cancels out.
    shuffled = list(zip(*second, strict=True))
    Random(1).shuffle(shuffled)
    columns = [list(column) for column in zip(*shuffled, strict=True)]
    loose = compare_ratios((first[0], first[1]), (columns[0], columns[1])).difference
    tight = found.difference
    assert loose.low is not None and loose.high is not None
    assert tight.low is not None and tight.high is not None
    assert loose.high - loose.low > 1.3 * (tight.high - tight.low)


def test_no_difference_is_not_ranked() -> None:
    ranked = 0
    for seed in range(60):
        first, second = systems(seed, 60, 0.0)
        found = compare_ratios((first[0], first[1]), (second[0], second[1]), draws=300)
        ranked += found.better != "not distinguishable"
    assert ranked <= 8


def test_equal_systems_and_few_cases_are_not_distinguishable() -> None:
    same = compare_ratios(([1, 0] * 10, [1] * 20), ([1, 0] * 10, [1] * 20))
    assert same.better == "not distinguishable" and same.difference.value == 0
    few = compare_ratios(([5] * 9, [5] * 9), ([0] * 9, [5] * 9))
    assert few.difference.value == 1 and few.better == "not distinguishable"


@pytest.mark.parametrize(
    ("low", "high", "higher", "expected"),
    [
        (0.01, 0.2, True, "first"),
        (-0.2, -0.01, True, "second"),
        (0.01, 0.2, False, "second"),
        (-0.2, -0.01, False, "first"),
        (0.0, 0.2, True, "not distinguishable"),
        (-0.1, 0.2, True, "not distinguishable"),
        (None, None, True, "not distinguishable"),
    ],
)
def test_the_interval_decides(low: float | None, high: float | None, higher: bool, expected: str) -> None:
    assert order_of(Estimate(0.1, low, high), higher_is_better=higher) == expected
