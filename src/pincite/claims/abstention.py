"""Abstentions: statements that the sources do not establish something, in six languages.

An abstention is about the sources or about the speaker's means ("the documents do not say", "I could
not find"). A statement that a document denies something ("the policy does not allow X", "the report
says that no changes were made") is a claim, and advice ("ask your doctor") is a deferral; neither is an
abstention.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

from pincite.claims.concession import turning_places
from pincite.model import Span
from pincite.text.sentences import sentences
from pincite.text.words import STOP_WORDS, content_words, stem


class _Group(Struct, frozen=True):
    needs: frozenset[str]
    pattern: re.Pattern[str]


class _Recogniser(Struct, frozen=True):
    """What one language has: quick tests first, then the patterns by the words they need."""

    language: str
    guard: frozenset[str]
    signs: tuple[str, ...]
    groups: tuple[_Group, ...]

    def may_match(self, clause: _Clause) -> bool:
        return not self.guard.isdisjoint(clause.words) or any(sign in clause.lower for sign in self.signs)

    def matches(self, clause: _Clause) -> bool:
        return self.may_match(clause) and any(
            (not group.needs or not group.needs.isdisjoint(clause.words))
            and group.pattern.search(clause.text)
            for group in self.groups
        )


class _Clause:
    """A clause with what the quick tests look at."""

    __slots__ = ("lower", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.lower = text.lower().replace("’", "'")
        self.words = frozenset(_WORD.findall(self.lower))


_WORD: Final = re.compile(r"\w+")
_PART: Final = re.compile(r"<(\w+)>")


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    return tomllib.loads(files("pincite.claims").joinpath("abstention.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _recognisers() -> tuple[_Recogniser, ...]:
    found = []
    for language, table in _table()["language"].items():
        parts: dict[str, str] = table["parts"]
        for part in list(parts):
            parts[part] = _filled(parts[part], parts)
        groups = []
        for group in table["group"]:
            union = "|".join(f"(?:{_filled(pattern, parts)})" for pattern in group["patterns"])
            needs = frozenset(group.get("needs", "").split())
            groups.append(_Group(needs, re.compile(union, re.IGNORECASE)))
        guard = frozenset(table["guard"].split())
        found.append(_Recogniser(language, guard, tuple(table["signs"]), tuple(groups)))
    return tuple(found)


def _filled(pattern: str, parts: dict[str, str]) -> str:
    """The pattern with its parts put in; a part may use parts written above it."""
    return _PART.sub(lambda match: parts[match.group(1)], pattern)


_TRIMMED: Final = " \t\r\n,;:，；、。.!！?？–—"


@lru_cache(maxsize=8)
def _of(language: str) -> tuple[_Recogniser, ...]:
    """The recognisers for a language; all of them where it is not known."""
    known = _recognisers()
    return tuple(one for one in known if one.language == language) or known


def declines(text: str, language: str = "") -> bool:
    """Whether this clause, as a whole, says that the sources do not establish something."""
    clause = _Clause(text)
    return any(known.matches(clause) for known in _of(language))


def may_decline(text: str, language: str = "") -> bool:
    """A cheap test that is never False for a text in which `declines` is True of some clause."""
    clause = _Clause(text)
    return any(known.may_match(clause) for known in _of(language))


def turns(text: str, start: int, end: int, language: str = "") -> tuple[Span, ...]:
    """The sentence `text[start:end]` cut where it turns from declining to answering, or back; in one piece
    if not.

    "Although the leaflet does not cover cats, a dose of 5 mg is given" is two pieces, and only there is
    a subordinate clause cut off: it speaks about the source, not about the matter.
    """
    edges = [start, *turning_places(text, start, end), end]
    spans = [Span(a, b) for a, b in pairwise(edges) if text[a:b].strip(_TRIMMED)]
    merged: list[tuple[Span, bool]] = []
    for span in spans:
        silent = declines(text[span.start : span.end], language)
        if merged and merged[-1][1] == silent:
            merged[-1] = (Span(merged[-1][0].start, span.end), silent)
        else:
            merged.append((span, silent))
    return tuple(span for span, _ in merged)


@lru_cache(maxsize=4096)
def abstentions(text: str) -> tuple[Span, ...]:
    """The clauses of the text that say that the sources do not establish something, trimmed, in order."""
    if not may_decline(text):
        return ()
    found = []
    for sentence in sentences(text):
        if not may_decline(text[sentence.start : sentence.end]):
            continue
        for span in turns(text, sentence.start, sentence.end):
            clause = text[span.start : span.end]
            if declines(clause):
                left = len(clause) - len(clause.lstrip(_TRIMMED))
                found.append(Span(span.start + left, span.start + len(clause.rstrip(_TRIMMED))))
    return tuple(found)


@lru_cache(maxsize=1)
def _meta() -> frozenset[str]:
    """Words of an abstention that speak about the sources or about finding, not about the matter."""
    return frozenset(word for text in _table()["meta"].values() for word in content_words(text))


def missing(clause: str) -> frozenset[str]:
    """The content words of what an abstention declares missing; empty when it only points ("it", "this")."""
    # A short clause does not tell its language: function words of all of them go.
    return content_words(clause) - _meta() - _FUNCTION_WORDS


_FUNCTION_WORDS: Final = frozenset(stem(word) for words in STOP_WORDS.values() for word in words)
