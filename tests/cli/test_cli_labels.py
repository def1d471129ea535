"""`pincite labels` from end to end: draw, import, export, agree, measure."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pincite.cli import run


@pytest.fixture(autouse=True)
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A run of thirty answers in `run`."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith("PINCITE_"):
            monkeypatch.delenv(name)
    answers = [
        {"answer_id": f"a{n}", "text": f"Cave {n} has bats [1].", "prompt_chunks": [f"Cave {n} has bats."]}
        for n in range(30)
    ]
    write("answers.jsonl", *answers)
    run(["check", "answers.jsonl", "-o", "run", "-q", "--fail-on", "never"])
    capsys.readouterr()


def write(path: str, *records: Any) -> str:
    Path(path).write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    return path


def tasks(size: int, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    assert run(["labels", "sample", "run", "--size", str(size)]) == 0
    seen = capsys.readouterr()
    assert "claims drawn" in seen.err
    return [json.loads(line) for line in seen.out.splitlines()]


def answered(some: list[dict[str, Any]], rater: str, word: str = "full") -> list[dict[str, Any]]:
    return [{**one, "label": word, "rater": rater} for one in some]


def test_from_a_sample_to_metrics(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = tasks(12, capsys)
    assert len(drawn) == 12
    file = write("done.jsonl", *answered(drawn, "anna"))
    assert run(["labels", "import", file, "--into", "book.jsonl", "--run", "run"]) == 0
    seen = capsys.readouterr()
    assert "12 labels added to book.jsonl, 0 were there" in seen.out and seen.err == ""
    before = Path("book.jsonl").read_bytes()
    assert run(["labels", "import", file, "--into", "book.jsonl"]) == 0
    assert "0 labels added to book.jsonl, 12 were there" in capsys.readouterr().out
    assert Path("book.jsonl").read_bytes() == before
    assert run(["labels", "metrics", "run", "book.jsonl"]) == 0
    precision = next(line for line in capsys.readouterr().out.splitlines() if "precision" in line)
    assert "100.0 %" in precision and "40 %" in precision
    assert run(["labels", "metrics", "run", "book.jsonl", "--format", "json"]) == 0
    metric = json.loads(capsys.readouterr().out)["metrics"]["citation_precision"]
    assert (metric["numerator"], metric["denominator"], metric["coverage"]) == (12, 12, 0.4)


def test_labels_that_fit_no_claim_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = answered(tasks(3, capsys), "anna")
    drawn[1]["claim_id"] = "c77"
    file = write("done.jsonl", *drawn, {"answer_id": "a1"})
    assert run(["labels", "import", file, "--into", "book.jsonl", "--run", "run"]) == 2
    seen = capsys.readouterr()
    assert "2 labels rejected" in seen.err and "the run has no claim 'c77'" in seen.err
    assert "2 labels added" in seen.out


def test_a_rater_for_the_whole_file(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = [{**one, "label": "full"} for one in tasks(3, capsys)]
    file = write("done.jsonl", *drawn)
    assert run(["labels", "import", file, "--into", "book.jsonl"]) == 2
    assert "--rater" in capsys.readouterr().err
    assert run(["labels", "import", file, "--into", "book.jsonl", "--rater", "ben"]) == 0
    assert all(json.loads(line)["rater"] == "ben" for line in Path("book.jsonl").read_text().splitlines())


def test_export_merges_books(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = tasks(4, capsys)
    for rater in ("anna", "ben"):
        file = write(f"{rater}.jsonl", *answered(drawn, rater))
        run(["labels", "import", file, "--into", f"{rater}-book.jsonl", "-q"])
    capsys.readouterr()
    argv = ["labels", "export", "anna-book.jsonl", "ben-book.jsonl", "anna-book.jsonl"]
    assert run(argv) == 0
    told = capsys.readouterr().out
    assert len(told.splitlines()) == 8
    assert run([*argv, "--current", "-o", "all.jsonl"]) == 0
    assert Path("all.jsonl").read_text(encoding="utf-8") == told


def test_agreement(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = tasks(20, capsys)
    records = answered(drawn, "anna") + answered(drawn[:10], "ben") + answered(drawn[10:], "ben", "none")
    run(["labels", "import", write("done.jsonl", *records), "--into", "book.jsonl", "-q"])
    capsys.readouterr()
    assert run(["labels", "agreement", "book.jsonl"]) == 0
    seen = capsys.readouterr().out
    assert "Agreement of the raters" in seen and "50.0 (" in seen
    assert run(["labels", "agreement", "book.jsonl", "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["labels"]["units"] == 20 and report["divided_units"] == 10


def test_no_severe_claim_is_exit_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["labels", "sample", "run", "--severe", "-q"]) == 3
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("action", ["import", "export", "agreement", "sample", "metrics"])
def test_every_action_has_help(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["labels", action, "--help"]) == 0
    assert f"pincite labels {action}" in capsys.readouterr().out


def test_an_absent_book_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["labels", "agreement", "none.jsonl"]) == 2
    assert "there is no labels file 'none.jsonl'" in capsys.readouterr().err
