"""Dates, months, years, quarters, decades and times of day."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.text.figures import figures
from pincite.text.figures.periods import relation


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("on 3 April 2025", "2025-04-03"),
        ("on April 3, 2025", "2025-04-03"),
        ("on April 3rd, 2025", "2025-04-03"),
        ("on the 3rd of April 2025", "2025-04-03"),
        ("March 31,2024", "2024-03-31"),
        ("am 3. April 2025", "2025-04-03"),
        ("le 1er avril 2025", "2025-04-01"),
        ("el 3 de abril de 2025", "2025-04-03"),
        ("2025-04-03", "2025-04-03"),
        ("31/12/2024", "2024-12-31"),
        ("12/31/2024", "2024-12-31"),
        ("2024年4月1日", "2024-04-01"),
        ("令和6年4月1日", "2024-04-01"),
        ("平成元年4月1日", "1989-04-01"),
        ("二〇二四年三月", "2024-03"),
        ("4月1日", "--04-01"),
        ("9 October", "--10-09"),
        ("31 May", "--05-31"),
        ("March 2020", "2020-03"),
        ("in May of 1982", "1982-05"),
        ("November 1965", "1965-11"),
        ("October to December 2024", "2024-10/2024-12"),
        ("July 10–12, 2024", "2024-07-10/2024-07-12"),
        ("3. bis 5. April 2025", "2025-04-03/2025-04-05"),
        ("in 2019", "2019"),
        ("in the 1990s", "1990s"),
        ("2010–2015", "2010/2015"),
        ("2010-15", "2010/2015"),
        ("2023/24", "2023/2024"),
        ("Q3 2024", "2024-Q3"),
        ("3Q24", "2024-Q3"),
        ("first quarter of fiscal 2025", "FY2025-Q1"),
        ("the second quarter", "--Q2"),
        ("im 1. Quartal 2024", "2024-Q1"),
        ("第3四半期", "--Q3"),
        ("H1 2024", "2024-H1"),
        ("FY2024", "FY2024"),
        ("fiscal year 2024", "FY2024"),
        ("Geschäftsjahr 2023/24", "FY2024"),
        ("2024年度", "FY2024"),
    ],
)
def test_dates(text: str, date: str) -> None:
    (figure,) = figures(text)
    assert (figure.kind, figure.date) == ("date", date)


def test_an_open_order_keeps_both_readings() -> None:
    (figure,) = figures("The closing day is 03/04/2025 for all of the offers.")
    assert figure.date == "2025-04-03"
    assert figure.dates == ("2025-03-04",)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("All dates are given as DD/MM/YYYY. Closing: 03/04/2025.", "2025-04-03"),
        ("All dates are given as MM/DD/YYYY. Closing: 03/04/2025.", "2025-03-04"),
        ("Opening: 25/02/2025. Closing: 03/04/2025.", "2025-04-03"),
        ("Opening: 02/25/2025. Closing: 03/04/2025.", "2025-03-04"),
        ("Die Frist endet am 03.04.2025.", "2025-04-03"),
    ],
)
def test_the_text_decides_the_order(text: str, date: str) -> None:
    figure = figures(text)[-1]
    assert (figure.date, figure.dates) == (date, ())


@pytest.mark.parametrize(
    "text",
    [
        "Children may play in March.",
        "in May and June",
        "They march on. It may be.",
        "on Monday",
        "Mars and Venus",
    ],
)
def test_names_of_months_alone_are_no_figures(text: str) -> None:
    assert figures(text) == ()


def test_a_verb_behind_a_number_is_no_month() -> None:
    (figure,) = figures("Children aged 6 to 12 may take it.")
    assert (figure.kind, figure.value, figure.high) == ("number", Fraction(6), Fraction(12))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("in 2000", "date"),
        ("in 1999 and", "date"),
        ("2000 people came", "number"),
        ("about 1500 nests", "number"),
        ("$2000", "money"),
        ("2000 kg", "measure"),
        ("between 1500 and 2000 people", "number"),
    ],
)
def test_a_year_or_a_count(text: str, kind: str) -> None:
    assert figures(text)[0].kind == kind


def test_two_years_with_and_are_two_dates() -> None:
    assert [figure.date for figure in figures("in 2019 and 2021")] == ["2019", "2021"]
    assert [figure.date for figure in figures("between 2019 and 2021")] == ["2019/2021"]


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("at 17:30", 1050),
        ("at 10:30 pm", 1350),
        ("at 5 p.m.", 1020),
        ("at 12.48 am", 48),
        ("um 18 Uhr", 1080),
        ("à 17h30", 1050),
        ("午後3時30分", 930),
    ],
)
def test_times_of_day(text: str, minutes: int) -> None:
    (figure,) = figures(text)
    assert (figure.kind, figure.value) == ("time", Fraction(minutes))


@pytest.mark.parametrize(
    ("claim", "evidence", "how"),
    [
        ("2024-03-05", "2024-03-05", "same"),
        ("2024-03", "2024-03-05", "same"),
        ("2024", "2024-03-05", "same"),
        ("--03-05", "2024-03-05", "same"),
        ("2024-03-05", "--03-05", "composed"),
        ("2024-03-05", "2024-03", "precision"),
        ("2024-03-04", "2025-04-03", "apart"),
        ("2025-03-04", "2025-04-03", "near"),
        ("--05-31", "--03-31", "near"),
        ("1990s", "1998", "within"),
        ("1990s", "2001", "apart"),
        ("2024-Q1", "2024-02-11", "within"),
        ("2012", "2010/2015", "precision"),
        ("2010", "2010/2015", "end"),
        ("2010/2016", "2010/2015", "apart"),
        ("FY2024", "2024", "same"),
        ("FY2024", "2023/2024", "same"),
        ("2024-Q1", "FY2024-Q1", "apart"),
    ],
)
def test_relations_of_dates(claim: str, evidence: str, how: str) -> None:
    assert relation(claim, evidence) == how


_MONTHS = "January February March April May June July August September October November December".split()  # noqa: SIM905


@settings(deadline=None)
@given(
    year=st.integers(min_value=1500, max_value=2100),
    month=st.integers(min_value=1, max_value=12),
    day=st.integers(min_value=1, max_value=28),
    form=st.sampled_from(
        ["{d} {n} {y}", "{n} {d}, {y}", "{y}-{m:02d}-{d:02d}", "{y}年{m}月{d}日", "{d:02d}.{m:02d}.{y}"]
    ),
)
def test_a_date_written_in_any_order_reads_back(year: int, month: int, day: int, form: str) -> None:
    text = form.format(y=year, m=month, d=day, n=_MONTHS[month - 1])
    (figure,) = figures(text)
    assert figure.date == f"{year:04d}-{month:02d}-{day:02d}"
    assert figure.text == text
