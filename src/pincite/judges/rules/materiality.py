"""How much is lost with a claim word that has no counterpart in the evidence.

New information stands in objects, complements, trailing phrases and conjuncts; what a sentence is about and
the verb that holds it together are often said in other words. Words that anything of the kind takes (its
agent, its frame, its holder) count little, unless the evidence has another one of the same class.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.attributes import names_size
from pincite.judges.rules.deeds import labelled, other_deed, verbal
from pincite.judges.rules.frames import lead_end
from pincite.judges.rules.lexicon import generic, lexicon, listed, root, seasons
from pincite.judges.rules.terms import Term
from pincite.model.figure import FigureMatch
from pincite.text.words import fold, stem

# The factors are rounded from a fit on the training pairs: the weight at which a missing word of that place
# tells claims that are not full from those that are.
LAST: Final = 2.0
PREMODIFIER: Final = 1.5  # "the *annual* fee": an attribute of its own
ELSEWHERE: Final = 1.0
VERB: Final = 0.8
SUBJECT: Final = 0.4
NAMED: Final = 2.0  # somebody or something by its own name, wherever it stands
CJK: Final = 0.9
CJK_LAST: Final = 1.6
_CJK_START: Final = "\u3041"
LEAD: Final = 0.15  # a heading in front of the statement
LIGHT: Final = 0.45  # beside the small weight that it has anyway
# A verb, or a word of a class that anything of the kind takes, said in other words.
EXCUSED: Final = 0.35
GENERIC: Final = 0.15
# When every figure of the claim is matched, the other words may be worded more freely.
ANCHORED: Final = 0.56
# Two shared nouns do not make a statement: a verb is only excused beside this many matched words and figures.
OTHER_MATCHED: Final = 3
# A generic word is excused beside this many.
GENERIC_BESIDE: Final = 2

_FINITE: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|must|may|can|shall|will|should|does|do|did|ist|sind|war|wird"
    r"|werden|hat|haben|muss|kann|darf"
    r"|est|sont|ont|doit|peut|es|son|fue|ha|han|debe|puede)\b"
)


@lru_cache(maxsize=4096)
def predicate(claim: Analysis) -> int:
    """Where the claim's predicate begins: its first finite verb; -1 when none can be told."""
    finite = _FINITE.search(claim.text)
    later = [term for term in claim.terms if term.verb and term.at > 0]
    inflected = [term for term in later if claim.text[term.start : term.end].endswith(("s", "ed"))]
    starts = [term.start for term in inflected or later]
    if finite is not None and finite.start() > 0:
        starts.append(finite.start())
    return min(starts, default=-1)


def _named(a: Alignment, term: Term) -> bool:
    """Whether a word is a proper name: a capital, and in no list of the vocabulary; not told in German."""
    return a.claim.text[term.start].isupper() and a.claim.language != "de" and not known_word(term.norm)


@lru_cache(maxsize=65536)
def known_word(norm: str) -> bool:
    words = lexicon()
    norm = root(norm)
    lists = (words.groups, words.axes, words.concepts, words.base, words.verbs, words.light)
    return any(norm in listed_ for listed_ in lists)


class Materiality:
    """What each missing word of one claim counts. `anchored`: every figure is matched. `other_sizes` are the
    words that name another size of a figure than the evidence does, `other_deeds` the verbs in whose place
    it has a verb of another meaning."""

    def __init__(self, a: Alignment, matches: Sequence[FigureMatch]) -> None:
        self.a = a
        self.matches = matches
        self.figures = sum(1 for match in matches if match.match != "missing")
        self.anchored = bool(matches) and self.figures == len(matches)
        self.other_sizes: list[Term] = []
        self.other_deeds: list[Term] = []

    @cached_property
    def predicate(self) -> int:
        return predicate(self.a.claim)

    @cached_property
    def verbs(self) -> int:
        """Verbs of the evidence that may still stand for one of the claim."""
        return _spare_verbs(self.a)

    @cached_property
    def last(self) -> int:
        return max((term.at for term in self.a.claim.terms if not term.light), default=-1)

    @cached_property
    def beside(self) -> bool:
        return any(self.a.hit(term.at) is not None for term in self.a.claim.terms)

    @cached_property
    def full(self) -> int:
        return sum(1 for term in self.a.claim.terms if not term.light and self.a.hit(term.at) is not None)

    def excuse(self, term: Term) -> float | None:
        """The factor of a word that need not be said again; None when it says something of its own."""
        a = self.a
        if _named(a, term):
            return None
        size = names_size(a, term, self.matches) if self.matches else None
        if size is not None:
            if size == "other":
                self.other_sizes.append(term)
            return EXCUSED if size == "same" else None
        if other_deed(a, term):
            self.other_deeds.append(term)
            return None
        if self.verbs > 0 and self._other_verb(term):
            self.verbs -= 1
            return EXCUSED
        if self.anchored and _rate_unit(a, term):
            return EXCUSED
        if (
            _sign_word(a, term, self.matches)
            or (self.beside and self.matches and _figure_verb(a, term))
            or (self.anchored and _label_subject(a, term))
        ):
            self.verbs -= verbal(a.claim, term)
            return EXCUSED
        if _in_season(term, self.matches) or _bounding(term, self.matches):
            return 0.0
        return GENERIC if self._generic(term) else None

    def factor(self, term: Term) -> float:
        """The factor of a word by its place in the claim."""
        worth = ELSEWHERE
        if _named(self.a, term):
            return NAMED
        if self.a.claim.text[term.start] >= _CJK_START:
            # Bigrams overlap and have no order that could be told; the last one is a bit of the predicate.
            return (CJK_LAST if term.at == self.last else CJK) * (ANCHORED if self.anchored else 1.0)
        verb = verbal(self.a.claim, term)
        if term.start < lead_end(self.a.claim.text):
            return LEAD
        if term.light:
            worth = LIGHT
        elif (
            term.at == self.last and not self._followed(term) and not (verb and self.a.claim.language == "de")
        ):
            worth = LAST
        elif verb:
            worth = VERB
        elif term.start < self.predicate:
            # Who it holds for is new where the evidence names somebody else.
            worth = ELSEWHERE if self._rival(term, _persons()) else SUBJECT
        elif self._premodifier(term):
            worth = PREMODIFIER
        return worth * ANCHORED if self.anchored else worth

    def _followed(self, term: Term) -> bool:
        """Whether a figure ends the claim: what it says new is that, not the word before it."""
        return any(figure.start >= term.end for figure in self.a.claim.figures)

    def _premodifier(self, term: Term) -> bool:
        terms = self.a.claim.terms
        if term.light or term.at + 1 >= len(terms):
            return False
        following = terms[term.at + 1]
        return following.part == term.part and self.a.hit(following.at) is not None

    def _other_verb(self, term: Term) -> bool:
        """Whether the evidence has an unmatched verb of its own where the claim has this one."""
        if not verbal(self.a.claim, term) or not self.a.chosen:
            return False
        beside = [o for o in self.a.claim.terms if o.at != term.at and self.a.hit(o.at) is not None]
        if self.full + self.figures < OTHER_MATCHED and not (self.figures and beside):
            return False
        return any(other.part == term.part for other in beside)

    def _generic(self, term: Term) -> bool:
        """Whether the word is one that anything of the kind takes, and the evidence has no rival for it."""
        if self.full and self.full + self.figures >= GENERIC_BESIDE and _doing(self.a.claim, term):
            return True
        if term.name or term.axes or self.full + self.figures < GENERIC_BESIDE or not self.full:
            return False
        if term.norm in generic("frames"):
            return verbal(self.a.claim, term) or term.light
        if term.norm in generic("houses"):
            # "The theatre": whose text it is. Without the article it is one of many.
            text = self.a.claim.text
            return (
                term.start < self.predicate
                and _SUBJECT_ARTICLE.search(text, max(0, term.start - 12), term.start) is not None
                and not self._rival(term, generic("houses"))
            )
        kind = next((name for name in ("agents", "holders") if term.norm in generic(name)), None)
        return kind is not None and not self._rival(term, _persons() if kind == "agents" else generic(kind))

    def _rival(self, term: Term, kind: frozenset[str]) -> bool:
        """Whether a unit of the claim has another word of the class, or the claim's own matched one does."""
        for key in self.a.chosen[:1]:
            for other in self.a.unit_terms(key):
                if other.norm in kind and other.norm != term.norm and not self._taken(key, other.at):
                    return True
        return False

    def _taken(self, key: UnitKey, at: int) -> bool:
        return at in self.a.matched(key)


# The article of a subject: at the start, or in English behind what is no preposition ("last year the shop").
_SUBJECT_ARTICLE: Final = re.compile(
    r"(?:^\W{0,2}(?:the|our|der|die|das|le|la|l['’]|el|los|las)"
    r"|(?<!\bof)(?<!\bat)(?<!\bin)(?<!\bto)(?<!\bon)(?<!\bby)(?<!\bfor)(?<!\bfrom)(?<!\bnear)(?<!\bwith)(?<!\binto)"
    r"\s(?:the|our))\s*$",
    re.IGNORECASE,
)


_DURING: Final = re.compile(
    r"\b(?:during|in the course of|as part of|in|through|by|for|of|bei|beim|im zuge (?:von|der|des)"
    r"|während (?:der|des)|im rahmen (?:von|der|des)|lors des?|pendant (?:les|des)|au cours des?"
    r"|durante (?:las|los|unas|unos)?|en)"
    r"\s+(?:the |some |its |den |les )?$",
    re.IGNORECASE,
)


def _doing(claim: Analysis, term: Term) -> bool:
    """Whether the word only says that something is going on: "found during *work* on a drain"."""
    return (
        term.norm in generic("doings")
        and _DURING.search(claim.text, max(0, term.start - 24), term.start) is not None
    )


@cache
def _persons() -> frozenset[str]:
    """Whoever a rule may be for, and all the sorts of persons that the wider words take in."""
    narrower = lexicon().narrower
    return generic("agents").union(*(narrower.get(wide, ()) for wide in generic("wide persons")))


_PER: Final = re.compile(r"\b(?:per|pro|je|par|por|an?|each|every)\s+$", re.IGNORECASE)
_SLASH: Final = re.compile(r"(?<=\w)/\s?[^\W\d_]")


def _rate_unit(a: Alignment, term: Term) -> bool:
    """Whether the word is the unit behind a matched figure ("per hectare") that the evidence writes "/ha"."""
    before = a.claim.text[max(0, term.start - 8) : term.start]
    if _PER.search(before) is None:
        return False
    letter = fold(a.claim.text[term.start])[:1]
    return any(
        fold(match.group()[-1])[:1] == letter
        for key in a.chosen[:1]
        for match in _SLASH.finditer(a.sources[key[0]].analysis.text)
    )


def _spare_verbs(a: Alignment) -> int:
    """How many verbs of the best unit stand for no word of the claim: each may be the claim's verb in other
    words.
    """
    return sum(
        1
        for key in a.chosen[:2]
        for other in a.unit_terms(key)
        if verbal(a.source(key), other) and other.at not in a.matched(key)
    )


# A verb this near to a figure links it to its subject: weighs 3 kg, takes 20 minutes, due on 2 May.
_FIGURE_REACH: Final = 14


_FIGURE_WORDS: Final = frozenset(
    ("due", "compt", "dur", "worth", "top", "peak", "cap", "max", "rat", "plafon")
)


def _figure_verb(a: Alignment, term: Term) -> bool:
    """Whether the missing word only ties a figure to its subject."""
    return (term.verb or term.light or term.norm in _FIGURE_WORDS) and any(
        0 <= figure.start - term.end <= _FIGURE_REACH for figure in a.claim.figures
    )


_COMPARATIVES: Final = frozenset(stem(fold(word)) for word in listed("comparatives"))
_BOUND_REACH: Final = 6


def _bounding(term: Term, matches: Sequence[FigureMatch]) -> bool:
    """Whether the word only says on which side of a matched figure the truth lies: "*younger* than 14"."""
    return term.norm in _COMPARATIVES and any(
        match.match != "missing"
        and match.figure.bound is not None
        and (
            0 <= term.start - match.figure.end <= _BOUND_REACH
            or 0 <= match.figure.start - term.end <= _BOUND_REACH
        )
        for match in matches
    )


_LOSING: Final = listed("losing")


def _sign_word(a: Alignment, term: Term, matches: Sequence[FigureMatch]) -> bool:
    """Whether the word says "loss" or "decrease" of a figure that the evidence writes with a minus or in
    brackets.
    """
    return term.norm in _LOSING and any(
        match.evidence is not None
        and match.passage is not None
        and (match.evidence.negative or _bracketed(a, match))
        for match in matches
    )


def _bracketed(a: Alignment, match: FigureMatch) -> bool:
    """Whether the figure stands in brackets, as losses do in accounts."""
    if match.evidence is None or match.passage is None or match.passage >= len(a.sources):
        return False
    text = a.sources[match.passage].analysis.text
    return (
        text[match.evidence.start - 1 : match.evidence.start] == "("
        and text[match.evidence.end : match.evidence.end + 1] == ")"
    )


def _label_subject(a: Alignment, term: Term) -> bool:
    """Whether the missing word is the claim's subject and the evidence a bare "label: value", whose subject
    is that of its document.
    """
    if term.name or not a.chosen or any(other.at < term.at and not other.light for other in a.claim.terms):
        return False
    if not labelled(a, a.chosen[0]):
        return False
    return any(not other.light and a.hit(other.at) is not None for other in a.claim.terms)


_MONTH: Final = re.compile(r"^(?:\d{4}|-)-(\d\d)")


def _in_season(term: Term, matches: Sequence[FigureMatch]) -> bool:
    """Whether the word is a season and the date that the claim takes from the evidence falls in it."""
    months = seasons().get(term.norm)
    if months is None:
        return False
    for match in matches:
        date = match.evidence.date if match.evidence is not None else None
        found = _MONTH.match(date) if date and match.match != "missing" else None
        if found is not None and int(found.group(1)) in months:
            return True
    return False
