"""The brief: never more than 60 KiB, whole sections only, a marker to find it by, no live text of others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from msgspec import structs
from report_runs import answer, findings_of, many, verdict_of
from report_samples import metric, revenue_result, summary, uncited_result

from pincite.model.result import AnswerResult
from pincite.model.summary import Part, SevereFailure, Summary, Totals
from pincite.report import brief
from pincite.report.brief import Section


def large_summary(slices: int = 0, severe: int = 0) -> Summary:
    part = Part(counts=Totals(), metrics={"citation_precision": metric(1, 2)})
    one = SevereFailure(
        answer_id="a", case_id="q", claim_id="c", severity="high", label="none", status="judged"
    )
    return structs.replace(
        summary(),
        severe_failures=(one,) * severe,
        slices={f"a slice with a name of some length, number {n}": part for n in range(slices)},
    )


def text_of(results: list[AnswerResult], numbers: Summary | None = None, *, link: str | None = None) -> str:
    lines = brief.lines(findings_of(results), numbers or summary(), verdict_of(results), link=link)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("slices", [0, 10, 2_000])
@pytest.mark.parametrize(
    "results",
    [[], [answer(1, "PC401")], [revenue_result(), uncited_result()], many(10_000)],
    ids=["no answers", "one finding", "samples", "10,000 findings"],
)
def test_it_is_never_too_long_and_says_what_is_missing(results: list[AnswerResult], slices: int) -> None:
    text = text_of(results, large_summary(slices, severe=slices))
    assert len(text.encode()) <= 60 * 1024
    assert text.startswith("<!-- pincite:check -->\n## Citation check\n")
    assert "| precision |" in text
    assert ("Left out for length: slices, all metrics" in text) == (slices == 2_000)
    assert ("<details><summary>By slice" in text) == (slices == 10)
    assert text.count("<details>") == text.count("</details>")


def test_long_texts_of_one_claim_do_not_push_the_others_out() -> None:
    long = "A very long sentence about fees " * 400
    findings = tuple(
        structs.replace(one, message=long) for number in range(60) for one in answer(number, "PC401").findings
    )
    stuffed = structs.replace(answer(1, text=long), findings=findings)
    text = text_of([stuffed, *many(3)])
    assert len(text.encode()) <= 60 * 1024
    assert "Left out" not in text
    assert text.count("\n#### ") == 4


def test_the_verdict_the_worst_claims_and_the_link_are_there() -> None:
    text = text_of([revenue_result()], link="https://forge.example/o/r/actions/runs/7#artifacts")
    assert "**FAIL** — 2 errors" in text
    assert "#### 1. PC502 contradicted: source says something else" in text
    assert "[The whole report and its data](https://forge.example/o/r/actions/runs/7#artifacts)" in text
    assert "owner generation" in text


@pytest.mark.parametrize("link", ["javascript:alert(1)", "https://x/) [y](https://evil", "https://x y"])
def test_a_link_that_is_none_is_left_out(link: str) -> None:
    assert "whole report" not in text_of([revenue_result()], link=link)


def test_severe_failures_are_listed_up_to_a_number_that_is_told() -> None:
    text = text_of([answer(1)], large_summary(severe=25))
    assert "Failures on critical and high claims (25)" in text
    assert "- + 5 more in the report" in text


def test_a_key_tells_comments_apart_and_cannot_end_the_marker() -> None:
    assert brief.marker("nightly") == "<!-- pincite:nightly -->"
    assert "-->" not in brief.marker("x --> <script>").removesuffix(" -->")


@given(
    sizes=st.lists(st.integers(1, 3000), min_size=1, max_size=8),
    limit=st.integers(2_000, 20_000),
)
def test_sections_are_whole_and_dropped_from_the_bottom(sizes: list[int], limit: int) -> None:
    sections = [Section(f"s{n}", (f"{n}" * size,)) for n, size in enumerate(sizes)]
    lines = list(brief.fitted(sections, limit))
    kept = [line for line in lines if not line.startswith("*Left out")]
    assert kept == [section.lines[0] for section in sections[: len(kept)]]
    assert (len(kept) < len(sections)) == lines[-1].startswith("*Left out")
    if len(kept) > 1:
        assert sum(len(line) + 1 for line in lines) <= limit


def test_hostile_text_makes_no_html_and_no_link() -> None:
    hostile = "<img src=x> [x](http://evil) </details> <!-- pincite:check --> @everyone"
    result = answer(1, "PC401", case_id=hostile, text=hostile)
    findings = tuple(structs.replace(one, message=hostile) for one in result.findings)
    text = text_of([structs.replace(result, findings=findings, where=hostile)])
    allowed = ("<b>", "</b>", "<details>", "</details>", "<summary>", "</summary>", brief.marker())
    for tag in allowed:
        text = text.replace(tag, "")
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    for sign in ("<img", "<a ", "</details", "<!--"):
        assert sign not in html
    assert "@everyone" not in text
