"""A number in words, and the words around it that belong to it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pincite.text.figures.vocabulary import GROUPS, SCALES

_NEXT: Final = re.compile(r"(?:[ \u00a0\n]{1,2}|-| - )([^\W\d_]+)")
_ARTICLE: Final = re.compile(r"(?:^|[^\w])(an?|un|une|una|ein|eine|einem|einen|einer|eines|one)[ \u00a0\n-]$")
_ARTICLES: Final = frozenset({"a", "an", "of", "de", "un", "une", "ein", "einer", "eines"})


class Spoken(Struct, frozen=True, gc=False):
    """A number in words: `ordinal` for first, `fraction` for a third, `round_` for half a million."""

    start: int
    end: int
    value: Fraction
    step: Fraction
    ordinal: bool = False
    fraction: bool = False
    round_: bool = False

    def moved(self, start: int) -> Spoken:
        return Spoken(start, self.end, self.value, self.step, self.ordinal, self.fraction, self.round_)


def next_word(folded: str, at: int) -> re.Match[str] | None:
    """The word behind a space or hyphen at `at`, as group 1."""
    return _NEXT.match(folded, at)


def article_before(folded: str, start: int) -> int:
    """Where the article right before `start` begins; -1 when there is none."""
    match = _ARTICLE.search(folded, max(0, start - 8), start)
    return -1 if match is None else match.start(1)


def group_of(folded: str, start: int, end: int, value: int, *, vague: bool) -> Spoken | None:
    """A dozen, une centaine: only with an article, so that "dozens of" stays no figure."""
    begin = article_before(folded, start)
    return None if begin < 0 else Spoken(begin, end, Fraction(value), Fraction(value), round_=vague)


def with_scale(
    folded: str, start: int, end: int, value: Fraction, code: str, *, fraction: bool = False
) -> Spoken:
    """Take in the scale behind a fraction: half (of) a million, two and a half million, un demi-million."""
    at = end
    for _ in range(3):
        following = _NEXT.match(folded, at)
        if following is None:
            break
        word = following.group(1)
        power, group = SCALES[code].get(word), GROUPS[code].get(word)
        if power is not None or group is not None:
            factor = Fraction(10**power if power is not None else group or 1)
            return Spoken(start, following.end(), value * factor, factor / 10, round_=True)
        if word not in _ARTICLES:
            break
        at = following.end()
    return Spoken(start, end, value, value if fraction else Fraction(1, 10), fraction=fraction)
