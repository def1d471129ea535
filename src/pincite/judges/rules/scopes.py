"""What each negation of a text negates."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.lexicon import listed
from pincite.judges.rules.terms import Term
from pincite.text.qualifiers import Cue

# A negation reaches this many content words to its right inside its clause.
REACH: Final = 8
# No more words than this are looked at on each side of it.
VIEW: Final = 40
# "without", "free of", "instead of" take away the noun phrase that follows and no more.
PRIVATIVE_REACH: Final = 3
_PRIVATIVE: Final = frozenset(entry.replace("_", " ") for entry in listed("privative"))
# "not X without Y", "not X until Y", "not X unless Y": X is allowed on a condition, not denied.
_CONDITIONAL: Final = re.compile(
    r"\b(?:without|until|till|unless|except|before|prior to|ohne|bevor|solange|es sei denn|außer|sans"
    r"|avant|sauf|à moins"
    r"|hasta(?!\s+(?:los\s+|las\s+)?\d{1,3}\b)|sin|salvo|antes|a menos)\b|未经|除非|之前|なしに|限り",
    re.IGNORECASE,
)


class Negation(Struct, frozen=True):
    """One negation: the terms that it strikes first (`focus`), all in its `scope`, and whether what follows
    only sets a condition (`conditional`).
    """

    cue: Cue
    unit: int
    focus: tuple[int, ...]
    scope: frozenset[int]
    conditional: bool
    privative: bool


class Scopes(Struct, frozen=True):
    """The negations of a text, in order, and the terms that are denied in the end. `undone` are the cues of
    denials that another denies ("no cadet failed to finish"): neither of the two is among the negations."""

    negations: tuple[Negation, ...]
    negated: frozenset[int]
    undone: tuple[Cue, ...] = ()

    def inside(self, unit: int) -> tuple[Negation, ...]:
        """The negations of one unit."""
        if not self.negations:
            return ()
        first = bisect_left(self.negations, unit, key=_UNIT)
        return self.negations[first : bisect_right(self.negations, unit, first, key=_UNIT)]

    def between(self, start: int, end: int) -> tuple[Negation, ...]:
        """The negations whose cue begins in the stretch."""
        if not self.negations:
            return ()
        first = bisect_left(self.negations, start, key=_PLACE)
        return self.negations[first : bisect_left(self.negations, end, first, key=_PLACE)]


_UNIT: Final = attrgetter("unit")
_PLACE: Final = attrgetter("cue.start")


@lru_cache(maxsize=8192)
def scopes(reading: Analysis) -> Scopes:
    """The scopes of all negations in the text."""
    cues = [cue for cue in reading.cues if cue.kind == "negation" and not _restricts(reading, cue)]
    undone = _undone(reading, cues) if len(cues) > 1 else ()
    found = tuple(_negation(reading, cue) for cue in cues if cue not in undone)
    # "not ... without": the second half of a condition.
    conditional = {one.unit for one in found if one.conditional}
    limited = _limited(reading, cues)
    found = tuple(
        replace(one, conditional=True)
        if (one.privative and one.unit in conditional) or one.cue in limited
        else one
        for one in found
    )
    negated: set[int] = set()
    for negation in found:
        # "neither A nor B" and "no ... ni" deny once; "not without" denies a denial.
        negated = negated ^ negation.scope if negation.privative else negated | negation.scope
    return Scopes(found, frozenset(negated), undone)


_NE: Final = re.compile(r"ne|n['’]", re.IGNORECASE)
_ONLY: Final = re.compile(
    r"\b(?:(?P<not>pas|jamais|rien|aucune?|plus|ni|nul|guère)|qu(?:e\b|['’]))", re.IGNORECASE
)


def _restricts(reading: Analysis, cue: Cue) -> bool:
    """French "ne ... que": only, no denial."""
    if cue.language != "fr" or _NE.fullmatch(reading.text, cue.start, cue.end) is None:
        return False
    place = reading.units[reading.unit_at(cue.start)]
    found = _ONLY.search(reading.text, cue.end, min(place.end, cue.end + _BETWEEN))
    return found is not None and found["not"] is None


# A denial of everybody or of the verb, and behind it a verb that denies another.
_OUTER: Final = re.compile(
    r"no|not(?: an?| a single| any| one)?|none|nobody|no one|never|neither|kein\w*|niemand|nicht|aucune?"
    r"|nul(?:le)?|personne ne"
    r"|ning[uú]n\w*"
    r"|nadie|no|n'|没有一|无一|没有|无",
    re.IGNORECASE,
)
_INNER_VERB: Final = re.compile(
    r"fail\w* to|refus\w* to|declin\w* to|unable to|lack\w*|avoid\w*", re.IGNORECASE
)
_INNER: Final = re.compile(r"not|nicht|no|n'|ne|不|未|没有|没|沒", re.IGNORECASE)
_LINK: Final = re.compile(
    r"\b(?:is|are|was|were|ist|sind|war|waren|est|sont|était|es|está|son)\s*$", re.IGNORECASE
)
# "There was no one who did not": the relative clause is all that is said of them. "No one who did not pay
# may enter" says something else.
_EXISTS: Final = re.compile(
    r"\b(?:there (?:is|are|was|were)|(?:has|have) been|es (?:gab|gibt)|y (?:a|avait|eut))\s*$",
    re.IGNORECASE,
)
_THERE: Final = re.compile(r"\s*(?:y (?:a|avait|eut)|hay|hubo|había)\b", re.IGNORECASE)
_RELATIVE: Final = re.compile(
    r"\b(?:who|that|which|der|die|das|den|dem|qui|que)(?:\s+(?:did|does|do|had|has|have|was|were|is|are"
    r"|could"
    r"|would|will|can))?\s*$",
    re.IGNORECASE,
)
_BETWEEN: Final = 60


def _undone(reading: Analysis, cues: list[Cue]) -> tuple[Cue, ...]:
    """The pairs of denials that affirm: "none failed to", "nobody who did not", "is not without"."""
    found: list[Cue] = []
    for outer, inner in pairwise(cues):
        if outer in found or not 0 <= inner.start - outer.end <= _BETWEEN:
            continue
        if _OUTER.fullmatch(reading.text, outer.start, outer.end) and _affirms(reading, outer, inner):
            found += (outer, inner)
    return tuple(found)


def _limited(reading: Analysis, cues: list[Cue]) -> tuple[Cue, ...]:
    """ "Nobody who did not pay may enter": both denials set a condition."""
    return tuple(
        cue
        for outer, inner in pairwise(cues)
        if 0 <= inner.start - outer.end <= _BETWEEN
        and _OUTER.fullmatch(reading.text, outer.start, outer.end)
        and _INNER.fullmatch(reading.text, inner.start, inner.end)
        and _RELATIVE.search(reading.text, outer.end, inner.start)
        for cue in (outer, inner)
    )


def _affirms(reading: Analysis, outer: Cue, inner: Cue) -> bool:
    text = reading.text
    word = text[inner.start : inner.end].casefold()
    between = text[outer.end : inner.start]
    if inner.language == "zh":
        return (
            "一" in text[outer.end - 1 : outer.end + 1]
            and _INNER.fullmatch(word) is not None
            and "，" not in between
        )
    if _INNER_VERB.fullmatch(word) is not None:
        return reading.clause_at(outer.end) == reading.clause_at(inner.start)
    if word in ("without", "ohne", "sans", "sin"):
        return _LINK.search(between) is not None
    if _INNER.fullmatch(word) is None or _RELATIVE.search(between) is None:
        return False
    before = _EXISTS.search(text, max(0, outer.start - 16), outer.start)
    return before is not None or _THERE.match(text, outer.end) is not None


@lru_cache(maxsize=8192)
def _last_condition(reading: Analysis, unit: int) -> int:
    """Where the last words of the unit begin that set a condition; -1 if there are none."""
    place = reading.units[unit]
    return max((m.start() for m in _CONDITIONAL.finditer(reading.text, place.start, place.end)), default=-1)


def _negation(reading: Analysis, cue: Cue) -> Negation:
    unit = reading.unit_at(cue.start)
    clause = reading.clause_at(cue.end)
    word = reading.text[cue.start : cue.end].casefold()
    privative = word in _PRIVATIVE
    right = [
        term for term in reading.terms_from(cue.end, VIEW) if term.unit == unit and term.clause == clause
    ]
    left = [
        term
        for term in reading.terms_up_to(cue.start, VIEW)
        if term.unit == unit and term.clause == clause and term.end <= cue.start
    ]
    if cue.language == "ja":
        # The negation closes its clause.
        near = list(reversed(left))
        focus, scope = near[:3], near[:REACH]
    elif cue.language == "de" and not privative:
        # The finite verb stands to the left of "nicht": "gilt nicht fuer X".
        focus = _first_full(right) + left[-1:]
        scope = right[:REACH] + left[-3:]
    else:
        focus = _first_full(right)
        scope = right[: PRIVATIVE_REACH if privative else REACH]
        if not right and left and not privative:
            focus, scope = left[-1:], left[-2:]
    if any(
        " " in t.norm and t.start <= cue.start and t.end > cue.end for t in reading.terms_up_to(cue.end, 1)
    ):
        focus, scope = [], []  # "no longer apply" is a word of its own, with an opposite of its own
    if reading.text.startswith("-", cue.end):
        focus, scope = right[:1], right[:1]  # "non-payment": a prefix strikes its own word
    return Negation(
        cue,
        unit,
        tuple(term.at for term in focus),
        frozenset(term.at for term in scope),
        not privative and _last_condition(reading, unit) >= cue.end,
        privative,
    )


def _first_full(terms: list[Term]) -> list[Term]:
    """The terms up to and with the first that is not light: what the negation strikes."""
    found: list[Term] = []
    for term in terms:
        found.append(term)
        if not term.light or term.axes:
            break
    return found
