"""The threshold: chosen on the development part, applied as a judge of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from pincite.calibration.decision import Decision, at_threshold, decision
from pincite.calibration.pairs import GoldLabel
from pincite.judges.protocol import Judge
from pincite.model.verdict import JudgeIdentity, Question, Verdict

FEWEST = 10
"""So many full and so many other development pairs are needed before a threshold is chosen."""


class Threshold(Struct, frozen=True, kw_only=True):
    """The chosen threshold, or None and why there is none.

    `pairs` and `groups` are the development pairs that were decided, `balanced_accuracy` what the threshold
    reaches on them; it is optimistic, since the threshold was chosen there.
    """

    value: float | None = None
    reason: str | None = None
    pairs: int = 0
    groups: int = 0
    balanced_accuracy: float | None = None


def choose_threshold(development: Iterable[tuple[str, GoldLabel, Decision]]) -> Threshold:
    """The threshold with the best balanced accuracy on (group, gold label, decision) of development pairs.

    It lies halfway between two neighbouring scores. Of equally good ones the highest is taken: it accepts
    least. Decisions without a score, and contradictions, keep their label at every threshold.
    """
    decided = [one for one in development if one[2].label is not None]
    groups = len({group for group, _, _ in decided})
    positives = sum(gold == "full" for _, gold, _ in decided)
    negatives = len(decided) - positives
    if min(positives, negatives) < FEWEST:
        return Threshold(
            reason=f"the development part has {positives} full and {negatives} other decided pairs,"
            f" and {FEWEST} of each are needed",
            pairs=len(decided),
            groups=groups,
        )
    # Accepted whatever the threshold; and by score, what a threshold at or below it lets in.
    accepted = [0, 0]
    steps: dict[float, list[int]] = {}
    for _, gold, one in decided:
        side = int(gold != "full")
        if one.support is None:
            accepted[side] += one.label == "full"
        elif one.label != "contradiction":
            steps.setdefault(one.support, [0, 0])[side] += 1
    scores = sorted(steps, reverse=True)
    if len(scores) < 2:
        return Threshold(
            reason="the judge gives no scores to choose between", pairs=len(decided), groups=groups
        )
    best, value = -1, scores[0]
    for place, score in enumerate(scores):
        accepted[0] += steps[score][0]
        accepted[1] += steps[score][1]
        # Recall plus specificity times both sizes: whole numbers, in which equal is equal.
        reached = accepted[0] * negatives + (negatives - accepted[1]) * positives
        if reached > best:
            below = scores[place + 1] if place + 1 < len(scores) else score
            best, value = reached, (score + below) / 2
    accuracy = best / (2 * positives * negatives)
    return Threshold(value=value, pairs=len(decided), groups=groups, balanced_accuracy=accuracy)


def threshold_digest(judge: JudgeIdentity, threshold: float) -> str:
    """The digest of a judge that decides at another threshold than its own."""
    return hashlib.sha256(f"{judge.digest} threshold={threshold!r}".encode()).hexdigest()


class Thresholded:
    """A judge whose `full` means a support of at least a threshold; its identity says so.

    A verdict that changes keeps its evidence and loses its confidence, which was about the other label.
    """

    def __init__(self, judge: Judge, threshold: float) -> None:
        if not 0 <= threshold <= 1:
            raise ValueError(f"a threshold lies between 0 and 1, got {threshold!r}")
        self._judge = judge
        self._threshold = threshold

    @property
    def identity(self) -> JudgeIdentity:
        inner = self._judge.identity
        return structs.replace(
            inner,
            digest=threshold_digest(inner, self._threshold),
            parts={**inner.parts, "threshold": repr(self._threshold)},
        )

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        return [self._moved(verdict) for verdict in self._judge.judge_batch(questions)]

    def _moved(self, verdict: Verdict) -> Verdict:
        before = decision(verdict)
        after = at_threshold(before, self._threshold)
        if after.label == before.label:
            return verdict
        side = "at least" if after.label == "full" else "below"
        return structs.replace(
            verdict,
            label=after.label,
            confidence=None,
            support=before.support,
            rationale=f"support {before.support:.2f} is {side} the threshold {self._threshold:.2f}",
        )
