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
        (["check", "-", "-"], "- stands there twice"),
        (["check", "loop.jsonl", "--report", "loop.md"], "the path cannot be used"),
    ],
)
def test_nothing_is_written_over(argv: list[str], told: str, capsys: Capture) -> None:
    write("a.jsonl", GOOD)
    Path("policy.md").write_text("x")
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
    ],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_full_disk_is_no_fault_of_ours(argv: list[str]) -> None:
    write("a.jsonl", GOOD)
    write("cases.jsonl", {"case_id": "q", "question": "?"})
    Path("a.csv").write_text("answer\nx\n", encoding="utf-8")
    run(["check", "a.jsonl", "-o", "run", "-q"])
    with Path("/dev/full").open("w") as full:
        program = [sys.executable, "-m", "pincite", *argv]
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "cannot write the results" in done.stderr
    assert "internal" not in done.stderr
