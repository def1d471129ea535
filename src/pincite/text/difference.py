"""What differs between two wordings, word by word, to show it (never to accept it)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from rapidfuzz.distance import Levenshtein

from pincite.model.span import Span
from pincite.text.wording import wording

Op = Literal["equal", "insert", "delete"]

LONGEST = 4000
"""Longer texts (in words) are compared by their common beginning and end only."""


class DiffPiece(Struct, frozen=True):
    """`a[a_span]` and `b[b_span]`: the same words, or words that only one of them has (the other span is
    empty).
    """

    op: Op
    a_span: Span
    b_span: Span


def word_difference(a: str, b: str, *, ignore_case: bool = False) -> tuple[DiffPiece, ...]:
    """The pieces that turn `a` into `b`; in order they tile both texts.

    A replacement is a deletion followed by an insertion. Words are equal when only their rendering
    differs (ligatures, line-break hyphens, forms of quotation marks); letter case (unless `ignore_case`)
    and punctuation count.
    """
    left, right = _units(a, ignore_case), _units(b, ignore_case)
    if not left and not right:
        return (DiffPiece("equal", Span(0, len(a)), Span(0, len(b))),) if a or b else ()
    pieces: list[DiffPiece] = []
    for tag, i1, i2, j1, j2 in _operations([unit[2] for unit in left], [unit[2] for unit in right]):
        a_span, b_span = _span(left, i1, i2, len(a)), _span(right, j1, j2, len(b))
        if tag == "equal":
            pieces.append(DiffPiece("equal", a_span, b_span))
            continue
        if len(a_span):
            pieces.append(DiffPiece("delete", a_span, Span(b_span.start, b_span.start)))
        if len(b_span):
            pieces.append(DiffPiece("insert", Span(a_span.end, a_span.end), b_span))
    return tuple(pieces)


def describe(quote: str, source: str) -> str:
    """The first differences in one line: `“may” is “must” in the source; “not” is left out`.

    Letter case is passed over, and so is punctuation beside a changed word.
    """
    phrases: list[tuple[bool, str]] = []
    pieces = word_difference(quote, source, ignore_case=True)
    for index, piece in enumerate(pieces):
        before = pieces[index - 1] if index else None
        after = pieces[index + 1] if index + 1 < len(pieces) else None
        mine, theirs = _short(piece.a_span.of(quote)), _short(piece.b_span.of(source))
        if piece.op == "delete" and after is not None and after.op == "insert":
            theirs = _short(after.b_span.of(source))
            phrases.append((_wordy(mine + theirs), f"“{mine}” is “{theirs}” in the source"))
        elif piece.op == "delete":
            phrases.append((_wordy(mine), f"“{mine}” is not in the source"))
        elif piece.op == "insert" and (before is None or before.op != "delete"):
            phrases.append((_wordy(theirs), f"“{theirs}” is left out"))
    said = [phrase for wordy, phrase in phrases if wordy] or [phrase for _, phrase in phrases]
    return "; ".join(said[:3]) + ("; and more" if len(said) > 3 else "")


def _wordy(text: str) -> bool:
    return any(map(str.isalnum, text))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57].rstrip() + "..."


def _units(text: str, ignore_case: bool) -> list[tuple[int, int, str]]:
    """Words and signs with their offsets and what is compared of them."""
    words = wording(text)
    units: list[tuple[int, int, str]] = []
    at = 0
    for index, (start, end) in enumerate(zip(words.starts, words.ends, strict=True)):
        units.extend(_sign_units(text, at, start))
        form = words.form(index).replace("\x01", "")
        units.append((start, end, form.casefold() if ignore_case else form))
        at = end
    units.extend(_sign_units(text, at, len(text)))
    return units


_SIGN = re.compile(r"[^\s]")


def _sign_units(text: str, start: int, end: int) -> list[tuple[int, int, str]]:
    return [(m.start(), m.end(), _sign(m.group())) for m in _SIGN.finditer(text, start, end)]


@lru_cache(maxsize=1024)
def _sign(sign: str) -> str:
    if sign in '"“”„‟«»「」『』〝〞〟＂':
        return '"'
    if sign in "'‘’‚‛‹›＇`´":
        return "'"
    return "-" if sign in "‐‑–—―−﹣－" else sign


def _span(units: list[tuple[int, int, str]], first: int, last: int, length: int) -> Span:
    """From the start of a unit to the start of the next one, so that white space belongs to the unit
    before it.
    """
    if not units:
        return Span(0, length)
    start = 0 if first == 0 else (units[first][0] if first < len(units) else length)
    end = units[last][0] if last < len(units) else length
    return Span(start, start if last == 0 else end)


def _operations(left: list[str], right: list[str]) -> list[tuple[str, int, int, int, int]]:
    head = 0
    shorter = min(len(left), len(right))
    if shorter <= LONGEST and max(len(left), len(right)) <= LONGEST:
        return [
            (op.tag, op.src_start, op.src_end, op.dest_start, op.dest_end)
            for op in Levenshtein.opcodes(left, right)
        ]
    while head < shorter and left[head] == right[head]:
        head += 1
    tail = 0
    while tail < shorter - head and left[-1 - tail] == right[-1 - tail]:
        tail += 1
    inner = ("replace", head, len(left) - tail, head, len(right) - tail)
    operations = [("equal", 0, head, 0, head)] if head else []
    if inner[1] < inner[2] or inner[3] < inner[4]:
        operations.append(inner)
    if tail:
        operations.append(("equal", inner[2], len(left), inner[4], len(right)))
    return operations
