"""Reads regular expressions for a repeat inside a repeat that can take the same text in several ways.

`(a+)+` parts a run of letters in exponentially many ways before it fails; `(a+b)+` and `(a++)+` do not. Sets
of characters are compared by a sample of them.
"""

from __future__ import annotations

import re
from re import _constants as const  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_SAMPLE = frozenset(map(chr, range(1, 0x250))) | frozenset(
    "ẞ–—―‐‑’‘“”„…•€₹℃№™⁰₁一二三年的不はがアカー。、，：；！？（）「」【】［］〉\u3000\u200b\u200d\u0301\ufeff１ａＡ①½¹²"
)
_CATEGORIES = {
    const.CATEGORY_DIGIT: r"\d",
    const.CATEGORY_NOT_DIGIT: r"\D",
    const.CATEGORY_SPACE: r"\s",
    const.CATEGORY_NOT_SPACE: r"\S",
    const.CATEGORY_WORD: r"\w",
    const.CATEGORY_NOT_WORD: r"\W",
}
_Set = frozenset[str]
_NONE: _Set = frozenset()
_BACKTRACKING = (const.MAX_REPEAT, const.MIN_REPEAT)
_REPEATS = (*_BACKTRACKING, const.POSSESSIVE_REPEAT)


class _Reader:
    def __init__(self, flags: int) -> None:
        self._folds = bool(flags & re.IGNORECASE)
        self.found: list[str] = []

    def _cases(self, characters: _Set) -> _Set:
        if not self._folds:
            return characters
        return characters | {v for c in characters for v in (c.lower(), c.upper()) if len(v) == 1}

    def _members(self, items: Any) -> _Set:
        negated = False
        found: set[str] = set()
        for op, value in items:
            if op is const.NEGATE:
                negated = True
            elif op is const.LITERAL:
                found.add(chr(value))
            elif op is const.RANGE:
                found |= {c for c in _SAMPLE if value[0] <= ord(c) <= value[1]}
            elif op is const.CATEGORY:
                found |= {c for c in _SAMPLE if re.match(_CATEGORIES[value], c)}
        members = self._cases(frozenset(found))
        return (_SAMPLE | members) - members if negated else members

    def first(self, sequence: Any) -> tuple[_Set, bool]:
        """The characters that a sequence can begin with, and whether it can be empty."""
        found: _Set = _NONE
        for op, value in sequence:
            characters, empty = self._first(op, value)
            found |= characters
            if not empty:
                return found, False
        return found, True

    def _first(self, op: Any, value: Any) -> tuple[_Set, bool]:
        if op is const.LITERAL:
            return self._cases(frozenset(chr(value))), False
        if op is const.NOT_LITERAL:
            return _SAMPLE - self._cases(frozenset(chr(value))), False
        if op is const.ANY:
            return _SAMPLE, False
        if op is const.IN:
            return self._members(value), False
        if op is const.BRANCH:
            branches = [self.first(branch) for branch in value[1]]
            return frozenset().union(*(c for c, _ in branches)), any(empty for _, empty in branches)
        if op is const.SUBPATTERN:
            return self.first(value[3])
        if op is const.ATOMIC_GROUP:
            return self.first(value)
        if op in _REPEATS:
            characters, empty = self.first(value[2])
            return characters, empty or value[0] == 0
        if op in (const.GROUPREF, const.GROUPREF_EXISTS):
            return _SAMPLE, True
        return _NONE, True

    def walk(self, sequence: Any, behind: _Set, *, inside: bool) -> None:
        """`behind` are the characters that can follow the sequence; `inside` says that it stands in a repeat
        without end that gives back what it took."""
        items = list(sequence)
        for at, (op, value) in enumerate(items):
            following, empty = self.first(items[at + 1 :])
            if empty:
                following |= behind
            if op is const.SUBPATTERN:
                self.walk(value[3], following, inside=inside)
            elif op is const.BRANCH:
                for branch in value[1]:
                    self.walk(branch, following, inside=inside)
            elif op is const.ATOMIC_GROUP:
                self.walk(value, following, inside=False)
            elif op in (const.ASSERT, const.ASSERT_NOT):
                self.walk(value[1], _NONE, inside=False)
            elif op in _REPEATS:
                self._repeat(op, value, following, inside=inside)

    def _repeat(self, op: Any, value: Any, following: _Set, *, inside: bool) -> None:
        _, most, body = value
        own, _ = self.first(body)
        endless = most == const.MAXREPEAT and op in _BACKTRACKING
        if endless and inside and (shared := own & following):
            self.found.append(f"a run of {sorted(shared)[0]!r} can be parted in several ways")
        self.walk(body, following if most == 1 else following | own, inside=inside or endless)


def ambiguous(pattern: str, flags: int = 0) -> list[str]:
    """What can be parted in several ways by nested repeats of the pattern."""
    reader = _Reader(flags)
    reader.walk(parser.parse(pattern, flags & ~re.DEBUG), _NONE, inside=False)
    return reader.found
