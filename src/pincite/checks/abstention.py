"""Whether an answer declines, and whether it should have (PC701 to PC704).

PC701 says that the answer declines. PC704 takes its place when the answer then gives what it declined
to give. PC702 says that it need not have declined: the gold case is answerable, or a prompt chunk
plainly holds the value. PC703 says that it should have declined.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pincite.claims.abstention import missing
from pincite.claims.concession import about_sources, adversative, concessive, opens_against, points_back
from pincite.claims.extraction import Extraction
from pincite.claims.sought import dimensions, has_value, holds_value, shares, sought, subject_words
from pincite.model import Answer, Case, Chunk, Claim, EvidenceRef, Finding, Span, found

_SENTENCE_END: Final = re.compile(r"[.!?。！？](?=\s|$|[^\x00-\x7f])|\n\s*\n")
_NEAR: Final = 2


def check_abstention(answer: Answer, extraction: Extraction, case: Case | None = None) -> list[Finding]:
    """PC701 to PC704 for one answer."""
    asserted = [claim for claim in extraction.claims if claim.verifiability == "verifiable"]
    spans = extraction.abstention_spans
    unanswerable = case is not None and not case.answerable
    if not spans:
        return [_answered_unanswerable(asserted)] if unanswerable and asserted else []
    question = answer.question or (case.question if case is not None else None)
    anyway = _answered_anyway(answer.text, spans, asserted, question)
    if anyway is not None:
        declined, claim = anyway
        words = _short(declined.of(answer.text))
        findings = [
            found(
                "PC704",
                f"the answer declines (“{words}”) and then answers: “{_short(claim.text)}”",
                claim_id=claim.claim_id,
                span=Span(declined.start, max(declined.end, claim.end)),
                abstention=[declined.start, declined.end],
            )
        ]
        return [*findings, _answered_unanswerable(asserted)] if unanswerable else findings
    first = spans[0]
    findings = [
        found(
            "PC701",
            f"the answer declines: “{_short(first.of(answer.text))}”",
            span=first,
            spans=[[span.start, span.end] for span in spans],
        )
    ]
    if not unanswerable:
        findings += _false_abstention(answer, spans, asserted, question, case)
    return findings


def _answered_unanswerable(asserted: Sequence[Claim]) -> Finding:
    first = asserted[0]
    return found(
        "PC703",
        f"the case is unanswerable, and the answer asserts “{_short(first.text)}”",
        claim_id=first.claim_id,
        span=first.span,
        claims=[claim.claim_id for claim in asserted],
    )


def _answered_anyway(
    text: str, spans: Sequence[Span], asserted: Sequence[Claim], question: str | None
) -> tuple[Span, Claim] | None:
    """The first abstention that a claim after it takes back: it gives what was declared missing."""
    for span in spans:
        after = [claim for claim in asserted if claim.start >= span.end][:_NEAR]
        for position, claim in enumerate(after):
            if about_sources(claim.text):
                continue
            if _takes_back(text, span, claim, question, next_to=position == 0):
                return span, claim
    return None


def _takes_back(text: str, span: Span, claim: Claim, question: str | None, *, next_to: bool) -> bool:
    """Whether the claim gives what the abstention declares missing.

    Its words stand in the claim, or it points back ("it is usually €12"), and the claim holds a value
    of the kind that is asked for, if a kind is. An abstention that names nothing ("I could not find
    that") is taken back by what answers the question, or by what follows in the same sentence.
    """
    declined, between = span.of(text), text[span.end : claim.start]
    together = next_to and _SENTENCE_END.search(between) is None
    turned = next_to and (adversative(between) or opens_against(claim.text))
    asked = (sought(declined), sought(question) if question else None)
    kinds = [kind for kind in asked if kind is not None]
    if kinds and not any(has_value(kind, (claim.statement,)) for kind in kinds):
        return False
    if together and concessive(declined):
        return True
    words = missing(declined) & subject_words(declined, verbs=not {"date", "person"}.isdisjoint(kinds))
    if words:
        points = bool(kinds) and next_to and points_back(claim.text)
        if points or shares(words, declined, claim.reading) > 0.5:
            return True
        # "They give no depth. Still, the cave is 430 m deep": only the kind of value was named.
        return turned and words <= dimensions() and _answers(claim, question, turned=question is None)
    if sought(declined) is not None:
        return together or turned
    return together or _answers(claim, question, turned=turned)


def _answers(claim: Claim, question: str | None, *, turned: bool) -> bool:
    """Whether a claim after a plain "I could not find that" answers the question."""
    if question is None:
        return turned
    return turned or shares(subject_words(question), question, claim.reading) > 0.5


def _false_abstention(
    answer: Answer,
    spans: Sequence[Span],
    asserted: Sequence[Claim],
    question: str | None,
    case: Case | None,
) -> list[Finding]:
    held = _held(answer, spans, question, whole=not asserted)
    if held is not None:
        span, chunk, place = held
        value = _short(place.of(chunk.text))
        return [
            found(
                "PC702",
                f"the answer declines, and the context holds “{value}” (chunk {chunk.chunk_id})",
                span=span,
                evidence=EvidenceRef(
                    document_id=chunk.document_id,
                    document_revision=chunk.document_revision,
                    chunk_id=chunk.chunk_id,
                    start=place.start,
                    end=place.end,
                ),
            )
        ]
    if case is not None and case.answerable and not asserted:
        return [found("PC702", "the answer declines, and the gold case is answerable", span=spans[0])]
    return []


def _held(
    answer: Answer, spans: Sequence[Span], question: str | None, *, whole: bool
) -> tuple[Span, Chunk, Span] | None:
    """A prompt chunk that holds what was declared missing, with the place of the value.

    An answer that only declines is held against its question; one that also asserts something only
    against the words of its abstention.
    """
    for chunk in answer.prompt_chunks or ():
        heading = " ".join(filter(None, (chunk.title, chunk.section)))
        for span in spans:
            declined = span.of(answer.text)
            asked = question if whole and question else declined
            kind = sought(asked) or sought(declined)
            if asked == declined and not missing(declined):
                continue
            place = holds_value(asked, chunk.text, heading=heading, seeking=kind)
            if place is not None:
                return span, chunk, place
    return None


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59].rstrip() + "…"
