from __future__ import annotations

import pytest

from pincite.text.fingerprint import DIGITS, fingerprint


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Loans run for 21 days.", "loans run for 21 days", True),
        ("Loans  run for 21 days    .", "Loans run for 21 days.", True),
        ("Sales rose 3%    , and costs fell", "Sales rose 3%, and costs fell", True),
        ("“Open” – always", '"Open" - always', True),
        ("Loans run for 21 days", "Loans run for 12 days", False),
        ("Loans run for 21 days", "Loans do not run for 21 days", False),
        ("Sales rose 3%", "Sales rose 3", False),
        ("Anna lent to Ben", "Ben lent to Anna", False),
    ],
)
def test_the_same_words_have_one_fingerprint(one: str, other: str, same: bool) -> None:
    assert (fingerprint(one) == fingerprint(other)) is same


@pytest.mark.parametrize("text", ["", " ", "\ud800", "漢字かな。"])
def test_any_text_has_one(text: str) -> None:
    told = fingerprint(text)
    assert len(told) == DIGITS and set(told) <= set("0123456789abcdef")
