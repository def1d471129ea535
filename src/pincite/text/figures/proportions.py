"""Shares told by counting: one in eight, einer von acht, une personne sur dix, 8人に1人."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pincite.text.figures.spelling import spelled
from pincite.text.figures.vocabulary import DE_STEMS, UNITS

_NUMBERS: Final = {
    "en": UNITS["en"] | {"hundred": 100, "thousand": 1000},
    "de": {word: value for word, value in DE_STEMS.items() if value > 1} | {"hundert": 100, "tausend": 1000},
    "fr": UNITS["fr"] | {"cent": 100, "mille": 1000},
    "es": UNITS["es"] | {"cien": 100, "mil": 1000},
}
_WHOLE: Final = r"([0-9]{1,3}(?![0-9.,])|10?,?000(?![0-9])|[a-z]+)(?![^\W_])"
_PATTERNS: Final = (
    ("en", re.compile(rf"([a-z]+|1) in (?:every |each |a )?{_WHOLE}")),
    ("de", re.compile(rf"(eine[rs]?) von {_WHOLE}(?! [0-9])")),
    ("fr", re.compile(rf"([a-z]+)(?: [a-z]{{4,}})? sur {_WHOLE}")),
    ("es", re.compile(rf"([a-z]+) de cada {_WHOLE}")),
)
_JAPANESE: Final = re.compile(r"([0-9]{1,4})人(?:に|中)([0-9]{1,3})人")
_ONES: Final = spelled("1 one einer eine eines un une uno una")
_LARGEST_PART: Final = 9
# "Two in three days" counts days and "1 in 30 countries" may be a rank: no shares.
SPANS: Final = spelled(
    "second seconds minute minutes hour hours day days week weeks month months year years game games match",
    "matches innings stages overs starts attempts tests rounds seasons tage tagen wochen monaten jahren",
    "tag woche monat jahr stunde spiel runde floor line row column weekend monday tuesday wednesday thursday",
    "friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag wochenende stock",
    "jours ans mois semaines dias meses anos countries languages states cities",
)
_RANKS: Final = spelled("no number nr type phase level grade stage world top day week class group part table")


class Proportion(Struct, frozen=True, gc=False):
    start: int
    end: int
    value: Fraction


def proportion(folded: str, start: int) -> Proportion | None:
    """The share that begins with the word or digit at `start`, or None."""
    if folded[start] > "\u2fff":
        return None
    near = folded[start : start + 40]
    if " in " not in near and " von " not in near and " sur " not in near and " de cada " not in near:
        return _japanese(folded, start) if "人" in near else None
    for code, pattern in _PATTERNS:
        match = pattern.match(folded, start)
        if match is None:
            continue
        part, whole = _number(match.group(1), code), _number(match.group(2), code)
        if part is None or whole is None or not 0 < part <= _LARGEST_PART or part >= whole or whole < 2:
            continue
        if _told_otherwise(folded, start, match.end()):
            return None
        return Proportion(start, match.end(), Fraction(part, whole))
    return None


def _japanese(folded: str, start: int) -> Proportion | None:
    match = _JAPANESE.match(folded, start)
    if match is None or int(match.group(2)) >= int(match.group(1)):
        return None
    return Proportion(start, match.end(), Fraction(int(match.group(2)), int(match.group(1))))


def _number(word: str, code: str) -> int | None:
    if word in _ONES:
        return 1
    return int(word.replace(",", "")) if word[0].isdigit() else _NUMBERS[code].get(word)


def _told_otherwise(folded: str, start: int, end: int) -> bool:
    behind = re.match(r"[ \u00a0-]([a-z]+)", folded[end : end + 20])
    if behind is not None and behind.group(1) in SPANS:
        return True
    left = folded[max(0, start - 16) : start].rstrip(" .")
    return left.endswith("#") or left.rpartition(" ")[2] in _RANKS
