"""All, most, few, none of a thing whose parts the evidence counts or sets against each other."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import LOCAL_MATTER, SAME_MATTER, local, share
from pincite.judges.rules.scopes import scopes
from pincite.judges.rules.terms import Term
from pincite.model.figure import Figure
from pincite.text.qualifiers import Cue

_HALF: Final = Fraction(1, 2)
_OF: Final = re.compile(
    r"\s+(?:out\s+)?(?:of|von|aus|der|sur|de|des|d['’]|en)\s+(?:(?:the|its|all|these|den|der|ihren|les"
    r"|ces|las|los"
    r"|sus)\s+)?",
    re.IGNORECASE,
)
# Chinese and Japanese name the whole first.
_AMONG: Final = re.compile(r"\w{0,8}(?:中|里|当中|のうち|の内)[,，、]?(?:有|仅|只有)?")
_NO_SHARE: Final = frozenset(
    (
        "often",
        "frequently",
        "usually",
        "generally",
        "typically",
        "normally",
        "rarely",
        "seldom",
        "always",
        "never",
    )
)
# A part is counted at most this many words before what it is a part of.
_NEXT: Final = 2
# The numbers of a group stand within this many characters of its noun.
_BESIDE: Final = 3
# What a word has to weigh to be what is counted.
_FULL: Final = 0.5


def portion(a: Alignment) -> list[Finding]:
    """A conflict where the counts of the evidence do not make the claim's quantity; where they do, its words
    are borne out."""
    if not a.chosen or share(a, a.chosen[0]) < SAME_MATTER:
        return []
    cue = next((c for c in a.claim.cues if c.kind == "quantifier" and c.value in _HOLDS), None)
    fraction = _FRACTION.search(a.claim.text)
    if cue is None and fraction is not None:
        return _fraction(a, a.chosen[0], fraction)
    if cue is None or a.claim.text[cue.start : cue.end].casefold() in _NO_SHARE:
        return []
    key = a.chosen[0]
    divided = _divided(a, key, cue)
    if divided is not None:
        return divided
    if cue.value == "some" or any(n.cue.start != cue.start for n in scopes(a.claim).negations):
        return []
    part = _counted(a, key) or _summed(a, key, cue)
    if part is None:
        return []
    if _HOLDS[cue.value](part[0]):
        return [_borne_out(a, key, cue, term) for term in a.claim.terms if cue.start <= term.start < cue.end]
    claimed = a.claim.text[cue.start : cue.end]
    return [Finding("conflict", "quantifier", f"claim says '{claimed}', source counts '{part[1]}'", key)]


_FRACTION: Final = re.compile(
    r"\b(?P<two>two|three|zwei|drei|deux|trois|dos|tres)?[ -]?(?:(?P<half>half|hälfte|moitié|mitad)"
    r"|(?P<third>thirds?|drittel|tiers|terci[oa]s?)|(?P<quarter>quarters?|viertel|quarts?|cuarto|cuartas?))"
    r" (?:of|der|des|von|de|d['’]|du|del)\b|(?P<halb>一半|半数|半分)",
    re.IGNORECASE,
)
_TIMES: Final = {"two": 2, "zwei": 2, "deux": 2, "dos": 2, "three": 3, "drei": 3, "trois": 3, "tres": 3}
_PARTS: Final = {"half": 2, "halb": 2, "third": 3, "quarter": 4}
# A fraction in words is a round one.
_ROUND: Final = Fraction(1, 30)


def _fraction(a: Alignment, key: UnitKey, match: re.Match[str]) -> list[Finding]:
    """ "Half of the wells" against "nine of the twelve wells"."""
    part = _counted(a, key)
    if part is None or scopes(a.claim).negations:
        return []
    whole = next(parts for name, parts in _PARTS.items() if match[name])
    claimed = Fraction(_TIMES.get((match["two"] or "").casefold(), 1), whole)
    if abs(part[0] - claimed) > _ROUND:
        what = f"claim says '{match.group().strip()}', source counts '{part[1]}'"
        return [Finding("conflict", "quantifier", what, key)]
    words = [term for term in a.claim.terms if term.start < match.end() and match.start() < term.end]
    return [Finding("explained", "proportion", part[1], key, term=term.at) for term in words]


_HOLDS: Final = {
    "all": lambda part: part == 1,
    "most": lambda part: part > _HALF,
    "few": lambda part: part < _HALF,
    "none": lambda part: part == 0,
    "some": lambda part: part > 0,
}


def _borne_out(a: Alignment, key: UnitKey, cue: Cue, term: Term) -> Finding:
    what = a.claim.text[cue.start : cue.end]
    return Finding("explained", "proportion", f"the source divides them: '{what}'", key, term=term.at)


def _counts(reading: Analysis, key: UnitKey) -> list[Figure]:
    unit = reading.units[key[1]]
    return [
        figure
        for figure in reading.figures_in(unit.start, unit.end)
        if figure.kind == "number"
        and figure.value is not None
        and figure.high is None
        and figure.bound is None
    ]


def _denied_clause(reading: Analysis, key: UnitKey, at: int) -> bool:
    clause = reading.clause_at(at)
    return any(reading.clause_at(n.cue.start) == clause for n in scopes(reading).inside(key[1]))


def _counted(a: Alignment, key: UnitKey) -> tuple[Fraction, str] | None:
    """ "Five of the six pumps": the share of them, in digits or words."""
    reading = a.source(key)
    figures = _counts(reading, key)
    for part, whole in pairwise(figures):
        if _AMONG.fullmatch(reading.text, part.end, whole.start):
            part, whole = whole, part
        elif not _OF.fullmatch(reading.text, part.end, whole.start):
            continue
        if not part.value or not whole.value:
            continue
        if part.value > whole.value or _denied_clause(reading, key, whole.end):
            continue
        noun = reading.terms_from(whole.end, 1)
        if noun and noun[0].at in a.matched(key) and local(a, key, part.start) >= LOCAL_MATTER:
            ends = min(part.start, whole.start), max(part.end, noun[0].end)
            return part.value / whole.value, reading.text[slice(*ends)]
    return None


def _summed(a: Alignment, key: UnitKey, cue: Cue) -> tuple[Fraction, str] | None:
    """ "80 exhibits: 34 originals and 46 casts": the parts of a whole that they add up to."""
    reading = a.source(key)
    figures = _counts(reading, key)
    noun = next((term for term in a.claim.terms if term.start >= cue.end and not term.light), None)
    if len(figures) < 3 or noun is None or (held := a.hits[noun.at].get(key)) is None:
        return None
    values = [figure.value or Fraction(0) for figure in figures]
    for whole, value in zip(figures, values, strict=True):
        if value * 2 != sum(values) or not value:
            continue
        if held.term not in {t.at for t in reading.terms_from(whole.end, _NEXT)}:
            continue
        mine = {hit.term for t in a.claim.terms if t.at > noun.at and (hit := a.hits[t.at].get(key))}
        for at, figure in enumerate(figures):
            stop = figures[at + 1].start if at + 1 < len(figures) else reading.units[key[1]].end
            near = [t for t in reading.terms_between(figure.end, stop) if not t.light][:_NEXT]
            if (
                figure is whole
                or not any(t.at in mine for t in near)
                or _denied_clause(reading, key, figure.end)
            ):
                continue
            return values[at] / value, f"{whole.text} … {reading.text[figure.start : near[-1].end]}"
    return None


def _parted_by_opposites(a: Alignment, reading: Analysis, starts: list[int]) -> bool:
    """Whether what the claim says of all is said of one group, and the opposite of another."""
    for term in a.claim.terms:
        signs = {
            (sign == 1) == (end_sign == 1)
            for axis, sign in term.axes
            for at in reading.by_axis.get(axis, ())
            if starts[0] <= reading.terms[at].start < starts[-1]
            for end_axis, end_sign in reading.terms[at].axes
            if end_axis == axis
        }
        if len(signs) > 1:
            return True
    return False


def _divided(a: Alignment, key: UnitKey, cue: Cue) -> list[Finding] | None:
    """ "Wells 2 and 5 yielded water, wells 1 and 3 did not": some did, neither all nor none."""
    if cue.value not in ("all", "none", "some"):
        return None
    reading = a.source(key)
    noun = next(
        (t for t in a.claim.terms if t.end > cue.end and t.weight >= _FULL and key in a.hits[t.at]), None
    )
    if noun is None:
        return None
    norm = reading.terms[a.hits[noun.at][key].term].norm
    places = [reading.terms[at] for at in reading.by_norm[norm] if reading.terms[at].unit == key[1]]
    if len(places) < 2:
        return None
    unit = reading.units[key[1]]
    starts = [*(place.start for place in places), unit.end]
    # Both groups are numbered, or nothing tells that they are parts of one whole.
    parted = _parted_by_opposites(a, reading, starts)
    if parted:
        denied = {True, False}
    elif not all(reading.figures_in(place.start - _BESIDE, place.end + _BESIDE) for place in places):
        return None
    else:
        denied = {bool(scopes(reading).between(*ends)) for ends in pairwise(starts)}
    if len(denied) < 2:
        return None
    if cue.value == "some" or any(0 <= cue.start - n.cue.end <= 1 for n in scopes(a.claim).negations):
        return [
            _borne_out(a, key, cue, term)
            for term in a.claim.terms
            if term.start < cue.end and term.end > cue.start
        ]
    said = reading.text[unit.start : unit.end].strip()
    claimed = a.claim.text[cue.start : cue.end]
    return [Finding("conflict", "quantifier", f"claim says '{claimed}', source says '{said}'", key)]
