"""Shares that two cited counts or amounts give: 207 of 312 are two thirds, 66 %, under seven in ten."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from pincite.model import Figure
from pincite.text.figures.combining import MOST_PAIRED, close, related, single, worth
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.terms import Cues

_WHOLE_BEFORE: Final = re.compile(
    r"(?:\bof|out of|among|total|all|von|der|insgesamt|unter|sur|parmi|des?|entre|los|las|en total)"
    r"(?: (?:a|the|its|their|these|those|all|les|las|los|den|der|total|total of|about|some|of))*"
    r"(?: total)?(?: of)? ?[€$£]?$"
)
_OF: Final = re.compile(r"[^\n.;]{0,24}(?: of | out of |/| von | sur | de )[^\n.;0-9]{0,12}")
_THEM: Final = re.compile(
    r"[ \u00a0](?:of (?:them|these|those)|davon|von ihnen|d'entre eux|de ellos|de ellas)(?![a-z])"
)
_WHICH: Final = re.compile(
    r"(?:of which|of whom|davon|darunter|dont|de los cuales|de las cuales|其中|うち)[ \u00a0]?$"
)
_MOST: Final = 60
_AMOUNTS: Final = frozenset({"number", "money", "measure"})
_FLAGGED: Final = Fraction(1, 25)  # "roughly two thirds" is met this far from it
_PLAIN: Final = Fraction(3, 200)  # "a quarter" is met by 25.2 %
_REACH: Final = 40
_FAR: Final = Fraction(3, 2)


def share(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """The part of two cited figures of which `figure` states the share, or None."""
    wanted = _wanted(figure)
    if wanted is None:
        return None
    for group in pool.groups:
        counted = [item for item in group if item.figure.kind in _AMOUNTS and item.figure.high is None]
        if not 2 <= len(counted) <= MOST_PAIRED:
            continue
        for whole in counted:
            for part in counted:
                if not single(part.figure, whole.figure) or not 0 < worth(part) < worth(whole):
                    continue
                if not _stands_for(figure, wanted, worth(part) / worth(whole)):
                    continue
                if _joined(part, whole, pool, figure) or _belong(part, whole, len(counted), pool, cues):
                    return part
    return _of_them(figure, wanted, pool, cues)


def _of_them(figure: Figure, wanted: Fraction, pool: Pool, cues: Cues) -> Candidate | None:
    """The share of a part whose whole stands before it: "412 animals ... 104 of them", "of which 5"."""
    for part in pool.items[:_MOST]:
        if part.passage is None or part.figure.kind not in _AMOUNTS or part.figure.high is not None:
            continue
        folded = pool.folded(part)
        before = folded[max(0, part.figure.start - 20) : part.figure.start]
        if _THEM.match(folded, part.figure.end) is None and _WHICH.search(before) is None:
            continue
        for whole in reversed(pool.items[max(0, part.order - 4) : part.order]):
            if whole.passage != part.passage or not single(part.figure, whole.figure):
                continue
            if not 0 < worth(part) < worth(whole):
                continue
            if _stands_for(figure, wanted, worth(part) / worth(whole)) and (
                related(part, pool, cues) or related(whole, pool, cues)
            ):
                return part
    return None


def _wanted(figure: Figure) -> Fraction | None:
    """The claimed share as a part of one; a decimal like 0.5 is no share."""
    value = figure.value
    if value is None or figure.high is not None:
        return None
    if figure.kind == "percent":
        return value / 100 if 0 < value <= 100 else None
    spoken = figure.kind == "number" and not figure.unit and figure.step == value
    return value if spoken and 0 < value < 1 else None


def _stands_for(figure: Figure, wanted: Fraction, actual: Fraction) -> bool:
    if figure.bound == "above":
        return wanted < actual <= wanted * _FAR
    if figure.bound == "below":
        return wanted / _FAR <= actual < wanted
    if figure.kind == "percent":
        return close(wanted * 100, actual * 100, figure)
    return abs(wanted - actual) <= (_FLAGGED if figure.bound == "about" else _PLAIN)


def _joined(part: Candidate, whole: Candidate, pool: Pool, figure: Figure) -> bool:
    """Whether the text says "7 of 96"; a limit is not tested on ratings like 5.8/10."""
    gap = whole.figure.start - part.figure.end
    if not 0 <= gap <= _REACH:
        return False
    between = pool.folded(part)[part.figure.end : whole.figure.start]
    return _OF.fullmatch(between) is not None and not (figure.bound is not None and "/" in between)


def _belong(part: Candidate, whole: Candidate, count: int, pool: Pool, cues: Cues) -> bool:
    """Whether the text makes one the whole of the other ("of the 400, 31"), and the claim speaks of it."""
    folded = pool.folded(whole)
    before = folded[max(0, whole.figure.start - 24) : whole.figure.start]
    between = folded[whole.figure.end : part.figure.start]
    if _WHOLE_BEFORE.search(before) is not None:
        return count == 2 or related(part, pool, cues, reach=30)
    within = whole.figure.end <= part.figure.start and "(" in between and ")" not in between
    return within and bool(part.figure.noun) and related(part, pool, cues, reach=30)
