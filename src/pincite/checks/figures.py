"""Figures of a claim that the cited text does not have (PC401 to PC405)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pincite.model import Claim, EvidenceRef, Figure, FigureMatch, Finding, Passage, Span, found

# What differs -> the code that says so. Everything else that is missing is PC401, a currency included: the
# amount in that currency is not in the source.
_CODES: Final = {"unit": "PC402", "date": "PC403", "scale": "PC404", "percent_vs_points": "PC405"}
_LABELS: Final = {
    "PC401": "figure differs",
    "PC402": "unit differs",
    "PC403": "date differs",
    "PC404": "scale differs",
    "PC405": "percent and percentage points confused",
}


def check_figures(claim: Claim, matches: Sequence[FigureMatch], passages: Sequence[Passage]) -> list[Finding]:
    """One finding for each figure of the claim that its cited passages do not bear out.

    `matches` is `compare(claim.statement, texts of passages)`; figures that match (with a doubt about their
    position or not) raise nothing here. Spans are offsets into the answer.
    """
    return [_finding(claim, match, passages) for match in matches if match.match == "missing"]


def _finding(claim: Claim, match: FigureMatch, passages: Sequence[Passage]) -> Finding:
    code = _CODES.get(match.difference or "", "PC401")
    figure, evidence = match.figure, match.evidence
    answer = _shown(figure.text)
    source = None if evidence is None else _source_text(evidence)
    return found(
        code,
        _message(code, match, answer, source),
        claim_id=claim.claim_id,
        span=Span(claim.start + figure.start, claim.start + figure.end),
        evidence=_reference(match, passages),
        answer=answer,
        source=source,
        difference=match.difference,
    )


def _message(code: str, match: FigureMatch, answer: str, source: str | None) -> str:
    if match.difference == "precision" and source is not None:
        return f"date is more exact than its source: answer {answer}, source says {source}"
    if match.difference == "currency" and source is not None:
        return f"currency differs: answer {answer}, source says {source}"
    if source is not None:
        return f"{_LABELS[code]}: answer {answer}, source says {source}"
    if match.difference == "value":
        return f"figure does not follow from the figures beside it: {answer}"
    if code == "PC405":
        return f"{_LABELS[code]}: answer {answer}"
    return f"figure is not in the cited text: {answer}"


def _source_text(figure: Figure) -> str:
    """What the source writes; a table cell is completed by the unit and scale of its header."""
    text = _shown(figure.text)
    if not figure.scaled_by_header or figure.value is None or figure.written is None or not figure.written:
        return text
    factor = abs(figure.value / figure.written)
    words = {1_000: "thousand", 1_000_000: "million", 1_000_000_000: "billion"}
    name = words.get(int(factor)) if factor.denominator == 1 else None
    return " ".join(part for part in (text, name, figure.unit) if part)


def _shown(text: str) -> str:
    return " ".join(text.split())


def _reference(match: FigureMatch, passages: Sequence[Passage]) -> EvidenceRef | None:
    """Where the counterpart stands in its chunk, or the only cited passage when there is none."""
    at = match.passage
    if at is None:
        if len(passages) != 1:
            return None
        at = 0
    if not 0 <= at < len(passages):
        return None
    passage = passages[at]
    placed = match.evidence is not None and match.passage is not None
    return EvidenceRef(
        document_id=passage.chunk.document_id,
        document_revision=passage.chunk.document_revision,
        chunk_id=passage.chunk.chunk_id,
        start=passage.start + match.evidence.start if placed and match.evidence is not None else None,
        end=passage.start + match.evidence.end if placed and match.evidence is not None else None,
    )
