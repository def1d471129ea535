"""`pincite import` and `check --from` as a clumsy user runs them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pincite.cli import run

Capture = pytest.CaptureFixture[str]
TEXT = "Revenue rose 32%."
PAYLOAD: dict[str, Any] = {
    "id": "resp_1",
    "object": "response",
    "output": [
        {
            "type": "message",
            "role": "assistant",
            "content": [
                {
                    "type": "output_text",
                    "text": TEXT,
                    "annotations": [
                        {"type": "file_citation", "index": 16, "file_id": "file-1", "filename": "a.pdf"}
                    ],
                }
            ],
        }
    ],
}


@pytest.fixture(autouse=True)
def _outside_of_any_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith("PINCITE_"):
            monkeypatch.delenv(name)


def write(path: str, value: Any) -> str:
    Path(path).write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def test_what_was_not_recorded_is_read_from_the_corpus(capsys: Capture) -> None:
    search = {
        "type": "file_search_call",
        "results": [{"file_id": "file-1", "filename": "a.pdf", "score": 0.9}],
    }
    write("p.json", {**PAYLOAD, "output": [search, *PAYLOAD["output"]]})
    write("corpus.jsonl", {"document_id": "file-1", "text": "Revenue rose 23%."})
    argv = ["check", "p.json", "--from", "openai-responses", "--format", "json"]
    assert run(argv) == 3
    capsys.readouterr()
    assert run([*argv, "--corpus", "corpus.jsonl"]) == 1
    codes = {one["code"] for one in json.loads(capsys.readouterr().out)["findings"]}
    assert {"PC401", "PC502"} <= codes


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (
            ["import", "auto", "p.json", "--map", "excerpt=all"],
            ["'excerpt' of any format", "'excerpts'"],
        ),
        (
            ["import", "openai-responses", "p.json", "--map", "text=a"],
            ["no setting 'text' of openai"],
        ),
        (["check", "p.json", "--from", "csv", "--map", "txt=a"], ["no setting 'txt' of csv", "'text'"]),
        (["import", "openai", "p.json"], ["no format 'openai'", "openai-responses or openai-chat"]),
    ],
)
def test_a_misspelt_setting_is_no_silence(argv: list[str], told: list[str], capsys: Capture) -> None:
    write("p.json", PAYLOAD)
    assert run(argv) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert all(part in shown.err for part in told), shown.err


def test_a_row_that_is_too_long_is_rejected_and_the_others_are_not(capsys: Capture) -> None:
    write("t.csv", "answer,contexts\nThe fee is 1,000 euros [1].,The fee\nThe pool [1].,The pool\n")
    assert run(["import", "csv", "t.csv"]) == 2
    shown = capsys.readouterr()
    assert [json.loads(line)["text"] for line in shown.out.splitlines()] == ["The pool [1]."]
    assert "t.csv:2: the row has more cells than the 2 columns" in shown.err


def test_two_columns_of_one_name_are_refused(capsys: Capture) -> None:
    write("t.csv", "answer,contexts,answer\na,b,c\n")
    assert run(["import", "csv", "t.csv"]) == 2
    assert "two columns are named 'answer'" in capsys.readouterr().err


def test_a_number_that_is_too_large_is_told_as_one(capsys: Capture) -> None:
    annotation = {"type": "url_citation", "start_index": 10**30, "end_index": 4, "url": "https://x.test"}
    content = {"type": "output_text", "text": TEXT, "annotations": [annotation]}
    write("p.json", {**PAYLOAD, "output": [{"type": "message", "role": "assistant", "content": [content]}]})
    assert run(["import", "auto", "p.json"]) == 2
    assert "expected integer that fits into 64 bits" in capsys.readouterr().err


def test_an_output_that_cannot_be_leaves_nothing_behind(capsys: Capture) -> None:
    write("p.json", PAYLOAD)
    Path("folder").mkdir()
    for target in ("folder", "none/x.jsonl"):
        assert run(["import", "auto", "p.json", "-o", target]) == 2
        assert "cannot write" in capsys.readouterr().err
    assert {path.name for path in Path().iterdir()} == {".git", "p.json", "folder"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_what_is_no_file_is_written_into_and_not_replaced(capsys: Capture) -> None:
    write("p.json", PAYLOAD)
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run(["import", "auto", "p.json", "-o", "pipe"]) == 0
        assert json.loads(os.read(reader, 65536))["text"] == TEXT
    finally:
        os.close(reader)
    assert Path("pipe").is_fifo()


ANTHROPIC: dict[str, Any] = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "content": [{"type": "text", "text": TEXT}],
}


@pytest.mark.parametrize(
    ("argv", "hint"),
    [
        (["check", "p.jsonl"], "(looks like openai-responses: use --from openai-responses)"),
        (["check", "a.jsonl"], "(looks like anthropic-messages: use --from anthropic-messages)"),
        (["import", "openai-responses", "a.jsonl"], "(looks like anthropic-messages)"),
        (["check", "a.jsonl", "--from", "openai-responses"], "(looks like anthropic-messages)"),
    ],
)
def test_a_rejection_names_the_format_that_the_file_looks_like(
    argv: list[str], hint: str, capsys: Capture
) -> None:
    for path, payload in (("p.jsonl", PAYLOAD), ("a.jsonl", ANTHROPIC)):
        write(path, (json.dumps(payload) + "\n") * 2)
    assert run(argv) == 2
    assert capsys.readouterr().err.count(hint) == 1


@pytest.mark.parametrize(
    "line",
    ['{"answer_id": "a"}', '{"text": 3}', "{", '{"txet": "Revenue rose 32% [1].", "prompt_chunks": []}'],
)
def test_a_faulty_answer_of_our_own_looks_like_nothing_else(line: str, capsys: Capture) -> None:
    write("own.jsonl", f"{line}\n")
    assert run(["check", "own.jsonl"]) == 2
    assert "looks like" not in capsys.readouterr().err
