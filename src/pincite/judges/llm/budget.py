"""A limit on what judging may cost, which no number of calls in flight can overrun."""

from __future__ import annotations

import threading
from typing import Final, Literal

from msgspec import Struct

from pincite.errors import ConfigError

Answer = Literal["granted", "wait", "spent"]

_BYTES_PER_TOKEN: Final = 2
"""Fewer than any common tokenizer needs on average, so that an estimate lies above the count."""


class Prices(Struct, frozen=True, kw_only=True):
    """Dollars per million tokens."""

    input: float
    output: float

    def of(self, input_tokens: int, output_tokens: int) -> float:
        return (input_tokens * self.input + output_tokens * self.output) / 1e6


class Cost(Struct, frozen=True, kw_only=True):
    calls: int = 0
    tokens: int = 0
    usd: float = 0.0


def estimate(sent: str, max_output_tokens: int, prices: Prices | None) -> Cost:
    """The most that one call should cost."""
    tokens = len(sent.encode("utf-8", "replace")) // _BYTES_PER_TOKEN + 1
    usd = prices.of(tokens, max_output_tokens) if prices is not None else 0.0
    return Cost(calls=1, tokens=tokens + max_output_tokens, usd=usd)


class Budget:
    """Limits in calls, tokens and dollars over the life of the judges that share it; None is no limit.

    A call is granted when it fits with everything that is in flight at its estimate. One that would fit if
    the others cost less waits for them.
    """

    def __init__(
        self, *, calls: int | None = None, tokens: int | None = None, usd: float | None = None
    ) -> None:
        for name, value in (("budget_calls", calls), ("budget_tokens", tokens), ("budget_usd", usd)):
            if value is not None and not value >= 0:
                raise ConfigError(f"a budget cannot be {value}", where=name, hint="give a number from 0 up")
        self.calls, self.tokens, self.usd = calls, tokens, usd
        self._spent = [0, 0, 0.0]
        self._reserved = [0, 0, 0.0]
        self._lock = threading.Lock()

    def __getstate__(self) -> dict[str, object]:
        # What is in flight belongs to this process.
        return {**self.__dict__, "_reserved": [0, 0, 0.0], "_lock": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state, _lock=threading.Lock())

    @property
    def spent(self) -> Cost:
        calls, tokens, usd = self._spent
        return Cost(calls=int(calls), tokens=int(tokens), usd=usd)

    def reserve(self, cost: Cost) -> Answer:
        """Set aside what a call may cost; "wait" and "spent" set nothing aside."""
        wanted = (cost.calls, cost.tokens, cost.usd)
        limits = (self.calls, self.tokens, self.usd)
        with self._lock:
            for limit, spent, more in zip(limits, self._spent, wanted, strict=True):
                if limit is not None and spent + more > limit:
                    return "spent"
            for limit, spent, taken, more in zip(limits, self._spent, self._reserved, wanted, strict=True):
                if limit is not None and spent + taken + more > limit:
                    return "wait"
            for place, more in enumerate(wanted):
                self._reserved[place] += more
            return "granted"

    def settle(self, cost: Cost, actual: Cost) -> None:
        """Replace an estimate that was granted by what the call did cost."""
        with self._lock:
            pairs = ((cost.calls, actual.calls), (cost.tokens, actual.tokens), (cost.usd, actual.usd))
            for place, (aside, paid) in enumerate(pairs):
                self._reserved[place] -= aside
                self._spent[place] += paid
