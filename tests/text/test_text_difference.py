"""Word differences: pieces that tile both texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.difference import LONGEST, describe, word_difference


def _ops(a: str, b: str) -> list[tuple[str, str, str]]:
    return [(piece.op, piece.a_span.of(a), piece.b_span.of(b)) for piece in word_difference(a, b)]


def test_a_replacement_is_a_deletion_and_an_insertion() -> None:
    assert _ops("you may vote twice", "you must vote twice") == [
        ("equal", "you ", "you "),
        ("delete", "may ", ""),
        ("insert", "", "must "),
        ("equal", "vote twice", "vote twice"),
    ]


def test_equal_texts_are_one_piece_whatever_the_rendering() -> None:
    assert [op for op, _, _ in _ops("the “final” offer", "the 'final' oﬀer")] != ["equal"]
    assert [op for op, _, _ in _ops("the “final” offer", 'the\n"final" oﬀer')] == ["equal"]
    assert word_difference("", "") == ()


def test_case_and_punctuation_count() -> None:
    assert any(op != "equal" for op, _, _ in _ops("the Act", "the act"))
    assert any(op != "equal" for op, _, _ in _ops("yes, we can", "yes we can"))


def test_chinese_is_compared_by_character() -> None:
    assert _ops("每年检查一次", "每月检查一次")[1:3] == [("delete", "年", ""), ("insert", "", "月")]


@pytest.mark.parametrize(
    ("quote", "source", "said"),
    [
        ("you may vote", "you must vote", "“may” is “must” in the source"),
        ("until March", "only until March", "“only” is left out"),
        ("the very old rule", "the old rule", "“very” is not in the source"),
        ("same words", "same words", ""),
    ],
)
def test_describe(quote: str, source: str, said: str) -> None:
    assert describe(quote, source) == said


def test_describe_stops_after_three() -> None:
    assert describe("a x b y c z d w", "a b c d").endswith("; and more")


@given(st.text(max_size=120), st.text(max_size=120))
def test_pieces_tile_both_texts(a: str, b: str) -> None:
    pieces = word_difference(a, b)
    assert "".join(piece.a_span.of(a) for piece in pieces) == (a if pieces else "")
    assert "".join(piece.b_span.of(b) for piece in pieces) == (b if pieces else "")
    for piece in pieces:
        assert piece.op == "equal" or (len(piece.a_span) == 0) != (len(piece.b_span) == 0)


def test_very_long_texts_are_compared_at_their_ends() -> None:
    a = "word " * (LONGEST + 10) + "end"
    b = "word " * (LONGEST + 5) + "other end"
    pieces = word_difference(a, b)
    assert [piece.op for piece in pieces] == ["equal", "delete", "insert", "equal"]
