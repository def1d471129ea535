"""Words that look alike: of one family, one a part of the other, one a misspelling or the negation of the
other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct
from rapidfuzz.distance import Indel

from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.inflection import german_verb
from pincite.judges.rules.lexicon import listed

# How sure a match of two words is.
FAMILY: Final = 0.85
COMPOUND: Final = 0.8
SPELLING: Final = 0.75
# Two words of at least six letters that differ by about one letter are one word misspelt or a cognate.
SPELLING_RATIO: Final = 0.86
SPELLING_LETTERS: Final = 6
# Endings by which words of one family differ once inflection is cut ("acquisition" is in the synonyms).
_ENDINGS: Final = listed("endings") | {""}
_PREFIX_LETTERS: Final = 4
# Agent and recipient endings make another word of the same family: employer is not employee.
_ROLES: Final = ("er", "or", "ee", "eur", "ant", "ent")


@lru_cache(maxsize=65536)
def family(one: str, other: str) -> bool:
    """Whether two norms differ only by endings that keep the family: allocat and allocation."""
    if one == other:
        return True
    bare, bare_other = german_verb(one), german_verb(other)
    if bare == bare_other:
        return True
    # Only a particle before it makes a participle sure: "Gemeinde" is none of "meinen".
    one, other = one if one.startswith("ge") else bare, other if other.startswith("ge") else bare_other
    limit = min(len(one), len(other))
    shared = 0
    while shared < limit and one[shared] == other[shared]:
        shared += 1
    if shared < _PREFIX_LETTERS or shared * 2 < limit:
        return False
    left, right = one[shared:], other[shared:]
    if left not in _ENDINGS or right not in _ENDINGS:
        return False
    return not (left in _ROLES and right in _ROLES) and not (shared < 5 and len(left) + len(right) > 4)


def _compound(claim: str, evidence: str) -> bool:
    """A long word that holds the other at its start or end, as German compounds do."""
    short, long = (claim, evidence) if len(claim) < len(evidence) else (evidence, claim)
    if len(short) < 5 or len(long) - len(short) < 3:
        return False
    return long.endswith(short) or long.startswith(short)


_NEGATING: Final = ("un", "in", "im", "ir", "il", "dis", "non", "mis", "anti")


_OPENINGS: Final = frozenset(prefix[:2] for prefix in _NEGATING)


def negated_form(one: str, other: str) -> bool:
    """Whether one norm is the other with a negating prefix: regular, irregular; safe, unsafe."""
    short, long = (one, other) if len(one) < len(other) else (other, one)
    if len(short) < 4 or long[:2] not in _OPENINGS:
        return False
    if long.endswith(short):
        return long[: len(long) - len(short)] in _NEGATING
    return len(short) >= 6 and any(
        long.startswith(prefix)
        and short[:4] == long[len(prefix) : len(prefix) + 4]
        and family(long[len(prefix) :], short)
        for prefix in _NEGATING
    )


@lru_cache(maxsize=8192)
def _prefixed(reading: Analysis) -> dict[str, tuple[str, ...]]:
    """The norms that begin with a negating prefix, by the first letters of what follows it."""
    found: dict[str, list[str]] = {}
    for norm in reading.by_norm:
        if norm[:2] in _OPENINGS:
            for prefix in _NEGATING:
                if norm.startswith(prefix):
                    found.setdefault(norm[len(prefix) : len(prefix) + _PREFIX_LETTERS], []).append(norm)
    return _fixed(found)


def opposed(norm: str, reading: Analysis) -> list[int]:
    """The terms that are the norm with a negating prefix, or without the one that it has."""
    opening = norm[:2] in _OPENINGS
    prefixed = _prefixed(reading)
    candidates = list(prefixed.get(norm[:_PREFIX_LETTERS], ())) if prefixed else []
    if opening:
        prefixes = _vocabulary(reading).prefixes
        for prefix in _NEGATING:
            if norm.startswith(prefix):
                candidates += prefixes.get(norm[len(prefix) : len(prefix) + _PREFIX_LETTERS], ())
    return [at for other in candidates if negated_form(norm, other) for at in reading.by_norm[other]]


class _Vocabulary(Struct, frozen=True, eq=False):
    """The norms of a text by their first letters, the long ones by their first letter, German participles."""

    prefixes: dict[str, tuple[str, ...]]
    initials: dict[str, tuple[str, ...]]
    participles: tuple[str, ...]
    german: bool


@lru_cache(maxsize=8192)
def _vocabulary(reading: Analysis) -> _Vocabulary:
    prefixes: dict[str, list[str]] = {}
    initials: dict[str, list[str]] = {}
    german = reading.language in ("de", "")
    for norm in reading.by_norm:
        prefixes.setdefault(norm[:_PREFIX_LETTERS], []).append(norm)
        if len(norm) >= SPELLING_LETTERS:
            initials.setdefault(norm[0], []).append(norm)
    participles = tuple(norm for norm in reading.by_norm if german and german_verb(norm) != norm)
    return _Vocabulary(_fixed(prefixes), _fixed(initials), participles, german)


def _fixed(found: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(norms) for key, norms in found.items()}


def near(norm: str, analysis: Analysis) -> list[tuple[float, str]]:
    """The norms of a text that are kin to a word which it has not, with how sure that is."""
    if len(norm) < _PREFIX_LETTERS or not norm.isalpha():
        return []
    words = _vocabulary(analysis)
    candidates = words.prefixes.get(norm[:_PREFIX_LETTERS], ())
    bare = german_verb(norm)
    if bare != norm:
        candidates = candidates + words.prefixes.get(bare[:_PREFIX_LETTERS], ())
    if words.participles:
        # They begin otherwise than the verb that they are made of.
        candidates = candidates + words.participles
    found = [(FAMILY, other) for other in candidates if other != norm and family(norm, other)]
    if found:
        return found
    if words.german:
        found = [(COMPOUND, other) for other in analysis.by_norm if _compound(norm, other)]
    if not found and len(norm) >= SPELLING_LETTERS:
        found = [
            (SPELLING, other)
            for other in words.initials.get(norm[0], ())
            if abs(len(norm) - len(other)) <= 2
            and not negated_form(norm, other)
            and Indel.normalized_similarity(norm, other, score_cutoff=SPELLING_RATIO) > 0
        ]
    return found
