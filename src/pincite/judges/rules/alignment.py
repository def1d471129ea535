"""Laying a claim beside its evidence: which unit says it, and which word of it stands for which.

Strengths say how sure a match of two words is: the same word 1.0, a synonym, a wider word, a word of the same
family, a part of a compound, a translation, the same end of an opposite pair, a near spelling.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from rapidfuzz.distance import Indel

from pincite.judges.rules.analysis import Analysis, Term
from pincite.judges.rules.lexicon import lexicon, listed
from pincite.judges.rules.scopes import scopes

SAME: Final = 1.0
SYNONYM: Final = 0.9
WIDER: Final = 0.9
FAMILY: Final = 0.85
COMPOUND: Final = 0.8
CONCEPT: Final = 0.8
AXIS: Final = 0.8
SPELLING: Final = 0.75
# Two words of at least six letters that differ by about one letter are one word misspelt or a cognate.
SPELLING_RATIO: Final = 0.86
SPELLING_LETTERS: Final = 6
# Endings by which words of one family differ once inflection is cut ("acquisition" is in the synonyms).
_ENDINGS: Final = listed("endings") | {""}
_PREFIX_LETTERS: Final = 4
# Agent and recipient endings make another word of the same family: employer is not employee.
_ROLES: Final = ("er", "or", "ee", "eur", "ant", "ent")


class Hit(Struct, frozen=True, gc=False):
    """The best match of one claim term in one unit: how sure, and the evidence term."""

    strength: float
    term: int


class Source(Struct, frozen=True, eq=False):
    """One passage: its place in the question, its reading, and where its title and section end."""

    passage: int
    analysis: Analysis
    titles: int = 0


UnitKey = tuple[int, int]


class Alignment(Struct, frozen=True, eq=False):
    """`hits[i]` are the units where claim term i has a counterpart. `chosen` are the units that carry the
    claim, best first; `coverage` is the weighted share of the claim's terms found in them, `best` in the
    first alone; `memo` keeps shares once computed.
    """

    claim: Analysis
    sources: tuple[Source, ...]
    hits: tuple[dict[UnitKey, Hit], ...]
    chosen: tuple[UnitKey, ...]
    coverage: float
    best: float
    memo: dict[tuple[UnitKey, int], float]

    def hit(self, term: int) -> tuple[UnitKey, Hit] | None:
        """The strongest match of a claim term in the chosen units, the first unit preferred."""
        found: tuple[UnitKey, Hit] | None = None
        for key in self.chosen:
            hit = self.hits[term].get(key)
            if hit is not None and (found is None or hit.strength > found[1].strength + 0.15):
                found = (key, hit)
        return found

    def source(self, key: UnitKey) -> Analysis:
        return self.sources[key[0]].analysis

    def unit_terms(self, key: UnitKey) -> list[Term]:
        return [term for term in self.source(key).terms if term.unit == key[1]]


_GERMAN_PARTICIPLE: Final = re.compile(
    r"(ab|an|auf|aus|bei|durch|ein|fest|her|hin|los|mit|nach|statt|teil|um|vor|weg|zu|zuruck"
    r"|zusammen)?ge(\w{3,}?)(?:t|en|et)?$"
)


@lru_cache(maxsize=16384)
def _participle(norm: str) -> str:
    """A German participle without its ge- and ending: gestellt -> stell, eingereicht -> einreich."""
    match = _GERMAN_PARTICIPLE.match(norm) if "ge" in norm else None
    return norm if match is None else (match.group(1) or "") + match.group(2)


@lru_cache(maxsize=65536)
def family(one: str, other: str) -> bool:
    """Whether two norms differ only by endings that keep the family: allocat and allocation."""
    if one == other or _participle(one) == _participle(other):
        return True
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
def _prefixed(reading: Analysis) -> dict[str, list[str]]:
    """The norms that begin with a negating prefix, by the first letters of what follows it."""
    found: dict[str, list[str]] = {}
    for norm in reading.by_norm:
        if norm[:2] in _OPENINGS:
            for prefix in _NEGATING:
                if norm.startswith(prefix):
                    found.setdefault(norm[len(prefix) : len(prefix) + _PREFIX_LETTERS], []).append(norm)
    return found


def opposed(norm: str, reading: Analysis) -> list[int]:
    """The terms that are the norm with a negating prefix, or without the one that it has."""
    candidates = list(_prefixed(reading).get(norm[:_PREFIX_LETTERS], ()))
    if norm[:2] in _OPENINGS:
        for prefix in _NEGATING:
            if norm.startswith(prefix):
                candidates += _vocabulary(reading).prefixes.get(
                    norm[len(prefix) : len(prefix) + _PREFIX_LETTERS], ()
                )
    return [at for other in candidates if negated_form(norm, other) for at in reading.by_norm[other]]


class _Vocabulary(Struct, frozen=True, eq=False):
    """The norms of a text by their first letters, the long ones by their first letter, German participles."""

    prefixes: dict[str, list[str]]
    initials: dict[str, list[str]]
    participles: list[str]
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
    participles = [norm for norm in reading.by_norm if german and "ge" in norm]
    return _Vocabulary(prefixes, initials, participles, german)


def _near(term: Term, analysis: Analysis) -> list[tuple[float, str]]:
    norm = term.norm
    if len(norm) < _PREFIX_LETTERS or not norm.isalpha():
        return []
    words = _vocabulary(analysis)
    candidates = words.prefixes.get(norm[:_PREFIX_LETTERS], [])
    bare = _participle(norm)
    if bare != norm:
        candidates = candidates + words.prefixes.get(bare[:_PREFIX_LETTERS], [])
    if words.participles:
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


def _record(hits: dict[UnitKey, Hit], source: Source, strength: float, found: Iterable[int]) -> None:
    for at in found:
        key = (source.passage, source.analysis.terms[at].unit)
        have = hits.get(key)
        if have is None or have.strength < strength:
            hits[key] = Hit(strength, at)


def _term_hits(term: Term, denied: bool, sources: Sequence[Source]) -> dict[UnitKey, Hit]:
    narrower = lexicon().narrower
    hits: dict[UnitKey, Hit] = {}
    for source in sources:
        reading = source.analysis
        same = reading.by_norm.get(term.norm)
        if same is not None:
            _record(hits, source, SAME, same)
        for group in term.groups:
            _record(hits, source, SYNONYM, reading.by_group.get(group, ()))
        for norm in narrower.get(term.norm, ()):
            _record(hits, source, WIDER, reading.by_norm.get(norm, ()))
        for norm in lexicon().regions.get(term.norm, ()):
            _record(hits, source, WIDER, reading.by_norm.get(norm, ()))
        for concept in term.concepts:
            _record(hits, source, CONCEPT, reading.by_concept.get(concept, ()))
        if same is None:
            for axis, sign in term.axes:
                held = -sign if denied else sign
                negated = scopes(reading).negated
                ends = [
                    at
                    for at in reading.by_axis.get(axis, ())
                    if (axis, -held if at in negated else held) in reading.terms[at].axes
                ]
                _record(hits, source, AXIS, ends)
            for strength, norm in _near(term, reading):
                _record(hits, source, strength, reading.by_norm[norm])
    return hits


def align(claim: Analysis, sources: tuple[Source, ...], anchors: Sequence[UnitKey] = ()) -> Alignment:
    """Match the claim's terms and choose the units that carry it; `anchors` are the units that hold a
    counterpart of one of its figures, one entry a figure."""
    denied = scopes(claim).negated
    hits = tuple(_term_hits(term, term.at in denied, sources) for term in claim.terms)
    hits = _one_each(hits)
    hits = tuple(_with_headers(found, sources) for found in hits)
    total = sum(term.weight for term in claim.terms)
    chosen = _choose(claim, hits, sources, anchors)
    covered = _share(claim, hits, chosen, total)
    best = _share(claim, hits, chosen[:1], total)
    return Alignment(claim, sources, hits, chosen, covered, best, {})


def _one_each(hits: tuple[dict[UnitKey, Hit], ...]) -> tuple[dict[UnitKey, Hit], ...]:
    """A word of the evidence that the claim uses itself stands for no other word of the claim."""
    own = {(key, hit.term) for found in hits for key, hit in found.items() if hit.strength == SAME}
    return tuple(
        {key: hit for key, hit in found.items() if hit.strength == SAME or (key, hit.term) not in own}
        for found in hits
    )


def _with_headers(found: dict[UnitKey, Hit], sources: Sequence[Source]) -> dict[UnitKey, Hit]:
    """A header or caption speaks for every row under it."""
    spread = dict(found)
    for (passage, unit), hit in found.items():
        cut = sources[passage].analysis.units
        if cut[unit].end <= sources[passage].titles:
            for at in range(len(cut)):
                spread.setdefault((passage, at), Hit(hit.strength * 0.99, hit.term))
        if cut[unit].kind == "header" or (unit + 1 < len(cut) and cut[unit + 1].caption == unit):
            for at in range(unit + 1, len(cut)):
                row = cut[at]
                if row.header != unit and row.caption != unit:
                    break
                spread.setdefault((passage, at), Hit(hit.strength * 0.99, hit.term))
    return spread


def _share(
    claim: Analysis, hits: Sequence[dict[UnitKey, Hit]], chosen: Sequence[UnitKey], total: float
) -> float:
    if total <= 0:
        return 1.0
    found = 0.0
    for term in claim.terms:
        strongest = max((hits[term.at][key].strength for key in chosen if key in hits[term.at]), default=0.0)
        found += term.weight * math.sqrt(strongest)
    return found / total


# A unit beyond the first must add at least this much weight: less is a stray word.
WORTH_ADDING: Final = 0.5
MOST_UNITS: Final = 6
# Within one passage, a claim is drawn from units that stand close together.
REACH: Final = 3
ANCHOR_WEIGHT: Final = 1.2


def _choose(
    claim: Analysis, hits: Sequence[dict[UnitKey, Hit]], sources: Sequence[Source], anchors: Sequence[UnitKey]
) -> tuple[UnitKey, ...]:
    scores: dict[UnitKey, float] = {}
    for term in claim.terms:
        for key, hit in hits[term.at].items():
            scores[key] = scores.get(key, 0.0) + term.weight * hit.strength
    for key in anchors:
        scores[key] = scores.get(key, 0.0) + ANCHOR_WEIGHT
    usable = {key: score for key, score in scores.items() if _speaks(sources, key)}
    if not usable:
        return ()
    first = max(usable, key=lambda key: (usable[key], -key[0], -key[1]))
    chosen = [first]
    covered = {term.at: hits[term.at][first].strength for term in claim.terms if first in hits[term.at]}
    while len(chosen) < MOST_UNITS:
        gains = {
            key: _gain(claim, hits, covered, key) + ANCHOR_WEIGHT * _new_anchors(key, anchors, chosen)
            for key in usable
            if _near_chosen(key, chosen)
        }
        if not gains:
            break
        key = max(gains, key=lambda k: (gains[k], k in anchors, -k[0], -k[1]))
        if gains[key] < WORTH_ADDING:
            break
        chosen.append(key)
        for term in claim.terms:
            if key in hits[term.at]:
                covered[term.at] = max(covered.get(term.at, 0.0), hits[term.at][key].strength)
    return tuple(chosen)


def _new_anchors(key: UnitKey, anchors: Sequence[UnitKey], chosen: Sequence[UnitKey]) -> int:
    return sum(1 for anchor in anchors if anchor == key and anchor not in chosen)


def _gain(
    claim: Analysis, hits: Sequence[dict[UnitKey, Hit]], covered: dict[int, float], key: UnitKey
) -> float:
    return sum(
        term.weight * max(0.0, hits[term.at][key].strength - covered.get(term.at, 0.0))
        for term in claim.terms
        if key in hits[term.at]
    )


def _near_chosen(key: UnitKey, chosen: Sequence[UnitKey]) -> bool:
    if key in chosen:
        return False
    return all(key[0] != have[0] for have in chosen) or any(
        key[0] == have[0] and abs(key[1] - have[1]) <= REACH for have in chosen
    )


def _speaks(sources: Sequence[Source], key: UnitKey) -> bool:
    source = sources[key[0]]
    unit = source.analysis.units[key[1]]
    return unit.kind in ("statement", "row", "contents") and unit.end > source.titles
