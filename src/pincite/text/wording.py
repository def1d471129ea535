"""The wording of a text: its words as keys that can be found literally, each with its place.

Two texts have the same wording when only that differs which a renderer may change: white space, soft and
line-break hyphens, ligatures and other compatibility forms, the shape of quotation marks and dashes, Markdown
signs, markers. Letter case, hyphens and punctuation are not in the keys and are compared afterwards.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal

from msgspec import Struct

Difference = Literal["", "case", "punctuation", "sentence", "word"]
_RANK: dict[str, int] = {"": 0, "case": 1, "punctuation": 2, "sentence": 3, "word": 4}

_ONE = (
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
)
"""Scripts that set no spaces: each character is a word of its own."""
_JOIN = "\u00ad\u034f\u200b-\u200d\u2060\ufeff\u0300-\u036f"
_W = rf"[^\W_{_ONE}]"
_MARKER = r"\[\^?\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,8}\]|【[^】\n]{1,40}】"
_WORDS = re.compile(rf"{_MARKER}|[{_ONE}]|{_W}+(?:[{_JOIN}]++{_W}*+|[-‐‑–¬](?:[ \t\r]*\n\s*)?{_W}+)*")
_LOOSE_WORDS = re.compile(rf"{_MARKER}|[{_ONE}]|{_W}+(?:[{_JOIN}]++{_W}*+|[-‐‑–¬]\s*{_W}+)*")
_DROPPED = re.compile(rf"{_MARKER}|[\s\"“”„‟‘’‚‛'«»‹›「」『』〝〞〟＂＇`´*_~|•▪●■□▶■{_JOIN}]+")
_BULLET = re.compile(r"\n[ \t]*(?:[>#+-]+[ \t]+)+")
_BREAK_HYPHEN = re.compile(r"[-‐‑–¬\u00ad]\s+|\u00ad")
_HYPHEN = re.compile("[‐‑–—―−﹣－]")
_INVISIBLE = re.compile("[\u034f\u200b-\u200d\u2060\ufeff]")
_RAISED = {ord(raised): f"\x02{index % 10}" for index, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉")}
"""Raised and lowered digits stay apart from others: 10² is not 102."""
_SIGNS = str.maketrans({"、": ",", "。": ".", "…": "...", "·": ".", "—": "-", "–": "-", "‐": "-", "−": "-"})
_NOTE_NUMBER = re.compile(r"(?<=[^\W\d_]{4})[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}$")
"""A raised number after a word is a footnote's; after a unit (m²) it is not."""
_STOPS = re.compile(r"[.!?]")
_PLAIN = re.compile(r"[.!?,;:()\[\]{}/\-]*")
_OPTIONAL = "\x01"


class Wording(Struct, frozen=True, eq=False):
    """A text as words. `line` holds all keys, each between spaces, so that a run of words is a substring."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    keys: tuple[str, ...]
    line: str

    def runs(self, keys: str, limit: int = 16) -> list[int]:
        """The word indices at which this run of keys (" a b c ") stands."""
        found: list[int] = []
        at = self.line.find(keys)
        counted = index = 0
        while at >= 0 and len(found) < limit:
            index += self.line.count(" ", counted, at)
            counted = at
            found.append(index)
            at = self.line.find(keys, at + 1)
        return found

    def form(self, index: int) -> str:
        return _form(self.text[self.starts[index] : self.ends[index]])


@lru_cache(maxsize=1024)
def wording(text: str, *, loose: bool = False) -> Wording:
    """The words of a text; `loose` also joins words over a hyphen and a space ("germi- nation")."""
    starts: list[int] = []
    ends: list[int] = []
    keys: list[str] = []
    for match in (_LOOSE_WORDS if loose else _WORDS).finditer(text):
        word = match.group()
        if word[0] in "[【":
            continue
        starts.append(match.start())
        ends.append(match.end())
        keys.append(_key(word))
    return Wording(text, tuple(starts), tuple(ends), tuple(keys), f" {' '.join(keys)} " if keys else " ")


@lru_cache(maxsize=32768)
def _key(word: str) -> str:
    if word.isascii() and word.isalnum():
        return word.lower()
    return _form(word).replace("-", "").replace(_OPTIONAL, "").casefold()


@lru_cache(maxsize=32768)
def _form(word: str) -> str:
    """A word as it is to be read: compatibility forms resolved, line-break hyphens marked as optional."""
    if word.isascii() and word.isalnum():
        return word
    word = _BREAK_HYPHEN.sub(_OPTIONAL, _INVISIBLE.sub("", _NOTE_NUMBER.sub("", word)))
    word = unicodedata.normalize("NFKC", word.translate(_RAISED)).replace(" ", "")
    return _HYPHEN.sub("-", word).replace("¬", "-")


def worst(one: Difference, other: Difference) -> Difference:
    return one if _RANK[one] >= _RANK[other] else other


def compare(
    quote: Wording, passage: Wording, at: int, *, first: int = 0, count: int | None = None
) -> Difference:
    """What differs beyond the renderer's licence between a run of equal keys and its place in the passage.

    `quote.keys[first:first + count]` equals `passage.keys[at:at + count]`. The case of the first letter is
    free: a quotation may open in the middle of a sentence, and a sentence in the middle of a quotation.
    """
    count = len(quote.keys) - first if count is None else count
    last, end = first + count - 1, at + count - 1
    difference = _cut_figure(quote, passage, last, end)
    one = quote.text[quote.starts[first] : quote.ends[last]]
    other = passage.text[passage.starts[at] : passage.ends[end]]
    if one == other:
        return difference
    for step in range(count):
        mine, theirs = quote.form(first + step), passage.form(at + step)
        if mine != theirs:
            difference = worst(difference, _form_difference(mine, theirs, free=step == 0))
    for step in range(1, count):
        mine = quote.text[quote.ends[first + step - 1] : quote.starts[first + step]]
        theirs = passage.text[passage.ends[at + step - 1] : passage.starts[at + step]]
        if mine != theirs:
            digits = quote.keys[first + step - 1][-1:].isdigit() and quote.keys[first + step][:1].isdigit()
            signed = quote.keys[first + step][:1].isdigit()
            difference = worst(difference, _sign_difference(mine, theirs, digits=digits, signed=signed))
    return difference


def _cut_figure(quote: Wording, passage: Wording, last: int, end: int) -> Difference:
    """A quotation may not end inside a figure, nor change the sign that follows its last word."""
    own = _signs(quote.text[quote.ends[last] :]).strip(".,;:!?()[]{}/-")
    rest = passage.text[passage.ends[end] : passage.ends[end] + 8]
    if own and not _signs(rest).lstrip(".,;:!?()[]{}/-").startswith(own[:1]):
        return "word"
    if quote.keys[last][-1:].isdigit() and re.match(r"[.,·:]\d", rest):
        return "word"
    return ""


def _form_difference(mine: str, theirs: str, *, free: bool) -> Difference:
    if free and mine[:1].casefold() == theirs[:1].casefold():
        mine, theirs = mine[1:], theirs[1:]
        if mine == theirs:
            return ""
    if _hyphens_agree(mine, theirs):
        return ""
    if _hyphens_agree(mine.casefold(), theirs.casefold()):
        return "case"
    return "word"


def _hyphens_agree(mine: str, theirs: str) -> bool:
    """Equal letters, and every written hyphen met by a hyphen or by a line break."""
    i = j = 0
    while i < len(mine) or j < len(theirs):
        one, other = mine[i : i + 1], theirs[j : j + 1]
        if one == other or {one, other} == {"-", _OPTIONAL}:
            i, j = i + 1, j + 1
        elif one == _OPTIONAL:
            i += 1
        elif other == _OPTIONAL:
            j += 1
        else:
            return False
    return True


@lru_cache(maxsize=4096)
def _signs(between: str) -> str:
    """What stands between two words, without that which only shows."""
    if between == " " or not between:
        return ""
    kept = _DROPPED.sub("", between)
    if not kept:
        return ""
    kept = unicodedata.normalize("NFKC", kept.translate(_SIGNS)).replace(" ", "")
    return re.sub("-+", "-", _HYPHEN.sub("-", kept))


def _without_bullet(between: str) -> str:
    """The signs but for those that open a list item or a quoted line."""
    return _signs(_BULLET.sub(" ", between)) if "\n" in between else _signs(between)


def _sign_difference(mine: str, theirs: str, *, digits: bool, signed: bool) -> Difference:
    one, other = _signs(mine), _signs(theirs)
    if one == other or _without_bullet(mine) in (other, _without_bullet(theirs)):
        return ""
    if one == _without_bullet(theirs):
        return ""
    if digits or (signed and (one.endswith("-") != other.endswith("-"))):
        return "word"
    if _PLAIN.fullmatch(one) is None or _PLAIN.fullmatch(other) is None:
        marks = {*re.sub(r"[.!?,;:()\[\]{}/\-]", "", one)} ^ {*re.sub(r"[.!?,;:()\[\]{}/\-]", "", other)}
        if marks:
            return "word"
    if bool(_STOPS.search(one)) != bool(_STOPS.search(other)):
        return "sentence"
    return "punctuation"
