"""A whole that is divided in two: what is said of one part is denied of the other.

"Above 1,500 needs approval" and "up to 1,500 needs none" say the same thing, and so do "40 % responded" and
"60 % did not".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.finding import Finding
from pincite.model.figure import FigureMatch

_TURNING: Final = frozenset(("negation", "opposite", "permission", "obligation"))
_WHOLE: Final = 100


def divided(a: Alignment, findings: list[Finding], matches: Sequence[FigureMatch]) -> list[Finding]:
    """The findings, less those that cancel each other. Told of claims of one statement only, since in others
    the figure and the denial may be of different ones."""
    if a.claim.terms and a.claim.terms[-1].clause:
        return findings
    conflicts = [finding for finding in findings if finding.kind == "conflict"]
    turned = [finding for finding in conflicts if finding.mechanism in _TURNING]
    bounds = sum(1 for match in matches if match.difference == "bound")
    other_side = bounds == 1 and len(conflicts) == 2
    other_share = len(conflicts) == 1 and any(map(_of_the_rest, matches))
    if len(turned) != 1 or not (other_side or other_share):
        return findings
    kept = [finding for finding in findings if finding not in conflicts]
    what = "the source says so of the other part"
    return [*kept, Finding("explained", "divided", what, turned[0].unit, term=turned[0].term)]


def _of_the_rest(match: FigureMatch) -> bool:
    """Whether a share is what the evidence's share leaves of the whole."""
    if match.match != "derived" or match.figure.kind != "percent" or match.evidence is None:
        return False
    mine, theirs = match.figure.value, match.evidence.value
    return mine is not None and theirs is not None and mine + theirs == _WHOLE
