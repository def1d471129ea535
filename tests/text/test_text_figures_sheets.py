"""Rows parted by tabs, semicolons, commas or blanks are read as a table; prose is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.figures import figures
from pincite.text.figures.sheets import as_table, language_of

_TABLES = [
    ("Tariff\tCap (€)\nBasic\t500\nPlus\t250", "Tariff|Cap (€)\nBasic|500\nPlus|250"),
    ("Lac;Profondeur (m)\nJoux;33\nBrey;11", "Lac|Profondeur (m)\nJoux|33\nBrey|11"),
    ("Site    Docks\nBergen  42\nOslo    35", "Site   |Docks\nBergen |42\nOslo   |35"),
    ("name,seats,floor\nElm,24,1\nOak,50,2", "name|seats|floor\nElm|24|1\nOak|50|2"),
]


@pytest.mark.parametrize(("text", "table"), _TABLES)
def test_rows_of_one_build_are_a_table(text: str, table: str) -> None:
    assert as_table(text) == table


@pytest.mark.parametrize(
    "text",
    [
        "The guide says:  bring boots  and a coat.\nIt says  nothing  more.",
        "foundation stone 1479; vault closed 1487\ntower added 1530; spire 1540",
        "One tab\there",
        "Call us;\nwrite to us;\ncome by;",
        "12  13\n14  15\n16  17",
    ],
)
def test_prose_is_no_table(text: str) -> None:
    assert as_table(text) == text


@given(st.text(alphabet="ab1,;\t |\n.", max_size=60))
def test_offsets_stay(text: str) -> None:
    made = as_table(text)
    assert len(made) == len(text)
    assert as_table(made) == made


def test_the_names_of_rows_tell_no_language() -> None:
    assert language_of("Tarif\tPrix\nDie\t5\nPlus\t6") in ("", "fr")
    text = "Tariff\tDeductible (€)\tCap (€)\nBasic\t500\t20,000\nPlus\t250\t60,000"
    assert language_of(text) == ""
    assert [figure.value for figure in figures(as_table(text))] == [500, 20_000, 250, 60_000]
