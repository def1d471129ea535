"""Sentences that lift a rule for some: "children are exempt", "florists need not", 无需."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.terms import Term

# A rule and who is exempt from it stand at most this many sentences apart.
_AFTER: Final = 2
BOUNDARY: Final = re.compile(r"[,;:.!?()|，。；、\n]|\s[–—]\s")
_EXEMPT: Final = re.compile(
    r"\b(?:(?:is|are|was|were|be|remain) (?:also |always )?(?P<from>exempt(?:ed)?|excused|excepted"
    r"|excluded)"
    r"|(?P<need>need not|needn['’]t|(?:do|does) not (?:have|need) to|(?:do|does) not need|(?:is"
    r"|are) not required to"
    r"|(?:is|are) not (?:obliged|bound|subject) to)|(?:sind|ist) (?:davon |hiervon )?(?:befreit"
    r"|ausgenommen)"
    r"|(?:davon|hiervon) (?:befreit|ausgenommen)|ausgenommen (?:davon |hiervon )?(?:sind|ist)"
    r"|(?:sont|est) (?:exempt|exon[eé]r|dispens|except)\w*|ne (?:sont|est) pas (?:tenus?|soumis\w*)"
    r"|n['’]ont pas à"
    r"|(?:están|está|quedan|queda) (?:exent|eximid|exonerad|dispensad|excluid)\w*|no (?:tienen|tiene) que"
    r"|no necesitan?)\b|无需|不必|无须|可免|免于|不在此限|除外|例外|不要です|必要(?:は|が)?(?:ない"
    r"|ありません)|免除|対象外",
    re.IGNORECASE,
)
_FROM: Final = re.compile(r"\s*(?:from|of|von|de|du|des|d['’])\s", re.IGNORECASE)
exempt_in: Final = lru_cache(maxsize=8192)(_EXEMPT.search)


def exempting(a: Alignment, key: UnitKey) -> list[tuple[UnitKey, re.Match[str]]]:
    """The sentences after a rule that say who need not follow it."""
    reading = a.source(key)
    found = []
    for number in range(key[1], min(len(reading.units), key[1] + _AFTER + 1)):
        unit = reading.units[number]
        match = exempt_in(reading.text, unit.start, unit.end)
        if match is not None and _of_this_rule(a, (key[0], number), match, unit.end):
            found.append(((key[0], number), match))
    return found


def _of_this_rule(a: Alignment, key: UnitKey, match: re.Match[str], end: int) -> bool:
    """Whether the duty that is lifted is the claim's: "exempt from customs" lifts no other."""
    reading = a.source(key)
    word = match.lastgroup
    cjk = match.group()[0] >= "\u3041"
    if word != "need" and not cjk and _FROM.match(reading.text, match.end()) is None:
        return True
    stop = BOUNDARY.search(reading.text, match.end(), end)
    lifted = [
        t for t in reading.terms_between(match.end(), end if stop is None else stop.start()) if not t.light
    ]
    matched = a.matched(key)
    return not lifted or any(term.at in matched for term in lifted)


def exempt_named(a: Alignment, key: UnitKey) -> UnitKey | None:
    """The sentence after the rule that exempts those of whom the claim speaks."""
    for where, match in exempting(a, key):
        reading = a.source(where)
        unit = reading.units[where[1]]
        who = exempt_subject(reading, unit.start, match.start())
        matched = a.matched(where)
        if who and all(term.at in matched for term in who):
            return where
    return None


def exempt_subject(reading: Analysis, start: int, end: int) -> list[Term]:
    """Of whom the sentence says it: its full words up to the verb."""
    return [term for term in reading.terms_between(start, end) if term.end <= end and not term.light]
