"""The claim's figures and dates against those of the evidence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pincite.judges.rules.alignment import Alignment, Source, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.lexicon import attributes
from pincite.judges.rules.terms import Term
from pincite.model.figure import Figure, FigureMatch
from pincite.text.figures.likeness import misread_sign

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
    if figure.high is not None or figure.unit != evidence.unit:
        return False
    if figure.bound in ("max", "below"):  # "at most three days" is no "three to five days"
        return evidence.high <= figure.value
    if figure.bound in ("min", "above"):
        return evidence.value >= figure.value
    return evidence.value <= figure.value <= evidence.high


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
    told = match.difference == "bound" or misread_sign(figure, match.evidence)
    if key is None or (match.match == "missing" and not told and not _about_the_same(a, match, key)):
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
# "From" opens a span as well; only beside a verb of change it gives what was before.
_SPAN: Final = re.compile(r"(?:from|von|de|del)\b", re.IGNORECASE)
_MOVED: Final = re.compile(
    r"\b(?:rais|lower|reduc|increas|decreas|cut|chang|mov|went|ros[ei]|fell|fall|gr[eo]w|drop|extend|shorten"
    r"|doubl|halv|adjust|amend|gesenkt|senk|erhöh|gestiegen|stieg|gesunken|sank|geändert|änder|verlänger|verkürz"
    r"|angehoben|herabgesetzt|pass|augment|baiss|rédu|relev|port|modifi|sub[ie]|baj|aument|redu[cj]|cambi|elev)",
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
    if _SPAN.match(former.group()) and _MOVED.search(reading.text, unit.start, unit.end) is None:
        return None  # "open from 9:00 to 18:00"
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
    single = _single(a, match)
    total = near = 0.0
    for term in context:
        size = _size(a, term, match)
        if size is not None:
            total, near = total + term.weight, near + term.weight * size
            continue
        stands = _stands(a, term, key, evidence, single=single)
        # A verb that the evidence has no counterpart of says little of what the figure is of.
        total += term.weight * (1 if stands or not term.verb else VERB_SHARE)
        near += term.weight if stands else 0.0
    if total and near / total < CONTEXT_SHARE:
        return False
    return not _of_another(a, match, key, before[-CONTEXT:])


_AND_THEN: Final = re.compile(
    r"\b(?:and|with|while|but|und|mit|während|aber|et|avec|mais|y|con|pero)\b|[;,，、；]", re.IGNORECASE
)


def _of_another(a: Alignment, match: FigureMatch, key: UnitKey, subject: Sequence[Term]) -> bool:
    """Whether the evidence gives its figure for another thing and names the claim's only after it: "the
    tower is 80 m high and carries an antenna" says nothing of how high the antenna is."""
    evidence, reading = match.evidence, a.source(key)
    assert evidence is not None
    unit = reading.units[key[1]]
    if unit.kind == "row":
        return False
    nouns = [term for term in subject if not term.verb and not term.light and _size(a, term, match) is None]
    places = [reading.terms[hit.term] for term in nouns if (hit := a.hits[term.at].get(key)) is not None]
    if not places or any(place.start < evidence.start for place in places):
        return False
    first = min(place.start for place in places)
    if _AND_THEN.search(reading.text, evidence.end, first) is None:
        return False
    matched = a.matched(key)
    return any(
        term.at not in matched and not term.verb and not term.light
        for term in reading.terms_between(unit.start, evidence.start)
    )


VERB_SHARE: Final = 0.4
_HEAD: Final = re.compile(r"[^:：\n]{1,60}[:：]")


def _stands(a: Alignment, term: Term, key: UnitKey, evidence: Figure, *, single: bool) -> bool:
    """Whether a word of the claim stands beside the figure of the evidence: in its row or clause, or before
    the colon that its list hangs on. What the text gives one such figure for may be named anywhere in it."""
    hit = a.hits[term.at].get(key)
    if hit is None:
        return single and any(other[0] == key[0] and other[1] < key[1] for other in a.hits[term.at])
    reading = a.source(key)
    unit = reading.units[key[1]]
    if unit.kind == "row" or single or _within(reading, hit.term, reading.clause_at(evidence.start)):
        return True
    head = _HEAD.match(reading.text, unit.start, evidence.start)
    return head is not None and reading.terms[hit.term].end <= head.end()


def _single(a: Alignment, match: FigureMatch) -> bool:
    """Whether the passage has no other figure of the unit or noun of this one."""
    evidence, passage = match.evidence, match.passage
    if evidence is None or passage is None or not (evidence.unit or evidence.noun):
        return False
    if match.figure.bound != "about" and match.figure.bound != evidence.bound:
        return False
    return not any(
        other.start != evidence.start and other.unit == evidence.unit and other.noun == evidence.noun
        for other in a.sources[passage].analysis.figures
    )


def _size(a: Alignment, term: Term, match: FigureMatch) -> bool | None:
    """Whether the evidence gives its figure for the size that the word names ("thick"); None for other words.

    A size that the evidence does not name is left open."""
    evidence, passage = match.evidence, match.passage
    if evidence is None or passage is None or term.end + SIZE_REACH < match.figure.start:
        return None
    dimension = "money" if evidence.kind == "money" else evidence.unit
    mine = {size for unit, size, _ in attributes().get(term.norm, ()) if unit == dimension}
    if not mine or term.start > match.figure.end + SIZE_REACH:
        return None
    reading = a.sources[passage].analysis
    theirs = {
        size
        for other in reading.terms_between(evidence.start - SIZE_REACH * 2, evidence.end + SIZE_REACH * 2)
        for unit, size, _ in attributes().get(other.norm, ())
        if unit == dimension
    }
    return None if not theirs else bool(mine & theirs)


SIZE_REACH: Final = 16


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
    if ceiling is None or match.evidence.high is not None or match.match == "derived":
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
