"""Another bearer of the same description: another place, team, edition, committee or member of a group."""

from __future__ import annotations

import re
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.cohesion import strays
from pincite.judges.rules.deputies import deputies
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import share
from pincite.judges.rules.materiality import known_word
from pincite.judges.rules.relations import sides
from pincite.judges.rules.terms import Term
from pincite.judges.rules.transposed import preposition

# Bearers are compared only if the unit holds this share of the claim without the word in question.
SAME_MATTER: Final = 0.6
SAME_PLACE: Final = 0.5
# Things of which an organisation has several, told apart by the word before them.
_HEADS: Final = re.compile(
    r"(?:committees?|boards?|teams?|editions?|plans?|tiers?|versions?|departments?|divisions?|branch(?:es)?|wards?|courts?"
    r"|colleges?|ministr(?:y|ies)|groups?|classes|class|lines?|licen[cs]es?|tickets?|cards?|models?|routes?|leagues?"
    r"|schools?|fees?|tax(?:es)?|sites?|plants?|offices?|funds?|units?|accounts?|permits?|seasons?|rooms?|doors?"
    r"|gates?|buttons?|lights?|valves?|pumps?|cables?|keys?|ausschuss|komitee|gremium|comité|comités|commission|comisión)$",
    re.IGNORECASE,
)
_ONLY: Final = re.compile(
    r"\b(?:only|solely|exclusively|reserved for|restricted to|limited to|nur|ausschließlich|uniquement"
    r"|seulement"
    r"|exclusivement|sólo|solo|únicamente|exclusivamente)\b|仅|只|のみ|だけ",
    re.IGNORECASE,
)


def rivals(a: Alignment) -> list[Finding]:
    """Findings for statements that the evidence makes of another bearer."""
    if not a.chosen:
        return []
    found = [one for one in (deputies(a), _other_party(a), strays(a)) if one is not None]
    if found:
        return found
    for term in a.claim.terms:
        if term.light or a.hit(term.at) is not None:
            continue
        if not (term.name or _headed(a.claim, term) or _apposed(a.claim, term)):
            continue
        for key in a.chosen[:2]:
            if share(a, key, without=term.at) < SAME_MATTER:
                continue
            finding = _other_kind(a, key, term) or _other_name(a, key, term) or _other_bearer(a, key, term)
            if finding is not None:
                return [finding]
    return []


def _other_party(a: Alignment) -> Finding | None:
    """ "Owners pay the charge" against "tenants pay the charge": another side, in the same place."""
    for term in a.claim.terms:
        mine = frozenset() if term.verb or term.light else sides(_word(a.claim, term).casefold())
        if not mine:
            continue
        for key in a.chosen[:2]:
            if key in a.hits[term.at] or share(a, key, without=term.at) < SAME_PLACE:
                continue
            rival = _in_its_place(a, key, term, mine)
            if rival is not None:
                what = f"the source says it of '{_word(a.source(key), rival)}'"
                return Finding("silent", "party", what, key, term=term.at)
    return None


def _in_its_place(a: Alignment, key: UnitKey, term: Term, mine: frozenset[tuple[int, bool]]) -> Term | None:
    """The word for another side that has the place of the claim's word: the subject, or behind the same
    preposition."""
    reading = a.source(key)
    used = a.matched(key)
    inside = [other for other in reading.terms_in(key[1]) if not other.light]
    opens = next((other for other in a.claim.terms if not other.light), None) is term
    for other in inside:
        theirs = sides(_word(reading, other).casefold())
        if other.verb or other.at in used or not theirs or not mine.isdisjoint(theirs):
            continue
        lead = preposition(a.claim, term)
        if (opens and other is inside[0]) or (lead and lead == preposition(reading, other)):
            return other
    return None


def _headed(claim: Analysis, term: Term) -> bool:
    if term.at + 1 >= len(claim.terms):
        return False
    head = claim.terms[term.at + 1]
    return _adjoin(claim, term, head) and _HEADS.match(_word(claim, head)) is not None


def _word(reading: Analysis, term: Term) -> str:
    return reading.text[term.start : term.end]


def _other_kind(a: Alignment, key: UnitKey, term: Term) -> Finding | None:
    """ "The budget committee" against "the audit committee"."""
    if not _headed(a.claim, term):
        return None
    head = a.claim.terms[term.at + 1]
    hit = a.hits[head.at].get(key)
    if hit is None:
        return None
    reading = a.source(key)
    said = reading.terms[hit.term].norm
    used = a.matched(key)
    rival: Term | None = None
    for at in reading.by_norm[said]:
        before = reading.terms[at - 1] if at else None
        if (
            before is None
            or before.at in used
            or before.light
            or not _adjoin(reading, before, reading.terms[at])
        ):
            return None
        if reading.terms[at].unit == key[1]:
            rival = before
    if rival is None:
        return None
    what = f"the source says it of '{_word(reading, rival)} {_word(a.claim, head)}'"
    unit = reading.units[key[1]]
    only = _ONLY.search(reading.text, unit.start, unit.end) is not None
    return Finding("conflict" if only else "silent", "bearer", what, key, term=term.at)


def _adjoin(reading: Analysis, one: Term, other: Term) -> bool:
    return reading.text[one.end : other.start] in (" ", "-")


# A name is led in by one of these, or by the word of which it is an attribute.
_LED_IN: Final = re.compile(
    r"\b(?P<word>of|in|at|from|to|for|with|by|near|de|del|du|en|à|von|aus|bei|pour|para)\s+(?:the\s+)?$",
    re.IGNORECASE,
)


def _other_name(a: Alignment, key: UnitKey, term: Term) -> Finding | None:
    """ "Residents of Tasmania" against "residents of Ontario"."""
    if not _proper(a.claim, term) or term.at == 0:
        return None
    reading = a.source(key)
    before = a.claim.terms[term.at - 1]
    hit = a.hits[before.at].get(key)
    if hit is None or (before.name and _adjoin(a.claim, before, term)):
        return None
    used = a.matched(key)
    for at in reading.by_norm[reading.terms[hit.term].norm]:
        if at + 1 >= len(reading.terms) or reading.terms[at].unit != key[1]:
            continue
        rival = reading.terms[at + 1]
        if rival.at in used or not _proper(reading, rival) or rival.start - reading.terms[at].end > _GAP:
            continue
        one, other = _word(a.claim, term).casefold(), _word(reading, rival).casefold()
        if one not in other and other not in one and _same_lead(a.claim, term, reading, rival):
            return Finding(
                "silent", "bearer", f"the source says it of '{_word(reading, rival)}'", key, term=term.at
            )
    return None


_GAP: Final = 10
# What stands between a thing and its own name: "station Melides", "gare de Brive", "Lake Orm".
_NAMING: Final = re.compile(r"[ -](?:(?:of|de|du|del|von|la)\s)?")
# Of a people or a country: a wider or narrower word for the same thing.
_PEOPLES: Final = ("ish", "ian", "ese", "ean")


def _apposed(claim: Analysis, term: Term) -> bool:
    """A German noun right behind a noun is its name: "das Werk Suhl"."""
    before = claim.terms[term.at - 1] if term.at else None
    return (
        claim.language == "de"
        and before is not None
        and not before.light
        and claim.text[before.end : term.start] == " "
        and claim.text[before.start].isupper()
        and claim.text[term.start].isupper()
    )


def _other_bearer(a: Alignment, key: UnitKey, term: Term) -> Finding | None:
    """ "The Corvo station" against "station Melides": a thing of the same kind with another name."""
    reading = a.source(key)
    used = a.matched(key)
    for head in _beside(a.claim, term):
        if not _own_name(a.claim, term, head):
            continue
        hit = a.hits[head.at].get(key)
        if head.name and hit is not None and _own_name(a.claim, head) and not _kind(reading, hit.term):
            return None  # another part of the same name
        if head.light or hit is None or hit.strength < _SURE:
            continue
        places = [
            at for at in reading.by_norm[reading.terms[hit.term].norm] if reading.terms[at].unit == key[1]
        ]
        names = [_names_of(reading, reading.terms[at]) for at in places]
        if not places or not all(names) or any(name.at in used for found in names for name in found):
            continue
        rival = names[0][0]
        one, other = _word(a.claim, term).casefold(), _word(reading, rival).casefold()
        if one not in other and other not in one:
            what = f"the source says it of '{_word(reading, rival)}'"
            return Finding("silent", "bearer", what, key, term=term.at)
    return None


_SURE: Final = 0.9


def _kind(reading: Analysis, at: int) -> bool:
    """Whether the word says what sort of thing it is: somewhere a name stands right beside it."""
    return any(_own_name(reading, other) for other in _beside(reading, reading.terms[at]))


def _beside(reading: Analysis, term: Term) -> list[Term]:
    """The full words that adjoin a word, or are joined to it as its name."""
    found = []
    for at in (term.at - 1, term.at + 1):
        if 0 <= at < len(reading.terms):
            other = reading.terms[at]
            one, two = sorted((term, other), key=lambda t: t.start)
            if not other.light and _NAMING.fullmatch(reading.text, one.end, two.start) is not None:
                found.append(other)
    return found


def _names_of(reading: Analysis, head: Term) -> list[Term]:
    return [other for other in _beside(reading, head) if _own_name(reading, other, head)]


def _own_name(reading: Analysis, term: Term, head: Term | None = None) -> bool:
    """Whether the word names one thing of the kind that the head says; a common word does so where both have
    a capital: "the Harbour Museum"."""
    word = _word(reading, term)
    if not word[0].isupper() or word.isupper() or len(word) < 3 or any(c.isdigit() for c in word):
        return False
    titled = head is not None and reading.language != "de" and _word(reading, head)[0].isupper()
    if word.endswith(_PEOPLES) or (known_word(term.norm) and not titled):
        return False
    return term.name or _apposed(reading, term)


def _proper(reading: Analysis, term: Term) -> bool:
    word = _word(reading, term)
    return term.name and not word.isupper() and len(word) > 2 and not any(c.isdigit() for c in word)


def _same_lead(claim: Analysis, term: Term, reading: Analysis, rival: Term) -> bool:
    mine = _LED_IN.search(claim.text[max(0, term.start - 12) : term.start])
    if mine is None:
        return False
    theirs = _LED_IN.search(reading.text[max(0, rival.start - 12) : rival.start])
    bracket = reading.text[rival.start - 1] == "("
    return bracket or (
        theirs is not None and theirs.group("word").casefold() == mine.group("word").casefold()
    )
