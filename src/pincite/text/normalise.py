"""Text made comparable, with a way back to the source.

Only what a renderer or an extractor may change without changing the wording is evened out: runs of
whitespace, soft hyphens and zero-width characters, hyphens at a line break, ligatures, forms of quotation
marks and dashes, full-width forms, and canonical or compatibility variants of letters (Unicode NFC; NFKC
where the variant is one of font, width or shape). Case stays, and so do superscripts and fractions: 10³ is
not 103.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pincite.model.span import Span
from pincite.text.stopwords import word_set


class Normalised(Struct, frozen=True, eq=False):
    """A normalised text; its character `i` stands for the source stretch `starts[i]` to `ends[i]`."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def span(self, start: int, end: int) -> Span:
        """The source span of `text[start:end]`; an empty stretch maps to an empty span."""
        if start < end:
            return Span(self.starts[start], self.ends[end - 1])
        if start < len(self.starts):
            return Span(self.starts[start], self.starts[start])
        last = self.ends[-1] if self.ends else 0
        return Span(last, last)


_DOUBLE_QUOTES: Final = "“”„‟«»〝〞〟＂″「」『』"
_SINGLE_QUOTES: Final = "‘’‚‛‹›′ʼ´`＇"
_DASHES: Final = "‐‑‒–—―−⁃﹘﹣－"
_INVISIBLE: Final = "\u00ad\u200b-\u200d\u2060\ufeff"
# Shapes of a letter; <super>, <sub>, <fraction> and <circle> carry meaning and stay.
_SHAPES: Final = word_set(
    "<wide> <narrow> <compat> <font> <vertical> <small> <square> <noBreak>"
    " <isolated> <initial> <medial> <final>"
)


class _Variants(dict[int, str]):
    """The normal form of one character, worked out when it is first met (the shape `str.translate` wants)."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        decomposition = unicodedata.decomposition(character)
        form = character
        if decomposition:
            if not decomposition.startswith("<"):
                form = unicodedata.normalize("NFC", character)
            elif decomposition.split(" ", 1)[0] in _SHAPES:
                compatible = unicodedata.normalize("NFKC", character)
                # A spacing accent decomposes to a blank with a mark on it: not a letter's variant.
                if not compatible.startswith(" "):
                    form = "".join(_PLAIN.get(ord(c), c) for c in compatible)
        self[code] = form
        return form


_PLAIN: Final[dict[int, str]] = (
    dict.fromkeys(map(ord, _DOUBLE_QUOTES), '"')
    | dict.fromkeys(map(ord, _SINGLE_QUOTES), "'")
    | dict.fromkeys(map(ord, _DASHES), "-")
)
_VARIANTS: Final = _Variants(_PLAIN)

# A word is joined over a line break if it goes on in lower case; before a capital or a digit the hyphen is
# part of the word (Nord-\nSüd, 2020-\n2021), and before a conjunction it stands for a word part (Vor- und
# Nachteile).
_SUSPENDED: Final = r"(?:and|or|und|oder|bzw|sowie|bis|et|ou|y|o)\b"
_SPACING: Final = rf"(?P<space>\s{{2,}}|[^\S ]|(?<=«) | (?=»))|[{_INVISIBLE}]+"
_IN_LINE: Final = re.compile(_SPACING)
_OVER_LINES: Final = re.compile(
    rf"(?P<broken>[-‐‑\u00ad][{_INVISIBLE}]*[ \t]*(?:\r\n|\r|\n)[ \t]*(?=[^\W_])(?!{_SUSPENDED}))|{_SPACING}"
)
_LETTER_OR_DIGIT: Final = re.compile(r"[^\W_]")


@lru_cache(maxsize=512)
def normalise(text: str) -> Normalised:
    """Fold the variants that the module names; `normalise(normalise(t).text).text == normalise(t).text`."""
    result = Normalised(text, range(len(text)), range(1, len(text) + 1))
    # One step can make work for another (a soft hyphen goes from between two blanks), so they are repeated
    # until nothing changes; each change shortens the text or puts a character into its final form.
    while True:
        before = result.text
        for step in (_spaced, _shaped, _composed):
            result = step(result)
        if result.text == before:
            return result


class _Edited:
    """A normalised text under construction, as pieces kept and pieces put in place of others."""

    def __init__(self, source: Normalised) -> None:
        self._source = source
        self._pieces: list[str] = []
        self._starts, self._ends = array("l"), array("l")

    def keep(self, first: int, last: int) -> None:
        self._pieces.append(self._source.text[first:last])
        self._starts.extend(self._source.starts[first:last])
        self._ends.extend(self._source.ends[first:last])

    def put(self, form: str, first: int, last: int) -> None:
        self._pieces.append(form)
        self._starts.extend([self._source.starts[first]] * len(form))
        self._ends.extend([self._source.ends[last - 1]] * len(form))

    def done(self) -> Normalised:
        return Normalised("".join(self._pieces), self._starts, self._ends)


def _spaced(given: Normalised) -> Normalised:
    """Whitespace, invisible characters and hyphens at line breaks."""
    text = given.text
    if text.isprintable() and "  " not in text and "«" not in text and "»" not in text:
        return given
    edited, at = _Edited(given), 0
    for match in (_IN_LINE if text.isprintable() else _OVER_LINES).finditer(text):
        first, last = match.span()
        form = _spacing(match.lastgroup, text, first, last)
        if form == match.group():
            continue
        edited.keep(at, first)
        edited.put(form, first, last)
        at = last
    if not at:
        return given
    edited.keep(at, len(text))
    return edited.done()


def _spacing(kind: str | None, text: str, first: int, last: int) -> str:
    before, after = text[first - 1 : first], text[last : last + 1]
    if kind == "broken":
        if not before.isalnum():
            return text[first] + " "
        return "" if after.islower() and before.isalpha() else "-"
    if kind is None:
        return ""
    # French puts blanks inside its quotation marks; the outward German »…« has a letter on that side.
    if before == "«" and not text[max(first - 2, 0) : first - 1].isalnum():
        return ""
    if after == "»" and _LETTER_OR_DIGIT.match(text, last + 1) is None:
        return ""
    # Chinese and Japanese lines are joined without a blank.
    if "\n" in text[first:last] and _is_cjk(before) and _is_cjk(after):
        return ""
    return " "


def _shaped(given: Normalised) -> Normalised:
    """Shapes of letters, quotation marks and dashes."""
    text = given.text
    if text.isascii() and "`" not in text:
        return given
    form = text.translate(_VARIANTS)
    if form == text:
        return given
    # No character has an empty form, so equal lengths mean one for one.
    if len(form) == len(text):
        return Normalised(form, given.starts, given.ends)
    edited, at = _Edited(given), 0
    for place, character in enumerate(text):
        if (variant := _VARIANTS[ord(character)]) != character:
            edited.keep(at, place)
            edited.put(variant, place, place + 1)
            at = place + 1
    edited.keep(at, len(text))
    return edited.done()


def _is_cjk(character: str) -> bool:
    return bool(character) and ("\u3001" <= character <= "\u9fff" or "\uff00" <= character <= "\uffee")


def _composed(given: Normalised) -> Normalised:
    """Canonical composition (NFC), with each composed character standing for the whole of its parts."""
    text = given.text
    if unicodedata.is_normalized("NFC", text):
        return given
    edited, opened = _Edited(given), 0
    for at in range(1, len(text) + 1):
        if at < len(text) and not text[at].isascii() and _joins(text[at - 1], text[at]):
            continue
        cluster = text[opened:at]
        form = cluster if cluster.isascii() else unicodedata.normalize("NFC", cluster)
        if form == cluster:
            edited.keep(opened, at)
        else:
            edited.put(form, opened, at)
        opened = at
    return edited.done()


def _joins(left: str, right: str) -> bool:
    """Whether normalisation may change anything across the border of two characters."""
    if unicodedata.combining(right) or unicodedata.combining(left):
        return True
    return unicodedata.normalize("NFC", left + right) != left + right
