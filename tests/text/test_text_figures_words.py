"""Numbers in words: English, German, French, Spanish, Chinese and Japanese."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pincite.text.figures import figures


def read(text: str, language: str) -> list[tuple[str, Fraction | None, str]]:
    return [(figure.text, figure.value, figure.kind) for figure in figures(text, language=language)]


@pytest.mark.parametrize(
    ("text", "language", "written", "value"),
    [
        ("three witnesses", "en", "three", 3),
        ("one hundred and twenty-five people", "en", "one hundred and twenty-five", 125),
        ("two million three hundred thousand records", "en", "two million three hundred thousand", 2_300_000),
        ("twelve hundred men", "en", "twelve hundred", 1200),
        ("a hundred thousand votes", "en", "a hundred thousand", 100_000),
        ("a dozen eggs", "en", "a dozen", 12),
        ("two dozen eggs", "en", "two dozen", 24),
        ("half a million records", "en", "half a million", 500_000),
        ("two and a half million", "en", "two and a half million", 2_500_000),
        ("a third of the steel", "en", "a third", Fraction(1, 3)),
        ("two-thirds of it", "en", "two-thirds", Fraction(2, 3)),
        ("three quarters of it", "en", "three quarters", Fraction(3, 4)),
        ("einhundertzwanzig Seiten", "de", "einhundertzwanzig", 120),
        ("vierundzwanzig Seiten", "de", "vierundzwanzig", 24),
        ("zweitausendvierundzwanzig Seiten", "de", "zweitausendvierundzwanzig", 2024),
        ("eine halbe Million Seiten", "de", "eine halbe Million", 500_000),
        ("zwei Drittel davon", "de", "zwei Drittel", Fraction(2, 3)),
        ("fünf Seiten", "de", "fünf", 5),
        ("deux cent trente pages", "fr", "deux cent trente", 230),
        ("quatre-vingt-dix-sept pages", "fr", "quatre-vingt-dix-sept", 97),
        ("vingt et un pages", "fr", "vingt et un", 21),
        ("un tiers de la somme", "fr", "un tiers", Fraction(1, 3)),
        ("deux millions et demi de pages", "fr", "deux millions et demi", 2_500_000),
        ("une douzaine de pages", "fr", "une douzaine", 12),
        ("veintiuno páginas", "es", "veintiuno", 21),
        ("treinta y uno páginas", "es", "treinta y uno", 31),
        ("doscientos cincuenta mil páginas", "es", "doscientos cincuenta mil", 250_000),
        ("medio millón de páginas", "es", "medio millón", 500_000),
        ("五千万", "zh", "五千万", 50_000_000),
        ("员工一百二十人", "zh", "一百二十", 120),
        ("三分之一", "zh", "三分之一", Fraction(1, 3)),
        ("两百万", "zh", "两百万", 2_000_000),
    ],
)
def test_reads_words(text: str, language: str, written: str, value: Fraction | int) -> None:
    assert read(text, language) == [(written, Fraction(value), "number")]


@pytest.mark.parametrize(
    ("text", "language", "value", "unit"),
    [
        ("anderthalb Jahre", "de", 18, "month"),
        ("ein halbes Jahr", "de", 6, "month"),
        ("half an hour", "en", 1800, "s"),
        ("deux heures et demie", "fr", 9000, "s"),
        ("dos horas y media", "es", 9000, "s"),
        ("一年半", "zh", 18, "month"),
        ("二十五岁", "zh", 300, "month"),
        ("百分之十五", "zh", 15, "%"),
        ("千分之三", "zh", Fraction(3, 10), "%"),
    ],
)
def test_words_with_units(text: str, language: str, value: Fraction | int, unit: str) -> None:
    (figure,) = figures(text, language=language)
    assert (figure.value, figure.unit) == (Fraction(value), unit)


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("the second chamber", "en", 2),
        ("the twenty-first time zone", "en", 21),
        ("die zweite Kammer", "de", 2),
        ("die dreizehnte Kammer", "de", 13),
        ("la première chambre", "fr", 1),
        ("la tercera cámara", "es", 3),
        ("the 21st item", "en", 21),
        ("le 2e étage", "fr", 2),
        ("第三", "zh", 3),
    ],
)
def test_ordinals(text: str, language: str, value: int) -> None:
    (figure,) = figures(text, language=language)
    assert (figure.value, figure.kind) == (Fraction(value), "ordinal")


@pytest.mark.parametrize(
    "text",
    [
        "One of them left and no one came back.",
        "It may take a while; one can wait, one day or another.",
        "First, the valve is closed. At first nothing moves. For the first time.",
        "In March and May, on a Monday, the hall is closed.",
        "Dozens of homes and millions of people were hit, the better half of them.",
        "Once a day, or once in a while.",
        "万一の場合、一般的な統一規格",
        "一些人同时统一意见，十分重要",
        "Die Frau und ein Mann, eine Reise, einer von ihnen.",
        "Une femme et un homme dans une maison.",
    ],
)
def test_words_that_count_nothing(text: str) -> None:
    assert figures(text) == ()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("He was once there", "en"),
        ("at the seize of the dos prompt", "en"),
        ("elf Seiten", "fr"),
        ("the mil spec", "en"),
    ],
)
def test_words_of_another_language_are_no_numbers(text: str, language: str) -> None:
    assert figures(text, language=language) == ()


def test_second_is_a_unit_behind_a_number() -> None:
    (figure,) = figures("a delay of 30 seconds")
    assert (figure.kind, figure.unit) == ("measure", "s")
