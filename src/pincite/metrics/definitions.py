"""The metrics, declared: each is a ratio of sums of counts, with its formula in words.

The names of the counts are those of `pincite.metrics.counts`. A population (`links`, `claims`, ...) keeps
its open members under `NAME?REASON`, in all under `NAME?`, and those to which it does not apply under
`NAME-REASON`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from msgspec import Struct

# proportion: between 0 and 1. mean: of credits. density: per `scale` units, without an upper end.
# count: the numerator itself, shown with the denominator it was found in.
Form = Literal["proportion", "mean", "density", "count"]
Better = Literal["higher", "lower", "neither"]
Unit = Literal["link", "claim", "reference", "figure", "quote", "character", "token", "answer", "source"]


class Definition(Struct, frozen=True, kw_only=True):
    """One metric.

    `numerator` and `denominator` name counts to be added up. `population` is where its open and excluded
    members are counted, and `left_out` names further counts that the denominator leaves out, with the
    reason. A metric `by_claim` is also given by criticality; one in `gold` has no value without gold cases.
    """

    name: str
    formula: str
    unit: Unit
    numerator: tuple[str, ...]
    denominator: tuple[str, ...]
    population: str = ""
    left_out: tuple[tuple[str, str], ...] = ()
    better: Better = "higher"
    form: Form = "proportion"
    scale: int = 1
    by_claim: bool = False
    gold: bool = False

    @property
    def independent(self) -> bool:
        """Whether its units are the answers themselves, so that no two of them share a cluster."""
        return self.unit == "answer"


_BROKEN = ("links.unresolved", "links.malformed")
_BROKEN_LINKS = (("links.unresolved", "unresolved"), ("links.malformed", "malformed"))
_BROKEN_REFERENCES = (("references.unresolved", "unresolved"), ("references.malformed", "malformed"))

_LINKS = (
    Definition(
        name="citation_precision",
        formula="links full on their own, or necessary members of a full union / scorable links",
        unit="link",
        numerator=("links.full", "links.necessary"),
        denominator=("links.judged", *_BROKEN),
        population="links",
        by_claim=True,
    ),
    Definition(
        name="citation_precision_strict",
        formula="links full on their own / scorable links",
        unit="link",
        numerator=("links.full",),
        denominator=("links.judged", *_BROKEN),
        population="links",
        by_claim=True,
    ),
    Definition(
        name="citation_precision_resolved",
        formula="links full on their own / judged links",
        unit="link",
        numerator=("links.full",),
        denominator=("links.judged",),
        population="links",
        left_out=_BROKEN_LINKS,
        by_claim=True,
    ),
    Definition(
        name="contradiction_rate",
        formula="contradicting links / judged links",
        unit="link",
        numerator=("links.contradiction",),
        denominator=("links.judged",),
        population="links",
        left_out=_BROKEN_LINKS,
        better="lower",
        by_claim=True,
    ),
    Definition(
        name="contradictions",
        formula="contradicting links, a plain count",
        unit="link",
        numerator=("links.contradiction",),
        denominator=("links.judged",),
        population="links",
        left_out=_BROKEN_LINKS,
        better="lower",
        form="count",
        by_claim=True,
    ),
)

_CLAIMS = (
    Definition(
        name="citation_completeness",
        formula="required claims labelled full / required claims decided",
        unit="claim",
        numerator=("required.full",),
        denominator=("required.decided",),
        population="required",
        by_claim=True,
    ),
    Definition(
        name="claim_support",
        formula="verifiable claims labelled full / verifiable claims decided",
        unit="claim",
        numerator=("claims.full",),
        denominator=("claims.decided",),
        population="claims",
        by_claim=True,
    ),
    Definition(
        name="support_score",
        formula="mean over decided verifiable claims of credit(label) + penalty x contradicting links",
        unit="claim",
        numerator=("score",),
        denominator=("claims.decided",),
        population="claims",
        form="mean",
        by_claim=True,
    ),
    Definition(
        name="uncited_required_rate",
        formula="required claims without any citation / required claims",
        unit="claim",
        numerator=("required.uncited",),
        denominator=("required",),
        left_out=(
            ("required-citation_not_required", "citation_not_required"),
            ("required-not_verifiable", "not_verifiable"),
        ),
        better="lower",
        by_claim=True,
    ),
    Definition(
        name="faithfulness",
        formula="verifiable claims that the prompt context supports / decided ones",
        unit="claim",
        numerator=("context.full",),
        denominator=("context.decided",),
        population="context",
        by_claim=True,
    ),
    Definition(
        name="figure_accuracy",
        formula="figures of cited claims that match (all but missing) / figures of cited claims",
        unit="figure",
        numerator=("figures.matched",),
        denominator=("figures.decided",),
        population="figures",
        by_claim=True,
    ),
    Definition(
        name="quote_fidelity",
        formula="quotes verbatim in their cited evidence / quotes",
        unit="quote",
        numerator=("quotes.verbatim",),
        denominator=("quotes.decided",),
        population="quotes",
        by_claim=True,
    ),
)

_REFERENCES = (
    Definition(
        name="invalid_citation_rate",
        formula="unresolved or malformed references / displayed references",
        unit="reference",
        numerator=("references.unresolved", "references.malformed"),
        denominator=("references",),
        better="lower",
    ),
    Definition(
        name="fabricated_source_rate",
        formula="references to a source that does not exist / references that could be looked up",
        unit="reference",
        numerator=("lookup.fabricated",),
        denominator=("lookup.done",),
        population="lookup",
        better="lower",
    ),
    Definition(
        name="not_in_context_rate",
        formula="resolved references outside the prompt context / resolved references",
        unit="reference",
        numerator=("placed.outside",),
        denominator=("placed.decided",),
        population="placed",
        left_out=_BROKEN_REFERENCES,
        better="lower",
    ),
    Definition(
        name="stale_source_rate",
        formula="references to a stale revision / displayed references that resolve to a versioned source",
        unit="reference",
        numerator=("versioned.stale",),
        denominator=("versioned",),
        population="versioned",
        left_out=_BROKEN_REFERENCES,
        better="lower",
    ),
    Definition(
        name="source_validity",
        formula="references to a current source, in effect, of a status and authority that the policy admits"
        " / displayed references that resolve to a versioned source",
        unit="reference",
        numerator=("versioned.valid",),
        denominator=("versioned",),
        population="versioned",
        left_out=_BROKEN_REFERENCES,
    ),
)

_ANSWERS = (
    Definition(
        name="claim_coverage",
        formula="characters of verifiable sentences inside claims / characters of verifiable sentences",
        unit="character",
        numerator=("characters.claimed",),
        denominator=("characters.verifiable",),
    ),
    Definition(
        name="citation_density",
        formula="100 x displayed references / words",
        unit="reference",
        numerator=("references",),
        denominator=("words",),
        better="neither",
        form="density",
        scale=100,
    ),
    Definition(
        name="extractive_share",
        formula="claim tokens copied in runs of eight or more / claim tokens",
        unit="token",
        numerator=("tokens.copied",),
        denominator=("tokens",),
        better="neither",
    ),
    Definition(
        name="answer_rate",
        formula="answers with at least one verifiable claim / answers",
        unit="answer",
        numerator=("answers.verifiable",),
        denominator=("answers",),
        better="neither",
    ),
)

_GOLD = (
    Definition(
        name="claim_correctness",
        formula="answer claims entailed by the expected claims / answer claims that they decide",
        unit="claim",
        numerator=("gold.correct",),
        denominator=("gold.decided",),
        population="gold",
        gold=True,
    ),
    Definition(
        name="expected_claim_recall",
        formula="expected claims entailed by the answer / expected claims",
        unit="claim",
        numerator=("expected.entailed",),
        denominator=("expected.decided",),
        population="expected",
        gold=True,
    ),
    Definition(
        name="abstention_recall",
        formula="unanswerable questions on which the answer abstained / unanswerable questions",
        unit="answer",
        numerator=("unanswerable.abstained",),
        denominator=("unanswerable",),
        gold=True,
    ),
    Definition(
        name="abstention_precision",
        formula="abstentions on unanswerable questions / abstentions",
        unit="answer",
        numerator=("unanswerable.abstained",),
        denominator=("unanswerable.abstained", "answerable.abstained"),
        left_out=(("abstained.no_gold", "no_gold_case"),),
        gold=True,
    ),
    Definition(
        name="false_abstention_rate",
        formula="answerable questions on which the answer abstained / answerable questions",
        unit="answer",
        numerator=("answerable.abstained",),
        denominator=("answerable",),
        better="lower",
        gold=True,
    ),
    Definition(
        name="answered_unanswerable_rate",
        formula="unanswerable questions that were answered / unanswerable questions",
        unit="answer",
        numerator=("unanswerable.answered",),
        denominator=("unanswerable",),
        better="lower",
        gold=True,
    ),
    *(
        Definition(
            name=name,
            formula=f"required texts of supporting sources found in the {place} / required texts",
            unit="source",
            numerator=(f"{stage}.found",),
            denominator=(f"{stage}.decided",),
            population=stage,
            gold=True,
        )
        for name, stage, place in (
            ("evidence_in_corpus", "corpus", "corpus"),
            ("evidence_in_retrieved", "retrieved", "retrieved chunks"),
            ("evidence_in_prompt", "prompt", "prompt chunks"),
            ("evidence_cited", "cited", "chunks that the answer cites"),
        )
    ),
    Definition(
        name="near_miss_citations",
        formula="links to a near-miss source that does not support its claim, a plain count",
        unit="link",
        numerator=("near_misses",),
        denominator=("gold_links",),
        better="lower",
        form="count",
        gold=True,
    ),
)

METRICS: tuple[Definition, ...] = (*_LINKS, *_CLAIMS, *_REFERENCES, *_ANSWERS, *_GOLD)

BY_NAME: MappingProxyType[str, Definition] = MappingProxyType({entry.name: entry for entry in METRICS})

# The first screen shows these.
HEADLINE = ("citation_precision", "citation_completeness", "contradictions", "invalid_citation_rate")
