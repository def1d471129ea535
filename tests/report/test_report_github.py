"""Annotations: at most ten, worst first, the rest told; nothing in a text can be a command."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_runs import PLACES, answer, findings_of, many, verdict_of
from report_samples import revenue_result, uncited_result

from pincite.model.result import AnswerResult
from pincite.report import github
from pincite.report.outcome import Outcome

COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")


def lines_of(results: list[AnswerResult], *, cap: int | None = 20) -> list[str]:
    findings = findings_of(results, cap=cap)
    return list(github.lines(findings, verdict_of(results), PLACES, more="the summary"))


@pytest.mark.parametrize(("count", "annotations"), [(0, 0), (1, 1), (9, 9), (10, 10), (11, 10), (10_000, 10)])
def test_at_most_ten_and_the_last_one_counts_the_rest(count: int, annotations: int) -> None:
    *commands, verdict = lines_of([answer(0), *many(count)])
    assert len(commands) == annotations
    assert all(COMMAND.fullmatch(line) for line in commands)
    assert verdict.startswith("FAIL" if count else "PASS")
    last = commands[-1] if commands else ""
    if count > github.MOST:
        assert last == f"::notice title=pincite::+ {count - 9:,} more in the summary"
        assert commands[0].split("title=")[1].startswith("PC502")
    else:
        assert "more in the summary" not in last


def test_a_lower_cap_of_the_terminal_is_told_as_well() -> None:
    *commands, _ = lines_of(many(5), cap=2)
    assert [line.split(" ", 1)[0] for line in commands] == ["::error", "::error", "::notice"]
    assert "+ 3 more in the summary" in commands[-1]


def test_an_annotation_has_the_line_the_claim_the_passage_and_the_owner() -> None:
    first = lines_of([revenue_result()])[0]
    hit = COMMAND.fullmatch(first)
    assert hit is not None
    level, properties, message = hit.groups()
    assert level == "error"
    assert properties == (
        "file=data/data/answers.jsonl,line=14,title=PC401 missing_figure (case q-0142%2C claim c1)"
    )
    assert message.split("%0A") == [
        "figure differs from the cited passage",
        "also PC502: citation [2] says something else: the figure is 23 %25",
        "answer: Revenue rose >>>32%25<<< in 2024 [2], driven by exports. The dividend doubled [3].",
        'passage [2] "Annual report 2024", revision 2024, p. 4: '
        "Revenue for the year rose >>>23%25<<< to EUR 4.5bn.",
        "owner: generation",
    ]


def test_information_makes_no_annotation_and_judge_trouble_makes_one() -> None:
    *commands, _ = lines_of([answer(1, "PC103"), uncited_result(), answer(3, "PC902"), answer(4, "PC901")])
    assert [line.split(" ", 1)[0] for line in commands] == ["::warning", "::notice"]
    assert "judge trouble: 3" in commands[-1]
    assert "more in" not in commands[-1]


@pytest.mark.parametrize(
    ("verdict", "level"),
    [
        (Outcome(state="fail", exit_code=1, reasons=("too low",), decision="reject_semantics"), "error"),
        (Outcome(state="undecided", exit_code=3, reasons=("too few",), decision="investigate"), "warning"),
        (Outcome(state="invalid", exit_code=2, reasons=("1 input line rejected",)), "error"),
        (Outcome(state="interrupted", exit_code=130), "error"),
        (Outcome(state="empty", exit_code=3), "warning"),
    ],
)
def test_a_verdict_that_is_more_than_its_findings_comes_first(verdict: Outcome, level: str) -> None:
    *commands, last = github.lines(findings_of(many(30)), verdict, PLACES)
    assert len(commands) == github.MOST
    assert commands[0].startswith(f"::{level} title=pincite {github.value(verdict.word)}::")
    assert commands[-1].endswith("+ 22 more in the report")
    assert last == verdict.line


def test_text_without_a_file_makes_an_annotation_without_one() -> None:
    result = AnswerResult(answer_id="a", text="x", findings=answer(1, "PC401").findings, where="<stdin>:1")
    assert lines_of([result])[0].startswith("::error title=")


@given(st.text(max_size=40))
def test_no_text_ends_a_command_or_starts_one(told: str) -> None:
    for escaped in (github.message(told), github.value(told)):
        assert not re.search(r"[\r\n]", escaped)
        assert re.sub("%(25|0D|0A|3A|2C)", "", escaped).count("%") == 0
    assert not re.search("[:,]", github.value(told))
    undone = github.value(told)
    for code, sign in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        undone = undone.replace(code, sign)
    assert undone == told


@given(st.text(max_size=60))
def test_a_hostile_answer_gives_only_its_own_commands(told: str) -> None:
    hostile = answer(
        1, "PC401", case_id=f"{told}::error::x", text=f"{told}\n::add-mask::secret\r\n::error::y"
    )
    *commands, verdict = lines_of([hostile])
    assert len(commands) == 1
    assert len(commands[0].splitlines()) == 1
    assert COMMAND.fullmatch(commands[0])
    assert verdict.startswith("FAIL")
