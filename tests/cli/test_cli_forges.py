"""What forges read, from end to end: every format of one run says the same thing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.cli import run
from pincite.cli.settings import report_format
from pincite.cli.writing import WRITERS

GOOD = {"text": "The pool is open daily [1].", "prompt_chunks": ["The pool is open daily."]}
WRONG = {"text": "The fee is 70 euros [1].", "prompt_chunks": ["The fee is 60 euros."]}
DANGLING = {"text": "The pool is open daily [7].", "prompt_chunks": ["The pool is open daily."]}
UNCITED = {
    "text": "Bats navigate by echo [1].\n\nThey emit calls above the range of human hearing.",
    "prompt_chunks": ["Bats navigate by echo."],
}
UNKNOWN = {"text": "The pool is open daily [1].", "prompt_chunks": None}
GREETING = {"text": "Hello!", "prompt_chunks": ["The pool is open daily."]}
REPORTS = ("junit.xml", "r.sarif", "gl-codequality.json", "r.json", "comment.md")


@pytest.fixture(autouse=True)
def _outside_of_any_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith(("PINCITE_", "GITHUB_", "CI_")) or name == "CI":
            monkeypatch.delenv(name)


def written(records: list[dict[str, Any]], *options: str) -> int:
    lines = [json.dumps({"answer_id": f"a{n}", **record}) for n, record in enumerate(records, 1)]
    Path("answers.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    reports = [part for name in REPORTS for part in ("--report", name)]
    return run(["check", "answers.jsonl", "--format", "github", *reports, *options])


@pytest.mark.parametrize(
    ("path", "style"),
    [
        ("out/junit.xml", "junit"),
        ("pincite.sarif", "sarif"),
        ("pincite.sarif.json", "sarif"),
        ("gl-code-quality-report.json", "gitlab"),
        ("codequality.json", "gitlab"),
        ("report.json", "json"),
        ("comment.md", "brief"),
        ("step-summary.md", "brief"),
        ("report.md", "markdown"),
        ("SUMMARY.MD", "brief"),
        ("report.doc", None),
        ("sarif", None),
    ],
)
def test_the_name_of_a_report_decides_its_format(path: str, style: str | None) -> None:
    assert report_format(path) == style
    assert style is None or style in WRITERS


def test_a_report_may_lie_in_the_run_directory_that_is_not_there_yet(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("answers.jsonl").write_text(json.dumps(GOOD) + "\n")
    assert run(["check", "answers.jsonl", "-o", "out/run", "--report", "out/run/junit.xml"]) == 0
    assert Path("out/run/junit.xml").exists()
    assert run(["check", "answers.jsonl", "-o", "out/run", "--report", "elsewhere/junit.xml"]) == 2
    told = capsys.readouterr().err
    assert "there is no folder 'elsewhere'" in told and "fix: make the folder first" in told


def test_an_unknown_name_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "answers.jsonl", "--report", "report.doc"]) == 2
    assert ".sarif" in capsys.readouterr().err


def failed(cases: list[ElementTree.Element], kind: str) -> int:
    return sum(case.find(kind) is not None for case in cases)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    records=st.lists(
        st.sampled_from([GOOD, WRONG, DANGLING, UNCITED, UNKNOWN, GREETING]), min_size=1, max_size=5
    ),
    fail_on=st.sampled_from(["error", "warning", "never"]),
    gate=st.booleans(),
)
def test_every_format_says_the_same(
    records: list[dict[str, Any]],
    fail_on: str,
    gate: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    capsys.readouterr()
    code = written(records, "--fail-on", fail_on, "-q", *(["--gate"] if gate else []))
    last = capsys.readouterr().out.splitlines()[-1]
    document = json.loads(Path("r.json").read_text())
    verdict = document["verdict"]
    word = last.split("  ")[0]
    assert last.endswith(f"[exit {code}]")
    assert verdict["exit_code"] == code

    (log,) = json.loads(Path("r.sarif").read_text())["runs"]
    assert log["invocations"][0]["exitCode"] == code
    assert log["invocations"][0]["exitCodeDescription"] == last
    assert log["properties"]["verdict"] == word
    product = [row for row in document["findings"] if not row["code"].startswith("PC9")]
    told = [(one["ruleId"], one["properties"]["answer"]) for one in log["results"]]
    assert sorted(told) == sorted((row["code"], row["answer_id"]) for row in product)
    assert len(json.loads(Path("gl-codequality.json").read_text())) == len(product)

    suite = ElementTree.fromstring(Path("junit.xml").read_text())[0]
    cases = suite.findall("testcase")
    values = {one.get("name"): one.get("value") for one in suite.iter("property")}
    assert (values["verdict"], values["exit_code"]) == (word, str(code))
    assert (failed(cases, "failure") > 0) == (code == 1)
    if code == 3:
        assert failed(cases, "error") + failed(cases, "skipped") > 0
    assert f"**{word}**" in Path("comment.md").read_text()


def test_the_step_summary_is_appended_to(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("step.md").write_text("what another step said\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "step.md")
    assert written([WRONG, GOOD]) == 1
    text = Path("step.md").read_text()
    assert text.startswith("what another step said\n<!-- pincite:check -->\n")
    assert text.count("<!-- pincite:check -->") == 1
    run(["check", "answers.jsonl", "--format", "concise"])
    assert Path("step.md").read_text() == text
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("::error file=answers.jsonl,line=1,title=PC401 ")


def test_rejected_input_is_an_error_in_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.jsonl").write_text("{\n")
    code = run(["check", "bad.jsonl", "--format", "github", "--report", "junit.xml", "--report", "r.sarif"])
    assert code == 2
    assert capsys.readouterr().out.startswith("::error title=pincite INVALID INPUT::1 input line rejected")
    suite = ElementTree.fromstring(Path("junit.xml").read_text())[0]
    assert suite.get("errors") == "1"
    invocation = json.loads(Path("r.sarif").read_text())["runs"][0]["invocations"][0]
    assert (invocation["exitCode"], invocation["executionSuccessful"]) == (2, False)


def test_the_same_run_gives_the_same_bytes_in_one_or_two_processes() -> None:
    seen = []
    for jobs in ("1", "2"):
        written([GOOD, WRONG, DANGLING, UNCITED] * 10, "-j", jobs)
        seen.append([Path(name).read_bytes() for name in REPORTS])
    assert seen[0] == seen[1]


def test_redacted_reports_hold_no_text_of_the_user(capsys: pytest.CaptureFixture[str]) -> None:
    written([GOOD, WRONG, DANGLING, UNCITED], "--redact")
    log = json.loads(Path("r.sarif").read_text())["runs"][0]
    # The packaged explanations have examples with words of their own.
    del log["tool"]
    texts = [Path(name).read_text() for name in REPORTS if name != "r.sarif"]
    texts += [json.dumps(log), capsys.readouterr().out]
    for text in texts:
        for word in ("pool", "70 euros", "60 euros", "Bats", "echo"):
            assert word not in text


def test_paths_are_relative_to_the_repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "evals" / "rag"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    written([WRONG])
    result = json.loads(Path("r.sarif").read_text())["runs"][0]["results"][0]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "evals/rag/answers.jsonl"
    assert json.loads(Path("gl-codequality.json").read_text())[0]["location"]["path"] == uri


@pytest.mark.parametrize("style", ["junit", "sarif", "gitlab"])
def test_a_format_on_stdout(style: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("answers.jsonl").write_text(json.dumps(WRONG) + "\n")
    assert run(["check", "answers.jsonl", "--format", style, "-q"]) == 1
    shown = capsys.readouterr()
    parse: Callable[[str], Any] = ElementTree.fromstring if style == "junit" else json.loads
    parse(shown.out)
    assert shown.err == ""
