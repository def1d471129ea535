"""A stored run as results again, so that it can be reported in every format.

The run directory does not keep the answers. What is known of them are their claims, so a text is put together
from those: each claim at its own place, line breaks between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.engine.run import Run
from pincite.model import Finding
from pincite.model.result import AnswerResult, AnswerRow, ClaimRow


def results_of(run: Run) -> Iterator[AnswerResult]:
    """The run's answers in their order, each with its claims and findings."""
    claims: dict[str, list[ClaimRow]] = {}
    findings: dict[str, list[Finding]] = {}
    for claim in run.claims:
        claims.setdefault(claim.answer_id, []).append(claim)
    for finding in run.findings:
        findings.setdefault(finding.answer_id, []).append(finding)
    rows = {row.answer_id: row for row in run.answers}
    for answer_id in dict.fromkeys((*rows, *claims, *findings)):
        some, found = claims.get(answer_id, []), findings.get(answer_id, [])
        cases = (*(one.case_id for one in some), *(one.case_id for one in found))
        row = rows.get(answer_id) or AnswerRow(answer_id=answer_id, case_id=next(filter(None, cases), None))
        yield AnswerResult(
            answer_id=answer_id,
            case_id=row.case_id,
            text=_text(some),
            claims=tuple(some),
            findings=tuple(found),
            facts=row.facts,
            where=row.where,
        )


def _text(claims: Sequence[ClaimRow]) -> str:
    """The claims at their places. A redacted one is shorter or longer than its place."""
    pieces: list[str] = []
    length = 0
    for claim in sorted(claims, key=lambda claim: (claim.start, claim.end)):
        if claim.start < length:
            continue  # inside of the one before
        size = max(claim.end - claim.start, 0)
        pieces += ["\n" * (claim.start - length), claim.text[:size].ljust(size)]
        length = claim.start + size
    return "".join(pieces)
