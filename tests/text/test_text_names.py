"""Names: found by their capitals, and compared by what they can stand for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.names import names, same_name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The grant went to Lund University in May.", [("Lund University", "organisation")]),
        (
            "Brenner Logistik GmbH is registered under HRB 40718.",
            [("Brenner Logistik GmbH", "organisation"), ("HRB 40718", "code")],
        ),
        ("In May, Norvik Sensors bought it.", [("Norvik Sensors", "name")]),
        ("The WHO and Dr. Ada Okoro agreed.", [("WHO", "acronym"), ("Dr. Ada Okoro", "person")]),
        ("They met near Lake Orlen.", [("Lake Orlen", "place")]),
        ("He uses OpenStreetMap daily.", [("OpenStreetMap", "name")]),
        ("Norvik’s plan failed", []),  # one capital at the start of a sentence proves nothing
        ("It was Norvik’s plan", [("Norvik", "name")]),
        ("Der Antrag der Gemeinde wurde im Rathaus abgelehnt.", []),  # German capitals prove nothing either
        (
            "Die Brenner Logistik GmbH hat den Antrag gestellt und die Gebühr bezahlt.",
            [("Brenner Logistik GmbH", "organisation")],
        ),
        ("提供元は株式会社ノルヴィクです", [("株式会社ノルヴィク", "organisation")]),
        ("型番XR-200を使う", [("XR-200", "code")]),
        ("The model XR-200 replaces the XR-100.", [("XR-200", "code"), ("XR-100", "code")]),
        ("NOTHING BUT CAPITALS", []),
        ("", []),
    ],
)
def test_names(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(name.text, name.kind) for name in names(text)] == expected


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("Ada Okoro", "Dr. Ada Okoro", True),
        ("A. Okoro", "Ada Okoro", True),
        ("Okoro", "Ada Okoro", True),
        ("Okoro, Ada", "Ada Okoro", True),
        ("B. Okoro", "Ada Okoro", False),
        ("Ada Okoro", "Bola Amari", False),
        ("World Health Organization", "WHO", True),
        ("Brenner GmbH", "Brenner AG", True),
        ("Brenner Logistik", "Brenner Handel", False),
        ("Brenner", "Brenner Logistik", None),
        ("United Kingdom", "Britain", True),
        ("Müller", "Mueller", True),
        ("Dvořák", "Dvorak", True),
        ("Khrushchev", "Khruschev", None),
        ("Pakistan", "Pakistani", None),
        ("NATO", "IBM", None),
        ("XR-200", "XR 200", True),
        ("XR-200", "XR-300", False),
        ("Norvik's", "Norvik", True),
        ("", "Norvik", None),
    ],
)
def test_same_name(a: str, b: str, same: bool | None) -> None:
    assert same_name(a, b) is same
    assert same_name(b, a) is same


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    end = 0
    for name in names(text):
        assert text[name.start : name.end] == name.text
        assert name.start >= end
        end = name.end


@given(st.text(alphabet="AbC .,-'&1éßИ中", max_size=60), st.text(alphabet="AbC .-1éß", max_size=30))
def test_comparison_is_symmetric(a: str, b: str) -> None:
    assert same_name(a, b) is same_name(b, a)
    assert same_name(a, a) in (True, None)
