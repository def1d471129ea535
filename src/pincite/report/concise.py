"""The `concise` format: one line a finding, stable and easy to search."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.model import Finding
from pincite.report.groups import tone
from pincite.report.paint import Paint
from pincite.report.shown import one_line
from pincite.report.view import Entry


def lines(entry: Entry, paint: Paint) -> Iterator[str]:
    """`FILE:LINE: CODE message (case C, claim N)`; never cut, whatever the width."""
    for finding in (entry.finding, *entry.also):
        code = paint(tone(finding.code, finding.severity), finding.code)
        yield f"{one_line(entry.where)}: {code} {one_line(finding.message)}{place(finding)}"


def place(finding: Finding) -> str:
    """` (case q-0142, claim 3)`, with what is known of it."""
    parts = []
    if finding.case_id:
        parts.append(f"case {one_line(finding.case_id)}")
    elif finding.answer_id:
        parts.append(f"answer {one_line(finding.answer_id)}")
    if finding.claim_id:
        parts.append(f"claim {one_line(finding.claim_id)}")
    return f" ({', '.join(parts)})" if parts else ""
