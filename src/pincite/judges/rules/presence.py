"""What the evidence says is not there, or only there with something that the claim does without."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import SAME_MATTER, share
from pincite.judges.rules.scopes import scopes
from pincite.judges.rules.terms import Term

# A word of the evidence that a negation strikes must be one that the claim uses, matched at least this
# surely.
STRUCK: Final = 0.8


def claim_hits(a: Alignment, key: UnitKey, evidence_term: int) -> list[Term]:
    """The claim's terms whose counterpart in the unit is the given evidence term."""
    return [
        term
        for term in a.claim.terms
        if (hit := a.hits[term.at].get(key)) is not None
        and hit.term == evidence_term
        and hit.strength >= STRUCK
    ]


def affirmed_elsewhere(a: Alignment, key: UnitKey, evidence: int) -> bool:
    """Whether the same word stands un-negated in the same unit, so that the negation may be about another
    case.
    """
    reading = a.source(key)
    negated = scopes(reading).negated
    norm = reading.terms[evidence].norm
    return any(
        reading.terms[at].unit == key[1] and at not in negated
        for at in reading.by_norm.get(norm, ())
        if at != evidence
    )


# Words by which a thing is there, belongs to something or comes with it.
_PRESENCE: Final = re.compile(
    r"\b(?:inclu\w+|suppl(?:y|ied|ies)|provid\w+|contain\w*|com(?:es?|ing) with|deliver\w*|furnish\w*"
    r"|part of|fitted"
    r"|equipped|has|have|had|featur\w*|offer\w*|cover\w*|available|enthalten|enthält|inbegriffen"
    r"|geliefert|mitgeliefert"
    r"|dabei|hat|haben|gehör\w+|bietet|compri\w+|inclus\w*|fourni\w*|contien\w*|livré\w*|possède|dispose"
    r"|incluye\w*"
    r"|incluid\w+|suministr\w+|contiene\w*|tiene\w*|ofrece\w*|dispone\w*)\b|附带|包括|包含|配有|含|付属"
    r"|付き|含ま",
    re.IGNORECASE,
)


_presence_in: Final = lru_cache(maxsize=4096)(_PRESENCE.search)


def absent(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim gives a thing as included; a clause of the evidence says that just this is not supplied."""
    reading = a.source(key)
    negations = scopes(reading).inside(key[1])
    if not negations or scopes(a.claim).negations:
        return None
    if _presence_in(a.claim.text) is None:
        return None
    unit = reading.units[key[1]]
    for negation in negations:
        if negation.conditional or negation.privative:
            continue
        end = min(unit.end, negation.cue.end + NEXT_WORDS)
        if _PRESENCE.search(reading.text, negation.cue.end, end) is None:
            continue
        clause = reading.clause_at(negation.cue.start)
        subject = [
            term
            for term in reading.terms_in(key[1])
            if term.clause == clause and term.end <= negation.cue.start and not term.light
        ]
        struck = [mine for term in subject[-2:] for mine in claim_hits(a, key, term.at)]
        if len(subject) == 0 or len(subject) > 2 or not struck or share(a, key) < SAME_MATTER:
            continue
        if affirmed_elsewhere(a, key, subject[-1].at):
            continue
        said = reading.text[subject[0].start : end].strip()
        return Finding("conflict", "negation", f"source says '{said}'", key, term=struck[0].at)
    return None


# The word that a negation strikes stands within this many characters.
NEXT_WORDS: Final = 16
_ONLY_WITH: Final = re.compile(
    r"\b(?:only|solely|exclusively|nur|ausschließlich|uniquement|seulement|sólo|solo"
    r"|únicamente)\b[^.;]{0,60}?"
    r"\b(?:with|who have|who hold|holding|mit|avec|con)\b",
    re.IGNORECASE,
)


_only_with_in: Final = lru_cache(maxsize=4096)(_ONLY_WITH.search)


_CONDITION: Final = re.compile(r"\b(?:without|ohne|sans|sin)\b|未经|なしに", re.IGNORECASE)


def only_with(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim opens to those without a thing what the evidence keeps for those with it: "only with a
    ticket", "no one without a ticket"."""
    if not scopes(a.claim).negations:
        return None
    reading = a.source(key)
    unit = reading.units[key[1]]
    only = _only_with_in(reading.text, unit.start, unit.end)
    if only is None:
        denied = next((n for n in scopes(reading).inside(key[1]) if n.conditional and not n.privative), None)
        if denied is not None:
            only = _CONDITION.search(reading.text, denied.cue.end, unit.end)
    if only is None:
        return None
    for negation in scopes(a.claim).negations:
        if not negation.privative or len(scopes(a.claim).negations) > 1:
            continue
        hits = [a.hits[at].get(key) for at in negation.focus]
        if hits and all(hit is not None and reading.terms[hit.term].start >= only.end() for hit in hits):
            said = reading.text[only.start() : only.end()]
            return Finding("conflict", "negation", f"source says '{said}'", key, term=negation.focus[0])
    return None
