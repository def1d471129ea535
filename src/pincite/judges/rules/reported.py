"""What a text only reports as somebody's argument, belief or rumour, and what became of it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import share
from pincite.judges.rules.scopes import scopes

# Verbs by which a party puts something forward, and what was only thought or told.
_SPEECH: Final = re.compile(
    r"\b(?:(?:argu(?:ed|es?)|contend(?:ed|s)?|assert(?:ed|s)?|submitted|alleg(?:ed|es?)|claim(?:ed|s)?"
    r"|maintain(?:ed|s)?"
    r"|insist(?:ed|s)?|pleaded|objected|feared|believed|assumed|supposed|thought|rumou?red)"
    r"(?: \w+){0,3}? that"
    r"|(?:argument|submission|contention|claim|objection|allegation|rumou?rs?|belief|assumption|idea|myth"
    r"|theory) that"
    r"|(?:was|were|is|are) (?:\w+ )?(?:believed|thought|said|assumed|rumou?red|supposed) to"
    r"|(?:macht(?:e|en)?|mache) geltend|geltend (?:machte|gemacht)|behaupte\w*|argumentier\w*"
    r"|wand(?:te)? ein|trug vor"
    r"|war(?:en)? der (?:ansicht|meinung|auffassung)|vermute\w*|gerücht\w*"
    r"|(?:souten|prétend|allègu|allégu|affirm)\w+ que|fai(?:t|sait|saient) valoir que|on (?:croyait"
    r"|pensait) que"
    r"|(?:aleg|sostuv|sosten|argument|afirm|pretend)\w+ que|se creía que)\b|主张|辩称|声称|传言|主張",
    re.IGNORECASE,
)
_REJECTED: Final = re.compile(
    r"\b(?:reject\w*|dismiss\w*|disagree\w*|refut\w+|disprov\w+|debunk\w*|overrul\w+|unpersuaded"
    r"|unconvinced|unfounded"
    r"|den(?:ied|ies)|contradicted|(?:did|does|do|was|were|is|could|would) not (?:\w+ )?(?:accept|agree"
    r"|follow|share"
    r"|uphold|find|persuaded|convinced|true|so|the case|confirmed?|established|proven?|borne out|correct)"
    r"|(?:held|found|decided|ruled) otherwise|(?:took|takes) (?:a|the) (?:different|opposite|contrary) view"
    r"|(?:turned out|proved|proven|shown) (?:to be )?(?:false|wrong|untrue|unfounded|mistaken|incorrect)"
    r"|to no avail|without success|(?:wies|weist|wiesen)\b[^.;]{0,60}?\bzurück|zurückgewiesen|verwarf"
    r"|verworfen|widerlegt"
    r"|folgte\w* (?:\w+ ){0,3}?nicht|lehnte\w* [^.;]{0,40}?\bab|abgelehnt|anderer (?:ansicht|meinung"
    r"|auffassung)"
    r"|teilte\w* [^.;]{0,40}?\bnicht|bestätigte\w* sich nicht|rejet[eéa]\w*|écart[eéa]\w*|réfut\w+"
    r"|démenti\w*"
    r"|n['’](?:a|ont|est) pas (?:retenu|suivi|accueilli|admis|confirmé)\w*|rechaz\w+|desestim\w+"
    r"|desmint\w+|desmentid\w+"
    r"|refut\w+|no (?:acept|acogi|comparti|admiti|confirm)\w+)\b|驳回|不予采纳|未采纳|不予支持|否认|退け"
    r"|認めなかった|否定",
    re.IGNORECASE,
)
_ACCEPTED: Final = re.compile(
    r"\b(?:agree[ds]?|accept\w*|uph(?:eld|olds?)|endors\w+|concurred|confirmed|shared (?:this|that|the)"
    r"|rightly|correctly"
    r"|proved (?:right|true|correct)|turned out (?:to be )?(?:true|right|correct)"
    r"|folgte|schloss sich|gab [^.;]{0,30}?statt|stimmte zu|zu recht|bestätigte|a (?:retenu|suivi"
    r"|accueilli|admis|confirmé)"
    r"|à juste titre|acept[óo]\w*|acogi[óo]|estim[óo]|confirm[óo]|con razón)\b|采纳|支持|属实|認め",
    re.IGNORECASE,
)
# The claim's own reserve: it reports, too.
_RESERVED: Final = re.compile(
    r"\b(?:according to|in the view of|in the opinion of|laut|nach ansicht|nach meinung|selon|d['’]après"
    r"|según"
    r"|allegedly|reportedly|supposedly|angeblich|prétendument|supuestamente)\b|据称|によれば",
    re.IGNORECASE,
)
# The sentence that reports it holds this share of the claim, which may name somebody else as its source.
REPORTED_MATTER: Final = 0.3
_speech_in: Final = lru_cache(maxsize=8192)(_SPEECH.search)


def reported(a: Alignment) -> list[Finding]:
    """A conflict where the claim states what was put forward and rejected; a strengthening where nothing is
    said of what became of it."""
    for key in a.chosen[:1]:
        reading = a.source(key)
        unit = reading.units[key[1]]
        speech = _speech_in(reading.text, unit.start, unit.end)
        if speech is None or share(a, key) < REPORTED_MATTER or _reports(a) or not _inside(a, key, speech):
            continue
        following = reading.units[min(key[1] + 1, len(reading.units) - 1)].end
        said = speech.group()
        rejected = _REJECTED.search(reading.text, unit.start, following)
        if rejected is not None:
            if _denies(a, reading.text[unit.start : unit.end].casefold()):
                continue
            what = f"the source reports it as '{said}' and as '{rejected.group()}'"
            return [Finding("conflict", "attribution", what, key)]
        if _ACCEPTED.search(reading.text, speech.end(), following) is None:
            return [Finding("strengthened", "attribution", f"the source only reports it: '{said}'", key)]
    return []


def _reports(a: Alignment) -> bool:
    text = a.claim.text
    return any(pattern.search(text) is not None for pattern in (_SPEECH, _REJECTED, _RESERVED))


def _denies(a: Alignment, said: str) -> bool:
    """Whether the claim has a denial of its own, which the report has not."""
    text = a.claim.text.casefold()
    return any(text[n.cue.start : n.cue.end] not in said for n in scopes(a.claim).negations)


# What was said ends where another statement begins.
_CLAUSE_END: Final = re.compile(
    r"[.;。；]|,\s(?:and|but|while|whereas|und|aber|doch|et|mais|y|pero)\s", re.IGNORECASE
)


def _inside(a: Alignment, key: UnitKey, speech: re.Match[str]) -> bool:
    """Whether the claim says what was said, and not of the one who said it."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    end = _CLAUSE_END.search(reading.text, speech.end(), unit.end)
    stop = unit.end if end is None else end.start()
    said = told = 0
    for hits in a.hits:
        hit = hits.get(key)
        if hit is None:
            continue
        term = reading.terms[hit.term]
        if speech.end() <= term.start < stop:
            said += 1
        elif not term.light:
            told += 1
    return said > 0 and told == 0
