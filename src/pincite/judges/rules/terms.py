"""The terms of a text: words and phrases that carry content, with what they weigh and where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pincite.judges.rules.frames import frame_end
from pincite.judges.rules.lexemes import (
    BIGRAM_WEIGHT,
    CJK_START,
    NAME_WEIGHT,
    Lexeme,
    Parts,
    lexemes,
    phrase_parts,
    weighed,
)
from pincite.judges.rules.lexicon import Phrase, lexicon
from pincite.judges.rules.phrases import carrier_of
from pincite.judges.rules.units import Unit
from pincite.model.figure import Figure
from pincite.text.qualifiers import Cue
from pincite.text.words import STOP_WORDS, Token


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


# Hard boundaries part statements: punctuation and words. Soft ones part phrases inside them.
# One class of signs opens the pattern, so that the search skips from sign to sign.
_HARD_SIGN: Final = re.compile(
    r"[;:；：。！？!?•|\n()（）,，—–.](?:(?<![,，—–.])|(?<=[,，])(?!\d)|(?<=[—–])(?=\s)"
    r"|(?<=[a-zß]\.)(?=\s)(?<!\bDr\.)(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bSt\.)(?<!\bProf\.)"
    r"(?<!\bNr\.)(?<!\bSr\.))"
)
_SOFT_SIGN: Final = re.compile(r"[、和与及]")
_NAME_LANGUAGES: Final = ("en", "fr", "es", "")
_NOWHERE: Final = 1 << 62


class _Offsets:
    """Rising offsets, asked for rising places: how many of them lie at or before one."""

    def __init__(self, offsets: Sequence[int]) -> None:
        self._offsets = offsets
        self.passed = 0
        self.next = offsets[0] if offsets else _NOWHERE

    def pass_to(self, place: int) -> int:
        offsets, at = self._offsets, self.passed
        while at < len(offsets) and offsets[at] <= place:
            at += 1
        self.passed = at
        self.next = offsets[at] if at < len(offsets) else _NOWHERE
        return at


def terms_of(
    text: str,
    pieces: tuple[Token, ...],
    spoken: str,
    cut: tuple[Unit, ...],
    found: tuple[Figure, ...],
    marks: tuple[Cue, ...],
) -> tuple[tuple[Term, ...], tuple[int, ...]]:
    """The terms, and the ends of the hard boundaries between them."""
    known = lexemes(spoken)
    read = [known[piece.text] for piece in pieces]
    hard, soft = _boundaries(text, pieces, read)
    taken = {at for figure in found for at in range(figure.start, figure.end)}
    cued = {mark.start: mark for mark in marks}
    framed = frame_end(text)
    reader = _Reader(text, pieces, read, taken, names=spoken in _NAME_LANGUAGES)
    terms: list[Term] = []
    behind = 0
    units, clauses, softs = _Offsets([one.start for one in cut]), _Offsets(hard), _Offsets(soft)
    lone = _lone_cells(cut)
    for index, lexeme in enumerate(read):
        piece = pieces[index]
        start = piece.start
        if (lexeme.idle and (start not in lone or not lexeme.capital)) or index < behind:
            continue
        if taken and (
            start in taken or piece.end - 1 in taken or (start - 2 in taken and text[start - 1] == "/")
        ):
            continue
        if lexeme.simple and not reader.lent:
            parts, width = lexeme.plain, 1
        else:
            parts, width = reader.term(index)
        if parts is None and lone.get(start) == piece.end and lexeme.capital:
            parts = Parts(lexeme.norm, NAME_WEIGHT, name=True)
        if parts is None:
            continue
        behind = index + width
        end = piece.end if width == 1 else pieces[behind - 1].end
        if start < framed or (start in cued and _judged_apart(cued[start], end, parts)):
            parts = parts.as_cue()
        if start >= units.next:
            units.pass_to(start)
        if start >= clauses.next:
            clauses.pass_to(start)
        if start >= softs.next:
            softs.pass_to(start)
        terms.append(
            Term(
                len(terms),
                start,
                end,
                parts.norm,
                parts.weight,
                max(0, units.passed - 1),
                clauses.passed,
                clauses.passed + softs.passed,
                parts.verb,
                parts.name,
                parts.light,
                parts.groups,
                parts.axes,
                parts.concepts,
            )
        )
    return tuple(terms), tuple(hard)


def _lone_cells(cut: tuple[Unit, ...]) -> dict[int, int]:
    """The first cells of rows, start and end: a function word alone there names its row ("Plus", "Die")."""
    return {one.cells[0].start: one.cells[0].end for one in cut if one.kind == "row" and one.cells}


def _judged_apart(mark: Cue, end: int, parts: Parts) -> bool:
    """Whether the term is a cue, which a rule of its own judges."""
    return mark.end >= end and (not parts.axes or mark.kind == "quantifier")


def _boundaries(text: str, pieces: tuple[Token, ...], read: list[Lexeme]) -> tuple[list[int], list[int]]:
    hard = [match.end() for match in _HARD_SIGN.finditer(text)]
    soft: list[int] = [] if text.isascii() else [match.end() for match in _SOFT_SIGN.finditer(text)]
    signs, plain = len(hard), len(soft)
    for piece, lexeme in zip(pieces, read, strict=True):
        if lexeme.boundary:
            (soft if lexeme.boundary == 1 else hard).append(piece.end)
    if len(hard) > signs:
        hard.sort()
    if plain:
        soft.sort()
    return hard, soft


class _Reader:
    """Reads the term at a place of the text. `lent` are phrases by the word that speaks for them."""

    def __init__(
        self, text: str, pieces: tuple[Token, ...], read: list[Lexeme], taken: set[int], *, names: bool
    ) -> None:
        self._text, self._pieces, self._read, self._taken, self._names = text, pieces, read, taken, names
        self._strings: _Strings | None = None
        self.lent: dict[int, Phrase] = {}

    def term(self, index: int) -> tuple[Parts | None, int]:
        """The term that begins with a word, and how many words it takes."""
        lexeme = self._read[index]
        if lexeme.cjk:
            if self._strings is None:
                self._strings = _strings(self._text)
            return _cjk_term(self._pieces[index], self._strings), 1
        if lexeme.opens is not None and (phrase := self._phrase(index, lexeme.opens)) is not None:
            carrier = carrier_of(phrase)
            if carrier < 0:
                return phrase_parts(phrase), len(phrase.norms)
            self.lent[index + carrier] = phrase
        parts = self._word(index, lexeme)
        if parts is not None and index in self.lent:
            parts = _with_phrase(parts, self.lent[index])
        return parts, 1

    def _phrase(self, index: int, opens: dict[str, tuple[Phrase, ...]]) -> Phrase | None:
        """The longest phrase of the lexicon that begins at `index`, clear of figures."""
        if index + 1 >= len(self._read):
            return None
        for phrase in opens.get(self._read[index + 1].norm, ()):
            last = index + len(phrase.norms)
            if last <= len(self._read) and all(
                self._read[at].norm == wanted and self._pieces[at].start not in self._taken
                for at, wanted in zip(range(index + 1, last), phrase.norms[1:], strict=True)
            ):
                return phrase
        return None

    def _word(self, index: int, lexeme: Lexeme) -> Parts | None:
        # "Line A", "battery Y": a letter that names.
        if lexeme.letter is not None:
            start = self._pieces[index].start
            if start > 0 and self._text[start - 2] not in ".!?:":
                return lexeme.letter
        if lexeme.plain is None:
            return None
        # "A carrying case": it says what sort of thing it is, not what is done.
        if lexeme.sort is not None and index and self._read[index - 1].article:
            return lexeme.sort
        if lexeme.named is not None and self._names and self._is_name(index):
            return lexeme.named
        return lexeme.plain

    def _is_name(self, index: int) -> bool:
        """Whether a capital makes a name, here."""
        text, piece = self._text, self._pieces[index]
        if len(piece.text) > 1 and piece.text.isupper():
            return True
        end = piece.start
        while end and text[end - 1].isspace():
            end -= 1
        if end:
            last = text[end - 1]
            if last == "." and _TITLE.search(text, max(0, end - _LONGEST_TITLE - 1), end) is not None:
                return True
            if last not in _OPENERS and "\n" not in text[end : piece.start]:
                return True
        # Every sentence starts with a capital; a second one right behind it makes a name.
        following = index + 1
        return (
            following < len(self._read)
            and self._pieces[following].start == piece.end + 1
            and self._read[following].capital
        )


def _with_phrase(parts: Parts, phrase: Phrase) -> Parts:
    """A word that also speaks for the phrase it carries."""
    return Parts(
        parts.norm, parts.weight, parts.verb, parts.name, parts.light, parts.groups | phrase.groups,
        phrase.axes or parts.axes, parts.concepts | phrase.concepts,
    )  # fmt: skip


# "Dr. Hanley", "J. Moss": the full stop ends no sentence.
_TITLE: Final = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof|St|Hr|Fr|Mme|Sr|Sra|[A-Z])\.$")
_LONGEST_TITLE: Final = len("Prof.")
_OPENERS: Final = '.!?:;|\n•-–—"“«('


_Strings = dict[int, tuple[tuple[tuple[int, int], ...], frozenset[int]]]
_CJK_RUN: Final = re.compile(f"[{CJK_START}-\U0010ffff]+")


def _strings(text: str) -> _Strings:
    """Lexicon strings by the offset where they stand, longest first, each character once."""
    words = lexicon()
    found: _Strings = {}
    longest = max(map(len, words.strings))
    at = 0
    for run in _CJK_RUN.finditer(text):
        at = max(at, run.start())
        while at < run.end():
            for length in range(min(longest, len(text) - at), 0, -1):
                entry = words.strings.get(text[at : at + length])
                if entry is not None:
                    found[at] = entry
                    at += length
                    break
            else:
                at += 1
    return found


def _cjk_term(piece: Token, strings: _Strings) -> Parts | None:
    if (
        piece.norm in _CJK_STOP
        or not _FUNCTION.isdisjoint(piece.text)
        or all("\u3041" <= c <= "\u309f" for c in piece.text)
    ):
        return None
    axes, concepts = strings.get(piece.start, ((), frozenset()))
    mixed = any("\u3041" <= c <= "\u309f" for c in piece.text)
    weight = BIGRAM_WEIGHT / 3 if mixed else BIGRAM_WEIGHT
    return weighed(Parts(piece.norm, weight, light=mixed, axes=axes, concepts=concepts))


# Chinese characters that carry grammar: a bigram with one of them is no word.
_FUNCTION: Final = frozenset("的了是在为與与和及或而但被把對从從到于於以其这那之也都就还又均将將各每")
_CJK_STOP: Final = STOP_WORDS["zh"] | STOP_WORDS["ja"]
