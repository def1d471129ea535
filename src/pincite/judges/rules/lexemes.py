"""What is known of a written word by itself: its norm, its place in the lexicon, what it weighs as a term.

Most words of a text are met again and again, so each is looked up once a process and language.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from pincite.judges.rules.frames import BOUND_WORDS
from pincite.judges.rules.lexicon import (
    Phrase,
    concepts_in,
    concepts_of,
    generic,
    groups_of,
    lexicon,
    listed,
    root,
)
from pincite.judges.rules.phrases import OPEN_NONE, grammatical
from pincite.text.words import STOP_WORDS, fold, norm_of

# How much of a claim a word carries. Names identify; light words only connect; a cue is judged by its own
# rule; a CJK bigram is about half a word.
NAME_WEIGHT: Final = 1.3
WORD_WEIGHT: Final = 1.0
LIGHT_WEIGHT: Final = 0.3
CUE_WEIGHT: Final = 0.15
BIGRAM_WEIGHT: Final = 0.5
CJK_START: Final = "\u3041"
_NONE: Final[frozenset[int]] = frozenset()


class Parts(Struct, frozen=True, gc=False):
    """A term without its place."""

    norm: str
    weight: float
    verb: bool = False
    name: bool = False
    light: bool = False
    groups: frozenset[int] = frozenset()
    axes: tuple[tuple[int, int], ...] = ()
    concepts: frozenset[int] = frozenset()

    def as_cue(self) -> Parts:
        """The same as a word that another rule judges."""
        return Parts(
            self.norm, min(self.weight, CUE_WEIGHT), self.verb, self.name, True, self.groups, self.axes,
            self.concepts,
        )  # fmt: skip


class Lexeme(Struct, frozen=True, gc=False):
    """A word as written. `plain` is its term, None for a word of grammar only; `named` the same as a name,
    None where no capital makes one; `sort` that of an -ing word behind an article ("a carrying case");
    `letter` that of a single capital that may name ("Line A"). `opens` are the phrases of the lexicon that
    begin with it, by their second word. `boundary` is 1 for a word that parts phrases, 2 for one that parts
    statements. `idle` says that it makes no term, `simple` that `plain` is its term wherever it stands.
    """

    norm: str
    boundary: int
    article: bool
    capital: bool
    cjk: bool
    plain: Parts | None
    named: Parts | None
    sort: Parts | None
    letter: Parts | None
    opens: dict[str, tuple[Phrase, ...]] | None
    idle: bool
    simple: bool


_HARD_WORDS: Final = listed("hard boundaries")
_SOFT_WORDS: Final = listed("soft boundaries")
_ANY_STOP: Final = frozenset().union(*(STOP_WORDS[code] for code in ("en", "de", "fr", "es")))
# Stop words that a claim can turn on.
_KEPT: Final = listed("kept")
_ARTICLES: Final = frozenset(("a", "an", "the"))
_PREPOSITIONS: Final = frozenset(("in", "on", "at", "to", "for", "from", "with", "of", "by", "into", "about"))
_MOST_WORDS: Final = 65536


class Lexemes(dict[str, Lexeme]):
    """The lexemes of one language, each made when its word is first met."""

    def __init__(self, spoken: str) -> None:
        super().__init__()
        self._stops = STOP_WORDS.get(spoken, _ANY_STOP)
        self._german = spoken in ("de", "")

    def __missing__(self, written: str) -> Lexeme:
        if len(self) >= _MOST_WORDS:
            self.clear()
        made = self[written] = self._made(written)
        return made

    def _made(self, written: str) -> Lexeme:
        words = lexicon()
        folded = fold(written)
        plain_norm = norm_of(written)
        norm = words.base.get(plain_norm, plain_norm)
        plain = self._plain(written, folded, norm)
        capital = written[0].isupper()
        named = sort = None
        if plain is not None and capital:
            named = weighed(
                Parts(
                    norm, NAME_WEIGHT, norm in words.verbs, True, plain.light, plain.groups, plain.axes,
                    plain.concepts,
                )
            )  # fmt: skip
        if plain is not None and written.endswith("ing"):
            sort = weighed(Parts(norm, WORD_WEIGHT, concepts=plain.concepts))
        letter = None
        if len(written) == 1 and capital and written != "I":
            letter = weighed(Parts(norm, NAME_WEIGHT, name=True))
        cjk = written[0] >= CJK_START
        opens = None if norm in OPEN_NONE else _openings().get(norm)
        fixed = not cjk and opens is None and letter is None
        return Lexeme(
            norm,
            1 if folded in _SOFT_WORDS else 2 if folded in _HARD_WORDS else 0,
            folded in _ARTICLES,
            capital,
            cjk,
            None if plain is None else weighed(plain),
            named,
            sort,
            letter,
            opens,
            fixed and plain is None,
            fixed and plain is not None and named is None and sort is None,
        )

    def _plain(self, written: str, folded: str, norm: str) -> Parts | None:
        """What the lexicon says of a word by itself; None for a word that carries grammar only."""
        words = lexicon()
        if (folded in self._stops and folded not in _KEPT) or (
            len(norm) == 1 and not written.isupper() and not written.isdigit()
        ):
            return None
        source = root(norm)
        axes = words.axes.get(source, ())
        light = norm in words.light
        return Parts(
            norm,
            LIGHT_WEIGHT if light and not axes else WORD_WEIGHT,
            norm in words.verbs or (len(folded) > 4 and folded.endswith(("ed", "ing", "ise", "ize"))),
            False,
            light,
            groups_of(norm),
            axes,
            concepts_in(norm) if self._german else concepts_of(norm),
        )


@cache
def lexemes(spoken: str) -> Lexemes:
    """The lexemes of a language code ("" where it cannot be told)."""
    return Lexemes(spoken)


def weighed(parts: Parts) -> Parts:
    """Words that only bound a figure or hold a sentence up weigh as little as a cue."""
    if parts.norm in BOUND_WORDS or parts.norm in generic("scaffolding"):
        return parts.as_cue()
    return parts


@cache
def _openings() -> dict[str, dict[str, tuple[Phrase, ...]]]:
    """The phrases of the lexicon by their first and second words, longest first."""
    found: dict[str, dict[str, tuple[Phrase, ...]]] = {}
    for first, phrases in lexicon().phrases.items():
        seconds = found.setdefault(first, {})
        for phrase in phrases:
            seconds[phrase.norms[1]] = (*seconds.get(phrase.norms[1], ()), phrase)
    return found


@cache
def phrase_parts(phrase: Phrase) -> Parts:
    """A phrase as a term of its own: light if all its words are ("consist of"), named by its word alone if a
    preposition only follows it ("allowed in")."""
    words = lexicon()
    first, *rest = phrase.norms
    light = not phrase.axes and all(map(grammatical, phrase.norms))
    alone = len(rest) == 1 and rest[0] in _PREPOSITIONS
    groups = phrase.groups | words.groups.get(first, _NONE) if alone else phrase.groups
    axes = phrase.axes or (words.axes.get(first, ()) if alone else ())
    name = first if alone else " ".join(phrase.norms)
    weight = LIGHT_WEIGHT if light else WORD_WEIGHT
    return weighed(Parts(name, weight, first in words.verbs, False, light, groups, axes, phrase.concepts))
