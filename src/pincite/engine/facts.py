"""What the metrics need about an answer besides its claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pincite.claims.extraction import Extraction, Segment
from pincite.claims.policy import Policy
from pincite.diagnose.gold import GoldJudgement
from pincite.engine.required import found_in_stages
from pincite.evidence.corpus import text_digest
from pincite.evidence.keys import names_a_source
from pincite.evidence.resolution import Resolver
from pincite.evidence.staleness import Standing, standing
from pincite.metrics.copying import copied_tokens
from pincite.model import Answer, Case, Claim, ExpectedClaim, Resolved
from pincite.model.result import AnswerFacts, ClaimIdentity, ClaimRow, ReferenceRow
from pincite.text.fingerprint import fingerprint
from pincite.text.words import tokens


def reference_rows(
    resolver: Resolver, resolved: Sequence[Resolved], fabricated: frozenset[str], policy: Policy
) -> tuple[ReferenceRow, ...]:
    """One row a displayed reference, whatever claim it covers."""
    rows = []
    for one in resolved:
        known = standing(resolver, one)
        rows.append(
            ReferenceRow(
                citation_id=one.citation_id,
                source=one.reference.source,
                resolution=one.resolution,
                in_context=one.in_context,
                versioned=known.versioned,
                stale=known.stale is not None,
                fabricated=one.citation_id in fabricated,
                could_be_looked_up=_could_be_looked_up(resolver, one),
                invalid_source=_invalid(known, policy),
                origin=one.citation.origin if one.citation else "generation",
            )
        )
    return tuple(rows)


def _could_be_looked_up(resolver: Resolver, one: Resolved) -> bool:
    """A corpus or bibliography and a recorded prompt allow to say that a named source exists nowhere."""
    if resolver.answer.prompt_chunks is None or one.resolution == "malformed":
        return False
    looked_up = resolver.looked_up(one.reference, one.citation)
    if looked_up is not None and looked_up.outcome != "undecided":
        return True
    if resolver.corpus is None:
        return False
    if one.citation is not None:
        return bool(one.citation.document_id or one.citation.uri)
    return one.resolution == "resolved" or names_a_source(one.reference.key)


def _invalid(known: Standing, policy: Policy) -> bool:
    """Not in effect, or refused by the policy's rules on status and authority."""
    return known.ineffective is not None or not policy.source_is_valid(
        status=known.status, authority=known.authority
    )


def identities(claims: Sequence[Claim], matched: Mapping[str, ExpectedClaim]) -> tuple[ClaimIdentity, ...]:
    """How each claim is found again in another run; `matched` maps its id to the gold claim that it is."""
    return tuple(
        ClaimIdentity(
            claim_id=claim.claim_id,
            fingerprint=fingerprint(claim.statement),
            gold_claim=matched[claim.claim_id].claim_id if claim.claim_id in matched else None,
        )
        for claim in claims
    )


def facts_of(
    answer: Answer,
    case: Case | None,
    extraction: Extraction,
    claims: Sequence[ClaimRow],
    gold: GoldJudgement | None,
    references: tuple[ReferenceRow, ...],
    resolver: Resolver,
    matched: Mapping[str, ExpectedClaim],
) -> AnswerFacts:
    """The facts of one answer."""
    verifiable = [claim for claim in claims if claim.verifiability == "verifiable"]
    copied, told = copied_tokens(
        [_norms(claim.text) for claim in verifiable],
        [_norms(chunk.text) for chunk in answer.prompt_chunks or ()],
    )
    inside = _characters(extraction.segments, answer.text, ("claim",))
    unclaimed = _characters(extraction.segments, answer.text, ("unclaimed",))
    correctness = [label for label in gold.correctness if label is not None] if gold else []
    correct = sum(label == "full" for label in correctness)
    refuted = sum(label == "contradiction" for label in correctness)
    expected = gold.expected if gold else ()
    found = found_in_stages(case, resolver)
    return AnswerFacts(
        text_digest=text_digest(answer.text),
        claims=identities(extraction.claims, matched),
        references=references,
        words=len(answer.text.split()) if not _is_cjk(answer.text) else len(tokens(answer.text)),
        verifiable_characters=inside + unclaimed,
        claimed_characters=inside,
        claim_tokens=told,
        copied_tokens=copied,
        abstained=extraction.abstained,
        answered=bool(verifiable),
        answerable=case.answerable if case else None,
        slice=case.slice if case else None,
        criticality=case.criticality if case else None,
        expected_claims=len(expected),
        expected_entailed=sum(label == "full" for label in expected),
        expected_undecided=sum(label is None for label in expected),
        claims_decided_by_gold=correct + refuted,
        claims_correct_by_gold=correct,
        claims_undecided_by_gold=len(verifiable) - len(correctness) if gold else 0,
        evidence_expected=found.wanted,
        evidence_in_corpus=found.corpus,
        evidence_in_retrieved=found.retrieved,
        evidence_in_prompt=found.prompt,
    )


def _norms(text: str) -> tuple[str, ...]:
    return tuple(token.norm for token in tokens(text))


def _is_cjk(text: str) -> bool:
    """Chinese and Japanese write no spaces between words."""
    return any("\u3040" <= sign <= "\u9fff" for sign in text[:200])


def _characters(segments: Sequence[Segment], text: str, kinds: tuple[str, ...]) -> int:
    """Characters that are not blank in segments of these kinds."""
    return sum(
        len("".join(text[segment.start : segment.end].split()))
        for segment in segments
        if segment.kind in kinds
    )
