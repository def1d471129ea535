"""The words of a text that tell one place or subject from another, as stems."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.text.figures.spelling import spelled
from pincite.text.stopwords import STOP_WORDS
from pincite.text.words import stem

_WORD: Final = re.compile(r"[a-zß]+|[0-9]+|[\u3040-\u30ff\u4e00-\u9fff]")
_NOISE: Final = frozenset().union(*STOP_WORDS.values()) | spelled(
    "respectively total comparison previous prior year years age aged jahre jahren alter ans anos about",
    "approximately amounted amounts reached stood said",
)
_SYNONYMS: Final = {
    **dict.fromkeys(spelled("minimum minimal mindestens lowest smallest"), "min"),
    **dict.fromkeys(spelled("maximum maximal hochstens highest largest most"), "max"),
    **dict.fromkeys(spelled("typical typically nominal typisch"), "typ"),
    **dict.fromkeys(spelled("kid kids children kinder"), "child"),
}


@lru_cache(maxsize=8192)
def words_of(text: str) -> frozenset[str]:
    """The stems of the words and numbers of a folded text that tell one place from another."""
    return frozenset(
        _SYNONYMS.get(word) or _SYNONYMS.get(stem(word)) or stem(word)
        for word in _WORD.findall(text)
        if word not in _NOISE or word in _SYNONYMS
    )
