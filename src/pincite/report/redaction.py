"""`--redact`: results without any words of the user's questions, answers and sources.

Ids, offsets, labels, codes and counts stay, so that a redacted run can still be compared and discussed.
"""

from __future__ import annotations

from msgspec import structs

from pincite.codes import CATALOGUE
from pincite.model import EvidenceSpan, Figure, FigureMatch, Finding, QuoteMatch
from pincite.model.result import AnswerResult, ClaimRow, LinkRow

REDACTED = "[redacted]"
_KEPT_DATA = ("kind", "near_miss", "reason")


def redacted(result: AnswerResult) -> AnswerResult:
    """The result with every text replaced by `[redacted]` or left out."""
    return structs.replace(
        result,
        text=REDACTED,
        question=None if result.question is None else REDACTED,
        metadata={},
        claims=tuple(_claim(claim) for claim in result.claims),
        findings=tuple(redacted_finding(finding) for finding in result.findings),
        facts=structs.replace(
            result.facts,
            expected=tuple(structs.replace(row, text=REDACTED) for row in result.facts.expected),
        ),
    )


def redacted_finding(finding: Finding) -> Finding:
    """The finding with the catalogue's title for a message, since messages quote what they are about."""
    entry = CATALOGUE.get(finding.code)
    return structs.replace(
        finding,
        message=entry.title if entry is not None else finding.name,
        data={key: finding.data[key] for key in _KEPT_DATA if key in finding.data},
    )


def _claim(claim: ClaimRow) -> ClaimRow:
    group = claim.group
    return structs.replace(
        claim,
        text=REDACTED,
        proposition=None,
        citations=tuple(_link(link) for link in claim.citations),
        group=None if group is None else structs.replace(group, rationale=""),
        figures=tuple(_figure_match(match) for match in claim.figures),
        quotes=tuple(_quote(match) for match in claim.quotes),
    )


def _link(link: LinkRow) -> LinkRow:
    return structs.replace(
        link, uri=None, rationale="", evidence=None if link.evidence is None else _evidence(link.evidence)
    )


def _evidence(evidence: EvidenceSpan) -> EvidenceSpan:
    return structs.replace(evidence, text=REDACTED)


def _figure_match(match: FigureMatch) -> FigureMatch:
    evidence = match.evidence
    return structs.replace(
        match, figure=_figure(match.figure), evidence=None if evidence is None else _figure(evidence)
    )


def _figure(figure: Figure) -> Figure:
    return Figure(text=REDACTED, start=figure.start, end=figure.end, kind=figure.kind)


def _quote(match: QuoteMatch) -> QuoteMatch:
    return structs.replace(match, text=REDACTED, difference=None)
