"""Where a sentence is cut: two predicates that stand alone are two claims, phrases joined are one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.claims.splitting import split
from pincite.model import Span
from pincite.text.words import mask

_MARKER = re.compile(r"(?:[\[【［]\d[^\]】］]*[\]】］])+")


def parts(text: str, language: str = "en") -> list[str]:
    groups = [Span(*match.span()) for match in _MARKER.finditer(text)]
    plain = mask(text, groups)
    return [text[p.start : p.end] for p in split(plain, 0, len(text), groups, language)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # two predicates of one subject
        ("The trial lasts 14 days and needs no card.", ["The trial lasts 14 days", "needs no card"]),
        ("The firm must register and pay a fee.", ["The firm must register", "pay a fee"]),
        ("Bats navigate by echo and emit calls.", ["Bats navigate by echo", "emit calls"]),
        ("Sales rose in May but fell in June.", ["Sales rose in May", "fell in June"]),
        (
            "He was born in Lisbon in 1976 and studied law there.",
            ["He was born in Lisbon in 1976", "studied law there"],
        ),
        # two clauses
        (
            "The contract ends in June and the deposit is returned in July.",
            ["The contract ends in June", "the deposit is returned in July"],
        ),
        ("Idle projects are kept; backups are deleted.", ["Idle projects are kept", "backups are deleted"]),
        # phrases
        ("Restart the service after changing the port.", ["Restart the service after changing the port"]),
        ("The box contains a charger and a case.", ["The box contains a charger and a case"]),
        ("Line A is faster and cheaper than line B.", ["Line A is faster and cheaper than line B"]),
        (
            "The warranty covers parts and labour worldwide.",
            ["The warranty covers parts and labour worldwide"],
        ),
        (
            "Backups are neither encrypted nor replicated.",
            ["Backups are neither encrypted nor replicated"],
        ),
        (
            "It covers hospital stays and dental care costs up to €500.",
            ["It covers hospital stays and dental care costs up to €500"],
        ),
        ("Employees and managers are paid monthly.", ["Employees and managers are paid monthly"]),
        (
            "The tenant pays all fines and legal fees they incur.",
            ["The tenant pays all fines and legal fees they incur"],
        ),
        # a condition or an embedding verb keeps the parts together
        (
            "Deposits are refunded and fees are waived if the room is undamaged.",
            ["Deposits are refunded and fees are waived if the room is undamaged"],
        ),
        (
            "The fee is waived if the room is clean and was booked online.",
            ["The fee is waived if the room is clean and was booked online"],
        ),
        (
            "The report says that costs rose and sales fell.",
            ["The report says that costs rose and sales fell"],
        ),
        (
            "A firm with 10 employees is outside the rule, which starts above 10.",
            ["A firm with 10 employees is outside the rule, which starts above 10"],
        ),
        # brackets and quotations are opaque
        (
            "The clause says “it ends in May and starts in June”.",
            ["The clause says “it ends in May and starts in June”"],
        ),
    ],
)
def test_english_without_markers(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pro raises storage [2] and adds support [2].", ["Pro raises storage", "adds support"]),
        (
            "Papers are due on 2 May [1], slides on 9 May [2] and videos on 16 May [3].",
            ["Papers are due on 2 May", "slides on 9 May", "videos on 16 May"],
        ),
        (
            "Five days carry over until 31 May [2], including during probation [2].",
            ["Five days carry over until 31 May", "including during probation"],
        ),
        (
            "You may not sublet [1] unless the licensor agrees [2].",
            ["You may not sublet [1] unless the licensor agrees"],
        ),
        (
            "Revenue was 5 million [1], which is a record [2].",
            ["Revenue was 5 million [1], which is a record"],
        ),
        ("The pump [1] and the motor [2] are covered.", ["The pump [1] and the motor [2] are covered"]),
        (
            "The kit contains a charger [1], a cable [2] and a case [3].",
            ["The kit contains a charger [1], a cable [2] and a case"],
        ),
        ("Smith et al. [1] found that sleep helps.", ["Smith et al. [1] found that sleep helps"]),
        (
            "The dam holds 3 km³ (it was built in 1950 [2]).",
            ["The dam holds 3 km³", "it was built in 1950"],
        ),
    ],
)
def test_english_at_markers(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "de",
            "Der Kurs ist kostenlos und muss gebucht werden.",
            ["Der Kurs ist kostenlos", "muss gebucht werden"],
        ),
        ("de", "Der Verein fördert Kunst und Kultur.", ["Der Verein fördert Kunst und Kultur"]),
        (
            "de",
            "Die Miete beträgt 40 Euro [1] und ist sofort fällig [2].",
            ["Die Miete beträgt 40 Euro", "ist sofort fällig"],
        ),
        (
            "fr",
            "Le bail dure trois ans et se renouvelle tacitement.",
            ["Le bail dure trois ans", "se renouvelle tacitement"],
        ),
        (
            "fr",
            "L'appareil mesure la température et l'humidité.",
            ["L'appareil mesure la température et l'humidité"],
        ),
        (
            "fr",
            "Le rapport date de 2022 [1] et compte 184 pages [1].",
            ["Le rapport date de 2022", "compte 184 pages"],
        ),
        (
            "es",
            "El curso dura dos meses y no requiere experiencia.",
            ["El curso dura dos meses", "no requiere experiencia"],
        ),
        ("es", "El seguro cubre robo e incendio.", ["El seguro cubre robo e incendio"]),
        ("zh", "门票为四十元［1］，学生免费入场［2］。", ["门票为四十元", "学生免费入场"]),
        ("zh", "除周一外［1］，博物馆每天开放［2］。", ["除周一外［1］，博物馆每天开放"]),
        (
            "ja",
            "会議は5月2日に開かれ【1】、30人が参加しました【2】。",
            ["会議は5月2日に開かれ", "30人が参加しました"],
        ),
        (
            "ja",
            "ポンプ【1】、モーター【2】は保証の対象です。",
            ["ポンプ【1】、モーター【2】は保証の対象です"],
        ),
        ("it", "Il museo apre alle 9 [1], chiude alle 17 [2].", ["Il museo apre alle 9", "chiude alle 17"]),
    ],
)
def test_other_languages(language: str, text: str, expected: list[str]) -> None:
    assert parts(text, language) == expected


def test_abstention_is_cut_from_what_is_asserted_beside_it() -> None:
    text = "Although the leaflet does not cover cats, a dose of 5 mg is given [1]."
    assert parts(text) == ["Although the leaflet does not cover cats", "a dose of 5 mg is given"]


_PIECES = st.lists(
    st.sampled_from(
        [
            "The pump weighs 3 kg",
            " and ",
            " but ",
            "costs €90",
            "[1]",
            ", ",
            "; ",
            "(it",
            ")",
            "unless",
            " it is ",
            "and",
            "“",
            "”",
            "一",
            "。",
            "，",
            "は",
            "それは",
            "\u0301",
            "🙂",
            "\n",
            "May",
            "to",
            "which",
            "fell",
            "-5",
        ]
    ),
    max_size=25,
)


@given(_PIECES.map("".join), st.sampled_from(["en", "de", "fr", "es", "zh", "ja", "", "xx"]))
def test_pieces_are_ordered_trimmed_and_lose_no_words(text: str, language: str) -> None:
    groups = [Span(*match.span()) for match in _MARKER.finditer(text)]
    plain = mask(text, groups)
    pieces = split(plain, 0, len(text), groups, language)
    at = 0
    for piece in pieces:
        assert at <= piece.start < piece.end <= len(text)
        assert plain[piece.start : piece.end] == plain[piece.start : piece.end].strip()
        at = piece.end
    inside = "".join(plain[p.start : p.end] for p in pieces)
    assert inside.count("€90") == plain.count("€90")
    assert inside.count("3 kg") == plain.count("3 kg")


@given(st.text(max_size=200))
def test_any_text_is_cut_without_failing(text: str) -> None:
    for piece in split(text, 0, len(text), [], "en"):
        assert 0 <= piece.start < piece.end <= len(text)
