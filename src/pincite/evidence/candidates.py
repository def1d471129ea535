"""Which stored passages speak about a claim: a lexical ranking, without a model.

BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009) over content words, with k1 = 1.2,
b = 0.75 and document frequencies from the given chunks only, so that the order depends on nothing else.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from pincite.model import Chunk
from pincite.text.words import content_words, tokens

K1 = 1.2
B = 0.75


class Candidate(Struct, frozen=True, kw_only=True):
    """A chunk that shares words with a claim.

    `index` is its place among the given chunks, `score` its BM25 score, `coverage` the share of the claim's
    content words that it holds, weighted by their rarity (0..1).
    """

    index: int
    chunk: Chunk
    score: float
    coverage: float


@lru_cache(maxsize=2048)
def term_counts(text: str) -> Mapping[str, int]:
    """How often each content word (in its folded form) stands in a text. Not to be changed by the caller."""
    words = content_words(text)
    return Counter(token.norm for token in tokens(text) if token.norm in words)


@lru_cache(maxsize=2048)
def _length(text: str) -> int:
    return sum(term_counts(text).values())


def candidates(claim_text: str, chunks: Sequence[Chunk], k: int = 3) -> tuple[Candidate, ...]:
    """The `k` chunks that share most with the claim, best first; equal ones in the given order.

    A chunk without a single common word is never returned.
    """
    words = content_words(claim_text)
    if not words or not chunks or k < 1:
        return ()
    counts = [term_counts(chunk.text) for chunk in chunks]
    lengths = [_length(chunk.text) for chunk in chunks]
    mean = sum(lengths) / len(lengths) or 1.0
    weights = {word: rarity(sum(word in held for held in counts), len(chunks)) for word in words}
    total = sum(weights.values())
    scored = []
    for index, held in enumerate(counts):
        shared = words & held.keys()
        if not shared:
            continue
        length = K1 * (1 - B + B * lengths[index] / mean)
        # In a fixed order, so that the sum does not depend on how a set happens to be stored.
        score = sum(weights[word] * held[word] * (K1 + 1) / (held[word] + length) for word in sorted(shared))
        coverage = sum(weights[word] for word in sorted(shared)) / total
        scored.append((-score, index, coverage))
    return tuple(
        Candidate(index=index, chunk=chunks[index], score=-negative, coverage=min(1.0, coverage))
        for negative, index, coverage in heapq.nsmallest(k, scored)
    )


def rarity(holding: int, chunks: int) -> float:
    """The weight of a word that so many of the chunks hold."""
    return math.log(1 + (chunks - holding + 0.5) / (holding + 0.5))
