"""Agreement: worked examples of the literature, and the definitions written out the long way."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.stats.agreement import (
    RatedUnit,
    agreement,
    cohen_kappa,
    kappa,
    krippendorff_alpha,
    percent_agreement,
    prevalent,
)

# Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), example C: four observers, twelve units.
OBSERVERS = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)


def units(rows: tuple[str, ...]) -> list[list[str | None]]:
    columns = zip(*(row.split() for row in rows), strict=True)
    return [[None if cell == "." else cell for cell in column] for column in columns]


def table(rows: list[list[int]]) -> dict[tuple[str, str], int]:
    return {(str(i), str(j)): count for i, row in enumerate(rows) for j, count in enumerate(row)}


def test_kappa_of_cohens_three_categories() -> None:
    """200 cases, 140 agreed on, 82 by chance: (140 - 82) / (200 - 82)."""
    counts = table([[88, 10, 2], [14, 40, 6], [18, 10, 12]])
    assert percent_agreement(counts) == pytest.approx(0.7)
    assert cohen_kappa(counts) == pytest.approx((140 - 82) / (200 - 82))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([[20, 5], [10, 15]], 0.4),
        ([[45, 15], [25, 15]], 0.130434782),
        ([[5, 0], [0, 5]], 1.0),
        ([[0, 5], [5, 0]], -1.0),
        ([[9, 0], [0, 0]], None),
        ([[0, 0], [0, 0]], None),
    ],
)
def test_kappa_of_two_by_two(rows: list[list[int]], expected: float | None) -> None:
    found = cohen_kappa(table(rows))
    assert found == (None if expected is None else pytest.approx(expected))


def test_alpha_of_four_observers_with_gaps() -> None:
    assert krippendorff_alpha(units(OBSERVERS)) == pytest.approx(0.743, abs=0.0005)


def test_alpha_of_two_observers() -> None:
    """The same paper, example A: ten units, two values."""
    assert krippendorff_alpha(units(("0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0"))) == pytest.approx(
        0.095, abs=0.0005
    )


@pytest.mark.parametrize("data", [[], [["a"], [None, "b"]], [["a", "a"], ["a", "a", "a"]]])
def test_alpha_needs_two_labels_and_a_unit_with_two_ratings(data: list[list[str | None]]) -> None:
    assert krippendorff_alpha(data) is None


def by_definition(data: list[list[str]]) -> float | None:
    """1 - D_o / D_e, each the share of unequal ordered pairs: within units, and among all values."""
    several = [unit for unit in data if len(unit) > 1]
    values = [value for unit in several for value in unit]
    if len(set(values)) < 2:
        return None
    observed = sum(
        sum(one != other for one, other in permutations(unit, 2)) / (len(unit) - 1) for unit in several
    ) / len(values)
    pairs = list(permutations(values, 2))
    expected = sum(one != other for one, other in pairs) / len(pairs)
    return 1 - observed / expected


@settings(deadline=None)
@given(st.lists(st.lists(st.sampled_from("abc"), max_size=4), max_size=8))
def test_alpha_is_its_definition(data: list[list[str]]) -> None:
    expected = by_definition(data)
    assert krippendorff_alpha(data) == (None if expected is None else pytest.approx(expected))


def rated(seed: int, n: int, wrong: float, groups: int = 40) -> list[RatedUnit]:
    pick = Random(seed)
    found = []
    for place in range(n):
        truth = pick.choice(("full", "none"))
        other = "none" if truth == "full" else "full"
        second = other if pick.random() < wrong else truth
        found.append(RatedUnit(f"g{place % groups}", {"anna": truth, "ben": second}))
    return found


def test_agreement_counts_and_intervals() -> None:
    found = agreement([*rated(1, 200, 0.1), RatedUnit("g0", {"anna": "partial"})])
    assert (found.units, found.single, found.raters, found.ratings) == (200, 1, 2, 401)
    assert found.kappa is not None
    for estimate in (found.percent, found.kappa, found.alpha):
        assert estimate.value is not None and estimate.low is not None and estimate.high is not None
        assert estimate.low < estimate.value < estimate.high
    # Two raters over the same units: alpha is kappa but for a correction of small samples.
    assert found.alpha.value == pytest.approx(found.kappa.value, abs=0.01)
    assert found.percent.value == pytest.approx(0.9, abs=0.05)


def test_agreement_does_not_depend_on_the_order() -> None:
    some = rated(2, 120, 0.2)
    assert agreement(some) == agreement(list(reversed(some)))


def test_three_raters_have_no_kappa_and_few_groups_no_interval() -> None:
    found = agreement(
        [
            RatedUnit("a", {"anna": "full", "ben": "full", "cleo": "none"}),
            RatedUnit("b", {"anna": "none", "ben": "none"}),
        ]
    )
    assert found.kappa is None
    assert found.alpha.value == pytest.approx(
        krippendorff_alpha([["full", "full", "none"], ["none", "none"]])
    )
    assert not found.alpha.has_interval


def test_kappa_looks_only_at_units_that_both_rated() -> None:
    some = [*rated(3, 60, 0.1), RatedUnit("g0", {"anna": "full", "cleo": "none"})]
    assert kappa(some, ("anna", "ben")) == kappa(some[:-1], ("anna", "ben"))


@pytest.mark.parametrize(
    ("counts", "expected"), [({"a": 91, "b": 9}, "a"), ({"a": 90, "b": 10}, None), ({}, None)]
)
def test_prevalence_warns_from_nine_in_ten(counts: dict[str, int], expected: str | None) -> None:
    assert prevalent(counts) == expected


def test_the_interval_covers_the_truth() -> None:
    """Two raters who each flip one label in ten of a balanced population: kappa is (1 - 2 * 0.1)."""
    inside = 0
    for seed in range(60):
        found = agreement(rated(seed, 150, 0.1, groups=150), draws=400).kappa
        assert found is not None and found.low is not None and found.high is not None
        inside += found.low <= 0.8 <= found.high
    assert inside >= 52
