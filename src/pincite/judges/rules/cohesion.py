"""Whether the words that the evidence shares with the claim belong together there.

All words of "Saturn is surrounded by rings of ice" stand in a passage on a boat called Saturn, a regatta and
ice cream; nothing there joins them.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.lexemes import LIGHT_WEIGHT
from pincite.judges.rules.materiality import predicate
from pincite.judges.rules.terms import Term

# A claim of more full words than this is seldom put together from strays.
LONG_CLAIM: Final = 8
# From this many units on, none of which has more than half of the claim, the words are strays.
UNITS: Final = 3
_HELD: Final = 0.5
# A longer passage may say a thing in many places.
SHORT_PASSAGE: Final = 6
_JOINED: Final = re.compile(r"[,;:，、；：]|\b(?:and|or|und|oder|et|ou|y|e|o)\b", re.IGNORECASE)
# What carries a subject over from the clause before.
_PRONOUN: Final = re.compile(
    r"\b(?:it|its|they|their|them|he|his|him|she|her|this|these|those|that|which|who|whose|where|er|sie|es|ihre?[nrms]?"
    r"|seine?[nrms]?|ihm|ihn|dessen|deren|die|der|das|il|elle|ils|elles|sa|ses|leurs?|qui|dont|où|sus?|que|cuy[oa]s?"
    r"|ell[oa]s?|éste|esta|este)\b",
    re.IGNORECASE,
)


def strays(a: Alignment) -> Finding | None:
    """A missing part if the claim's words are matched, but nowhere together."""
    full = [term for term in a.claim.terms if term.weight >= LIGHT_WEIGHT]
    if not 3 <= len(full) <= LONG_CLAIM or a.claim.figures or not a.chosen or _JOINED.search(a.claim.text):
        return None
    held = [term for term in full if a.hit(term.at) is not None]
    if len(held) < UNITS or len(a.source(a.chosen[0]).units) > SHORT_PASSAGE:
        return None
    if _over_units(a, held) or _other_clause(a, full, held):
        words = ", ".join(f"'{a.claim.text[term.start : term.end]}'" for term in held[:3])
        return Finding("missing", "cohesion", f"the source has {words}, but not said of each other")
    return None


def _over_units(a: Alignment, held: list[Term]) -> bool:
    """Whether the words stand in three units or more, none of which has more than half of them."""
    left = {term.at for term in held}
    units = 0
    keys = {key for term in held for key in a.hits[term.at]}
    most = max(sum(1 for term in held if key in a.hits[term.at]) for key in keys)
    if most > _HELD * len(held):
        return False
    while left:
        best = max(sorted(keys), key=lambda key: sum(1 for at in left if key in a.hits[at]))
        left -= {at for at in left if best in a.hits[at]}
        units += 1
    return units >= UNITS


def _clauses(a: Alignment, key: UnitKey, term: Term) -> set[int]:
    """The clauses of the unit where the word, or the one that stands for it, is met."""
    reading = a.source(key)
    hit = a.hits[term.at].get(key)
    if hit is None:
        return set()
    norm = reading.terms[hit.term].norm
    return {reading.terms[at].clause for at in reading.by_norm[norm]}


def _carried(reading: Analysis, terms: tuple[Term, ...]) -> bool:
    """Whether a pronoun leads back to what was said before."""
    start = reading.hard[terms[0].clause - 1] if terms[0].clause else 0
    return _PRONOUN.search(reading.text, start, terms[-1].end) is not None


def _other_clause(a: Alignment, full: list[Term], held: list[Term]) -> bool:
    """Whether the claim's verb is missing, and all that it says of its subject stands in a clause with a
    subject of its own."""
    begin = predicate(a.claim)
    key = a.chosen[0]
    verbs = [term for term in full if term.verb and term.start >= begin]
    if begin < 0 or not verbs or any(a.hit(term.at) is not None for term in verbs):
        return False
    subject = [term for term in held if term.end <= begin and key in a.hits[term.at]]
    rest = [term for term in held if term.start >= begin]
    if not subject or len(rest) < 2 or any(key not in a.hits[term.at] for term in rest):
        return False
    mine = set().union(*(_clauses(a, key, term) for term in subject))
    reading = a.source(key)
    for term in rest:
        for clause in _clauses(a, key, term):
            terms = reading.terms_of_clause(clause)
            if clause in mine or not _own_statement(a, key, terms) or _carried(reading, terms):
                return False
    return True


def _own_statement(a: Alignment, key: UnitKey, terms: tuple[Term, ...]) -> bool:
    """Whether a clause opens with a subject and a verb that the claim has nothing of."""
    used = a.matched(key)
    opening = []
    for term in terms:
        if term.at in used:
            break
        opening.append(term)
    return any(not t.light and not t.verb for t in opening[:2]) and any(t.verb for t in opening)
