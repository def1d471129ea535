"""From what was prepared and judged to the result of one answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from pincite.checks.headings import check_headings
from pincite.diagnose.gold import GoldJudgement
from pincite.engine.facts import facts_of, reference_rows
from pincite.engine.gold import expected_rows, gold_marks, texts_cited
from pincite.engine.preparation import ClaimWork, Prepared
from pincite.engine.rows import claim_row, judged_findings, shifted
from pincite.engine.setting import Setting
from pincite.judges.matrix import Judgement
from pincite.model import Claim, Finding
from pincite.model.claim import Severity
from pincite.model.result import AnswerResult

_RANK: dict[Severity, int] = {"low": 0, "medium": 1, "high": 2, "critical": 3}


def finish(
    one: Prepared, judgements: Sequence[Judgement], gold: GoldJudgement | None, setting: Setting
) -> AnswerResult:
    """Rows, judged findings and facts of one answer; the failure owners are looked for afterwards."""
    answer, case = one.answer, one.case
    findings = [*one.findings]
    for work, judgement in zip(one.work, judgements, strict=True):
        findings += judged_findings(work.claim, work.links, judgement, case, one.resolver)
        for link, judged in zip(work.links, judgement.links, strict=True):
            if judged.label not in ("full", None):
                findings += check_headings(work.claim, link)
    stamped = _stamped(findings, one)
    rows = tuple(
        claim_row(
            answer,
            work.claim,
            work.links,
            judgement,
            figures=work.figures,
            quotes=work.quotes,
            findings=[finding for finding, claim_ids in stamped if work.claim.claim_id in claim_ids],
            case=case,
            gold=mark,
        )
        for work, judgement, mark in zip(one.work, judgements, gold_marks(one, gold), strict=True)
    )
    invented = frozenset(f.citation_id for f in findings if f.code == "PC212" and f.citation_id)
    references = reference_rows(one.resolver, one.resolved, invented, setting.policy)
    return AnswerResult(
        answer_id=answer.answer_id,
        case_id=answer.case_id,
        text=answer.text,
        question=answer.question,
        claims=rows,
        findings=tuple(finding for finding, _ in stamped),
        facts=structs.replace(
            facts_of(answer, case, one.extraction, rows, gold, references, one.resolver, one.matched),
            evidence_cited=texts_cited(case, one.work),
            expected=expected_rows(one, gold),
        ),
        where=answer.where,
    )


def _stamped(findings: Sequence[Finding], one: Prepared) -> list[tuple[Finding, tuple[str, ...]]]:
    """Each finding with its ids and its severity moved by the claim's, and all claims that it is about."""
    severity: dict[str, Severity] = {work.claim.claim_id: work.claim.severity for work in one.work}
    covering = _claims_of_citations(one.work)
    stamped = []
    for finding in findings:
        claim_ids = _about(finding, covering)
        levels = [severity[claim_id] for claim_id in claim_ids if claim_id in severity]
        whole = structs.replace(
            finding,
            answer_id=one.answer.answer_id,
            case_id=one.answer.case_id,
            claim_id=claim_ids[0] if claim_ids else None,
        )
        level = max(levels, key=lambda name: _RANK[name]) if levels else "medium"
        stamped.append((shifted(whole, level), claim_ids))
    return stamped


def _claims_of_citations(work: Iterable[ClaimWork]) -> dict[str, list[Claim]]:
    """Citation id to the claims that it covers."""
    covering: dict[str, list[Claim]] = {}
    for one in work:
        for link in one.links:
            covering.setdefault(link.citation_id, []).append(one.claim)
    return covering


def _about(finding: Finding, covering: Mapping[str, list[Claim]]) -> tuple[str, ...]:
    """The claims that a finding is about, the nearest first.

    A finding about a reference is about the claim that ends nearest before that marker: each further
    occurrence of the marker has a finding of its own. Without a place in the answer it is about all claims
    that it covers.
    """
    if finding.claim_id is not None:
        return (finding.claim_id,)
    claims = covering.get(finding.citation_id or "", [])
    span = finding.answer_span
    if span is None or not claims:
        return tuple(claim.claim_id for claim in claims)
    nearest = min(claims, key=lambda claim: span.start - claim.end if span.start >= claim.end else 0)
    return (nearest.claim_id,)
