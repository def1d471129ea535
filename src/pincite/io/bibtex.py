"""BibTeX and BibLaTeX files as entries of plain fields: a reader that goes on after a broken entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct

from pincite.io.rejection import Rejection

_BEGIN: Final = re.compile(r"^[ \t]*@\s*[A-Za-z]+\s*[{(]", re.MULTILINE)
_START: Final = re.compile(r"@\s*(?P<type>[A-Za-z]+)\s*(?P<sign>[{(])")
_KEY: Final = re.compile(r"\s*(?P<key>[^\s,{}()=\"#]*)\s*(?P<end>[,})])")
_FIELD: Final = re.compile(r"[\s,]*(?P<name>[A-Za-z][\w:.+/-]*)\s*=\s*")
_BARE: Final = re.compile(r"[^\s,{}()#\"=]+")
_JOINT: Final = re.compile(r"\s*#\s*")
_BLANK: Final = re.compile(r"[\s,]*")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class BibEntry(Struct, frozen=True, kw_only=True):
    """One entry; field names in lower case, values still in LaTeX. `line` counts from 1."""

    kind: str
    key: str
    fields: dict[str, str]
    line: int


class BrokenError(Exception):
    """The entry cannot be read on from here."""

    def __init__(self, at: int, expected: str) -> None:
        super().__init__(expected)
        self.at = at
        self.expected = expected


def read_bibtex(text: str, name: str) -> Iterator[BibEntry | Rejection]:
    """Every entry of a file, and a rejection in the place of each that is broken.

    What stands outside entries is a comment, as BibTeX has it. `@string` names are filled in; months keep
    their names. No entry reaches over a line that begins another, so that a broken one takes none with it.
    """
    strings = {month: month for month in _MONTHS}
    line = 1
    begins = [match.start() for match in _BEGIN.finditer(text)] or [0]
    line += text.count("\n", 0, begins[0])
    for start, end in pairwise([*begins, len(text)]):
        yield from _entries(text[start:end], name, line, strings)
        line += text.count("\n", start, end)


def _entries(text: str, name: str, first: int, strings: dict[str, str]) -> Iterator[BibEntry | Rejection]:
    """The entries that begin in one stretch of the file, whose first line is `first`: mostly one."""
    at = 0
    while (start := _START.search(text, at)) is not None:
        kind = start["type"].lower()
        line = first + text.count("\n", 0, start.start())
        try:
            if kind in ("comment", "preamble"):
                at = _closed(text, start.end(), start["sign"])
            elif kind == "string":
                fields, at = _fields(text, start.end(), start["sign"], strings)
                strings.update(fields)
            else:
                entry, at = _entry(text, start, line, strings)
                yield entry
        except BrokenError as error:
            place = first + text.count("\n", 0, error.at)
            yield Rejection(
                where=f"{name}:{place}",
                path=start["type"],
                expected=error.expected,
                message=f"the entry that starts in line {line} cannot be read: expected {error.expected}",
                hint="its braces do not match, or a comma is missing",
            )
            return


def _entry(text: str, start: re.Match[str], line: int, strings: dict[str, str]) -> tuple[BibEntry, int]:
    key = _KEY.match(text, start.end())
    if key is None:
        raise BrokenError(start.end(), "a key and a comma")
    fields: dict[str, str] = {}
    at = key.end()
    if key["end"] == ",":
        fields, at = _fields(text, at, start["sign"], strings)
    return BibEntry(kind=start["type"].lower(), key=key["key"], fields=fields, line=line), at


def _fields(text: str, at: int, sign: str, strings: dict[str, str]) -> tuple[dict[str, str], int]:
    """Fields up to the end of the entry, and where that is; the first of two with one name counts."""
    close = "}" if sign == "{" else ")"
    fields: dict[str, str] = {}
    while True:
        blank = _BLANK.match(text, at)
        at = blank.end() if blank else at
        if text[at : at + 1] == close:
            return fields, at + 1
        field = _FIELD.match(text, at)
        if field is None:
            raise BrokenError(at, f"a field or {close!r}")
        value, at = _value(text, field.end(), strings)
        fields.setdefault(field["name"].lower(), value)
        if text[at : at + 1] not in (",", close) and not text[at : at + 1].isspace():
            raise BrokenError(at, f"a comma or {close!r}")


def _value(text: str, at: int, strings: dict[str, str]) -> tuple[str, int]:
    """A value: braced, quoted, a number or a name, or several of these joined by #."""
    parts = []
    while True:
        sign = text[at : at + 1]
        if sign == "{":
            end = _closed(text, at + 1, "{")
            parts.append(text[at + 1 : end - 1])
        elif sign == '"':
            end = _closed(text, at + 1, '"')
            parts.append(text[at + 1 : end - 1])
        else:
            bare = _BARE.match(text, at)
            if bare is None:
                raise BrokenError(at, "a value")
            end = bare.end()
            parts.append(strings.get(bare[0].lower(), bare[0]))
        joint = _JOINT.match(text, end)
        if joint is None:
            return "".join(parts), end
        at = joint.end()


_BRACES: Final = {"{": re.compile(r"\\.|[{}]", re.DOTALL), '"': re.compile(r"\\.|[{}\"]", re.DOTALL)}
_BRACES["("] = re.compile(r"\\.|[{})]", re.DOTALL)


def _closed(text: str, at: int, sign: str) -> int:
    """Just behind the sign that closes what `sign` opened; braces inside are counted."""
    close = {"{": "}", '"': '"', "(": ")"}[sign]
    depth = 0
    for match in _BRACES[sign].finditer(text, at):
        found = match[0]
        if depth == 0 and found == close:
            return match.end()
        if found == "{":
            depth += 1
        elif found == "}":
            depth -= 1
            if depth < 0:
                raise BrokenError(match.start(), f"{close!r}")
    raise BrokenError(len(text), f"{close!r}")
