"""Lists in running text: how many items they have."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_ITEMS: Final = re.compile(r",[ ]*(?:and |or |und |et |y )?|[ ](?:and|or|und|et|y|&)[ ]|、|，|和|及|と")


@lru_cache(maxsize=2048)
def list_lengths(text: str) -> frozenset[int]:
    """How many items the lists of a text have; a list is short pieces between commas and an "and"."""
    lengths: set[int] = set()
    for sentence in re.split(r"[.!?:()] |[\n。！？：]|: |\) ", text):
        if not sentence:
            continue
        pieces = _ITEMS.split(sentence)
        if 2 <= len(pieces) <= 20:
            middle = pieces[1:-1]
            if all(0 < len(piece) <= 60 for piece in middle):
                lengths.add(len(pieces))
    return frozenset(lengths)
