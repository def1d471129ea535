"""What comes out for one answer: the rows of `claims.jsonl` and what the metrics need beside them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from pincite.model.citation import Origin, ReferenceSource
from pincite.model.claim import Kind, Severity, Verifiability
from pincite.model.evidence import Resolution
from pincite.model.figure import FigureMatch, QuoteMatch
from pincite.model.finding import EvidenceRef, Finding
from pincite.model.verdict import EvidenceSpan, Label, Status


class LinkRow(Struct, frozen=True, kw_only=True):
    """One (claim, citation) pair with its verdict.

    `scored` is False for a link that no metric counts: a claim that is not verifiable. `near_miss` says that
    the gold case names the cited source as one that nearly supports its claims and does not.
    """

    citation_id: str
    resolution: Resolution = "resolved"
    in_context: bool | None = None
    origin: Origin = "generation"
    document_id: str | None = None
    document_revision: str | None = None
    chunk_id: str | None = None
    chunk_digest: str | None = None
    page: int | str | None = None
    uri: str | None = None
    label: Label | None = None
    status: Status = "judged"
    reason: str | None = None
    evidence: EvidenceSpan | None = None
    confidence: float | None = None
    rationale: str = ""
    judge: str = ""
    context: bool = False
    near_miss: bool = False


class GroupRow(Struct, frozen=True, kw_only=True):
    """The citations of one claim judged jointly.

    `necessary` lists the members without which the union is not full although none is full alone;
    `leave_one_out` maps a member to the label of the rest.
    """

    citation_ids: tuple[str, ...]
    label: Label | None = None
    status: Status = "judged"
    reason: str | None = None
    rationale: str = ""
    necessary: tuple[str, ...] = ()
    leave_one_out: dict[str, Label | None] = field(default_factory=dict)


class ContextRow(Struct, frozen=True, kw_only=True):
    """Whether anything in the prompt context supports the claim (faithfulness), and which chunks do."""

    label: Label | None = None
    status: Status = "judged"
    supporting_chunks: tuple[str, ...] = ()


PairedBy = Literal["overlap", "judge"]


class GoldMark(Struct, frozen=True, kw_only=True):
    """What the gold case says of a claim, apart from what its citations support.

    `claim_id` names the expected claim that it is, `by` what decided that, `overlap` how many words they
    share (Dice, 0 to 1); all three are None for a claim that is none of the expected ones. `label`: `full`
    follows from the expected claims together, `contradiction` is refuted by them, anything else is left open.
    """

    claim_id: str | None = None
    by: PairedBy | None = None
    overlap: float | None = None
    label: Label | None = None
    status: Status = "judged"


class ExpectedRow(Struct, frozen=True, kw_only=True):
    """One expected claim of the case and what the answer made of it.

    `label`: `full` the answer says it, `partial` in part, `none` not, `contradiction` it says the opposite;
    None where the judge could not tell. `claim` is the answer's claim that it was paired with, by what `by`
    says and with that `overlap`.
    """

    claim_id: str
    text: str
    severity: Severity = "medium"
    label: Label | None = None
    status: Status = "judged"
    claim: str | None = None
    by: PairedBy | None = None
    overlap: float | None = None


class OwnerEvidence(Struct, frozen=True, kw_only=True):
    """Why a failed claim has the owner that it has.

    `by` says what showed it: the `record` itself, the required text of a `gold` case, or a `judge`. `had`
    names the last stage that still had what decides the claim, `lacked` the first that had not. `support`
    tells stage by stage whether it was there; None where a stage was not recorded or not looked at.
    `passages` name the text that would have supported the claim (or that refutes it), `cite` what to cite
    for it instead. `questions` counts what a judge was asked only to find the owner.
    """

    by: Literal["record", "gold", "judge"]
    why: str
    had: str | None = None
    lacked: str | None = None
    support: dict[str, bool | None] = field(default_factory=dict)
    passages: tuple[EvidenceRef, ...] = ()
    cite: str | None = None
    questions: int = 0


class ClaimRow(Struct, frozen=True, kw_only=True):
    """One claim as a row of `claims.jsonl`; `gold` is None without a gold case that expects claims.

    `owner_evidence` is None for a claim that does not fail.
    """

    run_id: str = ""
    answer_id: str
    case_id: str | None = None
    claim_id: str
    start: int
    end: int
    text: str
    proposition: str | None = None
    kind: Kind = "fact"
    verifiability: Verifiability = "verifiable"
    citation_required: bool = True
    severity: Severity = "medium"
    slice: str | None = None
    evidence_kind: str = "none"
    label: Label | None = None
    status: Status = "judged"
    reason: str | None = None
    citations: tuple[LinkRow, ...] = ()
    group: GroupRow | None = None
    context: ContextRow | None = None
    figures: tuple[FigureMatch, ...] = ()
    quotes: tuple[QuoteMatch, ...] = ()
    findings: tuple[str, ...] = ()
    failure_owner: str | None = None
    gold: GoldMark | None = None
    owner_evidence: OwnerEvidence | None = None


class ReferenceRow(Struct, frozen=True, kw_only=True):
    """One displayed reference, for the integrity metrics (per occurrence, whatever claim it covers)."""

    citation_id: str
    source: ReferenceSource
    resolution: Resolution
    in_context: bool | None = None
    versioned: bool = False
    stale: bool = False
    fabricated: bool = False
    could_be_looked_up: bool = False
    invalid_source: bool = False
    origin: Origin = "generation"


class ClaimIdentity(Struct, frozen=True, kw_only=True):
    """By what a claim is found again in another run: the gold claim that it matches, else its words."""

    claim_id: str
    fingerprint: str
    gold_claim: str | None = None


class AnswerFacts(Struct, frozen=True, kw_only=True):
    """What metrics and comparisons need about an answer besides its claims.

    Counts are in characters or words of the answer text. `answerable` is None without a gold case.
    `claims_*_by_gold` count the answer's verifiable claims that the expected claims entail or contradict
    (decided), entail (correct), or leave open because the judge could not tell (undecided).
    `evidence_expected` counts required texts of supporting sources, `evidence_in_*` those found at a stage,
    None where the stage was not recorded; `evidence_cited` those that the answer cites. `expected` has the
    expected claims one by one, with the claim of the answer that each was paired with. `text_digest` is the
    SHA-256 of the answer's text, and `claims` names its claims across runs; both are kept when the words
    themselves are redacted.
    """

    text_digest: str | None = None
    claims: tuple[ClaimIdentity, ...] = ()
    references: tuple[ReferenceRow, ...] = ()
    words: int = 0
    verifiable_characters: int = 0
    claimed_characters: int = 0
    claim_tokens: int = 0
    copied_tokens: int = 0
    abstained: bool = False
    answered: bool = False
    answerable: bool | None = None
    slice: str | None = None
    criticality: Severity | None = None
    expected_claims: int = 0
    expected_entailed: int = 0
    expected_undecided: int = 0
    claims_decided_by_gold: int = 0
    claims_correct_by_gold: int = 0
    claims_undecided_by_gold: int = 0
    evidence_expected: int = 0
    evidence_in_corpus: int | None = None
    evidence_in_retrieved: int | None = None
    evidence_in_prompt: int | None = None
    evidence_cited: int | None = None
    expected: tuple[ExpectedRow, ...] = ()


class AnswerRow(Struct, frozen=True, kw_only=True):
    """One answer as a row of `facts.jsonl`. `where` is the file and line that it was read from."""

    run_id: str = ""
    answer_id: str
    case_id: str | None = None
    where: str | None = None
    facts: AnswerFacts = AnswerFacts()


class AnswerResult(Struct, frozen=True, kw_only=True):
    """One answer, checked.

    `families` has the counts of each published family that was asked for, by its name.
    """

    answer_id: str
    case_id: str | None = None
    text: str
    claims: tuple[ClaimRow, ...] = ()
    findings: tuple[Finding, ...] = ()
    facts: AnswerFacts = AnswerFacts()
    where: str | None = None
    question: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    families: dict[str, dict[str, int]] = field(default_factory=dict)
