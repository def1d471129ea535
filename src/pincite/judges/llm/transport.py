"""One call that gets through or ends in a stated reason: retries, waits, budget."""

from __future__ import annotations

import asyncio
from typing import Final

from msgspec import Struct

from pincite.judges.llm.budget import Budget, Cost, Prices, estimate
from pincite.judges.llm.pacing import Breaker, Pacer, Slot
from pincite.judges.llm.prompt import Prompt
from pincite.judges.llm.provider import CallError, Provider, Reply
from pincite.judges.usage import Usage

_OVERLOADS: Final = 8
_ADAPTATIONS: Final = 8
_LONGEST_BACKOFF: Final = 20.0


class Limits(Struct, frozen=True, kw_only=True):
    """Seconds and counts for one call.

    `timeout` bounds one attempt, `retries` the attempts after a server error, `patience` the wait that an
    endpoint may ask for; `backoff` is the first wait after a server error and doubles each time.
    """

    timeout: float = 60.0
    retries: int = 4
    timeout_retries: int = 1
    patience: float = 120.0
    backoff: float = 0.5
    max_output_tokens: int = 1024


class UnjudgedError(Exception):
    """No verdict for these questions, and why."""

    def __init__(self, reason: str, rationale: str) -> None:
        super().__init__(rationale)
        self.reason = reason
        self.rationale = rationale


class _Tries:
    """What went wrong so far with one call."""

    def __init__(self) -> None:
        self.servers = self.timeouts = self.overloads = self.adaptations = 0


class Transport:
    """Sends prompts for one judge. Belongs to one event loop; the counts may be read from anywhere."""

    def __init__(
        self,
        provider: Provider,
        *,
        concurrency: int,
        limits: Limits,
        budget: Budget,
        prices: Prices | None,
        breaker: Breaker | None = None,
    ) -> None:
        self._provider = provider
        self._limits = limits
        self._budget = budget
        self._prices = prices
        self._pacer = Pacer(concurrency)
        self._breaker = breaker or Breaker()
        self._calls = self._failed = self._input = self._output = 0

    def usage(self) -> Usage:
        return Usage(
            calls=self._calls,
            failed_calls=self._failed,
            input_tokens=self._input,
            output_tokens=self._output,
            usd=round(self._prices.of(self._input, self._output), 6) if self._prices is not None else None,
            peak_in_flight=self._pacer.peak,
            left_out=self._provider.left_out,
        )

    async def send(self, prompt: Prompt) -> Reply:
        """The model's reply. Raises UnjudgedError when there is none, CallError "malformed" when it is no
        reply."""
        tries = _Tries()
        cost = estimate(prompt.system + prompt.user, self._limits.max_output_tokens, self._prices)
        while True:
            await self._admit(cost)
            slot = None
            actual = Cost()
            try:
                slot = await self._pacer.acquire()
                actual = Cost(calls=1)
                reply = await self._attempt(prompt)
                tokens = reply.input_tokens + reply.output_tokens
                usd = self._prices.of(reply.input_tokens, reply.output_tokens) if self._prices else 0.0
                actual = Cost(calls=1, tokens=tokens, usd=usd)
            except CallError as error:
                trouble = error
            else:
                self._note(reply)
                return reply
            finally:
                self._budget.settle(cost, actual)
                if slot is not None:
                    self._pacer.release()
            self._failed += 1
            await self._recover(trouble, tries, slot)

    async def _admit(self, cost: Cost) -> None:
        while True:
            refusal = self._breaker.refusal()
            if refusal is not None:
                raise UnjudgedError("error", refusal)
            answer = self._budget.reserve(cost)
            if answer == "granted":
                return
            if answer == "spent":
                raise UnjudgedError("budget", "the budget for judging is used up")
            await self._pacer.changed()

    async def _attempt(self, prompt: Prompt) -> Reply:
        self._calls += 1
        try:
            async with asyncio.timeout(self._limits.timeout):
                return await self._provider.send(prompt)
        except TimeoutError:
            raise CallError("timeout", f"no reply within {self._limits.timeout:g} s") from None

    def _note(self, reply: Reply) -> None:
        self._breaker.succeeded()
        self._pacer.succeeded()
        self._input += reply.input_tokens
        self._output += reply.output_tokens

    async def _recover(self, error: CallError, tries: _Tries, slot: Slot | None) -> None:
        """Wait before the next try; raises when there is to be none."""
        limits = self._limits
        match error.trouble:
            case "unsupported" if tries.adaptations < _ADAPTATIONS:
                tries.adaptations += 1
            case "overload" if tries.overloads < _OVERLOADS and (error.retry_after or 0) <= limits.patience:
                tries.overloads += 1
                wait = error.retry_after if error.retry_after is not None else self._backoff(tries.overloads)
                if slot is not None:
                    self._pacer.overloaded(slot, wait)
            case "server" if tries.servers < limits.retries and (error.retry_after or 0) <= limits.patience:
                tries.servers += 1
                await asyncio.sleep(max(error.retry_after or 0.0, self._backoff(tries.servers)))
            case "timeout" if tries.timeouts < limits.timeout_retries:
                tries.timeouts += 1
                if slot is not None:
                    self._pacer.overloaded(slot, None)
            case "malformed":
                raise error
            case "fatal":
                self._breaker.give_up(error.message)
                raise UnjudgedError("error", error.message)
            case "refusal" | "timeout":
                if error.trouble == "timeout":
                    self._breaker.failed()
                raise UnjudgedError(error.trouble, error.message)
            case "too_long":
                # Says something about this evidence, nothing about the endpoint.
                raise UnjudgedError("error", error.message)
            case _:
                self._breaker.failed()
                raise UnjudgedError("error", error.message)

    def _backoff(self, attempt: int) -> float:
        return min(_LONGEST_BACKOFF, self._limits.backoff * 2.0 ** (attempt - 1))
