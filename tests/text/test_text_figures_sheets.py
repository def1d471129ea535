"""Rows parted by tabs, semicolons, commas or blanks are read as a table; prose is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.figures import compare, figures
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


_FILING = """| Three Months Ended March 31, |
| 2023 | 2022 | $ Change | % Change |
| (in thousands, except percentages) |
| Revenue | $ | 44,747 | $ | 66,940 | $ | (22,193) | (33 | %) |
| Operating expenses: |
| Goodwill impairment | 198,800 | \u200b — | 198,800 | 100 | % |
| Net loss | $ | (277,976) | $ | (91,961) | $ | (186,015) | 202 | % |
| Fees under rule 606 | 12 | \u200b | $ | 15 | \u200b | (3) | (20 | %) |
"""


@pytest.mark.parametrize(
    ("claim", "match", "difference"),
    [
        ("Revenue was $44.7 million.", "rounded", None),
        ("Revenue was 44.7 million.", "rounded", None),
        ("Revenue was $44.7 billion.", "missing", "value"),
        ("Revenue was $44,747.", "missing", "scale"),
        ("The goodwill impairment was $198.8 million.", "exact", None),
        ("The net loss was $277,976 thousand.", "exact", None),
        ("Net income was $277,976 thousand.", "missing", "sign"),
        ("Net loss grew by 202%.", "exact", None),
        ("Fees under rule 606 were $15,000.", "converted", None),
    ],
)
def test_a_filing_gives_its_signs_in_cells_of_their_own(
    claim: str, match: str, difference: str | None
) -> None:
    found = [one for one in compare(claim, (_FILING,)) if one.figure.text not in ("606",)]
    assert [(one.match, one.difference) for one in found] == [(match, difference)]


def test_a_row_name_is_not_scaled_by_its_header() -> None:
    table = "| (in thousands) | 2023 | 2022 |\n| Revenue under rule 606 | 411,247 | 376,665 |"
    assert {one.match for one in compare("Rule 606 brought 411,247 thousand in 2023.", (table,))} == {"exact"}


def test_the_names_of_rows_have_no_column_name() -> None:
    table = "| 2023 | 2022 |\n| Net loss | $ | (277,976) | $ | (91,961) |\n| Margin | 33 | % |"
    assert [one.difference for one in compare("The net loss was $91,961 in 2022.", (table,))] == [None, None]
    assert "position" in [one.difference for one in compare("The net loss was $91,961 in 2023.", (table,))]


def test_lone_signs_move_beside_their_numbers() -> None:
    assert as_table("|  |  | 2023 |\n| Rent | $ | 5 |") == "|  |  | 2023 |\n| Rent |   |$5 |"
    assert as_table("| 2023 |\n| Rent | $ | 5 |") == "| 2023 |\n| Rent |    $5 |"
    assert as_table("| Item | Rate | Unit |\n| VAT | 5 | % |") == "| Item | Rate | Unit |\n| VAT | 5 | % |"


@given(st.text(alphabet="ab1,;\t |\n.$%()\u200b", max_size=60))
def test_offsets_stay(text: str) -> None:
    made = as_table(text)
    assert len(made) == len(text)
    assert as_table(made) == made


def test_the_names_of_rows_tell_no_language() -> None:
    assert language_of("Tarif\tPrix\nDie\t5\nPlus\t6") in ("", "fr")
    text = "Tariff\tDeductible (€)\tCap (€)\nBasic\t500\t20,000\nPlus\t250\t60,000"
    assert language_of(text) == ""
    assert [figure.value for figure in figures(as_table(text))] == [500, 20_000, 250, 60_000]
