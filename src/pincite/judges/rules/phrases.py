"""Phrases of the lexicon: which words open none, and which word of one speaks for it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pincite.judges.rules.lexicon import GRAMMAR, NEGATIVES, Phrase, lexicon

# "Can be carried over", "not allowed": a modal or a negation opens no phrase; the word behind it may, and
# what is denied is found by its scope.
OPEN_NONE: Final = frozenset(("can", "may", "must", "not", "never", "cannot"))


@lru_cache(maxsize=16384)
def grammatical(norm: str) -> bool:
    """Whether a word says little by itself."""
    return norm in lexicon().light or norm in GRAMMAR


def carrier_of(phrase: Phrase) -> int:
    """The word that stands for the phrase while the others stand for themselves ("keep in the *fridge*").

    A phrase with a negation says the opposite of its words: it is taken as a whole.

    -1 for a phrase that is one word in all but spelling ("turn off", "take part", "at no charge").
    """
    content = [at for at, norm in enumerate(phrase.norms) if not grammatical(norm)]
    if not content or content == [0] or not NEGATIVES.isdisjoint(phrase.norms):
        return -1
    return content[0]
