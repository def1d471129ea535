"""Numbers in digits: every convention of thousands and decimal signs, scales, signs, ranges."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.model import Figure
from pincite.text.figures import figures


def only(text: str, language: str = "") -> Figure:
    found = figures(text, language=language)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("1,250", "en", "1250"),
        ("1,250", "de", "1.25"),
        ("1.250", "en", "1.25"),
        ("1.250", "de", "1250"),
        ("1.250", "es", "1250"),
        ("1\u202f250", "fr", "1250"),
        ("1\u00a0250,5", "fr", "1250.5"),
        ("1 250", "fr", "1250"),
        ("12 480 000", "", "12480000"),
        ("1'250", "de", "1250"),
        ("1’250’000", "de", "1250000"),
        ("12,34,567", "en", "1234567"),
        ("58·3", "en", "58.3"),
        ("3,25x", "en", "3.25"),
        ("1.234,56", "en", "1234.56"),
        ("1,234.56", "de", "1234.56"),
        ("0,125", "en", "0.125"),
        ("1234.567", "de", "1234.567"),
        ("735, 000 people", "en", "735000"),
        ("２，４５０円", "ja", "2450"),
        ("٣٤ دولار", "", "34"),
    ],
)
def test_reads_every_convention(text: str, language: str, value: str) -> None:
    assert only(text, language).value == Fraction(value)


def test_language_of_the_text_decides() -> None:
    assert only("Das Gewicht der Maschine beträgt 1,000 kg und ist geprüft.").value == 1
    assert only("The weight of the machine is 1,000 kg and has been checked.").value == 1000


def test_other_numbers_of_the_text_decide_before_its_language() -> None:
    first, second = figures("The list of the parts: 1.234.567 and 2.345 units.")
    assert (first.value, second.value) == (Fraction(1234567), Fraction(2345))


def test_what_stays_open_keeps_both_readings() -> None:
    figure = only("1.250 kg")
    assert figure.value == Fraction("1.25")
    assert figure.readings == (Fraction(1250),)
    assert only("1,5 kg").readings == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$2.3bn", 2_300_000_000),
        ("£1.2m", 1_200_000),
        ("12,4 Mio. €", 12_400_000),
        ("3 Mrd. Euro", 3_000_000_000),
        ("12k", 12_000),
        ("5 lakh", 500_000),
        ("Rs. 500 crore", 5_000_000_000),
        ("2,300 million USD", 2_300_000_000),
        ("3,000万円", 30_000_000),
        ("1億2,345万円", 123_450_000),
        ("3.5亿美元", 350_000_000),
        ("2 milliards d'euros", 2_000_000_000),
        ("12.4 m EUR", 12_400_000),
        ("3 million", 3_000_000),
        ("twelve euros and fifty cents", Fraction("12.5")),
        ("2 1/2 cups", Fraction("2.5")),
        ("2½ miles", Fraction("2.5") * Fraction("1609.344")),
        ("½ hour", 1800),
        ("3/4 of it", Fraction(3, 4)),
        ("3:1", 3),
        ("2.5 to 1", Fraction("2.5")),
        ("−3,2 Mio. €", -3_200_000),
        ("-$5", -5),
        ("minus 5 °C", -5),
    ],
)
def test_scales_fractions_and_signs(text: str, value: Fraction | int) -> None:
    assert only(text).value == value


def test_millions_in_german_are_long() -> None:
    text = "Der Schaden liegt bei einer Summe von 2 Billionen Euro und ist nicht gedeckt."
    assert only(text).value == 2 * 10**12


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("5–10 mg", "0.000005", "0.00001"),
        ("5 to 10 mg", "0.000005", "0.00001"),
        ("between 50 and 55 million", "50000000", "55000000"),
        ("$3-5 million", "3000000", "5000000"),
        ("20%–30%", "20", "30"),
        ("18 bis 64", "18", "64"),
        ("3至5倍", "3", "5"),
    ],
)
def test_ranges_share_unit_and_scale(text: str, low: str, high: str) -> None:
    figure = only(text)
    assert (figure.value, figure.high) == (Fraction(low), Fraction(high))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("from 50 to 55 million", [50_000_000, 55_000_000]),
        ("5 ± 0.2 mm", [Fraction("0.005"), Fraction("0.0002")]),
        ("won 3-1", [3, 1]),
        ("from $170 in 2022 to $360", [170, None, 360]),
        ("3, 4 and 5", [3, 4, 5]),
    ],
)
def test_what_is_no_range_is_two_figures(text: str, values: list[Fraction | int | None]) -> None:
    assert [figure.value for figure in figures(text)] == values


def test_step_is_the_last_written_digit() -> None:
    assert only("3.3 million").step == 100_000
    assert only("58.3%").step == Fraction(1, 10)
    assert only("half a million").step == 100_000
    assert only("177 °C").step == 1


def _grouped(number: int, sign: str, size: int = 3) -> str:
    digits = str(number)
    head = len(digits) % size
    groups = ([digits[:head]] if head else []) + [
        digits[at : at + size] for at in range(head, len(digits), size)
    ]
    return sign.join(groups)


@settings(deadline=None)
@given(
    whole=st.integers(min_value=1000, max_value=10**15),
    tail=st.integers(min_value=0, max_value=99),
    signs=st.sampled_from(
        [(",", ".", "en"), (".", ",", "de"), ("\u202f", ",", "fr"), ("'", ".", "de"), ("\u00a0", ",", "es")]
    ),
)
def test_a_number_written_in_any_locale_reads_back(
    whole: int, tail: int, signs: tuple[str, str, str]
) -> None:
    thousands, decimal, language = signs
    text = f"{_grouped(whole, thousands)}{decimal}{tail:02d}"
    figure = only(text, language)
    assert figure.value == whole + Fraction(tail, 100)
    assert figure.text == text


@settings(deadline=None)
@given(whole=st.integers(min_value=1000, max_value=10**15), language=st.sampled_from(["en", "zh", "ja", ""]))
def test_a_grouped_integer_reads_back(whole: int, language: str) -> None:
    assert only(_grouped(whole, ","), language).value == whole
