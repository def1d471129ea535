"""Questions to a judge and its verdicts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pincite.model.evidence import Passage

Label = Literal["full", "partial", "none", "contradiction"]
Status = Literal["judged", "undecided", "unjudged", "not_applicable"]


class EvidenceSpan(Struct, frozen=True, kw_only=True):
    """The smallest stretch of a passage that decides: offsets into the chunk's text."""

    document_id: str
    document_revision: str | None = None
    chunk_id: str
    start: int
    end: int
    text: str


class Question(Struct, frozen=True, kw_only=True):
    """Does this evidence, jointly, support this claim?

    `claim` is one proposition; `passages` are read together, in order; with `context` their stated context
    may be read too. `question` is what the user had asked.
    """

    question_id: str
    claim: str
    passages: tuple[Passage, ...]
    question: str | None = None
    context: bool = False


class Verdict(Struct, frozen=True, kw_only=True):
    """What a judge said to one question.

    `label` is None unless `status` is "judged". `reason` says why a verdict is not one (undecided, unjudged);
    `rationale` is one line for people. `confidence` lies in 0..1 and is None when the judge gives none.
    """

    question_id: str
    label: Label | None = None
    status: Status = "judged"
    reason: str | None = None
    confidence: float | None = None
    evidence: EvidenceSpan | None = None
    rationale: str = ""
    judge: str = ""


class JudgeIdentity(Struct, frozen=True, kw_only=True):
    """Everything that makes a judge's verdicts reproducible; part of the cache key and the signature."""

    name: str
    version: str
    digest: str
    rubric_digest: str
