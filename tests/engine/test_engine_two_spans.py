"""A sentence made of cited blocks, as an answer of the Anthropic API is, from the message to its findings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.cli import run

SOURCE = (
    "Loan rules of the Riverside Library. You may borrow twelve items at once. A loan runs for 21 days. "
    "Late fees are 20 cents a day."
)
FIRST, SECOND = "You may borrow twelve items at once. ", "A loan runs for 21 days. "


def message(blocks: list[tuple[str, str | None]]) -> dict[str, Any]:
    """A stored answer: text blocks, each with the words of the source that it cites or None."""
    content: list[dict[str, Any]] = []
    for text, words in blocks:
        block: dict[str, Any] = {"type": "text", "text": text}
        if words is not None:
            at = SOURCE.index(words)
            block["citations"] = [
                {
                    "type": "char_location",
                    "cited_text": words,
                    "document_index": 0,
                    "document_title": "Loans",
                    "start_char_index": at,
                    "end_char_index": at + len(words),
                }
            ]
        content.append(block)
    return {"id": "m1", "type": "message", "role": "assistant", "model": "m", "content": content}


REQUEST = {
    "model": "m",
    "max_tokens": 100,
    "messages": [
        {
            "role": "user",
            "content": [
                {
                    "type": "document",
                    "source": {"type": "text", "media_type": "text/plain", "data": SOURCE},
                    "title": "Loans",
                    "citations": {"enabled": True},
                },
                {"type": "text", "text": "How many items may I borrow, and for how long?"},
            ],
        }
    ],
}


def checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blocks: list[tuple[str, str | None]]
) -> tuple[int, list[dict[str, Any]], list[str], dict[str, Any]]:
    monkeypatch.chdir(tmp_path)
    Path("message.json").write_text(json.dumps(message(blocks)), encoding="utf-8")
    Path("request.json").write_text(json.dumps(REQUEST), encoding="utf-8")
    argv = [
        "import",
        "anthropic-messages",
        "message.json",
        "--request",
        "request.json",
        "-o",
        "answers.jsonl",
    ]
    assert run(argv) == 0
    code = run(["check", "answers.jsonl", "--judge", "rules", "-o", "run"])
    rows = [json.loads(line) for line in Path("run/claims.jsonl").read_text("utf-8").splitlines()]
    found = [json.loads(line)["code"] for line in Path("run/findings.jsonl").read_text("utf-8").splitlines()]
    summary = json.loads(Path("run/summary.json").read_text("utf-8"))
    return code, sorted(rows, key=lambda row: row["start"]), found, summary


def links(row: dict[str, Any]) -> list[tuple[str | None, bool]]:
    return [(link["label"], link.get("context", False)) for link in row["citations"]]


def sentence(days: int) -> list[tuple[str, str | None]]:
    return [
        ("You may borrow twelve items at once", FIRST),
        (", and ", None),
        (f"a loan runs for {days} days", SECOND),
        (".", None),
    ]


def test_two_right_blocks_of_one_sentence_have_no_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, rows, codes, _ = checked(tmp_path, monkeypatch, sentence(21))
    assert (code, codes) == (0, [])
    assert [(row["text"], links(row)) for row in rows] == [
        ("You may borrow twelve items at once", [("full", False)]),
        ("a loan runs for 21 days", [("full", False)]),
    ]


def test_a_wrong_second_block_leaves_the_first_one_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, rows, codes, summary = checked(tmp_path, monkeypatch, sentence(30))
    assert code == 1
    assert sorted(codes) == ["PC401", "PC502"]
    assert [(row["label"], links(row)) for row in rows] == [
        ("full", [("full", False)]),
        ("contradiction", [("contradiction", False)]),
    ]
    precision = summary["metrics"]["citation_precision"]
    assert (precision["value"], precision["denominator"]) == (0.5, 2)


def test_spans_that_support_a_whole_sentence_together_are_exact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = [
        ("You may borrow twelve items", FIRST),
        (" at once, for ", None),
        ("a loan of 21 days", SECOND),
        (".", None),
    ]
    code, rows, codes, _ = checked(tmp_path, monkeypatch, blocks)
    (row,) = rows
    assert [link["citation_id"] for link in row["citations"]] == ["cite-1", "cite-2"]
    assert (code, row["label"], codes) == (0, "full", [])


def test_a_span_beside_the_evidence_is_still_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = "You may borrow twelve items at once, and a loan runs for 21 days."
    code, rows, codes, _ = checked(tmp_path, monkeypatch, [(whole, FIRST)])
    assert code == 0
    assert "PC210" in codes
    assert all(row["label"] == "full" for row in rows)
