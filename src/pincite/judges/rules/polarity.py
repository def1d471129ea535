"""Does the evidence affirm what the claim affirms, and deny what it denies?"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.cessation import ceased
from pincite.judges.rules.exceptions import named_exempt
from pincite.judges.rules.exempt import exempt_named
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import LOCAL_MATTER, SAME_MATTER, local, share
from pincite.judges.rules.kinship import opposed
from pincite.judges.rules.opposites import opposite
from pincite.judges.rules.permission import advised, both_forbid, obligation, permitted
from pincite.judges.rules.presence import STRUCK, absent, affirmed_elsewhere, claim_hits, only_with
from pincite.judges.rules.scopes import Negation, scopes
from pincite.judges.rules.terms import Term


def polarity(a: Alignment) -> list[Finding]:
    """Conflicts of negation and of opposite words between the claim and the units that carry it."""
    for key in a.chosen:
        finding = None
        if share(a, key) >= SAME_MATTER and not _same_in_other_words(a, key):
            finding = _denied_by_evidence(a, key) or _denied_by_claim(a, key)
        finding = finding or opposite(a, key)
        finding = finding or absent(a, key) or only_with(a, key)
        if finding is None and not named_exempt(a, key):
            finding = permitted(a, key) or obligation(a, key) or advised(a, key)
        if finding is not None:
            return [finding]
    return []


def _same_in_other_words(a: Alignment, key: UnitKey) -> bool:
    """Whether only one side has a negation, and yet both say the same."""
    return both_forbid(a, key) or _other_side(a, key) or ceased(a, key)


_UP_TO: Final = re.compile(
    r"\b(?:until|till|up to|by|before|bis(?: zum)?|vor|jusqu['’]\w+|avant|hasta"
    r"|antes de)\s(?:\w{2,3}\s)?(?=\d)",
    re.IGNORECASE,
)
_FROM_ON: Final = re.compile(
    r"\b(?:after|later than|past|from|nach|ab|après|à partir|después de|desde"
    r"|más tarde)\s(?:\w{2,3}\s)?(?=\d)",
    re.IGNORECASE,
)


def _other_side(a: Alignment, key: UnitKey) -> bool:
    """Whether one side denies beyond a bound what the other affirms up to it: "until 1 May", "not after"."""
    mine, reading = scopes(a.claim).negations, a.source(key)
    unit = reading.units[key[1]]
    if bool(mine) == bool(scopes(reading).inside(key[1])):
        return False
    ends: list[set[object]] = []
    for text, found, start, end in (
        (a.claim.text, a.claim.figures, 0, len(a.claim.text)),
        (reading.text, reading.figures_in(unit.start, unit.end), unit.start, unit.end),
    ):
        for pattern in (_UP_TO, _FROM_ON):
            places = {m.end() for m in pattern.finditer(text, start, end)}
            ends.append({(f.value, f.date) for f in found if f.start in places})
    return bool(ends[0] & ends[3] or ends[1] & ends[2])


def _word(reading: Analysis, term: Term) -> str:
    return reading.text[term.start : term.end]


def _denied_by_evidence(a: Alignment, key: UnitKey) -> Finding | None:
    """The evidence negates a word that the claim affirms."""
    reading = a.source(key)
    claim = scopes(a.claim)
    for negation in scopes(reading).inside(key[1]):
        if not negation.focus:
            continue
        if negation.conditional and not _same_condition(a, key, negation):
            continue
        struck = [(f, term) for f in negation.focus for term in claim_hits(a, key, f)]
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
        if _other_clause(a, key, negation) or (negation.privative and _negative_in(a.claim.text)):
            continue
        evidence, term = full[0]
        if (
            local(a, key, negation.cue.start) < LOCAL_MATTER
            or affirmed_elsewhere(a, key, evidence)
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
    matched = a.matched(key)
    return sum(1 for at in scope if at in matched) >= SAME_OBJECT * len(scope)


def _other_clause(a: Alignment, key: UnitKey, negation: Negation) -> bool:
    """Whether the negated clause has a subject of its own that the claim does not name: "heating not
    included" denies nothing of a rent."""
    reading = a.source(key)
    clause = reading.clause_at(negation.cue.start)
    own = [
        term
        for term in reading.terms_in(key[1])
        if term.clause == clause and term.end <= negation.cue.start and not term.light
    ]
    if not own or len(negation.scope) > 1:
        return False
    return not any(claim_hits(a, key, term.at) for term in own)


_SETS_CONDITION: Final = re.compile(
    r"\b(?:until|till|unless|before|prior to|bevor|solange|vor|avant|sauf|hasta|salvo"
    r"|antes)\b",
    re.IGNORECASE,
)


def _same_condition(a: Alignment, key: UnitKey, negation: Negation) -> bool:
    """ "Not X before Y" denies "X before Y": whether the claim keeps the very condition."""
    reading = a.source(key)
    theirs = _SETS_CONDITION.search(reading.text, negation.cue.end, reading.units[key[1]].end)
    if theirs is None:
        return False
    word = theirs.group().casefold()
    for mine in _SETS_CONDITION.finditer(a.claim.text):
        if mine.group().casefold() == word:
            return any(
                term.start >= mine.end()
                and (hit := a.hits[term.at].get(key)) is not None
                and reading.terms[hit.term].start >= theirs.end()
                for term in a.claim.terms
            )
    return False


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


def _flipped(reading: Analysis, evidence: int, term: Term) -> bool:
    """Whether the claim's word is the opposite of the negated one, so that both say the same."""
    mine = set(term.axes)
    return any((axis, -sign) in mine for axis, sign in reading.terms[evidence].axes)


# Words that deny without being negations.
_NEGATIVE: Final = re.compile(
    r"\b(?:un(?:success|able|like|fit|wil|avail)\w*|dis(?:courag|agre|allow|miss|continu)\w*|fail\w*"
    r"|refus\w*|den(?:y|ied|ies)|reject\w*"
    r"|prohibit\w*|forb\w+|bann?(?:ed|s)?|different|hardly|rarely|seldom|little|few|only|zero|false"
    r"|prevent\w*|avoid\w*|tried|attempt\w*|shortage|scarc\w+|absen\w+|missing|miss(?:ed|es)|lack\w*"
    r"|waiv\w+"
    r"|exempt\w*|exclu\w+|standstill|halt(?:ed|s)?|suspen\w+|no|not|never|without|none|free|closed"
    r"|kein\w*|nicht|ohne|sans|aucun\w*|exclus?\w*|sin|ning[uú]n\w*|mangel\w*|gratis|gratuit\w*"
    r"|verboten|untersagt|abgelehnt|interdit\w*|refus\w*|prohibid\w*|rechaz\w*)\b|禁止|拒绝|拒否",
    re.IGNORECASE,
)


_negative_in: Final = lru_cache(maxsize=8192)(_NEGATIVE.search)


def _negative_word(reading: Analysis, number: int) -> bool:
    """Whether a unit has a word that denies, beside denials that undo each other."""
    unit = reading.units[number]
    undone = scopes(reading).undone
    if not undone:
        return _negative_in(reading.text, unit.start, unit.end) is not None
    return any(
        all(not cue.start <= match.start() < cue.end for cue in undone)
        for match in _NEGATIVE.finditer(reading.text, unit.start, unit.end)
    )


# "Not the most violent", "instead of lockdowns": ranks and alternatives, not denials of what follows.
_COMPARED: Final = re.compile(
    r"not (?:the|as|so|very|too|all|every|always|just|even)\b|instead|rather|anstatt|statt|au lieu|plutôt"
    r"|en lugar|en vez",
    re.IGNORECASE,
)


# "No ward has fewer than 18": a bound on all wards, not a denial of them.
_BOUNDED: Final = re.compile(
    r"\b(?:(?:fewer|more|less|older|younger|later|earlier|higher|lower|longer|shorter|larger|smaller) than"
    r"|mehr als|weniger als|plus d[e']|moins d[e']|más de|menos de)\b",
    re.IGNORECASE,
)


def _denied_by_claim(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim negates a word that the evidence affirms."""
    reading = a.source(key)
    evidence = scopes(reading)
    for negation in scopes(a.claim).negations:
        if negation.conditional or not negation.focus or _COMPARED.match(a.claim.text, negation.cue.start):
            continue
        if _BOUNDED.search(a.claim.text, negation.cue.end) is not None:
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
        if _negative_word(reading, key[1]):
            continue
        if _denied_in_other_words(a, key, negation) or evidence.inside(key[1]):
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
    # Those whom the evidence leaves out of the rule are denied it.
    return exempt_named(a, key) is not None or named_exempt(a, key)
