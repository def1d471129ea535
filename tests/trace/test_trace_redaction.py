"""Redaction: nothing is written that it did not see, and offsets and ids still lead where they led."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.trace import Recorder

_NAME = re.compile(r"Ada Moore")


def hidden(text: str) -> str:
    return _NAME.sub("[N]", text)


def recorded(path: Path, **told: Any) -> dict[str, Any]:
    recorder = Recorder(path, redact=hidden, strict=True)
    with recorder.answer("Who is Ada Moore?", case_id="q") as t:
        t.retrieved(told.get("retrieved", []))
        t.prompt(told.get("prompt", []), messages=told.get("messages"))
        for delta in told.get("stream", ()):
            t.stream(delta)
        for chunks in told.get("tools", ()):
            t.tool_call("f", chunks=chunks)
        t.answer(told["text"], citations=told.get("citations"), claims=told.get("claims"))
    row: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    assert "Moore" not in json.dumps(row)
    return row


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "answers.jsonl"


def test_every_text_is_redacted_and_every_id_stays(path: Path) -> None:
    row = recorded(
        path,
        text="Ada Moore lent it [a].",
        retrieved=["Ada Moore lent a book."],
        prompt=[
            {"document_id": "d", "chunk_id": "c", "text": "Ada Moore lent a book.", "title": "Ada Moore",
             "digest": "00", "start": 0, "end": 22, "metadata": {"by": ["Ada Moore"]}},
        ],
        messages=[{"role": "user", "content": "Ada Moore?"}],
        citations=[{"citation_id": "a", "marker": "[a]", "document_id": "d", "chunk_id": "c",
                    "quoted_span": "Ada Moore"}],
    )  # fmt: skip
    (chunk,) = row["prompt_chunks"]
    assert (chunk["document_id"], chunk["text"], chunk["title"]) == ("d", "[N] lent a book.", "[N]")
    assert not {"digest", "start", "end"} & set(chunk), "they are those of another text"
    assert row["citations"][0]["marker"] == "[a]"
    assert pincite.check(path).results[0].claims[0].citations[0].resolution == "resolved"


def test_a_name_that_the_stream_cuts_in_two_is_found(path: Path) -> None:
    row = recorded(path, text="It was Ada Moore.", stream=["It was Ada ", "Moore."])
    assert row["stream"] == [{"delta": "It was [N]."}]
    row = recorded(path.with_name("b"), text="Nobody.", stream=["No", "body."])
    assert row["stream"] == [{"delta": "No"}, {"delta": "body."}]


def test_ids_from_texts_come_from_the_redacted_ones(path: Path) -> None:
    row = recorded(
        path, text="x", retrieved=["by Ada Moore"], prompt=["by Ada Moore"], tools=[["by Ada Moore"]]
    )
    plain = path.with_name("plain")
    with Recorder(plain).answer("q") as t:
        t.prompt(["by Ada Moore"])
        t.answer("x")
    (chunk,) = row["prompt_chunks"]
    assert row["retrieved_chunks"] == [chunk]
    assert row["tool_calls"][0]["result_chunk_ids"] == [chunk["chunk_id"]]
    assert chunk["chunk_id"] not in plain.read_text()


@pytest.mark.parametrize("unit", ["code_point", "utf16", "utf8"])
def test_offsets_move_with_the_text(unit: str, path: Path) -> None:
    text = "𝒜h, Ada Moore kept thé book 30 days [1]. Nobody else."
    new = hidden(text)
    sizes: dict[str, Callable[[str], int]] = {
        "code_point": len,
        "utf16": lambda part: len(part.encode("utf-16-le")) // 2,
        "utf8": lambda part: len(part.encode()),
    }
    size = sizes[unit]

    def place(whole: str, part: str) -> dict[str, int]:
        start = whole.index(part)
        return {"start": size(whole[:start]), "end": size(whole[: start + len(part)])}

    recorder = Recorder(path, redact=hidden, strict=True)
    with recorder.answer("q") as t:
        t.prompt([{"document_id": "d", "chunk_id": "c", "text": "So Ada Moore kept thé book."}])
        t.answer(
            text,
            citations=[
                {"document_id": "d", "chunk_id": "c", "span": place(text, "kept thé book 30 days"),
                 "evidence_span": place("So Ada Moore kept thé book.", "thé book")},
                {"document_id": "d", "chunk_id": "c", "span": place(text, "Moore kept")},
            ],
            claims=[place(text, "Nobody else.")],
            offset_unit=unit,  # type: ignore[arg-type]
        )  # fmt: skip
    row = json.loads(path.read_text(encoding="utf-8"))
    first, second = row["citations"]
    assert row["text"] == new
    assert first["span"] == place(new, "kept thé book 30 days")
    assert first["evidence_span"] == place("So [N] kept thé book.", "thé book")
    assert second["span"] == place(new, "[N] kept"), "half a hidden name is widened to all of its mark"
    assert {key: row["claims"][0][key] for key in ("start", "end")} == place(new, "Nobody else.")


def test_without_redaction_nothing_is_written(path: Path) -> None:
    def broken(text: str) -> str:
        raise RuntimeError

    for redact in (broken, lambda text: None):
        recorder = Recorder(path, redact=redact)  # type: ignore[arg-type]
        with recorder.answer("q") as t:
            t.answer("Ada Moore")
        assert (recorder.problems, recorder.recorded) == (1, 0)
    assert not path.exists()
