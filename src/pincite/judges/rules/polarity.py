"""Does the evidence affirm what the claim affirms, and deny what it denies?"""

from __future__ import annotations

import re
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey, opposed
from pincite.judges.rules.analysis import Analysis, Term
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import LOCAL_MATTER, SAME_MATTER, local, share
from pincite.judges.rules.permission import obligation, permitted
from pincite.judges.rules.scopes import Negation, scopes

# A word of the evidence that a negation strikes must be one that the claim uses, matched at least this
# surely.
STRUCK: Final = 0.8


def polarity(a: Alignment) -> list[Finding]:
    """Conflicts of negation and of opposite words between the claim and the units that carry it."""
    for key in a.chosen:
        finding = None
        if share(a, key) >= SAME_MATTER:
            finding = _denied_by_evidence(a, key) or _denied_by_claim(a, key)
        finding = finding or _opposite(a, key)
        finding = finding or permitted(a, key) or obligation(a, key)
        if finding is not None:
            return [finding]
    return []


def _word(reading: Analysis, term: Term) -> str:
    return reading.text[term.start : term.end]


def _claim_hits(a: Alignment, key: UnitKey, evidence_term: int) -> list[Term]:
    """The claim's terms whose counterpart in the unit is the given evidence term."""
    return [
        term
        for term in a.claim.terms
        if (hit := a.hits[term.at].get(key)) is not None
        and hit.term == evidence_term
        and hit.strength >= STRUCK
    ]


def _denied_by_evidence(a: Alignment, key: UnitKey) -> Finding | None:
    """The evidence negates a word that the claim affirms."""
    reading = a.source(key)
    claim = scopes(a.claim)
    for negation in scopes(reading).negations:
        if negation.unit != key[1] or negation.conditional or not negation.focus:
            continue
        struck = [(f, term) for f in negation.focus for term in _claim_hits(a, key, f)]
        full = [(f, term) for f, term in struck if not term.light or term.axes]
        if (
            not full
            or struck[0][0] != negation.focus[0]
            or not _same_object(a, key, negation)
            or (negation.privative and len(full) < len(negation.focus))
        ):
            continue
        if any(term.at in claim.negated for _, term in struck) or _denies_same(a, key, negation):
            continue
        evidence, term = full[0]
        if (
            local(a, key, negation.cue.start) < LOCAL_MATTER
            or _affirmed_elsewhere(a, key, evidence)
            or _flipped(reading, evidence, term)
        ):
            continue
        what = reading.text[negation.cue.start : reading.terms[evidence].end]
        return Finding(
            "conflict",
            "negation",
            f"source says '{what}', claim affirms '{_word(a.claim, term)}'",
            key,
            term=term.at,
        )
    return None


# Of the words that a negation covers, this share has to be common to claim and evidence: "not entitled to a
# car" does not deny "entitled to an allowance".
SAME_OBJECT: Final = 0.4
DENIED_OBJECT: Final = 0.5


def _same_object(a: Alignment, key: UnitKey, negation: Negation) -> bool:
    """Whether enough of what the evidence negates is in the claim."""
    reading = a.source(key)
    scope = [at for at in negation.scope if not reading.terms[at].light]
    if len(scope) <= 1:
        return True
    matched = {hit.term for hits in a.hits if (hit := hits.get(key)) is not None}
    return sum(1 for at in scope if at in matched) >= SAME_OBJECT * len(scope)


def _denies_same(a: Alignment, key: UnitKey, negation: Negation) -> bool:
    """Whether the claim, too, denies something in the scope of the evidence's negation, in any words."""
    denied = scopes(a.claim).negated
    if not scopes(a.claim).negations and not any(sign < 0 for t in a.claim.terms for _, sign in t.axes):
        return False
    reading = a.source(key)
    in_scope = negation.scope | frozenset(negation.focus)
    for term in a.claim.terms:
        hit = a.hits[term.at].get(key)
        if (
            term.at in denied
            and hit is not None
            and (
                hit.term in in_scope
                or reading.terms[hit.term].clause == reading.clause_at(negation.cue.start)
            )
        ):
            return True
        for axis, sign in term.axes:
            held = -sign if term.at in denied else sign
            if any((axis, -held) in reading.terms[at].axes for at in in_scope):
                return True
    return False


def _affirmed_elsewhere(a: Alignment, key: UnitKey, evidence: int) -> bool:
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


def _flipped(reading: Analysis, evidence: int, term: Term) -> bool:
    """Whether the claim's word is the opposite of the negated one, so that both say the same."""
    mine = set(term.axes)
    return any((axis, -sign) in mine for axis, sign in reading.terms[evidence].axes)


# Words that deny without being negations.
_NEGATIVE: Final = re.compile(
    r"\b(?:un(?:success|able|like|fit|wil|avail)\w*|dis(?:courag|agre|allow|miss|continu)\w*|fail\w*"
    r"|refus\w*|den(?:y|ied|ies)|reject\w*"
    r"|prohibit\w*|forb\w+|bann?(?:ed|s)?|different|hardly|rarely|seldom|little|few|only|zero|false"
    r"|prevent\w*|avoid\w*|tried|attempt\w*"
    r"|verboten|untersagt|abgelehnt|interdit\w*|refus\w*|prohibid\w*|rechaz\w*)\b|禁止|拒绝|拒否",
    re.IGNORECASE,
)


# "Not the most violent", "instead of lockdowns": ranks and alternatives, not denials of what follows.
_COMPARED: Final = re.compile(
    r"not (?:the|as|so|very|too|all|every|always|just|even)\b|instead|rather|anstatt|statt|au lieu|plutôt"
    r"|en lugar|en vez",
    re.IGNORECASE,
)


def _denied_by_claim(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim negates a word that the evidence affirms."""
    reading = a.source(key)
    evidence = scopes(reading)
    for negation in scopes(a.claim).negations:
        if negation.conditional or not negation.focus or _COMPARED.match(a.claim.text, negation.cue.start):
            continue
        hits = {at: a.hits[at][key] for at in negation.scope | frozenset(negation.focus) if key in a.hits[at]}
        if any(
            at in evidence.negated
            for hit in hits.values()
            for at in reading.by_norm[reading.terms[hit.term].norm]
        ):
            continue
        focus = [a.claim.terms[at] for at in negation.focus]
        full = [term for term in focus if not term.light or term.axes]
        covered = [at for at in negation.scope if not a.claim.terms[at].light]
        if len(covered) > 1 and sum(1 for at in covered if at in hits) <= DENIED_OBJECT * len(covered):
            continue
        if not full or any(term.at not in hits or hits[term.at].strength < STRUCK for term in focus):
            continue
        unit = reading.units[key[1]]
        if _NEGATIVE.search(reading.text, unit.start, unit.end) is not None:
            continue
        if _denied_in_other_words(a, key, negation) or any(n.unit == key[1] for n in evidence.negations):
            continue
        what = a.claim.text[negation.cue.start : full[0].end]
        stands = reading.terms[hits[full[0].at].term]
        if local(a, key, stands.start) < LOCAL_MATTER:
            continue
        said = _word(reading, stands)
        return Finding(
            "conflict", "negation", f"claim says '{what}', source affirms '{said}'", key, term=full[0].at
        )
    return None


def _denied_in_other_words(a: Alignment, key: UnitKey, negation: Negation) -> bool:
    """Whether the unit holds the opposite of something that the claim negates: not allowed, prohibited."""
    reading = a.source(key)
    for at in negation.scope | frozenset(negation.focus):
        term = a.claim.terms[at]
        for axis, sign in term.axes:
            if any(
                reading.terms[e].unit == key[1] and (axis, -sign) in reading.terms[e].axes
                for e in reading.by_axis.get(axis, ())
            ):
                return True
        if any(reading.terms[e].unit == key[1] for e in opposed(term.norm, reading)):
            return True
    # A quantity of zero, or a bound that was not reached, denies as well.
    return False


def _opposite(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim uses a word where the evidence uses its opposite."""
    reading = a.source(key)
    denied, negated = scopes(a.claim).negated, scopes(reading).negated
    used = {hit.term for hits in a.hits if (hit := hits.get(key)) is not None and hit.strength > 0.85}
    for term in a.claim.terms:
        if a.hits[term.at].get(key) is not None and a.hits[term.at][key].strength >= STRUCK:
            continue
        found = _opposite_term(reading, key, term, term.at in denied, negated, used)
        if (
            found is None
            or found in used
            or _UNTIL.match(reading.text, reading.terms[found].end)
            or not _same_company(a, key, term, found)
            or (local(a, key, reading.terms[found].start, without=term.at) < LOCAL_MATTER)
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


# "Valid until 2030" is "expires in 2030": the opposite up to a point.
_UNTIL: Final = re.compile(r"\s+(?:until|till|up to|through|bis|jusqu|hasta)\b", re.IGNORECASE)
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
        if any(
            abs(at - opposite) <= BESIDE and reading.terms[at].unit == key[1]
            for at in reading.by_norm.get(norm, ())
        ):
            return True
    return False


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
