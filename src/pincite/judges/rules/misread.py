"""Words that a scanner misread: letters taken for digits, words cut in two. Figures are never touched."""

from __future__ import annotations

import re
from typing import Final

from pincite.judges.rules.lexicon import lexicon
from pincite.text.words import STOP_WORDS, Token, fold, tokens

# A digit between letters, or behind two and before the word's end: "c1ause", "app1ies", "vo1d".
_DIGIT_IN_WORD: Final = re.compile(r"(?<=[a-zäöüß])[01](?=[a-zäöüß])")
_ANY_DIGIT: Final = re.compile(r"[01]")
_LETTER: Final = {"1": "l", "0": "o"}
# One such word may be a code; a text with this many is a scan.
NOISY_WORDS: Final = 2
# A piece of a cut word is at most this long.
_PIECE: Final = 3


def repaired(text: str) -> str:
    """The text, of the same length, with the letters put back that a scan took for digits."""
    if _ANY_DIGIT.search(text) is None:
        return text
    found = _DIGIT_IN_WORD.findall(text)
    if len(found) < NOISY_WORDS:
        return text
    return _DIGIT_IN_WORD.sub(lambda match: _LETTER[match.group()], text)


def rejoined(pieces: tuple[Token, ...], text: str) -> tuple[Token, ...]:
    """The words of a scan with those put together again that a gap cut in two: "tenan ts", "th e"."""
    words = lexicon()
    stops = STOP_WORDS["en"]
    found: list[Token] = []
    for piece in pieces:
        before = found[-1] if found else None
        if (
            before is not None
            and piece.start == before.end + 1
            and text[before.end] == " "
            and min(len(piece.text), len(before.text)) <= _PIECE
            and before.text.isalpha()
            and piece.text.isalpha()
            and not (fold(before.text) in stops and fold(piece.text) in stops)
        ):
            joined = tokens(before.text + piece.text)
            if len(joined) == 1 and (
                joined[0].norm in words.groups
                or joined[0].norm in words.concepts
                or joined[0].norm in words.wider
                or fold(joined[0].text) in stops
            ):
                found[-1] = Token(before.start, piece.end, joined[0].text, joined[0].norm)
                continue
        found.append(piece)
    return tuple(found)
