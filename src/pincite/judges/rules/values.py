"""The claim's figures and dates against those of the evidence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pincite.judges.rules.alignment import Alignment, Source, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.model.figure import FigureMatch

# A figure weighs a little more than a word: it is the checkable part of a claim.
FIGURE_WEIGHT: Final = 1.2
_NAMED: Final = {
    "value": "figure",
    "unit": "unit",
    "scale": "scale",
    "sign": "sign",
    "date": "date",
    "percent_vs_points": "percent against points",
    "currency": "currency",
    "bound": "bound",
    "position": "row or subject",
}
# A bare year, quarter or fiscal year that says when the rest holds.
_FRAME: Final = re.compile(r"(?:FY)?\d{4}(?:-Q\d)?$")


def anchors(matches: Sequence[FigureMatch], sources: Sequence[Source]) -> list[UnitKey]:
    """The units that hold the counterpart of a figure, one entry a figure."""
    found = []
    for match in matches:
        if match.evidence is not None and match.passage is not None and match.passage < len(sources):
            reading = sources[match.passage].analysis
            found.append((match.passage, reading.unit_at(match.evidence.start)))
    return found


def values(a: Alignment, matches: Sequence[FigureMatch]) -> list[Finding]:
    """Figures that differ (conflict), that stand for another year (silent), or that are nowhere (missing)."""
    found: list[Finding] = []
    dates_only = all(match.figure.kind == "date" for match in matches)
    for match in matches:
        if match.match == "missing" or match.difference in ("position", "bound"):
            if (finding := _missing(a, match, dates_only=dates_only)) is not None:
                found.append(finding)
        elif (former := _former_value(a, match)) is not None:
            found.append(former)
        elif (dropped := _dropped_ceiling(a, match)) is not None:
            found.append(dropped)
    return found


_NO_LATER: Final = re.compile(
    r"no later than|not later than|latest|spätestens|au plus tard|a más tardar", re.IGNORECASE
)
_AHEAD: Final = re.compile(
    r"before|in advance|ahead|prior|vor|im voraus|avant|à l'avance|antes|antelación", re.IGNORECASE
)


def _in_advance(a: Alignment, match: FigureMatch) -> bool:
    """ "No later than a day before" and "at least a day before" are one bound."""
    if match.passage is None or match.passage >= len(a.sources):
        return False
    texts = (a.claim.text, a.sources[match.passage].analysis.text)
    return any(map(_NO_LATER.search, texts)) and all(map(_AHEAD.search, texts))


def within(match: FigureMatch) -> bool:
    """Whether the evidence gives a range that holds the claim's value."""
    figure, evidence = match.figure, match.evidence
    if evidence is None or evidence.high is None or evidence.value is None or figure.value is None:
        return False
    return (
        figure.high is None
        and figure.unit == evidence.unit
        and evidence.value <= figure.value <= evidence.high
    )


def _missing(a: Alignment, match: FigureMatch, *, dates_only: bool) -> Finding | None:
    figure = match.figure
    if match.evidence is None and match.difference is not None:
        return Finding(
            "conflict", "arithmetic", f"the claim's own figures do not give '{figure.text.strip()}'"
        )
    if match.difference in (None, "precision") or match.evidence is None:
        return Finding("missing", "figure", f"no '{figure.text.strip()}' in the source", None, FIGURE_WEIGHT)
    if match.difference == "bound" and _in_advance(a, match):
        return None
    key = None
    if match.passage is not None and match.passage < len(a.sources):
        key = (match.passage, a.sources[match.passage].analysis.unit_at(match.evidence.start))
    if key is None or (match.match == "missing" and not _about_the_same(a, match, key)):
        return Finding("missing", "figure", f"no '{figure.text.strip()}' in the source", None, FIGURE_WEIGHT)
    said = match.evidence.text.strip()
    named = _NAMED.get(match.difference or "", match.difference)
    what = f"source has '{said}', claim has '{figure.text.strip()}' ({named})"
    if (
        match.match == "missing"
        and figure.kind == "date"
        and figure.date is not None
        and _FRAME.match(figure.date)
        and not dates_only
    ):
        return Finding("silent", "period", what, key)
    return Finding("conflict", "figure", what, key)


_FORMER: Final = re.compile(
    r"\b(?:former|formerly|previous|previously|earlier|old|original|initial|from|instead of|no longer"
    r"|bisher\w*|früher\w*|von|ancien\w*|auparavant|de|anterior\w*|del?)\b"
    r"[^.;,0-9]{0,24}$",
    re.IGNORECASE,
)
_CHANGED: Final = re.compile(
    r"\b(?:to|now|since|replaced|lowered|raised|reduced|increased|changed|auf|nun|jetzt|gesenkt|erhöht|à"
    r"|désormais|a|ahora)\b",
    re.IGNORECASE,
)
_PAST: Final = re.compile(
    r"\b(?:was|were|had|used to|from|former\w*|previous\w*|earlier|originally|initially|before|until|rose"
    r"|fell|grew|increas\w*|decreas\w*|rais\w*|lower\w*|war|waren|von|früher|bisher|était|de|era"
    r"|anterior)\b",
    re.IGNORECASE,
)


def _former_value(a: Alignment, match: FigureMatch) -> Finding | None:
    """ "The former limit of 100 was lowered to 80": the claim gives as present what has been replaced."""
    evidence = match.evidence
    if evidence is None or evidence.value is None or match.passage is None or match.passage >= len(a.sources):
        return None
    reading: Analysis = a.sources[match.passage].analysis
    unit = reading.units[reading.unit_at(evidence.start)]
    before = reading.text[max(unit.start, evidence.start - 40) : evidence.start]
    former = _FORMER.search(before)
    if former is None or _PAST.search(a.claim.text) is not None:
        return None
    for later in reading.figures_in(evidence.end, unit.end):
        if later.unit != evidence.unit or later.kind != evidence.kind:
            continue
        if any(later.value == figure.value for figure in a.claim.figures):
            return None
        if (
            later.value != evidence.value
            and _CHANGED.search(reading.text, evidence.end, later.start) is not None
        ):
            what = (
                f"the source gives '{evidence.text.strip()}' as the former value, now '{later.text.strip()}'"
            )
            return Finding("conflict", "former value", what, (match.passage, reading.unit_at(evidence.start)))
    return None


# The words beside the claim's figure, this many on each side, have to stand beside the other figure too.
CONTEXT: Final = 4
CONTEXT_SHARE: Final = 0.5


def _about_the_same(a: Alignment, match: FigureMatch, key: UnitKey) -> bool:
    """Whether the figure of the evidence is said of what the claim says its figure of."""
    evidence = match.evidence
    assert evidence is not None
    before = [t for t in a.claim.terms if t.end <= match.figure.start and t.weight > 0.2]
    after = [t for t in a.claim.terms if t.start >= match.figure.end and t.weight > 0.2]
    context = before[-CONTEXT:] + after[:CONTEXT]
    reading = a.source(key)
    clause = reading.clause_at(evidence.start)
    row = reading.units[key[1]].kind == "row"
    total = near = 0.0
    for term in context:
        total += term.weight
        hit = a.hits[term.at].get(key)
        if hit is not None and (row or _within(reading, hit.term, clause)):
            near += term.weight
    return total == 0 or near / total >= CONTEXT_SHARE


def _within(reading: Analysis, at: int, clause: int) -> bool:
    """Whether the word, or another of its spelling in the unit, stands in the clause or the one beside it."""
    term = reading.terms[at]
    return any(
        abs(reading.terms[other].clause - clause) <= 1
        for other in reading.by_norm[term.norm]
        if reading.terms[other].unit == term.unit
    )


_CEILING: Final = re.compile(
    r"(?:\bup to|\bas much as|\bas many as|\bbis zu|\bjusqu['’]à|\bhasta|\bat most|\bno more than|最多|最高"
    r"|最大|上限)\s*$",
    re.IGNORECASE,
)


def _dropped_ceiling(a: Alignment, match: FigureMatch) -> Finding | None:
    """ "Up to 40 %" in the evidence, a flat 40 % in the claim."""
    if (
        match.evidence is None
        or match.passage is None
        or match.passage >= len(a.sources)
        or match.figure.bound
    ):
        return None
    reading: Analysis = a.sources[match.passage].analysis
    before = reading.text[max(0, match.evidence.start - 14) : match.evidence.start]
    ceiling = _CEILING.search(before) or _CEILING.search(match.evidence.text[:12].rstrip("0123456789.,% "))
    if ceiling is None or match.evidence.high is not None:
        return None
    if any(word in a.claim.text.casefold() for word in _LIMITS):
        return None
    said = ceiling.group().strip()
    key = (match.passage, reading.unit_at(match.evidence.start))
    return Finding("strengthened", "ceiling", f"source says '{said}', claim states it flatly", key)


_LIMITS: Final = (
    "limit",
    "maxim",
    "cap",
    "ceiling",
    "at most",
    "up to",
    "höchst",
    "bis zu",
    "plafond",
    "jusqu",
    "máxim",
    "hasta",
    "最",
)
