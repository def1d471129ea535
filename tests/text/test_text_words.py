from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from text_alphabets import texts

from pincite.model.span import Span
from pincite.text.words import STOP_WORDS, content_words, fold, language, mask, stem, tokens


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("The cooling-off period", ["The", "cooling", "off", "period"]),
        ("It costs 1.234,56 € or 58·3%", ["It", "costs", "1.234,56", "or", "58·3"]),
        ("on the 3rd of May", ["on", "the", "3rd", "of", "May"]),
        ("30MB", ["30", "MB"]),
        ("L’amende s'élève", ["L’", "amende", "s'", "élève"]),
        ("don't stop", ["don't", "stop"]),
        ("最大水深44", ["最大", "大水", "水深", "44"]),
        ("Großmaß", ["Großmaß"]),
    ],
)
def test_tokens(text: str, pieces: list[str]) -> None:
    assert [token.text for token in tokens(text)] == pieces


@pytest.mark.parametrize(
    "words",
    [
        "company companies",
        "run running runs",
        "stop stopped stopping",
        "manage managed managing manages",
        "carry carried carries",
        "agree agreed agrees",
        "box boxes",
        "Antrag antrag",
        "schriftliche schriftlicher schriftlichen schriftlich",
        "Frist Fristen",
        "Größe Grosse",
        "canal canaux",
        "residente residentes",
        "nación naciones",
        "façade facades",
        "germi\u00adnation germination",
    ],
)
def test_forms_of_one_word_share_a_norm(words: str) -> None:
    assert len({stem(fold(word)) for word in words.split()}) == 1


@pytest.mark.parametrize(
    "words", ["employer employee", "bus buy", "string stringent", "bed be", "process proceed"]
)
def test_different_words_keep_different_norms(words: str) -> None:
    left, right = words.split()
    assert stem(fold(left)) != stem(fold(right))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The warranty lasts three years.", "en"),
        ("Der Antrag muss schriftlich gestellt werden.", "de"),
        ("Le bail dure trois ans et se renouvelle.", "fr"),
        ("La licencia exige un seguro y un examen.", "es"),
        ("增值税税率为百分之十五。", "zh"),
        ("この規則は、4月1日から施行する。", "ja"),
        ("Los Angeles was at war with a car.", "en"),
        ("12.4 kg", ""),
        ("", ""),
    ],
)
def test_language(text: str, code: str) -> None:
    assert language(text) == code


def test_content_words_leave_out_stop_words_of_the_language() -> None:
    assert content_words("The warranty does not cover the batteries") == {"warranty", "cover", "battery"}
    assert content_words("Die Garantie gilt nicht für die Batterien") == {"garanti", "gilt", "batteri"}


def test_stop_words_are_folded() -> None:
    assert all(fold(word) == word for words in STOP_WORDS.values() for word in words)


def test_mask_keeps_the_length_and_the_lines() -> None:
    text = "ab [1]\n[2] cd"
    assert mask(text, [Span(7, 10), Span(3, 8)]) == "ab    \n    cd"


@settings(max_examples=500, deadline=None)
@given(texts, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 9)), max_size=4))
def test_offsets_slice(text: str, marks: list[tuple[int, int]]) -> None:
    for token in tokens(text):
        assert text[token.start : token.end] == token.text
        assert token.norm
    language(text)
    assert len(mask(text, [Span(start, start + length) for start, length in marks])) == len(text)
