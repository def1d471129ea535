from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from text_alphabets import texts

from pincite.model.span import Span
from pincite.text.sentences import sentences

MARKER = re.compile(r"[\[【]\d+(?:†\w+)?[\]】]")


def parted(text: str) -> list[str]:
    masked = [Span(match.start(), match.end()) for match in MARKER.finditer(text)]
    return [span.of(text) for span in sentences(text, masked=masked)]


@pytest.mark.parametrize(
    "text",
    [
        "The lab is led by R. Amsel, Ph.D., who joined in 2016.|It is good.",
        "The ceiling is 2.4 million euros, e.g. for roofs and façades.|More follows.",
        "J. R. R. Tolkien wrote it.|Was it George W. Bush?|The fair is in St. Louis.",
        "He works at Acme Inc.|They like it.|The U.S. Congress met.|In the U.S.|The law is clear.",
        "It is open from 9 a.m. to 5 p.m.|Visitors must leave.|It shuts at 5 p.m. EST on Sunday.",
        "The answer is no.|The plan failed.|No. 5 is free.|See Fig. 3 and p. 12.",
        "See Smith et al. 2020 for it.|Vitamin C.|It helps.",
        "Loans run on... and so on.|Then?|Yes!|Wow!!|Really?!|It ended…|Then it began.",
        "Siehe Art. 3 Abs. 2 Satz 1 und S. 5 bzw. Nr. 5.|Das gilt z. B. Die Regel ist alt.",
        "Am 3. April 2025 ist Schluss.|Der 2. Weltkrieg endete.|Er wohnt in Haus 3.|Das ist alles.",
        "Das kostet ca. 5 Mio. Euro.|Die Zahl beträgt 1.234,56.|Ende gut.",
        "M. Dupont est arrivé.|Cf. art. 5 du code.|Mme. Curie habite au no. 5.",
        "El Sr. López llegó.|La Sra. Pérez vive en EE. UU. desde 1990.|¿Qué?|Nada.",
        "湖の最大水深は44メートルです。|対象は十二点。",
        "他说「好。不好。」然后走了。|对吗？|对！",
        'The clause says "It failed. Nobody knew."|She left.|He said "go" twice.',
        "The lab (founded in 1990. It moved) is big.|(All true.)|Next.",
        "1. First item.|2. Second item.",
        "**Bold.**|Next *it.*|And so on.",
        "See www.library.example and Node.js for it.|Good.",
    ],
)
def test_boundaries(text: str) -> None:
    spaced = re.sub(r"(?<=[。！？])\|", "", text).replace("|", " ")
    assert parted(spaced) == text.split("|")


def test_a_missing_blank_before_a_word_that_opens_a_sentence() -> None:
    assert parted("Die Frist endet.Die Gebühr bleibt.") == ["Die Frist endet.", "Die Gebühr bleibt."]
    assert parted("Call Node.The then run.") == ["Call Node.", "The then run."]
    assert parted("Use Node.JS and Asp.Net here.") == ["Use Node.JS and Asp.Net here."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Twelve items.[1] Loans run.[2]", ["Twelve items.[1]", "Loans run.[2]"]),
        ("Twelve items. [1] Loans run. [2]", ["Twelve items. [1]", "Loans run. [2]"]),
        ("Twelve items [1]. Loans run [2].", ["Twelve items [1].", "Loans run [2]."]),
        ("Twelve items.[1]Loans run.", ["Twelve items.[1]", "Loans run."]),
        ("Twelve items. [1][2] loans", ["Twelve items.", "[1][2] loans"]),
        ("Twelve items.\n[1]\nLoans run.", ["Twelve items.\n[1]", "Loans run."]),
        ("[1] Twelve items. [2]", ["[1] Twelve items. [2]"]),
        ("They overfit. [2] shows that it fails.", ["They overfit.", "[2] shows that it fails."]),
        ("They pay tax [1]. Puerto Ricans do.", ["They pay tax [1].", "Puerto Ricans do."]),
        ("It is so. [3]. In 2000 it was.", ["It is so. [3].", "In 2000 it was."]),
        ('It is "so.[3]" Then more.', ['It is "so.[3]"', "Then more."]),
        ("Es sind 44 m【1】。面积【2】。", ["Es sind 44 m【1】。", "面积【2】。"]),
        ("[1]", ["[1]"]),
    ],
)
def test_a_marker_belongs_to_the_sentence_before(text: str, expected: list[str]) -> None:
    assert parted(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Loans\nTwelve items\nTwenty-one days", ["Loans", "Twelve items", "Twenty-one days"]),
        ("It is held\nby the library", ["It is held\nby the library"]),
        ("First\n\nsecond", ["First", "second"]),
        ("Limits:\ntwelve items", ["Limits:", "twelve items"]),
        ("- one\n- two", ["- one", "- two"]),
        (
            "A paragraph that is wrapped at the end of a long line for the\nCompany by a mail reader.",
            ["A paragraph that is wrapped at the end of a long line for the\nCompany by a mail reader."],
        ),
    ],
)
def test_line_ends(text: str, expected: list[str]) -> None:
    assert parted(text) == expected


def test_a_stretch_of_the_text() -> None:
    text = "One. Two here. Three."
    assert [span.of(text) for span in sentences(text, 5, 14)] == ["Two here."]


@settings(max_examples=500, deadline=None)
@given(texts, st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9)), max_size=4))
def test_sentences_cover_and_never_overlap(text: str, marks: list[tuple[int, int]]) -> None:
    masked = [Span(start, start + length) for start, length in marks if start + length <= len(text)]
    at = 0
    for span in sentences(text, masked=masked):
        assert at <= span.start < span.end <= len(text)
        assert not text[at : span.start].strip()
        at = span.end
    assert not text[at:].strip()


@pytest.mark.parametrize("unit", [".", " ", "\n", "(a", '"a ', "a. ", "A. B", "“a. ", ". ", "[1]. ", "\t \n"])
def test_long_runs_come_to_an_end(unit: str) -> None:
    text = unit * (20000 // len(unit))
    assert all(0 <= span.start < span.end <= len(text) for span in sentences(text))
