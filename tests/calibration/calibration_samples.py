"""Labelled pairs and judges for the tests of this room, small enough to count by hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from pincite.calibration.decision import Decision, Judged
from pincite.calibration.pairs import GoldLabel
from pincite.model.verdict import JudgeIdentity, Label, Question, Verdict


def said(word: str) -> Decision:
    """`full`, `none 0.2` (with its support), `undecided` or `timeout`."""
    name, _, number = word.partition(" ")
    support = float(number) if number else None
    if name == "undecided":
        return Decision(label=None, status="undecided", reason="two_readings")
    if name == "timeout":
        return Decision(label=None, status="unjudged", reason="timeout")
    labels: dict[str, Label] = {
        "full": "full",
        "partial": "partial",
        "none": "none",
        "contradiction": "contradiction",
    }
    return Decision(label=labels[name], support=support)


def case(
    gold: GoldLabel,
    decision: str,
    baseline: str | None = "none 0.5",
    *,
    key: str = "k",
    group: str | None = None,
    dataset: str = "set",
    categories: Sequence[str] = (),
    ratings: dict[str, str] | None = None,
    development: bool = False,
) -> Judged:
    return Judged(
        key=key,
        dataset=dataset,
        group=group or key,
        gold=gold,
        decision=said(decision),
        baseline=None if baseline is None else said(baseline),
        categories=tuple(categories),
        ratings=ratings or {},
        development=development,
    )


def crowd(
    seed: int,
    n: int,
    *,
    skill: float = 0.85,
    baseline_skill: float = 0.65,
    share: float = 0.3,
    dataset: str = "set",
) -> list[Judged]:
    """Pairs with a judge and a baseline of known skill, both with scores, in groups of two."""
    pick = Random(seed)

    def answer(truth: bool, right: float) -> str:
        full = truth if pick.random() < right else not truth
        return f"full {0.5 + pick.random() / 2:.3f}" if full else f"none {pick.random() / 2:.3f}"

    cases = []
    for place in range(n):
        truth = pick.random() < 0.5
        group = f"{dataset}-g{place // 2}"
        cases.append(
            case(
                "full" if truth else "none",
                answer(truth, skill),
                answer(truth, baseline_skill),
                key=f"{dataset}-{place}",
                group=group,
                dataset=dataset,
                development=Random(f"{seed}{group}").random() < share,
            )
        )
    return cases


IDENTITY = JudgeIdentity(name="tester", version="1", digest="ab" * 32, rubric_digest="cd" * 32)


class ScriptedJudge:
    """Says what the claim itself asks for: `claim: full 0.9`."""

    identity = IDENTITY

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        if any("break" in question.claim for question in questions):
            raise RuntimeError("no connection")
        verdicts = []
        for question in questions:
            one = said(question.claim.rpartition(": ")[2])
            verdicts.append(
                Verdict(
                    question_id=question.question_id,
                    label=one.label,
                    status=one.status,
                    reason=one.reason,
                    support=one.support,
                )
            )
        return verdicts
