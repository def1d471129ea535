"""Questions and judges for the tests of this room."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings

from pincite.judges.llm.anthropic import AnthropicProvider
from pincite.judges.llm.judge import LLMJudge
from pincite.judges.llm.openai import OpenAIProvider
from pincite.judges.llm.transport import Limits
from pincite.model import Chunk, Passage, Question

QUICK = Limits(timeout=20.0, backoff=0.01)

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For properties on a machine that is busy with other things."""


def passage(text: str, chunk_id: str = "c", **context: str) -> Passage:
    chunk = Chunk(document_id="d", chunk_id=chunk_id, text=text)
    return Passage(chunk=chunk, start=0, end=len(text), **context)


def question(claim: str, *texts: str, key: str = "q", **changes: Any) -> Question:
    passages = tuple(passage(text, f"c{number}") for number, text in enumerate(texts))
    return Question(question_id=key, claim=claim, passages=passages, **changes)


def many(count: int) -> list[Question]:
    """Different questions; the sensible server says full to all of them."""
    return [
        question(f"Item {n} weighs {n} kg.", f"Item {n} weighs {n} kg. It is red.", key=f"q{n}")
        for n in range(count)
    ]


def openai_judge(base_url: str, **changes: Any) -> LLMJudge:
    limits = changes.pop("limits", QUICK)
    return LLMJudge(OpenAIProvider("tiny", base_url=base_url), limits=limits, **changes)


def anthropic_judge(address: str, **changes: Any) -> LLMJudge:
    limits = changes.pop("limits", QUICK)
    return LLMJudge(AnthropicProvider("tiny", base_url=address), limits=limits, **changes)
