"""The form of a text in which figures are read: the same length, so that offsets stay those of the source."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_SPACES: Final = "\u00a0\u2006\u2007\u2008\u2009\u200a\u202f"
_FIXED: Final = {
    **dict.fromkeys("‐‑‒–−﹣－", "-"),
    **dict.fromkeys("—―", "—"),
    **dict.fromkeys("〜～∼", "~"),
    **dict.fromkeys("’‘ʼ′‵`´", "'"),
    **dict.fromkeys("“”„«»″", '"'),
    **dict.fromkeys("µμ", "μ"),
    **dict.fromkeys("・･⋅∙•", "·"),
    **dict.fromkeys(_SPACES, "\u00a0"),
    **dict.fromkeys("\u200b\u2060\ufeff", " "),
    "º": "º",
    "ª": "ª",
    "℃": "℃",
    "℉": "℉",
    "⁄": "/",
    "∕": "/",
    "¥": "¥",
    "￥": "¥",
    "￡": "£",
    "￠": "¢",
    "￦": "₩",
}


class _Folding(dict[int, str]):
    """Folds one character on first sight and remembers it; each character stays one character."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = _folded(char)
        if len(self) < 20_000:
            self[code] = folded
        return folded


def _folded(char: str) -> str:
    if char in _FIXED:
        return _FIXED[char]
    digit = unicodedata.decimal(char, None)
    if digit is not None:
        return str(digit)
    if "\uff01" <= char <= "\uff5e":
        return chr(ord(char) - 0xFEE0).lower()
    base = unicodedata.normalize("NFD", char)[0]
    if base.isascii() and base.isalpha():
        return base.lower()
    if char.isspace() and char not in "\n\t":
        return " "
    lowered = char.lower()
    return lowered if len(lowered) == 1 else char


_FOLDING: Final = _Folding()


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Lower case, ASCII digits, plain signs, Latin letters without accents; one character for each of `text`.

    Hyphens, en dash and minus become `-`, the spaces that do not break become U+00A0.
    """
    return text.lower() if text.isascii() else text.translate(_FOLDING)
