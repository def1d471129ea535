"""Questions to a judge and its verdicts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from pincite.model.claim import Severity
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

    `claim` is one proposition; `passages` are read together, in order; with `context` their stated
    context may be read too. `question` is what the user had asked. `severity` is the claim's: it may
    decide who is asked (a cascade sends severe claims on), never what the answer is.
    """

    question_id: str
    claim: str
    passages: tuple[Passage, ...]
    question: str | None = None
    context: bool = False
    severity: Severity = "medium"


class Opinion(Struct, frozen=True, kw_only=True):
    """What one of several judges said, kept beside the verdict that was reached."""

    judge: str
    label: Label | None = None
    status: Status = "judged"
    reason: str | None = None
    confidence: float | None = None
    rationale: str = ""


class Verdict(Struct, frozen=True, kw_only=True):
    """What a judge said to one question.

    `label` is None unless `status` is "judged". `reason` says why a verdict is not one (undecided,
    unjudged); `rationale` is one line for people. `confidence` lies in 0..1 and is None when the judge
    gives none. `support` is the judge's own probability that the evidence fully supports the claim, where
    it has one; with more labels than two it cannot be read off the confidence. `opinions` has one entry a
    judge where several were asked, in the order in which they were asked.
    """

    question_id: str
    label: Label | None = None
    status: Status = "judged"
    reason: str | None = None
    confidence: float | None = None
    evidence: EvidenceSpan | None = None
    rationale: str = ""
    judge: str = ""
    opinions: tuple[Opinion, ...] = ()
    support: float | None = None

    @property
    def contested(self) -> bool:
        """Whether two judges gave it different labels (PC903)."""
        return len({one.label for one in self.opinions if one.status == "judged"}) > 1


class JudgeIdentity(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that makes a judge's verdicts reproducible; part of the cache key and the signature.

    `version` is the evaluator's revision, `digest` covers all of `parts` (model, weights or prompt
    digest, settings), which are listed for people and for the manifest. `labels` are those that the judge
    can give.
    """

    name: str
    version: str
    digest: str
    rubric_digest: str
    labels: tuple[Label, ...] = ("full", "partial", "none", "contradiction")
    parts: dict[str, str] = field(default_factory=dict)
