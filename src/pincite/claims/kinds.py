"""What kind of statement a piece of an answer is, by rule, in six languages."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, cast

from msgspec import Struct

from pincite.claims.abstention import declines
from pincite.claims.lexicon import lexicon, word_set
from pincite.claims.predicates import Words, numeral
from pincite.model import Kind


class Recognition(Struct, frozen=True):
    """The kind of a statement; `checkable` is False for an order that names nothing that could be checked."""

    kind: Kind
    checkable: bool = True


class _Patterns(Struct, frozen=True):
    lead: re.Pattern[str]
    opening: tuple[tuple[Kind, re.Pattern[str]], ...]
    deferral: re.Pattern[str]
    user_state: re.Pattern[str]
    instruction: re.Pattern[str]
    closing: re.Pattern[str]


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, dict[str, list[str]]]]:
    table = tomllib.loads(files("pincite.claims").joinpath("kinds.toml").read_text(encoding="utf-8"))
    return cast("dict[str, dict[str, dict[str, list[str]]]]", table)


_PART: Final = re.compile(r"(?<!\?P)<(\w+)>")
_SETS: Final = {
    "en": ("en",),
    "de": ("latin",),
    "fr": ("latin",),
    "es": ("latin",),
    "zh": ("cjk",),
    "ja": ("cjk",),
}


@lru_cache(maxsize=8)
def _patterns(language: str) -> _Patterns:
    """The patterns for a language; all of them where it is not known."""
    sets = _SETS.get(language, ("en", "latin", "cjk"))

    table = _table()
    named = cast("dict[str, str]", table["parts"])

    def union(entry: dict[str, list[str]]) -> re.Pattern[str]:
        patterns = [pattern for name in sets for pattern in entry.get(name, ())]
        parts = [f"(?:{_PART.sub(lambda match: named[match.group(1)], pattern)})" for pattern in patterns]
        return re.compile("|".join(parts) or r"(?!)", re.IGNORECASE)

    return _Patterns(
        lead=union(table["lead"]["any"]),
        opening=tuple((cast(Kind, kind), union(entry)) for kind, entry in table["opening"].items()),
        deferral=union(table["anywhere"]["deferral"]),
        user_state=union(table["claim"]["user_state"]),
        instruction=union(table["claim"]["instruction"]),
        closing=union(table["claim"]["closing"]),
    )


class _Said(Struct, frozen=True):
    """Words and phrases by which a kind of claim is told."""

    kind: Kind
    words: frozenset[str]
    phrases: tuple[str, ...]
    plain_phrases: tuple[str, ...]  # those without accents: all that an ASCII text can hold


@lru_cache(maxsize=1)
def _said() -> tuple[_Said, ...]:
    table = cast("dict[str, dict[str, Any]]", _table()["said"])
    return tuple(
        _Said(
            cast(Kind, kind),
            frozenset(entry["words"].split()),
            tuple(entry["phrases"]),
            tuple(phrase for phrase in entry["phrases"] if phrase.isascii()),
        )
        for kind, entry in table.items()
    )


_ASCII_FIGURE: Final = re.compile(r"[0-9%$]")
_FIGURE: Final = re.compile(
    r"[\d%€$£¥％]|[一二三四五六七八九十百千万亿两]+(?:个|年|月|日|元|人|天|次|名|岁|米|公里|小时|分|倍|億|円|歳|時間)"
)
_DATE: Final = re.compile(
    r"(?:1[5-9]|20)\d\d(?!\d)|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d[年月]"
    r"|\d{1,2}\.? (?:Jan|Feb|Mar|Apr|May|Mai|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Dez|Mär)"
    r"|\d{1,2}(?:er)? (?:de )?(?:janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc|ene|feb|abr|mayo|jun"
    r"|ago|dic)"
)
_LONG_QUOTE: Final = re.compile(
    r"[“\"„«»]\s?[^“”\"„«»\s]+\s[^“”\"„«»\s]+\s[^“”\"„«»]*[”\"“«»]|[「『][^」』]{6,}[」』]"
)
_WORD: Final = re.compile(r"\w+")
_ORDER_WORD: Final = re.compile(r"[\w'’]+")
_QUESTION: Final = re.compile(r"[?？؟][)）\s*_]*$")
_QUOTED_QUESTION: Final = re.compile(r"\s*[\"“«„「].*[?？؟][\"”’»」)\s*_]*$", re.DOTALL)
_LABEL: Final = re.compile(r"[^:：\n]{2,40}[:：]\s+(?=\S)")
_INNER_COLON: Final = re.compile(r"[:：]\s*\S")
_HOPES: Final = frozenset(
    ("opinion", "explicit_uncertainty", "transition", "acknowledgement", "restated_question")
)


def lead_in(text: str, start: int, end: int, language: str = "") -> int:
    """Where the statement `text[start:end]` begins, past "In short:", "However," and the like.

    Qualifiers ("In 2020,", "According to the contract,") are part of the statement.
    """
    pattern = _patterns(language).lead
    for _ in range(3):
        match = pattern.match(text, start, end)
        if match is None or not text[match.end() : end].strip(" .,;:!?"):
            break
        start = match.end()
        while start < end and text[start].isspace():
            start += 1
    return start


def has_figure(text: str) -> bool:
    """Whether a number in digits or a sign of money or percent stands in the text (number words aside)."""
    return (_ASCII_FIGURE if text.isascii() else _FIGURE).search(text) is not None


def asks(sentence: str) -> bool:
    """Whether a sentence is a question; one that only ends in a quoted question is not."""
    return _QUESTION.search(sentence) is not None or (
        "?" in sentence[-8:] and _QUOTED_QUESTION.match(sentence) is not None
    )


@lru_cache(maxsize=8192)
def recognise(statement: str, *, cited: bool, language: str, question: bool = False) -> Recognition:
    """The kind of a statement. `cited`: it carries a citation; `question`: its sentence ends in a question
    mark.

    A cited statement is a claim even where its wording is that of an opinion; an abstention, a question
    or a pointer to a section stays what it is.
    """
    text = statement.strip()
    if declines(text, language):
        return Recognition("abstention")
    if question or asks(text):
        return Recognition("restated_question")
    known = _patterns(language)
    figure = has_figure(text)
    label = _LABEL.match(text)
    for kind, pattern in known.opening:
        match = pattern.match(text, label.end() if label is not None and kind == "navigation" else 0)
        if match is None or _outweighed(kind, text, cited=cited, figure=figure):
            continue
        if kind == "transition" and _INNER_COLON.search(text, match.end()):
            continue
        return Recognition(kind)
    if not cited and not figure and known.deferral.search(text):
        return Recognition("deferral")
    return _claim(text, cited=cited, figure=figure, language=language)


def _outweighed(kind: Kind, text: str, *, cited: bool, figure: bool) -> bool:
    """Whether a citation or a figure makes a claim of what is worded like an aside."""
    if (
        kind == "navigation"
    ):  # "See [3] for details" stays a pointer; "Reference: “...” [3]" shows a quotation
        return cited and _LONG_QUOTE.search(text) is not None
    return cited or (figure and kind in _HOPES)


def _claim(text: str, *, cited: bool, figure: bool, language: str) -> Recognition:
    if _LONG_QUOTE.search(text):
        return Recognition("quote")
    low = f" {text.lower()} "
    words = frozenset(_WORD.findall(low))
    told = next((one.kind for one in _said() if _is_said(one, low, words)), None)
    if told == "safety":  # before the form of an order
        return Recognition("safety")
    known = _patterns(language)
    if known.user_state.match(text):
        return Recognition("user_state")
    if known.instruction.match(text) or known.closing.search(text) or is_order(text, language):
        return Recognition("instruction", checkable=cited or figure or _names_something(text))
    if told is not None:
        return Recognition(told)
    if figure and _DATE.search(text):
        return Recognition("date")
    return Recognition("figure" if figure else "fact")


def _is_said(one: _Said, low: str, words: frozenset[str]) -> bool:
    if not one.words.isdisjoint(words):
        return True
    for phrase in one.plain_phrases if low.isascii() else one.phrases:  # noqa: SIM110 (a generator is slower)
        if phrase in low:
            return True
    return False


# A bare answer to a question; beside a fuller one it only opens it.
EXPRESSIONS: Final = word_set(
    """
    yes no yep nope ja nein oui non sí si 是 是的 不是 否 はい いいえ correct incorrect right wrong true false
    """
)
_VAGUE: Final = word_set(
    """
    please take your time be careful patient sure always never try best enjoy have fun relax wait keep
    mind note make it that this them do not don't worry good luck a the and to of in on for you yourself
    so just then
    """
)


def _names_something(text: str) -> bool:
    """Whether an order has an object or a condition that could be looked up: two words that say more than
    "be careful".
    """
    words = [word.lower().replace("’", "'") for word in _ORDER_WORD.findall(text)]
    if any(ord(word[0]) > 0x2E80 for word in words):
        return len(text) >= 6
    return sum(word not in _VAGUE for word in words) >= 2


def is_order(text: str, language: str) -> bool:
    """Whether an English statement opens with an order: a base form without a subject ("Fast for 12
    hours").
    """
    lex = lexicon("en")
    if language not in ("en", "") or lex is None or not text[:1].isupper():
        return False
    opening = _WORD.match(text)
    if opening is None or lex.roles.get(opening.group().lower()) != "bare":
        return False
    words = Words(text, 0, lex)
    if words.lower[0] in lex.noun_like and not (words.value_after(0) or words.word(1) in lex.prepositions):
        return False
    for index in range(1, len(words)):
        word = words.lower[index]
        if word in (",", ":") or (word in lex.subordinators and word not in lex.prepositions):
            return True
        if words.role(index) in ("aux", "modal", "third", "past"):
            return False
    return True


def is_label(text: str) -> bool:
    """Whether a line without a predicate is only a label: a few words, no figure."""
    words = _WORD.findall(text)
    return len(words) <= 6 and not any(numeral(word.lower()) for word in words)
