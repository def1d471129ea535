"""Comparisons and ratios that the claim states in words and the evidence gives in figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.lexicon import listed
from pincite.judges.rules.terms import Term
from pincite.model.figure import Figure, FigureMatch

# Comparative -> +1 if more of the figure makes it so, -1 if less; for the speed words it depends on the unit.
_DEGREES: Final[dict[str, int]] = {**dict.fromkeys(listed("more"), 1), **dict.fromkeys(listed("less"), -1)}
_SPEED: Final = {"faster": 1, "quicker": 1, "slower": -1, "schneller": 1, "langsamer": -1}
_MONEY: Final = listed("dearer")
_WORD: Final = re.compile(r"[^\W\d_]+")
_THAN: Final = re.compile(r"\b(?:than|als)\b(?!\s*[\d$€£¥])", re.IGNORECASE)


_than_in: Final = lru_cache(maxsize=4096)(_THAN.search)


def derived(a: Alignment, matches: Sequence[FigureMatch]) -> list[Finding]:
    """What the figures of the evidence make of the claim's comparison or ratio: conflict, or the words
    explained.
    """
    if not a.chosen:
        return []
    return [*_measured(a), *_ratio(a, matches), *_bounded(a, matches), *_signed(a, matches)]


# "Nearly" and "presque" belong to their figure, as does what joins a value to its tolerance.
BOUND_REACH: Final = 14
_BOUND_WORDS: Final = re.compile(
    r"\b(?:nearly|almost|about|around|roughly|some|close to|approximately|just under|just over|fast"
    r"|nahezu|rund|etwa|knapp|gut|circa|ca|ungefähr|annähernd|presque|près de|environ|quelque|à peu près"
    r"|autour de|casi|unos|unas|cerca de|aproximadamente|alrededor de|en torno a|plus or minus"
    r"|plus oder minus|plus ou moins|más o menos)\s*$",
    re.IGNORECASE,
)


# What a derived figure is told for: the kilo of "20 euros per kilo" beside 2 euros per 100 g.
_PER: Final = re.compile(r"\s?(?:/|(?:\w+\s){0,2}(?:per|pro|je|par|por|cada|each)\s)\s?(\w+)", re.IGNORECASE)


def _bounded(a: Alignment, matches: Sequence[FigureMatch]) -> list[Finding]:
    """The words that say "about" before a figure that the evidence has."""
    found: list[Finding] = []
    for match in matches:
        start = match.figure.start
        if match.match == "missing" or not start:
            continue
        left = max(0, start - BOUND_REACH)
        words = _BOUND_WORDS.search(a.claim.text, left, start)
        if words is not None:
            found.extend(_explained(a, words.start(), start))
        per = _PER.match(a.claim.text, match.figure.end)
        if per is not None and match.match in ("derived", "converted"):
            found.extend(_explained(a, per.start(1), per.end(1)))
    return found


def _measured(a: Alignment) -> list[Finding]:
    pivot = _than_in(a.claim.text)
    if pivot is None or _RATIO_NEXT.match(a.claim.text, pivot.end()) is not None:
        return []
    left = _Side.of(a.claim, 0, pivot.start())
    right = _Side.of(a.claim, pivot.end(), len(a.claim.text))
    found: list[Finding] = []
    for word in _WORD.finditer(a.claim.text, 0, pivot.start()):
        form = word.group().casefold()
        if form not in _DEGREES and form not in _SPEED:
            continue
        one, other = _beside(a, left, right), _beside(a, right, left)
        if one is None or other is None or one is other or one.unit != other.unit:
            continue
        sign = _sign(form, one)
        if sign == 0 or one.value is None or other.value is None:
            continue
        if (one.value - other.value) * sign > 0:
            found.extend(_explained(a, word.start(), word.end(), pivot.start(), pivot.end()))
        else:
            what = f"source has {one.text.strip()} against {other.text.strip()}, claim says '{form}'"
            found.append(Finding("conflict", "comparison", what, a.chosen[0]))
    return found


# "More than doubled" bounds a ratio; it compares no two things.
_RATIO_NEXT: Final = re.compile(
    r"\s+(?:\w+\s)?(?:doubl|tripl|trebl|quadrupl|halv|half|twice|twofold|threefold|verdoppel|verdreifach|halbier)",
    re.IGNORECASE,
)


class _Side(Struct, frozen=True):
    """One side of the comparison: its terms, and the numbers that name it ("line 2")."""

    terms: tuple[Term, ...]
    numbers: frozenset[Fraction]

    @classmethod
    def of(cls, claim: Analysis, start: int, end: int) -> _Side:
        numbers = (
            f.value for f in claim.figures if start <= f.start < end and not f.unit and f.value is not None
        )
        return cls(tuple(t for t in claim.terms if start <= t.start < end), frozenset(numbers))


def _beside(a: Alignment, mine: _Side, others: _Side) -> Figure | None:
    """The figure of one side of the comparison, in the best unit that has one for it."""
    return next(
        (figure for key in a.chosen if (figure := _figure_of(a, key, mine, others)) is not None), None
    )


def _sign(form: str, figure: Figure) -> int:
    if form in _SPEED:
        timed = figure.kind == "time" or figure.unit in (
            "s",
            "second",
            "seconds",
            "minute",
            "min",
            "h",
            "hour",
            "day",
            "year",
        )
        return -_SPEED[form] if timed else _SPEED[form]
    if (form in _MONEY) != (figure.kind == "money") and form in _MONEY:
        return 0
    return _DEGREES[form]


# A side's figure stands within this many characters after what names the side.
FIGURE_REACH: Final = 30


def _figure_of(a: Alignment, key: UnitKey, mine: _Side, others: _Side) -> Figure | None:
    """The figure right after the words and numbers by which one side differs from the other."""
    reading: Analysis = a.source(key)
    unit = reading.units[key[1]]
    shared = {term.norm for term in others.terms}
    ends = [
        reading.terms[hit.term].end
        for term in mine.terms
        if term.norm not in shared
        and (hit := a.hits[term.at].get(key)) is not None
        and hit.strength >= 0.9
        and reading.terms[hit.term].norm not in shared
    ]
    inside = [f for f in reading.figures_in(unit.start, unit.end) if f.value is not None]
    ends += [f.end for f in inside if not f.unit and f.value in mine.numbers - others.numbers]
    if not ends:
        return None
    last = max(ends)
    return next((f for f in inside if last <= f.start < last + FIGURE_REACH), None)


def _explained(a: Alignment, *spans: int) -> list[Finding]:
    pairs = list(zip(spans[::2], spans[1::2], strict=True))
    return [
        Finding("explained", "figures", "follows from the figures", None, 0.0, term.at)
        for term in a.claim.terms
        if any(start < term.end and term.start < end for start, end in pairs)
    ]


_RATIOS: Final[dict[str, Fraction]] = {
    "doubled": Fraction(2),
    "doubles": Fraction(2),
    "twofold": Fraction(2),
    "tripled": Fraction(3),
    "trebled": Fraction(3),
    "threefold": Fraction(3),
    "quadrupled": Fraction(4),
    "halved": Fraction(1, 2),
    "verdoppelt": Fraction(2),
    "verdreifacht": Fraction(3),
    "halbiert": Fraction(1, 2),
    "doublé": Fraction(2),
    "triplé": Fraction(3),
    "duplicado": Fraction(2),
    "duplicó": Fraction(2),
    "triplicó": Fraction(3),
}
_BY_PART: Final = re.compile(r"\bby\s+(?:a |one )?(half|third|quarter|fifth|tenth)\b", re.IGNORECASE)
_PARTS: Final = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_DOWN: Final = re.compile(
    r"\b(?:f[ae]ll|fell|drop\w*|declin\w*|decreas\w*|reduc\w*|cut|shrank|shrunk|lower\w*|down)\b",
    re.IGNORECASE,
)
# Journalists double what grew by 95 %: a ratio in words is met within this relative distance.
RATIO_TOLERANCE: Final = Fraction(7, 100)


_BEYOND: Final = re.compile(
    r"\b(?:more than|over|at least|mehr als|über|mindestens|plus que|plus de|au moins"
    r"|más que|más de)\s(?:\w+\s)?$",
    re.IGNORECASE,
)


# What a sign says in words: less than nothing, more than nothing.
_NEGATIVE: Final = re.compile(
    r"\b(?:loss(?:es)?|lost|lose[sd]?|deficits?|shortfalls?|used|outflows?|consumed|negative|verlust\w*|fehlbetrag\w*"
    r"|abfluss\w*|negativ\w*|pertes?|perdu\w*|déficits?|négatif\w*|négative\w*|pérdidas?|perdi\w+|negativ[oa]s?)\b"
    r"|亏损|损失|赤字|損失",
    re.IGNORECASE,
)
_POSITIVE: Final = re.compile(
    r"\b(?:profits?|gains?|earned|earnings|surplus\w*|income|positive|gewinn\w*|überschuss\w*|ertrag\w*|positiv\w*"
    r"|bénéfices?|gagn\w+|excédents?|positif\w*|beneficios?|ganó|ganaron|ganancias?|superávit|positiv[oa]s?)\b"
    r"|盈利|利润|黒字|利益",
    re.IGNORECASE,
)


def _signed(a: Alignment, matches: Sequence[FigureMatch]) -> list[Finding]:
    """The words for a sign that the figure of the evidence has, or has the other way round."""
    found: list[Finding] = []
    for match in matches:
        evidence = match.evidence
        if evidence is None or not (evidence.negative or match.difference == "sign"):
            continue
        for pattern in (_NEGATIVE, _POSITIVE):
            for word in pattern.finditer(a.claim.text):
                found.extend(_explained(a, word.start(), word.end()))
    return found


def _ratio(a: Alignment, matches: Sequence[FigureMatch]) -> list[Finding]:
    found = _claimed_ratio(a.claim.text)
    if found is None:
        return []
    ratio, start, end = found
    pair = _pair(a, matches)
    if pair is None or pair[0] == 0:
        return []
    actual = pair[1] / pair[0]
    beyond = _BEYOND.search(a.claim.text[:start]) is not None
    grown = actual >= ratio if ratio > 1 else actual <= ratio
    if (beyond and grown) or abs(actual - ratio) <= RATIO_TOLERANCE * ratio:
        return _explained(a, start, end)
    said = a.claim.text[start:end]
    return [
        Finding(
            "conflict", "ratio", f"'{said}' does not fit the figures {pair[0]} and {pair[1]}", a.chosen[0]
        )
    ]


@lru_cache(maxsize=4096)
def _claimed_ratio(claim: str) -> tuple[Fraction, int, int] | None:
    for word in _WORD.finditer(claim):
        ratio = _RATIOS.get(word.group().casefold())
        if ratio is not None:
            return ratio, word.start(), word.end()
    part = _BY_PART.search(claim)
    if part is None:
        return None
    change = Fraction(1, _PARTS[part.group(1).casefold()])
    return (1 - change if _DOWN.search(claim) else 1 + change), part.start(), part.end()


def _pair(a: Alignment, matches: Sequence[FigureMatch]) -> tuple[Fraction, Fraction] | None:
    """From and to: two matched figures of the claim, else the only two alike in the first unit."""
    own = [
        m.figure
        for m in matches
        if m.match != "missing"
        and m.figure.value is not None
        and m.figure.kind not in ("date", "time", "ordinal")
    ]
    values = [f.value for f in own if f.unit == own[0].unit and f.value is not None]
    if len(values) == 2:
        return values[0], values[1]
    reading, unit = a.source(a.chosen[0]), a.source(a.chosen[0]).units[a.chosen[0][1]]
    theirs = [
        f
        for f in reading.figures_in(unit.start, unit.end)
        if f.value is not None and f.kind not in ("date", "time", "ordinal")
    ]
    alike = [f.value for f in theirs if f.unit == theirs[0].unit and f.value is not None]
    return (alike[0], alike[1]) if len(alike) == 2 else None
