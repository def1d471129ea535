"""The rows of `claims.jsonl`, `findings.jsonl` and `facts.jsonl` as they are written and read back."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from pincite.io.codec import encode_row
from pincite.model import Figure, FigureMatch, Finding, QuoteMatch
from pincite.model.claim import Kind, Severity, Verifiability
from pincite.model.figure import FigureKind, Match
from pincite.model.result import (
    AnswerRow,
    ClaimRow,
    ContextRow,
    GoldMark,
    GroupRow,
    LinkRow,
    OwnerEvidence,
)
from pincite.model.verdict import Label, Status


class FigurePlace(Struct, frozen=True, kw_only=True):
    """The counterpart of a figure: `start` and `end` count in the text of the cited passage `passage`."""

    text: str
    start: int
    end: int
    passage: int | None = None


class FigureLine(Struct, frozen=True, kw_only=True):
    """A figure of the claim, how it matches the cited text, and with what.

    `start` and `end` count in the claim's text. `difference` names what differs where `match` is "missing"
    and something comparable is there.
    """

    text: str
    start: int
    end: int
    match: Match
    evidence: FigurePlace | None = None
    kind: FigureKind = "number"
    difference: str | None = None


class ClaimLine(Struct, frozen=True, kw_only=True):
    """One claim: a row of `claims.jsonl`. `start` and `end` count in the answer's text."""

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
    figures: tuple[FigureLine, ...] = ()
    quotes: tuple[QuoteMatch, ...] = ()
    findings: tuple[str, ...] = ()
    failure_owner: str | None = None
    gold: GoldMark | None = None
    owner_evidence: OwnerEvidence | None = None


_SAME = tuple(name for name in ClaimLine.__struct_fields__ if name != "figures")
_CLAIM = msgspec.json.Decoder(ClaimLine)
_FINDING = msgspec.json.Decoder(Finding)
_ANSWER = msgspec.json.Decoder(AnswerRow)


def claim_line(row: ClaimRow) -> ClaimLine:
    """The row as it is written."""
    values: dict[str, Any] = {name: getattr(row, name) for name in _SAME}
    return ClaimLine(figures=tuple(map(_figure_line, row.figures)), **values)


def claim_row(line: ClaimLine) -> ClaimRow:
    """The row as the program holds it. A figure keeps its text, place and kind; its value is not written."""
    values: dict[str, Any] = {name: getattr(line, name) for name in _SAME}
    return ClaimRow(figures=tuple(map(_figure_match, line.figures)), **values)


def encode_claim(row: ClaimRow) -> bytes:
    """One line of `claims.jsonl`, without the line break."""
    return encode_row(claim_line(row))


def encode_finding(finding: Finding) -> bytes:
    """One line of `findings.jsonl`, without the line break."""
    return encode_row(finding)


def decode_claim(data: bytes) -> ClaimRow:
    """Raises msgspec.DecodeError when the line is no claim row."""
    return claim_row(_CLAIM.decode(data))


def decode_finding(data: bytes) -> Finding:
    """Raises msgspec.DecodeError when the line is no finding row."""
    return _FINDING.decode(data)


def decode_answer(data: bytes) -> AnswerRow:
    """Raises msgspec.DecodeError when the line is no row of facts."""
    return _ANSWER.decode(data)


def _figure_line(match: FigureMatch) -> FigureLine:
    figure, other = match.figure, match.evidence
    place = None
    if other is not None:
        place = FigurePlace(text=other.text, start=other.start, end=other.end, passage=match.passage)
    return FigureLine(
        text=figure.text,
        start=figure.start,
        end=figure.end,
        match=match.match,
        evidence=place,
        kind=figure.kind,
        difference=match.difference,
    )


def _figure_match(line: FigureLine) -> FigureMatch:
    place = line.evidence
    other = None
    if place is not None:
        other = Figure(text=place.text, start=place.start, end=place.end, kind=line.kind)
    return FigureMatch(
        figure=Figure(text=line.text, start=line.start, end=line.end, kind=line.kind),
        match=line.match,
        evidence=other,
        passage=None if place is None else place.passage,
        difference=line.difference,
    )
