"""Units, currencies, percentages and the words of limit around a figure."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pincite.text.figures import figures


@pytest.mark.parametrize(
    ("text", "value", "unit", "kind"),
    [
        ("250 mg", "0.00025", "kg", "measure"),
        ("250 micrograms", "0.00000025", "kg", "measure"),
        ("250µg", "0.00000025", "kg", "measure"),
        ("6 m cable", "6", "m", "measure"),
        ("12平方キロメートル", "12000000", "m2", "measure"),
        ("44メートル", "44", "m", "measure"),
        ("120 km²", "120000000", "m2", "measure"),
        ("50 m2 of floor", "50", "m2", "measure"),
        ("a 2-litre container", "2", "l", "measure"),
        ("14 days", "1209600", "s", "measure"),
        ("20 working days", "1728000", "s", "measure"),
        ("five extra days off", "432000", "s", "measure"),
        ("a 14-day trial", "1209600", "s", "measure"),
        ("a 65-year-old", "780", "month", "measure"),
        ("a 30 - year - old man", "360", "month", "measure"),
        ("10+ years", "120", "month", "measure"),
        ("500 MB", "500000000", "byte", "measure"),
        ("5 Mb", "625000", "byte", "measure"),
        ("350 °F", "1590/9", "°C", "measure"),
        ("300 K", "26.85", "°C", "measure"),
        ("5 MW", "5000000", "W", "measure"),
        ("5 mW", "0.005", "W", "measure"),
        ("90 km/h", "25", "m/s", "measure"),
        ("90 km per hour", "25", "m/s", "measure"),
        ("230 V", "230", "V", "measure"),
        ("1,000 kg/l", "1000", "kg/l", "measure"),
        ("3.25x", "3.25", "×", "measure"),
        ("5-fold", "5", "×", "measure"),
        ("25 percent", "25", "%", "percent"),
        ("40 Prozent", "40", "%", "percent"),
        ("15 %", "15", "%", "percent"),
        ("3 ‰", "0.3", "%", "percent"),
        ("two percentage points", "2", "pp", "points"),
        ("25 basis points", "0.25", "pp", "points"),
        ("2 Prozentpunkte", "2", "pp", "points"),
        ("2个百分点", "2", "pp", "points"),
        ("€12,480", "12480", "EUR", "money"),
        ("12\u202f480 €", "12480", "EUR", "money"),
        ("EUR 1,234.56", "1234.56", "EUR", "money"),
        ("US$ 20", "20", "USD", "money"),
        ("A$5m", "5000000", "AUD", "money"),
        ("2450 dollars", "2450", "USD", "money"),
        ("30 million yen", "30000000", "JPY", "money"),
        ("1.2 million pounds", "1200000", "GBP", "money"),
        ("T€ 500", "500000", "EUR", "money"),
        ("M€ 1.5", "1500000", "EUR", "money"),
    ],
)
def test_units(text: str, value: str, unit: str, kind: str) -> None:
    (figure,) = figures(text, language="en")
    number = Fraction(value) if "/" not in value else Fraction(*map(int, value.split("/")))
    assert (figure.value, figure.unit, figure.kind) == (number, unit, kind)


@pytest.mark.parametrize("text", ["5G phones", "3D printers", "4K screens", "2pac songs", "1080p"])
def test_letters_right_behind_digits_make_a_name(text: str) -> None:
    assert figures(text) == ()


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at most 4 g per day", "max"),
        ("goes up to 10 mg a day", "max"),
        ("must not exceed 250 kg", "max"),
        ("no later than 10 days before", "max"),
        ("höchstens 40 % der Kosten", "max"),
        ("bis zu 60 Prozent", "max"),
        ("au plus 5 jours", "max"),
        ("como máximo 5 días", "max"),
        ("不超过5天", "max"),
        ("5天以内", "max"),
        ("at least 10 employees", "min"),
        ("10 employees or more", "min"),
        ("mindestens 10 Tage", "min"),
        ("10万人以上", "min"),
        ("more than 200 mm of rain", "above"),
        ("exceeds 50 °C", "above"),
        ("plus de 50 jours", "above"),
        ("超过50天", "above"),
        ("fewer than 5,000 nests", "below"),
        ("under 18 years", "below"),
        ("5%未満", "below"),
        ("about 3.3 million residents", "about"),
        ("roughly 177 °C", "about"),
        ("environ deux heures", "about"),
        ("etwa 50 Tage", "about"),
        ("约3千米", "about"),
        ("no more than 5 days", "max"),
        ("nicht mehr als 5 Tage", "max"),
        ("not less than 5 days", "min"),
        ("exactly 10 employees", None),
        ("more, 10 employees", None),
    ],
)
def test_bounds(text: str, bound: str | None) -> None:
    (figure,) = figures(text)
    assert figure.bound == bound


def test_a_count_keeps_the_word_that_it_counts() -> None:
    (figure,) = figures("2,140 staff")
    assert (figure.kind, figure.noun, figure.unit) == ("number", "staff", "")
