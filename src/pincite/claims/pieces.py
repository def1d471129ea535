"""A proposition of a sentence, and what stands around one."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

Join = Literal["start", "semicolon", "subject", "predicate", "addition", "gap", "concession", "parenthesis"]


class Piece(Struct, frozen=True, kw_only=True):
    """One proposition of a sentence, trimmed of outer punctuation.

    `join` says how it hangs on the piece before: with a subject of its own ("subject"), as a further
    predicate of the same subject ("predicate"), as an addition ("including ..."), with its verb left
    out ("gap"), as an aside in brackets ("parenthesis"), or as the matter beside an abstention
    ("concession").
    """

    start: int
    end: int
    join: Join = "start"


CJK: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_OPAQUE: Final = re.compile(
    r"\([^()]*\)|“[^“”]*”|«[^«»]*»|„[^„“”]*[“”]|\"[^\"]*\"|「[^「」]*」|『[^『』]*』|（[^（）]*）"
)
_OPENER: Final = re.compile('[(“«„"「『（]')
EDGE: Final = " \t\r\n,;:.!?。！？，、；：…|"
_ORNAMENT: Final = re.compile(
    "(?:[–—-]+\\s+|[\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]++\\s*+)+"
)


def opaque(body: str) -> str:
    """The text with brackets and quotations filled up: what stands in them takes no part in its grammar."""
    if _OPENER.search(body) is None:
        return body
    return _OPAQUE.sub(lambda match: "x" * len(match.group()), body)


def trimmed(text: str, start: int, end: int, join: Join) -> Piece | None:
    """The piece without outer blanks, stops, dashes and emoji (a minus sign stays); None when nothing is
    left.
    """
    body = text[start:end]
    left = len(body) - len(body.lstrip(EDGE))
    ornament = _ORNAMENT.match(body, left)
    if ornament is not None:
        left = ornament.end()
    right = len(body.rstrip(EDGE + "–—-"))
    if right <= left:
        return None
    return Piece(start=start + left, end=start + right, join=join)
