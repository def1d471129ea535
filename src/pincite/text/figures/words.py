"""Numbers in words: English, French and Spanish; German ones are read in `german`."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from pincite.text.figures.german import read_german
from pincite.text.figures.spoken import Spoken, article_before, group_of, next_word, with_scale
from pincite.text.figures.vocabulary import (
    AND,
    ES_HUNDREDS,
    GROUPS,
    HALF,
    HUNDRED,
    ORDINALS,
    PARTS,
    RISKY,
    SCALES,
    UNITS,
    VOCABULARY,
)

_WHICH: Final = re.compile(
    r"(?:first|second|latter|other|better|last|top|bottom|upper|lower|this|that|each) $"
)
_HALVED: Final = frozenset(
    [
        "heure",
        "heures",
        "journee",
        "annee",
        "hora",
        "ano",
        "dia",
        "mes",
        "kilo",
        "litro",
        "litre",
        "stunde",
        "jahr",
    ]
)
_OF: Final = frozenset({"of", "de", "des", "du", "der", "d"})


def read_words(folded: str, start: int, end: int, language: Callable[[], str]) -> Spoken | None:
    """The number whose first word is `folded[start:end]`, or None where the words are no number."""
    word = folded[start:end]
    codes = VOCABULARY.get(word)
    if codes is None:
        return read_german(folded, start, end, word)
    code = codes[0]
    if word in RISKY or code != "en":
        spoken = language()
        if spoken in codes:
            code = spoken
        elif _half_a_unit(folded, end, word, codes):
            code = codes[-1]
        elif (spoken or word in RISKY) and (code != "en" or spoken not in ("", "en")):
            return None
    return read_german(folded, start, end, word) if code == "de" else _read(folded, start, end, word, code)


def _half_a_unit(folded: str, end: int, word: str, codes: tuple[str, ...]) -> bool:
    """Medio año, demi-heure: a half right before a unit is one in a text of whatever language."""
    if word not in HALF[codes[-1]]:
        return False
    following = next_word(folded, end)
    return following is not None and following.group(1) in _HALVED


def _read(folded: str, start: int, end: int, word: str, code: str) -> Spoken | None:
    if word in HALF[code]:
        return _half(folded, start, end, code)
    if word in GROUPS[code]:
        return group_of(folded, start, end, GROUPS[code][word], vague=code != "en")
    if word in ORDINALS[code]:
        return _ordinal(folded, start, end, ORDINALS[code][word], code, word)
    if word in PARTS[code]:
        return _part(folded, start, end, PARTS[code][word], code)
    run = _run(folded, start, end, word, code)
    if run is None:
        return None
    value, finish, step = run
    if code == "en" and word in ("hundred", "thousand", "million", "billion", "trillion"):
        start = article_before(folded, start)
        if start < 0:
            return None  # "the million", "hundred" in a name
    return _with_fraction(folded, start, finish, value, step, code)


def _run(folded: str, start: int, end: int, word: str, code: str) -> tuple[int, int, int] | None:
    """Value, end and step of the longest number that the words spell."""
    total, current, finish, at, step = 0, 0, start, end, 1
    previous, pending = "", False
    largest = 10**18
    while True:
        kind, value = _kind(word, code)
        if kind == "unit" and _joins(current, value, code, previous, pending):
            current = _join(current, value, code)
        elif kind == "hundred" and (0 < current < 100 or (not current and not pending)):
            current = max(current, 1) * 100
        elif kind == "scale" and 10**value < largest and (current or not finish - start):
            total += max(current, 1) * 10**value
            current, largest, step = 0, 10**value, 10**value
        else:
            break
        if kind != "scale":
            step = 1
        finish, previous, pending = at, kind, False
        following = next_word(folded, at)
        if following is None:
            break
        word, at = following.group(1), following.end()
        if word == AND[code]:
            after = next_word(folded, at)
            if after is None or not _may_follow_and(total + current, after.group(1), code):
                break
            word, at, pending = after.group(1), after.end(), True
    if finish == start:
        return None
    return total + current, finish, step


def _kind(word: str, code: str) -> tuple[str, int]:
    unit = UNITS[code].get(word)
    if unit is not None:
        return "unit", unit
    if word in HUNDRED[code]:
        return "hundred", 100
    scale = SCALES[code].get(word)
    if scale is not None:
        return "scale", scale
    if code == "es" and word in ES_HUNDREDS:
        return "unit", ES_HUNDREDS[word]
    return "", 0


def _joins(current: int, value: int, code: str, previous: str, pending: bool) -> bool:
    if current == 0:
        return previous != "unit" and not (pending and previous == "")
    if code == "fr" and (current % 100 == 4 and value == 20):
        return True
    if current % 100 == 0:
        return value < 100
    last = current % 100
    if last in (20, 30, 40, 50, 60, 70, 80, 90) and 0 < value < 10:
        return True
    return code == "fr" and last in (60, 80) and 10 <= value < 20


def _join(current: int, value: int, code: str) -> int:
    if code == "fr" and current % 100 == 4 and value == 20:
        return current - 4 + 80
    return current + value


def _may_follow_and(value: int, word: str, code: str) -> bool:
    kind, unit = _kind(word, code)
    if kind != "unit":
        return False
    if code == "en":
        return value >= 100 and value % 100 == 0 and unit < 100
    return value % 100 in (20, 30, 40, 50, 60, 70, 80, 90) and (unit < 10 or unit == 11)


def _with_fraction(folded: str, start: int, end: int, value: int, step: int, code: str) -> Spoken | None:
    """A number and what may follow it: two thirds, two and a half (million), two dozen, deux tiers."""
    following = next_word(folded, end)
    if following is not None:
        word, finish = following.group(1), following.end()
        longer = _counted(folded, start, finish, value, word, code)
        if longer is not None:
            return longer
        tail = _and_a_half(folded, finish, code) if word == AND[code] else None
        if tail is not None and step > 1:
            return Spoken(start, tail[1], value + tail[0] * step, Fraction(step, 10), round_=True)
        if tail is not None:
            return with_scale(folded, start, tail[1], value + tail[0], code)
    if value == 1 and code != "en" and folded[start:end] in ("un", "une", "uno", "una"):
        return None  # an article
    return Spoken(start, end, Fraction(value), Fraction(step), round_=step > 1)


def _counted(folded: str, start: int, end: int, value: int, word: str, code: str) -> Spoken | None:
    """The number counts the word that ends at `end`: twenty-first, two thirds, two dozen."""
    ordinal = ORDINALS[code].get(word, 0)
    if code == "en" and 0 < ordinal < 10 and value % 10 == 0 and 0 < value % 100 != 10:
        return Spoken(start, end, Fraction(value + ordinal), Fraction(1), ordinal=True)
    singular = word[:-1] if word.endswith("s") and word not in PARTS[code] else word
    part = PARTS[code].get(singular)
    if part and 0 < value < part and (value == 1 or singular != word or code == "fr"):
        return with_scale(folded, start, end, Fraction(value, part), code, fraction=True)
    group = GROUPS[code].get(word) or GROUPS[code].get(singular)
    return Spoken(start, end, Fraction(value * group), Fraction(group)) if group and value < 100 else None


def _and_a_half(folded: str, at: int, code: str) -> tuple[Fraction, int] | None:
    following = next_word(folded, at)
    if following is not None and code == "en" and following.group(1) in ("a", "one"):
        following = next_word(folded, following.end())
        if following is not None and following.group(1) == "quarter":
            return Fraction(1, 4), following.end()
    if following is None or following.group(1) not in HALF[code]:
        return None
    return Fraction(1, 2), following.end()


def _half(folded: str, start: int, end: int, code: str) -> Spoken | None:
    if start > 1 and folded[start - 1] == "-" and folded[start - 2].isalpha():
        return None
    if _WHICH.search(folded, max(0, start - 12), start) is not None:
        return None
    half = Fraction(1, 2)
    made = with_scale(folded, start, end, half, code, fraction=True)
    if not made.fraction:
        begin = article_before(folded, start)
        return made if begin < 0 else made.moved(begin)
    following = next_word(folded, end)
    if code != "en" or following is None:
        return None if following is None else made
    # "Half an hour" keeps its unit for the grammar; "the first half" and "half-hearted" are no figures.
    word = following.group(1)
    if folded[end] == "-" or word not in ("a", "an", "of", "the"):
        return None
    return Spoken(start, following.end(), half, half, fraction=True) if word in ("a", "an") else made


def _part(folded: str, start: int, end: int, part: int, code: str) -> Spoken | None:
    """A quarter of, un tiers de: the article is part of the figure."""
    begin, following = article_before(folded, start), next_word(folded, end)
    if begin < 0 or following is None or following.group(1) not in _OF:
        return None
    return with_scale(folded, begin, end, Fraction(1, part), code, fraction=True)


def _ordinal(folded: str, start: int, end: int, value: int, code: str, word: str) -> Spoken | None:
    part = PARTS[code].get(word)
    made = None if part is None else _part(folded, start, end, part, code)
    return made or Spoken(start, end, Fraction(value), Fraction(1), ordinal=True)
