"""Inline code and TeX mathematics inside one stretch of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pincite.model.span import Span

_TICKS: Final = re.compile(r"`+")
# A dollar opens mathematics when a sign follows at once, and closes it when a sign stands before and no
# digit after, so that "$5 and $10" is money (the rule that Pandoc states).
_DOLLAR: Final = re.compile(r"(?<![\\$\w])\$(?![\s$])(?P<body>[^$\n]{1,300})(?<![\s\\])\$(?![\d$])")
_TEX_SIGN: Final = re.compile(r"[\\^_{}=<>]")
_PROSE: Final = re.compile(r"[^\W\d_]{3,}[ ,]+[^\W\d_]{3,}")
_CITATION_BODY: Final = re.compile(r"[\s\d,;\-–\\\[\]]*")
_PAIRS: Final = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"))
_ENVIRONMENT: Final = re.compile(
    r"\\begin\{((?:equation|align|gather|multline|eqnarray|math|displaymath|array|[bpv]?matrix|cases)\*?)\}"
)


def inline_code(text: str, start: int, end: int) -> Iterator[Span]:
    """Stretches between two runs of equally many back-ticks (CommonMark), within `text[start:end]`."""
    runs = [(m.start(), m.end()) for m in _TICKS.finditer(text, start, end)]
    # The next run of the same length, found from the right so that unmatched runs cost nothing.
    following: list[int | None] = [None] * len(runs)
    last: dict[int, int] = {}
    for at in range(len(runs) - 1, -1, -1):
        length = runs[at][1] - runs[at][0]
        following[at] = last.get(length)
        last[length] = at
    at = 0
    while at < len(runs):
        closing = following[at]
        if closing is None or (runs[at][0] > start and text[runs[at][0] - 1] == "\\"):
            at += 1
            continue
        yield Span(runs[at][0], runs[closing][1])
        at = closing + 1


def mathematics(text: str) -> Iterator[Span]:
    r"""TeX between `$…$`, `$$…$$`, `\[…\]`, `\(…\)` and in equation environments, delimiters included.

    `\[1\]` with nothing but numbers is an escaped bracket, not mathematics.
    """
    if "$" in text:
        for match in _DOLLAR.finditer(text):
            body = match.group("body")
            tex = _TEX_SIGN.search(body) is not None
            if (tex or not body[0].isdigit()) and (tex or _PROSE.search(body) is None):
                yield Span(match.start(), match.end())
    if "\\" not in text and "$$" not in text:
        return
    for opening, closing in _PAIRS:
        at = text.find(opening)
        while at >= 0:
            until = text.find(closing, at + 2)
            if until < 0:
                break
            if _CITATION_BODY.fullmatch(text, at + 2, until) is None:
                yield Span(at, until + 2)
            at = text.find(opening, until + 2)
    for match in _ENVIRONMENT.finditer(text):
        ending = "\\end{" + match.group(1) + "}"
        until = text.find(ending, match.end())
        if until >= 0:
            yield Span(match.start(), until + len(ending))
