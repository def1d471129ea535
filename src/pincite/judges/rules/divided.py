"""What a limit divides: "above 1,500 needs approval" and "up to 1,500 needs none" say the same thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.finding import Finding
from pincite.model.figure import FigureMatch

_TURNING: Final = frozenset(("negation", "opposite", "permission", "obligation"))


def divided(a: Alignment, findings: list[Finding], matches: Sequence[FigureMatch]) -> list[Finding]:
    """The findings, less those that cancel each other: the claim speaks of the other side of the evidence's
    limit, and says the opposite of it. Told of claims of one statement only, since in others the two may be
    about different things.
    """
    bounds = sum(1 for match in matches if match.difference == "bound")
    conflicts = [finding for finding in findings if finding.kind == "conflict"]
    turned = [finding for finding in conflicts if finding.mechanism in _TURNING]
    if bounds != 1 or len(turned) != 1 or len(conflicts) != 2 or (a.claim.terms and a.claim.terms[-1].clause):
        return findings
    what = "the source says so of the other side of its limit"
    kept = [finding for finding in findings if finding not in conflicts]
    return [*kept, Finding("explained", "divided", what, turned[0].unit, term=turned[0].term)]
