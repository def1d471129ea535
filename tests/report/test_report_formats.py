"""The formats against gold files: when one changes, read it, then write it with the printed command."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from markdown_it import MarkdownIt
from report_samples import (
    chinese_result,
    lookup,
    revenue_result,
    summary,
    uncited_result,
)

import pincite
from pincite.io.rows import encode_finding
from pincite.model import Chunk, Finding, Span, found
from pincite.model.result import AnswerResult
from pincite.report import full, markdown, rows, terminal
from pincite.report.numbers import family_lines
from pincite.report.outcome import outcome
from pincite.report.paint import Paint
from pincite.report.redaction import redacted
from pincite.report.shown import width
from pincite.report.terminal import Screen
from pincite.report.view import Collector, Findings

GOLD = Path(__file__).parent / "gold"


def sample(*, cap: int | None = 20) -> Findings:
    collector = Collector(cap=cap)
    for result in (revenue_result(), chinese_result(), uncited_result()):
        collector.add(result, lookup())
    return collector.findings()


def compare(name: str, lines: Iterator[str]) -> None:
    """The lines are those of the gold file; PINCITE_WRITE_GOLD=1 writes it."""
    actual = "\n".join(lines) + "\n"
    path = GOLD / name
    if os.environ.get("PINCITE_WRITE_GOLD"):
        path.write_text(actual, encoding="utf-8")
    assert actual == path.read_text(encoding="utf-8"), (
        f"{name} changed; write it with PINCITE_WRITE_GOLD=1 pytest {__file__}"
    )


@pytest.mark.parametrize("columns", [80, 200])
def test_full(columns: int) -> None:
    found, numbers = sample(), summary()
    lines = terminal.lines(found, numbers, outcome(numbers, found), Screen(columns=columns))
    compare(f"full-{columns}.txt", lines)


def test_concise() -> None:
    found, numbers = sample(), summary()
    verdict = outcome(numbers, found)
    compare("concise.txt", terminal.lines(found, numbers, verdict, Screen(columns=80), style="concise"))


def test_markdown() -> None:
    found, numbers = sample(), summary()
    compare("report.md", markdown.lines(found, numbers, outcome(numbers, found)))


def shown(*, cap: int | None = 20, quiet: bool = False, verbose: bool = False) -> list[str]:
    found, numbers = sample(cap=cap), summary()
    verdict = outcome(numbers, found)
    return list(terminal.lines(found, numbers, verdict, Screen(columns=80), quiet=quiet, verbose=verbose))


def test_the_verdict_is_the_last_line() -> None:
    assert shown()[-1] == "FAIL  3 errors, 2 warnings in 5 claims of 3 answers  [exit 1]"
    assert shown(quiet=True)[-1] == shown()[-1]


def test_quiet_leaves_the_numbers_out_and_verbose_shows_all_of_them() -> None:
    assert not any(line.startswith("precision") for line in shown(quiet=True))
    assert not any(line.startswith("claim support") for line in shown())
    assert any(line.startswith("claim support") for line in shown(verbose=True))


def test_what_is_beyond_the_cap_is_counted() -> None:
    assert "+ 3 more: --max-findings 0 shows all" in shown(cap=1)
    assert not any(line.startswith("+ ") for line in shown())


def long_result() -> AnswerResult:
    text = "公司 " * 400 + "paid 32 % in all " + "and so on " * 400
    start = text.index("32 %")
    finding = found("PC401", "the share differs", span=Span(start, start + 4))
    stamped = msgspec.structs.replace(finding, answer_id="a1", case_id="q")
    return AnswerResult(answer_id="a1", case_id="q", text=text, findings=(stamped,), where="f.jsonl:1")


@pytest.mark.parametrize("columns", [40, 80, 120, 200])
def test_windows_keep_the_width_and_marks_stand_under_the_stretch(columns: int) -> None:
    collector = Collector()
    collector.add(long_result(), lookup())
    (entry,) = collector.findings().entries
    lines = list(full.lines(entry, Paint(), columns))
    assert all(width(line) <= columns for line in lines)
    window, mark = next((a, b) for a, b in pairwise(lines) if "^" in b)
    column = mark.index("^")
    before = window[: window.index("32 %")]
    assert width(before) == column


def test_in_ci_a_line_is_not_cut_to_a_width() -> None:
    collector = Collector()
    collector.add(long_result(), lookup())
    (entry,) = collector.findings().entries
    assert any("公司 公司" in line and width(line) > 2000 for line in full.lines(entry, Paint(), None))


def test_never_more_than_two_windows_and_three_notes() -> None:
    for entry in (*sample().entries, *sample().trouble):
        lines = list(full.lines(entry, Paint(), 100))
        assert sum(line.startswith(("  -->", "  :::")) for line in lines) <= 2
        assert sum(line.startswith("   = ") for line in lines) <= 3


def test_a_note_that_is_wrapped_begins_no_line_with_a_command() -> None:
    collector = Collector()
    collector.add(long_result(), lookup())
    (entry,) = collector.findings().entries
    for size in range(30):
        noted = msgspec.structs.replace(entry, notes=("x" * size + " ::error::stop ::warning::stop",))
        lines = list(full.lines(noted, Paint(), 40))
        assert not any(re.match(r"\s*::[A-Za-z]", line) for line in lines)


HOSTILE = "\x1b[2J\x1b]0;title\x07 <img src=http://evil> [x](http://evil) `` ``` ||| \u202e 32 %"


def hostile_findings() -> Findings:
    finding = found("PC401", HOSTILE, citation_id=HOSTILE, span=Span(0, len(HOSTILE)))
    stamped = msgspec.structs.replace(finding, answer_id=HOSTILE, case_id=HOSTILE)
    result = AnswerResult(
        answer_id=HOSTILE, case_id=HOSTILE, text=HOSTILE, findings=(stamped,), where=HOSTILE
    )
    collector = Collector()
    collector.add(result, lambda *_: Chunk(document_id=HOSTILE, chunk_id=HOSTILE, text=HOSTILE))
    return collector.findings()


def test_hostile_text_steers_no_terminal() -> None:
    found, numbers = hostile_findings(), summary()
    styles: tuple[Literal["full", "concise"], ...] = ("full", "concise")
    for style in styles:
        lines = terminal.lines(found, numbers, outcome(numbers, found), Screen(), style=style)
        text = "\n".join(lines)
        assert "\x1b" not in text
        assert "\x07" not in text
        assert "\u202e" not in text


def test_hostile_text_makes_no_html_or_link_in_markdown() -> None:
    found, numbers = hostile_findings(), summary()
    text = "\n".join(markdown.lines(found, numbers, outcome(numbers, found)))
    html = (
        MarkdownIt("commonmark", {"html": False})
        .enable("table")
        .render(text.replace("<b>", "").replace("</b>", ""))
    )
    assert "<img" not in html
    assert "<a " not in html
    assert "\x1b" not in text


def test_the_signature_stands_in_a_fence_it_cannot_close() -> None:
    assert list(markdown.fenced("a ```` b")) == ["`````text", "a ```` b", "`````"]


@pytest.mark.parametrize(
    ("environ", "terminal_like", "choice", "coloured"),
    [
        ({}, True, "auto", True),
        ({}, False, "auto", False),
        ({"NO_COLOR": "1"}, True, "auto", False),
        ({"NO_COLOR": "1"}, True, "always", True),
        ({"FORCE_COLOR": "1"}, False, "auto", True),
        ({"FORCE_COLOR": "1"}, False, "never", False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, "auto", False),
        ({"NO_COLOR": ""}, True, "auto", True),
        ({"TERM": "dumb"}, True, "auto", False),
    ],
)
def test_when_to_colour(
    environ: dict[str, str], terminal_like: bool, choice: terminal.ColorChoice, coloured: bool
) -> None:
    class Stream(io.StringIO):
        def isatty(self) -> bool:
            return terminal_like

    assert terminal.screen(Stream(), environ, choice).paint.on is coloured


@pytest.mark.parametrize(
    ("environ", "columns"),
    [({"COLUMNS": "200"}, 200), ({"COLUMNS": "10"}, 40), ({"CI": "true", "COLUMNS": "80"}, None)],
)
def test_how_wide(environ: dict[str, str], columns: int | None) -> None:
    assert terminal.screen(io.StringIO(), environ).columns == columns


def test_colour_changes_nothing_but_colour() -> None:
    found, numbers = sample(), summary()
    verdict = outcome(numbers, found)
    plain = list(terminal.lines(found, numbers, verdict, Screen()))
    coloured = "\n".join(terminal.lines(found, numbers, verdict, Screen(paint=Paint(True))))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == "\n".join(plain)
    assert "\x1b[31;1merror[PC401]" in coloured
    assert "\x1b[35;1minfo[PC901]" in coloured


def test_json_is_one_document_with_the_summary_keys() -> None:
    found, numbers = sample(), summary()
    findings = [finding for result in (revenue_result(), uncited_result()) for finding in result.findings]
    text = b"".join(rows.json_document(numbers, outcome(numbers, found), map(encode_finding, findings)))
    document = json.loads(text)
    assert document["counts"]["claims"] == 5
    assert document["verdict"]["exit_code"] == 1
    assert [row["code"] for row in document["findings"]] == [finding.code for finding in findings]
    assert document["findings"][0]["answer_span"] == {"start": 0, "end": 47}


def test_json_without_findings_is_still_a_document() -> None:
    numbers = summary()
    verdict = outcome(numbers, Collector().findings())
    assert json.loads(b"".join(rows.json_document(numbers, verdict, [])))["findings"] == []


def test_jsonl_is_one_finding_a_line() -> None:
    findings = revenue_result().findings
    text = b"".join(rows.jsonl(map(encode_finding, findings))).decode()
    read = [msgspec.json.decode(line, type=Finding) for line in text.splitlines()]
    assert read == list(findings)


def test_a_redacted_result_holds_no_words_of_the_user() -> None:
    result = msgspec.structs.replace(
        revenue_result(), question="What was revenue?", metadata={"note": "Revenue"}
    )
    text = msgspec.json.encode(redacted(result)).decode()
    for word in ("Revenue", "revenue", "dividend", "32%", "23%", "transposed", "digits"):
        assert word not in text
    assert [finding.code for finding in redacted(result).findings] == ["PC502", "PC401", "PC501"]
    assert redacted(result).claims[0].start == result.claims[0].start


def test_a_redacted_result_can_be_shown() -> None:
    collector = Collector()
    collector.add(redacted(revenue_result()), lambda *_: None)
    found, numbers = collector.findings(), summary()
    text = "\n".join(terminal.lines(found, numbers, outcome(numbers, found), Screen()))
    assert "32" not in text.replace("1a2b3c4d", "")
    assert "a figure of the claim is not in the cited passage" in text


def test_a_family_that_was_asked_for_is_shown() -> None:
    answers = [{"text": "Loans run for 21 days [1].", "prompt_chunks": ["Loans run for 21 days."]}]
    summary = pincite.check(answers, families=["liu2023", "alce_fixed"]).summary
    shown = dict(family_lines(summary))
    assert shown["liu2023"].startswith("recall 100.0 % (n=1), precision 100.0 % (n=1)")
    assert shown["alce_fixed"].startswith("recall 100.0 %")
