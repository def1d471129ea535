"""Claims in other words than their passage, and claims that only look like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.judges.rules import weigh

TABLE = Path(__file__).with_name("rules_paraphrases.txt")


def _rows() -> list[tuple[str, str, bool]]:
    rows: list[tuple[str, str, bool]] = []
    evidence = ""
    for line in TABLE.read_text("utf-8").splitlines():
        kind, _, text = line.partition(" ")
        if kind == "E":
            evidence = text
        elif kind in ("+", "-"):
            rows.append((text, evidence, kind == "+"))
    return rows


@pytest.mark.parametrize(("claim", "evidence", "borne_out"), _rows())
def test_other_words_are_told_from_other_matter(claim: str, evidence: str, borne_out: bool) -> None:
    assert (weigh(claim, (evidence,))[0].label == "full") is borne_out
