"""From findings to a label: the one place where the rules are weighed against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.gaps import Gaps
from pincite.judges.rules.scopes import scopes
from pincite.model.figure import FigureMatch
from pincite.model.verdict import Label, Status

# Below this weighted share of matched words the evidence is about something else: none, whatever else is
# found.
RELATED: Final = 0.34
# A conflict needs evidence that is about the claim's matter at least this far.
CONFLICT_MATTER: Final = 0.34
# From this share of matched words on, each counted by its place, the wording of the rest is taken for
# paraphrase: the best cut on the training pairs.
FULL: Final = 0.74
# A claim that is not full is partial if at least this share of it is matched, else none.
PARTIAL: Final = 0.34


class Decision(Struct, frozen=True):
    """A label with its reason, before it becomes a verdict; `mechanism` is the rule that found what speaks
    against support, "" where only words are missing."""

    label: Label | None
    status: Status
    rationale: str
    confidence: float | None
    unit: UnitKey | None = None
    reason: str | None = None
    mechanism: str = ""


def decide(a: Alignment, findings: Sequence[Finding], gaps: Gaps, matches: Sequence[FigureMatch]) -> Decision:
    """The first that applies: unreadable, unrelated, conflict, silent, strengthened or missing, full."""
    by_kind: dict[str, list[Finding]] = {}
    for finding in [*findings, *gaps.findings]:
        by_kind.setdefault(finding.kind, []).append(finding)
    unit = a.chosen[0] if a.chosen else None
    matched = sum(1 for match in matches if match.match != "missing")
    matter = covered(a, gaps, matched, len(matches))
    if "unreadable" in by_kind:
        return Decision(None, "undecided", by_kind["unreadable"][0].what, None, unit, "evidence_unreadable")
    conflicts = by_kind.get("conflict", [])
    if unit is None or (said(gaps, matched, len(matches)) < RELATED and not conflicts):
        return Decision("none", "judged", _nothing(a, gaps), 0.7, unit)
    for first in conflicts:
        if matter_without(a, gaps, matched, first) >= CONFLICT_MATTER:
            return _against("contradiction", first, 0.8, first.unit or unit)
    if conflicts:
        return _against("none", conflicts[0], 0.5, unit)
    if "silent" in by_kind:
        return _against("none", by_kind["silent"][0], 0.6, unit)
    missing = by_kind.get("missing", [])
    weaker = by_kind.get("strengthened", [])
    if missing or matter < FULL:
        what = next((finding.what for finding in [*missing, *weaker]), _nothing(a, gaps))
        silent = any(term.at in scopes(a.claim).negated for term in gaps.missing)
        label: Label = "partial" if not silent and _part_said(gaps, matched, len(matches)) else "none"
        found = next((finding.mechanism for finding in [*weaker, *missing]), "")
        return Decision(label, "judged", what, 0.6, unit, mechanism=found)
    if weaker:
        return _against("partial", weaker[0], 0.6, weaker[0].unit or unit)
    return Decision("full", "judged", "the cited text says it", round(min(0.95, matter), 2), unit)


def _against(label: Label, finding: Finding, confidence: float, unit: UnitKey | None) -> Decision:
    """The decision on what one finding says against support."""
    return Decision(label, "judged", finding.what, confidence, unit, mechanism=finding.mechanism)


def covered(a: Alignment, gaps: Gaps, matched: int, figures: int) -> float:
    """The weighted share of the claim, words and figures, that the evidence holds."""
    total = gaps.total + figures
    return (gaps.total * (1 - gaps.share) + matched) / total if total else 1.0


def matter_without(a: Alignment, gaps: Gaps, matched: int, conflict: Finding) -> float:
    """The same leaving out what is in conflict: a wrong figure or word must not hide that the matter is the
    same.
    """
    lost = gaps.plain * gaps.total
    total = gaps.total
    if conflict.term >= 0:
        weight = a.claim.terms[conflict.term].weight
        total -= weight
        lost -= weight if a.hit(conflict.term) is None else 0.0
    total += matched
    return max(0.0, (total - lost) / total) if total > 0 else 1.0


def said(gaps: Gaps, matched: int, figures: int) -> float:
    """The weighted share of the claim that the evidence holds, without the emphasis on its end."""
    total = gaps.total + figures
    return (gaps.total * (1 - gaps.plain) + matched) / total if total else 1.0


def _part_said(gaps: Gaps, matched: int, figures: int) -> bool:
    """Whether something that the claim says, not only its subject, is in the evidence."""
    return said(gaps, matched, figures) >= PARTIAL and not gaps.subject_only


def _nothing(a: Alignment, gaps: Gaps) -> str:
    if not gaps.missing:
        return "the cited text is about something else"
    words = sorted(sorted(gaps.missing, key=lambda term: -term.weight)[:3], key=lambda term: term.at)
    return "no mention of " + ", ".join(f"'{a.claim.text[term.start : term.end]}'" for term in words)
