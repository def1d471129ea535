"""The same verb or the same pair of prepositions between the same two parties, the other way round."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import share
from pincite.judges.rules.terms import Term

# Parties are compared only if the unit holds this share of the claim.
SAME_MATTER: Final = 0.7
# A match of two words must be this sure.
SURE: Final = 0.85
# How many words after the verb its objects stand.
OBJECTS: Final = 3
_FROM: Final = frozenset(("from", "von", "vom", "aus", "de", "du", "des", "desde", "d'"))
_TO: Final = frozenset(
    ("to", "into", "nach", "zu", "zum", "zur", "à", "au", "aux", "vers", "a", "al", "hacia")
)
_PREPOSITION: Final = re.compile(
    r"\b(?P<word>from|to|into|by|of|with|for|on|in|at|over|against|behind|before|after|under|above|von|vom|aus"
    r"|nach|zu|zum|zur|durch|mit|für|gegen|bei|dem|den|einem|einen|de|du|des|desde|à|au|aux|vers|par|pour|avec|por"
    r"|para|con|a|al|del|hacia|contre|contra)\s+(?:(?:the|an?|its|their|his|her|der|die|das|la|le|les|el|los|las"
    r"|une?|una?|l['’])\s*)?$",
    re.IGNORECASE,
)
_GENITIVE: Final = re.compile(r"['’]s?\b", re.IGNORECASE)
_PASSIVE: Final = re.compile(
    r"\b(?:is|are|was|were|been|being|be|wird|werden|wurden?|worden|est|sont|été|fut|furent|fue|fueron|son|sido)"
    r"\s+(?:\w+\s+){0,2}$",
    re.IGNORECASE,
)
_BY: Final = re.compile(r"\s+(?:by|von|vom|durch|par|por)\b", re.IGNORECASE)
# What holds both ways: A meets B is B meets A. The copula and its kin are no verbs of action.
_MUTUAL: Final = re.compile(
    r"(?:meet|met|marr|agree|equal|resembl|differ|border|coincid|collaborat|cooperat|negotiat|include|contain|remain"
    r"|becom|became|call|nam|known|compare|correlat|associat|link|relat|share|merg|combin|adjoin|join|talk|discuss"
    r"|heirat|treff|traf|épous|rencontr|cas[óa]|match|mean|range|follow)",
    re.IGNORECASE,
)


def transposed(a: Alignment) -> list[Finding]:
    """A conflict if two parties of the claim have changed places in the evidence."""
    for key in a.chosen[:2]:
        if share(a, key) < SAME_MATTER:
            continue
        pairs = _parties(a, key)
        finding = _directions(a, key, pairs) or _arguments(a, key, pairs) or _cases(a, key, pairs)
        if finding is not None:
            return [finding]
    return []


def _parties(a: Alignment, key: UnitKey) -> list[tuple[Term, Term]]:
    """The claim's full words with their one counterpart in the unit."""
    reading = a.source(key)
    found = []
    for term in a.claim.terms:
        hit = a.hits[term.at].get(key)
        if hit is None or hit.strength < SURE or len(a.claim.by_norm[term.norm]) > 1:
            continue
        places = [
            at for at in reading.by_norm[reading.terms[hit.term].norm] if reading.terms[at].unit == key[1]
        ]
        if len(places) == 1:
            found.append((term, reading.terms[hit.term]))
    return found


def preposition(reading: Analysis, term: Term) -> str:
    """The preposition, oblique article or genitive ("of") of a noun phrase that ends in the term, else ""."""
    if _GENITIVE.search(reading.text, term.start, term.end + 2) is not None:
        return "of"
    start = term.start
    for step in range(2):
        before = _PREPOSITION.search(reading.text[max(0, start - 24) : start])
        if before is not None:
            return before.group("word").casefold()
        previous = reading.terms[term.at - 1] if step == 0 and term.at > 0 else None
        if previous is None or start - previous.end != 1:
            break
        start = previous.start
    return ""


_SOURCE: Final = re.compile(r"\b(?:from|von|vom|aus|de|du|des|desde)\b", re.IGNORECASE)


_source_in: Final = lru_cache(maxsize=4096)(_SOURCE.search)


def _directions(a: Alignment, key: UnitKey, pairs: list[tuple[Term, Term]]) -> Finding | None:
    """From A to B in the claim, from B to A in the evidence."""
    if _source_in(a.claim.text) is None:
        return None
    reading = a.source(key)
    for one, other in pairwise(pairs):
        mine = preposition(a.claim, one[0]), preposition(a.claim, other[0])
        if not _opposed(*mine):
            continue
        theirs = preposition(reading, one[1]), preposition(reading, other[1])
        if _opposed(*theirs) and (mine[0] in _FROM) != (theirs[0] in _FROM):
            here, there = _word(reading, one[1]), _word(reading, other[1])
            what = f"in the source it is {theirs[0]} '{here}' {theirs[1]} '{there}'"
            return Finding("conflict", "direction", what, key)
    return None


def _opposed(one: str, other: str) -> bool:
    return (one in _FROM and other in _TO) or (one in _TO and other in _FROM)


def _word(reading: Analysis, term: Term) -> str:
    return reading.text[term.start : term.end]


def _arguments(a: Alignment, key: UnitKey, pairs: list[tuple[Term, Term]]) -> Finding | None:
    """A acts on B in the claim, B on A in the evidence."""
    reading = a.source(key)
    for verb, stands in pairs:
        if (
            not _acts(a.claim, verb)
            or not _finite(reading, stands)
            or _passive(a.claim, verb) != _passive(reading, stands)
        ):
            continue
        subjects = [
            p for p in pairs if p[0].clause == verb.clause and p[0].end <= verb.start and not p[0].verb
        ]
        objects = [
            p for p in pairs if p[0].clause == verb.clause and p[0].start >= verb.end and not p[0].verb
        ]
        for subject in subjects[-2:]:
            for thing in objects[:OBJECTS]:
                if _changed(a, reading, (verb, stands), subject, thing):
                    what = f"in the source, '{_word(reading, thing[1])}' is the one that acts"
                    return Finding("conflict", "roles", what, key)
    return None


def _changed(
    a: Alignment,
    reading: Analysis,
    verb: tuple[Term, Term],
    subject: tuple[Term, Term],
    thing: tuple[Term, Term],
) -> bool:
    doer, patient = thing[1], subject[1]
    if not (doer.clause == patient.clause == verb[1].clause and doer.end <= verb[1].start < patient.start):
        return False
    if not (_heads(a.claim, subject[0], verb[0]) and _heads(reading, doer, verb[1])):
        return False
    if preposition(a.claim, subject[0]) in _OBLIQUE or preposition(reading, doer) in _OBLIQUE:
        return False
    return preposition(a.claim, thing[0]) == preposition(reading, patient)


# A German phrase in the dative or accusative is no subject wherever it stands.
_OBLIQUE: Final = frozenset(
    ("dem", "den", "einem", "einen", "of", "by", "from", "to", "von", "de", "du", "par")
)


def _heads(reading: Analysis, noun: Term, verb: Term) -> bool:
    """Whether the noun is the last full word before the verb."""
    between = reading.terms[noun.at + 1 : verb.at]
    return all(term.light or term.verb for term in between)


def _acts(claim: Analysis, term: Term) -> bool:
    word = claim.text[term.start : term.end]
    if term.name or _MUTUAL.match(word) is not None:
        return False
    if _NOUN.search(claim.text[max(0, term.start - 12) : term.start]) is not None:
        return False
    if _MODAL.search(claim.text[max(0, term.start - 16) : term.start]) is not None:
        return True
    ending = word.endswith(("s", "ed", "t", "en", "e"))
    return term.verb or (ending and (term.light or _OBJECT.match(claim.text, term.end) is not None))


# A word before an article is the verb of its clause; one behind an article or a preposition is a noun.
_OBJECT: Final = re.compile(
    r"\s+(?:the|an?|his|her|its|their|d(?:er|ie|as|em|en)|l[aeo]s?|une?|una?)\s", re.IGNORECASE
)
_NOUN: Final = re.compile(
    r"\b(?:an?|the|of|no|its|their|his|her|this|that|any|per|for|under|der|die|das|dem|den|l[aeo]s?)\s+$",
    re.IGNORECASE,
)


# The word right behind one of these is the verb that it governs.
_MODAL: Final = re.compile(
    r"\b(?:must|shall|will|should|may|can|could|would|might|cannot|(?:has|have|had|need|needs|is|are)\s+to|did|does"
    r"|do|debe|deben|deberá|puede|pueden|podrá|doit|doivent|devra|peut|peuvent|pourra)\s+(?:also\s+|then\s+)?$",
    re.IGNORECASE,
)
_NOMINATIVE: Final = re.compile(r"\b(?:der|ein)\s+$", re.IGNORECASE)
_GOVERNED: Final = re.compile(
    r"(?<!gegen )(?<!für )(?<!durch )(?<!ohne )(?<!mit )(?<!von )(?<!bei )(?<!an )(?<!auf )(?<!in )(?<!über )"
    r"(?<!vor )(?<!nach )(?<!zu )(?<!aus )(?<!unter )\b(?:den|dem|einen|einem)\s+$",
    re.IGNORECASE,
)


def _cases(a: Alignment, key: UnitKey, pairs: list[tuple[Term, Term]]) -> Finding | None:
    """ "Der Mieter muss den Verwalter informieren": German articles say who acts, whatever the order."""
    reading = a.source(key)
    if a.claim.language != "de" or reading.language != "de":
        return None
    acts = [p for p in pairs if _marked(a.claim, p[0], _NOMINATIVE) and _marked(reading, p[1], _GOVERNED)]
    suffers = [p for p in pairs if _marked(a.claim, p[0], _GOVERNED) and _marked(reading, p[1], _NOMINATIVE)]
    for one in acts:
        for other in suffers:
            verb = any(_verbal(a, reading, p) and p[0].clause == one[0].clause for p in pairs)
            if verb and one[0].clause == other[0].clause and one[1].clause == other[1].clause:
                what = f"in the source, '{_word(reading, other[1])}' is the one that acts"
                return Finding("conflict", "roles", what, key)
    return None


def _verbal(a: Alignment, reading: Analysis, pair: tuple[Term, Term]) -> bool:
    """Whether the two are the same word, and no noun."""
    return pair[0].norm == pair[1].norm and a.claim.text[pair[0].start].islower()


def _marked(reading: Analysis, term: Term, case: re.Pattern[str]) -> bool:
    return case.search(reading.text[max(0, term.start - 16) : term.start]) is not None


def _finite(reading: Analysis, term: Term) -> bool:
    before = reading.text[max(0, term.start - 12) : term.start]
    return _NOUN.search(before) is None and not before.endswith("-")  # "a south-facing balcony"


def _passive(reading: Analysis, verb: Term) -> bool:
    return (
        _PASSIVE.search(reading.text[max(0, verb.start - 40) : verb.start]) is not None
        or _BY.match(reading.text, verb.end) is not None
    )
