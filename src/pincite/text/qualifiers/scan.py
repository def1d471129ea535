"""Finding the cues of a text: one pass over its words, one over its Chinese and Japanese strings."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, cast

from pincite.text.qualifiers import chinese, english, french, german, japanese, spanish
from pincite.text.qualifiers.cue import Cue, CueKind
from pincite.text.words import fold, language, tokens

_Entry = tuple[tuple[str, ...], str, str]
_Key = tuple[str, str]


def _read(listing: str, separator: str | None) -> dict[_Key, tuple[str, ...]]:
    """A listing of `kind value: entry, entry`, one a paragraph; indented lines go on with the one before."""
    found: dict[_Key, tuple[str, ...]] = {}
    for paragraph in listing.strip().replace("\n  ", " ").splitlines():
        head, _, entries = paragraph.partition(":")
        kind, _, value = head.partition(" ")
        found[kind, value] = tuple(entry.strip() for entry in entries.split(separator))
    return found


_SPACED: Final = {
    code: _read(listing, ",")
    for code, listing in (
        ("en", english.CUES),
        ("de", german.CUES),
        ("fr", french.CUES),
        ("es", spanish.CUES),
    )
}
_UNSPACED: Final = {
    code: _read(listing, None) for code, listing in (("zh", chinese.CUES), ("ja", japanese.CUES))
}
_CJK: Final = re.compile("[\u3041-\u30ff\u3400-\u9fff]")
# French "ne ... pas" is one negation: a second negative word this many words after the first adds nothing.
_CONCORD_REACH: Final = 5


def _spaced_index(code: str) -> dict[str, tuple[_Entry, ...]]:
    index: dict[str, list[_Entry]] = {}
    for (kind, value), phrases in _SPACED[code].items():
        for phrase in phrases:
            words = tuple(phrase.split())
            index.setdefault(words[0], []).append((words, kind, value))
    return {first: tuple(sorted(entries, key=lambda e: -len(e[0]))) for first, entries in index.items()}


_INDEX: Final = {code: _spaced_index(code) for code in _SPACED}


def _unspaced_index(code: str) -> tuple[re.Pattern[str], dict[str, tuple[tuple[str, str], ...]]]:
    index: dict[str, list[tuple[str, str]]] = {}
    for key, strings in _UNSPACED[code].items():
        for string in strings:
            index.setdefault(string, []).append(key)
    pattern = re.compile("|".join(sorted(map(re.escape, index), key=len, reverse=True)))
    return pattern, {string: tuple(keys) for string, keys in index.items()}


_STRINGS: Final = {code: _unspaced_index(code) for code in _UNSPACED}


@lru_cache(maxsize=8192)
def cues(text: str, code: str = "") -> tuple[Cue, ...]:
    """The cues of the text in order. `code` is its language; when it is not given, it is recognised, and read
    as English when it cannot be."""
    found: list[Cue] = []
    spoken = code or language(text)
    if _CJK.search(text) is not None:
        found.extend(_unspaced(text, "ja" if spoken == "ja" else "zh"))
    if spoken not in _UNSPACED:
        found.extend(_spaced(text, spoken if spoken in _INDEX else "en"))
    found.sort(key=lambda cue: (cue.start, cue.end))
    return tuple(found)


def _words(text: str) -> list[tuple[int, int, str]]:
    return [(token.start, token.end, fold(token.text)) for token in tokens(text)]


def _spaced(text: str, code: str) -> list[Cue]:
    index = _INDEX[code]
    words = _words(text)
    found: list[Cue] = []
    at = 0
    while at < len(words):
        start, end, word = words[at]
        if word.endswith("n't") and word != "won't":
            found.append(Cue("negation", "not", start, end, code))
            word = {"can't": "can", "couldn't": "could", "mustn't": "must", "shouldn't": "should"}.get(
                word, word
            )
        elif word == "won't":
            found.append(Cue("negation", "not", start, end, code))
        width = 1
        for phrase, kind, value in index.get(word, ()):
            if len(phrase) < width:
                break
            if len(phrase) > 1 and not _follows(words, at, phrase):
                continue
            width = len(phrase)
            last = words[at + width - 1][1]
            if kind == "skip":
                found.extend(_idiom(text[start:last], start, last, code))
                break
            if not _misread(text, start, last, word, code):
                found.append(Cue(cast(CueKind, kind), value, start, last, code))
        at += width
    return _without_concord(found, words) if code == "fr" else found


def _follows(words: list[tuple[int, int, str]], at: int, phrase: tuple[str, ...]) -> bool:
    return at + len(phrase) <= len(words) and all(
        words[at + k][2] == piece for k, piece in enumerate(phrase) if k
    )


# Idioms that look like a negation and are something else.
_IDIOMS: Final = {
    "without exception": ("quantifier", "all"),
    "ohne ausnahme": ("quantifier", "all"),
    "sans exception": ("quantifier", "all"),
    "sin excepcion": ("quantifier", "all"),
    "not until": ("order", "after"),
    "nicht vor": ("order", "after"),
    "pas avant": ("order", "after"),
    "no antes de": ("order", "after"),
    "no later than": ("order", "before"),
    "not later than": ("order", "before"),
    "no earlier than": ("order", "after"),
    "not earlier than": ("order", "after"),
    "no sooner than": ("order", "after"),
    "not necessarily": ("modality", "may"),
    "can also": ("modality", "may"),
    "may also": ("modality", "may"),
}


def _idiom(piece: str, start: int, end: int, code: str) -> list[Cue]:
    meaning = _IDIOMS.get(" ".join(fold(word) for word in piece.split()))
    return [] if meaning is None else [Cue(cast(CueKind, meaning[0]), meaning[1], start, end, code)]


_NUMBER_AHEAD: Final = re.compile(r"\.?\s*\d")


def _misread(text: str, start: int, end: int, word: str, code: str) -> bool:
    """Abbreviations and names that share a cue's spelling: "No. 5", "May 2020", "the Will of 1901"."""
    if word in ("no", "non") and code == "en":
        return _NUMBER_AHEAD.match(text, end) is not None
    if word in ("may", "march") and text[start].isupper():
        # The month: capitalised away from the start of a sentence.
        return start > 0 and text[:start].rstrip()[-1:] not in (".", "!", "?", "\n", ":")
    if word == "will" and code == "en":
        # The document: after an article.
        before = text[:start].rstrip().rsplit(" ", 1)[-1].casefold()
        return before in ("a", "the", "his", "her", "their", "this", "last")
    return False


def _without_concord(found: list[Cue], words: list[tuple[int, int, str]]) -> list[Cue]:
    starts = {word[0]: at for at, word in enumerate(words)}
    kept: list[Cue] = []
    last = -_CONCORD_REACH - 1
    for cue in found:
        if cue.kind == "negation":
            at = starts[cue.start]
            if at - last <= _CONCORD_REACH and last >= 0:
                continue
            last = at
        kept.append(cue)
    return kept


def _unspaced(text: str, code: str) -> list[Cue]:
    pattern, index = _STRINGS[code]
    found = []
    for match in pattern.finditer(text):
        for kind, value in index[match.group()]:
            if kind != "skip":
                found.append(Cue(cast(CueKind, kind), value, match.start(), match.end(), code))
    return found
