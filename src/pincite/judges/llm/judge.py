"""The LLM judge: questions in, calls out, verdicts that stand on quoted evidence back."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct, structs

from pincite.errors import ConfigError
from pincite.evidence.packaging import PACKAGING_VERSION
from pincite.judges.llm.background import Background
from pincite.judges.llm.budget import Budget, Prices
from pincite.judges.llm.grounding import grounded
from pincite.judges.llm.parsing import ReplyError, parse_reply
from pincite.judges.llm.prompt import packaged_text, prompt, prompt_digest, rubric_digest, shown
from pincite.judges.llm.provider import CallError, Provider
from pincite.judges.llm.transport import Limits, Transport, UnjudgedError
from pincite.judges.usage import Usage
from pincite.model import JudgeIdentity, Question, Verdict

VERSION: Final = "1"
"""Revision of everything here that turns a reply into a verdict; part of the identity."""

Told = Callable[[int, Verdict], None]


class _Item(Struct, frozen=True):
    """One distinct question of a batch and the places where it stands in it."""

    question: Question
    places: tuple[int, ...]


class LLMJudge:
    """Asks a language model, by default one claim a call.

    The same question, asked twice in a batch, is one call. With `claims_per_call` over 1, claims that share
    their passages share a call; that is part of the identity, because a model may answer differently then.
    `budget` may be shared by several judges of one process; a pickled copy counts on its own.
    """

    network = True

    def __init__(
        self,
        provider: Provider,
        *,
        concurrency: int = 16,
        claims_per_call: int = 1,
        limits: Limits | None = None,
        budget: Budget | None = None,
        prices: Prices | None = None,
        rubric: str | None = None,
    ) -> None:
        for name, value in (("concurrency", concurrency), ("claims_per_call", claims_per_call)):
            if value < 1:
                raise ConfigError(f"{name} cannot be {value}", where=name, hint="give a number from 1 up")
        if budget is not None and budget.usd is not None and prices is None:
            raise ConfigError(
                "a budget in dollars needs prices",
                where="budget_usd",
                hint="give price_input and price_output, in dollars per million tokens",
            )
        self._provider = provider
        self._concurrency = concurrency
        self._claims_per_call = claims_per_call
        self._limits = limits or Limits()
        self._budget = budget or Budget()
        self._prices = prices
        self._rubric = rubric if rubric is not None else packaged_text("rubric.md")
        self._identity = self._identify()
        self._forget()

    def _forget(self) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._background: Background | None = None
        self._transport: Transport | None = None

    def __getstate__(self) -> dict[str, Any]:
        left = ("_process", "_lock", "_background", "_transport")
        return {name: value for name, value in self.__dict__.items() if name not in left}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget()

    @property
    def identity(self) -> JudgeIdentity:
        return self._identity

    def _identify(self) -> JudgeIdentity:
        parts = {
            **self._provider.parts,
            "prompt": prompt_digest(),
            "packaging": PACKAGING_VERSION,
            "claims_per_call": str(self._claims_per_call),
        }
        told = json.dumps([VERSION, parts], sort_keys=True)
        return JudgeIdentity(
            name=self._provider.name,
            version=VERSION,
            digest=hashlib.sha256(told.encode()).hexdigest(),
            rubric_digest=rubric_digest(self._rubric),
            parts=parts,
        )

    @property
    def usage(self) -> Usage:
        """What this judge has cost so far."""
        return self._transport.usage() if self._transport is not None else Usage()

    def check(self) -> None:
        """Raise DependencyError or ConfigError if this judge cannot work here; makes no call."""
        self._provider.check()

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        verdicts: dict[int, Verdict] = {}
        self.judge_each(questions, verdicts.__setitem__)
        return [verdicts[place] for place in range(len(questions))]

    def judge_each(self, questions: Sequence[Question], told: Told) -> None:
        """As `judge_batch`, but `told(place, verdict)` is called as soon as each verdict is known.

        It is called from another thread, one call at a time. What was told before an interruption stays told.
        """
        items = []
        for item in _distinct(questions):
            if any(passage.text.strip() for passage in item.question.passages):
                items.append(item)
            else:
                _tell(item, self._no_text(item.question), questions, told)
        if items:
            background, transport = self._started()
            calls = list(_calls(items, self._claims_per_call))
            background.run(self._work(calls, transport, questions, told))

    def _no_text(self, question: Question) -> Verdict:
        return Verdict(
            question_id=question.question_id,
            label="none",
            rationale="no text is cited",
            judge=self.identity.name,
        )

    def _started(self) -> tuple[Background, Transport]:
        if self._process != os.getpid():
            # A forked process has neither the thread nor the connections.
            self._forget()
        with self._lock:
            if self._transport is None:
                self._transport = Transport(
                    self._provider,
                    concurrency=self._concurrency,
                    limits=self._limits,
                    budget=self._budget,
                    prices=self._prices,
                )
            if self._background is None:
                self._provider.check()
                self._background = Background(self._provider.close)
                self._background.run(self._provider.start())
            return self._background, self._transport

    def close(self) -> None:
        """Close connections and end the thread behind them; a later question starts them again."""
        with self._lock:
            background, self._background = self._background, None
        if background is not None:
            background.close()

    async def _work(
        self,
        calls: Sequence[tuple[_Item, ...]],
        transport: Transport,
        questions: Sequence[Question],
        told: Told,
    ) -> None:
        queue = iter(calls)

        async def worker() -> None:
            for call in queue:
                for item, verdict in await self._settle(call, transport):
                    _tell(item, verdict, questions, told)

        async with asyncio.TaskGroup() as workers:
            for _ in range(min(self._concurrency, len(calls))):
                workers.create_task(worker())

    async def _settle(self, call: tuple[_Item, ...], transport: Transport) -> list[tuple[_Item, Verdict]]:
        """The verdicts of one call. Whatever goes wrong in it stays in it."""
        waiting = {f"c{number}": item for number, item in enumerate(call, 1)}
        settled: list[tuple[_Item, Verdict]] = []
        try:
            complaint: str | None = None
            for _ in range(2):
                complaint = await self._ask(waiting, settled, transport, complaint)
                if not waiting:
                    return settled
            reason, rationale = "parse_error", f"the reply was not accepted: {complaint}"
        except UnjudgedError as end:
            reason, rationale = end.reason, end.rationale
        except Exception as error:
            reason, rationale = "error", f"{type(error).__name__}: {error}"
        for item in waiting.values():
            verdict = Verdict(
                question_id=item.question.question_id,
                status="unjudged",
                reason=reason,
                rationale=rationale,
                judge=self.identity.name,
            )
            settled.append((item, verdict))
        return settled

    async def _ask(
        self,
        waiting: dict[str, _Item],
        settled: list[tuple[_Item, Verdict]],
        transport: Transport,
        complaint: str | None,
    ) -> str | None:
        """Ask once about what is waiting, and move what is answered to `settled`; what was wrong
        otherwise."""
        claims = {key: item.question.claim for key, item in waiting.items()}
        first = next(iter(waiting.values())).question
        try:
            reply = await transport.send(prompt(first, claims, rubric=self._rubric, complaint=complaint))
            if reply.finish == "refusal":
                raise UnjudgedError("refusal", "the model refused to answer")
            if reply.finish == "truncated":
                raise UnjudgedError("truncated", "the reply was cut off; raise max_output_tokens")
            readings = parse_reply(reply.text, tuple(claims))
        except ReplyError as error:
            return str(error)
        except CallError as error:
            return error.message
        complaint = None
        for key, reading in readings.items():
            try:
                verdict = grounded(reading, waiting[key].question, self.identity.name)
            except ReplyError as error:
                complaint = str(error)
                continue
            settled.append((waiting.pop(key), verdict))
        return complaint


def _content(question: Question) -> tuple[Any, ...]:
    """What a verdict depends on beside the claim."""
    return (question.question or "", question.context, shown(question))


def _distinct(questions: Sequence[Question]) -> list[_Item]:
    """Questions of equal content once, in the order of their first place."""
    places: dict[tuple[Any, ...], list[int]] = {}
    for place, question in enumerate(questions):
        places.setdefault((question.claim, _content(question)), []).append(place)
    return [_Item(questions[found[0]], tuple(found)) for found in places.values()]


def _calls(items: Sequence[_Item], most: int) -> Iterator[tuple[_Item, ...]]:
    """Items that share everything but the claim, `most` at a time."""
    if most == 1:
        yield from ((item,) for item in items)
        return
    shared: dict[tuple[Any, ...], list[_Item]] = {}
    for item in items:
        shared.setdefault(_content(item.question), []).append(item)
    for group in shared.values():
        for start in range(0, len(group), most):
            yield tuple(group[start : start + most])


def _tell(item: _Item, verdict: Verdict, questions: Sequence[Question], told: Told) -> None:
    """Pass a verdict on to every place of its question, each with its own ids."""
    for place in item.places:
        told(place, moved(verdict, item.question, questions[place]))


def moved(verdict: Verdict, asked: Question, question: Question) -> Verdict:
    """The verdict on `asked` as the verdict on a question of equal content about other chunks."""
    evidence = verdict.evidence
    if evidence is not None:
        for old, new in zip(asked.passages, question.passages, strict=True):
            shift = new.start - old.start
            start, end = evidence.start + shift, evidence.end + shift
            same = (old.chunk.document_id, old.chunk.document_revision, old.chunk.chunk_id) == (
                evidence.document_id,
                evidence.document_revision,
                evidence.chunk_id,
            )
            if same and new.chunk.text[start:end] == evidence.text:
                evidence = structs.replace(
                    evidence,
                    document_id=new.chunk.document_id,
                    document_revision=new.chunk.document_revision,
                    chunk_id=new.chunk.chunk_id,
                    start=start,
                    end=end,
                )
                break
        else:
            evidence = None
    return structs.replace(verdict, question_id=question.question_id, evidence=evidence)
