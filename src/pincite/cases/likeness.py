"""Questions that are nearly the same, found without comparing each with each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil

from pincite.text.words import content_words, tokens

_SLACK = 1e-9  # a share that is exactly reached must not be missed by rounding

ALIKE = 0.8
"""Two questions with at least this share of their content words in common (Jaccard) are nearly the same."""


class Groups:
    """Disjoint groups of the numbers below `size`, joined two by two."""

    def __init__(self, size: int) -> None:
        self._above = list(range(size))

    def of(self, member: int) -> int:
        """The smallest member of the group."""
        while self._above[member] != member:
            self._above[member] = self._above[self._above[member]]
            member = self._above[member]
        return member

    def join(self, one: int, other: int) -> None:
        first, second = sorted((self.of(one), self.of(other)))
        self._above[second] = first


def alike(texts: Sequence[str], least: float = ALIKE) -> list[int]:
    """For each text the place of the first one of its group; texts that are nearly the same are one group.

    Exact, and without comparing all with all: of two sets that share enough, the rarest words of the larger
    hold one of the very rarest of the smaller (prefix filters: Bayardo, Ma and Srikant, Scaling up all pairs
    similarity search, 2007; the shorter prefix of the smaller set: Xiao et al., Efficient similarity joins
    for near-duplicate detection, 2008). Sameness is passed on: with a like b and b like c, all three are one
    group.
    """
    sets = [_words(text) for text in texts]
    groups = Groups(len(texts))
    first: dict[frozenset[str], int] = {}
    for place, words in enumerate(sets):
        groups.join(place, first.setdefault(words, place))
    often = Counter(word for words in first for word in words)
    seen: dict[str, list[frozenset[str]]] = {}
    for words in sorted(first, key=lambda words: (len(words), sorted(words))):
        ranked = sorted(words, key=lambda word: (often[word], word))
        for word in ranked[: _beyond(least, len(ranked))]:
            for other in seen.get(word, ()):
                if len(other) < least * len(words) - _SLACK or groups.of(first[other]) == groups.of(
                    first[words]
                ):
                    continue
                if len(words & other) >= least * len(words | other) - _SLACK:
                    groups.join(first[words], first[other])
        for word in ranked[: _beyond(2 * least / (1 + least), len(ranked))]:
            seen.setdefault(word, []).append(words)
    return [groups.of(place) for place in range(len(texts))]


def _beyond(share: float, size: int) -> int:
    """So many words of a set that this share of it cannot do without all of them."""
    return size - ceil(share * size - _SLACK) + 1


def _words(text: str) -> frozenset[str]:
    """Content words; of a question that has none ("What is it?") all words, else the text itself."""
    return content_words(text) or frozenset(token.norm for token in tokens(text)) or frozenset((text,))
