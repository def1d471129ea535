"""Rates told for another span of time: €940 a month is €11,280 a year, three an hour every 20 minutes."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pincite.model import Figure
from pincite.text.figures.combining import close, related, same_noun, single, worth
from pincite.text.figures.folding import fold
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.terms import Cues
from pincite.text.figures.units import UNITS, read_unit

_PERIODS: Final = (
    r"(minute|minuto|min|hour|stunde|heure|hora|h|day|tag|jour|dia|week|woche|semaine|semana|month|monat|mois|mes"
    r"|year|jahr|an|annee|ano|quarter|quartal|trimestre)"
)
_BEHIND: Final = re.compile(
    rf"(?:[ \u00a0](?!and |or |und |et |y )[a-zß]{{2,14}}){{0,2}}(?:[ \u00a0]"
    rf"(?:an?|per|each|every|pro|im|je|in der|am|par|por|al|a la|a l'|cada)[ \u00a0]|/){_PERIODS}(?![a-zß])"
)
_ADVERB: Final = re.compile(
    r"(?:[ \u00a0][a-zß]{2,14})?[ \u00a0]"
    r"(hourly|daily|weekly|monthly|yearly|annually|taglich|wochentlich|monatlich|jahrlich)(?![a-zß])"
)
_ADJECTIVE: Final = re.compile(
    r"(?<![a-z])(hourly|daily|weekly|monthly|quarterly|yearly|annual|(?:stund|tag|wochent|monat|vierteljahr|jahr)lich"
    r"|annuel|mensuel|trimestriel|hebdomadaire|quotidien|horaire"
    r"|anual|mensual|trimestral|semanal|diari[oa]"
    r"|(?:stunden|tages|wochen|monats|quartals|jahres)(?=[a-z]{4}))[a-z]*(?:[ :]{1,2}[a-zß]{2,14}){0,3}:? $"
)
_CJK: Final = re.compile(
    r"(?:每个?|毎|一|1)(小时|小時|時間|天|日|周|週|月|年)[^，,。；;、0-9]{0,6}$|([月年])(?:租|薪|収|额|額)[^，,。；;、0-9]{0,6}$"
)
_CJK_UNITS: Final = {
    **dict.fromkeys(("小时", "小時", "時間"), "小时"), "天": "天", "日": "天", "周": "周", "週": "周",
    "月": "个月", "年": "年",
}  # fmt: skip
_ADVERBS: Final = {
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year",
    "annually": "year", "annual": "year", "taglich": "day", "wochentlich": "week", "monatlich": "month",
    "jahrlich": "year", "quarterly": "quarters", "stundlich": "hour", "vierteljahrlich": "quarters",
    "annuel": "year", "mensuel": "month", "trimestriel": "quarters", "hebdomadaire": "week",
    "quotidien": "day", "horaire": "hour", "anual": "year", "mensual": "month", "trimestral": "quarters",
    "semanal": "week", "diario": "day", "diaria": "day", "stunden": "hour", "tages": "day",
    "wochen": "week", "monats": "month", "quartals": "quarters", "jahres": "year",
    "quarter": "quarters", "quartal": "quartale", "trimestre": "quarters",
}  # fmt: skip
_EVERY: Final = re.compile(r"(?:(?<![a-z])(?:every|alle|toutes les|tous les|cada|once every)|每隔?) ?$")
_INSTALMENTS: Final = re.compile(
    r"[ \u00a0](?:equal |gleichen )?"
    r"(monthly|weekly|annual|yearly|quarterly|monatliche[nr]?|mensualites|mensualidades|jahrliche[nr]?)"
)
_INSTALMENT_MONTHS: Final = {
    "m": Fraction(1),
    "a": Fraction(12),
    "y": Fraction(12),
    "j": Fraction(12),
    "q": Fraction(3),
}
_TIMES: Final = {"twice": 2, "once": 1, "thrice": 3, "zweimal": 2, "einmal": 1, "dreimal": 3}
_TIMES_A: Final = re.compile(
    rf"(?<![a-z])({'|'.join(_TIMES)}) (?:an?|per|every|pro|am|im|in der) {_PERIODS}(?![a-zß])"
)
_OWNED: Final = re.compile(r"['’]s?[ \u00a0]([a-z]{3,})")
_MOST: Final = 60


class Span(Struct, frozen=True, gc=False):
    """A span of time in seconds or in months."""

    unit: str
    size: Fraction

    def over(self, other: Span) -> Fraction | None:
        """How often `other` goes into this span; a year has 52 weeks and 365 days have no months."""
        if self.unit == other.unit:
            return self.size / other.size
        if self == _YEAR and other == _WEEK:
            return Fraction(52)
        return Fraction(1, 52) if self == _WEEK and other == _YEAR else None


_YEAR: Final = Span("month", Fraction(12))
_WEEK: Final = Span("s", Fraction(604800))


def span_of(word: str) -> Span | None:
    unit = UNITS.get(_ADVERBS.get(word, word))
    return None if unit is None or unit.base not in ("s", "month") else Span(unit.base, unit.factor)


def rate_of(folded: str, figure: Figure) -> Span | None:
    """The span of time for which a figure is stated: the month of "€940 a month"."""
    behind = _BEHIND.match(folded, figure.end) or _ADVERB.match(folded, figure.end)
    if behind is not None:
        return span_of(behind.group(1))
    left = folded[max(0, figure.start - 40) : figure.start]
    if left[-1:] > "\u2fff":
        cjk = _CJK.search(left)
        return None if cjk is None else span_of(_CJK_UNITS[cjk.group(1) or cjk.group(2)])
    adjective = _ADJECTIVE.search(left)
    return None if adjective is None else span_of(adjective.group(1))


def rate(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """A cited rate that gives the claim's when it is told for the claim's span of time."""
    if figure.value is None or figure.value <= 0 or figure.high is not None:
        return None
    folded = cues.folded
    if figure.unit in ("s", "month"):
        every = _EVERY.search(folded, max(0, figure.start - 12), figure.start)
        return (
            _interval(figure, pool, cues)
            if every
            else _rents(figure, pool, cues) or _instalments(figure, pool, cues)
        )
    ours = rate_of(folded, figure)
    if ours is None:
        return per_amount(figure, pool, cues)
    for item in pool.items[:_MOST]:
        if item.passage is None or item.figure.value is None:
            continue
        theirs = rate_of(pool.folded(item), item.figure) if single(figure, item.figure) else None
        if theirs is not None:
            times = ours.over(theirs)
            alike = bool(figure.unit) or same_noun(figure, item.figure)
            if times is None or times == 1 or not alike or not related(item, pool, cues):
                continue
            if close(figure.value, worth(item) * times, figure):
                return item
        elif figure.kind == "number" and _recurs(item, pool):
            assert item.figure.value is not None
            often = ours.over(Span(item.figure.unit, item.figure.value))
            if often == figure.value and related(item, pool, cues):
                return item
    return None


# What one amount of something costs, weighs, needs: "€4 per kg", "20 g per 100 ml", "a hectare costs €4".
_PER: Final = re.compile(
    r"[ \u00a0]?(?:/|(?:[a-zß]{2,14}[ \u00a0])?(?:per|for each|for every|pro|je|par|por|cada|每)[ \u00a0]?)"
    r"(?:([0-9]{1,4})[ \u00a0])?(?=[a-z²³\u3041-\u9fff])"
)
_ONE: Final = re.compile(
    r"(?<![a-zß])(?:an?|one|ein(?:e|en)?|une?|una) ([a-z]{1,12}(?: [a-z]{1,6})?)(?: of [a-z]+| [a-z]{4,12})?"
    r" (?:costs?|weighs?|kostet|wiegt|coute|pese|cuesta|pesa|needs?|yields?)"
    r" (?:about |around |rund |environ |unos )?$"
)


def _amount(folded: str, figure: Figure) -> tuple[str, Fraction] | None:
    """The amount that a figure is told for, as its unit and its size in it."""
    behind = _PER.match(folded, figure.end)
    if behind is not None:
        found = read_unit(folded, folded, behind.end())
        if found is not None and found[0].base not in ("s", "month") and found[0].kind == "measure":
            return found[0].base, found[0].factor * int(behind.group(1) or 1)
        return None
    before = _ONE.search(folded, max(0, figure.start - 60), figure.start)
    unit = None
    if before is not None:
        unit = UNITS.get(before.group(1)) or UNITS.get(before.group(1).partition(" ")[0])
    if unit is None or unit.kind != "measure" or unit.base in ("s", "month"):
        return None
    return unit.base, unit.factor


def per_amount(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """€40,000 a hectare from €4 per square metre, 20 g per 100 ml from 200 g per litre."""
    ours = _amount(cues.folded, figure)
    if ours is None or not figure.value:
        return None
    for item in pool.items[:_MOST]:
        if item.passage is None or not single(figure, item.figure) or not item.figure.value:
            continue
        theirs = _amount(pool.folded(item), item.figure)
        if theirs is None or theirs[0] != ours[0] or theirs[1] == ours[1]:
            continue
        if close(figure.value, worth(item) * ours[1] / theirs[1], figure):
            return item
    return None


def _recurs(item: Candidate, pool: Pool) -> bool:
    """Whether a duration of the evidence is an interval: every 20 minutes."""
    figure = item.figure
    if figure.unit not in ("s", "month") or not figure.value or figure.high is not None:
        return False
    return _EVERY.search(pool.folded(item), max(0, figure.start - 12), figure.start) is not None


def _interval(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """Every 20 minutes, from three an hour."""
    assert figure.value is not None
    for item in pool.items[:_MOST]:
        other = item.figure
        if item.passage is None or other.unit not in ("", "×") or not other.value or other.high is not None:
            continue
        theirs = rate_of(pool.folded(item), other)
        if theirs is None or theirs.over(Span(figure.unit, figure.value)) != other.value:
            continue
        if related(item, pool, cues):
            return item
    for text in pool.passages:
        for match in _TIMES_A.finditer(fold(text)):
            span = span_of(match.group(2))
            if span is not None and span.over(Span(figure.unit, figure.value)) == _TIMES[match.group(1)]:
                return Candidate(figure, None, -1)
    return None


def _rents(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """A deposit of three months' rent: the amount of the deposit over the monthly rent."""
    owned = _OWNED.match(cues.folded, figure.end)
    if owned is None or figure.value is None:
        return None
    amounts = [
        item for item in pool.items[:_MOST] if item.figure.kind == "money" and item.figure.high is None
    ]
    for each in amounts:
        folded = pool.folded(each)
        span = rate_of(folded, each.figure)
        if (
            span is None
            or owned.group(1) not in folded[max(0, each.figure.start - 40) : each.figure.end + 40]
        ):
            continue
        times = Span(figure.unit, figure.value).over(span)
        for whole in amounts:
            if whole is each or not times or not single(each.figure, whole.figure):
                continue
            if worth(whole) == worth(each) * times and related(whole, pool, cues, reach=30):
                return whole
    return None


def _instalments(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """Ten years from 120 monthly instalments."""
    for item in pool.items[:_MOST]:
        other = item.figure
        if item.passage is None or other.kind != "number" or other.unit or not other.value:
            continue
        match = _INSTALMENTS.match(pool.folded(item), other.end)
        if match is None:
            continue
        first = match.group(1)[0]
        size = Span("s", Fraction(604800)) if first == "w" else Span("month", _INSTALMENT_MONTHS[first])
        if size.unit == figure.unit and figure.value == other.value * size.size and related(item, pool, cues):
            return item
    return None
