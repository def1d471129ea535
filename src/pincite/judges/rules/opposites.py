"""The claim uses a word where the evidence uses its opposite."""

from __future__ import annotations

import re
from typing import Final

from pincite.judges.rules.alignment import CONVERSE, SAME, Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.exceptions import against, named_exempt
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import LOCAL_MATTER, local, share
from pincite.judges.rules.kinship import negated_form, opposed
from pincite.judges.rules.presence import STRUCK
from pincite.judges.rules.relations import sides
from pincite.judges.rules.scopes import scopes
from pincite.judges.rules.terms import Term


def _word(reading: Analysis, term: Term) -> str:
    return reading.text[term.start : term.end]


def opposite(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim uses a word where the evidence uses its opposite."""
    reading = a.source(key)
    denied, negated = scopes(a.claim).negated, scopes(reading).negated
    used = {hit.term for hits in a.hits if (hit := hits.get(key)) is not None and hit.strength > 0.85}
    for term in a.claim.terms:
        hit = a.hits[term.at].get(key)
        # "In service" and "out of service" are one word with two ends.
        agrees = hit is not None and hit.strength >= STRUCK
        if (
            hit is not None
            and agrees
            and (hit.strength == CONVERSE or not against(term, reading.terms[hit.term]))
        ):
            continue
        if sides(_word(a.claim, term).casefold()) and any(
            h.strength == SAME for h in a.hits[term.at].values()
        ):
            continue  # both parties are named; which of them it is said of is another rule's matter
        taken = used if hit is None else used - {hit.term}
        found = _opposite_term(reading, key, term, term.at in denied, negated, taken)
        if (
            found is None
            or found in taken
            or _UNTIL.match(reading.text, reading.terms[found].end)
            or _turned(a, key, term, found)
            or _exchanged(a, key, term, found)
            or not _same_company(a, key, term, found)
            or not (
                local(a, key, reading.terms[found].start, without=term.at) >= LOCAL_MATTER
                or _same_head(a, key, term, found)
            )
        ):
            continue
        return Finding(
            "conflict",
            "opposite",
            f"source says '{_word(reading, reading.terms[found])}', claim says '{_word(a.claim, term)}'",
            key,
            term=term.at,
        )
    return None


def prefixed(a: Alignment) -> list[Finding]:
    """ "Not heated" and "unheated": a word of the claim that is borne out by its negated form."""
    if not a.chosen:
        return []
    key = a.chosen[0]
    reading = a.source(key)
    denied, negated = scopes(a.claim).negated, scopes(reading).negated
    return [
        Finding("explained", "prefix", "the source says it with a prefix", key, term=term.at)
        for term in a.claim.terms
        if key not in a.hits[term.at]
        and any(
            reading.terms[at].unit == key[1] and (term.at in denied) != (at in negated)
            for at in opposed(term.norm, reading)
        )
    ]


# "Valid until 2030" is "expires in 2030": the opposite up to a point.
_UNTIL: Final = re.compile(r"\s+(?:until|till|up to|through|bis|jusqu|hasta)\b", re.IGNORECASE)
# "Only noticed on 13 June" says that it went unnoticed until then.
_DELAYED: Final = re.compile(
    r"\b(?:only|not until|not before|erst|ne|que|seulement|sólo|solo|hasta)\s+(?:\w+\s+)?$", re.IGNORECASE
)


def _turned(a: Alignment, key: UnitKey, mine: Term, opposite: int) -> bool:
    """Whether the opposite word is taken back: denied in its clause, delayed, or named by an exception of the
    claim ("every day apart from Mondays", "closed on Mondays")."""
    reading = a.source(key)
    term = reading.terms[opposite]
    if _DELAYED.search(reading.text[max(0, term.start - 24) : term.start]) is not None:
        return True
    if any(
        n.cue.start >= term.end and reading.clause_at(n.cue.start) == term.clause
        for n in scopes(reading).inside(key[1])
    ) and negated_form(mine.norm, term.norm):
        return True
    if named_exempt(a, key):
        return True
    excepted = next((cue for cue in a.claim.cues if cue.kind == "exception"), None)
    return excepted is not None and any(
        other.start >= excepted.end
        and (hit := a.hits[other.at].get(key)) is not None
        and abs(hit.term - opposite) <= BESIDE
        for other in a.claim.terms
    )


def _exchanged(a: Alignment, key: UnitKey, term: Term, opposite: int) -> bool:
    """ "A is west of B" and "B is east of A", "A sold it to B" and "B bought it from A" say the same."""
    reading = a.source(key)
    ends = []
    for side in (a.claim.terms[: term.at][::-1], a.claim.terms[term.at + 1 :]):
        found = [
            {e for e in reading.by_norm[reading.terms[hit.term].norm] if reading.terms[e].unit == key[1]}
            for other in side
            if not other.light and (hit := a.hits[other.at].get(key)) is not None
        ]
        ends.append(found)
    return any(
        before and after and min(before) > opposite > max(after)
        for before in ends[0][:2]
        for after in ends[1][:4]
    )


# Opposite words are said of the same thing only if a neighbour of the one stands beside the other.
NEIGHBOURS: Final = 2
BESIDE: Final = 3


def _same_company(a: Alignment, key: UnitKey, term: Term, opposite: int) -> bool:
    reading = a.source(key)
    for other in a.claim.terms[max(0, term.at - NEIGHBOURS) : term.at + NEIGHBOURS + 1]:
        hit = a.hits[other.at].get(key) if other.at != term.at else None
        if hit is None:
            continue
        norm = reading.terms[hit.term].norm
        reach = 1 if term.light and term.weight < 1 else BESIDE
        if any(
            abs(at - opposite) <= reach and reading.terms[at].unit == key[1]
            for at in reading.by_norm.get(norm, ())
        ):
            return True
    return False


def _same_head(a: Alignment, key: UnitKey, term: Term, opposite: int) -> bool:
    """An attribute and its negation beside the same noun: "an encrypted disk", "its disk was unencrypted"."""
    reading = a.source(key)
    if (
        not negated_form(term.norm, reading.terms[opposite].norm)
        or share(a, key, without=term.at) < LOCAL_MATTER
    ):
        return False
    beside = {reading.terms[at].norm for at in (opposite - 1, opposite + 1) if 0 <= at < len(reading.terms)}
    return any(
        (hit := a.hits[other.at].get(key)) is not None and reading.terms[hit.term].norm in beside
        for other in a.claim.terms[max(0, term.at - 1) : term.at + 2]
        if other.at != term.at
    )


def _opposite_term(
    reading: Analysis, key: UnitKey, term: Term, denied: bool, negated: frozenset[int], used: set[int]
) -> int | None:
    opposite: int | None = None
    for axis, sign in term.axes:
        held = -sign if denied else sign
        for at in reading.by_axis.get(axis, ()):
            other = reading.terms[at]
            if other.unit != key[1] or at in used:
                continue
            says = -1 if at in negated else 1
            if (axis, held * says) in other.axes:
                return None
            if (axis, -held * says) in other.axes and opposite is None:
                opposite = at
    if opposite is None and len(term.norm) >= 4 and not denied:
        for at in opposed(term.norm, reading):
            if reading.terms[at].unit == key[1] and at not in negated:
                return at
    return opposite
