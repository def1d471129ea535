"""Groups of numbers: `1`, `1, 3`, `1–3`, `1，3`, and whether the place they stand in is a citation's."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise
from typing import Final

from msgspec import Struct

_FOLDED: Final = str.maketrans(
    dict.fromkeys("，、；;･", ",")
    | dict.fromkeys("–—−‐‑‒～~－", "-")
    | dict.fromkeys("\u200b\u200c\u200d\ufeff", "")
)
_ALLOWED: Final = re.compile(r"[\d,\-\s]{1,400}")
_WORDS: Final = re.compile(r"(?<=\d)\s*(?:\band\b|\bund\b|\bet\b|\by\b|&|和|与|と)\s*(?=\d)", re.IGNORECASE)
_PART: Final = re.compile(r"(\d{1,6})(?:\s*-\s*(\d{1,6}))?")
_SPACED: Final = re.compile(r"\d{1,3}(?:\s+\d{1,3})+")
_BROKEN: Final = re.compile(r"-?\s*\d{0,3}\s*-?")
# Longer ranges are page or year ranges; no answer cites a thousand sources at once.
MOST_IN_RANGE: Final = 500
LARGEST: Final = 999


class Numbers(Struct, frozen=True):
    """The parts of a group as written: single numbers (`last` equal to `first`) and ranges."""

    parts: tuple[tuple[int, int], ...]
    broken: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """All numbers named, in order, each once."""
        found: dict[str, None] = {}
        for first, last in self.parts:
            for number in range(first, last + 1) if first <= last else (first, last):
                found[str(number)] = None
        return tuple(found)

    @property
    def style(self) -> str:
        if any(first != last for first, last in self.parts):
            return "bracket_range"
        return "bracket_list" if len(self.parts) > 1 else "bracket_number"

    @property
    def largest(self) -> int:
        return max((max(part) for part in self.parts), default=0)


def read_numbers(content: str) -> Numbers | None:
    """The group that the content is, `broken` where a comma or dash lacks a number; None for no group."""
    folded = content.translate(_FOLDED)
    if not folded.isascii() or not folded.isdigit():
        folded = _WORDS.sub(",", folded)
        if _ALLOWED.fullmatch(folded) is None:
            return None
    parts: list[tuple[int, int]] = []
    broken = False
    for piece in folded.split(","):
        part = piece.strip()
        if (match := _PART.fullmatch(part)) is not None:
            first = int(match.group(1))
            last = int(match.group(2)) if match.group(2) else first
            if last - first >= MOST_IN_RANGE:
                return None
            broken = broken or last < first
            parts.append((first, last))
        elif _SPACED.fullmatch(part) is not None:
            parts.extend((int(number), int(number)) for number in part.split())
        elif _BROKEN.fullmatch(part) is not None:
            broken = True
            if digits := re.sub(r"\D", "", part):
                parts.append((int(digits), int(digits)))
        else:
            return None
    if not parts:
        return None
    return Numbers(tuple(parts), broken)


# Verbs and nouns of reporting, then a preposition: "as shown in [1, 5]", "according to [2, 3]".
_REPORTING: Final = re.compile(
    r"(?:\b(?:shown|described|reported|discussed|noted|found|listed|given|stated|presented|proposed|cited|mentioned"
    r"|explained|defined|documented|according|see|by|work|works|study|studies|results?|findings?|data|references?"
    r"|evidence|sources?|gemäß|laut|siehe|nach|selon|voir|según|véase|vgl\.|cf\.)"
    r"(?:\s+(?:in|by|of|to|from|the|also|both|en|dans|por|par|auch))*)\s*$",
    re.IGNORECASE,
)
_INTERVAL: Final = re.compile(
    r"(?:\b(?:in|within|into|intervals?|ranges?|between|window|from|over|to|is|are|be|of|on"
    r"|scale|im|intervalls?|bereichs?|auf|zwischen|entre|dans|intervalle|en|rango|intervalo"
    r"|de|à|a|ist|est|es)|[=∈:∊⊂×]|区间|範囲|区間|范围|在|为)\s*$",
    re.IGNORECASE,
)
_INTERVAL_AFTER: Final = re.compile(
    r"\s*(?:-?\s*(?:intervals?|ranges?|scale|window|domain)\b|区间|範囲|区間)", re.IGNORECASE
)
_DATA: Final = re.compile(
    r"(?:\b(?:lists?|arrays?|vectors?|tensors?|shapes?|sequences?|inputs?|outputs?|sets?|values?|numbers?|matrix|tuples?"
    r"|sizes?|dimensions?|returns?|returned|prints?|gives?|yields?|equals?|is|are|of|liste|folge|feld|vektor|tableau"
    r"|liste|vecteur|lista|arreglo|vector|be)|[=:∈])\s*$",
    re.IGNORECASE,
)
_QUANTITY_AFTER: Final = re.compile(
    r"\s*(?:%|°|€|\$|£|(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|min|sec|km|cm|mm|kg|mg|ml|meters?|metres?"
    r"|points?|percent|pages?|people|persons?|jahren?|tagen?|stunden?|minuten|prozent|ans|jours|heures|años|días)\b)",
    re.IGNORECASE,
)
_QUANTITY_BEFORE: Final = re.compile(
    r"\b(?:ages?|aged|range|ranges|between|from|pages?|pp?\.|years?|chapters?|verses?|seiten?|jahre|bereich)\s*$",
    re.IGNORECASE,
)
_LOOK: Final = 48


def is_data(numbers: Numbers, text: str, start: int, end: int, known: Collection[str]) -> bool:
    """Whether the group at `text[start:end]` is an interval, array, year or quantity and cites nothing."""
    if text[start:end] in known:
        return False
    if numbers.largest > LARGEST:
        return not all(key in known for key in numbers.keys)
    if len(numbers.parts) == 1 and numbers.parts[0][0] == numbers.parts[0][1]:
        return False
    before = text[max(0, start - _LOOK) : start]
    if _REPORTING.search(before) is not None:
        return False
    ranged = any(first != last for first, last in numbers.parts)
    if ranged:
        # [0-9] is a class of characters.
        if numbers.parts == ((0, 9),) and not {"0", "9"} <= set(known):
            return True
        return _QUANTITY_BEFORE.search(before) is not None or _QUANTITY_AFTER.match(text, end) is not None
    singles = [first for first, _ in numbers.parts]
    rising = all(a < b for a, b in pairwise(singles))
    if len(singles) == 2:
        if not rising:
            return False
        if singles[0] == 0 and singles[1] >= 50:
            return True
        return _INTERVAL.search(before) is not None or _INTERVAL_AFTER.match(text, end) is not None
    if _DATA.search(before) is not None:
        return True
    if rising:
        return len(singles) > 40
    return len(singles) > 6 or len(set(singles)) < len(singles) or max(singles) >= 100
