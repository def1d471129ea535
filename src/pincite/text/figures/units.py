"""Units of measure and money: the one that stands at a place of a text, and its worth in the base unit."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import Final, Literal

from msgspec import Struct

from pincite.text.figures.money_table import MONEY
from pincite.text.figures.spelling import spelled
from pincite.text.figures.unit_table import BASIS_POINTS, CJK, MEASURES, PER_THOUSAND, PERCENT, POINTS

UnitKind = Literal["measure", "money", "percent", "points"]


class Unit(Struct, frozen=True, gc=False):
    """`value * factor + offset` is the value in `base`. `loose` money could be that of several countries."""

    base: str
    factor: Fraction
    kind: UnitKind = "measure"
    offset: Fraction = Fraction(0)
    loose: bool = False


_FAHRENHEIT: Final = Unit("°C", Fraction(5, 9), offset=Fraction(-160, 9))
_KELVIN: Final = Unit("°C", Fraction(1), offset=Fraction("-273.15"))
_SPELLED_FAHRENHEIT: Final = (
    "°f|° f|℉|ºf|degrees fahrenheit|degree fahrenheit|degrees f|grad fahrenheit|fahrenheit"
)
# Spellings that are units only, or other units, in their original case: base and factor.
_CASED: Final = {
    "mW": ("W", "1/1000"), "mPa": ("Pa", "1/1000"), "MV": ("V", "1000000"), "MΩ": ("Ω", "1000000"),
    "MA": ("A", "1000000"), "mJ": ("J", "1/1000"), "kN": ("N", "1000"), "kn": ("m/s", "1852/3600"),
    "A": ("A", "1"), "Kb": ("byte", "125"), "kbit": ("byte", "125"), "Mb": ("byte", "125000"),
    "Mbit": ("byte", "125000"), "Gb": ("byte", "125000000"), "Gbit": ("byte", "125000000"),
    "Ko": ("byte", "1000"), "Mo": ("byte", "1000000"),
    "Go": ("byte", "1000000000"), "To": ("byte", "1000000000000"), "Pa": ("Pa", "1"), "mA": ("A", "1/1000"),
    "N": ("N", "1"), "TL": ("tsp", "1"), "EL": ("tsp", "3"),
    "MP": ("px", "1000000"), "PS": ("W", "735.49875"), "IE": ("IU", "1"), "UI": ("IU", "1"),
}  # fmt: skip


_PER: Final = ("/", " per ", " pro ", " je ", " par ", " por ")
_VOLUMES: Final = ("1", "1/10", "1/1000")


def _concentrations() -> dict[str, Unit]:
    """Amounts by volume, in signs and in words: mg/dl, milligrams per decilitre, mmol pro Liter."""
    found = {}
    for base in ("kg", "mol"):
        for above, amounts in MEASURES[base]:
            if Fraction(above) > 1:
                continue
            for below, volumes in MEASURES["l"]:
                if below in _VOLUMES:
                    unit = Unit(f"{base}/l", Fraction(above) / Fraction(below))
                    for amount, per, volume in product(amounts.split("|"), _PER, volumes.split("|")):
                        found[amount + per + volume] = unit
    return found


def _table() -> dict[str, Unit]:
    table = _concentrations()
    for base, rows in MEASURES.items():
        for factor, spellings in rows:
            for spelling in spellings.split("|"):
                table.setdefault(spelling, Unit(base, Fraction(factor)))
    for code, factor, spellings, loose in MONEY:
        for spelling in spellings.split("|"):
            table.setdefault(spelling, Unit(code, Fraction(factor), "money", loose=loose))
    for base, factor, spellings in CJK:
        for spelling in spellings.split("|"):
            table[spelling] = Unit(base, Fraction(factor))
    table |= dict.fromkeys(PERCENT.split("|"), Unit("%", Fraction(1), "percent"))
    table |= dict.fromkeys(PER_THOUSAND.split("|"), Unit("%", Fraction(1, 10), "percent"))
    table |= dict.fromkeys(POINTS.split("|"), Unit("pp", Fraction(1), "points"))
    table |= dict.fromkeys(BASIS_POINTS.split("|"), Unit("pp", Fraction(1, 100), "points"))
    table |= dict.fromkeys(_SPELLED_FAHRENHEIT.split("|"), _FAHRENHEIT)
    table |= dict.fromkeys(("kelvin", "kelvins"), _KELVIN)
    return table


UNITS: Final = _table()
_CASED_UNITS: Final = {text: Unit(base, Fraction(factor)) for text, (base, factor) in _CASED.items()} | {
    "öre": Unit("SEK", Fraction(1, 100), "money", loose=True),  # folded it is the English ore
    "K": _KELVIN,
    "F": _FAHRENHEIT,
}
SYMBOLS: Final = frozenset("€$£¥₹₩₽¢₪₺₫₦₱₴฿")
DOLLAR_PREFIXES: Final = (
    "us", "u.s.", "can", "mex", "ca", "au", "nz", "hk", "mx", "nt", "c", "a", "s", "r",
)  # fmt: skip
CODES_BEFORE: Final = spelled(
    "eur usd gbp jpy cny rmb chf inr rs aud cad nzd sek nok dkk pln czk huf brl mxn zar krw hkd sgd twd",
    "rub aed sar btc teur keur meur dm euro sfr fr kr thb vnd ngn kes uah",
)
_LONGEST_CJK: Final = max(len(spelling) for spelling in UNITS if spelling[0] > "\u3000")
_CJK_FIRST: Final = frozenset(spelling[0] for spelling in UNITS if spelling[0] > "\u3000")
_PHRASE: Final = re.compile(
    r"(%-points|% points|%ポイント|[%‰¢€£¥$₹₩₽₪₺₫₦₱₴฿]|[°º][ \u00a0]?[cf](?![^\W\d_])|[°º℃℉×ω²³]|"
    r"u\.s\. dollars?|p\.p\.|us\$|[a-z]{1,3}\$|[a-zμωłøß]+(?:€|²|³)?)"
    r"(?:([ \u00a0\n./-]{1,3})([a-z€$]+)(?:[ \u00a0]([a-z]+))?)?"
)

_EACH_TIME: Final = re.compile(
    r"(?:[ \u00a0]?/[ \u00a0]?|[ \u00a0](?:per|pro|par|por|a|an|each)[ \u00a0])"
    r"(s|sec|second|seconde|sekunde|segundo|min|minute|minuto|h|hour|heure|stunde|hora)(?![^\W_])"
)
_SECONDS_OF: Final = {"s": 1, "m": 60, "h": 3600}


def read_unit(text: str, folded: str, at: int) -> tuple[Unit, int] | None:
    """The unit that starts exactly at `at`, and where it ends; the longest spelling wins."""
    if at >= len(folded):
        return None
    char = folded[at]
    if char > "\u2fff":
        return _read_cjk(folded, at)
    match = _PHRASE.match(folded, at)
    if match is None:
        return None
    first, joint, second, third = match.groups()
    found = None if second is None else _read_phrase(match, first, joint, second, third)
    if found is None:
        found = _read_single(text, folded, at, match.end(1), first)
    return found if found is None or found[0].base != "l" else _flow(folded, *found)


def _flow(folded: str, unit: Unit, end: int) -> tuple[Unit, int]:
    """A volume in a stretch of time: m³/s, cubic metres per hour, metres cubes par seconde."""
    match = _EACH_TIME.match(folded, end)
    if match is None:
        return unit, end
    word = match.group(1)
    seconds = 3600 if word == "stunde" else _SECONDS_OF[word[0]]
    return Unit("l/s", unit.factor / seconds), match.end()


def _read_phrase(
    match: re.Match[str], first: str, joint: str, second: str, third: str | None
) -> tuple[Unit, int] | None:
    joint = " " if joint in ("\u00a0", "\n", ". ", "  ", " \n") else joint
    if third is not None:
        unit = UNITS.get(f"{first}{joint}{second} {third}")
        if unit is not None:
            return unit, match.end(4)
    unit = UNITS.get(f"{first}{joint}{second}")
    return None if unit is None else (unit, match.end(3))


def _read_single(text: str, folded: str, at: int, end: int, first: str) -> tuple[Unit, int] | None:
    following = folded[end : end + 1]
    if first[0].isalpha() and following.isalpha() and following < "\u3000":
        return None
    unit = _CASED_UNITS.get(text[at:end])
    if unit is None:
        unit = UNITS.get(first)
    if unit is None and len(first) > 1 and first[0] in "°º":
        unit = UNITS.get("°" + first[-1])
    if unit is None:
        return None
    if unit.base == "m" and following and following in "23^":
        return _power(folded, first, unit, end)
    return unit, end


def _power(folded: str, first: str, unit: Unit, end: int) -> tuple[Unit, int]:
    """m2, m^2, km2 and the like; a digit that goes on (m20) is no power."""
    at = end + 1 if folded[end] == "^" else end
    if folded[at : at + 1] in ("2", "3") and not folded[at + 1 : at + 2].isalnum():
        power = UNITS.get(first + folded[at])
        if power is not None:
            return power, at + 1
    return unit, end


def _read_cjk(folded: str, at: int) -> tuple[Unit, int] | None:
    if folded[at] not in _CJK_FIRST:
        return None
    for length in range(min(_LONGEST_CJK, len(folded) - at), 0, -1):
        unit = UNITS.get(folded[at : at + length])
        if unit is not None:
            return unit, at + length
    return None
