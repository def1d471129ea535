"""The prompt: packaged text, and the data of one call between tags."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct, structs

from pincite.evidence.packaging import evidence_text
from pincite.judges.llm.fences import code_for, fenced, sendable
from pincite.model import Chunk, Passage, Question

LABELS = ("full", "partial", "none", "contradiction", "undecided")
_KEYS = ("id", "quotes", "rationale", "label", "confidence")


class Prompt(Struct, frozen=True, kw_only=True):
    """One call: the standing instructions, the data, and the shape of the reply."""

    system: str
    user: str
    schema: dict[str, Any]


@cache
def packaged_text(name: str) -> str:
    return files("pincite.judges.llm").joinpath(name).read_text(encoding="utf-8")


def shown(question: Question) -> tuple[str, ...]:
    """The text of each passage as the model reads it, with its stated context where that is allowed."""
    return tuple(
        evidence_text(structs.replace(question, passages=(passage,))).text for passage in question.passages
    )


def prompt(
    question: Question, claims: Mapping[str, str], *, rubric: str, complaint: str | None = None
) -> Prompt:
    """Ask about claims (by id) that share the passages and the question of `question`.

    `complaint` says what was wrong with an earlier reply; it never holds text of that reply.
    """
    system = packaged_text("prompt.md").replace("{rubric}", rubric.strip())
    passages = [sendable(text) for text in shown(question)]
    told = {key: sendable(claim) for key, claim in claims.items()}
    asked = sendable(question.question or "").strip()
    code = code_for([asked, *passages, *told.values()])
    parts = [f"The code of the tags is {code}."]
    if asked:
        parts.append("The question that the answer replies to:\n" + fenced("question", code, asked))
    parts.append(f"The passages ({len(passages)}):")
    parts += [fenced(f"passage-{number}", code, text) for number, text in enumerate(passages, 1)]
    parts.append(f"The claims ({len(told)}), with the ids {', '.join(told)}:")
    parts += [fenced(f"claim-{key}", code, claim) for key, claim in told.items()]
    if complaint is not None:
        correction = packaged_text("correction.md").strip()
        parts.append(correction.format(reason=complaint, ids=", ".join(told)))
    return Prompt(system=system, user="\n\n".join(parts), schema=schema(tuple(told)))


def schema(ids: Sequence[str]) -> dict[str, Any]:
    """The reply as JSON Schema, in the subset that servers with guided decoding share."""
    properties: dict[str, Any] = {
        "id": {"type": "string", "enum": list(ids)},
        "quotes": {"type": "array", "items": {"type": "string"}},
        "rationale": {"type": "string"},
        "label": {"type": "string", "enum": list(LABELS)},
        "confidence": {"type": "number"},
    }
    entry = {
        "type": "object",
        "properties": properties,
        "required": list(_KEYS),
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"verdicts": {"type": "array", "items": entry}},
        "required": ["verdicts"],
        "additionalProperties": False,
    }


def rubric_digest(rubric: str) -> str:
    return hashlib.sha256(rubric.encode("utf-8")).hexdigest()


@cache
def prompt_digest() -> str:
    """SHA-256 of everything that is sent beside the data and the rubric.

    It is taken over a sample call, so that a change to how the data is laid out changes it as a change to the
    packaged text does.
    """
    chunk = Chunk(document_id="document", chunk_id="chunk", text="First. Second.", title="Title")
    passages = (
        Passage(chunk=chunk, start=0, end=6, title="Title", section="Section", table_header="Header"),
        Passage(chunk=chunk, start=7, end=14, before="First.", after="Third."),
    )
    sample = Question(
        question_id="sample", claim="", passages=passages, question="Which is first?", context=True
    )
    sent = prompt(sample, {"c1": "One.", "c2": "Two."}, rubric="", complaint="a reason")
    told = json.dumps([sent.system, sent.user, sent.schema], ensure_ascii=False)
    return hashlib.sha256(told.encode("utf-8")).hexdigest()
