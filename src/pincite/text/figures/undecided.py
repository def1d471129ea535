"""Figures of a claim whose absence from the evidence proves nothing: they rank, restate, name or count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from pincite.model import Figure
from pincite.text.figures.folding import fold
from pincite.text.figures.likeness import PLACES
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.ranks import Likeness, missing
from pincite.text.figures.sheet import NO_NOUN
from pincite.text.figures.spelling import spelled
from pincite.text.words import stem

_AUTHORS: Final = re.compile(r"(?:\bet al\.?|\b[A-Z]\w+ (?:and|&) [A-Z]\w+),? ?\(?$")
_COUNTED_WORDS: Final = 12
_COUNTED_DIGITS: Final = 5
_KNOWN: Final = spelled("the these those both all other its their his her our")
_HALVES: Final = ("half", "halb", "demi", "medi")
_DENIALS: Final = spelled(
    "no none neither never not nobody kein keine keiner weder nicht aucun aucune ningun ninguna"
)
_NAMED: Final = frozenset({"number", "identifier", "date", "ordinal"})


def in_words(figure: Figure) -> bool:
    return not any(char.isdigit() for char in figure.text)


def undecidable(figure: Figure, claim: str, folded: str, pool: Pool) -> bool:
    """Whether no rule can say that a figure without any counterpart is wrong."""
    if figure.kind == "ordinal":
        return in_words(figure)
    if figure.kind == "identifier":
        return figure.noun in PLACES
    if figure.unit in ("month", "s"):
        return _relative_to_now(figure, folded, pool)
    if figure.kind != "number" or figure.value is None:
        return False
    return _counted_by_reading(figure, folded) or _in_name(figure, claim)


def denied_limit(figure: Figure, folded: str) -> bool:
    """What is denied is a limit, and the source need not state it: "none had more than 5 %"."""
    return figure.bound in ("above", "below") and not _DENIALS.isdisjoint(folded[: figure.start].split())


def _counted_by_reading(figure: Figure, folded: str) -> bool:
    """A reader may have counted names, which no rule can do: "two studios", "three out of four"."""
    value = figure.value
    assert value is not None
    spoken = in_words(figure)
    counts = bool(figure.noun) or folded.startswith((" out of", " of "), figure.end)
    if counts and value.denominator == 1 and 0 < value <= (_COUNTED_WORDS if spoken else _COUNTED_DIGITS):
        return True
    if not spoken:
        return False
    before = folded[max(0, figure.start - 8) : figure.start].split()
    if value == 1 or (before and before[-1] in _KNOWN):
        return True
    return value < 1 and figure.text.casefold().startswith(_HALVES)


def _relative_to_now(figure: Figure, folded: str, pool: Pool) -> bool:
    """Only an as-of date could tell: "twenty years ago", "for more than ten years" beside a date."""
    if folded.startswith((" ago", "前"), figure.end):
        return True
    before = folded[max(0, figure.start - 8) : figure.start].split()
    if before and (before[-1] in ("vor", "hace") or before[-2:] == ["y", "a"]):
        return True
    return figure.bound in ("above", "below", "min") and figure.unit == "month" and bool(pool.years)


def _in_name(figure: Figure, claim: str) -> bool:
    """Apollo 11, Formula 1, Boeing 747: a capitalised word right before a bare number."""
    left = claim[max(0, figure.start - 40) : figure.start]
    words = left.split()
    if not words or not left.endswith(" ") or figure.value is None or figure.value >= 2100:
        return False
    if figure.bound == "about":  # "Some 40 came"
        return False
    if not words[-1][:1].isupper() or not words[-1][-1:].isalnum():
        return False
    if figure.value <= 20:
        return not figure.noun.endswith("s") or (len(words) > 1 and words[-2][:1].isupper())
    counts = bool(figure.noun) and claim[figure.end : figure.end + 2].lstrip()[:1].islower()
    return not counts and (len(words) > 1 or figure.start > 40)


def order_only(figure: Figure, candidate: Candidate) -> bool:
    """Whether a word of order or "one" has a counterpart that is about something else."""
    if not in_words(figure):
        return False
    if figure.kind == "ordinal":
        return figure.noun != candidate.figure.noun
    return figure.kind == "number" and figure.value == 1


def cites(figure: Figure, claim: str) -> bool:
    """The year of a reference that the claim names: "Waseem and Hovy (2016)", "(Moen et al., 2013)"."""
    if figure.kind != "date" or figure.date is None or len(figure.date) != 4:
        return False
    return _AUTHORS.search(claim[max(0, figure.start - 60) : figure.start]) is not None


def namesake(figure: Figure, folded: str, pool: Pool) -> tuple[Likeness, Candidate] | None:
    """Another number behind the same word: "Fortress 3" beside "Fortress 2"."""
    word = _word_before(folded, figure)
    if figure.kind not in _NAMED or figure.unit or len(word) < 2 or word in NO_NOUN:
        return None
    for item in pool.items:
        if item.figure.kind != figure.kind or item.passage is None:
            continue
        if _word_before(pool.folded(item), item.figure) == word:
            return missing("value", 6), item
    return None


def misread(figure: Figure, folded: str, pool: Pool) -> tuple[Likeness, Candidate] | None:
    """The number of a name taken for a count: "two alarms" beside "level 2 alarms", "twelve bus lines"
    beside "bus line 12"."""
    if figure.kind != "number" or figure.unit or len(figure.noun) < 3 or figure.high is not None:
        return None
    counted = counted_words(figure, folded)
    named = [item for item in pool.items if item.figure.kind == "identifier" and item.passage is not None]
    for item in pool.items:
        if item.figure.written != figure.written or item.figure.high is not None or item.passage is None:
            continue
        behind = pool.folded(item)[item.figure.end : item.figure.end + len(figure.noun) + 2].split()
        identifier = item.figure.kind == "identifier"
        if identifier and behind[:1] and stem(behind[0]) == stem(figure.noun):
            return missing("value", 6), item
        # Several of one kind may be a list of them, which the claim has counted.
        alike = sum(1 for other in named if other.figure.noun == item.figure.noun)
        if (identifier and alike == 1 and stem(item.figure.noun) in map(stem, counted)) or numbered_one(
            counted, item, pool
        ):
            return missing("value", 6), item
    return None


_WORDS: Final = re.compile(r"[a-zß]{3,}")
_COUNTED_REACH: Final = 40
_NAME: Final = re.compile(r"(?<![^\W\d_])([^\W\d_]{3,}) $")


def counted_words(figure: Figure, folded: str) -> list[str]:
    """The words behind a count, of which one is what it counts: "twelve bus lines"."""
    found = _WORDS.findall(folded, figure.end, figure.end + _COUNTED_REACH)[:3]
    return list(takewhile(lambda word: word not in NO_NOUN, found))


def numbered_one(counted: Sequence[str], item: Candidate, pool: Pool) -> bool:
    """Whether a number stands behind the singular of what the claim counts: "Buslinie 8" of acht Buslinien.

    A plural before a number is the label of a count ("Members 40").
    """
    if item.passage is None or item.celled or item.figure.unit or item.figure.noun in counted:
        return False
    name = _NAME.search(pool.folded(item), max(0, item.figure.start - 24), item.figure.start)
    if name is None:
        return False
    word = name.group(1)
    return any(word != other and len(word) < len(other) and stem(word) == stem(other) for other in counted)


def name_number(figure: Figure, item: Candidate, pool: Pool) -> bool:
    """Whether a bare number is one that a name ends with ("Module 4 was"), and not a count of the noun."""
    other = item.figure
    if item.celled or item.passage is None or other.unit or other.noun or other.kind != "number":
        return False
    if other.written is None or other.written.denominator != 1 or not other.text.isdigit():
        return False
    text = pool.passages[item.passage]
    name = _NAME.search(text, max(0, other.start - 24), other.start)
    if name is None or not name.group(1)[0].isupper() or text[other.end : other.end + 1] in tuple(",:;)/%"):
        return False
    word = fold(name.group(1))
    return word not in NO_NOUN and stem(word) != stem(figure.noun)


def _word_before(folded: str, figure: Figure) -> str:
    words = [word for word in folded[max(0, figure.start - 24) : figure.start].split() if word != "("]
    word = words[-1].strip("(,.").rpartition("-")[2] if words else ""
    return word if word.isalpha() else ""
