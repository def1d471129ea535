"""Almost, partly, entirely: does the claim give a thing wholly that the evidence gives in part?"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import LOCAL_MATTER, SAME_MATTER, local, share
from pincite.judges.rules.terms import Term

_NEARLY: Final = (
    r"almost|nearly|virtually|practically|well-nigh|not (?:quite|entirely|fully|completely|wholly"
    r"|altogether)"
    r"|just short of|beinahe|nahezu|annähernd|so gut wie|nicht (?:ganz|völlig|vollständig)"
    r"|presque|quasiment|pratiquement|pas (?:tout à fait|entièrement|complètement)"
    r"|casi|prácticamente|no (?:del todo|completamente|totalmente)"
)
_PARTLY: Final = (
    r"partly|partially|in part|(?<!-)half|only just|barely|teilweise|teils|zum teil|halb|en partie"
    r"|partiellement"
    r"|à moitié|en parte|parcialmente|a medias"
)
_WHOLLY: Final = (
    r"entirely|completely|fully|wholly|totally|altogether|absolutely|utterly|perfectly|all|every|each"
    r"|always"
    r"|ganz|völlig|vollständig|gänzlich|komplett|restlos|vollkommen|alle[nrs]?|jede[nrms]?|immer"
    r"|entièrement|complètement|totalement|intégralement|tout à fait|tou(?:te)?s|toujours"
    r"|completamente|totalmente|enteramente|íntegramente|del todo|tod[oa]s|siempre"
)
_SHORT: Final = re.compile(
    rf"\b(?:(?P<nearly>{_NEARLY})|(?P<partly>{_PARTLY}))\b|(?P<close>几乎|近乎|差不多|ほぼ|ほとんど)"
    r"|(?P<half>部分地?|一部|部分的に)",
    re.IGNORECASE,
)
# "Fast" is German for almost, and English for something else.
_GERMAN: Final = re.compile(r"\bfast\b", re.IGNORECASE)
_WHOLE: Final = re.compile(rf"\b(?:{_WHOLLY})\b|完全|全部|彻底|すべて|全て", re.IGNORECASE)
_BETWEEN: Final = re.compile(
    rf"[\s'’\"“„«]*(?:(?:{_WHOLLY}|as|so|the|a|an|of|die|der|das|les|la|le|los|las|un|une|una)\b\s*)*",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def _reservations(reading: Analysis, start: int, end: int) -> tuple[re.Match[str], ...]:
    found = list(_SHORT.finditer(reading.text, start, end))
    if reading.language == "de":
        found += _GERMAN.finditer(reading.text, start, end)
    return tuple(found)


def _partly(found: re.Match[str]) -> bool:
    groups = found.groupdict()
    return groups.get("partly") is not None or groups.get("half") is not None


def degree(a: Alignment) -> list[Finding]:
    """A conflict where the claim says "entirely" of what is almost or partly so, a strengthening where it
    drops the word. Beside a figure the word rounds; the figures see to that."""
    if not a.chosen:
        return []
    key = a.chosen[0]
    reading = a.source(key)
    unit = reading.units[key[1]]
    theirs = _reservations(reading, unit.start, unit.end)
    if not theirs:
        return []
    mine = _reservations(a.claim, 0, len(a.claim.text))
    if mine:
        return _graded_alike(a, key, mine, theirs)
    if share(a, key) < SAME_MATTER:
        return []
    found = (_overstated(a, key, one) for one in theirs)
    return [finding for finding in found if finding is not None][:1]


def _graded_alike(
    a: Alignment, key: UnitKey, mine: tuple[re.Match[str], ...], theirs: tuple[re.Match[str], ...]
) -> list[Finding]:
    """The claim's words of degree, borne out by others of the same: nearly by almost, not by partly."""
    alike = [one for one in mine if any(_partly(one) == _partly(other) for other in theirs)]
    return [
        Finding("explained", "degree", "the source grades it, too", key, term=term.at)
        for term in a.claim.terms
        if any(one.start() <= term.start < one.end() for one in alike)
    ]


def _overstated(a: Alignment, key: UnitKey, found: re.Match[str]) -> Finding | None:
    reading = a.source(key)
    struck = _next_term(reading, found.end())
    if struck is None or local(a, key, found.start()) < LOCAL_MATTER:
        return None
    mine = [term for term in a.claim.terms if (hit := a.hits[term.at].get(key)) and hit.term == struck.at]
    if not mine:
        return None
    before = a.claim.text[: mine[0].start]
    said = reading.text[found.start() : struck.end]
    claimed = a.claim.text[max(0, mine[0].start - _REACH) : mine[0].start]
    whole = next((m for m in _WHOLE.finditer(claimed) if _BETWEEN.fullmatch(claimed, m.end())), None)
    if whole is not None:
        what = f"source says '{said}', claim says '{whole.group()}'"
        return Finding("conflict", "degree", what, key, term=mine[0].at)
    if _WHOLE.search(reading.text, found.end(), struck.start) is not None or not before.strip():
        return None  # "nearly all seats": a share, which the quantifiers see to
    return Finding("strengthened", "degree", f"source only says '{said}'", key)


# The word of degree stands within this many characters before the word that it grades.
_REACH: Final = 24


def _next_term(reading: Analysis, end: int) -> Term | None:
    """The word that is graded; None where a figure follows."""
    gap = _BETWEEN.match(reading.text, end)
    start = gap.end() if gap is not None else end
    if any(figure.start <= start < figure.end for figure in reading.figures_in(end, start + 1)):
        return None
    following = reading.terms_from(start, 1)
    return following[0] if following and following[0].start == start else None
