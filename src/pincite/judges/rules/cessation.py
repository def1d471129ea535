"""What no longer is has ended: two ways to say one thing, of which only the first has a negation."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import LOCAL_MATTER, local

_NO_LONGER: Final = re.compile(
    r"\b(?:no longer|no more|(?:not|n['’]t|nobody|no \w+)\b[^.;,]{0,40}?\bany(?:\s?more| longer)"
    r"|nicht (?:länger|mehr)"
    r"|kein\w* (?:\w+ )?mehr|n(?:e |['’])\w+ plus|ya no|no \w+ más)\b|不再|已不|もはや|なくなっ",
    re.IGNORECASE,
)
_ENDED: Final = re.compile(
    r"\b(?:end(?:ed|s)?|expir(?:ed|es?)|ceas(?:ed|es?)|stop(?:ped|s)?|discontinued|withdrawn|withdrew"
    r"|abolished|scrapped"
    r"|lifted|repealed|revoked|terminated|lapsed?|dropped|abandoned|gave up|given up|quit|came to an end"
    r"|run out"
    r"|ran out|finished|endet\w*|beendet\w*|ausgelaufen|eingestellt|abgeschafft|aufgehoben|erloschen"
    r"|weggefallen"
    r"|cess[eéa]\w*|pris fin|prend fin|termin[eéó]\w*|expir[eéó]\w*|supprim[eé]\w*|abrog[eé]\w*|aboli\w*"
    r"|abandonn[eé]\w*"
    r"|termin(?:ado|ada|aron)|finaliz\w+|cesó|cesaron|suprimi\w+|derogad\w+|abolid\w+|caduc\w+)\b"
    r"|取消|终止|结束|停止|废止|失效|停办|終了|廃止",
    re.IGNORECASE,
)
_longer_in: Final = lru_cache(maxsize=8192)(_NO_LONGER.search)
# The verb that is no longer true stands within this many words.
_VERBS: Final = 1


def ceased(a: Alignment, key: UnitKey) -> bool:
    """Whether one side says that a thing is no longer so, and the other that it has ended."""
    return bool(_sides(a, key))


def cessation(a: Alignment) -> list[Finding]:
    """The claim's words for the end of a thing, borne out by the evidence's."""
    if not a.chosen:
        return []
    key = a.chosen[0]
    stretch = _sides(a, key)
    if not stretch:
        return []
    start, end = stretch
    overlapping = [term.at for term in a.claim.terms if term.start < end and start < term.end]
    after = [term.at for term in a.claim.terms if term.start >= end][:_VERBS]
    before = [term.at for term in a.claim.terms if term.end <= start][-_VERBS:]
    verbs = before if a.claim.language == "de" else after
    said = [*overlapping, *(verbs if _longer_in(a.claim.text) else ())]
    return [Finding("explained", "cessation", "the source says that it ended", key, term=at) for at in said]


def _sides(a: Alignment, key: UnitKey) -> tuple[int, int] | tuple[()]:
    """The claim's words for the end; empty where the two sides do not say it in the two ways."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    mine, theirs = _longer_in(a.claim.text), _longer_in(reading.text, unit.start, unit.end)
    if (mine is None) == (theirs is None):
        return ()
    other = _ENDED.search(reading.text, unit.start, unit.end) if mine else _ENDED.search(a.claim.text)
    if other is None:
        return ()
    place = other if mine is not None else theirs
    if place is None or local(a, key, place.start()) < LOCAL_MATTER / 2:
        return ()
    return (mine or other).span()
