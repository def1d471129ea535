"""Texts that name a matter without saying anything about it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.headings import header_missing, heading_only


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Cotton", "word"),
        ("Results.", "word"),
        ("棉花", "word"),
        ("## Warranty", "heading"),
        ("# Manual\n\n## Warranty and repair", "heading"),
        ("**Scope of delivery**", "heading"),
        ("3.2 Termination of employment", "heading"),
        ("§ 12 Kündigung", "heading"),
        ("第3章 保証", "heading"),
        ("WARRANTY AND RETURNS", "heading"),
        ("Kündigung und Fristen der Verträge", "heading"),
        ("Title: A History of the Northern Lakes", "heading"),
        ("Model | Weight | Price", "heading"),
        ("Table of contents: 1 Working time, 2 Holidays, 3 Company cars.", "contents"),
        ("1. Scope ........ 3\n2. Terms ....... 5\n3. Fees ....... 9", "contents"),
        ("目次：1 勤務時間、2 休暇、3 社用車", "contents"),
        ("References: Aalto, Arched designs and steel use, Journal of Bridges 12.", "references"),
        ("Smith, J. (2019). Bridges of steel. Journal of Bridges 12, 3-9.", "references"),
        ("[3] Aalto P, Virtanen K. Steel use. Bridge Journal 2019;12:3-9.", "references"),
        ("参考文献：王，钢桥设计，2019", "references"),
        ("- [Guide](https://a.example/g)\n- [API](https://a.example/a)", "links"),
        ("See also: https://a.example/x", "links"),
        ("FAQ 7: Can I pay in instalments?", "question"),
        ("Wie lange gilt die Garantie?", "question"),
        ("Puis-je payer en plusieurs fois ?", "question"),
        ("¿Puedo pagar a plazos?", "question"),
        ("質問1：支払い方法は何ですか？", "question"),
    ],
)
def test_empty_evidence(text: str, kind: str) -> None:
    assert heading_only(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "Papers: 2 May.",
        "Pump: two-year warranty.",
        "cats purr loudly",
        "Limits: nodes per cluster, 64; clusters per account, 10.",
        "Can I pay in instalments? Yes, in three.",
        "FAQ 7: Can I pay in instalments? Yes.",
        "Ada Okoro - Chair of the Board",
        "Revenue | 12",
        "It is May",
        "Warranty lasts two years.",
        "Open 24 hours",
        "保证期为两年",
        "The guide is at https://a.example/x and lists the fees.",
        "Hass, R. is a poet who was born in 1941.",
        "Did they pay 20 euros, as agreed: yes?",
        "",
        "   ",
    ],
)
def test_evidence_that_may_say_something(text: str) -> None:
    assert heading_only(text) is None


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Register, part 2\nH-006 | N. Okoro | Seed | 275,000 | 120,000 | 4.1", True),
        ("Adults | 500 mg | 4 g", True),
        ("A | 80 | 2023-01-01\nB | 120 | 2024-07-01", True),
        ("A\t80\t12\nB\t120\t14", True),
        ("No. | Holder | Shares | Options\nH-001 | B. Amari | 900,000 | 0", False),
        ("Income (EUR thousand) | 2024 | 2023\nRevenue | 21,903 | 20,114", False),
        ("| Age | Dose | Maximum |\n|---|---|---|\n| Adults | 500 mg | 4 g |", False),
        ("Recall | 0.1 | 0.2 | Area\nours | 0.6 | 0.5 | 0.4", False),
        ("Weight: 3 kg | Height: 4 m | Width: 2 m", False),
        ("Paid-in capital | 640", False),
        ("The fee is 20 euros, or 30 euros from May.", False),
        ("", False),
    ],
)
def test_header_missing(text: str, missing: bool) -> None:
    assert header_missing(text) is missing


@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    heading_only(text)
    header_missing(text)


@given(st.text(alphabet="ab1|?#[]()\n\t .:-§", max_size=200))
def test_any_signs(text: str) -> None:
    heading_only(text)
    header_missing(text)


@pytest.mark.parametrize(
    "text",
    [
        " x" * 10_000,
        "x" + " " * 3_900 + "x\n" * 9,
        "#" * 20_000,
        "|" * 20_000,
        "? " * 9_000,
        "http://" * 4_000,
        "1. " * 9_000,
    ],
)
def test_long_texts_come_to_an_end(text: str) -> None:
    heading_only(text)
    assert header_missing(text) in (True, False)
