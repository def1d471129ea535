"""Numbers that name instead of count."""

from __future__ import annotations

import pytest

from pincite.text.figures import figures


@pytest.mark.parametrize(
    ("text", "written", "noun"),
    [
        ("registered under HRB 40718", "40718", "hrb"),
        ("held in room 214", "214", "room"),
        ("Room no. 214", "214", "room"),
        ("volume 88 of the journal", "88", "volume"),
        ("pages 201–209", "201–209", "pages"),
        ("Level 2 alarms", "2", "level"),
        ("Article 5 applies", "5", "article"),
        ("§ 9 of the act", "9", "§"),
        ("port 443 is open", "443", "port"),
        ("version 2.1.3", "2.1.3", "version"),
        ("v2.1 of the tool", "2.1", "version"),
        ("第3条", "3", "条"),
        ("call 555-123-4567", "555-123-4567", "phone"),
        ("call +49 30 1234567", "+49 30 1234567", "phone"),
        ("8. The customer may not transfer it.", "8", "label"),
    ],
)
def test_identifiers(text: str, written: str, noun: str) -> None:
    (figure,) = figures(text)
    assert (figure.kind, figure.text, figure.noun) == ("identifier", written, noun)


@pytest.mark.parametrize(
    "text",
    [
        "COVID-19 and SARS-CoV-2",
        "H1N1, CO2 and B12",
        "the A380 and GPT-4",
        "as shown [3], [1, 2] and [4-6]",
        "stated【4:0†source】.",
        "see https://example.org/2020/11 and www.example.org/5",
    ],
)
def test_names_and_markers_hold_no_figures(text: str) -> None:
    assert figures(text) == ()


def test_a_count_behind_a_soft_cue_stays_a_count() -> None:
    (figure,) = figures("in the group 12 patients fell ill")
    assert figure.kind == "number"


def test_a_cue_before_a_full_stop_is_none() -> None:
    (figure,) = figures("It reached that level. 5 people came.")
    assert figure.kind == "number"


def test_a_number_in_parentheses_may_restate_a_count() -> None:
    assert [figure.kind for figure in figures("three (3) months")] == ["number", "number"]


def test_a_dash_before_a_number_makes_no_name() -> None:
    assert [figure.value for figure in figures("from 2.5 mya–10,000 years ago")][-1] == 120_000
