"""LaTeX as it stands in bibliographies, as plain text: accents, special letters, dashes, and no commands."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_ACCENTS: Final = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328",
    "b": "\u0331",
}  # fmt: skip
_LETTERS: Final = {
    "aa": "å", "AA": "Å", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł",
    "ss": "ß", "i": "ı", "j": "ȷ", "dh": "ð", "th": "þ", "DH": "Ð", "TH": "Þ", "dj": "đ", "DJ": "Đ",
    "textendash": "–", "textemdash": "—", "textquoteright": "’", "textquoteleft": "‘", "ldots": "…",
    "dots": "…", "textasciitilde": "~", "copyright": "©", "pounds": "£", "S": "§",
}  # fmt: skip
# \"{o} \"o \'{\i} \c{c} \v s: a sign may touch its letter, a letter needs a brace or a blank between.
_ACCENT: Final = re.compile(
    r"\\(?:(?P<sign>[`'^~=.\"])\s*|(?P<name>[uvHcdbkr])(?:\s+|(?=\{)))"
    r"(?:\{\s*\\?(?P<braced>[^\W\d_])\s*\}|\\?(?P<bare>[^\W\d_]))"
)
_LETTER: Final = re.compile(
    rf"\\({'|'.join(sorted(_LETTERS, key=len, reverse=True))})(?![A-Za-z])(?:\{{\}}|\s+(?=\w))?"
)
_ESCAPED: Final = re.compile(r"\\([&%$#_{}])")
_HELD: Final = {"{": "\ue000", "}": "\ue001", "$": "\ue002"}
"""Signs that mean themselves where they are escaped, in private characters until the others are gone."""
_COMMAND: Final = re.compile(r"\\(?P<name>[A-Za-z]+)\*?\s*")


def plain_text(latex: str) -> str:
    """The text that the LaTeX shows, on one line. Unknown commands go, what they enclose stays."""
    if "\\" in latex:
        text = _ACCENT.sub(_accented, latex)
        text = _LETTER.sub(lambda match: _LETTERS[match[1]], text)
        text = _ESCAPED.sub(lambda match: _HELD.get(match[1], match[1]), text)
        text = _COMMAND.sub(_command, text).replace("\\\\", " ").replace("\\", "")
    else:
        text = latex
    text = text.replace("---", "—").replace("--", "–").replace("``", "“").replace("''", "”").replace("~", " ")
    text = text.replace("{", "").replace("}", "").replace("$", "")
    for sign, stand_in in _HELD.items():
        text = text.replace(stand_in, sign)
    return " ".join(text.split())


def _command(match: re.Match[str]) -> str:
    """A logo shows its name (`\\TeX`, `\\BibTeX`); other commands show nothing of their own."""
    return f"{match['name']} " if match["name"] != match["name"].lower() else " "


def _accented(match: re.Match[str]) -> str:
    letter = match["braced"] or match["bare"]
    # A dotless i under an accent is an i.
    return unicodedata.normalize("NFC", letter + _ACCENTS[match["sign"] or match["name"]])
