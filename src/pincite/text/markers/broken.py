"""Brackets that were opened or closed only: a marker cut off by a token limit or spoilt by an editor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pincite.text.markers.marker import Marker

_SIGN: Final = re.compile(r"[\[\]【】［］\n]")
_OPENED: Final = re.compile(r"[\[［]\s*(?P<digits>\d{1,3}(?:\s*[,，–-]\s*\d{1,3}){0,10})?\s*[,，–-]?")
_OPENED_LENTICULAR: Final = re.compile(r"【\s*(?:\d{1,4}(?::\d{0,4})?(?:†[\w.-]{0,40})?)?")
_OPENED_WORD: Final = re.compile(
    r"\[(?:d|do|doc|i|id|c|ci|cit|cita|citation|s|so|source)?[\s:_]*\d{0,3}|\^\d{0,3}", re.IGNORECASE
)
_CLOSED: Final = re.compile(r"(?<=[\s])\d{1,3}(?:\s*[,，]\s*\d{1,3}){0,10}$")
_AFTER: Final = re.compile(r"\)?(?=[ \t]*(?:[.,;。，；]?(?:\s|$)))")
_NEXT_SENTENCE: Final = re.compile(r"[.;。]?(?:\s+[A-ZÀ-ÞА-Я]|\s*$|\s*\n)|[.;。]\s")


def broken_brackets(text: str) -> Iterator[Marker]:
    """Markers with one bracket missing, where what is left can only have been a citation."""
    opened: int | None = None
    pending: list[int] = []  # opened and not closed
    lonely: list[tuple[int, int]] = []  # closed and not opened, with the start of the stretch before
    since = 0
    for match in _SIGN.finditer(text):
        sign = match.group()
        if sign in "[【［":
            if opened is not None:
                pending.append(opened)
            opened = match.start()
            since = match.end()
        elif sign == "\n":
            if opened is not None:
                pending.append(opened)
            opened, since = None, match.end()
        else:
            if opened is None:
                lonely.append((match.start(), since))
            opened, since = None, match.end()
    if opened is not None:
        pending.append(opened)
    limit = len(text.rstrip())
    for at in pending:
        if (marker := _unclosed(text, at, limit)) is not None:
            yield marker
    for at, start in lonely:
        if (marker := _unopened(text, at, start)) is not None:
            yield marker


def _unclosed(text: str, at: int, limit: int) -> Marker | None:
    before = text[at - 1 : at]
    if not before or before in "([{\x1b=\\" or (before == "]" and text[at] != "【"):
        return None
    if text[at] == "【":
        match = _OPENED_LENTICULAR.match(text, at, limit)
        if match is not None and (match.end() == limit or "†" in match.group()):
            return Marker(at, match.end(), match.group(), _digits(match.group()), "lenticular", None, True)
        return None
    glued = before.isalnum() and before < "\u2e80"
    for pattern in (_OPENED, _OPENED_WORD):
        match = pattern.fullmatch(text, at, limit)
        if match is not None:
            if glued and len(match.group()) == 1:
                return None
            return Marker(at, limit, match.group(), _digits(match.group()), "broken", None, True)
    match = _OPENED.match(text, at, limit)
    if match is None or not match.group("digits") or glued:
        return None
    end = match.end("digits")
    single = match.group("digits").isdigit()
    if text[end : end + 1] == ")" and single:
        end += 1
    elif not single or _NEXT_SENTENCE.match(text, end) is None:
        return None
    return Marker(at, end, text[at:end], _digits(text[at:end]), "broken", None, True)


def _unopened(text: str, at: int, since: int) -> Marker | None:
    match = _CLOSED.search(text, max(since, at - 40), at)
    if match is None or _AFTER.match(text, at + 1) is None:
        return None
    # (0, 1] is an interval that is open on the left.
    if (
        "(" in text[max(since, at - 40) : match.start()]
        and ")" not in text[max(since, at - 40) : match.start()]
    ):
        return None
    start = match.start()
    return Marker(start, at + 1, text[start : at + 1], _digits(match.group()), "broken", None, True)


def _digits(piece: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(int(number)) for number in re.findall(r"\d+", piece)))
