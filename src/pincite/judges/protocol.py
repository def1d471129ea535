"""What a judge is: anything that answers questions about evidence with verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from pincite.model.verdict import JudgeIdentity, Question, Verdict


@runtime_checkable
class Judge(Protocol):
    """Labels claims by the evidence cited for them.

    `judge_batch` returns one verdict a question, in the order of the questions and with their `question_id`s.
    A judge is a pure function of the question's content (claim, passages and, only where `context` is set,
    their stated context): the same question gets the same verdict in any batch. It is picklable, so that it
    can be sent to a worker. Trouble with one question is a verdict with status "unjudged", never an exception
    that loses the rest of the batch.
    """

    @property
    def identity(self) -> JudgeIdentity: ...

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]: ...
