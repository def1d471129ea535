"""What one figure of the evidence is to one figure of the claim."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from pincite.model import Figure
from pincite.text.figures.dates_alike import dates_alike, times_alike
from pincite.text.figures.folding import fold
from pincite.text.figures.ranks import (
    AMBIGUOUS,
    CONVERTED,
    DERIVED,
    EXACT,
    MISSING,
    ROUNDED,
    UNSTATED,
    Likeness,
    missing,
)
from pincite.text.figures.spelling import spelled
from pincite.text.figures.units import UNITS

_DOLLARS: Final = frozenset({"USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD"})
_CROWNS: Final = frozenset({"SEK", "NOK", "DKK", "CZK"})
_PESOS: Final = frozenset({"ARS", "MXN", "CLP", "COP", "PHP"})
_CENTS: Final = _DOLLARS | _PESOS | {"EUR", "CHF", "FRF", "BRL", "ZAR"}
# Names of money that several countries use -> the currencies they may stand for.
_LOOSE: Final = {
    **dict.fromkeys(spelled("$ dollar dollars dolar dolares"), _DOLLARS),
    **dict.fromkeys(spelled("¢ cent cents cts centime centimes centimo centimos centavo centavos"), _CENTS),
    **dict.fromkeys(spelled("kr krona kronor krone kroner ore øre"), _CROWNS),
    **dict.fromkeys(spelled("peso pesos"), _PESOS),
    **dict.fromkeys(spelled("franc francs"), frozenset({"FRF", "CHF"})),
    "¥": frozenset({"JPY", "CNY"}),
    "元": frozenset({"CNY", "JPY", "TWD", "HKD"}),
}
_BINARY: Final = tuple(Fraction(1024, 1000) ** power for power in (1, 2, 3, 4))
_ANNIVERSARIES: Final = spelled("anniversary birthday jahrestag geburtstag anniversaire aniversario")
_BARE: Final = frozenset({"number", "ordinal", "identifier"})
# Identifiers that say where something stands in a document.
PLACES: Final = spelled(
    "section sections sec article articles art clause chapter chapters part page pages pp p line lines",
    "volume vol issue figure fig table appendix annex paragraph para item step abschnitt artikel kapitel",
    "absatz abs satz ziffer seite flight channel route highway interstate model season seasons episode",
    "series round week seiten chapitre alinea seccion articulo capitulo parrafo pagina paginas § §§ label",
    "note version",
)


_SAME: Final = Likeness(EXACT, "exact")


def likeness(claim: Figure, evidence: Figure) -> Likeness | None:
    """The relation of two figures by value, unit and date, without rounding; None when they have none."""
    if claim.kind == "date" or evidence.kind == "date":
        return dates_alike(claim, evidence)
    if claim.kind == "time" or evidence.kind == "time":
        return times_alike(claim, evidence)
    if claim.kind == "identifier" or evidence.kind == "identifier":
        return _identifiers(claim, evidence)
    if claim.value is None or evidence.value is None:
        return None
    common = comparable(claim, evidence)
    if common == "same":
        return _same_unit(claim, evidence)
    if common == "open":
        return _open_unit(claim, evidence)
    if common == "share":
        return _share(claim, evidence)
    return _other_unit(claim, evidence)


def comparable(claim: Figure, evidence: Figure) -> str:
    """How the units agree: "same", "open" (one states none), "share" (percent beside fraction), or ""."""
    if claim.unit == evidence.unit:
        return "same"
    if claim.unit and evidence.unit:
        if {claim.unit, evidence.unit} <= _family(claim) or {claim.unit, evidence.unit} <= _family(evidence):
            return "same"
        if {claim.unit, evidence.unit} == {"°", "°C"}:
            return "same"
        return ""
    united, bare = (claim, evidence) if claim.unit else (evidence, claim)
    if united.unit == "%" and bare.value is not None and bare.value.denominator != 1 and bare.value < 1:
        return "share"
    if bare.kind not in _BARE:
        return ""
    if united.unit == "×":
        return "open"
    if united.kind == "points":
        return ""
    if not bare.noun or bare.kind == "ordinal" or bare.noun in united.unit_text.lower():
        return "open"
    return ""


def _family(figure: Figure) -> frozenset[str]:
    text = fold(figure.unit_text.strip(" "))
    unit = UNITS.get(text)
    if unit is not None and unit.kind == "money" and not unit.loose and text not in _LOOSE:
        return frozenset()  # "Canadian dollars" are no others
    return _LOOSE.get(text) or _LOOSE.get(text.split(" ")[-1]) or frozenset()


def _converted(claim: Figure, evidence: Figure) -> Likeness:
    if claim.written == evidence.written and claim.unit_text.casefold() == evidence.unit_text.casefold():
        return _SAME
    if claim.written == evidence.written:
        return _SAME
    return Likeness(CONVERTED, "converted")


def _same_unit(claim: Figure, evidence: Figure) -> Likeness | None:
    one, two = claim.value, evidence.value
    assert one is not None and two is not None
    if claim.unit in ("", "×") and not _countable(claim, evidence):
        return None
    if claim.high is not None and evidence.high is not None:
        if one == two and claim.high == evidence.high:
            return _SAME
        return missing("value", 6) if claim.unit else None
    if evidence.high is not None and (
        (claim.bound == "max" and one == two) or (claim.bound == "min" and one == evidence.high)
    ):
        return missing("value", 2)  # "at most three days" beside "three to five days"
    if one == two and claim.high is None:
        return Likeness(DERIVED, "derived") if evidence.high is not None else _converted(claim, evidence)
    if evidence.high is not None and one == evidence.high:
        return Likeness(DERIVED, "derived")
    if one == -two and one:
        return Likeness(MISSING + 3, "missing", "sign")
    if claim.unit == "byte" and one and two and (one / two in _BINARY or two / one in _BINARY):
        return Likeness(CONVERTED, "converted")
    if {claim.unit, evidence.unit} == {"°", "°C"} and one * two > 0 and claim.written == evidence.written:
        return _SAME
    ambiguous = _ambiguous(claim, evidence)
    if ambiguous is not None:
        return ambiguous
    if claim.high is not None or evidence.high is not None:
        return None
    if claim.written is not None and claim.written == evidence.written and one:
        return _same_digits(claim, evidence)
    if two and one / two in _THOUSANDS and _scaled(claim, evidence):
        return missing("scale", 2)
    return missing("value", 2) if misread_sign(claim, evidence) else None


def misread_sign(claim: Figure, evidence: Figure) -> bool:
    """Whether one figure is the other with the sign of its thousands read as a decimal sign, or the reverse:
    2.4 m beside a German 2.400 m."""
    if claim.unit != evidence.unit or not claim.written or not evidence.written:
        return False
    if claim.written / evidence.written not in (1000, _THOUSANDTH):
        return False
    return any(_ONE_SIGN.search(figure.text) is not None for figure in (claim, evidence))


_THOUSANDTH: Final = Fraction(1, 1000)
_ONE_SIGN: Final = re.compile(r"(?<![0-9.,])[0-9]{1,3}[.,][0-9]{3}(?![0-9]|[.,][0-9])")


_THOUSANDS: Final = frozenset(Fraction(1000) ** power for power in (-3, -2, -1, 1, 2, 3))


def _scaled(claim: Figure, evidence: Figure) -> bool:
    """Whether a scale word or a table header stands behind one of two amounts or counts."""
    if claim.kind not in ("money", "number"):
        return False
    return evidence.scaled_by_header or any(
        figure.written is not None and figure.value is not None and abs(figure.value) != figure.written
        for figure in (claim, evidence)
    )


def _countable(claim: Figure, evidence: Figure) -> bool:
    """A bare count against a bare count; an ordinal only against an ordinal or a number without a noun."""
    if (claim.kind == "ordinal") == (evidence.kind == "ordinal"):
        return True
    bare = evidence if claim.kind == "ordinal" else claim
    return not bare.noun or claim.noun.rstrip("s") == evidence.noun.rstrip("s")


def _ambiguous(claim: Figure, evidence: Figure) -> Likeness | None:
    """Another reading of 1.000 agrees; digits written alike are read alike, so these never agree this way."""
    if not (claim.readings or evidence.readings):
        return None
    if _digits(claim) == _digits(evidence):
        return None
    if claim.value in evidence.readings or evidence.value in claim.readings:
        return Likeness(AMBIGUOUS, "exact", "ambiguous")
    return None


def _digits(figure: Figure) -> str:
    return "".join(char for char in figure.text if char.isdigit() or char in ".,'")


def _same_digits(claim: Figure, evidence: Figure) -> Likeness:
    """The digits agree and the value does not: the scale or the unit is another one."""
    if claim.unit and claim.unit_text and evidence.unit_text and claim.kind == "measure":
        return missing("unit", 1)
    return missing("scale", 2)


def _open_unit(claim: Figure, evidence: Figure) -> Likeness | None:
    """One side states no unit (a table cell, "aged 65"): what is written, with its scale, decides."""
    if claim.written is None or evidence.written is None:
        return None
    if "ordinal" in (claim.kind, evidence.kind):
        return _anniversary(claim, evidence)
    united, bare = (claim, evidence) if claim.unit else (evidence, claim)
    if united.kind == "percent" and bare.noun:
        return None
    one, two = _unscaled(united), bare.value
    high = _unscaled_high(claim), _unscaled_high(evidence)
    if claim.high is not None and evidence.high is not None:
        same = _unscaled(claim) == _unscaled(evidence) and high[0] == high[1]
        return Likeness(UNSTATED, "exact") if same else None
    if (
        evidence.high is not None
        and claim.high is None
        and _unscaled(claim) in (_unscaled(evidence), high[1])
    ):
        return Likeness(DERIVED, "derived")
    if claim.high is None and evidence.high is None and one == two:
        return Likeness(UNSTATED, "exact")
    if one is not None and one == -(two or 0) and one:
        return missing("sign", 3)
    if bare.written == united.written and two != one and two:
        return missing("scale", 5)
    if two in united.readings or one in bare.readings:
        return Likeness(AMBIGUOUS, "exact", "ambiguous")
    return None


def _anniversary(claim: Figure, evidence: Figure) -> Likeness | None:
    """The 20th anniversary beside 20 years."""
    ordinal, other = (claim, evidence) if claim.kind == "ordinal" else (evidence, claim)
    if other.unit != "month" or ordinal.written != other.written:
        return None
    return Likeness(DERIVED, "derived") if ordinal.noun in _ANNIVERSARIES else None


def _factor(figure: Figure) -> Fraction:
    """The factor of the unit as it is spelled: written times scale times this is the value."""
    unit = UNITS.get(figure.unit_text.casefold())
    return unit.factor if unit is not None and not unit.offset else Fraction(1)


def _unscaled(figure: Figure) -> Fraction | None:
    """The value in the unit that is written: 5 for "5 km", 5,000,000 for "$5 million"."""
    if figure.kind == "money":
        return figure.value
    if not figure.unit or figure.value is None:
        return figure.value
    if not figure.unit_text and not figure.scaled_by_header:
        return figure.written  # the unit of a table's header
    factor = _factor(figure)
    return (
        figure.written
        if factor == 1 and figure.written is not None and figure.unit == "°C"
        else figure.value / factor
    )


def _unscaled_high(figure: Figure) -> Fraction | None:
    return (
        None
        if figure.high is None
        else figure.high / (_factor(figure) if figure.unit and figure.kind != "money" else 1)
    )


def _share(claim: Figure, evidence: Figure) -> Likeness | None:
    """A third beside 33 %: a fraction in words is met by the percentage to the whole percent."""
    percent, part = (claim, evidence) if claim.unit == "%" else (evidence, claim)
    if percent.value is None or part.value is None:
        return None
    gap = abs(percent.value - part.value * 100)
    if gap == 0:
        return Likeness(CONVERTED, "converted")
    decimal = part.step is not None and part.step != part.value
    allowed = (claim.step or Fraction(1)) * (100 if claim is part else 1) / 2 if decimal else Fraction(3, 2)
    if claim.bound == "about" and not decimal:
        allowed = _ABOUT_SHARE
    return Likeness(ROUNDED, "rounded") if gap <= allowed else None


_ABOUT_SHARE: Final = Fraction(7, 2)  # "nearly two thirds" of 64 %


def _other_unit(claim: Figure, evidence: Figure) -> Likeness | None:
    """Different units: a finding only when the digits agree, so that it is plainly the same statement."""
    if claim.written is None or claim.written != evidence.written:
        calendar = _calendar(claim, evidence)
        if calendar is not None:
            return calendar
        return None
    kinds = {claim.kind, evidence.kind}
    if kinds == {"percent", "points"}:
        return missing("percent_vs_points", 0)
    if kinds == {"money"}:
        return missing("currency", 2)
    if kinds == {"measure"} and claim.unit != "×" and evidence.unit != "×":
        return missing("unit", 1 if {claim.unit, evidence.unit} == {"s", "month"} else 4)
    return None


_YEAR_DAYS: Final = frozenset({Fraction(365), Fraction(366), Fraction(364)})


def _calendar(claim: Figure, evidence: Figure) -> Likeness | None:
    """Months against days agree for whole years only (12 months, 365 days, 52 weeks)."""
    if {claim.unit, evidence.unit} != {"s", "month"} or not claim.value or not evidence.value:
        return None
    months, seconds = (
        (claim.value, evidence.value) if claim.unit == "month" else (evidence.value, claim.value)
    )
    years = months / 12
    if years.denominator == 1 and seconds / 86400 / years in _YEAR_DAYS:
        return Likeness(CONVERTED, "converted")
    return None


def _identifiers(claim: Figure, evidence: Figure) -> Likeness | None:
    """Compared as written; a count and an identifier are never the same ("two alarms", "level 2")."""
    if claim.kind == "identifier" and evidence.kind == "identifier":
        if _written(claim) == _written(evidence):
            return _SAME if claim.noun == evidence.noun else Likeness(UNSTATED, "exact")
        if (
            claim.value is not None
            and evidence.high is not None
            and claim.value in (evidence.value, evidence.high)
        ):
            return Likeness(DERIVED, "derived")
        return missing("value", 6) if claim.noun == evidence.noun else None
    number = evidence if claim.kind == "identifier" else claim
    if number.unit or (number.noun and number.kind != "ordinal"):
        return None
    if number.kind == "ordinal" and "label" in (claim.noun, evidence.noun):
        return None
    if claim.written is not None and claim.written == evidence.written and claim.high == evidence.high:
        return Likeness(UNSTATED, "exact")
    return None


def _written(figure: Figure) -> str:
    if figure.written is not None and figure.high is None:
        return str(figure.written)
    return "".join(char for char in figure.text.casefold() if char.isalnum() or char == ".").strip(".")
