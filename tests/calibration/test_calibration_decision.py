"""Decisions: what a verdict says about full or not, and what another threshold makes of it."""

from __future__ import annotations

from typing import Any

import pytest
from calibration_samples import ScriptedJudge, said

from pincite.calibration.categories import categories
from pincite.calibration.decision import at_threshold, judged, support
from pincite.calibration.pairs import Pair
from pincite.judges.overlap import OverlapJudge
from pincite.model.verdict import Verdict


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        ({"label": "full", "confidence": 0.9}, 0.9),
        ({"label": "none", "confidence": 0.9}, 0.1),
        ({"label": "partial", "confidence": 0.6}, 0.4),
        ({"label": "contradiction", "confidence": 1.0}, 0.0),
        ({"label": "none", "confidence": 0.6, "support": 0.05}, 0.05),
        ({"label": "full"}, None),
        ({"label": "full", "confidence": 3.0}, None),
        ({"status": "undecided", "confidence": 0.5}, None),
        ({"status": "unjudged", "reason": "timeout"}, None),
    ],
)
def test_support(verdict: dict[str, Any], expected: float | None) -> None:
    found = support(Verdict(question_id="q", **verdict))
    assert found == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("full 0.9", "full"),
        ("full 0.6", "none"),
        ("none 0.7", "full"),
        ("partial 0.8", "full"),
        ("partial 0.4", "partial"),
        ("none 0.3", "none"),
        ("contradiction 0.9", "contradiction"),
        ("full", "full"),
        ("undecided", None),
        ("timeout", None),
    ],
)
def test_a_threshold_moves_what_has_a_score(before: str, after: str | None) -> None:
    assert at_threshold(said(before), 0.7).label == after


def pairs(*claims: str) -> list[Pair]:
    return [
        Pair(
            pair_id=str(n),
            dataset="set",
            group=f"g{n}",
            claim=claim,
            evidence=("The claim is about bats.",),
            label="none",
            raters={"anna": "none", "ben": "partial"},
        )
        for n, claim in enumerate(claims)
    ]


def test_every_pair_is_judged_by_both() -> None:
    ticks: list[int] = []
    found = list(
        judged(pairs("a: full 0.9", "b: undecided"), ScriptedJudge(), share=0.0, seed=7, tick=ticks.append)
    )
    assert [one.decision.label for one in found] == ["full", None]
    assert [one.decision.status for one in found] == ["judged", "undecided"]
    assert all(one.baseline is not None for one in found)
    assert found[1].categories == ("ambiguous",)
    assert ticks == [2]


def test_a_judge_that_fails_loses_no_pair() -> None:
    found = list(judged(pairs("a: full", "break: full"), ScriptedJudge(), share=0.0, seed=7))
    assert [(one.decision.status, one.decision.reason) for one in found] == [("unjudged", "error")] * 2


def test_the_baseline_is_not_set_beside_itself() -> None:
    (found,) = judged(pairs("bats"), OverlapJudge(), share=0.0, seed=7)
    assert found.baseline is None and found.decision.support == 1.0


@pytest.mark.parametrize(
    ("claim", "evidence", "more", "expected"),
    [
        ("Bats do not eat fruit.", ["Bats eat."], {}, ("negation",)),
        ("Bats weigh 20 grams.", ["x"], {}, ("quantity",)),
        ("The colony was found on 3 May 2021.", ["x"], {}, ("temporal",)),
        ("Bats may migrate.", ["x"], {}, ("modality",)),
        ("Bats migrate.", ["| bat | cave |", "y"], {}, ("table", "multi_source")),
        ("Bats migrate.", ["x" * 4000], {}, ("long_evidence",)),
        ("Bats migrate.", ["x"], {"ratings": ["full", "none"]}, ("ambiguous",)),
        ("Bats migrate.", ["x"], {"gold": "partial"}, ("partial",)),
        ("Bats migrate.", ["x"], {"ratings": ["full", "full"]}, ()),
    ],
)
def test_categories(claim: str, evidence: list[str], more: dict[str, Any], expected: tuple[str, ...]) -> None:
    assert categories(claim, evidence, **more) == expected
