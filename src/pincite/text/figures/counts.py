"""Counts that follow from cited ones: all but two of 31, half of 40, two parts together, so many for each."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import Final

from pincite.model import Figure
from pincite.text.figures.combining import MOST_PAIRED, close, related, same_noun, single, worth
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.terms import Cues
from pincite.text.words import stem

_EXCEPT: Final = re.compile(
    r"(?:\b(?:all|every|alle[rsn]?|tou(?:s|tes)|todos|todas)\b[^.;\n]{0,40}?)"
    r"\b(?:but|except(?: for)?|bis auf|ausser|mit ausnahme von|sauf|hormis|menos|excepto|salvo) $"
)
_OF: Final = re.compile(
    r"(?:[ \u00a0][a-z]{1,12})?[ \u00a0](?:of|von|der|des?|del|de los|de las)"
    r"(?:[ \u00a0](?:the|its|their|these|those|all|los|las|les|den))*[ \u00a0][€$£]?"
)
_EACH: Final = re.compile(
    r"(?<![a-z])(?:per|pro|je|par|por|each|every|cada|jede[rs]?|chaque)[ \u00a0]([a-zß]{3,})"
)
_WORD: Final = re.compile(r"[a-zß]+")


def remainder(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """29 beside "all but two of the 31", and two of "all but two of the 31" beside 29 of 31."""
    value = figure.value
    if value is None or figure.unit or value.denominator != 1 or figure.high is not None:
        return None
    for item in pool.items:
        if not _excepted(item, pool):
            continue
        for whole in pool.beside(item):
            if (
                single(item.figure, whole.figure)
                and worth(whole) - worth(item) == value > 0
                and related(item, pool, cues)
            ):
                return whole
    return _own_remainder(figure, pool, cues)


def _excepted(item: Candidate, pool: Pool) -> bool:
    figure = item.figure
    if figure.kind != "number" or figure.unit or item.passage is None or figure.high is not None:
        return False
    return _EXCEPT.search(pool.folded(item), max(0, figure.start - 80), figure.start) is not None


def _own_remainder(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    if _EXCEPT.search(cues.folded, max(0, figure.start - 80), figure.start) is None:
        return None
    for group in pool.groups:
        counted = [item for item in group if single(figure, item.figure)]
        for one, two in pairwise(counted[:MOST_PAIRED]):
            if abs(worth(one) - worth(two)) == figure.value and related(one, pool, cues):
                return one
    return None


def part_of_whole(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """20 beside "half of the 40", €5 million beside "25% of the €20 million"."""
    value = figure.value
    if value is None or figure.high is not None:
        return None
    for one, two in pairwise(pool.items):
        part = _part(one.figure)
        if part is None or one.passage != two.passage or not single(figure, two.figure):
            continue
        if two.figure.start - one.figure.end > 30 or not worth(two):
            continue
        if _OF.fullmatch(pool.folded(one), one.figure.end, two.figure.start) is None:
            continue
        if close(value, part * worth(two), figure) and (
            same_noun(figure, two.figure) or related(two, pool, cues)
        ):
            return two
    return None


def _part(figure: Figure) -> Fraction | None:
    if figure.value is None or figure.high is not None or figure.bound not in (None, "about"):
        return None
    if figure.kind == "percent":
        return figure.value / 100 if 0 < figure.value < 100 else None
    spoken = figure.kind == "number" and not figure.unit and figure.step == figure.value
    return figure.value if spoken and 0 < figure.value < 1 else None


def named_sum(figure: Figure, pool: Pool, cues: Cues) -> tuple[bool, Candidate] | None:
    """Whether the parts that the claim names ("Blue and Green together") make up its figure; None if unclear.

    A part is named by the one word right before or behind its figure.
    """
    if figure.value is None or figure.high is not None or figure.bound is not None or not cues.together:
        return None
    for group in pool.groups:
        inside = [item for item in group if single(figure, item.figure)]
        if not 3 <= len(inside) <= MOST_PAIRED:
            continue
        named = [item for item in inside if _label(item, pool) in cues.set]
        if len(named) != 2 or len({_label(item, pool) for item in inside}) != len(inside):
            continue
        total = worth(named[0]) + worth(named[1])
        return close(figure.value, total, figure), named[0]
    return None


def _label(item: Candidate, pool: Pool) -> str:
    words = _WORD.findall(pool.folded(item), max(0, item.figure.start - 20), item.figure.start)
    return words[-1] if words and len(words[-1]) > 2 else ""


def for_each(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """€200,000 per employee beside €84 million and 420 employees; 25 trees each beside 1,000 trees."""
    value = figure.value
    if value is None or value <= 0 or figure.high is not None:
        return None
    around = _EACH.findall(cues.folded, max(0, figure.start - 60), figure.end + 30)
    if not around:
        return None
    sharers = {stem(word) for word in around}
    counted = [item for item in pool.items if item.figure.kind == "number" and not item.figure.unit]
    heads = [item for item in counted if stem(item.figure.noun) in sharers and item.figure.high is None]
    for head in heads[:MOST_PAIRED]:
        if not head.figure.value or worth(head) < 2:
            continue
        for whole in pool.items[:_MOST_WHOLES]:
            if not single(figure, whole.figure) or whole is head:
                continue
            if not figure.unit and not same_noun(figure, whole.figure):
                continue
            if close(value, worth(whole) / worth(head), figure) and related(whole, pool, cues):
                return whole
    return None


_MOST_WHOLES: Final = 60
