"""From judgements to the rows of `claims.jsonl`, and the findings that follow from labels."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import structs

from pincite.codes import SEVERITIES, FindingSeverity
from pincite.engine.gold import is_near_miss
from pincite.evidence.naming import evidence_of
from pincite.evidence.resolution import Resolver
from pincite.evidence.right_marker import position, right_marker
from pincite.judges.matrix import Judgement, LinkJudgement
from pincite.model import (
    Answer,
    Case,
    Claim,
    EvidenceRef,
    FigureMatch,
    Finding,
    Passage,
    QuoteMatch,
    Resolved,
)
from pincite.model.claim import Severity
from pincite.model.finding import found
from pincite.model.result import ClaimRow, GoldMark, LinkRow

_STEP: dict[Severity, int] = {"critical": 1, "high": 1, "medium": 0, "low": -1}


def shifted(finding: Finding, severity: Severity) -> Finding:
    """One step up on critical and high claims, one down on low ones. Info stays info: it is no fault."""
    step = _STEP[severity]
    if step == 0 or finding.severity == "info":
        return finding
    level = SEVERITIES.index(finding.severity) + step
    moved: FindingSeverity = SEVERITIES[max(0, min(level, len(SEVERITIES) - 1))]
    return structs.replace(finding, severity=moved)


@lru_cache(maxsize=4096)
def text_digest(text: str) -> str:
    """SHA-256 of the UTF-8 text, as the contract's `digest`."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def link_row(link: Resolved, judged: LinkJudgement, case: Case | None = None) -> LinkRow:
    """One citation of a claim as a row."""
    chunk, citation, verdict = link.chunk, link.citation, judged.verdict
    return LinkRow(
        citation_id=link.citation_id,
        resolution=link.resolution,
        in_context=link.in_context,
        origin=citation.origin if citation else "generation",
        document_id=chunk.document_id if chunk else citation.document_id if citation else None,
        document_revision=chunk.document_revision
        if chunk
        else citation.document_revision
        if citation
        else None,
        chunk_id=chunk.chunk_id if chunk else citation.chunk_id if citation else None,
        chunk_digest=text_digest(chunk.text) if chunk else None,
        page=chunk.page if chunk else citation.page if citation else None,
        uri=chunk.uri if chunk else citation.uri if citation else None,
        label=judged.label,
        status=judged.status,
        reason=judged.reason,
        evidence=verdict.evidence if verdict else None,
        confidence=verdict.confidence if verdict else None,
        rationale=verdict.rationale if verdict else "",
        judge=verdict.judge if verdict else "",
        context=judged.context,
        near_miss=is_near_miss(link, case),
    )


def evidence_kind(passages: Iterable[Passage]) -> str:
    """What the cited evidence looks like: `table` (rows with cells), `text`, `mixed`, or `none`."""
    kinds = {"table" if passage.text.count("|") >= 2 else "text" for passage in passages}
    return kinds.pop() if len(kinds) == 1 else "mixed" if kinds else "none"


def judged_findings(
    claim: Claim, links: Sequence[Resolved], judgement: Judgement, case: Case | None, resolver: Resolver
) -> list[Finding]:
    """PC210, PC5xx and PC9xx: what follows from the verdicts on one claim."""
    findings: list[Finding] = []
    necessary = judgement.group.necessary if judgement.group else ()
    for link, judged in zip(links, judgement.links, strict=True):
        findings += _link_findings(claim, link, judged, judgement, link.citation_id in necessary, case)
    near = [
        link.citation_id
        for link, judged in zip(links, judgement.links, strict=True)
        if judged.label != "full" and is_near_miss(link, case)
    ]
    findings += _claim_findings(claim, judgement, near, resolver)
    return findings


def _link_findings(
    claim: Claim,
    link: Resolved,
    judged: LinkJudgement,
    judgement: Judgement,
    necessary: bool,
    case: Case | None,
) -> list[Finding]:
    findings = []
    verdict = judged.verdict
    place = _place(judged, link)
    nearly: dict[str, Any] = {"near_miss": True} if is_near_miss(link, case) else {}
    if judged.label == "contradiction" and not necessary:
        findings.append(
            found(
                "PC502",
                f"{_shown(link)} says something else{_because(judged)}",
                claim_id=claim.claim_id,
                citation_id=link.citation_id,
                span=claim.span,
                evidence=place,
                near_miss=is_near_miss(link, case),
            )
        )
    if judged.beyond:
        # A judge names a place in the cited span only; where it did, the rest stands beside the span.
        partly = "partly " if verdict is not None and verdict.evidence is not None else ""
        findings.append(
            found(
                "PC210",
                f"the evidence lies {partly}outside the span that {_shown(link)} cites",
                claim_id=claim.claim_id,
                citation_id=link.citation_id,
                span=claim.span,
                evidence=place,
                kind="span",
            )
        )
    beside = sum(other.label == "full" for other in judgement.links if other is not judged)
    if judged.label == "none" and judged.status == "judged" and verdict is not None and beside:
        findings.append(
            found(
                "PC505",
                f"{_shown(link)} adds nothing to the other citations of the claim",
                claim_id=claim.claim_id,
                citation_id=link.citation_id,
                span=claim.span,
                evidence=place,
                **nearly,
            )
        )
    if verdict is not None and verdict.contested:
        findings.append(
            found(
                "PC903",
                f"the judges do not agree about {_shown(link)}: "
                + ", ".join(f"{one.judge} says {one.label or one.status}" for one in verdict.opinions),
                claim_id=claim.claim_id,
                citation_id=link.citation_id,
                span=claim.span,
                evidence=place,
            )
        )
    if judged.status == "unjudged" and verdict is not None:
        findings.append(
            found(
                "PC902",
                f"the judge failed on {_shown(link)}: {judged.reason}",
                claim_id=claim.claim_id,
                citation_id=link.citation_id,
                span=claim.span,
                reason=judged.reason,
                rationale=verdict.rationale,
            )
        )
    return findings


def _claim_findings(
    claim: Claim, judgement: Judgement, near: Sequence[str], resolver: Resolver
) -> list[Finding]:
    """What follows from the claim's own label; `near` are its citations of near-miss sources."""
    nearly: dict[str, Any] = {"near_miss": list(near)} if near else {}
    seen = [judged for judged in judgement.links if judged.verdict is not None and judged.status == "judged"]
    findings = []
    if judgement.status == "undecided":
        why = next(
            (j.verdict.rationale for j in judgement.links if j.verdict and j.status == "undecided"), ""
        )
        findings.append(
            found(
                "PC901",
                f"the judge cannot tell whether the cited text supports the claim{': ' + why if why else ''}",
                claim_id=claim.claim_id,
                span=claim.span,
            )
        )
    if not seen or judgement.status != "judged":
        return findings
    why = (judgement.group.rationale if judgement.group else "") or (
        seen[0].verdict.rationale if seen[0].verdict else ""
    )
    because = f": {why}" if why else ""
    if judgement.label == "none":
        findings.append(
            found(
                "PC501",
                f"the cited text does not support the claim{because}",
                claim_id=claim.claim_id,
                span=claim.span,
                **nearly,
            )
        )
    elif judgement.label == "partial":
        findings.append(
            found(
                "PC503",
                f"the cited text supports only a part of the claim{because}",
                claim_id=claim.claim_id,
                span=claim.span,
                **nearly,
            )
        )
    if judgement.better and judgement.label != "full":
        findings.append(_misattributed(claim, judgement, resolver))
    return findings


def _misattributed(claim: Claim, judgement: Judgement, resolver: Resolver) -> Finding:
    """PC504: the passage that supports the claim, and the marker that would lead to it."""
    chunk = judgement.supporting[0].chunk
    spot = judgement.better[0].evidence
    marker = right_marker(resolver, chunk)
    number = position(resolver, chunk)
    fix: dict[str, Any] = {} if marker is None else {"cite": marker}
    way = ""
    if marker is not None:
        way = f"; cite {marker}"
    elif number is not None:
        way = f"; it is number {number} of the prompt, and no stored citation leads to it"
    return found(
        "PC504",
        f"another passage of the context supports the claim: chunk {chunk.chunk_id} of"
        f" {chunk.document_id}{way}",
        claim_id=claim.claim_id,
        span=claim.span,
        evidence=evidence_of(chunk) if spot is None else evidence_of(chunk, spot.start, spot.end),
        **fix,
    )


def _shown(link: Resolved) -> str:
    return f"citation {link.reference.marker or link.citation_id}"


def _because(judged: LinkJudgement) -> str:
    return f": {judged.verdict.rationale}" if judged.verdict and judged.verdict.rationale else ""


def _place(judged: LinkJudgement, link: Resolved) -> EvidenceRef | None:
    spot = judged.verdict.evidence if judged.verdict else None
    if spot is not None:
        return EvidenceRef(
            document_id=spot.document_id,
            document_revision=spot.document_revision,
            chunk_id=spot.chunk_id,
            start=spot.start,
            end=spot.end,
        )
    chunk = link.chunk
    if chunk is None:
        return None
    return EvidenceRef(
        document_id=chunk.document_id, document_revision=chunk.document_revision, chunk_id=chunk.chunk_id
    )


def claim_row(
    answer: Answer,
    claim: Claim,
    links: Sequence[Resolved],
    judgement: Judgement,
    *,
    figures: tuple[FigureMatch, ...],
    quotes: tuple[QuoteMatch, ...],
    findings: Sequence[Finding],
    case: Case | None,
    gold: GoldMark | None = None,
) -> ClaimRow:
    """One row of `claims.jsonl`, without its failure owner: that is looked for when all rows are there."""
    return ClaimRow(
        answer_id=answer.answer_id,
        case_id=answer.case_id,
        claim_id=claim.claim_id,
        start=claim.start,
        end=claim.end,
        text=claim.text,
        proposition=claim.proposition,
        kind=claim.kind,
        verifiability=claim.verifiability,
        citation_required=claim.citation_required,
        severity=claim.severity,
        slice=case.slice if case else None,
        evidence_kind=evidence_kind(passage for link in links for passage in link.passages),
        label=judgement.label,
        status=judgement.status,
        reason=judgement.reason,
        citations=tuple(
            link_row(link, judged, case) for link, judged in zip(links, judgement.links, strict=True)
        )
        if judgement.links
        else (),
        group=judgement.group,
        context=judgement.context,
        figures=figures,
        quotes=quotes,
        findings=tuple(dict.fromkeys(finding.code for finding in findings)),
        gold=gold,
    )


def key_in_mapping(links: Sequence[Resolved], answer: Answer) -> bool:
    """A marker that does not resolve although the stored mapping has its key: the parser lost it."""
    known = {citation.citation_id for citation in answer.citations}
    return any(
        link.resolution == "unresolved" and link.citation is None and link.reference.key in known
        for link in links
    )
