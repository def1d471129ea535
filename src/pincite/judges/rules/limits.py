"""For whom, where and when a rule holds: does the claim give it without its limit?

Only rules and habits are looked at: "dogs are allowed in winter" does not say that dogs are allowed, but
"a dog ran along the beach in winter" does say that a dog ran along the beach.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import share
from pincite.judges.rules.permission import permission
from pincite.text.words import fold

# The unit holds this share of the claim, or the claim may rest on something else.
LIMIT_MATTER: Final = 0.75
# A limit is no longer than this.
_WIDEST: Final = 90
# Phrases that open a sentence or follow its rule.
_OPENING: Final = (
    r"(?:in|on|at|for|during|within|among|outside|under|with|without|to|bei|im|in|an|am|für|während"
    r"|außerhalb|mit|ohne|unter"
    r"|dans|pour|pendant|durant|en|chez|hors|avec|sans|para|durante|fuera de|entre|con|sin)"
)
_TIMES: Final = (
    r"(?:daylight|opening|office|business|working|school|quiet)(?: hours)?|öffnungszeiten|schulzeiten|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days|"
    r"winter|summer|spring|autumn|weekdays?|weekends?|(?:school |public |bank )?(?:holidays?|terms?)"
    r"|seasons?|off-peak"
    r"|peak|rush hours?|nights?|night-time|evenings?|mornings?|daytime|bad weather|emergenc\w+|frost|rain"
    r"|heavy rain|drought"
    r"|sommer|winters?|werktags?|werktagen|wochenenden?|feiertagen?|ferien|schulferien|saison|hauptsaison"
    r"|nachts|notfällen?"
    r"|hiver|été|semaine|week-ends?|vacances|saison|nuit|urgence|invierno|verano|semana|festivos|vacaciones"
    r"|temporada|noche|urgencias?"
)
_TIME: Final = re.compile(
    rf"(?:(?:in|on|at|during|outside|im|am|an|in|während|en|pendant|durant|hors|durante|fuera de)\s"
    rf"(?:(?:the|case of|times of|den|der|dem|die|le|la|les|los|las|el|l['’]|cas d['’]|caso de"
    rf"|los meses de|the months of)\s?)?"
    rf"(?:[\w-]+\s)?(?:{_TIMES}))\b",
    re.IGNORECASE,
)
_DAYS: Final = re.compile(
    r"\b(?:(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|le (?:lundi|mardi|mercredi|jeudi|vendredi"
    r"|samedi|dimanche)"
    r"|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos))\b",
    re.IGNORECASE,
)
# "For people over 60", "for journeys of more than 50 km", behind the rule.
_FOR: Final = re.compile(
    r"\b(?:for|für|pour|para)\s(?!(?:the|an?|its|his|her|their|this|that|der|die|das|den|le|la"
    r"|el)\s)(?:\w+\s){1,4}?(?:of (?:more|less|at least|over)|over|under|above|below"
    r"|aged|older|younger|with"
    r"|without|who|über|unter|ab|mit|ohne|de plus|de moins|avec|qui|mayores|menores|con)\b[^.;,]{2,40}",
    re.IGNORECASE,
)
_BOUNDED: Final = re.compile(
    r"\b(?:with|without|over|under|above|below|more than|less than|fewer than|at least|aged|older|younger"
    r"|mit|ohne|ab|über"
    r"|unter|mehr als|mindestens|de plus|de moins|avec|sans|âgés?|con|sin|de más|mayores|menores)\b",
    re.IGNORECASE,
)
_FRONTED: Final = re.compile(rf"{_OPENING}\s(?P<what>[^,;:.()]{{3,{_WIDEST}}}?)(?P<stop>,\s)", re.IGNORECASE)
# German has its verb behind the phrase and no comma.
_FRONTED_DE: Final = re.compile(
    rf"(?:bei|im|in|für|während|außerhalb|mit|ohne)\s(?P<what>[^,;:.()]{{3,{_WIDEST}}}?)"
    r"(?P<stop>\s(?:ist|sind|wird|werden|darf|dürfen|muss|müssen|kann|können|gilt|gelten|hat|haben|fällt"
    r"|entfällt)\b)",
    re.IGNORECASE,
)
# "In the survey", "with its arches", "for example": the setting of what is said, not a limit of it.
_SETTING: Final = re.compile(
    r"^(?:its|his|her|their|this|that|these|those|example|instance|addition|general|particular|fact|total"
    r"|contrast|short"
    r"|order|practice|principle|cooperation|collaboration|accordance|line with|keeping|agreement"
    r"|partnership|comparison"
    r"|many ways|other words|recent|most|zusammenarbeit|übereinstimmung|collaboration|accord"
    r"|the (?:event|survey|study|trial|report|end|meantime|past|case|course|first|second|last)"
    r"|seine\w*|ihre\w*|diese\w*|der regel|sa|son|ses|ce|cette|su|sus|este|esta)\b",
    re.IGNORECASE,
)
_PAST: Final = re.compile(
    r"\b(?:was|were|had|did|war|waren|hatte\w*|wurde\w*|fut|étai\w+|avai\w+|fue|fueron|era|eran|(?:is"
    r"|are)(?: \w+)? \w+ing)\b",
    re.IGNORECASE,
)
_INDEFINITE: Final = re.compile(
    r"\W*(?:an?|one|two|three|some|several|ein|eine|einige|une?|des|quelques|una?|unos"
    r"|unas)\s",
    re.IGNORECASE,
)
_QUALIFIED: Final = re.compile(
    r"\b(?:some|certain|sometimes|partly|under certain|in some|in part|can|einige|manche|teilweise"
    r"|unter umständen|certains"
    r"|parfois|algunos|a veces)\b",
    re.IGNORECASE,
)


def limits(a: Alignment) -> list[Finding]:
    """A strengthening: the claim gives the rule and drops for whom, where or when it holds."""
    if not a.chosen or share(a, a.chosen[0]) < LIMIT_MATTER:
        return []
    if any(cue.kind in ("condition", "exception") or cue.value == "most" for cue in a.claim.cues):
        return []
    if _INDEFINITE.match(a.claim.text) or _QUALIFIED.search(a.claim.text):
        return []
    key = a.chosen[0]
    reading = a.source(key)
    matched = a.matched(key)
    for start, end in (*_limits(reading, key[1]), *_leading(a, key)):
        inside = [term for term in reading.terms_between(start, end) if not term.light]
        if (
            (not inside and not reading.figures_in(start, end))
            or any(term.at in matched for term in inside)
            or _repeated(a, reading, start, end)
        ):
            continue
        said = reading.text[start:end].strip(" ,")
        return [Finding("strengthened", "limit", f"the source says it of '{said}' only", key)]
    return []


_OPENS: Final = re.compile(rf"{_OPENING}\s", re.IGNORECASE)


def _leading(a: Alignment, key: UnitKey) -> tuple[tuple[int, int], ...]:
    """What stands before the claim's first word in a sentence that opens with a preposition and has no comma
    behind the phrase: "in towns of more than 20,000 inhabitants parcels are delivered"."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    opening = _OPENS.match(reading.text, unit.start, unit.end)
    if opening is None or unit.kind != "statement" or _PAST.search(reading.text, unit.start, unit.end):
        return ()
    matched = a.matched(key)
    first = next(
        (term.start for term in a.unit_terms(key) if term.at in matched and not term.light), unit.start
    )
    if not 0 < first - unit.start <= _WIDEST or not (
        _BOUNDED.search(reading.text, opening.end(), first) or permission(reading) or _ruled(reading, key)
    ):
        return ()
    return ((unit.start, first),) if _limiting(reading, opening.end(), first) else ()


def _ruled(reading: Analysis, key: UnitKey) -> bool:
    return any(cue.kind == "modality" and cue.value in ("must", "may") for cue in reading.cues_of(key[1]))


def _repeated(a: Alignment, reading: Analysis, start: int, end: int) -> bool:
    """Whether the claim has a figure of the limit, or a limit of its own of the same kind."""
    theirs = {figure.value for figure in reading.figures_in(start, end)}
    mine = {figure.value for figure in a.claim.figures}
    return not theirs.isdisjoint(mine) or any(
        pattern.search(a.claim.text) and pattern.search(reading.text, start, end)
        for pattern in (_TIME, _DAYS)
    )


@lru_cache(maxsize=8192)
def _limits(reading: Analysis, number: int) -> tuple[tuple[int, int], ...]:
    """The stretches of a unit that limit the rule it states; none where it tells of something that
    happened."""
    unit = reading.units[number]
    text = reading.text
    if unit.kind != "statement" or _PAST.search(text, unit.start, unit.end) is not None:
        return ()
    found = []
    pattern = _FRONTED_DE if reading.language == "de" else _FRONTED
    opening = pattern.match(text, unit.start, unit.end)
    if opening is not None and _limiting(reading, opening.start("what"), opening.start("stop")):
        found.append((unit.start, opening.start("stop")))
    found += [
        match.span() for match in _TIME.finditer(text, unit.start, unit.end) if _whole(text, match, unit.end)
    ]
    found += [
        match.span() for pattern in (_DAYS, _FOR) for match in pattern.finditer(text, unit.start, unit.end)
    ]
    return tuple(found)


def _whole(text: str, match: re.Match[str], end: int) -> bool:
    """Whether the phrase is not the beginning of a longer one: "in summer courses"."""
    following = text[match.end() : end].lstrip()[:1]
    return not following.isalpha() or match.start() == 0 or text[match.end() : match.end() + 1] != " "


# German "bei" before a bare noun names the case in which something holds: "bei Hochwasser".
_UNDER: Final = re.compile(r"\bbei\s$", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"(?:der|dem|den|die|das|einer|einem|einen|seine\w*|ihre\w*)\s", re.IGNORECASE)


def _limiting(reading: Analysis, start: int, end: int) -> bool:
    """Whether a phrase names a class of things or times; not a name, a date or the setting."""
    what = reading.text[start:end]
    if _SETTING.match(what) is not None or re.search(r"\b(?:1[89]|20)\d\d\b", what):
        return False
    names = [term for term in reading.terms_between(start, end) if term.name]
    if names:
        return False
    if _BOUNDED.search(what) is not None or _UNDER.search(reading.text, max(0, start - 5), start):
        return _ARTICLE.match(what) is None or _BOUNDED.search(what) is not None
    words = what.split()
    # A class is named by a plural that something qualifies: "tourist towns", "communes touristiques".
    return len(words) >= 2 and fold(words[-1]).endswith("s") and not fold(words[-1]).endswith("ss")
