"""Reading one text once: its units, its terms with weights, and the cues that qualify them.

The same reading serves claims and evidence. It is a pure function of the text and cached, because the
passages of a corpus are cited again and again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pincite.judges.rules.frames import BOUND_WORDS, frame_end
from pincite.judges.rules.lexicon import Lexicon, Phrase, generic, lexicon, listed, root
from pincite.judges.rules.misread import rejoined, repaired
from pincite.judges.rules.phrases import carrier_of, grammatical, phrase_at
from pincite.judges.rules.units import Unit, units
from pincite.model.figure import Figure
from pincite.text.figures import figures
from pincite.text.qualifiers import Cue, cues
from pincite.text.words import STOP_WORDS, Token, fold, language, tokens

# How much of a claim a word carries. Names identify; light words only connect; a cue is judged by its own
# rule; a CJK bigram is about half a word.
NAME_WEIGHT: Final = 1.3
WORD_WEIGHT: Final = 1.0
LIGHT_WEIGHT: Final = 0.3
CUE_WEIGHT: Final = 0.15
BIGRAM_WEIGHT: Final = 0.5


class Term(Struct, frozen=True, gc=False):
    """One word or phrase that carries content. `clause` counts stretches between hard boundaries
    (punctuation, "but", "while") over the whole text; `part` counts finer stretches (and, or, prepositions).
    """

    at: int
    start: int
    end: int
    norm: str
    weight: float
    unit: int
    clause: int
    part: int
    verb: bool = False
    name: bool = False
    light: bool = False
    groups: frozenset[int] = frozenset()
    axes: tuple[tuple[int, int], ...] = ()
    concepts: frozenset[int] = frozenset()


class Analysis(Struct, frozen=True, eq=False):
    """A text read. `hard` are the ends of its hard boundaries; `by_norm`, `by_group`, `by_axis` and
    `by_concept` index `terms`. Cues that a phrase has swallowed ("at no charge") are not among `cues`.
    """

    text: str
    language: str
    units: tuple[Unit, ...]
    terms: tuple[Term, ...]
    cues: tuple[Cue, ...]
    figures: tuple[Figure, ...]
    hard: tuple[int, ...]
    by_norm: dict[str, tuple[int, ...]]
    by_group: dict[int, tuple[int, ...]]
    by_axis: dict[int, tuple[int, ...]]
    by_concept: dict[int, tuple[int, ...]]

    def clause_at(self, offset: int) -> int:
        """The stretch between hard boundaries that holds the offset."""
        return bisect_right(self.hard, offset)

    def unit_at(self, offset: int) -> int:
        """The unit that holds the offset, or the one before it."""
        return max(0, bisect_right([unit.start for unit in self.units], offset) - 1)


# Hard boundaries part statements: punctuation and the words below. Soft ones part phrases inside them.
_HARD_SIGN: Final = re.compile(
    r"[;:；：。！？!?•|\n()（）]|[,，](?!\d)|[—–](?=\s)"
    r"|(?<=[a-zß])(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)(?<!\bProf)(?<!\bNr)(?<!\bSr)\.(?=\s)"
)
_SOFT_SIGN: Final = re.compile(r"[、和与及]")
_HARD_WORDS: Final = listed("hard boundaries")
_SOFT_WORDS: Final = listed("soft boundaries")
_CJK_START: Final = "\u3041"
_ANY_STOP: Final = frozenset().union(*(STOP_WORDS[code] for code in ("en", "de", "fr", "es")))
# Stop words that a claim can turn on.
_KEPT: Final = listed("kept")
_NAME_LANGUAGES: Final = ("en", "fr", "es", "")


@lru_cache(maxsize=8192)
def analyse(text: str, fallback: str = "") -> Analysis:
    """The analysis of the text; linear in its length. `fallback` is the language it is read in when its own
    cannot be told, as of short texts."""
    spoken = language(text) or _taken_for(text, fallback)
    cut = units(text)
    found = figures(text)
    clean = repaired(text)
    marks = cues(clean, spoken)
    pieces = tokens(text) if clean is text else rejoined(tokens(clean), clean)
    terms, hard = _terms(clean, pieces, spoken, cut, found, marks)
    marks = _outside_phrases(marks, terms)
    by_norm: dict[str, list[int]] = {}
    by_group: dict[int, list[int]] = {}
    by_axis: dict[int, list[int]] = {}
    by_concept: dict[int, list[int]] = {}
    for term in terms:
        by_norm.setdefault(term.norm, []).append(term.at)
        for group in term.groups:
            by_group.setdefault(group, []).append(term.at)
        for axis, _ in term.axes:
            by_axis.setdefault(axis, []).append(term.at)
        for concept in term.concepts:
            by_concept.setdefault(concept, []).append(term.at)
    return Analysis(
        text,
        spoken,
        cut,
        terms,
        marks,
        found,
        hard,
        {key: tuple(value) for key, value in by_norm.items()},
        {key: tuple(value) for key, value in by_group.items()},
        {key: tuple(value) for key, value in by_axis.items()},
        {key: tuple(value) for key, value in by_concept.items()},
    )


# "no", "not", "without": longer cues ("ruled out") deny even where they are phrases of the lexicon.
_SHORT_CUE: Final = len("without")


def _taken_for(text: str, fallback: str) -> str:
    """The fallback if the text has grammatical words of that language, and more than English ones."""
    if fallback not in ("de", "fr", "es"):
        return ""
    words = [fold(token.text) for token in tokens(text)]
    own, english = (sum(word in STOP_WORDS[code] for word in words) for code in (fallback, "en"))
    return fallback if own > english else ""


def _outside_phrases(marks: tuple[Cue, ...], terms: tuple[Term, ...]) -> tuple[Cue, ...]:
    phrases = [term for term in terms if " " in term.norm]
    if not phrases:
        return marks
    return tuple(
        mark
        for mark in marks
        if mark.kind != "negation"
        or mark.end - mark.start > _SHORT_CUE
        or not any(p.start <= mark.start and mark.end <= p.end for p in phrases)
    )


def _terms(
    text: str,
    pieces: tuple[Token, ...],
    spoken: str,
    cut: tuple[Unit, ...],
    found: tuple[Figure, ...],
    marks: tuple[Cue, ...],
) -> tuple[tuple[Term, ...], tuple[int, ...]]:
    """The terms, and the ends of the hard boundaries between them."""
    words = lexicon()
    hard, soft = _boundaries(text, pieces)
    taken = _covered(found)
    cued = {mark.start: mark.end for mark in marks}
    counted = {mark.start for mark in marks if mark.kind == "quantifier"}
    starts = [unit.start for unit in cut]
    strings = {} if text.isascii() else _strings(text, words)
    framed = frame_end(text)
    lent: dict[int, Phrase] = {}
    terms: list[Term] = []
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        start = piece.start
        if start in taken or piece.end - 1 in taken or (start - 2 in taken and text[start - 1] == "/"):
            index += 1
            continue
        width = 1
        if piece.text[0] >= _CJK_START:
            term = _cjk_term(piece, strings)
        else:
            term, width = _spaced_term(pieces, index, spoken, text, taken, lent)
        if term is not None:
            norm, weight, verb, name, light, groups, axes, concepts = term
            if (
                (cued.get(start, -1) >= pieces[index + width - 1].end and (not axes or start in counted))
                or norm in BOUND_WORDS
                or norm in generic("scaffolding")
                or start < framed
            ):
                weight, light = min(weight, CUE_WEIGHT), True
            clause = bisect_right(hard, start)
            terms.append(
                Term(
                    len(terms),
                    start,
                    pieces[index + width - 1].end,
                    norm,
                    weight,
                    max(0, bisect_right(starts, start) - 1),
                    clause,
                    clause + bisect_right(soft, start),
                    verb,
                    name,
                    light,
                    groups,
                    axes,
                    concepts,
                )
            )
        index += width
    return tuple(terms), tuple(hard)


def _spaced_term(
    pieces: tuple[Token, ...], index: int, spoken: str, text: str, taken: set[int], lent: dict[int, Phrase]
) -> tuple[_Parts | None, int]:
    """The word or phrase at a place and how many pieces it takes; `lent` are phrases by the word that carries
    them."""
    norm = lexicon().base.get(pieces[index].norm, pieces[index].norm)
    phrase = phrase_at(pieces, index, norm, taken)
    if phrase is not None:
        carrier = carrier_of(phrase)
        if carrier < 0:
            return _phrase_parts(phrase), len(phrase.norms)
        lent[index + carrier] = phrase
    parts = _word_term(pieces, index, norm, spoken, text)
    if parts is not None and index in lent:
        parts = (*parts[:5], parts[5] | lent[index].groups, lent[index].axes or parts[6], parts[7])
    return parts, 1


def _boundaries(text: str, pieces: tuple[Token, ...]) -> tuple[list[int], list[int]]:
    hard = [match.end() for match in _HARD_SIGN.finditer(text)]
    soft: list[int] = [] if text.isascii() else [match.end() for match in _SOFT_SIGN.finditer(text)]
    signs, plain = len(hard), len(soft)
    for piece in pieces:
        word = fold(piece.text)
        if word in _SOFT_WORDS:
            soft.append(piece.end)
        elif word in _HARD_WORDS:
            hard.append(piece.end)
    if len(hard) > signs:
        hard.sort()
    if plain:
        soft.sort()
    return hard, soft


_Parts = tuple[str, float, bool, bool, bool, frozenset[int], tuple[tuple[int, int], ...], frozenset[int]]


def _covered(found: tuple[Figure, ...]) -> set[int]:
    return {at for figure in found for at in range(figure.start, figure.end)}


def _word_term(pieces: tuple[Token, ...], index: int, norm: str, spoken: str, text: str) -> _Parts | None:
    piece = pieces[index]
    written = piece.text
    # "Line A", "battery Y": a letter that names.
    if (
        len(written) == 1
        and written.isupper()
        and piece.start > 0
        and written != "I"
        and text[piece.start - 2] not in ".!?:"
    ):
        return norm, NAME_WEIGHT, False, True, False, frozenset(), (), frozenset()
    parts = _lexical(written, norm, spoken)
    if parts is not None and written.endswith("ing") and index and fold(pieces[index - 1].text) in _ARTICLES:
        # "A carrying case": it says what sort of thing it is, not what is done.
        return norm, WORD_WEIGHT, False, False, False, frozenset(), (), parts[7]
    if parts is not None and written[0].isupper() and _is_name(pieces, index, spoken, text):
        return norm, NAME_WEIGHT, norm in lexicon().verbs, True, *parts[4:]
    return parts


_ARTICLES: Final = frozenset(("a", "an", "the"))


def _phrase_parts(phrase: Phrase) -> _Parts:
    """A phrase as a term of its own: light if all its words are ("consist of"), named by its word alone if a
    preposition only follows it ("allowed in")."""
    words = lexicon()
    first, *rest = phrase.norms
    light = not phrase.axes and all(map(grammatical, phrase.norms))
    alone = len(rest) == 1 and rest[0] in _PREPOSITIONS
    groups = phrase.groups | words.groups.get(first, frozenset()) if alone else phrase.groups
    axes = phrase.axes or (words.axes.get(first, ()) if alone else ())
    name = first if alone else " ".join(phrase.norms)
    weight = LIGHT_WEIGHT if light else WORD_WEIGHT
    return name, weight, first in words.verbs, False, light, groups, axes, phrase.concepts


_PREPOSITIONS: Final = frozenset(("in", "on", "at", "to", "for", "from", "with", "of", "by", "into", "about"))


@lru_cache(maxsize=65536)
def _lexical(written: str, norm: str, spoken: str) -> _Parts | None:
    """What the lexicon says of a word by itself; None for a word that carries grammar only."""
    words = lexicon()
    folded = fold(written)
    stops = STOP_WORDS.get(spoken, _ANY_STOP)
    if (folded in stops and folded not in _KEPT) or (
        len(norm) == 1 and not written.isupper() and not written.isdigit()
    ):
        return None
    source = root(norm)
    axes = words.axes.get(source, ())
    light = norm in words.light
    weight = LIGHT_WEIGHT if light and not axes else WORD_WEIGHT
    verb = norm in words.verbs or (len(folded) > 4 and folded.endswith(("ed", "ing", "ise", "ize")))
    none: frozenset[int] = frozenset()
    return (
        norm,
        weight,
        verb,
        False,
        light,
        words.groups.get(source, none),
        axes,
        words.concepts.get(norm, none),
    )


# "Dr. Hanley", "J. Moss": the full stop ends no sentence.
_TITLE: Final = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof|St|Hr|Fr|Mme|Sr|Sra|[A-Z])\.$")


def _is_name(pieces: tuple[Token, ...], index: int, spoken: str, text: str) -> bool:
    piece = pieces[index]
    if not piece.text[0].isupper() or spoken not in _NAME_LANGUAGES:
        return False
    if len(piece.text) > 1 and piece.text.isupper():
        return True
    before = text[: piece.start].rstrip()
    if _TITLE.search(before) is not None:
        return True
    if before and before[-1] not in _OPENERS and "\n" not in text[len(before) : piece.start]:
        return True
    # Every sentence starts with a capital; a second one right behind it makes a name.
    following = pieces[index + 1] if index + 1 < len(pieces) else None
    return following is not None and following.start == piece.end + 1 and following.text[0].isupper()


_OPENERS: Final = '.!?:;|\n•-–—"“«('


def _strings(text: str, words: Lexicon) -> dict[int, tuple[tuple[tuple[int, int], ...], frozenset[int], int]]:
    """Lexicon strings by the offset where they stand, longest first, each character once."""
    found: dict[int, tuple[tuple[tuple[int, int], ...], frozenset[int], int]] = {}
    longest = max(map(len, words.strings))
    at = 0
    while at < len(text):
        if text[at] < _CJK_START:
            at += 1
            continue
        for length in range(min(longest, len(text) - at), 0, -1):
            entry = words.strings.get(text[at : at + length])
            if entry is not None:
                found[at] = (entry[0], entry[1], length)
                at += length
                break
        else:
            at += 1
    return found


def _cjk_term(
    piece: Token, strings: dict[int, tuple[tuple[tuple[int, int], ...], frozenset[int], int]]
) -> _Parts | None:
    if (
        piece.norm in _CJK_STOP
        or not _FUNCTION.isdisjoint(piece.text)
        or all("\u3041" <= c <= "\u309f" for c in piece.text)
    ):
        return None
    axes, concepts, _ = strings.get(piece.start, ((), frozenset(), 0))
    mixed = any("\u3041" <= c <= "\u309f" for c in piece.text)
    weight = BIGRAM_WEIGHT / 3 if mixed else BIGRAM_WEIGHT
    return piece.norm, weight, False, False, mixed, frozenset(), axes, concepts


# Chinese characters that carry grammar: a bigram with one of them is no word.
_FUNCTION: Final = frozenset("的了是在为與与和及或而但被把对從从到于於以其这那之也都就还又均将將各每")
_CJK_STOP: Final = STOP_WORDS["zh"] | STOP_WORDS["ja"]
