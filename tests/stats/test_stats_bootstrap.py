from __future__ import annotations

from importlib import import_module
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.stats.bootstrap import ratio_intervals, resampled_sums

scipy_stats = import_module("scipy.stats")
numpy = import_module("numpy")


def _plainly(columns: list[list[int]], draws: int, seed: int) -> list[list[int]]:
    """The same resampling, one column at a time."""
    size = len(columns[0])
    pick = Random(seed).random
    samples = [[int(pick() * size) for _ in range(size)] for _ in range(draws)]
    return [[sum(column[place] for place in sample) for sample in samples] for column in columns]


@given(
    st.integers(1, 12).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(-(10**9), 10**9), min_size=size, max_size=size), min_size=1, max_size=6
        )
    ),
    st.integers(0, 5),
)
def test_packed_sums_are_the_plain_sums(columns: list[list[int]], seed: int) -> None:
    assert resampled_sums(columns, draws=9, seed=seed) == _plainly(columns, 9, seed)


def test_no_clusters_sum_to_nothing() -> None:
    assert resampled_sums([[], []], draws=3) == [[0, 0, 0], [0, 0, 0]]
    assert resampled_sums([], draws=3) == []


def test_columns_have_one_length() -> None:
    with pytest.raises(ValueError):
        resampled_sums([[1, 2], [1]])


def test_the_draws_never_change() -> None:
    """Written down once: the numbers of a run must come out again with any later version."""
    assert resampled_sums([[1, 10, 100, 1000]], draws=5, seed=7) == [[112, 211, 13, 1012, 1210]]


def test_all_columns_see_the_same_draws() -> None:
    column = [3, 1, 4, 1, 5, 9, 2, 6]
    alone = resampled_sums([column], draws=50)[0]
    among_others = resampled_sums([[1] * 8, column, [2 * value for value in column]], draws=50)
    assert among_others[1] == alone
    assert among_others[2] == [2 * value for value in alone]
    assert among_others[0] == [8] * 50


def _clusters(count: int) -> tuple[list[int], list[int]]:
    random = Random(3)
    below = [random.randint(1, 6) for _ in range(count)]
    above = [sum(random.random() < 0.7 for _ in range(size)) for size in below]
    return above, below


@pytest.mark.parametrize("count", [12, 60, 300])
def test_the_interval_is_near_that_of_scipy(count: int) -> None:
    above, below = _clusters(count)

    def ratio(y: object, x: object, axis: int) -> object:
        return numpy.sum(y, axis=axis) / numpy.sum(x, axis=axis)

    oracle = scipy_stats.bootstrap(
        (above, below), ratio, paired=True, vectorized=True, method="percentile", n_resamples=4000, rng=1
    ).confidence_interval
    found = ratio_intervals([(above, below)])[0]
    assert found is not None
    width = oracle.high - oracle.low
    assert found[0] == pytest.approx(oracle.low, abs=0.06 * width)
    assert found[1] == pytest.approx(oracle.high, abs=0.06 * width)


def test_draws_without_a_denominator_are_left_out() -> None:
    above, below = [1] + [0] * 9, [1] + [0] * 9
    assert ratio_intervals([(above, below), ([0] * 10, [0] * 10)], draws=200) == [(1.0, 1.0), None]


def test_fifty_columns_of_many_clusters_are_drawn_together() -> None:
    random = Random(5)
    columns = [[random.randint(0, 9) for _ in range(1000)] for _ in range(50)]
    together = resampled_sums(columns, draws=20)
    assert together[17] == resampled_sums([columns[17]], draws=20)[0]
