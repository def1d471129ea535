"""Every figure of a text: one scan for the places where a figure can begin, then local reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from pincite.model import Figure
from pincite.text.figures import cjk
from pincite.text.figures.beginnings import (
    FISCAL_WORDS,
    VULGAR,
    read_digit,
    read_hanzi,
    read_vulgar,
    read_word,
)
from pincite.text.figures.clock_words import CLOCK_WORDS
from pincite.text.figures.dates import MONTHS
from pincite.text.figures.folding import fold
from pincite.text.figures.german import may_be_german_compound
from pincite.text.figures.headed import labelled, with_headers, with_labels
from pincite.text.figures.sheet import Sheet
from pincite.text.figures.spans import HALF_BEFORE_UNIT, SPAN_WORDS
from pincite.text.figures.vocabulary import VOCABULARY

_ANCHOR_WORDS: Final = frozenset(VOCABULARY) | frozenset(MONTHS) | FISCAL_WORDS | SPAN_WORDS | CLOCK_WORDS
_ASCII_ANCHOR: Final = re.compile(r"[0-9]+")
_ANCHOR: Final = re.compile(rf"[0-9]+|[{''.join(VULGAR)}]|[{cjk.NUMERALS}]+|元(?=年)|{HALF_BEFORE_UNIT}")
_WORD: Final = re.compile(r"[a-zß]+")
_APART: Final = {code: " " for code in range(128) if not chr(code).isalpha()}


@lru_cache(maxsize=4096)
def figures(text: str, *, language: str = "", header: str = "") -> tuple[Figure, ...]:
    """All figures of `text`, in order; they never overlap, and `text[start:end]` is each figure's `text`.

    `language` is a hint for the number format (otherwise the text's own language decides). `header` is the
    header or caption of a table whose units and scale apply to the rows in `text`.
    """
    folded = fold(text)
    anchors = _anchors(folded)
    if not anchors:
        return ()
    sheet = Sheet(text, language)
    for start, end in anchors:
        if end <= sheet.at:
            continue
        _read(sheet, max(start, sheet.at), end)
    made = sheet.found
    if made and (header or "|" in text or "\t" in text):
        made = with_headers(text, made, header)
    if made and labelled(folded):
        made = with_labels(folded, made)
    return tuple(made)


def _read(sheet: Sheet, start: int, end: int) -> None:
    first = sheet.folded[start]
    if "0" <= first <= "9":
        read_digit(sheet, start, end)
    elif first in VULGAR:
        read_vulgar(sheet, start)
    elif first > "\u2fff":
        read_hanzi(sheet, start)
    else:
        read_word(sheet, start, end)


def _anchors(folded: str) -> list[tuple[int, int]]:
    """Where a figure can begin: digits, fraction signs, Chinese numerals, number words, months."""
    pattern = _ASCII_ANCHOR if folded.isascii() else _ANCHOR
    anchors = [match.span() for match in pattern.finditer(folded)]
    # Most texts have no or few of the words, so they are looked for as a set before any is placed.
    words = folded.translate(_APART).split() if folded.isascii() else _WORD.findall(folded)
    present = _ANCHOR_WORDS.intersection(words)
    german = (
        "hundert" in folded or "tausend" in folded or "zig" in folded or "ßig" in folded or "zehn" in folded
        or "einhalb" in folded
    )  # fmt: skip
    if german:
        for match in _WORD.finditer(folded):
            word = match.group()
            if word in present or may_be_german_compound(word):
                anchors.append(match.span())
    else:
        for word in present:
            anchors.extend(_places(folded, word))
    if german or present:
        anchors.sort()
    return anchors


def _places(folded: str, word: str) -> Iterator[tuple[int, int]]:
    """Where the word stands by itself."""
    at = folded.find(word)
    while at >= 0:
        end = at + len(word)
        if (at == 0 or not _is_letter(folded[at - 1])) and not _is_letter(folded[end : end + 1]):
            yield at, end
        at = folded.find(word, end)


def _is_letter(char: str) -> bool:
    return "a" <= char <= "z" or char == "ß"
