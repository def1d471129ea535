"""Differences of many metrics at once: mirrored, order-free, and rarely real by chance."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.stats import simultaneous
from pincite.stats.simultaneous import Difference, Measured, differences


def shares(base: list[int], head: list[int], size: int = 3) -> Measured:
    """So many of `size` units in each cluster."""
    below = [size] * len(base)
    moved = sum(abs(one - other) for one, other in zip(base, head, strict=True))
    return Measured((base, below), (head, below), moved)


def chance(random: Random, clusters: int, wavering: float) -> Measured:
    """Two noisy readings of one truth: neither is better."""
    truth = [[random.random() < 0.8 for _ in range(3)] for _ in range(clusters)]
    base, head = (
        [sum(unit != (random.random() < wavering) for unit in units) for units in truth] for _ in "ab"
    )
    return shares(base, head)


def test_the_same_columns_have_no_difference_whatever_the_seed() -> None:
    (told,) = differences([shares([1, 2, 3] * 10, [1, 2, 3] * 10)], seed=99)
    assert (told.value, told.same, told.real, told.low) == (0.0, True, False, None)


def test_a_clear_difference_is_real() -> None:
    (told,) = differences([shares([3] * 40, [3] * 20 + [2] * 20)])
    assert told.value == pytest.approx(-1 / 6)
    assert told.real and told.high is not None and told.high < 0
    assert (told.up, told.down, told.moved, told.clusters) == (0, 20, 20, 40)


@pytest.mark.parametrize(("moved", "real"), [(0, False), (6, False), (9, False), (12, True)])
def test_what_rests_on_a_handful_has_no_interval(moved: int, real: bool) -> None:
    head = [2] * moved + [3] * (60 - moved)
    (told,) = differences([shares([3] * 60, head)])
    assert told.real is real
    assert (told.low is None) is (moved < 10)


def test_with_fewer_than_ten_clusters_there_is_no_interval() -> None:
    (told,) = differences([shares([9] * 9, [0] * 9, size=9)])
    assert told.value == -1 and told.low is None and not told.real


def test_without_a_denominator_there_is_no_value() -> None:
    (told,) = differences([Measured(([0] * 12, [0] * 12), ([1] * 12, [1] * 12), 12)])
    assert (told.base, told.head, told.value, told.real) == (None, 1.0, None, False)


def test_a_count_is_a_difference_of_sums() -> None:
    (told,) = differences([Measured(([1] * 30, [4] * 30), ([2] * 30, [4] * 30), 30, ratio=False)])
    assert (told.base, told.head, told.value) == (30, 60, 30)


# Numerator and denominator of a cluster in base and in head; a side may have no units in it.
_SIDE = st.integers(0, 3).flatmap(lambda below: st.tuples(st.integers(0, below), st.just(below)))


@given(st.lists(st.tuples(_SIDE, _SIDE), min_size=10, max_size=30), st.integers(0, 5), st.booleans())
@settings(max_examples=60, deadline=None)
def test_swapping_mirrors(
    clusters: list[tuple[tuple[int, int], tuple[int, int]]], seed: int, ratio: bool
) -> None:
    base, head = (([side[at][0] for side in clusters], [side[at][1] for side in clusters]) for at in (0, 1))
    (there,) = differences([Measured(base, head, 20, ratio)], seed=seed, draws=200)
    (back,) = differences([Measured(head, base, 20, ratio)], seed=seed, draws=200)
    assert (there.base, there.head, there.clusters) == (back.head, back.base, back.clusters)
    assert (there.value is None) == (back.value is None)
    if there.value is not None and back.value is not None:
        assert there.value == -back.value
    assert (there.up, there.down) == (back.down, back.up)
    assert (there.low is None) == (back.high is None)
    if there.low is not None and there.high is not None and back.low is not None and back.high is not None:
        assert (there.low, there.high) == (-back.high, -back.low)


def test_chance_rarely_moves_any_of_many_metrics() -> None:
    """Twelve metrics of two noisy readings: at 95 % each, a third of such pairs would show a difference."""
    runs, wrong = 120, 0
    for seed in range(runs):
        random = Random(seed)
        told = differences([chance(random, 40, 0.15) for _ in range(12)], seed=seed, draws=300)
        wrong += any(one.real for one in told)
    assert wrong <= 0.08 * runs, wrong


def test_metrics_that_move_together_cost_no_more_than_one() -> None:
    one = shares([3] * 40, [3] * 28 + [2] * 12)
    ((alone,), many) = differences([one]), differences([one] * 10)
    assert [told.low for told in many] == [alone.low] * 10


def test_linearised_and_resampled_intervals_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(5)
    metric = chance(random, 600, 0.2)
    count = Measured(metric.base, metric.head, metric.moved, ratio=False)

    def width(told: Difference) -> float:
        assert told.low is not None and told.high is not None
        return told.high - told.low

    drawn = [width(told) for told in differences([metric, count])]
    monkeypatch.setattr(simultaneous, "MOST_CLUSTERS", 100)
    linear = differences([metric, count])
    assert {told.method for told in linear} == {"linearised_sidak"}
    assert [width(told) for told in linear] == pytest.approx(drawn, rel=0.2)
