"""A claim of cause needs a statement of cause: a sequence or an association is not one."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import SAME_MATTER, share

_EXPLICIT: Final = re.compile(
    r"\b(?:boosted|boosts|spurred|spurs|sparked|fuelled|fueled|drove|drives|prompted|because|due to"
    r"|caus(?:e[sd]?|ing)|owing to|thanks to|as a result of|led to|leads to|result(?:s"
    r"|ed)? (?:in|from)"
    r"|triggered|brought about|weil|wegen|aufgrund|verursach\w*|dank|infolge|parce qu|à cause|en raison"
    r"|grâce à|provoqu\w*"
    r"|porque|debido a|a causa|gracias a|provoc\w*)\b|因为|由于|导致|造成|ため|により|によって|原因",
    re.IGNORECASE,
)
# Wording that states or implies a cause without one of the cue words.
_IMPLIED: Final = re.compile(
    r"\b(?:so|since|for this reason|why|reason|blam\w+|forc\w+|ma[dk]e[s]?|making|help\w*|allow\w*"
    r"|enabl\w*|enhanc\w*|prevent\w*"
    r"|reduc\w+|increas\w+|improv\w+|by \w+ing|after which|via|through|from|with|trigger\w*|prompt\w*"
    r"|driv\w+|produc\w+"
    r"|creat\w+|brought|stopp\w+"
    r"|da|damit|dadurch|durch|car|puisque|par|por|pues|con|so that|effect\w*|affect\w*|impact\w*"
    r"|influenc\w*"
    r"|consequence\w*|therefore|thus|hence|contribut\w*|account\w* for|responsible|attribut\w*|spark\w*"
    r"|fuel\w*|as)\b",
    re.IGNORECASE,
)


# Verbs by which a claim gives one thing an effect on another.
_EFFECT: Final = re.compile(
    r"\b(?:lowers?|raises?|reduces?|cuts?|increases?|improves?|prevents?|boosts?|protects?|worsens?|shortens?|lengthens?"
    r"|extends?|harms?|damages?|makes?|leads? to|led to|causes?|caused|because|results? in"
    r"|senkt|erhöht|verringert|verbessert|verhindert|führt zu|abaisse|réduit|augmente|améliore"
    r"|reduce|aumenta|mejora)\b",
    re.IGNORECASE,
)
# Two things that go together, with nothing said of which brings about the other.
_TOGETHER: Final = re.compile(
    r"\b(?:associat\w+|correlat\w+|linked (?:to|with)|goes? along with|observational|went hand in hand"
    r"|coincid\w+"
    r"|(?:those|people|persons|patients|pupils|students|schools|towns|cities|countries|firms|companies|men|women"
    r"|children|adults|households|workers|regions|drivers|farms|plants|areas) (?:with|that|who|which)"
    r"(?: \w+){1,8}? (?:also )?(?:had|have|showed|show|were|are|scored|reported)"
    r"|korrelier\w*|einher\w*|zusammenhang|associé\w*|corrél\w*|asociad\w+|correlacion\w*)\b|相关|関連|相関",
    re.IGNORECASE,
)


_explicit_in: Final = lru_cache(maxsize=4096)(_EXPLICIT.search)
_implied_in: Final = lru_cache(maxsize=8192)(_IMPLIED.search)
_effect_in: Final = lru_cache(maxsize=4096)(_EFFECT.search)
_together_in: Final = lru_cache(maxsize=8192)(_TOGETHER.search)


def _together(a: Alignment) -> list[Finding]:
    """An effect in the claim, two things that go together in the evidence."""
    effect = _effect_in(a.claim.text)
    if effect is None or _together_in(a.claim.text) is not None:
        return []
    key = a.chosen[0]
    reading = a.source(key)
    unit = reading.units[key[1]]
    found = _together_in(reading.text, unit.start, unit.end)
    if found is None or share(a, key) < SAME_MATTER:
        return []
    if any(
        match.group().casefold() == effect.group().casefold()
        for match in _EFFECT.finditer(reading.text, unit.start, unit.end)
        if _NOT_VERB.match(reading.text, match.end()) is None
    ):
        return []
    said = found.group()
    return [Finding("strengthened", "cause", f"source says '{said}', claim says '{effect.group()}'", key)]


# "A lower risk", "a cut of": the same spelling as an attribute or a noun.
_NOT_VERB: Final = re.compile(r"\s+(?:risks?|rates?|numbers?|levels?|in|of|than)\b", re.IGNORECASE)


def cause(a: Alignment) -> list[Finding]:
    """The claim's cause word, where the evidence has an association, a sequence or nothing of the kind."""
    stated = _explicit_in(a.claim.text)
    if not a.chosen:
        return []
    together = _together(a)
    if together or stated is None:
        return together
    weaker = ""
    implied = False
    for key in a.chosen:
        reading = a.source(key)
        unit = reading.units[key[1]]
        for cue in reading.cues_in(unit.start, unit.end):
            if cue.kind == "cause" and cue.value == "because":
                return []
            if (cue.kind == "cause") or (cue.kind == "order" and cue.value == "after" and not weaker):
                weaker = reading.text[cue.start : cue.end]
        implied = implied or _implied_in(reading.text, unit.start, unit.end) is not None
    word = stated.group()
    if weaker:
        return [Finding("strengthened", "cause", f"source says '{weaker}', claim says '{word}'", a.chosen[0])]
    if not implied:
        return [Finding("strengthened", "cause", f"the source states no cause ('{word}')", a.chosen[0])]
    return []
