"""Proper names and codes in a text, and whether two of them name the same thing.

Names are found by their capitals, so only where capitals tell: not at the start of a sentence (unless a
second capital or the rest of the text shows a name), and in German only by their context, because every
noun has one. In Chinese and Japanese only codes, Latin names and companies marked as such are found.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from rapidfuzz.distance import Levenshtein

from pincite.text.stopwords import STOP_WORDS, word_set
from pincite.text.words import fold, language

NameKind = Literal["person", "organisation", "place", "code", "acronym", "name"]


class Name(Struct, frozen=True):
    """`text` is `source[start:end]`; `kind` is "name" where nothing tells what sort of thing it names."""

    text: str
    start: int
    end: int
    kind: NameKind


_TITLES = word_set(
    """
    mr mrs ms miss dr prof professor sir dame lord lady president senator minister chancellor judge
    justice king queen prince princess pope general colonel captain sergeant dean ceo herr frau
    monsieur madame mme m señor señora sr sra don doña doctor rev st saint
    """
)
_LEGAL = word_set(
    """
    gmbh ag kg kgaa ohg ug eg ev se inc ltd limited llc llp plc corp corporation co company sa sas
    sarl spa srl sl nv bv ab as oy aps kk pty
    """
)
_ORGANISATION = word_set(
    """
    university college institute school hospital bank court council committee commission agency
    ministry department association foundation group holdings holding union office authority board
    bureau society federation organization organisation party airlines airways museum library
    universität hochschule institut klinik gericht ministerium amt stiftung verein verband
    université institut ministère tribunal conseil banque universidad instituto ministerio consejo
    banco
    """
)
_PLACE = word_set(
    """
    river lake mount mountain valley island islands bay county district province state street road
    avenue square park city region canyon creek beach airport bridge
    """
)
_NOT_NAMES = word_set(
    """
    january february march april may june july august september october november december monday
    tuesday wednesday thursday friday saturday sunday i i'm i've i'd i'll english german french
    spanish chinese japanese american british european african asian western eastern northern
    southern internet section article chapter table figure appendix annex part page schedule clause
    paragraph question answer yes no note title source references fact facts moreover however
    therefore
    """
)
_ALIASES = (
    "uk|united kingdom|britain|great britain|u k",
    "us|usa|united states|united states of america|america|u s|u s a",
    "eu|european union",
    "uae|united arab emirates",
    "un|united nations",
    "ussr|soviet union",
    "netherlands|holland",
    "nyc|new york city|new york",
    "la|los angeles",
    "burma|myanmar",
    "peking|beijing",
)
_ALIAS = {name: group.split("|")[0] for group in _ALIASES for name in group.split("|")}

_UP = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽ"
_WORD = rf"[{_UP}][\w’'&]*(?:-[\w’']+)*"
_RUN = re.compile(
    rf"(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\.[ ])?(?:(?:[{_UP}]\.[ ]?){{1,3}}{_WORD}|{_WORD})"
    r"(?:(?:[ ]|,[ ](?=(?:Inc|Ltd|LLC)\b))(?:(?:of|de|del|della|di|da|du|des|van|von|der|den|la|le|al|bin"
    r"|ibn|&)[ ]){0,2}"
    rf"(?:{_WORD}|(?:[{_UP}]\.)(?=[ ])))*"
)
_CODE = re.compile(
    r"(?<![A-Za-z0-9_/])(?:[A-Z]{1,6}[-‑–/]?\d[\dA-Z]*(?:[-‑–/.]\d[\dA-Z]*)*"
    r"|[A-Z]{2,6} \d{2,}(?:[-/.]\d+)*)(?![A-Za-z0-9_])"
)
_ACRONYM = re.compile(r"[A-Z]{2,6}s?")
_COMPANY = re.compile("(?:株式会社|有限会社)[\u30a0-\u30ff\u4e00-\u9fffA-Za-z]{2,12}")
_ENDS_SENTENCE = re.compile(r"(?:^|[.!?:;。！？\n|•*\"“„«(\[]|[-–—]\s)\s*[\"'“„«‘(\[*#>-]*\s*$")
_POSSESSIVE = re.compile(r"[’']s$|[’']$")
_LETTERS = re.compile(r"[^\W_]+")
_ANY_STOP = frozenset().union(*STOP_WORDS.values())


@lru_cache(maxsize=1024)
def names(text: str) -> tuple[Name, ...]:
    """The proper names, acronyms and codes of a text in order; none of them overlap."""
    found = [Name(m.group(), m.start(), m.end(), "code") for m in _CODE.finditer(text)]
    codes = [name.start for name in found]
    runs: list[Name] = []
    for match in () if text.isupper() else _RUN.finditer(text):
        place = bisect_left(codes, match.start())
        near = found[max(0, place - 1) : place + 1]
        if any(code.start < match.end() and match.start() < code.end for code in near):
            continue
        name = _name(text, match.start(), match.end())
        if name is not None:
            runs.append(name)
    found += runs
    if "会社" in text:
        found += [Name(m.group(), m.start(), m.end(), "organisation") for m in _COMPANY.finditer(text)]
    found.sort(key=lambda name: (name.start, -name.end))
    kept: list[Name] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return tuple(kept)


def _name(text: str, start: int, end: int) -> Name | None:
    """The name in a run of capitalised words, or None when the capitals say something else."""
    words = text[start:end].split(" ")
    opens = _ENDS_SENTENCE.search(text[max(0, start - 6) : start]) is not None
    titled = fold(words[0].rstrip(".")) in _TITLES
    while words and not titled and _common(words[0]):
        start += len(words[0]) + 1
        words = words[1:]
        opens = False
    while words and (_common(words[-1]) or words[-1].islower() or words[-1] == "&"):
        end -= len(words[-1]) + 1
        words = words[:-1]
    if not words or end <= start:
        return None
    stripped = _POSSESSIVE.sub("", text[start:end])
    end = start + len(stripped)
    kind = _kind(stripped)
    if len(stripped) < 2:
        return None
    if kind == "name" and not _mixed_case(stripped):
        single = len(words) == 1
        if (opens and single) or language(text) == "de":
            return None
    return Name(stripped, start, end, kind)


def _common(word: str) -> bool:
    word = word.strip("’'.,")
    if len(word) > 1 and word.isupper():
        return False
    folded = fold(word)
    return folded in _ANY_STOP or folded in _NOT_NAMES


def _mixed_case(word: str) -> bool:
    """CamelCase or a digit inside: a product's or a program's spelling."""
    return any(character.isupper() or character.isdigit() for character in word[1:]) and " " not in word


def _kind(name: str) -> NameKind:
    words = [fold(word) for word in _LETTERS.findall(name)]
    if _ACRONYM.fullmatch(name):
        return "acronym"
    if words[-1] in _LEGAL or not _ORGANISATION.isdisjoint(words):
        return "organisation"
    if words[0] in _TITLES and len(words) > 1:
        return "person"
    if len(words) > 1 and not _PLACE.isdisjoint(words):
        return "place"
    return "name"


def same_name(a: str, b: str) -> bool | None:
    """Whether two names can name the same thing: True, False, or None when the spelling cannot tell.

    Titles, legal forms, possessives, accents and the order of name and surname do not count; initials
    stand for names, acronyms for what they abbreviate, a surname for the person.
    """
    one, other = _parts(a), _parts(b)
    if not one or not other:
        return None
    if _alias(one) == _alias(other) or sorted(one) == sorted(other) or "".join(one) == "".join(other):
        return True
    if _is_code(a) and _is_code(b):
        return False
    if _abbreviates(one, other) or _abbreviates(other, one):
        return True
    if (len(one) == 1 and _ACRONYM.fullmatch(a.strip())) or (
        len(other) == 1 and _ACRONYM.fullmatch(b.strip())
    ):
        return None
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    initials = _initials_agree(short, long)
    if initials is not None:
        return initials
    if set(short) <= set(long):
        return True if short[-1] == long[-1] else None
    if _spelled_alike("".join(one), "".join(other)) or any(
        _derived(mine, theirs) for mine in one for theirs in other
    ):
        return None
    return False


@lru_cache(maxsize=16384)
def _parts(name: str) -> tuple[str, ...]:
    """The words that count in a name, in folded case without accents, titles, legal forms and articles."""
    words = [fold(word) for word in _LETTERS.findall(_POSSESSIVE.sub("", name.strip()))]
    words = [word for word in words if word != "s" or len(words) == 1]
    kept = [
        word
        for word in words
        if word not in _TITLES
        and word not in _LEGAL
        and word not in ("the", "of", "and", "de", "der", "die", "das")
    ]
    return tuple(_umlaut(word) for word in (kept or words))


def _umlaut(word: str) -> str:
    return word.replace("ae", "a").replace("oe", "o").replace("ue", "u") if len(word) > 4 else word


def _alias(words: tuple[str, ...]) -> str:
    joined = " ".join(words)
    return _ALIAS.get(joined, joined)


def _is_code(name: str) -> bool:
    return any(map(str.isdigit, name)) and any(map(str.isalpha, name))


def _abbreviates(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    return len(short) == 1 and len(long) > 1 and short[0] in ("".join(word[0] for word in long),)


def _initials_agree(short: tuple[str, ...], long: tuple[str, ...]) -> bool | None:
    """For two names of which one has initials: whether they agree; None when neither has."""
    if not any(len(word) == 1 for word in (*short, *long)) or short[-1] != long[-1]:
        return None
    for mine, theirs in zip(short[:-1], long[:-1], strict=False):
        if mine != theirs and not (mine[0] == theirs[0] and 1 in (len(mine), len(theirs))):
            return False
    return True


def _spelled_alike(one: str, other: str) -> bool:
    """Spellings so near that they may be one name transliterated or mistyped."""
    return min(len(one), len(other)) >= 4 and Levenshtein.normalized_similarity(one, other) >= 0.75


def _derived(one: str, other: str) -> bool:
    """“Pakistan” and “Pakistani”: one word is the beginning of the other."""
    short, long = sorted((one, other), key=len)
    return len(short) >= 4 and long != short and long.startswith(short)
