"""German numbers in words, most of them written in one piece: einhundertzwanzig, anderthalb, zweite."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

from pincite.text.figures.spoken import Spoken, article_before, group_of, next_word, with_scale
from pincite.text.figures.vocabulary import DE_ARTICLES, DE_ORDINALS, DE_STEMS, GROUPS, HALF, PARTS, SCALES

_ENDINGS: Final = ("ern", "er", "es", "en", "em", "e")
_MARKS: Final = ("hundert", "tausend", "zig", "ßig", "ssig", "zehn", "einhalb", "undzwan")


def may_be_german_compound(word: str) -> bool:
    """Whether a word outside the vocabulary is a German number written in one piece."""
    return len(word) > 7 and any(mark in word for mark in _MARKS) and _german(word) is not None


@lru_cache(maxsize=4096)
def _german(word: str) -> Fraction | None:
    """The value of a German number written in one piece, or None."""
    if word in ("anderthalb", "anderthalbe", "anderthalben"):
        return Fraction(3, 2)
    for ending in ("einhalb", "einhalbe", "einhalben"):
        if word.endswith(ending) and len(word) > len(ending):
            whole = _german(word[: -len(ending)])
            return None if whole is None else whole + Fraction(1, 2)
    number = _integer(word, 0)
    return None if number is None else Fraction(number)


def _integer(word: str, depth: int) -> int | None:
    if word in DE_STEMS:
        return DE_STEMS[word]
    if depth > 4:
        return None
    for name, factor in (("tausend", 1000), ("hundert", 100)):
        head, found, tail = word.partition(name)
        if found:
            before = 1 if not head else _integer(head, depth + 1)
            tail = tail.removeprefix("und") if tail not in DE_STEMS else tail
            after = 0 if not tail else _integer(tail, depth + 1)
            if before is None or after is None or after >= factor or before >= 1000:
                return None
            return before * factor + after
    unit, found, ten = word.partition("und")
    if found and unit in DE_STEMS and ten in DE_STEMS and DE_STEMS[unit] < 10 and DE_STEMS[ten] >= 20:
        return DE_STEMS[unit] + DE_STEMS[ten]
    return None


def read_german(folded: str, start: int, end: int, word: str) -> Spoken | None:
    """The number that begins with the German word `folded[start:end]`, or None."""
    if word in HALF["de"]:
        made = with_scale(folded, start, end, Fraction(1, 2), "de", fraction=True)
        begin = article_before(folded, start)
        return made if begin < 0 else made.moved(begin)
    if word in DE_ARTICLES:
        return _one(folded, start, end)
    if word in GROUPS["de"]:
        return group_of(folded, start, end, GROUPS["de"][word], vague=False)
    value = _german(word)
    if value is not None:
        return _tail(folded, start, end, value)
    return _ordinal(start, end, word)


def _one(folded: str, start: int, end: int) -> Spoken | None:
    """An article counts only before a scale or a fraction: eine Million, ein Drittel."""
    following = next_word(folded, end)
    if following is None or not (following.group(1) in SCALES["de"] or following.group(1) in PARTS["de"]):
        return None
    return _tail(folded, start, end, Fraction(1))


def _tail(folded: str, start: int, end: int, value: Fraction) -> Spoken:
    """A number with the scale, fraction or group it counts: zwei Millionen, zwei Drittel, zwei Dutzend."""
    whole = value.denominator == 1
    following = next_word(folded, end)
    name, finish = ("", end) if following is None else (following.group(1), following.end())
    power, part = SCALES["de"].get(name), PARTS["de"].get(name)
    if power is not None:
        factor = Fraction(10**power)
        return Spoken(start, finish, value * factor, factor if whole else factor / 10, round_=True)
    if part is not None and value < part:
        return Spoken(start, finish, value / part, value / part, fraction=True)
    if name in GROUPS["de"]:
        return Spoken(start, finish, value * 12, Fraction(12))
    return Spoken(start, end, value, Fraction(1) if whole else Fraction(1, 10))


def _ordinal(start: int, end: int, word: str) -> Spoken | None:
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem == word:
            continue
        value = DE_ORDINALS.get(stem)
        for mark in ("st", "t"):
            if value is None and stem.endswith(mark):
                value = _integer(stem.removesuffix(mark), 0)
        if value is not None:
            return Spoken(start, end, Fraction(value), Fraction(1), ordinal=True)
    return None
