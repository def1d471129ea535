"""Relations that have a word for either side: teacher and pupil, sell to and buy from, beat and lose to.

A relation is read off a clause as the party that the word is said of and the other party; on the side of the
left word of its line the two give an order, in which two texts agree or are turned round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from msgspec import Struct

from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.terms import Term
from pincite.text.stopwords import word_set

_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_BE: Final = re.compile(
    r"\b(?:is|are|was|were|been|being|be|got|wird|werden|wurden?|worden|est|sont|été|fut|furent|était|fue|fueron"
    r"|es|son|era|sido)\s+(?:[^\W\d_]+\s+){0,2}$",
    re.IGNORECASE,
)
_FIGURE: Final = re.compile(r"[\d,;:.(]")
_GENITIVE: Final = re.compile(r"['’]s?$")
_BY: Final = frozenset(("by", "von", "vom", "durch", "par", "por"))
_OF: Final = frozenset(("of", "von", "vom", "der", "des", "de", "du", "d", "del"))
# What may lead in the party that a preposition behind a plus asks for.
_LEADS: Final = {
    "to": frozenset(("to",)),
    "from": frozenset(("from", "off")),
    "under": frozenset(("under",)),
    "with": frozenset(("with",)),
    "against": frozenset(("against",)),
    "over": frozenset(("over",)),
    "for": frozenset(("for",)),
    "an": frozenset(("an",)),
    "von": frozenset(("von", "vom")),
    "bei": frozenset(("bei", "beim")),
    "für": frozenset(("für",)),
    "gegen": frozenset(("gegen",)),
    "nach": frozenset(("nach",)),
    "aus": frozenset(("aus",)),
    "à": frozenset(("à", "au", "aux")),
    "de": frozenset(("de", "du", "des", "d", "del")),
    "pour": frozenset(("pour",)),
    "contre": frozenset(("contre",)),
    "a": frozenset(("a", "al")),
    "para": frozenset(("para",)),
    "contra": frozenset(("contra",)),
    "ante": frozenset(("ante",)),
    "con": frozenset(("con",)),
}
_PREPOSITIONS: Final = frozenset().union(
    _BY,
    _OF - {"der", "des"},
    *_LEADS.values(),
    ("in", "on", "at", "as", "en", "im", "am", "zu", "zum", "als"),
)
# The direct object of a person in Spanish.
_OBJECT: Final = frozenset(("a", "al"))
_APPOSED: Final = re.compile(r",\s+(?:the\s+|an?\s+|der\s+|die\s+|le\s+|la\s+|el\s+)?$", re.IGNORECASE)
_LONGEST_CLAUSE: Final = 24


class _Sense(Struct, frozen=True, gc=False):
    """A side of a relation that a word may name, as a noun or a `verb`; `lead` is the preposition of the
    other party and `language` the only one in which the word is meant, "" for none."""

    line: int
    left: bool
    verb: bool
    lead: str
    language: str


class Relation(Struct, frozen=True):
    """Who stands on the left side and on the right side of a relation, as norms; `start` is the place of the
    word that says so, `left` whether it is one of the left side."""

    line: int
    left: bool
    start: int
    end: int
    first: frozenset[str]
    second: frozenset[str]


class _Party(Struct, frozen=True):
    """A noun phrase with what leads it in, and whether it is a genitive."""

    start: int
    end: int
    norms: frozenset[str]
    leads: frozenset[str]
    genitive: bool


@cache
def _senses() -> dict[str, tuple[_Sense, ...]]:
    """What each written word of the list may say."""
    text = resources.files("pincite.judges.rules").joinpath("lexicon", "relations.txt").read_text("utf-8")
    found: dict[str, list[_Sense]] = {}
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    for number, line in enumerate(lines):
        for left, words in zip((True, False), line.split("|"), strict=True):
            for entry in words.split():
                entry, _, language = entry.partition("@")
                word, plus, lead = entry.partition("+")
                found.setdefault(word, []).append(_Sense(number, left, bool(plus), lead, language))
    return {word: tuple(senses) for word, senses in found.items()}


@lru_cache(maxsize=65536)
def sides(word: str) -> frozenset[tuple[int, bool]]:
    """The sides of relations that a noun names: tenant, pupil, heir; none for other words."""
    forms = (word, word.removesuffix("s"), word.removesuffix("n"))
    senses = [sense for form in dict.fromkeys(forms) for sense in _senses().get(form, ())]
    return frozenset((sense.line, sense.left) for sense in senses if not sense.verb and not sense.language)


@lru_cache(maxsize=8192)
def relations(reading: Analysis) -> tuple[Relation, ...]:
    """The relations that a text states with both parties."""
    known = _senses()
    found: list[Relation] = []
    for match in _WORD.finditer(reading.text):
        senses = known.get(match.group().casefold())
        if senses is not None:
            found.extend(_stated(reading, match.start(), match.end(), senses))
    return tuple(found)


def _stated(reading: Analysis, start: int, end: int, senses: tuple[_Sense, ...]) -> Iterator[Relation]:
    clause = reading.clause_at(start)
    terms = reading.terms_of_clause(clause)
    if (
        terms
        and terms[0].start >= start
        and clause
        and _APPOSED.search(reading.text, max(0, start - 8), start)
    ):
        terms = reading.terms_of_clause(clause - 1) + terms  # "Jens Moen, son of Tilde Moen"
    if not 2 <= len(terms) <= _LONGEST_CLAUSE:
        return
    parties = _parties(reading, terms, start, end)
    for sense in senses:
        if sense.language and sense.language != reading.language:
            continue
        pair = _pair(reading, parties, start, end, sense)
        if pair is not None and not pair[0].isdisjoint(pair[1]):
            pair = pair[0] - pair[1], pair[1] - pair[0]
        if pair is not None and pair[0] and pair[1]:
            holder, other = pair
            first, second = (holder, other) if sense.left else (other, holder)
            yield Relation(sense.line, sense.left, start, end, first, second)


def _parties(reading: Analysis, terms: tuple[Term, ...], start: int, end: int) -> list[_Party]:
    """The noun phrases of a clause but for the word itself."""
    text = reading.text
    found: list[list[Term]] = []
    for term in terms:
        if (term.light and not term.name) or (term.verb and not term.name) or start <= term.start < end:
            continue
        if text[term.start : term.end].casefold() in _PREPOSITIONS:
            continue  # in a text whose language is not told
        last = found[-1][-1] if found else None
        joined = last is not None and text[last.end : term.start] in (" ", "-")
        if joined and last is not None and _GENITIVE.search(text, last.start, last.end) is None:
            found[-1].append(term)
        else:
            found.append([term])
    return [_party(text, phrase, start, end) for phrase in found]


def _party(text: str, phrase: list[Term], start: int, end: int) -> _Party:
    begin, stop = phrase[0].start, phrase[-1].end
    lead = _FIGURE.split(text[max(end if begin >= end else 0, begin - 24) : begin])[-1]
    words = _WORD.findall(lead.casefold())
    genitive = _GENITIVE.search(text, phrase[-1].start, stop) is not None
    if not genitive and text[stop : stop + 1] in ("'", "’"):
        genitive = True
    leads: frozenset[str] = frozenset()
    for word in reversed(words[-3:]):
        if word in _PREPOSITIONS:
            leads = frozenset((word,))
            break
        if word not in _ARTICLES:
            break
    german = words[-1:] in (["der"], ["des"])
    return _Party(
        begin, stop, frozenset(t.norm for t in phrase), leads | ({"of"} if german else set()), genitive
    )


_ARTICLES: Final = word_set(
    "the a an its their his her der die das dem den des ein eine einem einer einen le la les l un une el los"
    " las una unos d s"
)


_Pair = tuple[frozenset[str], frozenset[str]]


def _pair(reading: Analysis, parties: list[_Party], start: int, end: int, sense: _Sense) -> _Pair | None:
    """Who the word is said of, and the other party."""
    before = [one for one in parties if one.end <= start]
    after = [one for one in parties if one.start >= end]
    plain = [one for one in before if not one.genitive and not one.leads - {"of"}]
    if not sense.verb:
        return _of_noun(reading.text, before, after, plain, start, end)
    asked = _LEADS.get(sense.lead, frozenset())
    by = next((one for one in after + before if one.leads & _BY and not one.leads & asked), None)
    passive = by is not None and _BE.search(reading.text[max(0, start - 40) : start]) is not None
    doers = [by] if passive and by is not None else plain[:1] if sense.lead else plain[-1:]
    if sense.lead:
        goal = next((one for one in after + before if one.leads & asked), None)
    elif passive:
        goal = plain[-1] if plain else None
    else:
        objects = [one for one in after if not one.leads or one.leads <= _OBJECT]
        goal = objects[0] if objects and objects[0] is after[0] else None
        if len(plain) == 2 and not after:
            doers, goal = plain[:1], plain[1]  # "hat ... besiegt"
    if not doers or goal is None or doers[0] is goal:
        return None
    return doers[0].norms, goal.norms


def _of_noun(
    text: str, before: list[_Party], after: list[_Party], plain: list[_Party], start: int, end: int
) -> _Pair | None:
    """The bearer and the owner: "A is B's teacher", "the teacher of B is A"."""
    owner = next(
        (one for one in before[::-1] if one.genitive and not text[one.end : start].strip("'’s ")), None
    )
    if owner is None:
        behind = text[end : end + 12].split()
        if not behind or not _leads_in(behind[0]):
            return None
        owner = next((one for one in after[:2] if one.leads & _OF), None)
    if owner is None:
        return None
    rest = plain[-1:] or [one for one in after if one is not owner and not one.leads]
    return (rest[0].norms, owner.norms) if rest else None


def _leads_in(word: str) -> bool:
    return word.casefold().rstrip("'’") in _OF or word[:2].casefold() in ("d'", "d’")


class Counterpart(Struct, frozen=True):
    """A relation of the claim beside one of the evidence: the places of both words, and whether the parties
    have changed places. `converse`: the two words are of different sides."""

    mine: Relation
    theirs: Relation
    turned: bool

    @property
    def converse(self) -> bool:
        return self.mine.left != self.theirs.left


@lru_cache(maxsize=4096)
def counterparts(claim: Analysis, reading: Analysis) -> tuple[Counterpart, ...]:
    """The relations of the claim that the evidence states of the same two parties."""
    mine = relations(claim)
    if not mine:
        return ()
    found = []
    for one in mine:
        for other in relations(reading):
            if one.line != other.line:
                continue
            if one.first & other.first and one.second & other.second:
                found.append(Counterpart(one, other, False))
            elif one.first & other.second and one.second & other.first:
                found.append(Counterpart(one, other, True))
    return tuple(found)
