"""Claims that came with the answer: where they stand, and what they leave out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from pincite.model import Answer, Claim, ExplicitClaim, Finding, Span, found
from pincite.text.figures import figures
from pincite.text.quotes import quotations

_SHOWN: Final = 60


def place(answer: Answer) -> tuple[list[tuple[ExplicitClaim, Span]], list[Finding]]:
    """Each given claim with its span, and PC104 for every one whose span is not what it says.

    A claim whose span is valid is evaluated by the span, whatever its text says. One whose span lies
    outside the answer is looked up by its text, and left out when that does not stand in the answer
    exactly once.
    """
    text = answer.text
    placed: list[tuple[ExplicitClaim, Span]] = []
    findings: list[Finding] = []
    for claim in answer.claims or ():
        valid = 0 <= claim.start < claim.end <= len(text)
        if valid and (claim.text is None or text[claim.start : claim.end] == claim.text):
            placed.append((claim, Span(claim.start, claim.end)))
            continue
        span = Span(claim.start, claim.end) if valid else None
        elsewhere = _only_place(text, claim.text)
        where = f"the span {claim.start}-{claim.end} of the claim"
        what = (
            f"{where} reads “{_short(span.of(text))}”, not “{_short(claim.text or '')}”"
            if span is not None
            else f"{where} lies outside the answer ({len(text)} characters)"
        )
        findings.append(
            found(
                "PC104",
                what,
                claim_id=claim.claim_id,
                span=span,
                given_text=claim.text,
                found_at=None if elsewhere is None else [elsewhere.start, elsewhere.end],
            )
        )
        span = span or elsewhere
        if span is not None:
            placed.append((claim, span))
    return placed, findings


def distinct_ids(given: Sequence[str | None]) -> list[str]:
    """An id for each given claim, all different: its own, else `c<n>`; one that is taken gets a number."""
    reserved = {name for name in given if name}
    taken: set[str] = set()
    names = []
    for number, own in enumerate(given, 1):
        name = base = own or f"c{number}"
        again = 1
        while name in taken or (not own and name in reserved):
            again += 1
            name = f"{base}#{again}"
        taken.add(name)
        names.append(name)
    return names


def _only_place(text: str, wanted: str | None) -> Span | None:
    if not wanted:
        return None
    at = text.find(wanted)
    if at < 0 or text.find(wanted, at + 1) >= 0:
        return None
    return Span(at, at + len(wanted))


class Placed:
    """Claims in the order of their places, none inside another, looked up by place."""

    def __init__(self, claims: Sequence[Claim]) -> None:
        self._claims = claims
        self._ends = [claim.end for claim in claims]

    def sharing(self, span: Span) -> list[Claim]:
        """The claims that share with a stretch half of the shorter of the two."""
        found = []
        for index in range(bisect_right(self._ends, span.start), len(self._claims)):
            claim = self._claims[index]
            if claim.start >= span.end:
                break
            shared = min(claim.end, span.end) - max(claim.start, span.start)
            if 2 * shared >= min(claim.end - claim.start, span.end - span.start):
                found.append(claim)
        return found


class Covered:
    """What a number of stretches cover together."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for span in sorted(spans):
            if self._ends and span.start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], span.end)
            else:
                self._starts.append(span.start)
                self._ends.append(span.end)

    def touches(self, span: Span) -> bool:
        index = bisect_right(self._ends, span.start)
        return index < len(self._starts) and self._starts[index] < span.end

    def holds(self, span: Span) -> bool:
        index = bisect_right(self._starts, span.start) - 1
        return index >= 0 and span.end <= self._ends[index]


def unclaimed(plain: str, rules: Sequence[Claim], spans: Sequence[Span]) -> list[Finding]:
    """PC106 for each statement with a figure or quotation that stands in none of the given claims."""
    findings = []
    covered = Covered(spans)
    for claim in rules:
        if claim.verifiability == "not_verifiable" or covered.holds(claim.span):
            continue
        statement = plain[claim.start : claim.end]
        marks = [Span(one.start, one.end) for one in figures(statement)]
        marks += [Span(one.start, one.end) for one in quotations(statement) if not one.short]
        outside = [mark for mark in (one.shift(claim.start) for one in marks) if not covered.touches(mark)]
        if outside:
            first = min(outside)
            findings.append(
                found(
                    "PC106",
                    f"“{_short(first.of(plain))}” stands in no claim: “{_short(statement)}”",
                    span=claim.span,
                    figures=[
                        {"start": mark.start, "end": mark.end, "text": mark.of(plain)}
                        for mark in sorted(outside)
                    ],
                )
            )
    return findings


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1].rstrip() + "…"
