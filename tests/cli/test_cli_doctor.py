"""`pincite doctor`: everything is looked at, what is wrong gives exit code 2, and nothing secret is shown."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from pincite.cli import examination, run
from pincite.cli.config import resolve
from pincite.cli.settings import SETTINGS
from pincite.judges.naming import KNOWN


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project as the working directory, with a home of its own and no variables of ours."""
    for name in list(os.environ):
        if name.startswith(("PINCITE_", "OPENAI_", "ANTHROPIC_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    place = tmp_path / "project"
    (place / ".git").mkdir(parents=True)
    monkeypatch.chdir(place)
    return place


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    """Exit code and document, which agree with the text and its last line."""
    capsys.readouterr()
    code = run(["doctor", *arguments, "--format", "json"])
    document = json.loads(capsys.readouterr().out)
    assert document["exit_code"] == code
    assert run(["doctor", *arguments]) == code
    text = capsys.readouterr().out
    assert text.splitlines()[-1] == document["verdict"]
    assert text.count("  FAILED  ") == sum(row["state"] == "failed" for row in document["rows"])
    return code, document


def row(document: dict[str, Any], section: str, name: str) -> dict[str, Any]:
    (found,) = [one for one in document["rows"] if (one["section"], one["name"]) == (section, name)]
    return dict(found)


def test_an_empty_project_is_sound(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = told(capsys)
    assert (code, document["state"]) == (0, "ok")
    assert row(document, "config files", "pincite.toml")["fix"] == "pincite init"
    assert row(document, "trial", "rules")["told"].startswith("says full")
    assert {one["name"] for one in document["rows"] if one["section"] == "judges"} >= set(KNOWN)
    assert [one["name"] for one in document["settings"]] == [setting.name for setting in SETTINGS]
    assert {one["origin"] for one in document["settings"]} == {"default"}


def test_the_kit_is_sound(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init"]) == 0
    code, document = told(capsys)
    assert code == 0
    assert "7 rules" in row(document, "files", "gate")["told"]
    assert row(document, "config files", "pincite.toml")["told"] == str(project / "pincite.toml")


def test_each_setting_has_its_origin(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "pincite.toml").write_text("seed = 3\nmax-findings = 5\njudge = 'rules'\n", encoding="utf-8")
    monkeypatch.setenv("PINCITE_MAX_FINDINGS", "9")
    _, document = told(capsys, "--judge", "overlap")
    known = {one["name"]: (one["value"], one["origin"]) for one in document["settings"]}
    assert known["seed"] == (3, "pincite.toml: seed")
    assert known["max_findings"] == (9, "PINCITE_MAX_FINDINGS")
    assert known["judge"] == ("overlap", "--judge")
    assert known["jobs"] == (1, "default")
    assert run(["doctor", "--config"]) == 0
    text = capsys.readouterr().out
    for setting in SETTINGS:
        assert re.search(rf"^  {setting.name} .* (default|pincite\.toml: .*|PINCITE_.*)$", text, re.M)


def test_a_file_that_is_named_is_the_one_that_is_read(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "pincite.toml").write_text("seed = 3\n", encoding="utf-8")
    (project / "other.toml").write_text("seed = 4\n", encoding="utf-8")
    _, document = told(capsys, "--config", "other.toml")
    assert {one["name"]: one["value"] for one in document["settings"]}["seed"] == 4


@pytest.mark.parametrize(
    ("content", "section", "name", "part"),
    [
        ("judg = 'rules'", "config files", "settings", "unknown key"),
        ("judge = ", "config files", "settings", "cannot read the config file"),
        ("judge = 'ruls'", "trial", "ruls", "there is no judge"),
        ("judge = 'nli:nowhere'\noffline = true", "trial", "nli:nowhere", ""),
        ("corpus = ['none.jsonl']", "files", "corpus", "there is no file"),
        ("policy = 'none.toml'", "files", "policy", "cannot read the policy"),
        ("[gate]\ncitation_precison = { min = 0.5 }", "files", "gate", "citation_precison"),
        ("cache = 'pincite.toml'", "cache", "verdicts", "cannot be read"),
    ],
)
def test_what_is_wrong_is_named_and_the_rest_is_looked_at(
    content: str, section: str, name: str, part: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "pincite.toml").write_text(content + "\n", encoding="utf-8")
    code, document = told(capsys)
    assert code == 2
    found = row(document, section, name)
    assert found["state"] == "failed"
    assert part in found["told"]
    assert row(document, "versions", "python")["state"] == "ok"
    assert "1 thing to mend" in document["verdict"]


def test_nothing_secret_is_shown(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "PINCITE_API_TOKEN"):
        monkeypatch.setenv(name, "sk-hush-hush")
    (project / "pincite.toml").write_text(
        "judge = 'openai:m'\noffline = true\nbase_url = 'https://me:hush@host/v1?key=hush#hush'\n",
        encoding="utf-8",
    )
    for arguments in (["--format", "json"], ["--config"], []):
        run(["doctor", *arguments])
        shown = capsys.readouterr()
        assert "hush" not in shown.out + shown.err
        assert "https://host/v1" in shown.out
        assert "PINCITE_API_TOKEN is no setting" in shown.out


def test_a_judge_that_cannot_be_asked_offline_is_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("openai")
    code, document = told(capsys, "--judge", "openai:m", "--offline")
    assert code == 0
    assert row(document, "trial", "openai:m")["state"] == "absent"


def test_settings_in_pyproject_beside_the_file_are_said_to_be_unread(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "pincite.toml").write_text("seed = 3\n", encoding="utf-8")
    (project / "pyproject.toml").write_text("[tool.pincite]\nseed = 4\n", encoding="utf-8")
    _, document = told(capsys)
    assert "pincite.toml wins" in row(document, "config files", "pyproject.toml")["told"]


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "find_spec", lambda name: None)
    monkeypatch.setattr(examination, "requires", lambda name: ["click>=8", 'openai>=1 ; extra == "llm"'])
    monkeypatch.setattr(examination, "_version", lambda name: None)
    (core,) = [one for one in examination.versions() if one.name == "click"]
    assert (core.state, core.fix) == ("failed", "pip install click")
    (extra,) = examination.extras()
    assert (extra.state, extra.told, extra.fix) == ("absent", "missing openai", "pip install 'pincite[llm]'")
    kinds = {one.name: one for one in examination.judges({})}
    assert kinds["rules"].state == "ok"
    assert kinds["nli:"].fix == "pip install 'pincite[nli]'"


def test_a_cache_that_cannot_be_made_is_said(project: Path) -> None:
    (project / "file").write_text("x", encoding="utf-8")
    config = resolve({"cache": "file/verdicts.sqlite"}, directory=project, environ={})
    (found,) = examination.cache(config)
    assert found.state == "absent"
    assert "cannot be made" in found.told


@pytest.mark.parametrize("name", ["corpus", "cases", "bibliography"])
def test_every_file_that_is_set_is_looked_for(
    name: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "pincite.toml").write_text(f'{name} = ["gone.json"]\n', encoding="utf-8")
    code, document = told(capsys)
    assert code == 2
    assert "gone.json" in row(document, "files", name)["told"]
