"""Verbs in the place of other verbs: "the road is flooded" is not said by "the road is blocked"."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.inflection import bases
from pincite.judges.rules.lexicon import attributes, generic, irregular_forms, lexicon
from pincite.judges.rules.terms import Term
from pincite.text.words import fold

_GERMAN_VERB: Final = ("t", "te", "ten", "en")


def verbal(reading: Analysis, term: Term) -> bool:
    """Whether the word is a verb. German writes its nouns with a capital; its verb closes many a clause."""
    if term.verb or reading.language not in ("de", "fr", "es"):
        return term.verb
    word = reading.text[term.start : term.end]
    if reading.language != "de":
        return word.endswith("ó") or _romance(term.norm)
    if term.norm in attributes():
        return False
    return not term.name and len(word) > 3 and word[0].islower() and word.endswith(_GERMAN_VERB)


_INFINITIVE: Final = ("ar", "er", "ir", "dr", "tr")


@cache
def _bases() -> frozenset[str]:
    return frozenset(lexicon().base.values())


@lru_cache(maxsize=16384)
def _romance(norm: str) -> bool:
    """Whether a French or Spanish word is a form of a verb of the vocabulary."""
    words = lexicon()
    if norm in _bases():
        return norm.endswith(_INFINITIVE)
    if norm in words.groups:
        return False
    base = next((base for base in bases(norm) if base in words.groups), "")
    return base.endswith(_INFINITIVE)


_LABEL: Final = re.compile(r"[^:：|.]{1,60}[:：]\s")


def labelled(a: Alignment, key: UnitKey) -> bool:
    """Whether a unit is a row or a bare "label: value"."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    return unit.kind == "row" or _LABEL.match(reading.text, unit.start, unit.end) is not None


def other_deed(a: Alignment, term: Term) -> bool:
    """Whether the verb is all that is missing, and the evidence has one of another meaning in its place.

    "The road is flooded" is not said by "the road is blocked". Both verbs have to be known: a word of
    no list may mean the same.
    """
    if not _deed(a.claim, term) or not a.chosen:
        return False
    if any(other.at != term.at and not other.light and a.hit(other.at) is None for other in a.claim.terms):
        return False
    key = a.chosen[0]
    reading = a.source(key)
    if labelled(a, key) or _negates(a.claim, 0) or _negates(reading, key[1]):
        return False
    spare = [o for o in a.unit_terms(key) if o.at not in a.matched(key) and _deed(reading, o)]
    return len(spare) == 1 and not _one_axis(term, spare[0])


def _one_axis(one: Term, other: Term) -> bool:
    """Whether two words are ends of one axis, which rules of their own compare."""
    return not {axis for axis, _ in one.axes}.isdisjoint(axis for axis, _ in other.axes)


def _negates(reading: Analysis, unit: int) -> bool:
    return any(cue.kind == "negation" for cue in reading.cues_of(unit))


_GOVERNED: Final = re.compile(
    r"\b(?:to|may|can|must|shall|will|should|might|could|would|not)\s$", re.IGNORECASE
)
_GOVERNOR: Final = 8


def _deed(reading: Analysis, term: Term) -> bool:
    """Whether the word is a verb of the vocabulary that says what happens or is to happen."""
    if term.light or term.name or not term.groups or not verbal(reading, term):
        return False
    if any(term.norm in generic(kind) for kind in ("frames", "doings", "reports")):
        return False
    word = fold(reading.text[term.start : term.end]).partition(" ")[0]
    if reading.language in ("de", "fr", "es") or word.endswith("ed"):
        return True
    return term.norm in lexicon().verbs and (
        word.endswith("s")
        or word in irregular_forms()
        or _GOVERNED.search(reading.text, max(0, term.start - _GOVERNOR), term.start) is not None
    )
