"""What each negation of a text negates."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache
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
    """The negations of a text, in order, and the terms that are denied in the end."""

    negations: tuple[Negation, ...]
    negated: frozenset[int]

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
    found = tuple(_negation(reading, cue) for cue in reading.cues if cue.kind == "negation")
    # "not ... without": the second half of a condition.
    conditional = {one.unit for one in found if one.conditional}
    found = tuple(
        replace(one, conditional=True) if one.privative and one.unit in conditional else one for one in found
    )
    negated: set[int] = set()
    for negation in found:
        # "neither A nor B" and "no ... ni" deny once; "not without" denies a denial.
        negated = negated ^ negation.scope if negation.privative else negated | negation.scope
    return Scopes(found, frozenset(negated))


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
