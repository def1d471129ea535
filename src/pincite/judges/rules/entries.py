"""Entries of one build under or beside each other: each binds its value to its own label.

"Kitchen: Mr Obst / Laundry: Ms Lenz", rows of a table, sentences that differ in two places only. A claim
that joins the label of one entry with the value of another says what the source does not, and what the
source has said otherwise of both.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from typing import Final

from msgspec import Struct

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.terms import Term

# An entry that is a sentence has at most this many words, and each of its places so many; two of a series
# stand this near to each other.
LONGEST_ENTRY: Final = 12
LONGEST_PLACE: Final = 4
NEAR: Final = 4
MOST_ENTRIES: Final = 60
MOST_HELD: Final = 16
# A claim of more full words than this joins several statements.
LONG_CLAIM: Final = 10
_CUT: Final = re.compile(r"[;；。\n]|,(?=\s[^,:;\n]{1,40}:\s)")
_LABEL: Final = re.compile(r"[^:：;,\n]{1,40}?(?:[:：]|\s[–—=]\s)")
# What makes an item a clause.
_JOINING: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|and|or|ist|sind|und|oder|est|sont|et|ou|es|son|y|o|of|for|in|with|von|für|mit"
    r"|de|du|des|del|pour|para|con|avec)\b"
)
_FINITE: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|ist|sind|war|waren|wird|hat|haben|est|sont|était|ont|es|son|fue"
    r"|tiene|tienen)\b"
)


class Entry(Struct, frozen=True):
    """The words of an entry; `label` is the place in `text` where its label ends, -1 in a sentence."""

    unit: int
    start: int
    label: int
    end: int


@lru_cache(maxsize=4096)
def entries_of(reading: Analysis) -> tuple[Entry, ...]:
    """The entries of a text in order: rows, labelled items, short sentences."""
    found: list[Entry] = []
    for number, unit in enumerate(reading.units):
        if unit.kind == "row" and len(unit.cells) > 1:
            found.append(Entry(number, unit.start, unit.cells[0].end, unit.end))
        elif unit.kind == "statement":
            found.extend(_items(reading, number))
    return tuple(found[:MOST_ENTRIES])


def _items(reading: Analysis, number: int) -> list[Entry]:
    unit = reading.units[number]
    text = reading.text
    cuts = [match.end() for match in _CUT.finditer(text, unit.start, unit.end)]
    items = []
    for start, end in zip([unit.start, *cuts], [*cuts, unit.end], strict=True):
        label = _LABEL.match(text, start, end)
        if label is not None and text[label.end() : end].strip():
            items.append(Entry(number, start, label.end(), end))
    if items:
        return (len(items) == 1 and _pairs(reading, items[0])) or items
    short = len(reading.terms_in(number)) <= LONGEST_ENTRY
    return [Entry(number, unit.start, -1, unit.end)] if short else []


_COMMA: Final = re.compile(r"[,;，；、](?!\d)")


def _pairs(reading: Analysis, series: Entry) -> list[Entry]:
    """The items of "wires: brown live, blue neutral, green earth": two words, or a word and a phrase."""
    cuts = [match.end() for match in _COMMA.finditer(reading.text, series.label, series.end)]
    found = []
    for start, end in zip([series.label, *cuts], [*cuts, series.end], strict=True):
        terms = reading.terms_between(start, end)
        if not 2 <= len(terms) <= LONGEST_PLACE or reading.figures_in(start, end):
            return []
        if ":" in reading.text[start:end]:
            return []
        if _JOINING.search(reading.text, start, end) is not None:
            return []
        found.append(Entry(series.unit, start, terms[0].end, end))
    return found if len(found) > 1 else []


def crossed_entries(a: Alignment) -> list[Finding]:
    """A conflict for a claim that has the label of one entry and the value of another."""
    if sum(1 for term in a.claim.terms if not term.light) > LONG_CLAIM:
        return []
    for passage in {key[0] for key in a.chosen[:2]}:
        reading = a.sources[passage].analysis
        entries = entries_of(reading)
        if len(entries) < 2:
            continue
        said = _Said(a, passage)
        held = [(entry, words) for entry in entries if (words := said.words(reading, entry))]
        if len(held) > MOST_HELD:
            continue  # a word that all entries have tells none of them
        most = max((len({term.norm for term in words}) for _, words in held), default=0)
        for (one, mine), (other, theirs) in combinations(held, 2):
            if len({term.norm for term in (*mine, *theirs)}) <= most:
                continue  # a single entry says as much of the claim
            what = _joined(reading, said, one, other)
            if what is not None:
                key = (passage, one.unit)
                return [Finding("conflict", "entry", what, key)]
    return []


class _Said:
    """Which words of a passage the claim uses."""

    def __init__(self, a: Alignment, passage: int) -> None:
        self._norms = frozenset(a.claim.by_norm)
        self._groups = frozenset(a.claim.by_group)
        self._hits = frozenset(
            hit.term for found in a.hits for key, hit in found.items() if key[0] == passage
        )

    def __contains__(self, term: Term) -> bool:
        return term.norm in self._norms or term.at in self._hits or not self._groups.isdisjoint(term.groups)

    def words(self, reading: Analysis, entry: Entry) -> list[Term]:
        """The full words of the entry that the claim uses."""
        return [term for term in _full(reading, entry.start, entry.end) if term in self]


def _full(reading: Analysis, start: int, end: int) -> list[Term]:
    return [term for term in reading.terms_between(start, end) if not term.light]


def _joined(reading: Analysis, said: _Said, one: Entry, other: Entry) -> str | None:
    """What the source says instead, if the claim has one place of the one entry and another of the other."""
    if abs(one.unit - other.unit) > NEAR and (one.label < 0 or other.label < 0):
        return None
    places = _places(reading, one, other)
    if places is None:
        return None
    mine = [at for at, (here, _) in enumerate(places) if any(term in said for term in here)]
    theirs = [at for at, (_, there) in enumerate(places) if any(term in said for term in there)]
    if len(mine) != 1 or len(theirs) != 1 or mine == theirs:
        return None
    label, value = places[mine[0]][0], places[theirs[0]][1]
    rival, own = places[theirs[0]][0], places[mine[0]][1]
    if not rival or not own or not all(term in said for term in (*label, *value)):
        return None
    if reading.units[one.unit].kind == "row" and 0 not in (mine[0], theirs[0]):
        return None  # the first cell names the row
    here, instead, there = (_text(reading, terms) for terms in (label, rival, value))
    return f"the source has '{here}' with '{instead}', not with '{there}'"


def _text(reading: Analysis, terms: list[Term]) -> str:
    return reading.text[terms[0].start : terms[-1].end]


_Places = list[tuple[list[Term], list[Term]]]


def _places(reading: Analysis, one: Entry, other: Entry) -> _Places | None:
    """What differs between two entries, place by place; None if they are not of one build."""
    first, second = reading.units[one.unit], reading.units[other.unit]
    if first.kind == "row" or second.kind == "row":
        if first.kind != second.kind or len(first.cells) != len(second.cells):
            return None
        cells = zip(first.cells, second.cells, strict=True)
        pairs = [(_full(reading, a.start, a.end), _full(reading, b.start, b.end)) for a, b in cells]
    elif one.label >= 0 and other.label >= 0:
        pairs = [
            (_full(reading, one.start, one.label), _full(reading, other.start, other.label)),
            (_full(reading, one.label, one.end), _full(reading, other.label, other.end)),
        ]
    elif one.label < 0 and other.label < 0:
        pairs = _gaps(reading, one, other)
    else:
        return None
    if not pairs or any(len(terms) > LONGEST_PLACE for pair in pairs for terms in pair):
        return None
    return [_apart(here, there) for here, there in pairs]


def _apart(here: list[Term], there: list[Term]) -> tuple[list[Term], list[Term]]:
    mine, theirs = {term.norm for term in here}, {term.norm for term in there}
    return [t for t in here if t.norm not in theirs], [t for t in there if t.norm not in mine]


def _gaps(reading: Analysis, one: Entry, other: Entry) -> _Places:
    """The words before, between and behind those that two sentences share in the same order."""
    mine, theirs = _anchored(reading, one), _anchored(reading, other)
    shared = [norm for norm, _ in mine if any(norm == again for again, _ in theirs)]
    if not shared or shared != [norm for norm, _ in theirs if any(norm == again for again, _ in mine)]:
        return []
    return [
        (here, there) for here, there in zip(_between(mine, shared), _between(theirs, shared), strict=True)
    ]


def _anchored(reading: Analysis, entry: Entry) -> list[tuple[str, Term | None]]:
    """The words of a sentence and, without a term, its first finite verb."""
    found: list[tuple[int, str, Term | None]] = [
        (term.start, term.norm, term) for term in _full(reading, entry.start, entry.end)
    ]
    finite = _FINITE.search(reading.text, entry.start, entry.end)
    if finite is not None:
        found.append((finite.start(), "=", None))
    return [(norm, term) for _, norm, term in sorted(found, key=lambda item: item[0])]


def _between(words: list[tuple[str, Term | None]], shared: list[str]) -> list[list[Term]]:
    gaps: list[list[Term]] = [[]]
    for norm, term in words:
        if norm in shared:
            gaps.append([])
        elif term is not None:
            gaps[-1].append(term)
    return gaps
