"""Another bearer of the same description: another place, team, edition, committee or member of a group."""

from __future__ import annotations

import re
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import share
from pincite.judges.rules.terms import Term

# Bearers are compared only if the unit holds this share of the claim without the word in question.
SAME_MATTER: Final = 0.6
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
    for term in a.claim.terms:
        if term.light or not (term.name or _headed(a.claim, term)) or a.hit(term.at) is not None:
            continue
        for key in a.chosen[:2]:
            if share(a, key, without=term.at) < SAME_MATTER:
                continue
            finding = _other_kind(a, key, term) or _other_name(a, key, term)
            if finding is not None:
                return [finding]
    return []


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
