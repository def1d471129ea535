"""Subject and verb of a clause, as far as they can be told."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from pincite.claims.lexicon import Lexicon
from pincite.claims.pieces import opaque
from pincite.claims.predicates import Words

_LONGEST_SUBJECT: Final = 14
_SPACE: Final = re.compile(r"\s+")
_BLANK_BEFORE: Final = re.compile(r"\s+([,.;:!?)\]，。；：、！？）])")
_RELATIVE: Final = re.compile(
    r"\s*,\s*(?:which|who|whom|whose|where|qui|que|dont|où|lequel|laquelle|quien|cuyo|cuya|donde"
    r"|(?:der|die|das) \w+)\b"
)


def tidy(text: str) -> str:
    """The text on one line, without the blanks that markers leave behind."""
    return _BLANK_BEFORE.sub(r"\1", _SPACE.sub(" ", text)).strip()


class Frame(Struct, frozen=True):
    """What the pieces of one sentence can share: a leading phrase, the subject, and the verb with its
    place.
    """

    lead: str
    subject: str
    verb: str
    after: str
    modal: bool
    passive: bool
    text: str


def frame_of(statement: str, lex: Lexicon) -> Frame | None:
    """Subject and verb of a clause, or None when they cannot be told (an order, an inversion, a phrase)."""
    words = Words(opaque(statement), 0, lex)
    first, lead_end = 0, 0
    if len(words) and (words.lower[0] in lex.prepositions or words.lower[0] in lex.subordinators):
        comma = next((k for k, word in enumerate(words.lower) if word == ","), -1)
        if comma < 0:
            return None
        first, lead_end = comma + 1, words.end[comma]
    verb = words.main_verb(first, len(words))
    if verb <= first:
        return None
    last = verb
    while last > first and (words.lower[last - 1] in lex.clitics or not words.lower[last - 1][0].isalnum()):
        last -= 1
    if last <= first or last - first > _LONGEST_SUBJECT:
        return None
    subject = statement[words.start[first] : words.end[last - 1]]
    relative = _RELATIVE.search(subject)
    if relative is not None:  # what the subject is does not depend on what is said of it in passing
        subject = subject[: relative.start()]
    follow = verb + 1
    while follow < len(words) and (words.lower[follow] in lex.clitics or words.lower[follow].endswith("ly")):
        follow += 1
    passive = lex.roles.get(words.lower[verb]) == "aux" and lex.roles.get(words.word(follow)) == "past"
    return Frame(
        lead=statement[:lead_end].strip(),
        subject=subject,
        verb=statement[words.start[verb] : words.end[verb]],
        after=statement[words.start[verb] :],
        modal=lex.roles.get(words.lower[verb]) == "modal",
        passive=passive,
        text=statement,
    )
