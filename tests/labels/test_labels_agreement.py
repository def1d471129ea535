"""Agreement of the raters of a book: who is compared, and who is not."""

from __future__ import annotations

import pytest
from labels_rows import label

from pincite.labels.agreement import rater_agreement

WORDS = [
    "full",
    "none",
    "full",
    "partial",
    "none",
    "full",
    "full",
    "none",
    "contradiction",
    "full",
    "full",
    "none",
]
OTHERS = [
    "full",
    "none",
    "none",
    "partial",
    "none",
    "full",
    "full",
    "partial",
    "none",
    "full",
    "full",
    "none",
]


def test_two_raters() -> None:
    book = [label(f"a{n}", word) for n, word in enumerate(WORDS)]
    book += [label(f"a{n}", word, "ben", cause="scope" if n == 2 else None) for n, word in enumerate(OTHERS)]
    found = rater_agreement(book)
    assert found.labels.units == 12 and found.labels.percent.value == pytest.approx(9 / 12)
    assert found.full_or_not.percent.value == pytest.approx(11 / 12)
    assert found.full_or_not.kappa is not None
    # 11 of 12 agree; by chance (6 * 5 + 6 * 7) / 144 would.
    assert found.full_or_not.kappa.value == pytest.approx((11 / 12 - 0.5) / 0.5)
    assert found.disagreements == {"contradiction/none": 1, "full/none": 1, "none/partial": 1}
    assert found.divided_units == 3 and found.causes == {"scope": 1}
    assert found.guidelines == {"none": 24}


def test_assisted_labels_and_adjudications_are_left_out() -> None:
    book = [label("a", "full"), label("a", "none", "ben"), label("a", "full", "cleo", assisted=True)]
    book.append(label("a", "full", "dora", adjudicates=[one.label_id for one in book[:2]]))
    found = rater_agreement(book)
    assert found.labels.ratings == 2 and found.assisted == 1 and found.adjudicated == 1
    assert [one.rater for one in found.raters] == ["anna", "ben"]


def test_undecided_is_compared_as_a_label_and_not_as_full_or_not() -> None:
    found = rater_agreement([label("a", "undecided"), label("a", "full", "ben")])
    assert found.labels.units == 1 and found.full_or_not.units == 0


def test_a_rater_is_compared_with_earlier_labels_of_the_same() -> None:
    book = [
        label("a", "full", at="2026-01-01T00:00"),
        label("a", "full", at="2026-01-05T00:00"),
        label("b", "full", at="2026-01-01T00:00"),
        label("b", "none", at="2026-01-05T00:00"),
        label("c", "none"),
    ]
    (anna,) = rater_agreement(book).raters
    assert (anna.labels, anna.repeated, anna.same) == (3, 2, 1)


def test_an_empty_book() -> None:
    found = rater_agreement([])
    assert found.labels.units == 0 and found.labels.alpha.value is None and found.raters == ()
