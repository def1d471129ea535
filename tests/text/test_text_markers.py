"""Every row of `markers.jsonl`: the markers with their spans and keys, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from text_alphabets import texts

from pincite.text.markers import Marker, scan_markers

ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "markers.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_row(row: dict[str, Any]) -> None:
    scan = scan_markers(row["text"], known=row.get("known", ()))
    found = [(m.start, m.end, m.text, list(m.keys), m.malformed) for m in scan.markers]
    assert found == [
        (m["start"], m["end"], m["marker"], m["keys"], m.get("malformed", False)) for m in row["markers"]
    ]
    if "in_code" in row:
        assert [key for marker in scan.in_code for key in marker.keys] == row["in_code"]


def only(text: str) -> Marker:
    (marker,) = scan_markers(text).markers
    return marker


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("Twelve items [1].", 1),
        ("Twelve items [ID:0].", 0),
        ("Twelve items【4:0†source】.", 0),
        ("Twelve items【4†source】.", None),
        ("Twelve items [source: rules.pdf].", None),
        ("Twelve items <co>may</co: 0:[1]>.", 0),
    ],
)
def test_base_is_the_first_number_of_the_style(text: str, base: int | None) -> None:
    assert only(text).base == base


def test_an_element_keeps_the_words_that_it_encloses() -> None:
    text = 'Members may hold <cite id="kb">twelve items</cite>.'
    marker = only(text)
    assert marker.content is not None
    assert marker.content.of(text) == "twelve items"
    assert [span.of(text) for span in marker.signs] == ['<cite id="kb">', "</cite>"]


def test_a_plain_marker_is_all_signs() -> None:
    marker = only("Twelve items [1].")
    assert marker.content is None
    assert marker.signs == (marker.span,)


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        (
            "Done [1].\n\nReferences\n[1] Rules, 2020.\n[2] Fees.",
            [("1", "[1] Rules, 2020."), ("2", "[2] Fees.")],
        ),
        ("Done [1].\n\n[1]: https://library.example", [("1", "[1]: https://library.example")]),
        ("Done.[^a]\n\n[^a]: Rules, page 3.", [("a", "[^a]: Rules, page 3.")]),
        ("Done [1].\n\n[1] Rules, page 3", [("1", "[1] Rules, page 3")]),
        ("Done [1].\n\nReferences\n", []),
        ("[1] Members may hold twelve items.\n[2] Loans run 21 days.", []),
    ],
)
def test_reference_lists_are_definitions(text: str, entries: list[tuple[str, str]]) -> None:
    assert [(d.keys[0], d.text) for d in scan_markers(text).definitions] == entries


def test_author_and_year_count_only_where_nothing_plainer_does() -> None:
    assert [m.text for m in scan_markers("It holds (Miller, 2020).").markers] == ["(Miller, 2020)"]
    assert [m.text for m in scan_markers("It holds (Miller, 2020) [1].").markers] == ["[1]"]
    assert [m.text for m in scan_markers("It holds (Miller, 2020) [1].", known=("Miller 2020",)).markers] == [
        "(Miller, 2020)",
        "[1]",
    ]


def test_the_order_of_known_names_changes_nothing() -> None:
    text = "Twelve items [kb-a] and (kb-b), see {x}."
    assert scan_markers(text, known=["kb-a", "kb-b", "{x}"]) == scan_markers(
        text, known=["{x}", "kb-b", "kb-a"]
    )


@settings(max_examples=400, deadline=None)
@given(texts, st.lists(st.sampled_from(["1", "[1]", "doc", "(a)", "[2020]", "]", "(", "a b"]), max_size=3))
def test_markers_slice_and_never_overlap(text: str, known: list[str]) -> None:
    scan = scan_markers(text, known=known)
    at = 0
    for marker in scan.markers:
        assert at <= marker.start < marker.end
        assert text[marker.start : marker.end] == marker.text
        assert all(marker.start <= span.start <= span.end <= marker.end for span in marker.signs)
        at = marker.end
    for marker in (*scan.in_code, *scan.definitions):
        assert text[marker.start : marker.end] == marker.text


@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "[1",
        "[1]",
        "1]",
        "(a",
        "<cite>",
        "<cite id=x>",
        "\\[1",
        "【1",
        "a¹ ",
        "[[1], ",
        "[a](http://x",
        '"a ',
    ],
)
def test_long_runs_come_to_an_end(unit: str) -> None:
    text = unit * (30000 // len(unit))
    assert all(text[one.start : one.end] == one.text for one in scan_markers(text).markers)


def test_a_long_indent_is_read_in_one_pass() -> None:
    # Quadratic matching would take hours on this.
    assert scan_markers("\n" + " " * 400_000 + "x [1]").markers == ()
    assert [m.keys for m in scan_markers("\n" + "*_ " * 100_000 + "x [1]").markers] == [("1",)]
