"""Quotes looked up in the passages: a verdict stands only on words that are there."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from pincite.evidence.packaging import EvidenceText, evidence_text
from pincite.judges.llm.fences import sendable
from pincite.judges.llm.parsing import Reading, ReplyError
from pincite.model import EvidenceSpan, Label, Question, Span, Verdict
from pincite.text.injection import injections
from pincite.text.normalise import normalise

_LABELS: Final[dict[str, Label]] = {
    "full": "full",
    "partial": "partial",
    "none": "none",
    "contradiction": "contradiction",
}
_RESTING: Final = ("full", "partial", "contradiction")


def grounded(reading: Reading, question: Question, judge: str) -> Verdict:
    """The verdict of one entry.

    Labels that rest on the passages need at least one quote, each quote has to stand literally (after
    `text.normalise`) in one passage, and none may be taken from an instruction that somebody put there.
    Raises ReplyError otherwise.
    """
    evidence = None
    if reading.label in _RESTING:
        if not reading.quotes:
            raise ReplyError(f'a "{reading.label}" came without a quote')
        spans = [_look_up(quote, question) for quote in reading.quotes]
        evidence = next((span for span in spans if span is not None), None)
    label = _LABELS.get(reading.label)
    return Verdict(
        question_id=question.question_id,
        label=label,
        status="judged" if label is not None else "undecided",
        reason=None if label is not None else "cannot_tell",
        confidence=reading.confidence,
        evidence=evidence,
        rationale=reading.rationale,
        judge=judge,
    )


def _look_up(quote: str, question: Question) -> EvidenceSpan | None:
    """Where a quote stands; None when it stands in a passage's context only."""
    within_context = False
    for number, passage in enumerate(question.passages):
        shown = evidence_text(structs.replace(question, passages=(passage,)))
        span = _literal(quote, sendable(shown.text))
        if span is None:
            continue
        _refuse_instructions(shown, span)
        place = shown.locate(span.start, span.end)
        if place is None:
            within_context = True
            continue
        _, start, end = place
        chunk = question.passages[number].chunk
        return EvidenceSpan(
            document_id=chunk.document_id,
            document_revision=chunk.document_revision,
            chunk_id=chunk.chunk_id,
            start=start,
            end=end,
            text=chunk.text[start:end],
        )
    if not within_context:
        raise ReplyError("a quote does not stand in the passages word for word")
    return None


def _literal(quote: str, text: str) -> Span | None:
    source = normalise(text)
    wanted = normalise(quote).text.strip()
    place = _whole_words(wanted, source.text)
    if place is None and len(wanted) > 2 and wanted[0] == wanted[-1] and wanted[0] in "\"'":
        # Quotation marks around the quote are the model's, not the passage's.
        place = _whole_words(wanted[1:-1].strip(), source.text)
    return None if place is None else source.span(*place)


def _whole_words(wanted: str, text: str) -> tuple[int, int] | None:
    """The first place of some words that starts and ends between words: "5" does not stand in "15"."""
    if not any(letter.isalnum() for letter in wanted):
        return None
    at = text.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not _inside_word(text, at) and not _inside_word(text, end):
            return at, end
        at = text.find(wanted, at + 1)
    return None


def _inside_word(text: str, at: int) -> bool:
    left, right = text[at - 1 : at] if at else "", text[at : at + 1]
    # Scripts without blanks between words (from Hiragana to Hangul) have no such border.
    return left.isalnum() and right.isalnum() and left < "\u3040" and right < "\u3040"


def _refuse_instructions(shown: EvidenceText, span: Span) -> None:
    if any(one.start < span.end and span.start < one.end for one in injections(shown.text)):
        raise ReplyError("a quote was taken from an instruction inside a passage, which is not evidence")
