"""An event loop beside the caller's thread, so that a synchronous call works inside a running loop as
well."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import weakref
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as NotYet
from typing import Any, Final, TypeVar

_T = TypeVar("_T")
_GLANCE: Final = 0.25
_GOODBYE: Final = 10.0


class Background:
    """A thread with an event loop, started now and ended by `close`, or when this object is let go.

    `at_end` runs in the loop before it ends.
    """

    def __init__(self, at_end: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._loop = asyncio.new_event_loop()
        thread = threading.Thread(target=self._loop.run_forever, name="pincite-judge", daemon=True)
        thread.start()
        self._close = weakref.finalize(self, _end, self._loop, thread, at_end)

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """The result of `work`. An interruption cancels it, waits until it is gone, and goes on up."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return _wait(future)
        except BaseException:
            if future.cancel() or not future.done():
                with contextlib.suppress(BaseException):
                    self._settled()
            raise

    def _settled(self) -> None:
        """Wait until what was cancelled has run its clean-up."""
        asyncio.run_coroutine_threadsafe(_others_done(), self._loop).result(_GOODBYE)

    def close(self) -> None:
        self._close()


def _wait(future: Future[_T]) -> _T:
    # Short waits: on some systems an interruption is not seen during a long one.
    while True:
        try:
            return future.result(_GLANCE)
        except NotYet:
            if future.done():
                raise
        except CancelledError:
            raise RuntimeError("the judge was closed while it was judging") from None


async def _others_done() -> None:
    tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task() and task.cancelling()]
    if tasks:
        await asyncio.wait(tasks, timeout=_GOODBYE)


def _end(
    loop: asyncio.AbstractEventLoop, thread: threading.Thread, at_end: Callable[[], Coroutine[Any, Any, None]]
) -> None:
    async def goodbye() -> None:
        with contextlib.suppress(Exception):
            await at_end()
        await loop.shutdown_asyncgens()

    if thread is threading.current_thread():
        # Let go from within the loop: nobody is left to wait for the end.
        loop.stop()
        return
    if thread.is_alive():
        with contextlib.suppress(Exception):
            asyncio.run_coroutine_threadsafe(goodbye(), loop).result(_GOODBYE)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(_GOODBYE)
    if not thread.is_alive():
        loop.close()
