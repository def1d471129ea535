"""How many calls may be open at once, and when to stop asking.

Additive increase, multiplicative decrease: the limit starts at the most that is allowed, is halved when the
endpoint says that it is overloaded, and grows by one for as many good replies as it is high. A stated wait
(`Retry-After`) holds back every call, not only the one that was told.

Calls do not start all at once but one after another, as far apart as the thread needs time for one. Otherwise
those that come back together are handled together and go out together again, and the endpoint waits for us in
every round.
"""

from __future__ import annotations

import asyncio
import email.utils
import time
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

_COOL_DOWN: Final = 30.0
_IN_A_ROW: Final = 8
_GLANCE: Final = 0.02
_WIDEST: Final = 0.005
_FIRST: Final = 0.001


class Slot(Struct, frozen=True):
    """A call's turn; `since` is when it began."""

    since: float


class Pacer:
    """Turns for calls. All methods belong to one event loop."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.limit = float(most)
        self.in_flight = 0
        self.peak = 0
        self._waiting: list[asyncio.Future[None]] = []
        self._resume_at = 0.0
        self._halved_at = 0.0
        self._next_start = 0.0
        self._calls = 0
        self._busy_before = time.thread_time()

    async def acquire(self) -> Slot:
        """Wait for a turn."""
        while True:
            pause = self._resume_at - time.monotonic()
            if pause > 0:
                await asyncio.sleep(pause)
            elif self.in_flight < int(self.limit):
                self.in_flight += 1
                self.peak = max(self.peak, self.in_flight)
                await self._apart()
                return Slot(time.monotonic())
            else:
                await self.changed()

    async def _apart(self) -> None:
        """Wait until the call that started before has had the thread to itself."""
        if not self._calls:
            self._busy_before = time.thread_time()
        self._calls += 1
        busy = (time.thread_time() - self._busy_before) / self._calls
        now = time.monotonic()
        start = max(now, self._next_start)
        self._next_start = start + (min(_WIDEST, busy) if self._calls > self._most else _FIRST)
        if start > now:
            try:
                await asyncio.sleep(start - now)
            except asyncio.CancelledError:
                self.release()
                raise

    async def changed(self) -> None:
        """Wait until a call ends; at once if none is open."""
        if self.in_flight:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            await turn
        else:
            await asyncio.sleep(_GLANCE)

    def release(self) -> None:
        self.in_flight -= 1
        # Everybody looks again, in the order in which they came: some wait for a turn, some for the budget.
        waiting, self._waiting = self._waiting, []
        for turn in waiting:
            if not turn.done():
                turn.set_result(None)

    def succeeded(self) -> None:
        self.limit = min(float(self._most), self.limit + 1 / self.limit)

    def overloaded(self, slot: Slot, wait: float | None) -> None:
        """Halve the limit, once for all calls that were open together, and hold everything for `wait`
        seconds."""
        if wait is not None:
            self._resume_at = max(self._resume_at, time.monotonic() + wait)
        if slot.since >= self._halved_at:
            self.limit = max(1.0, self.limit / 2)
            self._halved_at = time.monotonic()


class Breaker:
    """Stops asking an endpoint that answers nothing.

    After several questions in a row that failed for good, calls are refused for a while; then the next ones
    try again. A fatal error (a wrong key) refuses all of them.
    """

    def __init__(self, *, in_a_row: int = _IN_A_ROW, cool_down: float = _COOL_DOWN) -> None:
        self._in_a_row = in_a_row
        self._cool_down = cool_down
        self._failures = 0
        self._until = 0.0
        self._fatal: str | None = None

    def refusal(self) -> str | None:
        """Why no call may be made now, or None."""
        if self._fatal is not None:
            return self._fatal
        if time.monotonic() < self._until:
            return f"not asked: the endpoint failed {self._failures} times in a row"
        return None

    def succeeded(self) -> None:
        self._failures = 0
        self._until = 0.0

    def failed(self) -> None:
        self._failures += 1
        if self._failures >= self._in_a_row:
            self._until = time.monotonic() + self._cool_down

    def give_up(self, message: str) -> None:
        self._fatal = message


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The wait in seconds that a reply asks for (RFC 9110 10.2.3, and the millisecond form some servers
    use)."""
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        value = headers["retry-after"].strip()
    except (KeyError, ValueError):
        return None
    try:
        wait = float(value)
    except ValueError:
        try:
            wait = email.utils.parsedate_to_datetime(value).timestamp() - time.time()
        except ValueError:
            return None
    return max(0.0, wait) if wait == wait else None
