"""Laying a claim beside its evidence: which unit says it, and which word of it stands for which.

Strengths say how sure a match of two words is: the same word 1.0, a synonym, a wider word, a translation, the
same end of an opposite pair; `kinship` has those of words that look alike.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct, field

from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.kinship import near
from pincite.judges.rules.lexicon import lexicon
from pincite.judges.rules.relations import counterparts
from pincite.judges.rules.scopes import scopes
from pincite.judges.rules.terms import Term

SAME: Final = 1.0
SYNONYM: Final = 0.9
WIDER: Final = 0.9
CONCEPT: Final = 0.8
AXIS: Final = 0.8
CONVERSE: Final = 0.82


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
    first alone. `strongest[i]` is the best match of term i in the chosen units. `shares`, `near` and `used`
    keep what is asked for more than once.
    """

    claim: Analysis
    sources: tuple[Source, ...]
    hits: tuple[dict[UnitKey, Hit], ...]
    chosen: tuple[UnitKey, ...]
    coverage: float
    best: float
    strongest: tuple[tuple[UnitKey, Hit] | None, ...]
    shares: dict[tuple[UnitKey, int], float] = field(default_factory=dict)
    near: dict[tuple[UnitKey, int, int, int], float] = field(default_factory=dict)
    used: dict[UnitKey, frozenset[int]] = field(default_factory=dict)

    def hit(self, term: int) -> tuple[UnitKey, Hit] | None:
        """The strongest match of a claim term in the chosen units, the first unit preferred."""
        return self.strongest[term]

    def matched(self, key: UnitKey) -> frozenset[int]:
        """The terms of a unit that stand for a term of the claim."""
        known = self.used.get(key)
        if known is None:
            found = [hit.term for hits in self.hits if (hit := hits.get(key)) is not None]
            known = self.used[key] = frozenset(found)
        return known

    def source(self, key: UnitKey) -> Analysis:
        return self.sources[key[0]].analysis

    def unit_terms(self, key: UnitKey) -> tuple[Term, ...]:
        return self.source(key).terms_in(key[1])


def _record(hits: dict[int, Hit], terms: tuple[Term, ...], strength: float, found: Iterable[int]) -> None:
    for at in found:
        unit = terms[at].unit
        have = hits.get(unit)
        if have is None or have.strength < strength:
            hits[unit] = Hit(strength, at)


def _term_hits(term: Term, denied: bool, reading: Analysis) -> dict[int, Hit]:
    """The units of one text where the term has a counterpart."""
    words, terms, norm = lexicon(), reading.terms, term.norm
    hits: dict[int, Hit] = {}
    same = reading.by_norm.get(norm)
    if same is not None:
        _record(hits, terms, SAME, same)
    for group in term.groups:
        found = reading.by_group.get(group)
        if found is not None:
            _record(hits, terms, SYNONYM, found)
    for narrower in words.narrower.get(norm, ()):
        _record(hits, terms, WIDER, reading.by_norm.get(narrower, ()))
    for region in words.regions.get(norm, ()):
        _record(hits, terms, WIDER, reading.by_norm.get(region, ()))
    for concept in term.concepts:
        found = reading.by_concept.get(concept)
        if found is not None:
            _record(hits, terms, CONCEPT, found)
    if same is None:
        for axis, sign in term.axes:
            held = -sign if denied else sign
            negated = scopes(reading).negated
            ends = [
                at
                for at in reading.by_axis.get(axis, ())
                if (axis, -held if at in negated else held) in terms[at].axes
            ]
            _record(hits, terms, AXIS, ends)
        for strength, other in near(term.norm, reading):
            _record(hits, terms, strength, reading.by_norm[other])
    return hits


@lru_cache(maxsize=2048)
def _hits_in(claim: Analysis, reading: Analysis, titles: int) -> tuple[dict[UnitKey, Hit], ...]:
    """The hits of each claim term in one text, as the first passage. A claim meets the same text alone,
    beside others, and without one of them."""
    denied = scopes(claim).negated
    hits = [_term_hits(term, term.at in denied, reading) for term in claim.terms]
    # A word of the evidence that the claim uses itself stands for no other word of the claim.
    own = {hit.term for found in hits for hit in found.values() if hit.strength == SAME}
    _converses(hits, claim, reading)
    spread = _spread(reading, titles)
    made = []
    for found in hits:
        kept = {(0, unit): hit for unit, hit in found.items() if hit.strength == SAME or hit.term not in own}
        made.append(_with_headers(kept, reading, titles) if spread else kept)
    return tuple(made)


def _converses(hits: list[dict[int, Hit]], claim: Analysis, reading: Analysis) -> None:
    """ "A taught B" beside "B was a pupil of A": the two words stand for each other."""
    for pair in counterparts(claim, reading):
        mine = claim.terms_between(pair.mine.start, pair.mine.end)
        theirs = reading.terms_between(pair.theirs.start, pair.theirs.end)
        if not pair.turned and mine and theirs:
            hits[mine[0].at].setdefault(theirs[0].unit, Hit(CONVERSE, theirs[0].at))


@lru_cache(maxsize=4096)
def _spread(reading: Analysis, titles: int) -> bool:
    """Whether the text has titles, headers or captions."""
    return titles > 0 or any(unit.kind == "header" or unit.caption >= 0 for unit in reading.units)


def align(claim: Analysis, sources: tuple[Source, ...], anchors: Sequence[UnitKey] = ()) -> Alignment:
    """Match the claim's terms and choose the units that carry it; `anchors` are the units that hold a
    counterpart of one of its figures, one entry a figure."""
    hits = _hits(claim, sources)
    total = sum(term.weight for term in claim.terms)
    chosen = _choose(claim, hits, sources, anchors)
    covered = _share(claim, hits, chosen, total)
    best = _share(claim, hits, chosen[:1], total)
    strongest = tuple(_strongest(found, chosen) for found in hits)
    return Alignment(claim, sources, hits, chosen, covered, best, strongest)


def unaligned(claim: Analysis, sources: tuple[Source, ...]) -> Alignment:
    """The alignment of a claim that is not compared with its sources."""
    nothing: tuple[dict[UnitKey, Hit], ...] = tuple({} for _ in claim.terms)
    return Alignment(claim, sources, nothing, (), 0.0, 0.0, (None,) * len(claim.terms))


def _strongest(found: dict[UnitKey, Hit], chosen: Sequence[UnitKey]) -> tuple[UnitKey, Hit] | None:
    best: tuple[UnitKey, Hit] | None = None
    for key in chosen:
        hit = found.get(key)
        if hit is not None and (best is None or hit.strength > best[1].strength + 0.15):
            best = (key, hit)
    return best


def _hits(claim: Analysis, sources: tuple[Source, ...]) -> tuple[dict[UnitKey, Hit], ...]:
    by_source = [(one.passage, _hits_in(claim, one.analysis, one.titles)) for one in sources]
    if len(by_source) == 1 and by_source[0][0] == 0:
        return by_source[0][1]
    return tuple(
        {(passage, unit): hit for passage, found in by_source for (_, unit), hit in found[term.at].items()}
        for term in claim.terms
    )


def _with_headers(found: dict[UnitKey, Hit], reading: Analysis, titles: int) -> dict[UnitKey, Hit]:
    """A header or caption speaks for every row under it."""
    spread = dict(found)
    cut = reading.units
    for (passage, unit), hit in found.items():
        if cut[unit].end <= titles:
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
        there = hits[term.at]
        strongest = 0.0
        for key in chosen:
            hit = there.get(key)
            if hit is not None and hit.strength > strongest:
                strongest = hit.strength
        if strongest:
            found += term.weight * math.sqrt(strongest)
    return found / total


# A unit beyond the first must add at least this much weight: less is a stray word.
WORTH_ADDING: Final = 0.5
MOST_UNITS: Final = 6
# Within one passage, a claim is drawn from units that stand close together.
REACH: Final = 3
# A claim of more full words than this is several statements. Each may stand anywhere in a passage.
SEVERAL: Final = 18
MOST_UNITS_OF_SEVERAL: Final = 24
ANCHOR_WEIGHT: Final = 1.2


# What one unit holds of a claim: the term, its weight, and the strength of its match.
_Held = list[tuple[int, float, float]]


def _choose(
    claim: Analysis, hits: Sequence[dict[UnitKey, Hit]], sources: Sequence[Source], anchors: Sequence[UnitKey]
) -> tuple[UnitKey, ...]:
    """The units that carry the claim: the one that has most of it, then what adds to it nearby."""
    held: dict[UnitKey, _Held] = {}
    for term in claim.terms:
        at, weight = term.at, term.weight
        for key, hit in hits[at].items():
            entries = held.get(key)
            if entries is None:
                held[key] = [(at, weight, hit.strength)]
            else:
                entries.append((at, weight, hit.strength))
    anchored = Counter(anchors)
    scores = {
        key: _score(held.get(key, ()), anchored[key]) for key in {**held, **anchored} if _speaks(sources, key)
    }
    if not scores:
        return ()
    first = max(scores, key=lambda key: (scores[key], -key[0], -key[1]))
    chosen = [first]
    covered = {at: strength for at, _, strength in held.get(first, ())}
    # What scores less than is worth adding cannot gain more: a gain leaves out what is covered already.
    left = [key for key, score in scores.items() if score >= WORTH_ADDING * 0.99 and key != first]
    several = is_several(claim)
    while len(chosen) < (MOST_UNITS_OF_SEVERAL if several else MOST_UNITS):
        gain, _, passage, unit = max(
            (
                (_gain(held.get(key, ()), covered, anchored.get(key, 0)), key in anchored, -key[0], -key[1])
                for key in left
                if several or _near_chosen(key, chosen)
            ),
            default=(0.0, False, 0, 0),
        )
        if gain < WORTH_ADDING:
            break
        key = (-passage, -unit)
        chosen.append(key)
        left.remove(key)
        for at, _, strength in held.get(key, ()):
            covered[at] = max(covered.get(at, 0.0), strength)
    return tuple(chosen)


def is_several(claim: Analysis) -> bool:
    """Whether a claim is too long to be one statement."""
    return sum(1 for term in claim.terms if not term.light) > SEVERAL


def _score(held: Sequence[tuple[int, float, float]], anchors: int) -> float:
    score = 0.0
    for _, weight, strength in held:
        score += weight * strength
    for _ in range(anchors):
        score += ANCHOR_WEIGHT
    return score


def _gain(held: Sequence[tuple[int, float, float]], covered: dict[int, float], anchors: int) -> float:
    """What a unit adds to those chosen."""
    gained = [weight * max(0.0, strength - covered.get(at, 0.0)) for at, weight, strength in held]
    return sum(gained) + ANCHOR_WEIGHT * anchors


def _near_chosen(key: UnitKey, chosen: Sequence[UnitKey]) -> bool:
    """Whether a unit stands near a chosen one, or nothing of its passage is chosen yet."""
    passage, unit = key
    alone = True
    for have in chosen:
        if have[0] == passage:
            if -REACH <= have[1] - unit <= REACH:
                return True
            alone = False
    return alone


def _speaks(sources: Sequence[Source], key: UnitKey) -> bool:
    source = sources[key[0]]
    unit = source.analysis.units[key[1]]
    return unit.kind in ("statement", "row", "contents") and unit.end > source.titles
