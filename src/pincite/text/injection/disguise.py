"""Instructions in disguise: invisible and look-alike characters, spaced letters, encoded text."""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from functools import lru_cache

from msgspec import Struct

_UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u206a-\u206f\u3164\ufeff"
    "\ufe00-\ufe0f"
)
_INVISIBLE = re.compile(f"[{_UNSEEN}]")
_SUSPECT = re.compile(
    f"[{_UNSEEN}\u0370-\u03ff\u0400-\u052f\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff\U000e0020-\U000e007e]"
)
_TAGS = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
"""Tag characters: an invisible copy of ASCII."""
_TAG = re.compile("[\U000e0020-\U000e007e]")
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕԁɡһӏԛԝАВЕКМНОРСТХІЈЅαεορτυνικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijsdghlqwABEKMHOPCTXIJSaeoptuvikABEZHIKMNOPTYX",
)
_MIXED = re.compile(r"[a-zA-Z][\u0370-\u03ff\u0400-\u052f]|[\u0370-\u03ff\u0400-\u052f][a-zA-Z]")
_WIDE = re.compile("[\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff]")
_SPACED = re.compile(r"(?<!\w)\w(?:[ .·_*-]{1,3}\w){9,}(?!\w)")
_ENCODED = re.compile(r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{24,4096}={0,2}(?![A-Za-z0-9+/=])")
_SEPARATORS = re.compile(r"[ .·_*-]")
_WORDS_RUN_TOGETHER = re.compile(
    r"(?:ignore|disregard|forget)(?:all)?(?:the|your)?(?:of)?(?:previous|prior|above"
    r"|earlier)(?:instructions?|prompts?|rules)"
    r"|(?:answer|output|respond|reply|say)(?:with)?(?:fully)?(?:supported|entailed)"
    r"|(?:mark|rate|label)\w{0,24}as(?:fully)?(?:supported|correct|true)",
    re.IGNORECASE,
)

_MOST_ENCODED = 20


class Readable(Struct, frozen=True, eq=False):
    """A text as a model would read it; `places[i]` is the source offset of its character `i` (None: the
    same).
    """

    text: str
    places: tuple[int, ...] | None = None
    disguised: bool = False

    def span(self, start: int, end: int) -> tuple[int, int]:
        if self.places is None or start >= end:
            return start, end
        return self.places[start], self.places[end - 1] + 1


@lru_cache(maxsize=256)
def readable(text: str) -> Readable:
    """The text without invisible characters and with look-alikes read as the letters they imitate."""
    if text.isascii() or _SUSPECT.search(text) is None:
        return Readable(text)
    plain = text
    if _TAG.search(text):
        plain = plain.translate(_TAGS)
    if _MIXED.search(plain):
        plain = plain.translate(_LOOKALIKES)
    if _WIDE.search(plain):
        plain = "".join(
            unicodedata.normalize("NFKC", character) if _WIDE.match(character) else character
            for character in plain
        )
    if _INVISIBLE.search(plain) is None:
        return Readable(plain, None, plain != text)
    places = tuple(index for index, character in enumerate(plain) if _INVISIBLE.match(character) is None)
    return Readable("".join(plain[index] for index in places), places, True)


def spaced_instructions(text: str) -> list[tuple[int, int]]:
    """Stretches of single spaced letters that spell an instruction."""
    return [
        match.span()
        for match in _SPACED.finditer(text)
        if _WORDS_RUN_TOGETHER.search(_SEPARATORS.sub("", match.group()))
    ]


def decoded(text: str) -> list[tuple[int, int, str]]:
    """The stretches of Base64 that decode to plain text, with that text."""
    found: list[tuple[int, int, str]] = []
    for match in _ENCODED.finditer(text):
        if len(found) == _MOST_ENCODED:
            break
        code = match.group().rstrip("=")
        try:
            plain = base64.b64decode(code + "=" * (-len(code) % 4)).decode()
        except (binascii.Error, UnicodeDecodeError):
            continue
        if " " in plain and plain.isprintable():
            found.append((match.start(), match.end(), plain))
    return found
