"""Who does what to whom, and which value belongs to which subject."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import share
from pincite.judges.rules.relations import counterparts
from pincite.judges.rules.terms import Term

# Roles are compared only if the unit holds this share of the claim.
SAME_MATTER: Final = 0.5
_PASSIVE: Final = re.compile(
    r"\b(?:is|are|was|were|been|being|be|gets?|got|wird|werden|wurden?|worden|est|sont|été|fut|furent"
    r"|ét(?:ait|aient)|fue|fueron|es|son|sido|será)"
    r"\s+(?:\w+\s+){0,2}$",
    re.IGNORECASE,
)
_BY: Final = re.compile(r"\b(?:by|von|vom|durch|par|por)\b|被|によって|により", re.IGNORECASE)


def roles(a: Alignment) -> list[Finding]:
    """Swapped agent and patient, crossed pairs, and a statement made of another subject."""
    for key in a.chosen[:2]:
        if share(a, key) < SAME_MATTER:
            continue
        finding = _swapped(a, key) or _turned(a, key) or _crossed(a, key) or _other_subject(a, key)
        if finding is not None:
            return [finding]
    return []


def _turned(a: Alignment, key: UnitKey) -> Finding | None:
    """ "A taught B" against "A was a pupil of B": both parties on the other side of one relation."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    pairs = [one for one in counterparts(a.claim, reading) if unit.start <= one.theirs.start < unit.end]
    if not pairs or not all(pair.turned for pair in pairs):
        return None
    said = reading.text[pairs[0].theirs.start : pairs[0].theirs.end]
    used = a.claim.text[pairs[0].mine.start : pairs[0].mine.end]
    return Finding(
        "conflict", "relation", f"in the source '{said}' is said the other way round than '{used}'", key
    )


class _Frame:
    """The terms on the acting and on the suffering side of one verb: the phrase that opens the clause, and
    the phrase right behind the verb or behind "by".
    """

    def __init__(self, reading: Analysis, verb: Term) -> None:
        clause = [t for t in reading.terms_in(verb.unit) if t.clause == verb.clause]
        nouns = [t for t in clause if t.at != verb.at and not t.light]
        subject = [t for t in nouns if t.end <= verb.start and t.part == clause[0].part]
        if (
            subject
            and _LED_IN.search(reading.text[max(0, subject[0].start - 16) : subject[0].start]) is not None
        ):
            subject = []
        by = _BY.search(reading.text, verb.end, verb.end + 60)
        passive = _PASSIVE.search(reading.text[max(0, verb.start - 40) : verb.start]) is not None or (
            _BY.match(reading.text, verb.end + 1) is not None
        )
        self.agent: list[Term] = []
        self.patient: list[Term] = []
        if passive:
            self.patient = subject[-_HEADS:]
            if by is not None:
                behind = [t for t in nouns if t.start >= by.end()]
                self.agent = [t for t in behind if t.part == behind[0].part][:_HEADS]
        elif not _NOUN.search(reading.text[max(0, verb.start - 12) : verb.start]):
            self.agent = subject[-_HEADS:]
            self.patient = [t for t in nouns if t.start >= verb.end and t.part == verb.part][:_HEADS]


# A phrase led in by a preposition is no subject; a word behind an article is no verb.
_LED_IN: Final = re.compile(
    r"\b(?:in|on|at|from|for|with|after|before|during|under|by|of|to|im|am|bei|von|mit|nach|vor|en|dans"
    r"|chez|pour|con|para|por)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
_NOUN: Final = re.compile(
    r"\b(?:a|an|the|of|no|its|their|his|her|this|that|any|per|for)\s+$|\d\S*\s+$|-\w+\s+$", re.IGNORECASE
)


_HEADS: Final = 2
# Two sides can only be read off a clause that is simple and that repeats most of the claim.
SWAP_MATTER: Final = 0.7
SIMPLE_CLAUSE: Final = 12
SIMPLE_SENTENCE: Final = 24


def _swapped(a: Alignment, key: UnitKey) -> Finding | None:
    reading = a.source(key)
    if share(a, key) < SWAP_MATTER:
        return None
    for verb in a.claim.terms:
        hit = a.hits[verb.at].get(key)
        if hit is None or hit.strength < 0.85 or not (verb.verb or _predicate(a.claim, verb)):
            continue
        clause = reading.terms[hit.term].clause
        if len(reading.terms_of_clause(clause)) > SIMPLE_CLAUSE:
            continue
        mine = _Frame(a.claim, verb)
        theirs = _Frame(reading, reading.terms[hit.term])
        if not mine.agent or not mine.patient or not theirs.agent or not theirs.patient:
            continue
        agents = _meet(a, key, mine.agent, theirs.agent)
        patients = _meet(a, key, mine.patient, theirs.patient)
        doer = reading.text[theirs.agent[0].start : theirs.agent[-1].end]
        # With another verb, the other name may stand on the other side: A rents from B, B lets to A.
        everyone = {term.norm for term in a.claim.terms}
        if (
            not agents
            and patients
            and _other_names(mine.agent, theirs.agent)
            and (hit.strength == 1 or everyone.isdisjoint(term.norm for term in theirs.agent))
        ):
            return Finding("conflict", "roles", f"the source says it of '{doer}'", key)
        if agents or patients:
            continue
        if _meet(a, key, mine.agent, theirs.patient) and _meet(a, key, mine.patient, theirs.agent):
            return Finding("conflict", "roles", f"in the source, '{doer}' is the one that acts", key)
    return None


# A word between a noun phrase and an article or a name is the verb of its clause.
_OBJECT: Final = re.compile(r"\s+(?:(?:the|a|an|his|her|its|their|this|that|all)\b|[A-ZÀ-Ý])")


def _predicate(claim: Analysis, term: Term) -> bool:
    return (
        term.at > 0
        and not term.name
        and claim.text[term.start : term.end].endswith(("s", "ed", "t"))
        and _OBJECT.match(claim.text, term.end) is not None
        and _NOUN.search(claim.text[max(0, term.start - 12) : term.start]) is None
    )


def _other_names(mine: list[Term], theirs: list[Term]) -> bool:
    """Whether both sides are named, by different names."""
    named = all(term.name for term in [*mine, *theirs])
    return named and {term.norm for term in mine}.isdisjoint(term.norm for term in theirs)


def _meet(a: Alignment, key: UnitKey, mine: list[Term], theirs: list[Term]) -> bool:
    norms = {t.norm for t in theirs}
    at = {t.at for t in theirs}
    return any(
        t.norm in norms or ((hit := a.hits[t.at].get(key)) is not None and hit.term in at)
        for t in mine
        if not t.verb
    )


_COORDINATE: Final = re.compile(
    r"\b(?:and|but|while|whereas|und|während|aber|et|mais|tandis|y|pero|mientras)\b|[;；，、。]|[,，](?!\d)|\n"
    r"|(?<=[a-z])\.\s",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def _segments(text: str) -> list[int]:
    return [match.end() for match in _COORDINATE.finditer(text)]


def _segment(ends: list[int], offset: int) -> int:
    return bisect_right(ends, offset)


def _crossed(a: Alignment, key: UnitKey) -> Finding | None:
    """x-y and x'-y' in the claim, x-y' and x'-y in the evidence, in one sentence or in two of a passage."""
    reading = a.source(key)
    mine = _segments(a.claim.text)
    if not mine:
        return None
    theirs = _segments(reading.text)
    places: dict[int, dict[int, set[int]]] = {}
    for term in a.claim.terms:
        hit = _only_hit(a, key[0], term)
        if term.light or hit is None or len(a.claim.by_norm[term.norm]) > 1:
            continue
        here = _segment(mine, term.start)
        there = _segment(theirs, reading.terms[hit].start)
        places.setdefault(here, {}).setdefault(there, set()).add(term.at)
    for one in places:
        for other in places:
            if one < other and _exchange(places[one], places[other]):
                return Finding(
                    "conflict", "pairs", "the claim pairs what the source pairs the other way round", key
                )
    return None


def _only_hit(a: Alignment, passage: int, term: Term) -> int | None:
    """The one word of a passage that stands for the claim's word; None if there are more or none."""
    reading = a.sources[passage].analysis
    found = {hit.term for key, hit in a.hits[term.at].items() if key[0] == passage and hit.strength >= 0.8}
    norms = {reading.terms[at].norm for at in found}
    if len(norms) != 1:
        return None
    places = reading.by_norm[norms.pop()]
    return places[0] if len(places) == 1 else None


def _exchange(one: dict[int, set[int]], other: dict[int, set[int]]) -> bool:
    """Two claim segments whose words lie crosswise in two evidence segments."""
    return len(one) == 2 and one.keys() == other.keys()


# A subject with its apposition is at most this many words: "the ferry Marit".
LONGEST_SUBJECT: Final = 3


def _other_subject(a: Alignment, key: UnitKey) -> Finding | None:
    """The predicate stands in a clause with a subject of its own, a name that the claim does not use."""
    reading = a.source(key)
    inside = reading.terms_in(key[1])
    if len(inside) > SIMPLE_SENTENCE:
        return None
    names = [term for term in a.claim.terms if term.name]
    after = [
        term
        for term in a.claim.terms
        if names and term.start > names[0].end and not term.light and not term.name
    ]
    verbs = [term for term in after if term.verb] or after[:1]
    if not names or not verbs:
        return None
    named = [reading.terms[hit.term] for t in names if (hit := a.hits[t.at].get(key)) is not None]
    if not named:
        return None
    claimed = {term.norm for term in a.claim.terms}
    ends = _segments(reading.text)
    for verb in verbs:
        hit = a.hits[verb.at].get(key)
        if hit is None or hit.strength < 0.85 or verb.start < names[0].start:
            continue
        stands = reading.terms[hit.term]
        segment = _segment(ends, stands.start)
        again = [t for t in inside if t.norm == stands.norm]
        if any(_segment(ends, term.start) == _segment(ends, t.start) for term in named for t in again):
            continue  # the predicate is said of the named one, there or once more
        rivals = [
            t for t in inside if _segment(ends, t.start) == segment and t.end <= stands.start and not t.light
        ]
        passive = _BY.search(reading.text, stands.end, stands.end + 8) is not None
        if (
            rivals
            and not passive
            and rivals[-1].name
            and all(t.norm not in claimed and (t.name or not t.verb) for t in rivals)
            and len(rivals) <= LONGEST_SUBJECT
        ):
            return Finding(
                "conflict",
                "subject",
                f"the source says it of '{reading.text[rivals[0].start : rivals[-1].end]}'",
                key,
            )
    return None
