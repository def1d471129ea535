"""False abstention (PC702): where a passage says it in other words, and none where it says another thing."""

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


TABLE = _read(Path(__file__).with_name("false_abstentions.txt"))

# question | answer | passage
HELD = TABLE["held"]

NOT_HELD = TABLE["not held"]


def codes(line: str) -> list[str]:
    question, text, passage = line.split("|")
    chunks = tuple(
        Chunk(document_id="d", chunk_id=str(n), text=chunk) for n, chunk in enumerate(("Of no use.", passage))
    )
    answer = Answer(answer_id="a", text=text, question=question, prompt_chunks=chunks)
    return [finding.code for finding in check_abstention(answer, extract(answer, default_policy()))]


@pytest.mark.parametrize("line", HELD)
def test_held_in_other_words(line: str) -> None:
    assert codes(line) == ["PC701", "PC702"]


@pytest.mark.parametrize("line", NOT_HELD)
def test_something_else_is_held(line: str) -> None:
    assert codes(line) == ["PC701"]
