"""`pincite init`: what it writes, what it leaves, and that what it writes works at once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.cli import run
from pincite.cli.init import CI, KIT
from pincite.io.cases import read_cases
from pincite.model import Case

TARGETS = [*KIT, *CI["github"]]


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with the kit in it, as the working directory."""
    for name in [name for name in os.environ if name.startswith("PINCITE_")]:
        monkeypatch.delenv(name)
    # No folder above the project is looked at.
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run(["init"]) == 0
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def checked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any], str]:
    """Exit code, JSON and last line of a gated check of the example, each from a run of its own."""
    capsys.readouterr()
    command = ["check", "citations/answers.jsonl", "--gate", "-q", *arguments]
    codes = {run([*command, "--format", "json"])}
    document = json.loads(capsys.readouterr().out)
    codes.add(run([*command, "-o", "pincite-run"]))
    line = capsys.readouterr().out.splitlines()[-1]
    codes.add(run(["gate", "pincite-run", "-q"]))
    assert capsys.readouterr().out.splitlines()[-1] == line
    assert run(["gate", "pincite-run", "--format", "json"]) in codes
    again = json.loads(capsys.readouterr().out)
    assert again["gate"]["decision"] == document["gate"]["decision"]
    stored = json.loads(Path("pincite-run/summary.json").read_bytes())
    assert stored["gate"]["status"] == document["gate"]["status"]
    (code,) = codes
    return code, document, line


def test_the_example_passes_its_gate_at_once(kit: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, document, line = checked(capsys)
    assert (code, document["counts"]["answers"], document["gate"]["status"]) == (0, 10, "pass")
    assert line.startswith("gate: PASS  accept: ")
    assert line.endswith("[exit 0]")
    assert {finding["code"] for finding in document["findings"]} == {"PC701"}
    assert (kit / "citations" / "README.md").exists()


def spoilt(change: Callable[[dict[str, Any]], None]) -> None:
    """Change the first recorded answer, which is about a loan of 21 days."""
    path = Path("citations/answers.jsonl")
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    record = json.loads(first)
    change(record)
    path.write_text("\n".join([json.dumps(record), *rest]) + "\n", encoding="utf-8")


@pytest.mark.usefixtures("kit")
@pytest.mark.parametrize(
    ("old", "new", "code", "decision"),
    [
        ("21 days", "30 days", 1, "reject_semantics"),
        ("[1]", "[9]", 1, "reject_mapping"),
    ],
)
def test_a_fault_in_the_example_is_found(
    old: str, new: str, code: int, decision: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spoilt(lambda record: record.update(text=str(record["text"]).replace(old, new)))
    said, document, line = checked(capsys)
    assert (said, document["gate"]["decision"]) == (code, decision)
    assert decision in line and f"[exit {code}]" in line


@pytest.mark.usefixtures("kit")
def test_the_gate_is_no_laxer_than_a_plain_check(capsys: pytest.CaptureFixture[str]) -> None:
    spoilt(
        lambda record: record.update(text=f'{record["text"]} The rule says "no book is ever lent out" [1].')
    )
    capsys.readouterr()
    assert run(["check", "citations/answers.jsonl", "-q"]) == 1
    _, document, _ = checked(capsys)
    rules = {rule["name"]: rule["result"] for rule in document["gate"]["rules"]}
    assert rules["findings of severity error <= 0"] == "fail"


@pytest.mark.usefixtures("kit")
def test_too_few_answers_are_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("citations/answers.jsonl")
    path.write_text(path.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    code, document, line = checked(capsys)
    assert (code, document["gate"]["status"]) == (3, "undecided")
    assert line.startswith("gate: UNDECIDED")


def test_the_script_records_the_packaged_answers(kit: Path) -> None:
    before = (kit / "citations" / "answers.jsonl").read_bytes()
    (kit / "citations" / "answers.jsonl").unlink()
    done = subprocess.run(
        [sys.executable, "-I", "citations/record.py"], cwd=kit, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("10 answers recorded in ")
    assert (kit / "citations" / "answers.jsonl").read_bytes() == before


def test_the_cases_are_sixty_and_what_is_to_do_is_told(kit: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = [case for case in read_cases(str(kit / "citations" / "cases.jsonl")) if isinstance(case, Case)]
    assert [sum(case.answerable is wanted for case in cases) for wanted in (True, False)] == [50, 10]
    open_ones = [case for case in cases if not case.question]
    assert len(open_ones) == 50
    assert all(case.notes and case.notes.startswith("to do: ") for case in open_ones)
    assert len({case.notes for case in cases if case.answerable and not case.question}) == 42
    capsys.readouterr()
    lint = [
        "cases",
        "lint",
        "citations/cases.jsonl",
        "--corpus",
        "citations/corpus.jsonl",
        "--format",
        "json",
    ]
    assert run(lint) == 1
    issues = json.loads(capsys.readouterr().out)["issues"]
    assert {issue["rule"] for issue in issues} == {"question_missing", "answerable_without_claims"}
    assert min(issue["line"] for issue in issues) == 11


def test_the_jobs_are_yaml_that_runs_the_check(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is in the dev extra")
    for service, target in (
        ("github", ".github/workflows/citations.yml"),
        ("gitlab", "citations/gitlab-ci.yml"),
    ):
        assert run(["init", str(tmp_path / service), "--ci", service]) == 0
        text = (tmp_path / service / target).read_text(encoding="utf-8")
        assert "pincite check citations/answers.jsonl --gate" in " ".join(text.split())
        assert isinstance(yaml.safe_load(text), dict)


def test_the_github_job_passes_a_linter(tmp_path: Path) -> None:
    linter = shutil.which("jactionlint") or shutil.which("jactionlint", path=str(Path(sys.executable).parent))
    if linter is None:
        pytest.skip("jactionlint (in the dev extra) has no build for this machine")
    assert run(["init", str(tmp_path)]) == 0
    (tmp_path / ".git").mkdir()
    command = [linter, "--no-color", "--format", "oneline", "--shellcheck=", "--pyflakes="]
    done = subprocess.run(
        [*command, ".github/workflows/citations.yml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_a_second_time_changes_nothing(kit: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(kit)
    capsys.readouterr()
    assert run(["init"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told[: len(TARGETS)]] == ["unchanged"] * len(TARGETS)
    assert told[-1] == "0 files written"
    assert contents(kit) == before


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    own=st.dictionaries(st.sampled_from(TARGETS), st.binary(max_size=20), max_size=6),
    force=st.lists(st.sampled_from(TARGETS), max_size=2, unique=True),
    dry=st.booleans(),
)
def test_only_what_is_missing_or_forced_is_written(
    own: dict[str, bytes], force: list[str], dry: bool, tmp_path: Path
) -> None:
    place = tmp_path / "project"
    shutil.rmtree(place, ignore_errors=True)
    for target, text in own.items():
        (place / target).parent.mkdir(parents=True, exist_ok=True)
        (place / target).write_bytes(text)
    arguments = ["init", str(place), *(part for name in force for part in ("--force", name))]
    assert run([*arguments, *(["--dry-run"] if dry else [])]) == 0
    if dry:
        assert (contents(place) if place.exists() else {}) == own
        return
    after = contents(place)
    assert set(after) == set(TARGETS)
    for target, text in own.items():
        assert (after[target] == text) == (target not in force)
    assert run(arguments) == 0
    assert contents(place) == after


def test_a_project_that_keeps_settings_in_pyproject_keeps_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.pincite]\njudge = "rules"\n', encoding="utf-8")
    assert run(["init", str(tmp_path)]) == 0
    assert "pyproject.toml has [tool.pincite]" in capsys.readouterr().out
    assert not (tmp_path / "pincite.toml").exists()
    assert run(["init", str(tmp_path), "--force", "pincite.toml"]) == 0
    assert (tmp_path / "pincite.toml").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--force", "pincite.tml"], "did you mean pincite.toml?"),
        (["--ci", "jenkins"], "error[usage]"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    arguments: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["init", str(tmp_path / "new"), *arguments]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_nothing_is_written_when_something_is_in_the_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "citations").write_text("a file", encoding="utf-8")
    assert run(["init", str(tmp_path)]) == 2
    assert "a file is in the way of a folder" in capsys.readouterr().err
    assert contents(tmp_path) == {"citations": b"a file"}
    (tmp_path / "citations").unlink()
    (tmp_path / "pincite.toml").mkdir()
    assert run(["init", str(tmp_path)]) == 2
    assert "a folder is in the way of a file" in capsys.readouterr().err
    assert contents(tmp_path) == {}


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_link_that_leads_nowhere_is_left(tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").symlink_to(tmp_path / "elsewhere.toml")
    assert run(["init", str(tmp_path)]) == 0
    assert not (tmp_path / "elsewhere.toml").exists()
