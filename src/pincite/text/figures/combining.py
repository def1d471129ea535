"""Which cited figures may be combined, and when a computed value is the figure of the claim."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Final

from pincite.model import Figure
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.rounding import coarse_step
from pincite.text.figures.terms import Cues
from pincite.text.figures.wording import words_of
from pincite.text.words import stem

MOST_PAIRED: Final = 8  # figures of one sentence that are combined; more would agree with anything by chance
_FEW: Final = 4
_UNCOUNTED: Final = frozenset({"identifier", "ordinal", "date", "time"})
_AMOUNTS: Final = frozenset({"number", "money", "measure", "percent"})


def close(one: Fraction, two: Fraction, figure: Figure) -> bool:
    """Whether a computed value `two` is the claim's `one`, to the digit that `figure` is written with."""
    step = figure.step or Fraction(1)
    allowed = max(step, coarse_step(one)) / 2 if figure.bound == "about" else step / 2
    if one:
        allowed = min(allowed, abs(one) / 10)
    return abs(one - two) <= allowed


def same_kind(figure: Figure, other: Figure) -> bool:
    return other.value is not None and other.unit == figure.unit and other.kind not in _UNCOUNTED


def single(figure: Figure, other: Figure) -> bool:
    """Whether `other` is one value (no range) of the same kind."""
    return other.high is None and same_kind(figure, other)


def worth(candidate: Candidate) -> Fraction:
    assert candidate.figure.value is not None
    return candidate.figure.value


def same_noun(one: Figure, two: Figure) -> bool:
    """Whether two bare counts count the same."""
    return len(one.noun) > 1 and stem(one.noun) == stem(two.noun)


def related(candidate: Candidate, pool: Pool, cues: Cues, *, reach: int = 0) -> bool:
    """Whether the claim shares a word with the candidate's sentence, or with `reach` characters around it.

    In a table the words of its row and of the head of its column count.
    """
    passage, start, end = pool.sentence(candidate)
    if passage < 0:
        return False
    if reach:
        start, end = max(start, candidate.figure.start - reach), min(end, candidate.figure.end + reach)
    said = cues.content
    shared = words_of(pool.folded(candidate)[start:end]) & said
    if candidate.celled:
        shared |= pool.head_words(candidate) & said
    return any(len(word) > 1 for word in shared) or len(shared) > 1


def samples(pool: Pool) -> list[Figure]:
    """One figure for each unit of the evidence."""
    found: dict[str, Figure] = {}
    for item in pool.items:
        if item.figure.kind in _AMOUNTS:
            found.setdefault(item.figure.unit, item.figure)
    return list(found.values())


def pairs(
    pool: Pool, figure: Figure, words: frozenset[str] = frozenset()
) -> Iterator[tuple[Candidate, Candidate]]:
    """Pairs of cited figures of the same unit: of one sentence or row, behind the same words, or of few.

    In a table column only rows that share one of `words` (the claim's) are paired.
    """
    alike = [item for item in pool.items if single(figure, item.figure)]
    if len(alike) <= _FEW:
        yield from combinations(alike, 2)
        return
    for group in pool.groups:
        inside = [item for item in group if single(figure, item.figure)]
        yield from combinations(inside, 2) if len(inside) <= MOST_PAIRED else pairwise(inside)
    for group in pool.leads:
        inside = [item for item in group if single(figure, item.figure)]
        if len(inside) <= MOST_PAIRED // 2:
            yield from combinations(inside, 2)
    for column in pool.columns:
        inside = [item for item in column if single(figure, item.figure)]
        named = [item for item in inside if not words or pool.row_words(item) & words]
        if len(named) <= MOST_PAIRED:
            yield from combinations(named, 2)
