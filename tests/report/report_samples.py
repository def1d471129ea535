"""Results built by hand, small enough to read, that the report tests share."""

from __future__ import annotations

from pincite.codes import FindingSeverity
from pincite.model import Chunk, EvidenceRef, EvidenceSpan, Finding, Span, found
from pincite.model.result import AnswerResult, ClaimRow, LinkRow
from pincite.model.summary import Bounds, Interval, Metric, SevereFailure, Summary, Totals
from pincite.report.excerpt import Lookup

REPORT = Chunk(
    document_id="annual-report",
    document_revision="2024",
    chunk_id="c2",
    text="Revenue for the year rose 23% to EUR 4.5bn.",
    title="Annual report 2024",
    page=4,
)
OUTLOOK = Chunk(
    document_id="outlook",
    chunk_id="c9",
    text="The board expects stable prices.\nThe dividend will be decided in May.",
)
CHINESE = Chunk(
    document_id="company-law", chunk_id="c1", text="公司注册资本为五千万元，员工一百二十人。", title="登记"
)

REVENUE = "Revenue rose 32% in 2024 [2], driven by exports."
DIVIDEND = "The dividend doubled [3]."


def lookup(*chunks: Chunk) -> Lookup:
    """A lookup over a few chunks; by default over all samples."""
    known = {chunk.key: chunk for chunk in chunks or (REPORT, OUTLOOK, CHINESE)}
    return lambda document_id, revision, chunk_id: known.get((document_id, revision, chunk_id))


def at(text: str, piece: str) -> Span:
    start = text.index(piece)
    return Span(start, start + len(piece))


def stamped(finding: Finding, answer_id: str, case_id: str | None = None) -> Finding:
    """What the engine does to a finding: the ids of its answer and case."""
    return Finding(
        code=finding.code,
        name=finding.name,
        severity=finding.severity,
        message=finding.message,
        answer_id=answer_id,
        case_id=case_id,
        claim_id=finding.claim_id,
        citation_id=finding.citation_id,
        answer_span=finding.answer_span,
        evidence=finding.evidence,
        data=finding.data,
    )


def simple(
    code: str,
    *,
    answer_id: str = "a",
    case_id: str | None = None,
    claim_id: str | None = None,
    severity: FindingSeverity | None = None,
    message: str = "something is wrong",
) -> Finding:
    finding = found(code, message, claim_id=claim_id, severity=severity)
    return stamped(finding, answer_id, case_id)


def revenue_result() -> AnswerResult:
    """A figure that the source contradicts, and a claim on which the source is silent."""
    text = f"{REVENUE} {DIVIDEND}"
    figure, source = at(text, "32%"), at(REPORT.text, "23%")
    revenue, dividend = at(text, REVENUE[:-1]), at(text, "The dividend doubled")
    span = EvidenceSpan(
        document_id="annual-report", document_revision="2024", chunk_id="c2", start=26, end=29, text="23%"
    )
    findings = [
        found(
            "PC502",
            "citation [2] says something else: the figure is 23 %",
            claim_id="c1",
            citation_id="2",
            span=revenue,
        ),
        found(
            "PC401",
            "figure differs from the cited passage",
            claim_id="c1",
            citation_id="2",
            span=figure,
            evidence=EvidenceRef(
                document_id="annual-report",
                document_revision="2024",
                chunk_id="c2",
                start=source.start,
                end=source.end,
            ),
        ),
        found("PC501", "the cited text does not support the claim", claim_id="c2", span=dividend),
    ]
    claims = (
        ClaimRow(
            answer_id="a14",
            case_id="q-0142",
            claim_id="c1",
            start=revenue.start,
            end=revenue.end,
            text=revenue.of(text),
            severity="high",
            label="contradiction",
            failure_owner="generation",
            citations=(
                LinkRow(
                    citation_id="2",
                    document_id="annual-report",
                    document_revision="2024",
                    chunk_id="c2",
                    label="contradiction",
                    evidence=span,
                    confidence=1.0,
                    rationale="digits transposed",
                    judge="rules 1",
                ),
            ),
            findings=("PC502", "PC401"),
        ),
        ClaimRow(
            answer_id="a14",
            case_id="q-0142",
            claim_id="c2",
            start=dividend.start,
            end=dividend.end,
            text=dividend.of(text),
            label="none",
            citations=(
                LinkRow(
                    citation_id="3",
                    document_id="outlook",
                    chunk_id="c9",
                    label="none",
                    confidence=0.82,
                    judge="rules 1",
                ),
            ),
            findings=("PC501",),
        ),
    )
    return AnswerResult(
        answer_id="a14",
        case_id="q-0142",
        text=text,
        claims=claims,
        findings=tuple(stamped(finding, "a14", "q-0142") for finding in findings),
        where="data/answers.jsonl:14",
    )


def chinese_result() -> AnswerResult:
    """Wide characters in both windows."""
    text = "公司注册资本为八千万元[1]，员工一百二十人[1]。"
    span, source = at(text, "八千万元"), at(CHINESE.text, "五千万元")
    finding = found(
        "PC401",
        "the amount differs",
        claim_id="c1",
        citation_id="1",
        span=span,
        evidence=EvidenceRef(document_id="company-law", chunk_id="c1", start=source.start, end=source.end),
    )
    return AnswerResult(
        answer_id="a20",
        text=text,
        claims=(
            ClaimRow(
                answer_id="a20",
                claim_id="c1",
                start=0,
                end=11,
                text=text[:11],
                label="contradiction",
                citations=(LinkRow(citation_id="1", document_id="company-law", chunk_id="c1"),),
            ),
        ),
        findings=(stamped(finding, "a20"),),
        where="data/answers.jsonl:20",
    )


def uncited_result() -> AnswerResult:
    """One finding for a whole answer, and a judge that could not tell."""
    text = "Bats navigate by echo. They rest upside down."
    findings = [
        found("PC601", "the answer cites nothing: 2 claims need a citation"),
        found("PC901", "the judge cannot tell whether the cited text supports the claim", claim_id="c1"),
    ]
    return AnswerResult(
        answer_id="a31",
        case_id="q-7",
        text=text,
        claims=(ClaimRow(answer_id="a31", case_id="q-7", claim_id="c1", start=0, end=22, text=text[:22]),),
        findings=tuple(stamped(finding, "a31", "q-7") for finding in findings),
        where="data/answers.jsonl:31",
    )


def metric(numerator: float, denominator: int, *, coverage: float = 1.0, small: bool = True) -> Metric:
    value = numerator / denominator if denominator else None
    return Metric(
        value=value,
        numerator=numerator,
        denominator=denominator,
        coverage=coverage if denominator else None,
        bounds=Bounds(0.25, 0.75) if coverage < 1 else Bounds(value, value),
        interval=None if value is None else Interval(0.2, 0.8, 0.95, "wilson"),
        flags=("small_sample",) if small else (),
    )


def summary(**counts: int) -> Summary:
    totals = {"answers": 3, "claims": 5, "verifiable": 5, "required": 4, "supported": 2} | counts
    contradictions = Metric(
        value=1.0,
        numerator=1.0,
        denominator=4,
        coverage=0.8,
        bounds=Bounds(1.0, 2.0),
        flags=("small_sample",),
    )
    return Summary(
        run_id="0123456789abcdef",
        signature="pincite|seg:rules@1|scope:1|pack:1|judge:rules@1a2b3c4d|rubric:5e6f7a8b|labels:4|unit:claim"
        "|ci:cluster-bs2000|seed:7|policy:0a1b2c3d|scorer:1",
        counts=Totals(**totals),
        metrics={
            "citation_precision": metric(2, 4, coverage=0.8),
            "citation_completeness": metric(2, 4),
            "claim_support": metric(2, 5),
            "contradictions": contradictions,
            "invalid_citation_rate": metric(0, 5),
            "quote_fidelity": metric(0, 0),
        },
        severe_failures=(
            SevereFailure(
                answer_id="a14",
                case_id="q-0142",
                claim_id="c1",
                severity="high",
                label="contradiction",
                status="judged",
                findings=("PC502", "PC401"),
                failure_owner="generation",
            ),
        ),
    )
