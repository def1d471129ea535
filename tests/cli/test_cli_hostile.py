"""Input that wants to be obeyed, paths that would lose something, streams that are gone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pincite.cli import run

Capture = pytest.CaptureFixture[str]

# What GitHub, Azure Pipelines and TeamCity take from a log, and what steers a terminal.
OBEYED = re.compile(r"^\s*::[A-Za-z]|##[A-Za-z]*\[|\x1b", re.MULTILINE)
SIGNS = (
    "::error file=x::stop",
    "##[error]stop",
    "##vso[task.setvariable variable=a]b",
    "\x1b[31mred",
    "a\n::add-mask::b",
)
FORMATS = ("concise", "full", "json", "jsonl", "markdown", "github", "junit", "sarif", "gitlab")


@pytest.fixture(autouse=True)
def _outside_of_any_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith(("PINCITE_", "GITHUB_")) or name in ("CI", "COLUMNS", "FORCE_COLOR"):
            monkeypatch.delenv(name)


def write(path: str, *records: Any) -> str:
    Path(path).write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    return path


_LABEL = {"start": 0, "end": 9, "label": "full", "rater": "anna"}
GOOD = {"case_id": "q-1", "text": "The pool is open daily [1].", "prompt_chunks": ["The pool is open daily."]}
WRONG = {"case_id": "q-2", "text": "The fee is 70 euros [1].", "prompt_chunks": ["The fee is 60 euros."]}


def hostile(path: str) -> str:
    """Answers whose every text is a command."""
    return write(
        path,
        *(
            {
                "answer_id": f"{sign}{place}",
                "case_id": f"{sign}case{place}",
                "text": f"{sign} Revenue rose 32% in 2024 {sign} for the year [1].\n"
                f"{sign} Profit was 12 EUR [2].",
                "prompt_chunks": [
                    {
                        "document_id": f"{sign}doc",
                        "chunk_id": sign,
                        "title": sign,
                        "text": f"{sign} Revenue rose 23% in 2024. {sign}",
                    },
                    {"document_id": "e", "text": sign},
                ],
            }
            for place, sign in enumerate(SIGNS)
        ),
    )


@pytest.mark.parametrize("style", FORMATS)
@pytest.mark.parametrize("columns", ["60", "200"])
def test_no_format_on_stdout_gives_commands(
    style: str, columns: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    hostile("::error::answers.jsonl")
    argv = ["check", "::error::answers.jsonl", "--format", style, "--max-findings", "0", "--gate"]
    assert run([*argv, "--color", "never"]) == 1
    shown = capsys.readouterr()
    own = r"(?m)^::(error|warning|notice) (file|title)=.*$" if style == "github" else r"\A\Z"
    assert not OBEYED.search(re.sub(own, "", shown.out))
    assert not OBEYED.search(shown.err)
    if style == "json":
        texts = {finding["answer_id"] for finding in json.loads(shown.out)["findings"]}
        assert "##[error]stop1" in texts


def test_no_other_command_gives_any(capsys: Capture) -> None:
    hostile("a.jsonl")
    rows = [json.loads(line) for line in Path("a.jsonl").read_text(encoding="utf-8").splitlines()]
    write("cases.jsonl", *({"case_id": one["case_id"], "question": SIGNS[0]} for one in rows))
    write("bad.jsonl", {"text": 3, SIGNS[1]: 1}, {"text": "x", "prompt_chunks": [], SIGNS[0]: 1})
    run(["check", "a.jsonl", "-o", "run", "-q"])
    for argv in (
        ["gate", "run"],
        ["gate", "run", "--format", "json"],
        ["gate", "run", "--format", "markdown"],
        ["compare", "run", "run", "-v"],
        ["cases", "lint", "cases.jsonl", "bad.jsonl"],
        ["cases", "lint", "cases.jsonl", "--format", "json"],
        ["cases", "promote", SIGNS[1], "--from", "cases.jsonl", "--to", "dev.jsonl"],
        ["sample", "a.jsonl", "--sources"],
        ["split", "cases.jsonl", "-o", "parts", "--by", "family"],
        ["check", "bad.jsonl"],
        ["import", "auto", "bad.jsonl"],
        ["gate", SIGNS[4]],
    ):
        run(argv)
        shown = capsys.readouterr()
        assert shown.out or shown.err, argv
        assert not OBEYED.search(shown.out), argv
        assert not OBEYED.search(shown.err), argv


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["check", "a.jsonl", "--report", "a.jsonl"], "is an input of this run"),
        (["check", "a.jsonl", "--policy", "policy.md", "--report", "policy.md"], "is an input of this run"),
        (["check", "a.jsonl", "-o", "new", "--report", "new/claims.jsonl"], "two outputs"),
        (["check", "a.jsonl", "--report", "x.md", "--report", "./x.md"], "two outputs"),
        (["check", "a.jsonl", "--gate", "--config", "base.toml", "-o", "run"], "is an input of this run"),
        (["gate", "run", "--report", "run/summary.json"], "is an input of this run"),
        (["gate", "run", "--baseline", "base", "--report", "base/report.md"], "is an input of this run"),
        (["compare", "run", "base", "--report", "base/summary.json"], "is an input of this run"),
        (["import", "auto", "a.jsonl", "-o", "x", "--findings", "x"], "is named twice"),
        (["import", "auto", "a.jsonl", "--findings", "-"], "is named twice"),
        (["labels", "export", "book.jsonl", "--current", "-o", "./book.jsonl"], "only grows"),
        (["check", "a.jsonl", "--from", "auto", "--request", "r.json", "--report", "r.json"], "an input of"),
        (["check", "-", "-"], "- stands there twice"),
        (["check", "loop.jsonl", "--report", "loop.md"], "the path cannot be used"),
    ],
)
def test_nothing_is_written_over(argv: list[str], told: str, capsys: Capture) -> None:
    write("a.jsonl", GOOD)
    Path("policy.md").write_text("x")
    Path("r.json").write_text("{}")
    write("book.jsonl", {**_LABEL, "answer_id": "q-1", "claim_id": "c1"})
    Path("base.toml").write_text("[gate]\nnew_findings = { max = 0, baseline = 'run' }\n")
    Path("loop.md").symlink_to("loop.md")
    for name in ("run", "base"):
        run(["check", "a.jsonl", "-o", name, "-q"])
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    capsys.readouterr()
    assert run(argv) == 2
    shown = capsys.readouterr()
    assert told in shown.err
    assert shown.out == ""
    assert before == {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "argv",
    [
        ["check", "a.jsonl", "-q"],
        ["gate", "run"],
        ["compare", "run", "run"],
        ["sample", "a.jsonl", "-q"],
        ["cases", "lint", "cases.jsonl"],
        ["import", "csv", "a.csv", "-q"],
        ["show", "run"],
        ["labels", "sample", "run", "-q"],
        ["labels", "export", "book.jsonl"],
        ["trace", "show", "q-1", "--from", "a.jsonl"],
        ["doctor"],
        ["init", "kit"],
    ],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_full_disk_is_no_fault_of_ours(argv: list[str]) -> None:
    write("a.jsonl", GOOD)
    write("cases.jsonl", {"case_id": "q", "question": "?"})
    Path("a.csv").write_text("answer\nx\n", encoding="utf-8")
    write("book.jsonl", {**_LABEL, "answer_id": "q-1", "claim_id": "c1"})
    run(["check", "a.jsonl", "-o", "run", "-q"])
    with Path("/dev/full").open("w") as full:
        program = [sys.executable, "-m", "pincite", *argv]
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "cannot write the results" in done.stderr
    assert "internal" not in done.stderr


@pytest.mark.parametrize("style", ["text", "json"])
@pytest.mark.parametrize(
    "argv",
    [
        ["show", "run"],
        ["show", "run", f"{SIGNS[0]}0/c1"],
        ["labels", "agreement", "book.jsonl"],
        ["labels", "metrics", "run", "book.jsonl"],
        ["calibrate", "run", "--labels", "book.jsonl"],
        ["doctor", "--judge", "##[error]none"],
    ],
    ids=lambda argv: " ".join(argv[:2]),
)
def test_no_other_command_gives_commands(argv: list[str], style: str, capsys: Capture) -> None:
    run(["check", hostile("answers.jsonl"), "-o", "run", "-q"])
    labels = [json.loads(line) for line in Path("run/claims.jsonl").read_text().splitlines()]
    write(
        "book.jsonl",
        *(
            {
                "answer_id": one["answer_id"], "claim_id": one["claim_id"], "start": one["start"],
                "end": one["end"], "label": label, "rater": rater, "note": SIGNS[1],
            }
            for one in labels
            for rater, label in ((SIGNS[0], "full"), (SIGNS[1], "none"))
        ),
    )  # fmt: skip
    capsys.readouterr()
    run([*argv, "--format", style])
    seen = capsys.readouterr()
    assert seen.out and not OBEYED.search(seen.out) and not OBEYED.search(seen.err)
    if style == "json":
        json.loads(seen.out)


@pytest.mark.parametrize(
    "argv",
    [
        ["labels", "sample", "run"],
        ["labels", "export", "book.jsonl"],
        ["labels", "import", "book.jsonl", "--into", "##[error]new.jsonl"],
        ["labels", "import", "##[error]bad.jsonl", "--into", "new.jsonl"],
        ["trace", "show", f"{SIGNS[1]}1", "--from", "answers.jsonl", "--from", "##[error]bad.jsonl"],
        ["trace", "repair", "##[error]bad.jsonl"],
        ["show", "run", f"{SIGNS[0]}0/c1", "--keep", "##[error]pairs.jsonl", "--label", "none"],
        ["calibrate", "--pairs", "##[error]bad.jsonl"],
        ["init", "##[error]kit"],
    ],
    ids=lambda argv: " ".join(argv[:2]),
)
def test_no_name_of_a_file_gives_commands(argv: list[str], capsys: Capture) -> None:
    run(["check", hostile("answers.jsonl"), "-o", "run", "-q"])
    Path("##[error]bad.jsonl").write_text("{\n", encoding="utf-8")
    write("book.jsonl", {**_LABEL, "answer_id": SIGNS[0], "claim_id": SIGNS[1], "note": SIGNS[2]})
    capsys.readouterr()
    run(argv)
    seen = capsys.readouterr()
    assert (seen.out or seen.err) and "internal" not in seen.err
    assert not OBEYED.search(seen.out) and not OBEYED.search(seen.err)


def test_a_judge_that_ends_the_program_is_no_pass(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def ended(*_: Any, **__: Any) -> None:
        raise SystemExit(0)

    monkeypatch.setattr("pincite.cli.evaluation.named_judge", ended)
    assert run(["check", write("a.jsonl", GOOD)]) == 2
    assert "error[internal]: SystemExit" in capsys.readouterr().err
