"""Turns, waits and budgets, without a network."""

from __future__ import annotations

import asyncio
import email.utils
import pickle
import time
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judges_questions import patient

from pincite.errors import ConfigError
from pincite.judges.llm.background import Background
from pincite.judges.llm.budget import Budget, Cost, Prices, estimate
from pincite.judges.llm.pacing import Breaker, Pacer, Slot, retry_after


def run(work: Any) -> Any:
    return asyncio.run(work)


@pytest.mark.parametrize("most", [1, 3, 50])
def test_no_more_turns_than_allowed(most: int) -> None:
    async def work() -> int:
        pacer = Pacer(most)

        async def one() -> None:
            await pacer.acquire()
            await asyncio.sleep(0)
            pacer.release()

        await asyncio.gather(*(one() for _ in range(40)))
        assert pacer.in_flight == 0
        return pacer.peak

    assert run(work()) == min(most, 40)


def test_calls_that_were_open_together_halve_the_limit_once() -> None:
    async def work() -> None:
        pacer = Pacer(16)
        slots = [await pacer.acquire() for _ in range(16)]
        for slot in slots:
            pacer.overloaded(slot, None)
            pacer.release()
        assert pacer.limit == 8
        pacer.overloaded(await pacer.acquire(), None)
        assert pacer.limit == 4
        for _ in range(10):
            pacer.overloaded(Slot(time.monotonic()), None)
        assert pacer.limit == 1

    run(work())


def test_the_limit_grows_back_but_not_beyond_the_most() -> None:
    async def work() -> None:
        pacer = Pacer(8)
        pacer.overloaded(await pacer.acquire(), None)
        assert pacer.limit == 4
        for _ in range(5):
            pacer.succeeded()
        assert 4.9 < pacer.limit <= 5.25
        for _ in range(1000):
            pacer.succeeded()
        assert pacer.limit == 8

    run(work())


def test_a_smaller_limit_holds_for_those_who_wait_already() -> None:
    async def work() -> int:
        pacer = Pacer(4)
        open_: list[int] = []

        async def one(number: int) -> None:
            slot = await pacer.acquire()
            open_.append(pacer.in_flight)
            if number == 0:
                pacer.overloaded(slot, None)
            await asyncio.sleep(0.001)
            pacer.release()

        await asyncio.gather(*(one(number) for number in range(30)))
        return max(open_[8:])

    assert run(work()) <= 2


def test_calls_start_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that stands still, each call is told to wait longer than the one before."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async def work() -> None:
        pacer = Pacer(8)
        for _ in range(8):
            await pacer.acquire()

    monkeypatch.setattr("pincite.judges.llm.pacing.time.monotonic", lambda: 100.0)
    monkeypatch.setattr("pincite.judges.llm.pacing.asyncio.sleep", sleep)
    run(work())
    assert len(waits) == 7
    assert all(before < after for before, after in pairwise(waits))


def test_a_cancelled_start_frees_its_turn() -> None:
    async def work() -> None:
        pacer = Pacer(8)
        tasks = [asyncio.create_task(pacer.acquire()) for _ in range(8)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        started = sum(not task.cancelled() for task in tasks)
        assert pacer.in_flight == started < 8

    run(work())


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({}, None),
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": " 0.5 "}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
    ],
)
def test_a_stated_wait(headers: dict[str, str], wait: float | None) -> None:
    assert retry_after(headers) == wait


def test_a_stated_time() -> None:
    later = email.utils.formatdate(time.time() + 100, usegmt=True)
    wait = retry_after({"retry-after": later})
    assert wait is not None and 90 < wait <= 100


def test_the_breaker_opens_after_failures_in_a_row_and_closes_again() -> None:
    breaker = Breaker(in_a_row=3, cool_down=0.05)
    for _ in range(2):
        breaker.failed()
    breaker.succeeded()
    for _ in range(2):
        breaker.failed()
    assert breaker.refusal() is None
    breaker.failed()
    assert "3 times in a row" in str(breaker.refusal())
    time.sleep(0.06)
    assert breaker.refusal() is None
    breaker.failed()
    assert breaker.refusal() is not None
    breaker.give_up("wrong key")
    time.sleep(0.06)
    assert breaker.refusal() == "wrong key"


costs = st.builds(
    Cost, calls=st.integers(0, 3), tokens=st.integers(0, 500), usd=st.floats(0, 2, allow_nan=False)
)


@patient
@given(
    st.lists(st.tuples(costs, st.integers(0, 100), st.booleans())),
    st.none() | st.integers(0, 20),
    st.none() | st.integers(0, 3000),
    st.none() | st.floats(0, 10),
)
def test_a_budget_is_kept_whatever_is_in_flight(
    steps: list[tuple[Cost, int, bool]], calls: int | None, tokens: int | None, usd: float | None
) -> None:
    budget = Budget(calls=calls, tokens=tokens, usd=usd)
    flying: list[tuple[Cost, int]] = []
    for cost, share, ends in steps:
        if ends and flying:
            taken, part = flying.pop(0)
            actual = Cost(
                calls=taken.calls * part // 100, tokens=taken.tokens * part // 100, usd=taken.usd * part / 100
            )
            budget.settle(taken, actual)
        if budget.reserve(cost) == "granted":
            flying.append((cost, share))
    for taken, _ in flying:
        budget.settle(taken, taken)
    spent = budget.spent
    assert calls is None or spent.calls <= calls
    assert tokens is None or spent.tokens <= tokens
    assert usd is None or spent.usd <= usd + 1e-9


def test_a_call_waits_for_others_that_may_turn_out_cheaper() -> None:
    budget = Budget(tokens=100)
    call = Cost(calls=1, tokens=60)
    assert budget.reserve(call) == "granted"
    assert budget.reserve(call) == "wait"
    budget.settle(call, Cost(calls=1, tokens=30))
    assert budget.reserve(call) == "granted"
    budget.settle(call, Cost(calls=1, tokens=50))
    assert budget.reserve(call) == "spent"


def test_a_budget_of_nothing_grants_nothing() -> None:
    assert Budget(calls=0).reserve(Cost(calls=1)) == "spent"
    assert Budget().reserve(Cost(calls=10**9, tokens=10**12, usd=1e9)) == "granted"


@pytest.mark.parametrize("value", [-1, float("nan")])
def test_a_budget_below_nothing_is_refused(value: float) -> None:
    with pytest.raises(ConfigError, match="budget"):
        Budget(usd=value)


def test_a_copy_of_a_budget_knows_what_was_spent_but_not_what_is_in_flight() -> None:
    budget = Budget(calls=2)
    budget.reserve(Cost(calls=1))
    budget.settle(Cost(calls=1), Cost(calls=1))
    budget.reserve(Cost(calls=1))
    copy = pickle.loads(pickle.dumps(budget))
    assert copy.reserve(Cost(calls=1)) == "granted"
    assert copy.reserve(Cost(calls=1)) == "wait"


def test_an_estimate_lies_above_what_text_comes_to() -> None:
    cost = estimate("word " * 1000, 100, Prices(input=1.0, output=10.0))
    assert cost.tokens >= 1000 + 100
    assert cost.usd >= (1000 * 1.0 + 100 * 10.0) / 1e6


def test_background_work_gives_its_result_or_its_error() -> None:
    ended: list[bool] = []

    async def at_end() -> None:
        ended.append(True)

    async def fine() -> int:
        await asyncio.sleep(0)
        return 3

    async def late() -> int:
        raise TimeoutError("own")

    background = Background(at_end)
    assert background.run(fine()) == 3
    with pytest.raises(TimeoutError, match="own"):
        background.run(late())
    background.close()
    assert ended == [True]


def test_an_interruption_cancels_the_work_and_waits_until_it_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    cleaned: list[bool] = []

    async def at_end() -> None:
        pass

    async def long() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)
            cleaned.append(True)

    def interrupted(future: Any) -> None:
        time.sleep(0.05)
        raise KeyboardInterrupt

    background = Background(at_end)
    monkeypatch.setattr("pincite.judges.llm.background._wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        background.run(long())
    assert cleaned == [True]
    background.close()
