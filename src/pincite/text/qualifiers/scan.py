"""Finding the cues of a text: one pass over its words, one over its Chinese and Japanese strings."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, cast

from pincite.text.qualifiers import chinese, english, french, german, japanese, spanish
from pincite.text.qualifiers.cue import Cue, CueKind
from pincite.text.words import Token, fold, language, tokens

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


_Known = tuple[bool, tuple[_Entry, ...], dict[str, tuple[_Entry, ...]]]
_UNCONTRACTED: Final = {"can't": "can", "couldn't": "could", "mustn't": "must", "shouldn't": "should"}


class _Opening(dict[str, "_Known | None"]):
    """For each word as written: whether it ends in "n't", its own entries, and all that begin with it by the
    word behind it; None for most words.
    """

    def __init__(self, code: str) -> None:
        super().__init__()
        self._index = _INDEX[code]

    def __missing__(self, written: str) -> _Known | None:
        if len(self) >= _MOST_WORDS:
            self.clear()
        word = fold(written)
        denies = word.endswith("n't")
        entries = self._index.get(_UNCONTRACTED.get(word, word), ())
        alone = tuple(entry for entry in entries if len(entry[0]) == 1)
        longer: dict[str, tuple[_Entry, ...]] = {}
        for entry in entries[: len(entries) - len(alone)]:
            longer[entry[0][1]] = (*longer.get(entry[0][1], ()), entry)
        longer = {second: (*found, *alone) for second, found in longer.items()}
        known = self[written] = (denies, alone, longer) if denies or entries else None
        return known


_MOST_WORDS: Final = 65536
_OPENING: Final = {code: _Opening(code) for code in _INDEX}


def _spaced(text: str, code: str) -> list[Cue]:
    opening = _OPENING[code]
    words = tokens(text)
    found: list[Cue] = []
    behind = 0
    for at, known in enumerate([opening[word.text] for word in words]):
        if known is None or at < behind:
            continue
        denies, entries, longer = known
        if longer and at + 1 < len(words):
            entries = longer.get(fold(words[at + 1].text), entries)
        start, end = words[at].start, words[at].end
        if denies:
            found.append(Cue("negation", "not", start, end, code))
        width = 1
        for phrase, kind, value in entries:
            if len(phrase) < width:
                break
            if len(phrase) > 1 and not _follows(words, at, phrase):
                continue
            width = len(phrase)
            last = words[at + width - 1].end
            if kind == "skip":
                found.extend(_idiom(text[start:last], start, last, code))
                break
            if not _misread(text, start, last, phrase[0], code):
                found.append(Cue(cast(CueKind, kind), value, start, last, code))
        behind = at + width
    return _without_concord(found, words) if code == "fr" else found


def _follows(words: tuple[Token, ...], at: int, phrase: tuple[str, ...]) -> bool:
    """Whether the phrase, of which the first two words are there, goes on."""
    if at + len(phrase) > len(words):
        return False
    return all(fold(words[at + k].text) == phrase[k] for k in range(2, len(phrase)))


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
        end = _end_before(text, start)
        return start > 0 and text[max(0, end - 1) : end] not in (".", "!", "?", "\n", ":")
    if word == "will" and code == "en":
        # The document: after an article.
        end = _end_before(text, start)
        before = text[max(0, end - 8) : end].rsplit(" ", 1)[-1].casefold()
        return before in ("a", "the", "his", "her", "their", "this", "last")
    return False


def _end_before(text: str, start: int) -> int:
    """Where the text before `start` ends, blanks left out."""
    while start and text[start - 1].isspace():
        start -= 1
    return start


def _without_concord(found: list[Cue], words: tuple[Token, ...]) -> list[Cue]:
    starts = {word.start: at for at, word in enumerate(words)}
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
