"""Figures and units as the rules judge weighs them: each kind in several languages, true and false."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import pytest

from pincite.judges.rules.judge import weigh


class Row(TypedDict):
    kind: str
    labels: list[str]
    claim: str
    passages: list[str]


ROWS: list[Row] = [
    json.loads(line)
    for line in Path(__file__).with_name("rules_figures.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['kind']}-{at}" for at, row in enumerate(ROWS)])
def test_a_figure_of_this_kind(row: Row) -> None:
    decision, _ = weigh(row["claim"], tuple(row["passages"]))
    assert (decision.label or "undecided") in row["labels"], decision.rationale


def test_every_kind_has_true_and_false_claims() -> None:
    by_kind: dict[str, set[str]] = {}
    for row in ROWS:
        by_kind.setdefault(row["kind"], set()).update(row["labels"])
    assert all({"full", "contradiction"} <= labels for labels in by_kind.values())
