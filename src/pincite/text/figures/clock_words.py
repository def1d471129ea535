"""Times of day in words: at ten, half past six, halb zehn, à neuf heures et demie, a las diez y media, noon.

A number alone tells a time of day only behind "at" and its like, with a word of the sentence that tells when
something opens, begins, leaves; "at ten" may be an age as well.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from pincite.text.figures.sheet import Sheet
from pincite.text.figures.spelling import numbered, spelled

_EN: Final = numbered("zero one two three four five six seven eight nine ten eleven twelve")
_DE: Final = numbered("null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf") | {"ein": 1}
_FR: Final = numbered("zero une deux trois quatre cinq six sept huit neuf dix onze douze")
_ES: Final = numbered("cero una dos tres cuatro cinco seis siete ocho nueve diez once doce")
_HOURS: Final = {**_ES, **_FR, **_DE, **_EN}
_NUMBER: Final = "(?:" + "|".join(sorted(_HOURS, key=len, reverse=True)) + "|1[0-9]|2[0-4]|[0-9])"
_NOT_COUNTING: Final = r"(?![^\W_]|[.:,/-]?[0-9]|[ \u00a0]?[%€$£°])"
_HOUR: Final = f"({_NUMBER}){_NOT_COUNTING}"
_HOUR_ENDS: Final = re.compile(_NOT_COUNTING)
_NAMED: Final = {
    **dict.fromkeys(spelled("noon midday mittag mittags midi mediodia"), 720),
    **dict.fromkeys(spelled("midnight mitternacht minuit medianoche"), 1440),
}
CLOCK_WORDS: Final = spelled("half quarter halb viertel dreiviertel") | frozenset(_NAMED)
"""Words that can begin a time of day and are no number words."""
_MINUTES: Final = {"half": 30, "quarter": 15, "halb": 30, "viertel": 15, "ten": 10, "zehn": 10, "five": 5,
                   "funf": 5, "twenty": 20, "zwanzig": 20}  # fmt: skip
_PAST: Final = re.compile(
    rf"(half|quarter|ten|five|twenty|viertel|zehn|funf|zwanzig) (past|after|to|nach|vor) {_HOUR}"
)
_HALB: Final = re.compile(rf"(halb|dreiviertel) {_HOUR}")
_ADDED: Final = {
    "et demie": 30, "et demi": 30, "et quart": 15, "moins le quart": -15, "y media": 30, "y cuarto": 15,
    "menos cuarto": -15,
}  # fmt: skip
_AFTER_HOUR: Final = re.compile(
    r"(?:[ \u00a0](?:o'clock|uhr|heures?|horas|h)(?![^\W_]))?(?:[ \u00a0]("
    + "|".join(_ADDED)
    + r")(?![^\W_]))?"
)
_AT: Final = re.compile(
    r"(?:(?<![^\W_])(?:(?:at|by|from|until|till|before|after|um|ab|bis|gegen|vor|nach|von)"
    r"(?: (?:about|around))?"
    r"|(?:a|de|des|jusqu'a|vers|avant|apres)|(?:a|de|hasta|desde|sobre|antes de|despues de|hacia) las?)"
    r"|o'clock)[ \u00a0]$"
)
_SURE: Final = re.compile(r"[ \u00a0](?:o'clock|uhr)(?![^\W_])|[ \u00a0]in the (?:morning|afternoon|evening)")
_SPANISH: Final = re.compile(r"(?<![^\W_])(?:a|hasta|desde|de) las? $")
_HAPPENS: Final = re.compile(
    r"(?<![a-z])(?:open(?:s|ed|ing)?|clos(?:es?|ed|ing)|start(?:s|ed|ing)?|beg[aiu]ns?|beginning|end(?:s|ed|ing)?"
    r"|finish(?:es|ed)?|leaves?|left|depart(?:s|ed|ure|ures)?|arriv(?:es?|ed|als?)|shuts?|lands?|check|serv(?:es?|ed)|doors"
    r"|breakfast|lunch|dinner|curfew|lights|meets?|meeting|runs?|rings?|sounds?|offn[a-z]*|geoffnet|schlie[sß][a-zß]*"
    r"|geschlossen|beginn[a-z]*|startet|endet|fahrt|abfahrt|ankunft|ankommt|lauft|ouvr(?:e|ent|ait|ira)|ouvert[es]{0,2}"
    r"|ferm(?:e|ent|e[es]{0,2}|era)|commence(?:nt|ra)?|debute(?:nt|ra)?|part(?:ent|ira)?|arrive(?:nt|ra)?|finit|depart"
    r"|abren?|abrira|abiert[oa]s?|cierran?|cerrad[oa]s?|empieza[n]?|empezo|comienza[n]?|salen?|salida|llegan?|termina[n]?)"
    r"(?![a-zß])"
)
_GOES_ON_AS_COUNT: Final = re.compile(
    rf"[ \u00a0]?(?:to|or|and|bis|oder|und|ou|et|a|o|y|-|—|,)[ \u00a0]?{_NUMBER}[ \u00a0-]?"
    r"(?:%|[€$£]|[a-z]{3,})"
)
_BREAK: Final = re.compile(r"[.!?;\n]")
_UP_TO: Final = re.compile(r"[ ]?(?:-|to|until|till|and|bis|und|a|et|y|hasta las|a las)[ ]?")
_CJK: Final = re.compile(
    r"(?:時(?![間代期点])|时(?![间代期])|[点點](?=[钟鐘半整开关前后到至始起结]))([钟鐘])?(半)?"
)
_AFTERNOON: Final = ("下午", "午後", "午后", "晚上", "傍晚", "夜")
_REACH: Final = 80


def put_clock(sheet: Sheet, start: int, end: int) -> bool:
    """Write down the time of day that begins with the word or digits `start:end`."""
    folded = sheet.folded
    word = folded[start:end]
    if word in _NAMED:
        if folded[start - 1 : start] == "-" or folded[end : end + 1] == "-":
            return False
        return _add(sheet, start, end, _NAMED[word], open_=False)
    past = _PAST.match(folded, start)
    if past is not None and _told(sheet, start):
        minutes = _MINUTES[past.group(1)]
        before = past.group(2) in ("to", "vor")
        return _add(sheet, start, past.end(), _hour(past.group(3)) * 60 + (-minutes if before else minutes))
    halb = _HALB.match(folded, start)
    if halb is not None and _told(sheet, start):
        return _add(
            sheet, start, halb.end(), _hour(halb.group(2)) * 60 - (30 if halb.group(1) == "halb" else 15)
        )
    return _put_hour(sheet, start, end)


def _put_hour(sheet: Sheet, start: int, end: int) -> bool:
    folded, word = sheet.folded, sheet.folded[start:end]
    hour = _HOURS.get(word) if not word.isdigit() else int(word)
    if hour is None or hour > 24 or _HOUR_ENDS.match(folded, end) is None:
        return False
    behind = _AFTER_HOUR.match(folded, end)
    assert behind is not None
    added = behind.group(1)
    sure = _SURE.match(folded, end) is not None
    if not sure and not _goes_on(sheet, start):
        if _AT.search(folded, max(0, start - 16), start) is None or not _told(sheet, start):
            return False
        joined = _GOES_ON_AS_COUNT.match(folded, end)
        if joined is not None and "from" not in folded[max(0, start - 6) : start]:
            return False
        unfollowed = behind.end() > end or not sheet.noun(end)
        if not unfollowed and not _SPANISH.search(folded, max(0, start - 10), start):
            return False
    return _add(sheet, start, behind.end(), hour * 60 + (_ADDED[added] if added else 0))


def _goes_on(sheet: Sheet, start: int) -> bool:
    """From nine to five: the end of a stretch that begins with a time of day."""
    last = sheet.found[-1] if sheet.found else None
    if last is None or last.kind != "time" or start - last.end > len(" hasta las "):
        return False
    return _UP_TO.fullmatch(sheet.folded, last.end, start) is not None


def put_cjk_hour(sheet: Sheet, start: int, end: int, hour: Fraction) -> bool:
    """九点半, 午後三時: an hour in Chinese numerals."""
    match = _CJK.match(sheet.folded, end)
    if match is None or hour > 24 or hour.denominator != 1:
        return False
    late = sheet.folded[max(0, start - 2) : start].endswith(_AFTERNOON) and hour < 12
    minutes = int(hour) * 60 + (720 if late else 0) + (30 if match.group(2) else 0)
    return _add(sheet, start, match.end(), minutes, open_=False)


def _hour(word: str) -> int:
    return int(word) if word.isdigit() else _HOURS[word]


def _told(sheet: Sheet, start: int) -> bool:
    """Whether the sentence up to here, or what follows at once, tells when something happens."""
    folded = sheet.folded
    left = folded[max(0, start - _REACH) : start]
    breaks = [match.end() for match in _BREAK.finditer(left)]
    return _HAPPENS.search(left, breaks[-1] if breaks else 0) is not None


def _add(sheet: Sheet, start: int, end: int, minutes: int, *, open_: bool = True) -> bool:
    value = Fraction(minutes % 1440)
    readings = ((value + 720) % 1440,) if open_ and 60 <= minutes < 780 else ()
    sheet.add(start, end, "time", value=value, step=Fraction(1), unit="clock", readings=readings)
    return True
