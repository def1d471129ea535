"""One number with its sign, scale, unit and currency: what stands between "loss of" and "in 2024"."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pincite.text.figures.cjk import continued, scale_after
from pincite.text.figures.scales import AMBIGUOUS_SCALES, ATTACHED_SCALES, MONEY_SCALES, SCALE_WORDS
from pincite.text.figures.source import Source
from pincite.text.figures.spelling import spelled
from pincite.text.figures.units import CODES_BEFORE, DOLLAR_PREFIXES, SYMBOLS, UNITS, Unit, read_unit

_SCALE: Final = re.compile(r"([ \u00a0\n-]{0,2})([a-z]+)\.?(?![^\W_])")
_LINK: Final = re.compile(r"[ \u00a0](?:d'|de |of |in )?|-|[ \u00a0]?")
_GAP: Final = re.compile(
    r"[+][ \u00a0-]?|[ ]-[ ](?=(?:year|month|week|day|hour|minute|mile|metre|meter|foot|km)(?![a-z]))"
    r"|[ \u00a0]{1,2}|-(?=[a-z])|[ \u00a0]?\n|[ \u00a0]-(?=[a-z])"
)
_ADJECTIVES: Final = spelled(
    "working business calendar consecutive extra full additional more further whole school trading clear",
    "short long banking straight solid total other tropical light earth american metric nautical square",
    "cubic fewer less new weitere volle ganze aufeinanderfolgende zusatzliche different successive",
    "separate",
)
_COUNTED_WORD: Final = re.compile(r"[ \u00a0]{1,2}([a-z]+)(?![a-z])")
_NEXT_WORD: Final = re.compile(r"[ \u00a0]{1,2}([a-z]+)[ \u00a0]{1,2}")
# Three quarters of an hour, un quart d'heure, un cuarto de hora.
_OF_A: Final = re.compile(r"[ \u00a0](?:of (?:an?|one) |d'|de (?=h|ano|litro|kilo))")
_EACH_LITRE: Final = re.compile(
    r"(?:[ \u00a0](?:(?:of|de|an|von)[ \u00a0])?[a-zß]{3,})?"
    r"(?:[ \u00a0](?:per|pro|par|por|je|a)[ \u00a0]|/)(?:([0-9]{1,4})[ \u00a0]?)?"
    r"(litre|liter|litro|l|dl|cl|ml)(?![^\W_])"
)
_ALL_BUT: Final = re.compile(r"(?<![a-z])tod[oa]s ")
_PEOPLE: Final = spelled(
    "people users customers subscribers viewers units shares copies records jobs households patients",
    "tonnes tons barrels euros dollars residents inhabitants downloads visitors views homes children euro",
    "workers",
)


# Swiss prices: 12.50, 1'250.-
_PRICED: Final = re.compile(r"[0-9]{1,3}(?:'[0-9]{3}|\.(?:[0-9]{2}(?![0-9])|-))")


class Quantity(Struct, gc=False):
    """A number being read. `value` is in the unit's base, `written` before scale and unit."""

    start: int
    end: int
    written: Fraction
    step: Fraction
    other: Fraction | None = None
    factor: Fraction = Fraction(1)
    unit: Unit | None = None
    unit_text: str = ""
    scaled: bool = False
    negative: bool = False
    spelled: bool = False
    fraction: bool = False
    plain: bool = False

    @property
    def value(self) -> Fraction:
        return self.based(self.written)

    def based(self, written: Fraction) -> Fraction:
        value = written * self.factor if self.scaled else written
        if self.negative:
            value = -value
        if self.unit is not None and (self.unit.factor != 1 or self.unit.offset):
            value = value * self.unit.factor + self.unit.offset
        return value

    @property
    def base_step(self) -> Fraction:
        step = self.step * self.factor if self.scaled else self.step
        return step if self.unit is None or self.unit.factor == 1 else step * self.unit.factor


def complete(source: Source, quantity: Quantity) -> None:
    """Read scale, unit and currency around the bare number, and its sign."""
    before = currency_before(source, quantity.start)
    if before is None:
        read_scale(source, quantity, money=False)
        unit_after(source, quantity)
    else:
        number = quantity.start
        quantity.unit, quantity.start, quantity.negative = before
        quantity.unit_text = source.text[quantity.start : number].rstrip(" \u00a0\u202f\u2009(+-−–")
        if source.folded[number - 1] == "(" and source.folded[quantity.end : quantity.end + 1] == ")":
            # "$(22,193)": an accountant's minus.
            quantity.negative, quantity.end = True, quantity.end + 1
        read_scale(source, quantity, money=True)
        _doubled_currency(source, quantity)
    if not quantity.negative:
        _sign(source, quantity)


def currency_before(source: Source, start: int) -> tuple[Unit, int, bool] | None:
    """The currency before a number (€, US$, EUR), where it starts, and whether a minus stands there."""
    folded, at = source.folded, start
    if at and folded[at - 1] == "(":
        at -= 1
    negative = bool(at) and folded[at - 1] == "-"
    if at and folded[at - 1] in "-+":
        at -= 1
    spaces = at
    while at and spaces - at < 2 and folded[at - 1] in " \u00a0":
        at -= 1
    if not at:
        return None
    last = folded[at - 1]
    if last in SYMBOLS:
        return _symbol_before(folded, at - 1, last, negative)
    begin = at
    dotted = last == "."
    if dotted:
        begin -= 1
    while begin and at - begin < 6 and "a" <= folded[begin - 1] <= "z":
        begin -= 1
    code = folded[begin : at - 1 if dotted else at]
    if code not in CODES_BEFORE or (begin and folded[begin - 1].isalnum()):
        return None
    if code == "rs" and not dotted and spaces == at:
        return None
    if code == "fr" and not (dotted and _PRICED.match(folded, start)):
        return None  # "Fr. 8-12 Uhr" is a Friday
    return UNITS["chf" if code == "fr" else code], begin, negative


def _symbol_before(folded: str, at: int, symbol: str, negative: bool) -> tuple[Unit, int, bool]:
    """The currency sign at `at` with the letters that belong to it: US$, A$, T€."""
    left = folded[max(0, at - 4) : at]
    if symbol == "$":
        for known in DOLLAR_PREFIXES:
            if left.endswith(known) and not left[: -len(known)][-1:].isalnum():
                found = UNITS.get("us$" if known == "u.s." else f"{known}$")
                if found is not None:
                    return found, at - len(known), negative
    if symbol == "€" and left[-1:] in ("m", "t", "k") and not left[-2:-1].isalnum():
        return UNITS[f"{left[-1]}€"], at - 1, negative
    return UNITS[symbol], at, negative


def read_scale(source: Source, quantity: Quantity, money: bool) -> None:
    """million, Mrd., k, 万: multiply and move the end behind it."""
    folded, end = source.folded, quantity.end
    following = folded[end : end + 1]
    if following > "\u2fff":
        factor, at = scale_after(folded, end)
        if factor > 1:
            added, at = continued(folded, at, factor)
            quantity.written += Fraction(added, factor)
            _scale(quantity, Fraction(factor), at)
        return
    match = _SCALE.match(folded, end)
    if match is None:
        return
    gap, word = match.group(1), match.group(2)
    power = SCALE_WORDS.get(word)
    if not gap:
        power = _attached_power(source, quantity, word, match.end(2), money, power)
    elif power is None and money and word in MONEY_SCALES and len(gap) == 1:
        power = MONEY_SCALES[word] if word != "t" else None
    elif word in AMBIGUOUS_SCALES and not money:
        power = _ambiguous_power(source, word, power)
    elif power is not None and "\n" in gap and len(word) < 4:
        power = None
    if power is None or (
        gap == "-" and word not in ("million", "billion", "trillion", "thousand", "hundred")
    ):
        if power is None and word in ("m", "b") and len(gap) <= 1:
            _scale_before_currency(source, quantity, match)
        return
    if word == "billion" and source.language() == "de":
        power = 12
    at = match.end(2)
    if folded[at : at + 1] == "." and word in ("mio", "mrd", "tsd", "mill", "bio"):
        at += 1
    _scale(quantity, Fraction(10**power), at)
    dozen = _SCALE.match(folded, at)
    if dozen is not None and dozen.group(2) in ("million", "billion", "millones", "millions") and power == 3:
        _scale(quantity, Fraction(10 ** SCALE_WORDS[dozen.group(2)]), dozen.end(2))


def _attached_power(
    source: Source, quantity: Quantity, word: str, end: int, money: bool, power: int | None
) -> int | None:
    if money:
        return MONEY_SCALES.get(word, power)
    if word in ATTACHED_SCALES:
        screen = quantity.written in (4, 8) and source.text[end - 1] == "K"
        return None if screen else ATTACHED_SCALES[word]
    if word == "m" or word == "b":
        following = _COUNTED_WORD.match(source.folded, end)
        if following is not None and following.group(1) in _PEOPLE:
            return 6 if word == "m" else 9
        return None
    return power if word not in AMBIGUOUS_SCALES else None


def _ambiguous_power(source: Source, word: str, power: int | None) -> int | None:
    if word == "mm":
        return None
    if word == "hundred":
        return power
    spoken = source.language()
    if word == "mille":
        return power if spoken == "fr" else None
    if word in ("mil", "miles"):
        return power if spoken == "es" else None
    return None


def _scale_before_currency(source: Source, quantity: Quantity, match: re.Match[str]) -> None:
    """12.4 m EUR, 5m€: a single letter is a scale when a currency follows it."""
    found = read_unit(source.text, source.folded, _behind_link(source.folded, match.end(2)))
    if found is not None and found[0].kind == "money":
        _scale(quantity, Fraction(10 ** MONEY_SCALES[match.group(2)]), match.end(2))


def _behind_link(folded: str, at: int) -> int:
    """Where a currency may stand behind a number: after a space, "de", "of" or "US"."""
    link = _LINK.match(folded, at)
    return at if link is None else link.end()


def _scale(quantity: Quantity, factor: Fraction, end: int) -> None:
    quantity.factor *= factor
    quantity.end = end
    quantity.scaled = True


def unit_after(source: Source, quantity: Quantity) -> None:
    """The unit behind the number, with at most one adjective between ("20 working days")."""
    folded, end = source.folded, quantity.end
    found = read_unit(source.text, folded, end)
    attached = found is not None and _attaches(found[0], folded, end, quantity)
    if found is not None and attached and not _other_meaning(source, quantity, found[0], end, found[1]):
        _unit(source, quantity, found, end)
        return
    if quantity.fraction and (of := _OF_A.match(folded, end)) is not None:
        part = read_unit(source.text, folded, of.end())
        if part is not None and part[0].kind == "measure":
            _unit(source, quantity, part, of.end())
            return
    if found is None and quantity.scaled and folded[end : end + 1] != "+":
        at = _behind_link(folded, end)
    else:
        gap = _GAP.match(folded, end)
        if gap is None:
            return
        at = gap.end()
    if at == end and found is None:
        return
    found = read_unit(source.text, folded, at)
    if (
        found is not None
        and "\n" in folded[end:at]
        and (found[1] - at < 2 or "|" in folded[found[1] : found[1] + 3])
    ):
        return
    if found is None:
        adjective = _NEXT_WORD.match(folded, end)
        if adjective is None or adjective.group(1) not in _ADJECTIVES:
            return
        at = adjective.end()
        found = read_unit(source.text, folded, at)
        if found is None or found[0].base not in ("s", "month", "m", "m2", "kg", "l") or found[1] - at < 3:
            return
    if not _other_meaning(source, quantity, found[0], at, found[1]):
        _unit(source, quantity, found, at)


def _dissolved(source: Source, quantity: Quantity) -> None:
    """A weight in each litre, the substance named between: 0,75 mg Nitrit pro Liter."""
    unit = quantity.unit
    if unit is None or unit.base != "kg":
        return
    each = _EACH_LITRE.match(source.folded, quantity.end)
    if each is not None:
        volume = UNITS[each.group(2)].factor * int(each.group(1) or 1)
        quantity.unit = Unit("kg/l", unit.factor / volume) if volume else unit


def _attaches(unit: Unit, folded: str, at: int, quantity: Quantity) -> bool:
    """Whether a unit may stand right behind the digits; of currencies only signs and codes do."""
    if unit.kind != "money" or quantity.scaled:
        return True
    return folded[at] in SYMBOLS or folded[at] > "\u2fff" or folded.startswith(("eur", "usd"), at)


def _unit(source: Source, quantity: Quantity, found: tuple[Unit, int], at: int) -> None:
    quantity.unit, quantity.end = found
    quantity.unit_text = source.text[at : quantity.end]
    _dissolved(source, quantity)
    half = source.folded[quantity.end : quantity.end + 14]
    if half.startswith("半"):
        quantity.written += Fraction(1, 2)
        quantity.end += 1
    elif half.startswith((" and a half", " y media", " y medio", " et demi")):
        quantity.written += Fraction(1, 2)
        quantity.end += len(re.match(r" \w+(?: a)? \w+", half).group())  # type: ignore[union-attr]


def _other_meaning(source: Source, quantity: Quantity, unit: Unit, at: int, end: int) -> bool:
    """Spellings that are units only in their place: x between dimensions, the g of 5G."""
    folded = source.folded
    spelling = folded[at:end]
    if unit.base == "×" and spelling in ("x", "×"):
        return bool(re.match(r"[ \u00a0]?[0-9]", folded[end : end + 3]))
    if len(spelling) == 1 and spelling.isalpha() and spelling < "\u2e80":
        text = source.text[at:end]
        if at == quantity.end and spelling in "gdkmb" and text.isupper() and not quantity.scaled:
            return True  # 5G, 3D, 4K
        if at == quantity.end and spelling == "d" and quantity.written in (2, 3):
            return True
        if spelling in "sdtajnhcf" and folded[end : end + 1] in ("'", "."):
            return folded[end] == "'"
    if spelling == "元" and folded[end : end + 1] in ("素", "件"):
        return True
    if spelling == "an":
        return source.language() != "fr"  # "1 an et 6 mois"; "5 an hour"
    return spelling in ("mal", "fach") and source.language() not in ("de", "")


def _doubled_currency(source: Source, quantity: Quantity) -> None:
    """$5 dollars, € 5 Mio. EUR: a second mention of the currency belongs to the figure."""
    found = read_unit(source.text, source.folded, _behind_link(source.folded, quantity.end))
    if found is None or quantity.unit is None:
        return
    if (
        found[0].kind == "money"
        and found[0].factor == 1
        and (found[0].base == quantity.unit.base or quantity.unit.loose)
    ):
        if not quantity.unit.loose or not found[0].loose:
            quantity.unit = found[0]
        quantity.end = found[1]


def _sign(source: Source, quantity: Quantity) -> None:
    folded, start = source.folded, quantity.start
    before = folded[start - 1 : start]
    if before == "-" or before == "+":
        if start >= 2 and (folded[start - 2].isalnum() or folded[start - 2] in "-%€$£°)."):
            return
        quantity.start -= 1
        quantity.negative = before == "-"
        return
    left = folded[max(0, start - 9) : start]
    for word in ("minus ", "moins ", "menos ", "negative "):
        if left.endswith(word):
            if word in ("moins ", "menos ") and quantity.unit is not None and quantity.unit.base != "°C":
                return
            if word == "menos " and _ALL_BUT.search(folded, max(0, start - 60), start):
                return
            quantity.negative = True
            quantity.start -= len(word)
            return
    if left.endswith(("负", "マイナス", "零下", "-", "△", "▲")) and (not left.endswith("-")):
        quantity.negative = True
