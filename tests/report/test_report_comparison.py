"""How a comparison is shown: nothing of an answer steers the page, and the numbers are signed and named."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from pincite.gate.comparison.comparison import (
    ClaimChange,
    ClaimState,
    Comparison,
    McNemar,
    MetricDifference,
    Pairing,
    RunSide,
    Unpaired,
)
from pincite.report import comparison_markdown, comparison_text
from pincite.report.comparison_outcome import comparison_outcome
from pincite.report.comparison_view import view, without_words
from pincite.report.paint import Paint
from pincite.report.terminal import Screen

EVIL = "rent is 900\x1b[31m <img src=x> [link](http://x.example)\nnext"


def state(label: Any, text: str = "rent is 900", **more: Any) -> ClaimState:
    return ClaimState(answer_id="a", claim_id="c1", text=text, label=label, status="judged", **more)


def changed(place: int, *, blocking: bool = False, text: str = "rent is 900") -> ClaimChange:
    return ClaimChange(
        case=f"q-{place}",
        severity="critical" if blocking else "medium",
        joined="text",
        kinds=("newly_contradicted", "newly_unsupported"),
        base=state("full", text),
        head=state("contradiction", text, failure_owner="generation"),
        blocking=blocking,
    )


def metric(name: str = "claim_support", **more: Any) -> MetricDifference:
    told: dict[str, Any] = {
        "form": "proportion",
        "better": "higher",
        "run_base": 0.9,
        "run_head": 0.8,
        "base": 0.9,
        "head": 0.8,
        "difference": -0.1,
        "low": -0.15,
        "high": -0.05,
        "answers": 40,
        "down": 12,
        "moved": 12,
        "verdict": "worse",
    }
    return MetricDifference(name=name, **(told | more))


def comparison(*changes: ClaimChange, **more: Any) -> Comparison:
    side = RunSide(run_id="r", created_at="2025-01-01", signature="s", answers=1, claims=3)
    told: dict[str, Any] = {
        "base": side,
        "head": side,
        "seed": 7,
        "pairing": Pairing(
            answers=1, answers_only_base=0, answers_only_head=0, claims=3, by_gold=0, by_text=3
        ),
        "changes": changes,
        "supported": McNemar(both=1, only_base=1, only_head=0, neither=1, p_value=1.0),
        "verdict": "noise",
    }
    return Comparison(**(told | more))


def text(told: Comparison, *, paint: bool = False, **more: Any) -> str:
    shown = view(told, **{key: more.pop(key) for key in ("cap", "every_metric") if key in more})
    screen = Screen(paint=Paint(paint), columns=100)
    return "\n".join(comparison_text.lines(shown, comparison_outcome(told), screen, **more))


def page(told: Comparison) -> str:
    return "\n".join(comparison_markdown.lines(view(told), comparison_outcome(told)))


def test_words_of_answers_steer_nothing() -> None:
    told = comparison(changed(1, text=EVIL))
    for style in ("full", "concise"):
        shown = text(told, style=style)
        assert "\x1b" not in shown and "rent is 900" in shown
    assert "<img" not in page(told) and "[link](" not in page(told)


def test_what_blocks_is_never_behind_the_cap() -> None:
    told = comparison(*(changed(place) for place in range(5)), changed(9, blocking=True))
    shown = text(told, cap=2)
    assert shown.count("rent is 900") == 3
    assert "q-9 claim c1, critical: full -> contradiction  BLOCKS" in shown
    assert "+ 3 more: --max-findings 0 shows all" in shown
    assert "newly contradicted (6)" in shown
    assert "+ " not in text(told, cap=None)


def test_colour_only_adds_to_the_words() -> None:
    told = comparison(changed(1, blocking=True), verdict="worse")
    painted = text(told, paint=True)
    assert "\x1b[31;1mWORSE\x1b[0m  1 new contradiction on a critical or high claim" in painted
    plain = text(told)
    for code in ("\x1b[31;1m", "\x1b[33;1m", "\x1b[2m", "\x1b[32;1m", "\x1b[36m", "\x1b[0m"):
        painted = painted.replace(code, "")
    assert painted == plain


@pytest.mark.parametrize(
    ("more", "cells"),
    [
        ({}, ("90.0 %", "80.0 %", "-10.0", "-15.0 to -5.0", "40 (0 up, 12 down)", "worse")),
        ({"low": None, "high": None, "verdict": "noise"}, ("-10.0", " - ", "noise")),
        (
            {"form": "count", "base": 5, "head": 7, "difference": 2, "low": -1.25, "high": 5},
            ("5", "7", "+2", "-1.2 to +5"),
        ),
        ({"form": "mean", "base": 0.5, "head": 0.25, "difference": -0.25}, ("0.50", "0.25", "-0.25")),
        (
            {"base": 0.5, "head": 0.5, "difference": -0.0, "low": None, "verdict": "no change"},
            ("+0.0", "no change"),
        ),
    ],
)
def test_a_metric_in_one_row(more: dict[str, Any], cells: tuple[str, ...]) -> None:
    lines = text(comparison(metrics=(metric(**more),)), every_metric=True).splitlines()
    (row,) = (line for line in lines if line.startswith("  claim_support"))
    assert all(cell in row for cell in cells), row


def test_metrics_that_did_not_move_are_shown_on_request() -> None:
    still = metric(name="quote_fidelity", verdict="no change")
    told = comparison(metrics=(metric(), still))
    assert "quote_fidelity" not in text(told)
    assert "quote_fidelity" in text(told, every_metric=True)


def test_what_cannot_be_compared_says_why() -> None:
    silent = metric(verdict=None, difference=None, why="base has no facts.jsonl")
    assert "not compared (base has no facts.jsonl): claim_support" in text(comparison(metrics=(silent,)))


def test_other_signatures_stand_above_everything() -> None:
    told = comparison(signature_differs=("judge", "seed"))
    lines = text(told).splitlines()
    assert lines[2:5] == [
        "SIGNATURES DIFFER: the numbers of the two runs are not made alike",
        "judge: who judges",
        "seed: the draws of the intervals",
    ]
    assert "signatures differ in judge, seed" in comparison_outcome(told).line


@pytest.mark.parametrize(
    ("verdict", "fail_on", "changes", "code"),
    [
        ("worse", "error", 0, 1),
        ("worse", "never", 0, 0),
        ("noise", "error", 1, 0),
        ("noise", "warning", 1, 1),
        ("noise", "warning", 0, 0),
        ("better", "warning", 0, 0),
        ("nothing paired", "error", 0, 3),
        ("nothing paired", "never", 0, 3),
    ],
)
def test_the_exit_code(verdict: Any, fail_on: Any, changes: int, code: int) -> None:
    told = comparison(*(changed(place) for place in range(changes)), verdict=verdict)
    assert comparison_outcome(told, fail_on=fail_on).exit_code == code
    forgiven = comparison_outcome(told, fail_on=fail_on, exit_zero=True)
    assert forgiven.exit_code == (0 if code == 1 else code) and forgiven.forgiven is (code == 1)


def test_without_words_nothing_of_a_claim_is_left() -> None:
    lone = Unpaired(case="q", severity="high", why="wording", claim=state("none"), blocking=True)
    told = without_words(comparison(changed(1), unpaired_base=(lone,), unpaired_head=(lone,)))
    assert "rent" not in repr(told)
    assert structs.replace(told, changes=()).unpaired_head[0].claim.label == "none"
