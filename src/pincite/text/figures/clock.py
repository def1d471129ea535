"""Times of day: 17:30, 5 p.m., 18 Uhr, 17h30, 午後3時."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from msgspec import Struct

_HALF_DAY: Final = r"([ap])(?:\.[ ]?m\.?|m)(?![a-z])"
_COLON: Final = re.compile(
    r"([0-9]{1,2}):([0-5][0-9])(?::([0-5][0-9]))?(?![0-9:])"
    rf"(?:[ \u00a0]?{_HALF_DAY}|[ \u00a0]?(uhr|hrs|h)\b)?"
)
_POINT: Final = re.compile(rf"([0-9]{{1,2}})\.([0-5][0-9])[ \u00a0]?{_HALF_DAY}")
_HOUR: Final = re.compile(rf"([0-9]{{1,2}})[ \u00a0]?{_HALF_DAY}")
_UHR: Final = re.compile(r"([0-9]{1,2})(?:\.([0-5][0-9]))?[ \u00a0]uhr\b")
_FRENCH: Final = re.compile(r"([0-9]{1,2})[ \u00a0]?h[ \u00a0]?([0-5][0-9])(?![0-9])(?:[ ]?min)?")
_CJK: Final = re.compile(r"([0-9]{1,2})[时時点點](?!間|间)(?:([0-5]?[0-9])分|(半))?")
_AFTERNOON: Final = ("下午", "午後", "晚上", "傍晚", "夜")
_RATIO_CUES: Final = ("ratio", "odds", "verhaltnis", "rapport", "relacion", "proporcion", "比")


class Clock(Struct, frozen=True, gc=False):
    """A time of day in minutes; `open_` when it could be the morning or the afternoon."""

    end: int
    minutes: Fraction
    open_: bool = False


def read_clock(folded: str, start: int, end: int) -> Clock | None:
    """The time of day that begins with the one or two digits `folded[start:end]`."""
    following = folded[end : end + 1]
    if following == ":":
        return _colon(folded, start)
    if following == ".":
        match = _POINT.match(folded, start)
        if match is not None:
            return _twelve(match.end(), int(match.group(1)), int(match.group(2)), match.group(3))
    for pattern in (_HOUR, _UHR, _FRENCH, _CJK):
        match = pattern.match(folded, start)
        if match is None:
            continue
        if pattern is _FRENCH and match.group().endswith("min"):
            return None  # 1 h 45 min is how long something takes
        hour = int(match.group(1))
        if pattern is _HOUR:
            return _twelve(match.end(), hour, 0, match.group(2))
        minute = int(match.group(2) or 0)
        if pattern is _CJK:
            if match.group(3):
                minute = 30
            if folded[max(0, start - 2) : start].endswith(_AFTERNOON) and hour < 12:
                hour += 12
        return Clock(match.end(), Fraction(hour * 60 + minute)) if hour <= 24 else None
    return None


def _colon(folded: str, start: int) -> Clock | None:
    match = _COLON.match(folded, start)
    if match is None or folded[max(0, start - 24) : start].rstrip().endswith(_RATIO_CUES):
        return None
    hour, minute = int(match.group(1)), int(match.group(2))
    if match.group(4):
        return _twelve(match.end(), hour, minute, match.group(4))
    if match.group(3) or hour > 24:
        return Clock(match.end(), Fraction(hour * 60 + minute) + Fraction(int(match.group(3) or 0), 60))
    return Clock(match.end(), Fraction(hour * 60 + minute), open_=1 <= hour <= 12 and not match.group(5))


def _twelve(end: int, hour: int, minute: int, half: str) -> Clock | None:
    if not 1 <= hour <= 12:
        return None
    hour = hour % 12 + (12 if half == "p" else 0)
    return Clock(end, Fraction(hour * 60 + minute))
