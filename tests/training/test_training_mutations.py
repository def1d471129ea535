"""Pairs of our own making: changed in one respect, labelled by the change, the same for the same seed."""

from __future__ import annotations

import pytest
from training.mutations import HELD_OUT, Change, mutated
from training.sets import Example

FINE = [
    (
        "The levy rose by 12 percent in March 2019.",
        "In March 2019 the levy rose by 12 percent.",
    ),
    ("Some pumps may fail after 30 days.", "Some pumps may fail after 30 days of use, the maker says."),
    (
        "Anna Berg leads the Oslo office.",
        "Anna Berg leads the Oslo office; Paul Weiss the Bergen one.",
    ),
    ("The lift is not open on Sundays.", "The lift is not open on Sundays."),
    ("Members of the club pay nothing if they book by noon.", "Members pay nothing if they book by noon."),
    ("The gate is open before the show.", "The gate is open before the show."),
]
SUPPORTED = [Example("shop", f"g{n}", text, claim, "full") for n, (claim, text) in enumerate(FINE * 40)]


def test_the_same_seed_makes_the_same_pairs() -> None:
    assert mutated(SUPPORTED, seed=7, most=200) == mutated(SUPPORTED, seed=7, most=200)
    assert mutated(SUPPORTED, seed=7, most=200) != mutated(SUPPORTED, seed=8, most=200)


def test_every_pair_is_a_change_and_says_so() -> None:
    fine = {(claim, text) for claim, text in FINE}
    made = mutated(SUPPORTED, seed=7, most=600)
    assert len(made) > 200
    for _, one in made:
        assert one.dataset == "made:shop"
        assert (one.claim, one.evidence) not in fine
        assert one.label in ("full", "none", "contradiction", "unsupported")


def test_no_label_is_given_away_by_the_claim_alone() -> None:
    """A changed figure stands in claims of either label: beside the evidence as it was, and changed alike."""
    labels = {one.label for family, one in mutated(SUPPORTED, seed=7, most=600) if family == "figure"}
    assert labels == {"full", "contradiction"}


def test_families_that_are_held_out_are_made() -> None:
    families = {family for family, _ in mutated(SUPPORTED, seed=7, most=600)}
    assert families & HELD_OUT
    assert {"figure", "negation", "condition", "name"} <= families


@pytest.mark.parametrize(
    ("text", "changed"),
    [("12 cats", "13 cats"), ("112 cats", None), ("12, then 12", "13, then 13"), ("cats", None)],
)
def test_a_change_is_of_whole_words(text: str, changed: str | None) -> None:
    assert Change("figure", "12", "13", "contradiction")(text) == changed
