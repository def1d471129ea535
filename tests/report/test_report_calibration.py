"""Calibration reports: everything is there, nothing of the data is obeyed."""

from __future__ import annotations

import base64
import hashlib
import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from pincite.calibration.calibrate import calibrate
from pincite.calibration.card import Card, DataFile
from pincite.calibration.decision import Decision, Judged
from pincite.calibration.pairs import GoldLabel
from pincite.model.verdict import JudgeIdentity, Label
from pincite.report import calibration_html, calibration_markdown, calibration_text
from pincite.report.calibration_view import tables

HOSTILE = 'x"><script>alert(1)</script>\u202e[a](http://evil)'
_GOLD: tuple[GoldLabel, ...] = ("full", "none", "contradiction", "unsupported")
_SAID: tuple[Label, ...] = ("full", "none", "partial")


def card(*, sets: tuple[str, ...] = (HOSTILE, "plain"), judge: str = "rules") -> Card:
    cases = []
    for name in sets:
        for n in range(60):
            gold = _GOLD[n % 4]
            said: Label = "full" if gold == "full" or n % 7 == 0 else _SAID[1 + n % 2]
            decision = Decision(label=said, support=0.3 + 0.6 * (said == "full") + n % 5 / 100)
            if n % 20 == 19:
                decision = Decision(label=None, status="unjudged", reason="timeout")
            cases.append(
                Judged(
                    key=f"{name}/{n}",
                    dataset=name,
                    group=f"{name}{n // 2}",
                    gold=gold,
                    decision=decision,
                    baseline=Decision(label="full" if n % 3 else "none", support=0.5 + n % 10 / 20),
                    categories=("<b>negation</b>",) if n % 3 == 0 else (),
                    ratings={"anna": gold, "ben": "full"},
                    development=n % 5 == 0,
                )
            )
    identity = JudgeIdentity(name=judge, version="1", digest="ab" * 32, rubric_digest="cd" * 32)
    return calibrate(
        cases,
        identity,
        created_at=datetime(2026, 10, 3, tzinfo=UTC),
        draws=200,
        data=[DataFile(path="pairs <one>.jsonl", role="pairs", sha256="ef" * 32)],
    )


CARD = card()


class Elements(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.open: list[str] = []
        self.faults: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in ("meta", "rect", "line", "polyline") or tag in ("rect",):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)


def test_the_page_is_well_formed_and_loads_nothing() -> None:
    page = calibration_html.page([CARD])
    elements = Elements(page)
    assert not elements.faults and not elements.open
    assert not {"script", "img", "link", "iframe", "b"} & set(elements.names)
    assert not [
        (name, value)
        for name, value in elements.attributes
        if name in ("src", "href", "style") or name.startswith("on")
    ]
    # The policy's own text is the only place where a quote of it may stand.
    assert "alert(1)" in page and "<script" not in page and "\u202e" not in page


def test_the_policy_allows_this_style_and_nothing_else() -> None:
    page = calibration_html.page([CARD])
    style = page.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'" in page


def test_every_plot_has_a_name_of_its_own() -> None:
    page = calibration_html.page([CARD, card(judge="other")])
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    named = re.findall(r'<svg [^>]*aria-labelledby="([^"]+)"', page)
    assert set(named) <= set(ids) and len(named) == 2 * 3 * 3
    assert page.count("<h1") == 2


def test_plots_stay_inside_their_frame() -> None:
    page = calibration_html.page([CARD])
    for wide, high, inside in re.findall(r'<svg viewBox="0 0 (\d+) (\d+)".*?>(.*?)</svg>', page, re.DOTALL):
        for points in re.findall(r'points="([^"]+)"', inside):
            for point in points.split():
                x, y = map(float, point.split(","))
                assert 0 <= x <= int(wide) and 0 <= y <= int(high)
        assert "nan" not in inside and "inf" not in inside


def test_the_markdown_names_every_set_and_renders_as_text() -> None:
    lines = list(calibration_markdown.lines([CARD], ["a beats b"]))
    text = "\n".join(lines)
    assert text.startswith("# The judges compared\n\n- A beats b.")
    assert "<script>" not in text and "[a](http" not in text and "\u202e" not in text
    for title in (table.title for table in tables(CARD)):
        assert f"## {title}" in text
    for sentence in CARD.words:
        assert sentence.split(":")[0].replace("*", "")[1:20] in text.replace("\\", "")
    rows = [line for line in lines if line.startswith("|")]
    widths = {line.replace("\\|", "").count("|") for line in rows}
    assert widths and all(line.endswith("|") for line in rows)


def test_every_row_of_a_table_has_its_columns() -> None:
    for table in tables(CARD):
        assert {len(row) for row in table.rows} == {len(table.header)}


def test_open_pairs_are_in_the_tables() -> None:
    first = next(tables(CARD))
    row = next(row for row in first.rows if row[0] == "all pairs")
    assert row[2] != row[1] and row[4] != "–"
    confusion = next(table for table in tables(CARD) if table.title == "What was said, by label")
    assert confusion.header[-2:] == ("unjudged", "exactly right")
    counted = sum(int(cell) for row in confusion.rows for cell in row[1:-1])
    assert counted == CARD.overall.pairs


def test_the_terminal_shows_the_verdict_and_two_tables() -> None:
    text = "\n".join(calibration_text.lines([CARD]))
    assert "\x1b" not in text and "\u202e" not in text
    assert CARD.words[0] in text
    assert "Full or not, by set" in text and "By category" not in text
    assert "By category" in "\n".join(calibration_text.lines([CARD], verbose=True))
    table = text.partition("Full or not, by set\n")[2].splitlines()[:4]
    assert len({len(line) for line in table}) == 1


@pytest.mark.parametrize("sets", [(), ("only",)])
def test_cards_with_little_in_them(sets: tuple[str, ...]) -> None:
    small = card(sets=sets)
    assert not Elements(calibration_html.page([small])).faults
    assert "| all pairs |" not in "\n".join(calibration_markdown.lines([small])) or not sets
