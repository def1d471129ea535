"""What holds for any text: spans slice, nothing crashes, the work grows with the length of the text only."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.model import Figure
from pincite.text.figures import compare, figures
from pincite.text.figures.comparison import _compare
from pincite.text.figures.folding import fold
from pincite.text.figures.pool import pool_of
from pincite.text.figures.tables import tables

_PIECES = (
    "5", "1,250", "1.250", "12\u202f480", "3/4", "½", "2024", "2024-04-03", "03/04/2025", "Q3",
    "FY", "%", "mg", "km/h", "€", "$", "USD", "million", "Mio.", "万", "円", "百分之", "一百", "年", "月",
    "日", "第", "令和", "第3四半期", "(", ")", "-", "–", "−", " to ", " and ", " bis ", " | ", "\n", "\t",
    ". ", ", ", "[1]", "three", "hundred", "half a ", "a third of", "anderthalb", "quatre-vingt",
    "veintiuno", "May", "April", "first quarter", "at most ", "about ", "section ", "no. ",
    "EUR thousand", "in millions", " h ", ":", "±", "×", "'s", "+", "°C", "p.m.", "°", "㎏", "²",
    "ﬁ", "\u0308", "\U0001f600",
)  # fmt: skip
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
texts = st.lists(st.one_of(st.sampled_from(_PIECES), st.characters()), max_size=30).map("".join)


@patient
@given(texts)
def test_spans_slice_and_never_overlap(text: str) -> None:
    end = 0
    for figure in figures(text):
        assert end <= figure.start < figure.end <= len(text)
        assert text[figure.start : figure.end] == figure.text
        end = figure.end


@patient
@given(texts, texts, texts)
def test_any_text_can_be_compared(claim: str, passage: str, header: str) -> None:
    for match in compare(claim, (passage, ""), headers=(header,)):
        assert match.match in ("exact", "converted", "rounded", "derived", "missing")
        assert claim[match.figure.start : match.figure.end] == match.figure.text
        if match.evidence is not None and match.passage is not None:
            evidence = match.evidence
            assert (passage, "")[match.passage][evidence.start : evidence.end] == evidence.text


@patient
@given(texts)
def test_a_text_bears_out_itself(text: str) -> None:
    assert all(match.match != "missing" or match.difference is None for match in compare(text, (text,)))


@patient
@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(text)) == len(text)


@patient
@given(st.characters())
def test_every_character_folds_to_one(char: str) -> None:
    assert len(fold(char)) == 1


def test_a_text_without_figures_gives_none() -> None:
    assert figures("") == ()
    assert figures("Bats navigate by echo, emitting calls above the range of hearing.") == ()


def test_the_same_value_comes_back_for_the_same_text() -> None:
    assert figures("5 mg") is figures("5 mg")
    assert isinstance(figures("5 mg")[0], Figure)


def _calls(work: Callable[[], Any]) -> int:
    """How many functions `work` calls, in Python and in C: a measure of its effort that no clock disturbs."""
    count = 0

    def note(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1

    for cached in (figures, _compare, pool_of, fold, tables):
        cached.cache_clear()
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(
    "piece",
    [
        "1,", "1 111 ", "1.2.3.", "5 m ", "5m ", "(1) ", "5 to ", "5-", "1/2/", "half a ",
        "one and ", "twenty ", "may 5 ", "5 may ", "2024-", "Q3 ", "$", "5 | ", "| 5 |\n", "一",
        "5万", "a hundred ", "not more than ", "12:30 ", "http://x/5/", "[1, 2", "no. 5 ", "- ",
        "5% ", "a | b\n\nc\n", "[1]", "数百", "'5", "section 5. ",
    ],
)  # fmt: skip
def test_the_work_grows_with_the_length(piece: str) -> None:
    short, long = piece * 300, piece * 600
    assert _calls(lambda: figures(long)) <= 2.6 * _calls(lambda: figures(short)) + 200


@pytest.mark.parametrize(
    "piece", ["5 kg, ", "2024 ", "a | 5\n", "5% of 7, ", "5 January 2020. ", "three men "]
)
def test_the_work_of_a_comparison_grows_with_the_evidence(piece: str) -> None:
    claim = "In 2019 there were 8 kg, 9% and 12 men."
    short, long = (piece * 200,), (piece * 400,)
    assert _calls(lambda: compare(claim, long)) <= 2.8 * _calls(lambda: compare(claim, short)) + 500
