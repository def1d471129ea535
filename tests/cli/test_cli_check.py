"""`pincite check` from end to end, on answers small enough to read."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pincite.cli import run

GOOD = {
    "answer_id": "good",
    "text": "The pool is open daily [1].",
    "prompt_chunks": ["The pool is open daily."],
}
WRONG = {
    "answer_id": "wrong",
    "text": "The fee is 70 euros [1].",
    "prompt_chunks": ["The fee is 60 euros."],
}
UNCITED = {
    "answer_id": "uncited",
    "text": "Bats navigate by echo [1].\n\nThey emit calls above the range of human hearing.",
    "prompt_chunks": ["Bats navigate by echo."],
}
GREETING = {"answer_id": "greeting", "text": "Hello!", "prompt_chunks": ["The pool is open daily."]}


@pytest.fixture(autouse=True)
def _outside_of_any_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith("PINCITE_") or name in ("CI", "BUILD_NUMBER", "NO_COLOR", "FORCE_COLOR"):
            monkeypatch.delenv(name)


def answers(*records: dict[str, Any] | str) -> str:
    lines = [one if isinstance(one, str) else json.dumps(one) for one in records]
    Path("answers.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return "answers.jsonl"


@pytest.mark.parametrize(
    ("records", "options", "code", "word"),
    [
        ([GOOD], [], 0, "PASS"),
        ([GOOD, WRONG], [], 1, "FAIL"),
        ([GOOD, WRONG], ["--exit-zero"], 0, "FAIL"),
        ([GOOD, WRONG], ["--fail-on", "never"], 0, "PASS"),
        ([GOOD, WRONG], ["--limit", "1"], 0, "PASS"),
        ([GOOD, WRONG], ["--select", "PC2"], 0, "PASS"),
        ([GOOD, WRONG], ["--ignore", "PC4,PC5"], 0, "PASS"),
        ([UNCITED], [], 0, "PASS"),
        ([UNCITED], ["--fail-on", "warning"], 1, "FAIL"),
        ([GREETING], [], 3, "NOTHING CHECKED"),
        ([GOOD, "{"], [], 2, "INVALID INPUT"),
        ([GOOD, "{"], ["--skip-invalid"], 0, "PASS"),
        ([WRONG, "{"], ["--skip-invalid"], 1, "FAIL"),
    ],
)
def test_exit_code_and_verdict_agree(
    records: list[dict[str, Any] | str],
    options: list[str],
    code: int,
    word: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["check", answers(*records), *options]) == code
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(word)
    assert f"[exit {code}" in last


def test_a_finding_is_shown_with_both_windows(capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", answers(GOOD, WRONG)])
    text = capsys.readouterr().out
    assert "--> answers.jsonl:2" in text
    lines = text.splitlines()
    answer = next(line for line in lines if "answer: " in line)
    source = next(line for line in lines if "source: " in line)
    assert "^" in answer
    assert "-" in source
    for title in ("precision", "completeness", "contradictions", "invalid references"):
        assert any(line.startswith(title) for line in lines)


def test_stdout_is_clean_and_stderr_is_silent_under_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    for style in ("concise", "json", "jsonl"):
        run(["check", answers(GOOD, WRONG), "--format", style, "-q"])
        shown = capsys.readouterr()
        assert "\x1b" not in shown.out
        assert shown.err == ""


def test_json_and_jsonl(capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", answers(GOOD, WRONG), "--format", "json"])
    document = json.loads(capsys.readouterr().out)
    assert document["counts"]["answers"] == 2
    assert document["verdict"]["exit_code"] == 1
    codes = [row["code"] for row in document["findings"]]
    assert "PC401" in codes
    run(["check", answers(GOOD, WRONG), "--format", "jsonl"])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["code"] for row in rows] == codes


def test_the_run_directory(capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", answers(GOOD, WRONG), "-o", "out/run", "-q"])
    directory = Path("out/run")
    assert sorted(path.name for path in directory.iterdir()) == [
        "claims.jsonl",
        "facts.jsonl",
        "findings.jsonl",
        "manifest.json",
        "report.md",
        "summary.json",
    ]
    summary = json.loads((directory / "summary.json").read_text())
    manifest = json.loads((directory / "manifest.json").read_text())
    assert summary["run_id"] == manifest["run_id"]
    claims = [json.loads(line) for line in (directory / "claims.jsonl").read_text().splitlines()]
    assert [claim["answer_id"] for claim in claims] == ["good", "wrong"]
    assert {claim["run_id"] for claim in claims} == {summary["run_id"]}
    assert (directory / "report.md").read_text().startswith("# Citation check")


def test_reports_by_suffix() -> None:
    options = [part for name in ("r.md", "r.json", "r.jsonl", "r.txt") for part in ("--report", name)]
    run(["check", answers(GOOD, WRONG), "-q", *options])
    assert Path("r.md").read_text().startswith("# Citation check")
    assert json.loads(Path("r.json").read_text())["verdict"]["state"] == "fail"
    assert json.loads(Path("r.jsonl").read_text().splitlines()[0])["answer_id"] == "wrong"
    assert "error[PC401]" in Path("r.txt").read_text()


def test_rejected_lines_are_told_and_the_others_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", answers('{"prompt_chunks": []}', GOOD), "--format", "json"]) == 2
    shown = capsys.readouterr()
    assert "answers.jsonl:1" in shown.err
    assert "$.text" in shown.err
    assert json.loads(shown.out)["counts"]["answers"] == 1
    assert json.loads(shown.out)["counts"]["rejected"] == 1


def test_a_missing_file_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "none.jsonl"]) == 2
    shown = capsys.readouterr()
    assert "error[input]: no such file" in shown.err
    assert shown.out == ""


def test_an_unknown_judge_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", answers(GOOD), "--judge", "rulse"]) == 2
    assert "rulse" in capsys.readouterr().err


def test_a_suppression_hides_its_findings_and_an_unused_one_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("pincite.toml").write_text(
        '[[suppress]]\nclaim = "wrong/c1"\nignore = ["PC4", "PC5"]\nreason = "agreed"\n'
        '[[suppress]]\nclaim = "nothing"\nignore = ["PC4"]\nreason = "old"\n',
        encoding="utf-8",
    )
    assert run(["check", answers(GOOD, WRONG)]) == 0
    shown = capsys.readouterr()
    assert "PC401" not in shown.out
    assert "'nothing' hides nothing" in shown.err
    assert "wrong/c1" not in shown.err


def test_redacted_output_holds_no_text_of_the_user(capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", answers(GOOD, WRONG, UNCITED), "--redact", "-o", "run", "--report", "r.json"])
    written = [path.read_text() for path in Path("run").iterdir()] + [Path("r.json").read_text()]
    for text in (*written, capsys.readouterr().out):
        for word in ("pool", "70 euros", "60 euros", "Bats", "echo"):
            assert word not in text


def test_colour_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", answers(WRONG)])
    assert "\x1b[" not in capsys.readouterr().out
    run(["check", answers(WRONG), "--color", "always"])
    assert "\x1b[31;1merror[PC401]" in capsys.readouterr().out


def test_the_cap(capsys: pytest.CaptureFixture[str]) -> None:
    records = [{**WRONG, "answer_id": f"w{number}"} for number in range(5)]
    run(["check", answers(*records), "--max-findings", "2"])
    text = capsys.readouterr().out
    assert text.count("error[PC401]") == 2
    assert "more: --max-findings 0 shows all" in text
    run(["check", answers(*records), "--max-findings", "0"])
    assert capsys.readouterr().out.count("error[PC401]") == 5


def test_the_same_input_gives_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for name in ("one", "two"):
        run(["check", answers(GOOD, WRONG, UNCITED), "-o", name])
        files = {
            path.name: path.read_bytes() for path in Path(name).iterdir() if path.name != "manifest.json"
        }
        outputs.append((capsys.readouterr().out.replace(name, "run"), files))
    assert outputs[0] == outputs[1]


def test_standard_input_and_module_entry() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pincite", "check", "-", "--format", "concise", "-q"],
        input=json.dumps(WRONG),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "<stdin>:1: PC401" in done.stdout


@pytest.mark.parametrize(("record", "code"), [(GOOD, 0), (WRONG, 1)])
def test_a_reader_that_goes_away_does_not_change_the_exit_code(record: dict[str, Any], code: int) -> None:
    path = answers(*({**record, "answer_id": f"a{number}"} for number in range(300)))
    command = [sys.executable, "-m", "pincite", "check", path, "-q", "-v", "--max-findings", "0"]
    reader = subprocess.Popen([sys.executable, "-c", "pass"], stdin=subprocess.PIPE)
    reader.wait()
    assert reader.stdin is not None
    done = subprocess.run(command, stdout=reader.stdin, stderr=subprocess.PIPE, text=True, check=False)
    with contextlib.suppress(BrokenPipeError):
        reader.stdin.close()
    assert (done.returncode, done.stderr) == (code, "")


def test_the_demo_runs_and_is_forgiven(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "-o", "demo-run"]) == 0
    shown = capsys.readouterr()
    assert "--> demo/answers.jsonl:" in shown.out
    assert shown.out.splitlines()[-1].startswith("FAIL")
    assert "[exit 0 instead of 1]" in shown.out
    assert Path("demo-run/report.md").exists()


@pytest.mark.parametrize("name", ["claims.jsonl", "findings.jsonl", "summary.json", "report.md"])
def test_a_folder_in_the_way_of_an_output_is_told(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("run", name).mkdir(parents=True)
    assert run(["check", answers(GOOD), "-o", "run"]) == 2
    shown = capsys.readouterr().err
    assert "error[config]: cannot write" in shown
    assert name in shown


@pytest.mark.parametrize("options", [["--report", "answers.jsonl"], ["--report", "./answers.jsonl"]])
def test_an_input_is_never_overwritten(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    path = answers(GOOD)
    before = Path(path).read_bytes()
    assert run(["check", path, *options]) == 2
    assert "is an input of this run" in capsys.readouterr().err
    assert Path(path).read_bytes() == before


def test_a_run_that_breaks_off_leaves_no_numbers_of_an_earlier_one(monkeypatch: pytest.MonkeyPatch) -> None:
    path = answers(GOOD)
    assert run(["check", path, "-o", "run"]) == 0

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("pincite.cli.evaluation.check_answers", broken)
    assert run(["check", path, "-o", "run"]) == 2
    assert sorted(file.name for file in Path("run").iterdir()) == ["claims.jsonl", "facts.jsonl"]


def test_redaction_covers_what_is_told_about_rejected_lines(capsys: pytest.CaptureFixture[str]) -> None:
    Path("pincite.toml").write_text(
        '[[suppress]]\nclaim = "our secret"\nignore = ["PC4"]\nreason = "old"\n', encoding="utf-8"
    )
    path = answers(GOOD, {**GOOD, "answer_id": "b", "as_of": "our secret"}, '{"text": "our secret"')
    run(["check", path, "--redact"])
    shown = capsys.readouterr()
    assert "secret" not in shown.out + shown.err
    assert "answers.jsonl:2: $.as_of: expected ISO date" in shown.err
    assert "suppression number 1 hides nothing" in shown.err


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.skipif(os.name != "posix", reason="a shell closes the streams")
def test_a_closed_stream_does_not_change_the_exit_code(closed: str) -> None:
    line = f"{sys.executable} -m pincite check {answers(WRONG)} {closed}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "error[internal]" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_behind_stdout_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pincite", "check", answers(GOOD)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert "error[config]: cannot write the results" in done.stderr
