"""Stretches of time, times of day, money and tolerances in the words of six languages, and what is none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pincite.text.figures import compare, figures


def read(text: str) -> list[tuple[str, Fraction | None, str]]:
    return [(figure.text, figure.value, figure.unit) for figure in figures(text)]


@pytest.mark.parametrize(
    ("text", "said", "value", "unit"),
    [
        ("Die Frist beträgt ein Dreivierteljahr.", "ein Dreivierteljahr", "9", "month"),
        ("Die Pause dauert eine Viertelstunde.", "eine Viertelstunde", "900", "s"),
        ("The notice period is a fortnight.", "a fortnight", "1209600", "s"),
        ("It takes three quarters of an hour.", "three quarters of an hour", "2700", "s"),
        ("La pause dure un quart d'heure.", "un quart d'heure", "900", "s"),
        ("Le délai est d'un semestre.", "un semestre", "6", "month"),
        ("El plazo es de medio año.", "medio año", "6", "month"),
        ("El plazo es de un año y medio.", "un año y medio", "18", "month"),
        ("It lasts a year and a half.", "a year and a half", "18", "month"),
        ("试用期为半年。", "半年", "6", "month"),
        ("会议持续半小时。", "半小时", "1800", "s"),
        ("The library opens at ten.", "ten", "600", "clock"),
        ("It closes at half past six.", "half past six", "390", "clock"),
        ("Das Bad öffnet um halb zehn.", "halb zehn", "570", "clock"),
        ("Il part à neuf heures et demie.", "neuf heures et demie", "570", "clock"),
        ("El museo abre a las diez y media.", "diez y media", "630", "clock"),
        ("図書館は午後五時に閉まります。", "五時", "1020", "clock"),
        ("El café cuesta 120 céntimos.", "120 céntimos", "1.2", "USD"),
        ("Das Brötchen kostet 80 Rappen.", "80 Rappen", "0.8", "CHF"),
        ("Fr. 12.50 pro Person", "Fr. 12.50", "12.5", "CHF"),
        ("20 Millionen australische Dollar", "20 Millionen australische Dollar", "20000000", "AUD"),
        ("5 millions de dollars canadiens", "5 millions de dollars canadiens", "5000000", "CAD"),
        ("300 francos suizos", "300 francos suizos", "300", "CHF"),
        ("500万澳元", "500万澳元", "5000000", "AUD"),
        ("99 zł", "99 zł", "99", "PLN"),
        ("3 mg Nitrit pro Liter", "3 mg", "0.000003", "kg/l"),
        ("20 g per 100 ml", "20 g", "0.2", "kg/l"),
        ("72 cubic metres per hour", "72 cubic metres per hour", "20", "l/s"),
    ],
)
def test_what_is_read(text: str, said: str, value: str, unit: str) -> None:
    assert (said, Fraction(value), unit) in read(text)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("Every decade it is painted.", "month"),
        ("2024年上半年增长。", "month"),
        ("The course starts at ten schools.", "clock"),
        ("It delayed the opening by three to five days.", "clock"),
        ("Sales ended up higher by 4.2%.", "clock"),
        ("有三点建议。", "clock"),
        ("The seam holds 30 ore bodies.", "SEK"),
        ("Fr. 8-12 Uhr", "CHF"),
        ("Room 4: 20 seats", "×"),
        ("Fibre 300: 300 Mbit/s", "×"),
    ],
)
def test_what_is_none_of_that_unit(text: str, unit: str) -> None:
    assert unit not in [found[2] for found in read(text)]


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        ("between 37.2 and 37.8 °C", "37.5 ± 0.3 °C", "derived"),
        ("between 97 and 99 °F", "98 ± 1 °F", "derived"),
        ("between 4.5 V and 5.5 V", "5 V ± 10 %", "derived"),
        ("between 36.5 and 37.8 °C", "37.5 ± 0.3 °C", "missing"),
        ("60 kg plus or minus 2 kg", "between 58 and 62 kg", "derived"),
    ],
)
def test_a_tolerance_is_a_range(claim: str, passage: str, expected: str) -> None:
    assert {match.match for match in compare(claim, (passage,))} == {expected}


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("Do not store above 25 °C", "max"),
        ("must not be kept above 8 °C", "max"),
        ("It should never be heated to more than 60 °C", "max"),
        ("The rate does not fall below 3 %", "min"),
        ("Nicht über 30 °C lagern", "max"),
        ("These are not sold. Prices above €30 are rare", "above"),
        ("temperatures above 25 °C", "above"),
    ],
)
def test_a_denial_turns_the_bound_of_its_own_sentence(text: str, bound: str) -> None:
    assert [one.bound for one in figures(text)] == [bound]


@pytest.mark.parametrize(
    ("text", "value"),
    [("百分之一点五", "1.5"), ("百分之十二点五", "12.5"), ("百分之十五", "15"), ("百分之零點零五", "0.05")],
)
def test_chinese_percent_with_decimals(text: str, value: str) -> None:
    assert [(one.value, one.unit) for one in figures(text)] == [(Fraction(value), "%")]
