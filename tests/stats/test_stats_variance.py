from __future__ import annotations

from itertools import permutations
from math import fsum, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.stats.bootstrap import ratio_intervals
from pincite.stats.variance import RatioMoments

_CLUSTERS = st.lists(st.tuples(st.integers(-20, 20), st.integers(0, 20)), max_size=30)


def _moments(clusters: list[tuple[int, int]]) -> RatioMoments:
    moments = RatioMoments()
    for y, x in clusters:
        moments.add(y, x)
    return moments


@given(_CLUSTERS)
def test_the_variance_is_the_direct_formula(clusters: list[tuple[int, int]]) -> None:
    with_part = [(y, x) for y, x in clusters if x]
    n = len(with_part)
    variance = _moments(clusters).variance()
    if n < 2:
        assert variance is None
        return
    x_sum = sum(x for _, x in with_part)
    ratio = sum(y for y, _ in with_part) / x_sum
    direct = n / (n - 1) * fsum((y - ratio * x) ** 2 for y, x in with_part) / x_sum**2
    assert variance == pytest.approx(direct, rel=1e-9, abs=1e-12)


@given(_CLUSTERS, st.integers(0, 30))
def test_merged_moments_are_those_of_the_whole(clusters: list[tuple[int, int]], cut: int) -> None:
    merged = _moments(clusters[cut:])
    merged.merge(_moments(clusters[:cut]))
    assert merged == _moments(clusters)


@given(_CLUSTERS)
def test_the_scatter_is_nothing_exactly_when_all_clusters_agree(clusters: list[tuple[int, int]]) -> None:
    shares = {y / x for y, x in clusters if x}
    assert (_moments(clusters).scatter() == 0) == (len(shares) <= 1)


def test_a_variance_by_hand() -> None:
    # Ratio 3/6; residuals 1 - 1, 2 - 1, 0 - 1; 3/2 * (0 + 1 + 1) / 36.
    for order in permutations([(1, 2), (2, 2), (0, 2)]):
        moments = _moments(list(order))
        assert moments.variance() == pytest.approx(1 / 12)
        half = 1.959963984540054 * sqrt(1 / 12)
        assert moments.interval() == pytest.approx((0.5 - half, 0.5 + half))


def test_one_cluster_has_no_interval() -> None:
    assert _moments([(1, 2)]).interval() is None
    assert RatioMoments().interval() is None


def test_it_agrees_with_the_bootstrap_where_both_may_be_used() -> None:
    above = [(7 * k) % 5 for k in range(2000)]
    below = [4 + k % 3 for k in range(2000)]
    drawn = ratio_intervals([(above, below)], draws=1000)[0]
    linearised = _moments(list(zip(above, below, strict=True))).interval()
    assert drawn is not None and linearised is not None
    width = linearised[1] - linearised[0]
    assert drawn == pytest.approx(linearised, abs=0.06 * width)
