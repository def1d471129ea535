"""Offsets of any unit, on any text."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.importers.scopes import covered
from pincite.importers.spans import UNITS, located, recognised, reconciled

Unit = Literal["code_point", "utf16", "utf8"]

# Emoji with joiners and skin tones, combining marks, CJK beyond the basic plane, right-to-left scripts.
LETTERS = "aZ 0.é\u0301ß€—’🦊👩\u200d🚀🏽漢字𠮷שלום مرحبا\u200f\n"
TEXTS = st.one_of(
    st.text(alphabet=LETTERS, min_size=1, max_size=40),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40),
)


def size(text: str, unit: Unit) -> int:
    """The length of a text in a unit, by the codecs and not by our own tables."""
    if unit == "utf8":
        return len(text.encode())
    return len(text.encode("utf-16-le")) // 2 if unit == "utf16" else len(text)


@st.composite
def stretches(draw: st.DrawFn) -> tuple[str, int, int]:
    text = draw(TEXTS)
    start = draw(st.integers(0, len(text) - 1))
    return text, start, draw(st.integers(start + 1, len(text)))


@given(stretches(), st.sampled_from(UNITS), st.booleans(), st.booleans())
def test_every_unit_comes_back_as_code_points(
    stretch: tuple[str, int, int], unit: Unit, inclusive: bool, repeated: bool
) -> None:
    text, start, end = stretch
    first, last = size(text[:start], unit), size(text[:end], unit)
    expected = text[start:end] if repeated else None
    found = reconciled(text, first, last - inclusive, expected, unit, inclusive)
    assert (found.start, found.end, found.unit, found.finding) == (start, end, unit, None)


@given(stretches(), st.sampled_from(UNITS), st.sampled_from(UNITS), st.booleans(), st.booleans())
def test_a_span_that_repeats_its_text_is_that_text_or_unknown(
    stretch: tuple[str, int, int], real: Unit, documented: Unit, inclusive: bool, said: bool
) -> None:
    text, start, end = stretch
    piece = text[start:end]
    first, last = size(text[:start], real), size(text[:end], real) - inclusive
    found = reconciled(text, first, last, piece, documented, said, where="$.x")
    if not piece.strip():
        return
    if found.known:
        assert text[found.start : found.end].strip() == piece.strip()
    else:
        assert found.finding is not None
        assert found.finding.slug == "unknown_span"
        assert found.finding.where == "$.x"
        assert text.count(piece.strip()) > 1 or _overlapping(text, piece.strip()) > 1
    if found.finding is None:
        assert found.unit == documented


def _overlapping(text: str, piece: str) -> int:
    return sum(text.startswith(piece, at) for at in range(len(text)))


@given(TEXTS, st.integers(), st.one_of(st.none(), st.integers()), st.sampled_from(UNITS), st.booleans())
def test_any_numbers_give_a_span_in_the_text_or_none(
    text: str, start: int, end: int | None, unit: Unit, inclusive: bool
) -> None:
    for expected in (None, "zz"):
        found = reconciled(text, start, end, expected, unit, inclusive)
        if found.start is None or found.end is None:
            assert found.span is None
            assert found.finding is not None
            assert found.finding.slug == "unknown_span"
        else:
            assert 0 <= found.start < found.end <= len(text)


@pytest.mark.parametrize(
    ("start", "end", "unit", "inclusive", "piece", "slug"),
    [
        (2, 4, "code_point", False, "né", None),
        (4, 7, "utf8", False, "né", "other_offsets"),  # bytes with the end inclusive, and a blank before
        (2, 3, "code_point", False, "né", "other_offsets"),  # the end is the last character
        (3, 5, "code_point", False, "né", "other_offsets"),  # UTF-16: the fox counts twice
        (5, 8, "code_point", False, "né", "other_offsets"),  # UTF-8
        (0, 1, "code_point", False, "né", "located_by_text"),  # numbers of another text altogether
        (0, 1, "code_point", False, "nix", "unknown_span"),  # not there
        (30, 31, "code_point", False, "a", "unknown_span"),  # there twice
    ],
)
def test_how_a_span_is_found(
    start: int, end: int, unit: Unit, inclusive: bool, piece: str, slug: str | None
) -> None:
    text = "🦊 né a a."
    found = reconciled(text, start, end, piece, unit, inclusive)
    if slug == "unknown_span":
        assert not found.known
    else:
        assert text[found.start : found.end] == piece
    assert (found.finding.slug if found.finding else None) == slug


def test_white_space_around_the_repeated_text_does_not_count() -> None:
    found = reconciled("One. Two. ", 0, 5, "One. ")
    assert (found.start, found.end, found.finding) == (0, 5, None)
    assert reconciled("One. Two.", 0, 4, "One. ").end == 4


def test_a_missing_start_is_zero_and_a_missing_end_is_unknown() -> None:
    assert reconciled("abc", None, 2).span == {"start": 0, "end": 2}
    assert reconciled("abc", 0, None).span is None


def test_a_span_told_by_its_look() -> None:
    text = "🦊 said so 【1†a】."
    for start, end in ((10, 15), (11, 16), (10, 14)):
        found = recognised(text, start, end, lambda piece: piece.startswith("【") and piece.endswith("】"))
        assert text[found.start : found.end] == "【1†a】"
    assert not recognised(text, 0, 3, lambda piece: piece.startswith("【")).known


def test_located_wants_one_place() -> None:
    assert located("a b a", "b").span == {"start": 2, "end": 3}
    assert located("a b a", "a").span is None
    assert located("aaa", "aa").span is None


@settings(deadline=None)  # the first text loads the rules of extraction
@given(TEXTS, st.lists(st.integers(-3, 45), max_size=4))
def test_points_cover_something_before_them_or_nothing(text: str, points: list[int]) -> None:
    for point, span in zip(points, covered(text, points), strict=True):
        if span is not None:
            assert 0 <= span.start <= span.end <= len(text)
            assert span.start <= max(point, 0)


def test_points_are_read_as_markers() -> None:
    text = "Members hold twelve items. Loans run for 21 days, and a lost item costs five euros.\n\nIt is so."
    places = [25, text.index(", and"), text.index(" euros") + 6, len(text)]
    pieces = [text[span.start : span.end] for span in covered(text, places) if span is not None]
    assert pieces[:3] == [
        "Members hold twelve items",
        "Loans run for 21 days",
        "a lost item costs five euros",
    ]
    assert pieces[3].startswith("It is so")
    (whole,) = covered("One thing holds. Another holds too.", [35])
    assert whole is not None
    assert (whole.start, whole.end) == (0, 34)  # alone at the end of its paragraph
    assert covered("", [0, 3]) == (None, None)
