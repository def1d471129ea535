"""Answers in, results out, a batch at a time, in order and in constant memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from pincite.engine.pipeline import check_batch
from pincite.engine.setting import Clock, Setting
from pincite.model import Answer
from pincite.model.result import AnswerResult

BATCH = 64


def check_answers(
    answers: Iterable[Answer], setting: Setting, *, clock: Clock | None = None, batch: int = BATCH
) -> Iterator[tuple[Answer, AnswerResult]]:
    """Each answer with its result, in the order of the input."""
    waiting = iter(answers)
    while some := list(islice(waiting, batch)):
        yield from zip(some, check_batch(some, setting, clock), strict=True)
