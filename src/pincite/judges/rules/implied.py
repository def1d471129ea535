"""Figures of the claim that two figures of the evidence give: a rest, a quotient, a rate, a later year."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from operator import attrgetter, itemgetter
from typing import Final

from pincite.judges.rules.alignment import Source
from pincite.judges.rules.analysis import Analysis
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
    if _one_in(claim, figure, sources):
        return True
    if figure.kind == "date":
        return (
            figure.date is not None
            and len(figure.date) == _YEAR
            and figure.date.isdecimal()
            and any(int(figure.date) in _later(source.analysis) for source in sources)
        )
    if figure.value is None or figure.high is not None:
        return False
    if any(figure.value in _rests(source.analysis.text) for source in sources):
        return True
    return _quotient(claim, figure, sources) or _rated(claim, figure, sources)


_YEAR: Final = 4


def _count(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) < 12 else _COUNTS.get(word.casefold())


@lru_cache(maxsize=4096)
def _rests(text: str) -> frozenset[int]:
    return frozenset(
        int(match["whole"]) - few
        for match in _ALL_BUT.finditer(text)
        if (few := _count(match["few"])) is not None
    )


@lru_cache(maxsize=4096)
def _later(reading: Analysis) -> frozenset[int]:
    """The years that are told from another: "two years later" counts from the year named last before it."""
    found: set[int] = set()
    years: list[Figure] = []
    for match in _LATER.finditer(reading.text):
        if not years:
            years = [f for f in reading.figures if f.date is not None and f.date[:_YEAR].isdecimal()]
        number = _count(match["n"])
        last = bisect_right(years, match.start(), key=_END)
        if number is None or not last:
            continue
        sign = -1 if match["way"].casefold() in _EARLIER else 1
        found.add(int((years[last - 1].date or "")[:_YEAR]) + sign * number)
    return frozenset(found)


_END: Final = attrgetter("end")


def _near(one: Fraction, other: Fraction) -> bool:
    return abs(one - other) <= ROUNDING * abs(other)


_each_in: Final = lru_cache(maxsize=4096)(_EACH.search)


def _quotient(claim: str, figure: Figure, sources: Sequence[Source]) -> bool:
    """An average or a figure per head: one figure of the evidence by a bare count of it."""
    if _each_in(claim) is None or figure.value is None:
        return False
    known = [one for source in sources for one in _first_figures(source.analysis)][:MOST_FIGURES]
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


@lru_cache(maxsize=4096)
def _first_figures(reading: Analysis) -> tuple[Figure, ...]:
    return tuple(islice((f for f in reading.figures if f.value and f.kind != "date"), MOST_FIGURES))


def _rated(claim: str, figure: Figure, sources: Sequence[Source]) -> bool:
    """50 a minute is 3,000 an hour."""
    named = _rates(claim)
    at = bisect_left(named, figure.end, key=_PLACE)
    if at == len(named) or figure.value is None:
        return False
    mine = named[at][1]
    return any(
        factor is not None and factor != 1 and _near(figure.value, value * factor)
        for source in sources
        for value, unit in _rated_figures(source.analysis)
        if (factor := _factor(unit, mine)) is not None
    )


@lru_cache(maxsize=4096)
def _rates(claim: str) -> tuple[tuple[int, str], ...]:
    """The rates that the claim names: where, and by which time."""
    return tuple((match.start(), match["unit"].casefold()) for match in _RATE.finditer(claim))


_PLACE: Final = itemgetter(0)


@lru_cache(maxsize=4096)
def _rated_figures(reading: Analysis) -> tuple[tuple[Fraction, str], ...]:
    """The first figures that the text gives for a time, with that time."""
    found: list[tuple[Fraction, str]] = []
    for figure in reading.figures:
        theirs = _RATE.search(reading.text, figure.end, figure.end + RATE_REACH)
        if figure.value is not None and theirs is not None and figure.kind != "date":
            found.append((figure.value, theirs["unit"].casefold()))
        if len(found) == MOST_RATED:
            break
    return tuple(found)


# How far behind its figure a rate may be named, and how many of them are looked at.
RATE_REACH: Final = 40
MOST_RATED: Final = 60


def _factor(theirs: str, mine: str) -> Fraction | None:
    for table in (_SECONDS, _MONTHS):
        if theirs in table and mine in table:
            return Fraction(table[mine], table[theirs])
    return None


_one_in_claim: Final = lru_cache(maxsize=4096)(_ONE_IN.search)


def _one_in(claim: str, figure: Figure, sources: Sequence[Source]) -> bool:
    said = _one_in_claim(claim)
    if said is None or not said.start() <= figure.start < said.end():
        return False
    number = _count(said["n"])
    if not number:
        return False
    for source in sources:
        for match in _OF.finditer(source.analysis.text):
            part, whole = int(match["part"]), int(match["whole"])
            if part <= whole and (part * number > whole) == (said["way"].casefold() == "more"):
                return True
    return False
