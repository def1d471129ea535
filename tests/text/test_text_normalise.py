from __future__ import annotations

import pytest
from hypothesis import given, settings
from text_alphabets import texts

from pincite.text.normalise import normalise


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("plain text", "plain text"),
        ("two  blanks\tand\n lines", "two blanks and lines"),
        ("12\u202f480\u00a0€", "12 480 €"),
        ("germi-\nnation in green-\n  houses", "germination in greenhouses"),
        ("germi\u00ad\nnation of seed\u00adlings", "germination of seedlings"),
        ("Nord-\nSüd", "Nord-Süd"),
        ("2020-\n2021", "2020-2021"),
        ("Vor-\nund Nachteile", "Vor- und Nachteile"),
        ("a list -\nof things", "a list - of things"),
        ("in\ufb02ated \ufb01gures", "inflated figures"),
        ("“a” „b“ ‘c’ «d»", '"a" "b" \'c\' "d"'),
        ("« la procédure »", '"la procédure"'),
        ("sagte »ja« laut", 'sagte "ja" laut'),
        ("5–10 — 2−1", "5-10 - 2-1"),
        ("ＡＢ１２，３％", "AB12,3%"),
        ("cafe\u0301", "café"),
        ("Wait…", "Wait..."),
        ("湖の\n水深", "湖の水深"),
        ("zero\u200bwidth", "zerowidth"),
        ("10³ m² ½ ①", "10³ m² ½ ①"),
        ("Case Stays", "Case Stays"),
    ],
)
def test_form(text: str, form: str) -> None:
    assert normalise(text).text == form


def test_a_span_leads_back_to_the_source() -> None:
    text = "The in\ufb02ated  \ufb01g-\nures stay."
    form = normalise(text)
    start = form.text.index("inflated figures")
    assert form.span(start, start + len("inflated figures")).of(text) == "in\ufb02ated  \ufb01g-\nures"


def test_an_empty_stretch_leads_to_an_empty_span() -> None:
    form = normalise("a  b")
    assert len(form.span(1, 1)) == 0
    assert form.span(3, 3).start == 4
    assert normalise("").span(0, 0).start == 0


@settings(max_examples=500, deadline=None)
@given(texts)
def test_map_and_idempotence(text: str) -> None:
    form = normalise(text)
    assert len(form.text) == len(form.starts) == len(form.ends)
    assert normalise(form.text).text == form.text
    at = 0
    for start, end in zip(form.starts, form.ends, strict=True):
        assert at <= start < end <= len(text)
        at = start
