"""Words that fill one slot and exclude each other: weekdays, months, colours, parties to a contract."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from msgspec import Struct

from pincite.judges.rules.alignment import CONVERSE, Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.exceptions import exemptions
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import local
from pincite.judges.rules.lexicon import lexicon
from pincite.judges.rules.terms import Term
from pincite.text.words import tokens

# Of the claim's other words, this share must stand beside the rival.
SLOT_MATTER: Final = 0.6
# The rival stands at most this many words from a word that stands as near to the claim's own.
BESIDE: Final = 2
_CJK: Final = "\u3041"

Slot = tuple[int, int]


class Slots(Struct, frozen=True, eq=False):
    """Members of the sets by norm, and by string for Chinese and Japanese; a member is (set, place in it)."""

    norms: dict[str, frozenset[Slot]]
    strings: dict[str, Slot]


@cache
def slots() -> Slots:
    """The sets, read once a process."""
    text = resources.files("pincite.judges.rules").joinpath("lexicon", "exclusive.txt").read_text("utf-8")
    norms: dict[str, set[Slot]] = {}
    strings: dict[str, Slot] = {}
    base = lexicon().base
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    for number, line in enumerate(lines):
        for place, member in enumerate(line.split("|")):
            for entry in map(str.strip, member.split(",")):
                if entry and entry[0] >= _CJK:
                    strings.setdefault(entry, (number, place))
                    continue
                found = tokens(entry)
                if len(found) == 1 and len(entry) > SHORTEST:
                    norms.setdefault(base.get(found[0].norm, found[0].norm), set()).add((number, place))
    # A form that stands for two members of one set ("cliente") tells neither.
    clear = {
        norm: frozenset(s for s in found if sum(1 for o in found if o[0] == s[0]) == 1)
        for norm, found in norms.items()
    }
    return Slots({norm: found for norm, found in clear.items() if found}, strings)


# Shorter forms are abbreviations ("mar", "sat") that read as other words.
SHORTEST: Final = 3


def exclusive(a: Alignment) -> list[Finding]:
    """A conflict if the evidence fills a slot of the claim with another member of the set."""
    if not a.chosen:
        return []
    known = slots()
    for term in a.claim.terms:
        mine = known.norms.get(term.norm)
        if mine is None or _matched(a, term, mine):
            continue
        if any(not mine.isdisjoint(_held(source.analysis)) for source in a.sources):
            continue
        for key in a.chosen[:2]:
            rival = _rival(a, key, term, mine)
            if rival is not None:
                return [_finding(a, key, a.claim.text[term.start : term.end], rival, term.at)]
    if a.claim.language in ("zh", "ja"):
        return _characters(a, known)
    return _month(a, known)


@lru_cache(maxsize=4096)
def _held(reading: Analysis) -> frozenset[Slot]:
    """The members of the sets that a text names."""
    known = slots().norms
    return frozenset().union(*(known[norm] for norm in known.keys() & reading.by_norm.keys()))


def _matched(a: Alignment, term: Term, mine: frozenset[Slot]) -> bool:
    """Whether the term has a counterpart that is not itself another member of its set."""
    hit = a.hit(term.at)
    if hit is None:
        return False
    if hit[1].strength == CONVERSE:
        return True  # "A is B's teacher" beside "B is A's pupil"
    theirs = slots().norms.get(a.source(hit[0]).terms[hit[1].term].norm, frozenset())
    return not any(s[0] == m[0] and s[1] != m[1] for s in theirs for m in mine) or not mine.isdisjoint(theirs)


# The month, not the verb.
_MAY: Final = re.compile(r"\b(?:in|by|until|till|since|from|of|early|late|mid|last|next)[ -]May\b")


def _month(a: Alignment, known: Slots) -> list[Finding]:
    """ "In May", which is no term of the claim, against another month."""
    if "May" not in a.claim.text or _MAY.search(a.claim.text) is None:
        return []
    months = next(iter(known.norms["september"]))[0]
    key = a.chosen[0]
    if any("May" in source.analysis.text for source in a.sources) or a.best < SLOT_MATTER:
        return []
    for term in a.unit_terms(key):
        if (
            any(slot[0] == months for slot in known.norms.get(term.norm, ()))
            and a.source(key).text[term.start].isupper()
        ):
            return [_finding(a, key, "May", term, -1)]
    return []


def _finding(a: Alignment, key: UnitKey, mine: str, rival: Term, at: int) -> Finding:
    said = a.source(key).text[rival.start : rival.end]
    return Finding("conflict", "slot", f"source says '{said}', claim says '{mine}'", key, term=at)


def _rival(a: Alignment, key: UnitKey, term: Term, mine: frozenset[Slot]) -> Term | None:
    known = slots().norms
    claimed = {other.norm for other in a.claim.terms}
    left_out = {held.at for one in exemptions(a.source(key), key[1]) for held in one.terms}
    for other in a.unit_terms(key):
        if other.norm in claimed or other.at in left_out:
            continue
        theirs = known.get(other.norm, frozenset())
        if not any(s[0] == m[0] and s[1] != m[1] for s in theirs for m in mine):
            continue
        if (
            _neighbours(a, key, term, other)
            and local(a, key, other.start, without=term.at, reach=0) >= SLOT_MATTER
        ):
            return other
    return None


def _neighbours(a: Alignment, key: UnitKey, term: Term, rival: Term) -> bool:
    """Whether a word beside the claim's word stands beside the rival."""
    reading = a.source(key)
    for other in a.claim.terms[max(0, term.at - BESIDE) : term.at + BESIDE + 1]:
        hit = a.hits[other.at].get(key) if other.at != term.at else None
        if hit is not None and any(
            abs(at - rival.at) <= BESIDE + 1 for at in reading.by_norm.get(reading.terms[hit.term].norm, ())
        ):
            return True
    return False


def _characters(a: Alignment, known: Slots) -> list[Finding]:
    """The same for Chinese and Japanese, where the words are strings."""
    mine = {known.strings[word]: word for word in known.strings if len(word) > 1 and word in a.claim.text}
    if not mine:
        return []
    key = a.chosen[0]
    unit = a.source(key).units[key[1]]
    text = a.source(key).text[unit.start : unit.end]
    whole = {
        known.strings[word] for source in a.sources for word in known.strings if word in source.analysis.text
    }
    theirs = {known.strings[word]: word for word in known.strings if len(word) > 1 and word in text}
    for slot, word in mine.items():
        if slot in whole:
            continue
        for other, said in theirs.items():
            if other[0] == slot[0] and other not in mine and a.best >= SLOT_MATTER:
                return [Finding("conflict", "slot", f"source says '{said}', claim says '{word}'", key)]
    return []
