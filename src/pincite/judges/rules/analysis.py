"""Reading one text once: its units, its terms with weights, and the cues that qualify them.

The same reading serves claims and evidence. It is a pure function of the text and cached, because the
passages of a corpus are cited again and again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from functools import lru_cache
from operator import attrgetter
from typing import Final, TypeVar

from msgspec import Struct

from pincite.judges.rules.misread import rejoined, repaired
from pincite.judges.rules.terms import Term, terms_of
from pincite.judges.rules.units import Unit, units
from pincite.model.figure import Figure
from pincite.text.figures import figures
from pincite.text.figures.sheets import as_table, language_of
from pincite.text.qualifiers import Cue, cues
from pincite.text.words import STOP_WORDS, fold, tokens

_START: Final = attrgetter("start")


class Analysis(Struct, frozen=True, eq=False):
    """A text read. `hard` are the ends of its hard boundaries; `by_norm`, `by_group`, `by_axis` and
    `by_concept` index `terms`. Cues that a phrase has swallowed ("at no charge") are not among `cues`.
    """

    text: str
    language: str
    units: tuple[Unit, ...]
    terms: tuple[Term, ...]
    cues: tuple[Cue, ...]
    figures: tuple[Figure, ...]
    hard: tuple[int, ...]
    by_norm: dict[str, tuple[int, ...]]
    by_group: dict[int, tuple[int, ...]]
    by_axis: dict[int, tuple[int, ...]]
    by_concept: dict[int, tuple[int, ...]]

    def clause_at(self, offset: int) -> int:
        """The stretch between hard boundaries that holds the offset."""
        return bisect_right(self.hard, offset)

    def unit_at(self, offset: int) -> int:
        """The unit that holds the offset, or the one before it."""
        return max(0, bisect_right(self.units, offset, key=_START) - 1)

    def terms_in(self, unit: int) -> tuple[Term, ...]:
        """The terms of one unit."""
        first = bisect_left(self.terms, unit, key=_UNIT)
        return self.terms[first : bisect_right(self.terms, unit, first, key=_UNIT)]

    def terms_of_clause(self, clause: int) -> tuple[Term, ...]:
        """The terms of one clause."""
        first = bisect_left(self.terms, clause, key=_CLAUSE)
        return self.terms[first : bisect_right(self.terms, clause, first, key=_CLAUSE)]

    def terms_between(self, start: int, end: int) -> tuple[Term, ...]:
        """The terms that begin in the stretch."""
        first = bisect_left(self.terms, start, key=_START)
        return self.terms[first : bisect_left(self.terms, end, first, key=_START)]

    def terms_from(self, offset: int, most: int) -> tuple[Term, ...]:
        """The first terms that begin at the offset or behind it."""
        first = bisect_left(self.terms, offset, key=_START)
        return self.terms[first : first + most]

    def terms_up_to(self, offset: int, most: int) -> tuple[Term, ...]:
        """The last terms that begin before the offset."""
        last = bisect_left(self.terms, offset, key=_START)
        return self.terms[max(0, last - most) : last]

    def cues_in(self, start: int, end: int) -> tuple[Cue, ...]:
        """The cues that begin in the stretch."""
        first = bisect_left(self.cues, start, key=_START)
        return self.cues[first : bisect_left(self.cues, end, first, key=_START)]

    def cues_of(self, unit: int) -> tuple[Cue, ...]:
        """The cues that `unit_at` gives to the unit: those in it, and behind it up to the next."""
        start = self.units[unit].start if unit else 0
        end = self.units[unit + 1].start if unit + 1 < len(self.units) else len(self.text) + 1
        return self.cues_in(start, end)

    def figures_in(self, start: int, end: int) -> tuple[Figure, ...]:
        """The figures that begin in the stretch."""
        first = bisect_left(self.figures, start, key=_START)
        return self.figures[first : bisect_left(self.figures, end, first, key=_START)]


_UNIT: Final = attrgetter("unit")
_CLAUSE: Final = attrgetter("clause")


def analyse(text: str, fallback: str = "") -> Analysis:
    """The analysis of the text; linear in its length. `fallback` is the language it is read in when its own
    cannot be told, as of short texts."""
    return _read(text, language_of(text) or _taken_for(text, fallback))


@lru_cache(maxsize=8192)
def _read(text: str, spoken: str) -> Analysis:
    text = as_table(text)
    cut = units(text)
    found = figures(text)
    clean = repaired(text)
    marks = cues(clean, spoken)
    pieces = tokens(text) if clean is text else rejoined(tokens(clean), clean)
    terms, hard = terms_of(clean, pieces, spoken, cut, found, marks)
    marks = _outside_phrases(marks, terms)
    by_norm: defaultdict[str, list[int]] = defaultdict(list)
    by_group: defaultdict[int, list[int]] = defaultdict(list)
    by_axis: defaultdict[int, list[int]] = defaultdict(list)
    by_concept: defaultdict[int, list[int]] = defaultdict(list)
    for at, term in enumerate(terms):
        by_norm[term.norm].append(at)
        for group in term.groups:
            by_group[group].append(at)
        for axis, _ in term.axes:
            by_axis[axis].append(at)
        for concept in term.concepts:
            by_concept[concept].append(at)
    return Analysis(
        text,
        spoken,
        cut,
        terms,
        marks,
        found,
        hard,
        _index(by_norm),
        _index(by_group),
        _index(by_axis),
        _index(by_concept),
    )


_Key = TypeVar("_Key")


def _index(found: dict[_Key, list[int]]) -> dict[_Key, tuple[int, ...]]:
    # Tuples of numbers are nothing that the collector of cycles has to walk through again and again.
    return {key: tuple(places) for key, places in found.items()}


# "no", "not", "without": longer cues ("ruled out") deny even where they are phrases of the lexicon.
_SHORT_CUE: Final = len("without")


def _taken_for(text: str, fallback: str) -> str:
    """The fallback if the text has grammatical words of that language, and more than English ones."""
    if fallback not in ("de", "fr", "es"):
        return ""
    words = [fold(token.text) for token in tokens(text)]
    own, english = (sum(word in STOP_WORDS[code] for word in words) for code in (fallback, "en"))
    return fallback if own > english else ""


def _outside_phrases(marks: tuple[Cue, ...], terms: tuple[Term, ...]) -> tuple[Cue, ...]:
    if not any(mark.kind == "negation" for mark in marks):
        return marks
    phrases = [term for term in terms if " " in term.norm]
    if not phrases:
        return marks
    starts = [phrase.start for phrase in phrases]

    def inside(mark: Cue) -> bool:
        at = bisect_right(starts, mark.start) - 1
        return at >= 0 and mark.end <= phrases[at].end

    return tuple(
        mark
        for mark in marks
        if mark.kind != "negation" or mark.end - mark.start > _SHORT_CUE or not inside(mark)
    )
