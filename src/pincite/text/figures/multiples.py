"""Ratios in words (doubled, half as many, a third less) against two cited figures of one unit."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pincite.model import Figure, FigureMatch
from pincite.text.figures.combining import MOST_PAIRED, related, same_noun, single, worth
from pincite.text.figures.folding import fold
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.terms import Cues

_MORE: Final = (
    r"more than |over |well over |mehr als |plus que |mas que "
    r"|nearly |almost |about |roughly |fast |presque |casi "
)
_WORDS: Final = {
    Fraction(2): (
        r"doubl(?:ed|es|ing)|twice as (?:many|much|large|long|high|big|fast|heavy)|a double|ont double"
        r"|est double|verdoppelt\w*|doppelt so \w+|duplic(?:o|aron|ado|aban)|el doble|deux fois plus"
    ),
    Fraction(3): (
        r"tripl(?:ed|es|ing)|trebl(?:ed|es|ing)|three times as (?:many|much|large|long|high)|a triple"
        r"|ont triple|verdreifacht\w*|dreimal so \w+|triplic(?:o|aron|ado)|el triple"
    ),
    Fraction(4): r"quadrupl(?:ed|es|ing)|vervierfacht\w*|a quadruple|cuadruplic(?:o|aron|ado)",
    Fraction(1, 2): (
        r"halv(?:ed|es|ing)|half as (?:many|much|large|long|high|big)|halbiert\w*|halb so \w+"
        r"|deux fois moins|se redujo a la mitad|reduit de moitie"
    ),
}
_PATTERNS: Final = tuple(
    (ratio, re.compile(rf"(?<![a-z])({_MORE})?({words})(?![a-z])")) for ratio, words in _WORDS.items()
)
_PARTS: Final = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_SHARE: Final = re.compile(
    r"(?<![a-z])(?:a|one) (half|third|quarter|fifth|tenth) "
    r"(less|fewer|lower|smaller|shorter|more|higher|larger|longer)(?![a-z])"
)
_CJK: Final = {
    **dict.fromkeys(("翻了一番", "翻一番", "翻倍", "翻了一倍", "倍増", "増加一倍", "增加一倍"), Fraction(2)),
    **dict.fromkeys(("减半", "半減"), Fraction(1, 2)),
}
_LESS: Final = frozenset({"less", "fewer", "lower", "smaller", "shorter"})
# Substrings are found faster than the patterns fail.
_MARKS: Final = (
    "doubl", "twice", "tripl", "trebl", "quadrupl", "halv", "half ", "halb", "verdoppel", "verdreif",
    "vervier", "doppelt", "dreimal", "doble", "duplic", "fois", "mitad", "moitie", "third ",
    "quarter ", "fifth ", "tenth ",
)  # fmt: skip
_ADJECTIVES: Final = frozenset({"double", "triple", "quadruple"})
_AMOUNTS: Final = frozenset({"number", "money", "percent", "measure"})
_NEAR: Final = Fraction(3, 50)  # what grew by 95 % is said to have doubled
_WIDE: Final = Fraction(3, 20)  # nearly, about
_ABOVE: Final = frozenset({"more than", "over", "well over", "mehr als", "plus que", "mas que"})


class Multiple(Struct, frozen=True, gc=False):
    """A ratio that the claim states at `start:end`: `bound` is "above", "about" or None."""

    start: int
    end: int
    ratio: Fraction
    bound: str | None = None


def multiples(claim: str, folded: str, pool: Pool, cues: Cues, own: tuple[Figure, ...]) -> list[FigureMatch]:
    """A match for each ratio in words that two figures of the evidence, and no other two, can decide."""
    return [
        match
        for stated in _stated(folded)
        if not any(_taken(figure, stated) for figure in own)
        and (match := _decided(claim, stated, pool, cues)) is not None
    ]


def _taken(figure: Figure, stated: Multiple) -> bool:
    return figure.kind != "ordinal" and figure.start < stated.end and stated.start < figure.end


def states_multiple(folded: str) -> bool:
    """Whether a text may state a ratio in words."""
    return bool(_stated(folded))


def _stated(folded: str) -> list[Multiple]:
    if not folded.isascii():
        cjk = next(((mark, ratio) for mark, ratio in _CJK.items() if mark in folded), None)
        if cjk is not None:
            at = folded.index(cjk[0])
            return [Multiple(at, at + len(cjk[0]), cjk[1])]
    if not any(mark in folded for mark in _MARKS):
        return []
    for ratio, pattern in _PATTERNS:
        match = pattern.search(folded)
        if match is not None:
            said = (match.group(1) or "").strip()
            start = match.start(1) if said else match.start(2)
            if not said and match.group(2).startswith(("a ", "ont ", "est ", "el ")):
                start += match.group(2).index(" ") + 1
            return [
                Multiple(start, match.end(), ratio, "above" if said in _ABOVE else "about" if said else None)
            ]
    part = _SHARE.search(folded)
    if part is None:
        return []
    share = Fraction(1, _PARTS[part.group(1)])
    return [Multiple(part.start(), part.end(), 1 - share if part.group(2) in _LESS else 1 + share)]


def _decided(claim: str, stated: Multiple, pool: Pool, cues: Cues) -> FigureMatch | None:
    said = claim[stated.start : stated.end]
    if said in _ADJECTIVES:  # "a double room"; French has an accent here
        return None
    pairs = _pairs(pool, cues)
    figure = Figure(
        text=said,
        start=stated.start,
        end=stated.end,
        kind="measure",
        value=stated.ratio,
        written=stated.ratio,
        unit="×",
        bound=stated.bound,
    )
    for one, two in pairs:
        if _holds(stated, one, two):
            return FigureMatch(figure=figure, match="derived", evidence=two.figure, passage=two.passage)
    repeated = any(cues.folded[stated.start : stated.end] in fold(text) for text in pool.passages)
    if len(pairs) == 1 and not repeated and _from_to(*pairs[0], pool):
        two = pairs[0][1]
        return FigureMatch(
            figure=figure, match="missing", evidence=two.figure, passage=two.passage, difference="value"
        )
    return None


def _holds(stated: Multiple, one: Candidate, two: Candidate) -> bool:
    """Whether the larger of two figures is the stated multiple of the smaller one."""
    small, large = sorted((abs(worth(one)), abs(worth(two))))
    ratio = stated.ratio if stated.ratio >= 1 else 1 / stated.ratio
    if not small or small == large:
        return False
    actual = large / small
    if stated.bound == "above":
        return ratio < actual <= ratio + 1
    return abs(actual - ratio) <= ratio * (_WIDE if stated.bound == "about" else _NEAR)


def _pairs(pool: Pool, cues: Cues) -> list[tuple[Candidate, Candidate]]:
    """The pairs of figures of one unit and noun, of one sentence, that the claim may compare."""
    found = []
    for group in pool.groups:
        inside = [item for item in group if item.figure.kind in _AMOUNTS and item.figure.high is None]
        if not 2 <= len(inside) <= MOST_PAIRED:
            continue
        for at, one in enumerate(inside):
            for two in inside[at + 1 :]:
                if not single(one.figure, two.figure) or one.figure.unit == "×":
                    continue
                counted = one.figure.kind == "number" and bool(one.figure.noun)
                if counted and not same_noun(one.figure, two.figure):
                    continue
                if related(one, pool, cues):
                    found.append((one, two))
    return found


def _from_to(one: Candidate, two: Candidate, pool: Pool) -> bool:
    """Whether the text goes from one figure to the other, or gives both for a year."""
    folded = pool.folded(one)
    between = folded[one.figure.end : two.figure.start]
    if re.fullmatch(r"(?: [a-z0-9]{2,12}){0,4} (?:to|auf|a|hasta) [€$£]?", between):
        return True
    years = [item for item in pool.beside(one) if item.figure.date is not None]
    return len(years) == 2 and len(between) < 60
