"""The token-overlap baseline: the share of the claim's content words that the evidence holds.

Not a judge to rely on: it accepts a negated, reversed or renumbered claim as gladly as the true one. It is
what every other judge has to beat, since on many data sets words alone go a long way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Final

from pincite.model.verdict import JudgeIdentity, Question, Verdict
from pincite.text.words import content_words

NAME: Final = "overlap"
VERSION: Final = "1"
THRESHOLD: Final = 0.6
"""Used where no threshold was fitted on labelled data."""


def overlap(claim: str, texts: Sequence[str]) -> float | None:
    """The share of the claim's content words that stand in any of the texts; None for a claim without any."""
    words = content_words(claim)
    if not words:
        return None
    held: set[str] = set()
    for text in texts:
        held |= words & content_words(text)
    return len(held) / len(words)


@cache
def _words() -> str:
    """Digest of what decides which words count and which are the same."""
    digest = hashlib.sha256()
    for name in ("stopwords.py", "words.py"):
        digest.update(resources.files("pincite.text").joinpath(name).read_bytes())
    return digest.hexdigest()


class OverlapJudge:
    """Says `full` from a threshold on, else `none`; `support` is the overlap itself."""

    def __init__(self, threshold: float = THRESHOLD) -> None:
        if not 0 <= threshold <= 1:
            raise ValueError(f"a threshold lies between 0 and 1, got {threshold!r}")
        self.threshold = threshold

    @property
    def identity(self) -> JudgeIdentity:
        digest = hashlib.sha256(f"{NAME}@{VERSION} threshold={self.threshold!r} words={_words()}".encode())
        return JudgeIdentity(
            name=NAME,
            version=VERSION,
            digest=digest.hexdigest(),
            rubric_digest=hashlib.sha256(b"share of content words").hexdigest(),
            labels=("full", "none"),
            parts={"threshold": repr(self.threshold)},
        )

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        return [self._verdict(question) for question in questions]

    def _verdict(self, question: Question) -> Verdict:
        share = overlap(question.claim, [passage.text for passage in question.passages])
        if share is None:
            return Verdict(
                question_id=question.question_id,
                status="undecided",
                reason="no_content_words",
                rationale="the claim has no content words",
                judge=NAME,
            )
        full = share >= self.threshold
        return Verdict(
            question_id=question.question_id,
            label="full" if full else "none",
            confidence=share if full else 1 - share,
            support=share,
            rationale=f"{100 * share:.0f} % of the claim's content words stand in the cited text",
            judge=NAME,
        )
