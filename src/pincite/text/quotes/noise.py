"""Optical noise: letters that a scanner confuses, forgiven in a passage within a bound.

Stated confusions, written (clean) -> scanned: m -> rn, w -> vv, o -> 0, l and i -> 1, i -> l and I -> l
at the start of a word, s -> 5, g -> 9, b -> 6, and h -> b after a consonant that is never followed by b
("tbe"). At most one confused letter in four letters of the quotation; figures are never forgiven, and no
pair that gives two real words ("modem", "modern").
"""

from __future__ import annotations

import re
from functools import lru_cache

from pincite.text.stopwords import word_set
from pincite.text.wording import Wording, compare

LETTERS_PER_CONFUSION = 4
_MOST_PLACES = 64

_SUSPECT = re.compile(r"rn|vv|[tscgwp]b|(?<![^\W\d_])l[nstf]|[^\W\d_][01569]|[01569][^\W\d_]", re.IGNORECASE)
_FOLDS = (
    ("rn", "m"),
    ("vv", "w"),
    ("0", "o"),
    ("1", "l"),
    ("i", "l"),
    ("5", "s"),
    ("9", "g"),
    ("6", "b"),
    ("h", "b"),
)
_REAL_PAIRS = word_set(
    """
    modern/modem stern/stem corn/com barn/bam darn/dam torn/tom burn/bum urn/um gern/gem dorn/dom barns/bams
    sterns/stems darns/dams discern/discem marne/mame carne/came earns/eams learns/leams
    """
)
"""Scanned and clean words that are both real, so that the one may not stand for the other."""


def may_be_noisy(passage: str) -> bool:
    return _SUSPECT.search(passage) is not None


@lru_cache(maxsize=64)
def _folded_line(passage: str, keys: tuple[str, ...]) -> str:
    return f" {' '.join(map(_fold, keys))} "


@lru_cache(maxsize=16384)
def _fold(key: str) -> str:
    if key.isdigit():
        return key
    for scanned, clean in _FOLDS:
        key = key.replace(scanned, clean)
    return key


def find_noisy(quote: Wording, passage: Wording) -> int | None:
    """The word index at which the passage, but for optical noise, has the quotation."""
    line = _folded_line(passage.text, passage.keys)
    needle = f" {' '.join(map(_fold, quote.keys))} "
    bound = max(1, sum(map(len, quote.keys)) // LETTERS_PER_CONFUSION)
    at = line.find(needle)
    for _ in range(_MOST_PLACES):
        if at < 0:
            break
        index = line.count(" ", 0, at)
        cost = _cost(quote.keys, passage.keys[index : index + len(quote.keys)])
        if cost is not None and cost <= bound and _clean_otherwise(quote, passage, index):
            return index
        at = line.find(needle, at + 1)
    return None


def _cost(quote: tuple[str, ...], passage: tuple[str, ...]) -> int | None:
    total = 0
    for mine, theirs in zip(quote, passage, strict=True):
        if mine == theirs:
            continue
        cost = _confusions(mine, theirs)
        if cost is None:
            return None
        total += cost
    return total


def _clean_otherwise(quote: Wording, passage: Wording, index: int) -> bool:
    """The words that are not noisy, and the signs between them, have to be the quotation's own."""
    count = len(quote.keys)
    first = 0
    while first < count:
        if quote.keys[first] != passage.keys[index + first]:
            first += 1
            continue
        last = first
        while last + 1 < count and quote.keys[last + 1] == passage.keys[index + last + 1]:
            last += 1
        difference = compare(quote, passage, index + first, first=first, count=last + 1 - first)
        if difference not in ("", "punctuation", "case"):
            return False
        first = last + 1
    return True


def _confusions(clean: str, scanned: str) -> int | None:
    """How many letters a scanner confused to make one word of the other; None if it cannot have been that."""
    if (
        any(map(str.isdigit, clean))
        or not any(map(str.isalpha, scanned))
        or f"{scanned}/{clean}" in _REAL_PAIRS
    ):
        return None
    i = j = cost = 0
    while i < len(clean) and j < len(scanned):
        one, other = clean[i], scanned[j]
        if one == other:
            i, j = i + 1, j + 1
            continue
        pair = scanned[j : j + 2]
        cost += 1
        if (one == "m" and pair == "rn") or (one == "w" and pair == "vv"):
            i, j = i + 1, j + 2
        elif other in _SCANNED.get(one, "") or _by_place(one, other, scanned, j):
            i, j = i + 1, j + 1
        else:
            return None
    return cost if i == len(clean) and j == len(scanned) else None


_SCANNED = {"o": "0", "l": "1", "i": "1", "s": "5", "g": "9", "b": "6"}


def _by_place(one: str, other: str, scanned: str, j: int) -> bool:
    if one == "h":
        return other == "b" and j > 0 and scanned[j - 1] in "tscgwp"
    return one == "i" and other == "l" and j == 0
