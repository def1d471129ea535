"""The threshold: the best cut of the development part, and a judge that uses it."""

from __future__ import annotations

from typing import Literal

import pytest
from calibration_samples import IDENTITY, ScriptedJudge, said
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.calibration.decision import Decision, at_threshold
from pincite.calibration.pairs import GoldLabel
from pincite.calibration.threshold import Thresholded, choose_threshold, threshold_digest
from pincite.model.verdict import Question
from pincite.stats.classification import Binary

_Case = tuple[str, GoldLabel, Decision]


def cases(*rows: tuple[GoldLabel, str, int]) -> list[_Case]:
    """(gold label, decision, how often), each in a group of its own."""
    return [
        (f"{number}-{copy}", gold, said(word))
        for number, (gold, word, count) in enumerate(rows)
        for copy in range(count)
    ]


def reached(some: list[_Case], threshold: float) -> float:
    """Balanced accuracy at a threshold, by applying it to every case."""
    table = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for _, gold, one in some:
        if one.label is not None:
            table[gold == "full", at_threshold(one, threshold).label == "full"] += 1
    value = Binary(
        table[True, True], table[True, False], table[False, True], table[False, False]
    ).balanced_accuracy
    assert value is not None
    return value


def test_a_clean_cut_lies_halfway() -> None:
    found = choose_threshold(cases(("full", "full 0.8", 12), ("none", "none 0.6", 12)))
    assert found.value == pytest.approx(0.7)
    assert found.balanced_accuracy == 1.0
    assert (found.pairs, found.groups) == (24, 24)


def test_of_equal_cuts_the_highest_is_taken() -> None:
    some = cases(
        ("full", "full 0.9", 10), ("none", "full 0.8", 5), ("full", "none 0.6", 5), ("none", "none 0.1", 10)
    )
    found = choose_threshold(some)
    assert found.value == pytest.approx(0.85)
    assert reached(some, 0.85) == pytest.approx(reached(some, 0.35))


def test_contradictions_are_never_accepted() -> None:
    found = choose_threshold(
        cases(("full", "full 0.6", 12), ("contradiction", "contradiction 0.9", 12), ("none", "none 0.2", 3))
    )
    assert found.value == pytest.approx(0.4) and found.balanced_accuracy == 1.0


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([("full", "full 0.8", 30), ("none", "none 0.2", 9)], "30 full and 9 other decided pairs"),
        ([("full", "full 0.8", 30), ("none", "timeout", 30)], "30 full and 0 other decided pairs"),
        ([("full", "full", 30), ("none", "none", 30)], "no scores"),
        ([("full", "full 0.5", 30), ("none", "none 0.5", 30)], "no scores"),
    ],
)
def test_where_none_can_be_chosen_it_says_why(rows: list[tuple[GoldLabel, str, int]], reason: str) -> None:
    found = choose_threshold(cases(*rows))
    assert found.value is None and found.reason is not None and reason in found.reason


_GOLD: tuple[Literal["full", "none"], ...] = ("full", "none")


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(_GOLD),
            st.sampled_from(("full", "partial", "none", "contradiction")),
            st.sampled_from(("", " 0.1", " 0.3", " 0.5", " 0.7", " 0.9")),
        ),
        max_size=30,
    )
)
def test_no_other_threshold_is_better(rows: list[tuple[GoldLabel, str, str]]) -> None:
    base: list[tuple[GoldLabel, str, int]] = [("full", "full 0.6", 10), ("none", "none 0.4", 10)]
    some = cases(*base, *((gold, label + score, 1) for gold, label, score in rows))
    found = choose_threshold(some)
    assert found.value is not None
    best = max(reached(some, cut) for cut in (0.05, 0.2, 0.35, 0.45, 0.55, 0.65, 0.8))
    assert reached(some, found.value) == pytest.approx(best)
    assert found.balanced_accuracy == pytest.approx(best)


def test_the_judge_at_a_threshold_decides_as_was_measured() -> None:
    words = ("full 0.9", "full 0.3", "none 0.8", "contradiction 0.9", "partial 0.2", "undecided")
    questions = [
        Question(question_id=str(n), claim=f"claim: {word}", passages=()) for n, word in enumerate(words)
    ]
    found = Thresholded(ScriptedJudge(), 0.5).judge_batch(questions)
    assert [verdict.label for verdict in found] == [at_threshold(said(word), 0.5).label for word in words]
    assert found[1].confidence is None and "below the threshold" in found[1].rationale
    assert found[0] == ScriptedJudge().judge_batch(questions)[0]


def test_the_threshold_is_part_of_the_identity() -> None:
    identity = Thresholded(ScriptedJudge(), 0.5).identity
    assert identity.name == IDENTITY.name
    assert identity.digest == threshold_digest(IDENTITY, 0.5) != IDENTITY.digest
    assert identity.parts == {"threshold": "0.5"}
    with pytest.raises(ValueError):
        Thresholded(ScriptedJudge(), -0.1)
