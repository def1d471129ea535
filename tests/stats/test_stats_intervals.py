from __future__ import annotations

from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.stats.intervals import normal_quantile, quantile, wilson

scipy_stats = import_module("scipy.stats")
numpy = import_module("numpy")


@given(st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_the_interval_that_scipy_gives(case: tuple[int, int]) -> None:
    successes, n = case
    oracle = scipy_stats.binomtest(successes, n).proportion_ci(confidence_level=0.95, method="wilson")
    assert wilson(successes, n) == pytest.approx((oracle.low, oracle.high), abs=1e-12)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),  # the usual textbook case
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_by_hand(successes: int, n: int, low: float, high: float) -> None:
    assert wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


def test_wilson_ends_exactly_at_the_ends() -> None:
    assert [wilson(0, n)[0] for n in range(1, 200)] == [0.0] * 199
    assert [wilson(n, n)[1] for n in range(1, 200)] == [1.0] * 199


@given(st.floats(0, 1), st.integers(1, 10_000), st.floats(0.5, 0.999))
def test_wilson_holds_the_share_and_stays_between_0_and_1(share: float, n: int, level: float) -> None:
    low, high = wilson(share * n, n, level=level)
    assert 0 <= low <= high <= 1
    assert low - 1e-12 <= share <= high + 1e-12


@pytest.mark.parametrize(("successes", "n", "level"), [(-1, 3, 0.95), (4, 3, 0.95), (1, 3, 0.0), (1, 3, 1.0)])
def test_wilson_refuses_what_is_no_proportion(successes: int, n: int, level: float) -> None:
    with pytest.raises(ValueError):
        wilson(successes, n, level=level)


def test_the_normal_quantile_of_95_percent() -> None:
    assert normal_quantile(0.95) == pytest.approx(1.959963984540054, abs=1e-12)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60), st.floats(0, 1))
def test_quantile_is_the_one_that_numpy_gives(values: list[float], at: float) -> None:
    assert quantile(sorted(values), at) == pytest.approx(float(numpy.quantile(values, at)), abs=1e-6)


def test_there_is_no_quantile_of_nothing() -> None:
    with pytest.raises(ValueError):
        quantile([], 0.5)
    with pytest.raises(ValueError):
        quantile([1.0], 1.5)
