"""Declining and answering all the same (PC704), and declining one thing while telling another (PC701)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.checks.abstention import check_abstention
from pincite.claims.extraction import extract
from pincite.claims.policy import default_policy
from pincite.model import Answer, Chunk


def _read(path: Path) -> dict[str, list[str]]:
    """The lines under each [heading] of a table."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = rows = []
        elif line:
            rows.append(line)
    return found


TABLE = _read(Path(__file__).with_name("concessions.txt"))

# question | answer
TAKEN_BACK = TABLE["taken back"]

LEFT_STANDING = TABLE["left standing"]


def codes(line: str) -> list[str]:
    question, text = line.split("|")
    chunk = Chunk(document_id="d", chunk_id="1", text="x")
    answer = Answer(answer_id="a", text=text, question=question, prompt_chunks=(chunk,))
    return [finding.code for finding in check_abstention(answer, extract(answer, default_policy()))]


@pytest.mark.parametrize("line", TAKEN_BACK)
def test_taken_back(line: str) -> None:
    assert codes(line) == ["PC704"]


@pytest.mark.parametrize("line", LEFT_STANDING)
def test_left_standing(line: str) -> None:
    assert codes(line) == ["PC701"]
