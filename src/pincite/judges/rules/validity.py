"""What held once and no longer holds, and what the evidence says of a sibling of the claim's subject."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import LOCAL_MATTER, local
from pincite.judges.rules.terms import Term
from pincite.text.words import STOP_WORDS

_FORMER: Final = re.compile(
    r"\b(?:until|till|formerly|previously|originally|initially|in the past|used to|once|at first|bis"
    r"|früher|ehemals|ursprünglich|zuvor"
    r"|jusqu['’]en|jusqu['’]à|auparavant|autrefois|hasta|antes|anteriormente)\b|以前|过去|曾|かつて",
    re.IGNORECASE,
)
_SINCE: Final = re.compile(
    r"\b(?:since then|since|now|today|currently|nowadays|after that|thereafter|from then on|instead"
    r"|seitdem|seither|jetzt|heute|nunmehr"
    r"|depuis|désormais|aujourd['’]hui|maintenant|desde entonces|ahora|actualmente|hoy)\b"
    r"|现在|如今|此后|現在|今は",
    re.IGNORECASE,
)


_former_in: Final = lru_cache(maxsize=8192)(_FORMER.search)
# "Until 2018 it was free; since then ...": the turn follows within this many characters.
_TURN: Final = 90
# A list item or table row; longer lines are prose with a colon in it.
_ROW_LENGTH: Final = 90
# The two rows together have to hold this share of the claim.
_ROW_MATTER: Final = 0.6


def validity(a: Alignment) -> list[Finding]:
    """A claim in the present that rests on the past; what the evidence says of a sibling row."""
    if not a.chosen:
        return []
    finding = _former(a, a.chosen[0]) or _sibling(a)
    return [] if finding is None else [finding]


def _former(a: Alignment, key: UnitKey) -> Finding | None:
    reading = a.source(key)
    unit = reading.units[key[1]]
    past = _former_in(reading.text, unit.start, unit.end)
    if past is None or _former_in(a.claim.text) is not None:
        return None
    stop = reading.units[min(key[1] + 1, len(reading.units) - 1)].end
    now = _SINCE.search(reading.text, past.end(), stop)
    if now is None or reading.clause_at(now.start()) == reading.clause_at(past.start()):
        return None
    if now.start() - past.end() > _TURN:
        return None
    if any(figure.kind == "date" for figure in a.claim.figures) or local(a, key, past.start()) < LOCAL_MATTER:
        return None
    clause = reading.clause_at(now.start())
    kept = [
        term
        for term in a.claim.terms
        if (hit := a.hits[term.at].get(key)) and reading.terms[hit.term].clause == clause
    ]
    if kept:
        return None
    return Finding(
        "conflict",
        "superseded",
        f"the source says that only of the past: '{reading.text[past.start() : now.end()]}'",
        key,
    )


_LABEL: Final = re.compile(r"[^:：|.\n]{1,40}[:：|]")


def _sibling(a: Alignment) -> Finding | None:
    """The claim's label stands on one row, its value on another of the same list."""
    first = a.chosen[0]
    reading = a.source(first)
    row = _LABEL.match(reading.text, reading.units[first[1]].start, reading.units[first[1]].end)
    if row is None:
        return None
    for other in a.chosen[1:]:
        if other[0] != first[0] or abs(other[1] - first[1]) > 8:
            continue
        unit = reading.units[other[1]]
        if (
            max(unit.end - unit.start, reading.units[first[1]].end - reading.units[first[1]].start)
            > _ROW_LENGTH
        ):
            continue
        label = _LABEL.match(reading.text, unit.start, unit.end)
        if label is None:
            continue
        shared = _words(_named(reading, row)) & _words(_named(reading, label))
        if not shared:
            continue
        mine, theirs = _split(a, first, row.end()), _split(a, other, label.end())
        full = sum(1 for term in a.claim.terms if not _light(term)) + len(a.claim.figures)
        if len(mine[0] | mine[1] | theirs[0] | theirs[1]) < _ROW_MATTER * full:
            continue
        # One row has the value but not the label, the other the label but not the value.
        if _parted(mine, theirs):
            what = f"the source says it of '{_named(reading, row)}', not of '{_named(reading, label)}'"
            return Finding("conflict", "row", what, first)
        if _parted(theirs, mine):
            what = f"the source says it of '{_named(reading, label)}', not of '{_named(reading, row)}'"
            return Finding("conflict", "row", what, other)
    return None


# "Height of the dam", "start of the works": what two labels share has to be a word that names.
_FUNCTION: Final = frozenset().union(*STOP_WORDS.values())


def _words(label: str) -> set[str]:
    return {word for word in label.casefold().split() if word not in _FUNCTION}


def _parted(value: tuple[set[str], set[str]], label: tuple[set[str], set[str]]) -> bool:
    return bool(
        value[1] - label[1] and label[0] - value[0] and not value[0] - label[0] and not label[1] - value[1]
    )


def _named(reading: Analysis, label: re.Match[str]) -> str:
    return label.group().strip(" :：|")


def _split(a: Alignment, key: UnitKey, cut: int) -> tuple[set[str], set[str]]:
    """The claim's full words and figures matched in the label of a row and in the rest of it."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    label: set[str] = set()
    value: set[str] = set()
    for term in a.claim.terms:
        hit = a.hits[term.at].get(key)
        if hit is None or _light(term):
            continue
        place = reading.terms[hit.term]
        if unit.start <= place.start < unit.end:
            (label if place.start < cut else value).add(term.norm)
    for figure in a.claim.figures:
        for there in reading.figures_in(unit.start, unit.end):
            if there.value == figure.value and there.date == figure.date:
                (label if there.start < cut else value).add(figure.text)
    return label, value


def _light(term: Term) -> bool:
    return term.light and not term.axes
