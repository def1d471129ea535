from __future__ import annotations

import pytest
from hypothesis import given, settings
from text_alphabets import texts

from pincite.text.blocks import blocks, code_spans


def shown(text: str) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in blocks(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One\ntwo\n\nthree", [("paragraph", "One\ntwo"), ("paragraph", "three")]),
        ("# Head\ntext", [("heading", "# Head"), ("paragraph", "text")]),
        ("Title\n===\ntext", [("heading", "Title\n==="), ("paragraph", "text")]),
        (
            "It runs 21 days.\n---\nNext",
            [("paragraph", "It runs 21 days."), ("rule", "---"), ("paragraph", "Next")],
        ),
        (
            "- a\n  - b\n\n  more\n- c",
            [("list_item", "- a"), ("list_item", "- b"), ("paragraph", "more"), ("list_item", "- c")],
        ),
        ("1. a\n2) b", [("list_item", "1. a"), ("list_item", "2) b")]),
        ("> said\n\ntext", [("quote", "> said"), ("paragraph", "text")]),
        ("```py\nx[1]\n```\ntext", [("code", "```py\nx[1]\n```"), ("paragraph", "text")]),
        ("    x = 1\n\ntext", [("code", "x = 1"), ("paragraph", "text")]),
        ("<div>x</div>\n\ntext", [("html", "<div>x</div>"), ("paragraph", "text")]),
        ("<statement>\nx\n</statement>", [("paragraph", "<statement>\nx\n</statement>")]),
        (
            "text [1].\n\n[1]: http://x.example",
            [("paragraph", "text [1]."), ("definition", "[1]: http://x.example")],
        ),
        ("[^1]: A note in words.", [("definition", "[^1]: A note in words.")]),
        (
            "Rules:\n• one\n• two\nClosing.",
            [
                ("paragraph", "Rules:"),
                ("list_item", "• one"),
                ("list_item", "• two"),
                ("paragraph", "Closing."),
            ],
        ),
        (
            "规定：\n一、十二本。\n二、二十一天。",
            [("paragraph", "规定："), ("list_item", "一、十二本。"), ("list_item", "二、二十一天。")],
        ),
        (
            "(a) The tenant pays.\n(b) The landlord pays.",
            [("list_item", "(a) The tenant pays."), ("list_item", "(b) The landlord pays.")],
        ),
        ("It is set out in\n(b) of the rule.", [("paragraph", "It is set out in\n(b) of the rule.")]),
        (
            "Limits:\n2. foo\n3. bar",
            [("paragraph", "Limits:"), ("list_item", "2. foo"), ("list_item", "3. bar")],
        ),
        ("It closed in\n2024. Then it opened.", [("paragraph", "It closed in\n2024. Then it opened.")]),
        (
            "- Item:\n  • sub\n- next",
            [("list_item", "- Item:"), ("list_item", "• sub"), ("list_item", "- next")],
        ),
        ("# H\r\ntext\r\n\r\nmore", [("heading", "# H"), ("paragraph", "text"), ("paragraph", "more")]),
        ("", []),
        (" \n\t\n", []),
    ],
)
def test_kinds(text: str, expected: list[tuple[str, str]]) -> None:
    assert shown(text) == expected


def test_a_markdown_table() -> None:
    text = "Prices:\n\n| Ticket | Price |\n|---|---|\n| **Single** | €3 |\n| Day |  |\nNote."
    found = blocks(text)
    assert [block.kind for block in found] == [
        "paragraph",
        "table_header",
        "table_row",
        "table_row",
        "paragraph",
    ]
    header, row, gap = found[1:4]
    assert header.header == row.header == gap.header == ("Ticket", "Price")
    assert [cell.of(text) for cell in row.cells] == ["**Single**", "€3"]
    assert [cell.of(text) for cell in gap.cells] == ["Day", ""]
    assert (header.lead_in, row.lead_in) == (0, 0)
    assert (row.parent, gap.parent) == (1, 1)


@pytest.mark.parametrize(
    ("text", "kinds", "header"),
    [
        (
            "Costs (EUR thousand) | 2024 | 2023\nRent | 8,410 | 7,900",
            ["table_header", "table_row"],
            ("Costs (EUR thousand)", "2024", "2023"),
        ),
        (
            "Permit | Fee | From\nA | 80 | 2023-01-01",
            ["table_header", "table_row"],
            ("Permit", "Fee", "From"),
        ),
        ("Capital (USD m)\nShares | 52,300\nPaid-in | 640", ["paragraph", "table_row", "table_row"], ()),
        ("Part 2\nH-006 | N. Okoro | Seed | 275,000", ["paragraph", "table_row"], ()),
        ("| a | b |\n| 1 | 2 |", ["table_header", "table_row"], ("a", "b")),
        ("Library | Home page", ["paragraph"], ()),
    ],
)
def test_tables_parted_only_by_bars(text: str, kinds: list[str], header: tuple[str, ...]) -> None:
    found = blocks(text)
    assert [block.kind for block in found] == kinds
    assert found[-1].header == header


def test_lead_ins_and_parents() -> None:
    text = "The rules are [1]:\n\n- limits:\n  - twelve\n- term\n\nOther text.\n\n- loose"
    found = blocks(text)
    assert [block.lead_in for block in found] == [None, 0, 1, 0, None, None]
    assert [block.parent for block in found] == [None, None, 1, None, None, None]
    assert [block.depth for block in found] == [0, 1, 2, 1, 0, 1]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("Use `x[1]` and ``a`b`` ok ` no", ["`x[1]`", "``a`b``"]),
        ("It costs $5 and $10, or US$ 5.", []),
        ("We have $x_{[1]}$ and $[0, 1]$ and $n$.", ["$x_{[1]}$", "$[0, 1]$", "$n$"]),
        ("Text\n```\nrow[1]\n", ["```\nrow[1]"]),
        ("It is \\[1\\] but \\[ x = [1] \\] and \\(y\\).", ["\\[ x = [1] \\]", "\\(y\\)"]),
        ("    limit = conf[3]", ["limit = conf[3]"]),
        ("- item\n\n    more of the item", []),
        ("A `tick\n\nand another` tick", []),
    ],
)
def test_code_and_mathematics(text: str, spans: list[str]) -> None:
    assert [span.of(text) for span in code_spans(text)] == spans


@settings(max_examples=500, deadline=None)
@given(texts)
def test_blocks_cover_every_character_once(text: str) -> None:
    at = 0
    found = blocks(text)
    for index, block in enumerate(found):
        assert at <= block.start < block.end <= len(text)
        assert not text[at : block.start].strip()
        assert all(block.start <= cell.start <= cell.end <= block.end for cell in block.cells)
        assert all(other is None or 0 <= other < index for other in (block.lead_in, block.parent))
        at = block.end
    assert not text[at:].strip()
    for span in code_spans(text):
        assert 0 <= span.start < span.end <= len(text)


@pytest.mark.parametrize(
    "unit", ["> ", "- ", "| a | b |\n", "[1]: a\n", "* a\n", "(a) b\n", "1. a\n   - b\n", "$a", "` "]
)
def test_long_runs_come_to_an_end(unit: str) -> None:
    text = unit * (12000 // len(unit))
    assert blocks(text)[-1].end <= len(text)
    assert all(0 <= span.start < span.end <= len(text) for span in code_spans(text))
