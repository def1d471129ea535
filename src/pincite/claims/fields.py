"""Fields of words that ask for one thing: winning and taking first place, leading and heading."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

from pincite.model import Span
from pincite.text.words import tokens


@lru_cache(maxsize=1)
def _fields() -> dict[str, re.Pattern[str]]:
    table = tomllib.loads(files("pincite.claims").joinpath("fields.toml").read_text(encoding="utf-8"))
    return {
        name: re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)
        for name, patterns in table["fields"].items()
    }


@lru_cache(maxsize=1024)
def fields_in(text: str) -> dict[str, Span]:
    """The fields that occur in a text, each with the place of its first word there."""
    found = {}
    for name, pattern in _fields().items():
        match = pattern.search(text)
        if match is not None:
            found[name] = Span(match.start(), match.end())
    return found


@lru_cache(maxsize=1024)
def field_words(text: str) -> dict[str, frozenset[str]]:
    """For each word of a text that belongs to fields, by its norm, their names."""
    found: dict[str, set[str]] = {}
    for name, pattern in _fields().items():
        for match in pattern.finditer(text):
            for token in tokens(text):
                if token.start >= match.start() and token.end <= match.end():
                    found.setdefault(token.norm, set()).add(name)
    return {word: frozenset(names) for word, names in found.items()}


def covered(wanted: Iterable[str], asking: str, words: frozenset[str], text: str) -> frozenset[str]:
    """Those of the wanted words, which stand in `asking`, that `text` says: by the word itself, which stands
    among its `words`, or by another word of the same field.
    """
    left = frozenset(wanted)
    said = left & words
    if said == left:
        return said
    known, present = field_words(asking), fields_in(text)
    return said | {
        word
        for word in left - said
        if any(name in present for name in known.get(word, ())) or _compounded(word, words)
    }


_STEM_LETTERS = 6


def _compounded(word: str, words: frozenset[str]) -> bool:
    """Whether a longer word begins like this one: "klettern" in "Kletterwand"."""
    head = word[: max(_STEM_LETTERS, len(word) - 2)]
    return len(word) > _STEM_LETTERS and any(
        len(other) > len(word) and other.startswith(head) for other in words
    )
