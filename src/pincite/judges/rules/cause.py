"""A claim of cause needs a statement of cause: a sequence or an association is not one."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import SAME_MATTER, share
from pincite.judges.rules.scopes import scopes

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
    r"\b(?:lower(?:s|ed)?|rais(?:es?|ed)|reduc(?:es?|ed)|cuts?|increas(?:es?|ed)|improv(?:es?|ed)"
    r"|prevent(?:s|ed)?"
    r"|boost(?:s|ed)?|protect(?:s|ed)?|worsen(?:s|ed)?|shorten(?:s|ed)?|lengthen(?:s|ed)?|extend(?:s|ed)?"
    r"|harm(?:s|ed)?"
    r"|damag(?:es?|ed)|strengthen(?:s|ed)?|weaken(?:s|ed)?|slow(?:s|ed)?|accelerat(?:es?|ed)|halv(?:es?"
    r"|ed)|doubl(?:es?|ed)"
    r"|curb(?:s|ed)?|eas(?:es?|ed)|impair(?:s|ed)?|hamper(?:s|ed)?|promot(?:es?|ed)|cur(?:es?|ed)"
    r"|ma(?:kes?|de)"
    r"|leads? to|led to|caus(?:es?|ed)|because|result(?:s|ed)? in"
    r"|senkt(?:e|en)?|senken|erhöh\w+|verringer\w+|verbesser\w+|verschlechter\w+|verhinder\w+|steiger\w+"
    r"|verkürz\w+"
    r"|verlänger\w+|beschleunig\w+|bewirk\w+|mindert\w*|schützt|schadet\w*|führt(?:e|en)? zu"
    r"|abaiss\w+|rédui\w+|augment\w+|amélior\w+|aggrav\w+|diminu\w+|accro[iî]\w+|renforc\w+|favoris\w+"
    r"|empêch\w+"
    r"|prot[eéè]g\w+|redu[cj]\w+|aument\w+|mejor(?:a|an|ó|aron)|empeor\w+|disminuy\w+|elev(?:a|an|ó|aron)"
    r"|protege\w*|previene\w*)\b|提高|降低|减少|增加|改善|加剧|高め|下げ|減ら|増や",
    re.IGNORECASE,
)
# Two things that go together, with nothing said of which brings about the other.
_TOGETHER: Final = re.compile(
    r"\b(?:associat\w+|correlat\w+|linked (?:to|with)|goes? along with|observational|went hand in hand"
    r"|coincid\w+"
    r"|(?:those|people|persons|patients|pupils|students|schools|towns|cities|countries|firms|companies"
    r"|men|women"
    r"|children|adults|households|workers|regions|drivers|farms|plants|areas) (?:with|that|who|which)"
    r"(?: \w+){1,8}? (?:also )?(?:had|have|showed|show|were|are|scored|reported)"
    r"|(?:had|have|has|showed|show|scored|reported|were|are|was|is)\b[^.;,]{0,40}?\b(?:more|less|fewer"
    r"|better|worse|\w{2,}er)"
    r"\b[^.;,]{0,40}?\bthan (?!in\b|last\b|the (?:year|month|week|previous|day)\b|a year\b|expected\b"
    r"|before\b|ever\b|\d)"
    r"|(?:hatten|haben|zeigten|waren|sind|wiesen)\b[^.;,]{0,40}?\b(?:mehr|weniger|besser|schlechter"
    r"|\w{3,}ere[nrsm]?)"
    r"\b[^.;,]{0,40}?\bals (?!im\b|in\b|vor\b|erwartet|\d)"
    r"|(?:avaient|ont|présentaient|étaient|sont)\b[^.;,]{0,40}?\b(?:plus|moins"
    r"|meilleure?s?)\b[^.;,]{0,40}?\bque (?!l['’]an|en\b|prévu)"
    r"|(?:tenían|tienen|presentaban|eran|son)\b[^.;,]{0,40}?\b(?:más|menos|mayor|menor|mejor\w*"
    r"|peor\w*)\b[^.;,]{0,40}?"
    r"\bque (?!en\b|el año|lo)"
    r"|korrelier\w*|einher\w*|zusammenhang|associé\w*|corrél\w*|asociad\w+|correlacion\w*)\b|相关|関連"
    r"|相関",
    re.IGNORECASE,
)


_explicit_in: Final = lru_cache(maxsize=4096)(_EXPLICIT.search)
_implied_in: Final = lru_cache(maxsize=8192)(_IMPLIED.search)
_effect_in: Final = lru_cache(maxsize=4096)(_EFFECT.search)
_together_in: Final = lru_cache(maxsize=8192)(_TOGETHER.search)


def _together(a: Alignment) -> list[Finding]:
    """An effect in the claim, two things that go together in the evidence."""
    effect = _effect_in(a.claim.text)
    if effect is not None and scopes(a.claim).negations:
        return []  # that there is no effect takes no statement of cause
    if effect is None or _together_in(a.claim.text) is not None:
        return []
    key = a.chosen[0]
    reading = a.source(key)
    unit = reading.units[key[1]]
    found = _together_in(reading.text, unit.start, unit.end)
    if found is None or share(a, key) < SAME_MATTER or _caused(reading.text, unit.start, unit.end):
        return []
    if any(
        match.group().casefold() == effect.group().casefold()
        for match in _EFFECT.finditer(reading.text, unit.start, unit.end)
        if _NOT_VERB.match(reading.text, match.end()) is None
    ):
        return []
    said = _first_words(found.group())
    return [Finding("strengthened", "cause", f"source says '{said}', claim says '{effect.group()}'", key)]


def _first_words(said: str) -> str:
    return said if len(said) <= _SHOWN else said[:_SHOWN].rsplit(" ", 1)[0] + " …"


# A change by itself, with nothing named that brings it about.
_CHANGE: Final = re.compile(
    r"\b(?:fell|falls?|fallen|rose|rises?|risen|drop(?:s|ped)?|declin(?:es?|ed)|decreas(?:es?|ed)"
    r"|increas(?:es?|ed)|grew|grown"
    r"|sank|climbed|improv(?:es?|ed)|worsen(?:s|ed)?|went (?:up|down)|there (?:were|was)"
    r"|sank(?:en)?|fiel(?:en)?|stieg(?:en)?|gesunken|gefallen|gestiegen|zurückgegangen|ging(?:en)?"
    r"|nahm(?:en)?|es gab"
    r"|baiss\w+|augment\w+|diminu\w+|chut\w+|recul\w+|cay\w+|baj\w+|sub(?:e|ió|ieron)|aument\w+"
    r"|disminuy\w+)\b"
    r"|下降|上升|增加|减少|減少|増加",
    re.IGNORECASE,
)
# "The fee was raised": somebody did it.
_DONE: Final = re.compile(
    r"\b(?:was|were|been|be|being|is|are|wurden?|worden)\s+(?:\w+ly\s+)?$", re.IGNORECASE
)
_SHOWN: Final = 60
# What came first stands within this many characters after the word that says so.
_FIRST: Final = 60
_LATER: Final = re.compile(
    r"\b(?:after|since|following|once|nach(?:dem)?|seit(?:dem)?|après|depuis|à la suite|tras|después"
    r"|desde que)\b|之后|以后|后，|後",
    re.IGNORECASE,
)


def _sequence(a: Alignment) -> list[Finding]:
    """An effect in the claim, a change that came after its cause in the evidence."""
    effect = _effect_in(a.claim.text)
    if effect is None:
        return []
    key = a.chosen[0]
    reading = a.source(key)
    unit = reading.units[key[1]]
    later = _LATER.search(reading.text, unit.start, unit.end)
    if later is None or share(a, key) < SAME_MATTER or _LATER.search(a.claim.text) is not None:
        return []
    change = _CHANGE.search(reading.text, unit.start, unit.end)
    if change is None or _DONE.search(reading.text, max(unit.start, change.start() - 24), change.start()):
        return []
    if _explicit_in(reading.text, unit.start, unit.end) or _caused(reading.text, unit.start, unit.end):
        return []
    subject = [term for term in a.claim.terms if term.end <= effect.start() and not term.light]
    first = [
        hit
        for term in subject
        if (hit := a.hits[term.at].get(key)) is not None
        and _stands_first(reading.terms[hit.term].start, later)
    ]
    if not first or any(key in a.hits[term.at] and a.hits[term.at][key] not in first for term in subject):
        return []
    what = f"source says '{change.group()}' and '{later.group()}', claim says '{effect.group()}'"
    return [Finding("strengthened", "cause", what, key)]


def _stands_first(start: int, later: re.Match[str]) -> bool:
    """Whether what stands there came first: after the word, in Chinese and Japanese before it."""
    if later.group()[0] >= "\u3041":
        return later.start() - _FIRST <= start < later.start()
    return later.end() <= start <= later.end() + _FIRST


_CAUSED: Final = re.compile(
    r"\b(?:effect|impact|result|consequence|therefore|so that|consequently|through|helped|wirk\w+|folge"
    r"|daher|dadurch|durch"
    r"|effet|grâce|donc|efecto|gracias|por eso)\b|因此|所以|効果|おかげ",
    re.IGNORECASE,
)
_caused: Final = lru_cache(maxsize=4096)(_CAUSED.search)


# "A lower risk", "a cut of": the same spelling as an attribute or a noun.
_NOT_VERB: Final = re.compile(r"\s+(?:risks?|rates?|numbers?|levels?|in|of|than)\b", re.IGNORECASE)


def cause(a: Alignment) -> list[Finding]:
    """The claim's cause word, where the evidence has an association, a sequence or nothing of the kind."""
    stated = _explicit_in(a.claim.text)
    if not a.chosen:
        return []
    together = _together(a) or _sequence(a)
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
