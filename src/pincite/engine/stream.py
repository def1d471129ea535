"""Answers in, results out, a batch at a time, in order and in constant memory."""

from __future__ import annotations

import gc
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from pincite.engine.pipeline import check_batch
from pincite.engine.setting import Clock, Setting
from pincite.errors import ConfigError
from pincite.model import Answer
from pincite.model.result import AnswerResult

BATCH = 16
"""Answers that share the judge's rounds. It changes how often a judge is called, never what comes out; few
keep the analyses of their passages at hand."""

NETWORK_BATCH = 512
"""The same for a judge over a network, whose calls wait side by side."""

_WORKER_BATCH = 16
"""Answers handed to a worker process at once: few enough that no worker waits long for the last one."""

MOST_WORKERS = 60
"""All of them are started at once, and Windows waits for no more than this at a time."""

Checked = tuple[Answer, AnswerResult]


def check_answers(
    answers: Iterable[Answer],
    setting: Setting,
    *,
    clock: Clock | None = None,
    batch: int = BATCH,
    workers: int = 1,
) -> Iterator[Checked]:
    """Each answer with its result, in the order of the input.

    With several `workers` the answers are checked in that many processes; the results are the same. `clock`
    then counts the seconds of all processes together. Raises ConfigError when one of them was ended.
    """
    if workers > 1:
        yield from _in_processes(answers, setting, clock or Clock(), workers)
        return
    waiting = iter(answers)
    while some := list(islice(waiting, batch)):
        yield from zip(some, check_batch(some, setting, clock), strict=True)


def _in_processes(
    answers: Iterable[Answer], setting: Setting, clock: Clock, workers: int
) -> Iterator[Checked]:
    waiting = iter(answers)
    with ProcessPoolExecutor(workers, initializer=_start, initargs=(setting, gc.get_threshold())) as pool:
        running: deque[tuple[list[Answer], Future[tuple[list[AnswerResult], dict[str, float]]]]] = deque()
        try:
            while True:
                # Two batches a worker keep it busy while the parent writes; more would only hold memory.
                while len(running) < 2 * workers and (some := list(islice(waiting, _WORKER_BATCH))):
                    running.append((some, pool.submit(_check, some)))
                if not running:
                    return
                some, future = running.popleft()
                results, seconds = future.result()
                clock.add(seconds)
                yield from zip(some, results, strict=True)
        except BrokenProcessPool:
            raise ConfigError(
                "a process that checked answers was ended from outside, perhaps for want of memory",
                where="jobs",
                hint="check in fewer processes (-j)",
            ) from None
        finally:
            for _, future in running:
                future.cancel()


_setting: Setting | None = None


def _start(setting: Setting, collecting: tuple[int, int, int]) -> None:
    """Give a worker process its setting once, not with every batch, and collect garbage as the parent does.

    The parent alone answers an interrupt: it saves what it has and ends its workers.
    """
    global _setting
    gc.set_threshold(*collecting)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _setting = setting


def _check(answers: list[Answer]) -> tuple[list[AnswerResult], dict[str, float]]:
    assert _setting is not None
    clock = Clock()
    return check_batch(answers, _setting, clock), clock.seconds
