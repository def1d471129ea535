"""What a judge decided about one labelled pair, and what it decides at another threshold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from msgspec import Struct, field, structs

from pincite.calibration.categories import categories
from pincite.calibration.pairs import GoldLabel, Pair, is_development
from pincite.judges.matrix import ask
from pincite.judges.overlap import NAME, OverlapJudge
from pincite.judges.protocol import Judge
from pincite.model.verdict import Label, Status, Verdict

BATCH = 256
"""Pairs that are judged at a time: enough for a judge that asks a server to keep its connections busy."""


class Decision(Struct, frozen=True):
    """A verdict without its words. `support` is the judge's score for "fully supported", None without one."""

    label: Label | None
    status: Status = "judged"
    reason: str | None = None
    support: float | None = None

    @property
    def full(self) -> bool | None:
        """The yes-or-no answer; None where the judge left it open."""
        return None if self.label is None else self.label == "full"


class Judged(Struct, frozen=True, kw_only=True):
    """One labelled pair with the decisions of the judge and of the token-overlap baseline.

    `baseline` is None where the evidence text is not at hand. `development` pairs may choose a threshold and
    are in no other number.
    """

    key: str
    dataset: str
    group: str
    gold: GoldLabel
    decision: Decision
    baseline: Decision | None = None
    categories: tuple[str, ...] = ()
    ratings: dict[str, str] = field(default_factory=dict)
    development: bool = False


def support(verdict: Verdict) -> float | None:
    """How far the judge holds the claim for fully supported, 0..1.

    Its own probability where it gives one; else its confidence in `full`, or one minus its confidence in
    another label. None where it decided nothing or gives no confidence.
    """
    if verdict.status != "judged" or verdict.label is None:
        return None
    if verdict.support is not None:
        return _within(verdict.support)
    if verdict.confidence is None:
        return None
    return _within(verdict.confidence if verdict.label == "full" else 1 - verdict.confidence)


def _within(score: float) -> float | None:
    return score if 0 <= score <= 1 else None


def decision(verdict: Verdict) -> Decision:
    return Decision(
        label=verdict.label if verdict.status == "judged" else None,
        status=verdict.status,
        reason=verdict.reason,
        support=support(verdict),
    )


def at_threshold(one: Decision, threshold: float) -> Decision:
    """The decision if `full` meant a support of at least the threshold.

    What was open stays open, what has no score stays as it is, and a contradiction never becomes full: a
    judge that saw a conflict was not merely short of certainty. A `full` below the threshold becomes `none`.
    """
    if one.label is None or one.support is None or one.label == "contradiction":
        return one
    if one.support >= threshold:
        return structs.replace(one, label="full")
    return structs.replace(one, label="none") if one.label == "full" else one


def judged(
    pairs: Iterable[Pair],
    judge: Judge,
    *,
    share: float,
    seed: int,
    tick: Callable[[int], None] = lambda done: None,
) -> Iterator[Judged]:
    """Every pair with what the judge and the baseline say about it, a batch at a time and in order.

    `tick` is told how many pairs a batch had.
    """
    waiting = iter(pairs)
    # The baseline beside itself would say nothing.
    baseline = None if judge.identity.name == NAME else OverlapJudge()
    while some := list(islice(waiting, BATCH)):
        questions = [pair.as_question() for pair in some]
        verdicts = ask(judge, questions)
        words = None if baseline is None else ask(baseline, questions)
        for pair, question in zip(some, questions, strict=True):
            yield Judged(
                key=question.question_id,
                dataset=pair.dataset,
                group=pair.group,
                gold=pair.label,
                decision=decision(verdicts[question.question_id]),
                baseline=None if words is None else decision(words[question.question_id]),
                categories=pair.categories or _derived(pair),
                ratings=pair.raters,
                development=is_development(pair.group, share, seed),
            )
        tick(len(some))


def _derived(pair: Pair) -> tuple[str, ...]:
    return categories(pair.claim, pair.evidence, gold=pair.label, ratings=list(pair.raters.values()))
