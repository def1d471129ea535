"""Stretches between paired quotation marks, for readers that must not look inside them.

(What a quotation is as a claim about a source is decided in `pincite.text.quotes`.)
"""

from __future__ import annotations

import re
from typing import Final

# A straight mark opens after a blank or an opening sign and closes before anything but a letter, so that
# inches and apostrophes pair with nothing.
_PAIRS: Final = (
    ("“", re.compile(r"“[^“”\n]{1,600}”")),
    ("„", re.compile(r"„[^„“”\n]{1,600}[“”]")),
    ("«", re.compile(r"«[^«»\n]{1,600}»")),
    ("「", re.compile(r"「[^「」\n]{1,600}」")),
    ("『", re.compile(r"『[^『』\n]{1,600}』")),
    ('"', re.compile(r"(?<![^\s(\[—–>*_-])\"(?=\S)[^\"\n]{1,600}(?<=\S)\"(?![^\W_])")),
)


def quoted_stretches(text: str) -> list[tuple[int, int]]:
    """Start and end of each, marks included, in order; of two that overlap the first counts.

    None spans a line break or more than 600 characters.
    """
    found = [match.span() for sign, pattern in _PAIRS if sign in text for match in pattern.finditer(text)]
    found.sort()
    kept: list[tuple[int, int]] = []
    for left, right in found:
        if not kept or left >= kept[-1][1]:
            kept.append((left, right))
    return kept
