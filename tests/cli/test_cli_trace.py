"""`pincite trace`: one answer explained, all of them checked again, a torn file mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.cli import run
from pincite.trace import Recorder

CHUNKS = [
    {"document_id": "loans", "document_revision": "3", "chunk_id": f"c{n}", "score": 0.9 - n / 20,
     "text": f"Passage {n}: each loan runs for {20 + n} days, unless somebody waits for the book."}
    for n in range(1, 12)
]  # fmt: skip


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("CI", "BUILD_NUMBER"):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path / "answers.jsonl"
    recorder = Recorder(file, strict=True)
    with recorder.answer(
        "How long may I keep a book?", answer_id="answer-1", case_id="q-17", as_of="2026-01-01"
    ) as t:
        with t.stage("retrieval"):
            t.retrieved(CHUNKS)
        t.prompt([*CHUNKS[:3], "A passage from nowhere."])
        with pytest.raises(OSError, match="x"), t.tool_call("calendar"):
            raise OSError("x")
        t.cost("generation", usd=0.0021, input_tokens=1840)
        t.stream("Loans run 22 days [2]\x1b[31m, see also [9].")
    with recorder.answer("Nothing?", answer_id="answer-2") as t:
        pass
    return file


def test_show_explains_one_answer_on_one_screen(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trace", "show", "q-17", "--from", str(path)]) == 0
    shown = capsys.readouterr().out
    lines = shown.splitlines()
    assert len(lines) <= 40
    assert all(len(line) <= 100 for line in lines)
    assert "\x1b" not in shown
    for part in (
        "case q-17, as of 2026-01-01, recorded 20",
        "question   How long may I keep a book?",
        "answer     Loans run 22 days [2]",
        "retrieved  11 passages, 8 cut before the prompt",
        "2  -> [2]  loans 3 chunk c2",
        "4  cut     loans 3 chunk c4",
        "+ 3 more: --all",
        "prompt     4 passages, 1 not among the retrieved",
        "citations  2 displayed, 1 resolves to nothing",
        "[2]  -> loans 3 chunk c2",
        "[9]  -> NOTHING  the prompt holds fewer passages",
        "tools      1 call, 1 failed",
        "stream     1 events, the same text",
        "time       retrieval ",
        "cost       generation: 0.0021 usd, 1,840 input_tokens",
    ):
        assert part in shown, part
    assert run(["trace", "show", "answer-1", "--from", str(path), "--all"]) == 0
    assert "more: --all" not in capsys.readouterr().out


def test_show_says_what_was_not_recorded(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trace", "show", "line-2", "--from", str(path)]) == 0
    shown = capsys.readouterr().out
    for part in (
        "status unanswered",
        "answer     (none was given)",
        "prompt     (not recorded)",
        "none displayed",
    ):
        assert part in shown


def test_an_unknown_id_is_answered_with_the_nearest(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trace", "show", "answre-1", "--from", str(path)]) == 2
    told = capsys.readouterr().err
    assert "there is no answer 'answre-1' among 2" in told
    assert "did you mean answer-1?" in told


def test_replay_is_check(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["-q", "--format", "jsonl"]
    code = run(["check", str(path), *options])
    checked = capsys.readouterr().out
    assert run(["trace", "replay", str(path), "--", *options]) == code == 1
    assert capsys.readouterr().out == checked
    assert run(["trace", "replay", str(path), "--", "--formt", "json"]) == 2
    assert "no such option" in capsys.readouterr().err


def test_a_torn_line_is_named_and_mended(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with path.open("ab") as file:
        file.write(b'{"text": "torn')
    assert run(["trace", "replay", str(path), "--", "-q"]) == 2
    assert f"{path}:3:" in capsys.readouterr().err
    assert run(["trace", "show", "answer-1", "--from", str(path)]) == 0
    assert "1 of 3 lines rejected" in capsys.readouterr().err
    assert run(["trace", "repair", str(path)]) == 0
    told = capsys.readouterr().err
    assert f"2 whole lines; 1 torn, kept in {path}.torn" in told
    assert f"{path}:3" in told
    assert run(["trace", "replay", str(path), "--", "-q"]) == 1
    assert run(["trace", "repair", str(path)]) == 0
    assert "none torn" in capsys.readouterr().err
    assert run(["trace", "repair", "-"]) == 2


@pytest.mark.parametrize("name", ["show", "replay", "repair"])
def test_every_part_has_help_with_two_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trace", name, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.count(f"  pincite trace {name}") >= 2
    assert len(text.splitlines()) <= 40
