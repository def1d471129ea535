from __future__ import annotations

from itertools import chain, repeat

import pytest

from pincite.cli.progress import INTERVAL_S, Plain, progress


def test_a_plain_line_every_half_minute(capsys: pytest.CaptureFixture[str]) -> None:
    times = chain([0.0, 1.0, INTERVAL_S, INTERVAL_S + 1, 2 * INTERVAL_S], repeat(2 * INTERVAL_S + 1))
    tick = Plain(lambda: next(times))
    for _ in range(4):
        tick(15, 2)
    assert capsys.readouterr().err.splitlines() == [
        "pincite: 2 answers, 30 claims, 4 findings, 1 claims/s",
        "pincite: 4 answers, 60 claims, 8 findings, 1 claims/s",
    ]


@pytest.mark.parametrize("choice", ["auto", "plain", "none"])
def test_a_short_run_off_a_terminal_says_nothing(choice: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert choice in ("auto", "plain", "none")
    with progress(choice, {}) as tick:  # type: ignore[arg-type]
        tick(3, 1)
    assert capsys.readouterr().err == ""


def test_a_bar_counts(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("bar", {}) as tick:
        tick(3, 1)
    shown = capsys.readouterr()
    assert shown.out == ""
