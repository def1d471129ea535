from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.addresses import is_web_address, same_address
from pincite.evidence.dates import later, parse_date
from pincite.evidence.keys import Named, bare, named, names_a_source, position, same_page, same_section


@pytest.mark.parametrize(
    ("key", "marker", "index"),
    [
        ("1", "[1]", 0),
        ("12", None, 11),
        ("0", "[0]", -1),
        ("0", "[ID:0]", 0),
        ("4", "[ID: 4]", 4),
        ("ID:2", "[ID:2]", 2),
        ("0", "</co: 0>", 0),
        ("doc2", "[doc2]", 1),
        ("citation:3", "[citation:3]", 2),
        ("^1", "[^1]", 0),
        ("\uff13", "［\uff13］", 2),
        ("¹", "¹", 0),
        ("4:0†source", "【4:0†source】", None),
        ("1", "【1†source】", None),
        ("1", "【1】", 0),
        ("turn0search3", None, None),
        ("doc-1", "[doc-1]", None),
        ("a1", None, None),
        ("", "[]", None),
        ("9" * 40, None, None),
    ],
)
def test_position(key: str, marker: str | None, index: int | None) -> None:
    assert position(key, marker) == index


@pytest.mark.parametrize(
    ("key", "readings"),
    [
        ("kb-loans", (Named("kb-loans"),)),
        ("a.pdf#page=3", (Named("a.pdf#page=3"), Named("a.pdf", "3"))),
        ("a.pdf, p. 4", (Named("a.pdf, p. 4"), Named("a.pdf", "4"))),
        ("smith2020 pages 3-5", (Named("smith2020 pages 3-5"), Named("smith2020", "3-5"))),
        ("a.md, Page: 1", (Named("a.md, Page: 1"), Named("a.md", "1"))),
        ("p. 47", (Named("p. 47"),)),
    ],
)
def test_readings_of_a_key(key: str, readings: tuple[Named, ...]) -> None:
    assert named(key) == readings


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("kb-loans", True),
        ("https://x.test/a", True),
        ("loans.pdf", True),
        ("leave_policy_4", True),
        ("9", False),
        ("doc9", False),
        ("4:0†source", False),
        ("turn0search3", False),
        ("Smith, 2020", False),
        ("Name", False),
        ("", False),
    ],
)
def test_what_can_be_looked_up(key: str, expected: bool) -> None:
    assert names_a_source(key) is expected


@given(st.text(), st.none() | st.text())
def test_any_key_is_read_without_an_exception(key: str, marker: str | None) -> None:
    index = position(key, marker)
    assert index is None or index >= -1
    assert named(key)[0].name == key.strip()
    names_a_source(key)
    bare(key)


@pytest.mark.parametrize(
    ("cited", "stored", "expected"),
    [
        (3, "3", True),
        (3, 4, False),
        ("p. 3", 3, True),
        ("3-5", 4, True),
        ("3\u20135", "5-7", True),
        ("3-4", "5-7", False),
        ("iv", "IV", True),
        ("iv", "v", None),
        ("iv", 4, None),
        (None, 4, None),
        (4, None, None),
    ],
)
def test_same_page(cited: int | str | None, stored: int | str | None, expected: bool | None) -> None:
    assert same_page(cited, stored) is expected


@pytest.mark.parametrize(
    ("cited", "stored", "expected"),
    [
        ("3.2", "3.2 Returns", True),
        ("3", "3.2 Returns", True),
        ("§ 5 (1)", "5", True),
        ("3.2", "3.21", False),
        ("4", "3.2", False),
        ("Returns", "Returns and refunds", True),
        ("Returns", "Delivery", False),
        ("Rückgabe", "Returns", None),
        ("Returns", "3.2", None),
        (None, "3", None),
    ],
)
def test_same_section(cited: str | None, stored: str | None, expected: bool | None) -> None:
    assert same_section(cited, stored) is expected


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("https://x.test/a", "http://www.x.test/a/"),
        ("https://x.test/a?utm_source=openai", "https://x.test/a"),
        ("https://x.test/a?b=1&c=2", "https://x.test/a?c=2&b=1&fbclid=9"),
        ("https://X.Test/a#part", "https://x.test/a#:~:text=part"),
        ("https://x.test/", "https://x.test/index.html"),
        ("https://x.test/caf%C3%A9", "https://x.test/café"),
        ("x.test/a", "https://x.test/a"),
        ("https://x.test:443/a", "https://x.test/a"),
    ],
)
def test_addresses_of_one_page(left: str, right: str) -> None:
    assert same_address(left) == same_address(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("https://x.test/a", "https://x.test/b"),
        ("https://x.test/a", "https://y.test/a"),
        ("https://x.test/a?id=1", "https://x.test/a?id=2"),
        ("https://x.test/A", "https://x.test/a"),
        ("https://x.test:8080/a", "https://x.test/a"),
        ("s3://x/a", "https://x/a"),
    ],
)
def test_addresses_of_different_pages(left: str, right: str) -> None:
    assert same_address(left) != same_address(right)


@given(st.text() | st.from_regex(r"https?://[\[\]:@%?&=./a-z0-9-]*", fullmatch=True))
def test_any_address_is_compared_without_an_exception(address: str) -> None:
    assert same_address(address) == same_address(address)
    is_web_address(address)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("2024-02-01", "2024-01-31", True),
        ("2024-01-31", "2024-01-31", False),
        ("2024-01-31T23:00:00+02:00", "2024-01-31T20:00:00Z", True),
        ("2024-01-31T23:00:00", "2024-01-31", False),
        (None, "2024-01-01", None),
        ("2024-01-01", None, None),
        ("soon", "2024-01-01", None),
    ],
)
def test_later(left: str | None, right: str | None, expected: bool | None) -> None:
    assert later(left, right) is expected


@given(st.text())
def test_any_text_is_a_date_or_none(text: str) -> None:
    parse_date(text)


@pytest.mark.parametrize("text", ["2024-1-1", "20240101", "2024-W01-1", "2024", "2024-13-01", "٢٠٢٤-٠١-٠١"])
def test_what_is_no_date(text: str) -> None:
    assert parse_date(text) is None
