"""Units, scales and signs that travel from a table's header to its cells."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pincite.model import Figure
from pincite.text.figures import figures


def cell(text: str, written: str, header: str = "") -> Figure:
    return next(figure for figure in figures(text, header=header) if figure.text == written)


INCOME = (
    "Income statement (EUR thousand) | 2024 | 2023\n"
    "Revenue | 21,903 | 20,114\n"
    "Operating result | (1,482) | 655"
)


def test_caption_scale_and_accounting_sign() -> None:
    assert cell(INCOME, "21,903").value == 21_903_000
    loss = cell(INCOME, "1,482")
    assert (loss.value, loss.unit) == (Fraction(-1_482_000), "EUR")
    assert loss.negative
    assert loss.scaled_by_header
    assert cell(INCOME, "2024").date == "2024"


def test_a_note_may_be_about_some_rows_only() -> None:
    text = (
        "Capital (USD in millions, shares in thousands)\nShares outstanding | 52,300\nPaid-in capital | 640"
    )
    shares, capital = cell(text, "52,300"), cell(text, "640")
    assert (shares.value, shares.unit) == (Fraction(52_300_000), "")
    assert (capital.value, capital.unit) == (Fraction(640_000_000), "USD")


def test_a_unit_column_gives_each_row_its_unit() -> None:
    rows = "Supply voltage | 2.7 | – | 5.5 | V\nAmbient temperature | 0 | 25 | 70 | °C"
    text = "Conditions | MIN | TYP | MAX | Unit\n" + rows
    assert [(figure.text, figure.unit) for figure in figures(text, language="en")] == [
        ("2.7", "V"),
        ("5.5", "V"),
        ("0", "°C"),
        ("25", "°C"),
        ("70", "°C"),
    ]


@pytest.mark.parametrize(
    ("text", "written", "value", "unit"),
    [
        ("Permit | Fee (EUR)\nA | 80", "80", 80, "EUR"),
        ("Exercice | 2024\nChiffre d’affaires (M€) | 19,6", "19,6", 19_600_000, "EUR"),
        ("Holder | Ownership %\nA | 12.2", "12.2", 12.2, "%"),
        ("Item | 2024 ($ millions)\nSales | 640", "640", 640_000_000, "USD"),
        ("Item | $000\nSales | 640", "640", 640, ""),
        ("项目（单位：万元）| 2024\n收入 | 1,200", "1,200", 12_000_000, "CNY"),
        ("Show | viewers (millions)\nA | 8.72", "8.72", 8_720_000, ""),
        ("Model | Weight kg\nA | 3", "3", 3, "kg"),
        ("Name | Count\nA | 3", "3", 3, ""),
        ("Country\tArea (km²)\nA\t3", "3", 3_000_000, "m2"),
    ],
)
def test_headers(text: str, written: str, value: float, unit: str) -> None:
    figure = cell(text, written)
    assert figure.value is not None
    assert (float(figure.value), figure.unit) == (value, unit)


def test_what_a_cell_states_itself_wins() -> None:
    text = "Cost (EUR thousand) | 2024\nRent | $5 million\nShare | 12%"
    assert cell(text, "$5 million").value == 5_000_000
    assert cell(text, "12%").value == 12


def test_a_header_from_elsewhere_applies() -> None:
    figure = cell("Personnel | 8,410", "8,410", header="Cost report (EUR thousand) | 2024")
    assert (figure.value, figure.unit) == (Fraction(8_410_000), "EUR")
    figure = cell("Net income 8,410", "8,410", header="(USD in millions)")
    assert (figure.value, figure.unit) == (Fraction(8_410_000_000), "USD")


def test_a_label_with_a_note_gives_unit_scale_and_sign() -> None:
    figure = cell("Result (EUR million): (1.2)", "1.2")
    assert (figure.value, figure.unit) == (Fraction(-1_200_000), "EUR")
    assert cell("Staff (see note): 12", "12").unit == ""


def test_the_labels_of_a_table_tell_its_number_format() -> None:
    assert cell("Kosten (in Tsd. EUR)\nPersonal | 8.410", "8.410").value == 8_410_000
    assert cell("Weight | 1.250 kg", "1.250 kg").value == Fraction("1.25")


def test_per_share_rows_are_not_scaled() -> None:
    text = "Item ($ millions) | 2024\nEPS | 1.25\nSales | 640"
    assert cell(text, "1.25").value == cell(text, "1.25").written


def test_a_year_in_prose_parentheses_is_not_negative() -> None:
    assert not figures("The act (2019) was amended.")[0].negative
