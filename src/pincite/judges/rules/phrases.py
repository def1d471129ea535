"""Phrases of the lexicon in a text: which begins at a word, and which of its words speaks for it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pincite.judges.rules.lexicon import Phrase, lexicon
from pincite.text.words import STOP_WORDS, Token

# "Can be carried over", "not allowed": a modal or a negation opens no phrase; the word behind it may, and
# what is denied is found by its scope.
_OPEN_NONE: Final = frozenset(("can", "may", "must", "not", "never", "cannot"))
# A phrase with a negation says the opposite of its words: it is taken as a whole.
_NEGATIONS: Final = frozenset(("no", "not", "without", "free"))


def phrase_at(pieces: tuple[Token, ...], index: int, norm: str, taken: set[int]) -> Phrase | None:
    """The longest phrase that begins with the word `norm` at `index`, clear of the `taken` offsets."""
    words = lexicon()
    phrases = words.phrases.get(norm)
    if phrases is None or norm in _OPEN_NONE or index + 1 >= len(pieces):
        return None
    second = words.base.get(pieces[index + 1].norm, pieces[index + 1].norm)
    for phrase in phrases:
        last = index + len(phrase.norms)
        if phrase.norms[1] != second or last > len(pieces):
            continue
        rest = pieces[index + 1 : last]
        if all(
            words.base.get(piece.norm, piece.norm) == wanted and piece.start not in taken
            for piece, wanted in zip(rest, phrase.norms[1:], strict=True)
        ):
            return phrase
    return None


@lru_cache(maxsize=16384)
def grammatical(norm: str) -> bool:
    """Whether a word says little by itself."""
    return norm in lexicon().light or norm in STOP_WORDS["en"]


def carrier_of(phrase: Phrase) -> int:
    """The word that stands for the phrase while the others stand for themselves ("keep in the *fridge*").

    -1 for a phrase that is one word in all but spelling ("turn off", "take part", "at no charge").
    """
    content = [at for at, norm in enumerate(phrase.norms) if not grammatical(norm)]
    if not content or content == [0] or not _NEGATIONS.isdisjoint(phrase.norms):
        return -1
    return content[0]
