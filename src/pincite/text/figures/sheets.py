"""Rows of values parted by commas, read as a table."""

from __future__ import annotations

import re
from typing import Final

_ROW: Final = re.compile(r"[^,\s][^,\n]{0,60}(?:,[^,\s][^,\n]{0,60})+")
_HEAD: Final = re.compile(r"[^\W\d][\w .()%$€/-]{0,40}(?:,[^\W\d][\w .()%$€/-]{0,40})+")
_THOUSANDS: Final = re.compile(r"[0-9],[0-9]{3}(?![0-9])")


def as_table(text: str) -> str:
    """The text with the commas of such rows replaced by `|`; offsets stay those of the source.

    The first row names the columns and every row has as many commas, none of them before a space.
    """
    if "," not in text or "\n" not in text:
        return text
    lines = text.split("\n")
    made = list(lines)
    at = 0
    while at < len(lines):
        count = lines[at].count(",") if _HEAD.fullmatch(lines[at]) else 0
        end = at + 1
        while count and end < len(lines) and lines[end].count(",") == count and _ROW.fullmatch(lines[end]):
            if count == 1 and _THOUSANDS.search(lines[end]) is not None:
                break
            end += 1
        if count and end - at > 1:
            made[at] = lines[at].replace(",", "|").replace("_", " ")
            made[at + 1 : end] = [line.replace(",", "|") for line in lines[at + 1 : end]]
        at = end
    return "\n".join(made)
