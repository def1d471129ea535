from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.offsets import OffsetError, OffsetUnit, code_point, code_points, units
from pincite.model import Span

TEXT = "a\u2019\U0001f600z"
WIDTH = {"utf16": lambda c: len(c.encode("utf-16-le")) // 2, "utf8": lambda c: len(c.encode())}


@pytest.mark.parametrize(
    ("unit", "offset", "index"),
    [
        ("utf16", 0, 0),
        ("utf16", 2, 2),
        ("utf16", 4, 3),
        ("utf16", 5, 4),
        ("utf8", 4, 2),
        ("utf8", 8, 3),
        ("utf8", 9, 4),
    ],
)
def test_known_offsets(unit: OffsetUnit, offset: int, index: int) -> None:
    assert code_point(TEXT, offset, unit) == index


@pytest.mark.parametrize(
    ("unit", "offset", "said"),
    [
        ("utf16", 3, "splits a character"),
        ("utf8", 2, "splits a character"),
        ("utf16", 6, "outside the text, which ends at 5 UTF-16 units"),
        ("utf8", -1, "outside the text"),
        ("code_point", 5, "outside the text, which ends at 4"),
        ("code_point", -1, "outside the text"),
    ],
)
def test_offsets_that_fit_nowhere(unit: OffsetUnit, offset: int, said: str) -> None:
    with pytest.raises(OffsetError, match=said):
        code_point(TEXT, offset, unit)


def test_a_span_that_ends_before_it_starts() -> None:
    with pytest.raises(OffsetError, match="before it starts"):
        code_points("abc", Span(2, 1), "code_point")


@given(st.text(max_size=60), st.sampled_from(["code_point", "utf16", "utf8"]), st.data())
def test_round_trip(text: str, unit: OffsetUnit, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(text)))
    assert code_point(text, units(text, index, unit), unit) == index


@given(st.text(max_size=40), st.sampled_from(["utf16", "utf8"]))
def test_widths_are_those_of_the_encoding(text: str, unit: OffsetUnit) -> None:
    assert units(text, len(text), unit) == sum(WIDTH[unit](letter) for letter in text)
