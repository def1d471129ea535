"""Figures of the claim that two figures of the evidence give: a rest, a quotient, a rate, a later year."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from pincite.judges.rules.alignment import Source
from pincite.model.figure import Figure, FigureMatch

_COUNTS: Final = {
    word: number
    for number, words in enumerate(
        (
            "",
            "one a an ein eine einen einem un une una uno",
            "two zwei deux dos",
            "three drei trois tres",
            "four vier quatre cuatro",
            "five fünf cinq cinco",
            "six sechs seis",
            "seven sieben sept siete",
            "eight acht huit ocho",
            "nine neun neuf nueve",
            "ten zehn dix diez",
            "eleven elf onze once",
            "twelve zwölf douze doce",
        )
    )
    for word in words.split()
}
_ALL_BUT: Final = re.compile(
    r"\b(?:all (?:but|except)|alle bis auf|tous sauf|toutes sauf"
    r"|todos (?:menos|salvo)"
    r"|todas (?:menos|salvo))\s+"
    r"(?P<few>\w+)\s+(?:of|der|von|des|de)\s+(?:the|its|their|los|las|les|\w+)?\s*(?P<whole>\d{1,12})",
    re.IGNORECASE,
)
_LATER: Final = re.compile(
    r"\b(?P<n>\w+)\s+(?:years?|jahre?|ans|années|años?)\s+(?P<way>later|after|afterwards|earlier|before|previously"
    r"|später|danach|zuvor|früher|plus tard|après|plus tôt|auparavant|después|más tarde|antes)\b",
    re.IGNORECASE,
)
_EARLIER: Final = ("earlier", "before", "previously", "zuvor", "früher", "plus tôt", "auparavant", "antes")
_EACH: Final = re.compile(
    r"\b(?:per|each|apiece|a head|on average|average"
    r"|pro|je|durchschnittlich|im schnitt|par|chacun\w*|en moyenne"
    r"|por|cada"
    r"|de media)\b",
    re.IGNORECASE,
)
_RATE: Final = re.compile(
    r"\b(?:per|an?|each|every|pro|je|par|por|al|/)\s*(?P<unit>second|minute|hour|day|week|month|year|sekunde|minute|stunde"
    r"|tag|woche|monat|jahr|seconde|heure|jour|semaine|mois|an|segundo|minuto|hora|día|semana|mes|año)\b",
    re.IGNORECASE,
)
_SECONDS: Final[dict[str, int]] = {
    **dict.fromkeys(("second", "sekunde", "seconde", "segundo"), 1),
    **dict.fromkeys(("minute", "minuto"), 60),
    **dict.fromkeys(("hour", "stunde", "heure", "hora"), 3600),
    **dict.fromkeys(("day", "tag", "jour", "día"), 86400),
    **dict.fromkeys(("week", "woche", "semaine", "semana"), 604800),
}
_MONTHS: Final[dict[str, int]] = {
    **dict.fromkeys(("month", "monat", "mois", "mes"), 1),
    **dict.fromkeys(("year", "jahr", "an", "año"), 12),
}
_ONE_IN: Final = re.compile(
    r"\b(?P<way>fewer|less|more)\s+than\s+one\s+(?:in|out of)\s+(?P<n>\w+)", re.IGNORECASE
)
_OF: Final = re.compile(
    r"\b(?P<part>\d{1,12})\s+(?:out\s+)?of\s+(?:the\s+|its\s+)?(?P<whole>\d{1,12})\b", re.IGNORECASE
)
# A quotient that the claim rounds is met within this relative distance.
ROUNDING: Final = Fraction(1, 200)
# A quotient is looked for among at most this many figures.
MOST_FIGURES: Final = 12


def implied(match: FigureMatch, claim: str, sources: Sequence[Source]) -> bool:
    """Whether figures of the evidence give the claim's figure, which itself is not in it."""
    figure = match.figure
    texts = [source.analysis.text for source in sources]
    if _one_in(claim, figure, texts):
        return True
    if figure.kind == "date":
        return (
            figure.date is not None
            and len(figure.date) == _YEAR
            and figure.date.isdecimal()
            and _later(int(figure.date), sources)
        )
    if figure.value is None or figure.high is not None:
        return False
    if any(figure.value == rest for text in texts for rest in _rests(text)):
        return True
    return _quotient(claim, figure, sources) or _rated(claim, figure, sources)


_YEAR: Final = 4


def _count(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) < 12 else _COUNTS.get(word.casefold())


def _rests(text: str) -> Iterator[int]:
    for match in _ALL_BUT.finditer(text):
        few = _count(match["few"])
        if few is not None:
            yield int(match["whole"]) - few


def _later(year: int, sources: Sequence[Source]) -> bool:
    """ "Two years later" counts from the year named last before it."""
    for source in sources:
        for match in _LATER.finditer(source.analysis.text):
            number = _count(match["n"])
            before = [
                f.date
                for f in source.analysis.figures
                if f.date is not None and f.date[:_YEAR].isdecimal() and f.end <= match.start()
            ]
            if number is None or not before:
                continue
            sign = -1 if match["way"].casefold() in _EARLIER else 1
            if int(before[-1][:_YEAR]) + sign * number == year:
                return True
    return False


def _near(one: Fraction, other: Fraction) -> bool:
    return abs(one - other) <= ROUNDING * abs(other)


def _quotient(claim: str, figure: Figure, sources: Sequence[Source]) -> bool:
    """An average or a figure per head: one figure of the evidence by a bare count of it."""
    if _EACH.search(claim) is None or figure.value is None:
        return False
    known = [f for source in sources for f in source.analysis.figures if f.value and f.kind != "date"][
        :MOST_FIGURES
    ]
    return any(
        whole.value is not None
        and count.value is not None
        and whole is not count
        and whole.unit == figure.unit
        and count.kind == "number"
        and count.value > 1
        and _near(figure.value, whole.value / count.value)
        for whole in known
        for count in known
    )


def _rated(claim: str, figure: Figure, sources: Sequence[Source]) -> bool:
    """50 a minute is 3,000 an hour."""
    mine = _RATE.search(claim, figure.end)
    if mine is None or figure.value is None:
        return False
    for source in sources:
        for other in source.analysis.figures:
            theirs = _RATE.search(source.analysis.text, other.end, other.end + RATE_REACH)
            if other.value is None or theirs is None or other.kind == "date":
                continue
            factor = _factor(theirs["unit"].casefold(), mine["unit"].casefold())
            if factor is not None and factor != 1 and _near(figure.value, other.value * factor):
                return True
    return False


# How far behind its figure a rate may be named.
RATE_REACH: Final = 40


def _factor(theirs: str, mine: str) -> Fraction | None:
    for table in (_SECONDS, _MONTHS):
        if theirs in table and mine in table:
            return Fraction(table[mine], table[theirs])
    return None


def _one_in(claim: str, figure: Figure, texts: Sequence[str]) -> bool:
    said = _ONE_IN.search(claim)
    if said is None or not said.start() <= figure.start < said.end():
        return False
    number = _count(said["n"])
    if not number:
        return False
    for text in texts:
        for match in _OF.finditer(text):
            part, whole = int(match["part"]), int(match["whole"])
            if part <= whole and (part * number > whole) == (said["way"].casefold() == "more"):
                return True
    return False
