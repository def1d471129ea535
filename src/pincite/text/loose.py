"""Structure that Markdown does not see in a run of lines: bullets, enumerations, tables parted by bars.

Stored passages come from word processors and PDF files, and models imitate them: `• item`, `(a) item`,
`一、item`, `Revenue | 21,903 | 20,114`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple

PartKind = Literal["paragraph", "list_item", "table_header", "table_row", "definition", "rule"]


class Part(NamedTuple):
    """Lines `first` to `last` (exclusive) of the paragraph, and what they are."""

    kind: PartKind
    first: int
    last: int


_ROMAN_OR_LETTER: Final = r"(?:[a-zA-Z]|[ivx]{1,4}|\d{1,2})"
_HAN_NUMBER: Final = "[一二三四五六七八九十]{1,3}"
# `bullet` is sure on its own; the other classes also start ordinary lines, so they need a second line of
# the same class somewhere in the text, or a colon before them.
_ITEM: Final = re.compile(
    r"[ \t]*(?:(?P<bullet>[•‣◦▪▫●○■◆∙⁃])"
    r"|(?P<dash>[–—·][ \t])"
    rf"|(?P<bracketed>\({_ROMAN_OR_LETTER}\)|（(?:{_HAN_NUMBER}|\d{{1,2}})）)"
    rf"|(?P<half>{_ROMAN_OR_LETTER}\)[ \t])"
    r"|(?P<circled>[①-⑳])"
    rf"|(?P<han>{_HAN_NUMBER}[、．])"
    r"|(?P<number>\d{1,2}(?:[、．]|\.[ \t])))[ \t]*(?=\S)"
)
_DEFINITION: Final = re.compile(r"[ \t]{0,3}\[[^\]\n]{1,100}\]:[ \t]")
_DELIMITER: Final = re.compile(r"[ \t]*\|?[ \t:|+-]*-[ \t:|+-]*$")
_BAR: Final = re.compile(r"(?<!\\)\|")
_COLON: Final = re.compile(r"[:：][*_ \t]*$")
_STOP: Final = re.compile(r"[.!?。！？][\"'”’»)\]*]*[ \t]*$")
_FIGURE: Final = re.compile(r"[(−+\-–~≈<>]*[$€£¥₹]?[ ]?\d")
_YEAR: Final = re.compile(r"(?:19|20)\d\d(?:\D.*)?$")
_LONG: Final = 60


def item_classes(lines: Sequence[str]) -> frozenset[str]:
    """The classes of enumeration signs that start at least two lines of the text."""
    seen: dict[str, int] = {}
    for line in lines:
        if (match := _ITEM.match(line)) is not None and match.lastgroup is not None:
            seen[match.lastgroup] = seen.get(match.lastgroup, 0) + 1
    return frozenset(name for name, count in seen.items() if count > 1) | {"bullet"}


def cells_of(line: str, start: int = 0) -> list[tuple[int, int]]:
    """Start and end of each cell of a row, trimmed; the outer bars part nothing."""
    edges = [start - 1, *(m.start() for m in _BAR.finditer(line, start)), len(line)]
    found: list[tuple[int, int]] = []
    for left, right in pairwise(edges):
        body = line[left + 1 : right]
        first = left + 1 + len(body) - len(body.lstrip())
        found.append((first, first + len(body.strip())) if body.strip() else (right, right))
    if len(found) > 1 and found[0][0] == found[0][1]:
        found = found[1:]
    if len(found) > 1 and found[-1][0] == found[-1][1]:
        found = found[:-1]
    return found


def loose_parts(lines: Sequence[str], classes: frozenset[str]) -> list[Part]:
    """Part the lines of a paragraph; `classes` comes from `item_classes` of the whole text."""
    parts: list[Part] = []
    at = 0
    while at < len(lines):
        if (last := _table_end(lines, at)) > at:
            parts.extend(_table(lines, at, last))
            at = last
        elif _DEFINITION.match(lines[at]) is not None:
            parts.append(Part("definition", at, at + 1))
            at += 1
        elif _starts_item(lines, at, classes, parts):
            parts.append(Part("list_item", at, at + 1))
            at += 1
        else:
            _append_text(parts, lines, at)
            at += 1
    return parts


def _append_text(parts: list[Part], lines: Sequence[str], at: int) -> None:
    before = parts[-1] if parts else None
    if before is not None and before.kind in ("paragraph", "list_item", "definition"):
        previous, line = lines[at - 1], lines[at]
        goes_on = before.kind == "paragraph" or line[:1] in " \t" or not line[:1].isupper()
        if goes_on or (len(previous) >= _LONG and _STOP.search(previous) is None):
            parts[-1] = before._replace(last=at + 1)
            return
    parts.append(Part("paragraph", at, at + 1))


def _starts_item(lines: Sequence[str], at: int, classes: frozenset[str], parts: Sequence[Part]) -> bool:
    match = _ITEM.match(lines[at])
    if match is None:
        return False
    if match.lastgroup == "bullet":
        return True
    introduced = at > 0 and _COLON.search(lines[at - 1]) is not None
    # Numbers with a full stop are lists by Markdown's own rule wherever they may be; here they go on a list
    # or follow a colon.
    if match.lastgroup == "number" and match.group().rstrip()[-1] == ".":
        return introduced or bool(parts and parts[-1].kind == "list_item")
    return introduced or match.lastgroup in classes


def _is_row(line: str) -> bool:
    bare = line.strip()
    return " | " in bare or (len(bare) > 2 and bare[0] == "|" and bare[-1] == "|")


def _table_end(lines: Sequence[str], at: int) -> int:
    """The line after the table that starts at `at`; `at` itself when none does."""
    last = at
    while last < len(lines) and (_is_row(lines[last]) or (last > at and _is_delimiter(lines[last]))):
        last += 1
    if last == at + 1 and len(cells_of(lines[at])) < 3:
        return at
    return last


def _is_delimiter(line: str) -> bool:
    return "|" in line and _DELIMITER.match(line) is not None


def _table(lines: Sequence[str], first: int, last: int) -> Iterator[Part]:
    at = first
    if last - first > 1 and not _is_delimiter(lines[first]) and not _has_figures(lines[first]):
        at = first + 2 if _is_delimiter(lines[first + 1]) else first + 1
        yield Part("table_header", first, at)
    for line in range(at, last):
        yield Part("rule" if _is_delimiter(lines[line]) else "table_row", line, line + 1)


def _has_figures(line: str) -> bool:
    """Whether a column after the first holds a figure other than a year: then the line is no header."""
    pieces = [line[start:end] for start, end in cells_of(line)[1:]]
    return any(_FIGURE.match(piece) is not None and _YEAR.match(piece) is None for piece in pieces)
