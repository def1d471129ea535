"""The shape of a pattern for instructions to a judge.

A pattern names plain words that it needs, so that a text without them costs next to nothing. It finds
imperatives: words aimed at whoever reads, not descriptions of somebody who grades or answers.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

InjectionKind = Literal["override", "directive", "verdict", "role", "assertion"]


class Pattern(Struct, frozen=True, eq=False):
    """`regex` is tried on the text in lower case where one word of each group of `needs` occurs.

    The words of the text are compared with the groups as a whole (for Chinese and Japanese: as a part).

    It opens with a plain word, which keeps it fast; the caller checks that a word begins there, and with
    `imperative` that the word opens a clause. A group named "loud" must be in capitals or in quotation
    marks in the text itself: "answer YES" is an order, "answer yes" may be ordinary prose.
    """

    kind: InjectionKind
    needs: tuple[frozenset[str], ...]
    regex: re.Pattern[str]
    imperative: bool = False


def pattern(kind: InjectionKind, needs: str, *parts: str, imperative: bool = False) -> Pattern:
    """A pattern from its words (groups parted by a bar) and the parts of its expression."""
    groups = tuple(frozenset(group.split()) for group in needs.split("|"))
    return Pattern(kind, groups, re.compile("".join(parts)), imperative)


CLAUSE_OPENS = re.compile(
    r"(?:^|[.!?:;,\n>\]})(\[{“„«»\"'‘「『*#|—–-]"
    r"|(?<!\w)(?:please|now|must|should|shall|and|then|so|always|just|only|simply|instead|instructed\s+to"
    r"|from\s+now\s+on|henceforth|bitte|und|dann|nun|ab\s+jetzt|von\s+nun\s+an"
    r"|et|puis|donc|alors|y|luego|entonces|por\s+favor|plaît))[ \t]{0,3}[\"'“‘(*]?$",
    re.IGNORECASE,
)
"""What may stand before an imperative: a stop, a colon, a bracket, a dash, or a word that leads it in."""
