from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pincite.cli.config import Config, resolve
from pincite.cli.settings import SETTINGS
from pincite.errors import ConfigError


def settings(
    directory: Path,
    flags: dict[str, Any] | None = None,
    environ: dict[str, str] | None = None,
    config_file: str | None = None,
) -> Config:
    return resolve(flags or {}, config_file=config_file, directory=directory, environ=environ or {})


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    return tmp_path


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def test_defaults_without_anything(project: Path) -> None:
    config = settings(project)
    assert config["format"] == "full"
    assert {value.origin for value in config.values.values()} == {"default"}
    assert set(config.values) == {setting.name for setting in SETTINGS}


def test_each_layer_wins_over_the_next(project: Path) -> None:
    write(project / "pyproject.toml", '[tool.pincite]\nfail_on = "warning"\n')
    assert settings(project)["fail_on"] == "warning"
    write(project / "pincite.toml", 'fail_on = "never"\nformat = "json"\nseed = 3\n')
    assert settings(project)["fail_on"] == "never"
    environ = {"PINCITE_FAIL_ON": "error", "PINCITE_FORMAT": "jsonl"}
    config = settings(project, {"format": "concise", "seed": None}, environ)
    origins = {
        name: (config[name], config.values[name].origin) for name in ("format", "fail_on", "seed", "judge")
    }
    assert origins == {
        "format": ("concise", "--format"),
        "fail_on": ("error", "PINCITE_FAIL_ON"),
        "seed": (3, "pincite.toml: seed"),
        "judge": ("rules", "default"),
    }


def test_the_nearest_directory_with_a_config_wins_and_the_repository_is_the_border(project: Path) -> None:
    inner = project / "a" / "b"
    inner.mkdir(parents=True)
    write(project / "pincite.toml", "seed = 1\n")
    assert settings(inner)["seed"] == 1
    write(project / "a" / "pincite.toml", "seed = 2\n")
    assert settings(inner)["seed"] == 2
    (inner / ".git").mkdir()
    assert settings(inner)["seed"] == 7


def test_a_named_config_file_is_the_only_one_read(project: Path) -> None:
    write(project / "pincite.toml", "seed = 1\nlimit = 5\n")
    write(project / "other.toml", "seed = 2\n")
    config = settings(project, config_file="other.toml")
    assert (config["seed"], config["limit"]) == (2, None)
    assert settings(project, environ={"PINCITE_CONFIG": "other.toml"})["seed"] == 2
    with pytest.raises(ConfigError, match="there is no config file"):
        settings(project, config_file="none.toml")


def test_paths_in_a_config_file_are_relative_to_it(project: Path) -> None:
    inner = project / "jobs"
    inner.mkdir()
    write(project / "pincite.toml", 'corpus = ["data/corpus.jsonl"]\noutput = "run"\n')
    config = settings(inner)
    assert config["corpus"] == (str(project / "data" / "corpus.jsonl"),)
    assert config["output"] == str(project / "run")


def test_keys_may_be_written_with_dashes(project: Path) -> None:
    write(project / "pincite.toml", "max-findings = 3\n")
    assert settings(project)["max_findings"] == 3


@pytest.mark.parametrize(
    ("text", "where", "hint"),
    [
        ('judg = "rules"', "pincite.toml: judg", "did you mean judge?"),
        ("fail_on = 3", "pincite.toml: fail_on", None),
        ('fail_on = "warnings"', "pincite.toml: fail_on", "did you mean warning?"),
        ('seed = "many"', "pincite.toml: seed", None),
        ("seed = -1", "pincite.toml: seed", None),
        ("redact = 1", "pincite.toml: redact", None),
        ("output = 1", "pincite.toml: output", None),
        ('select = ["PC999"]', "pincite.toml: select", "lists all codes"),
        ("suppress = 1", "pincite.toml: suppress", "[[suppress]]"),
        ('[[suppress]]\nclaim = "x"\nignore = ["PC4"]', "pincite.toml: suppress[0].reason", None),
        ('[[suppress]]\nreason = "x"\nignore = ["PC4"]', "pincite.toml: suppress[0].claim", None),
        ('[[suppress]]\nreason = "x"\nclaim = "y"', "pincite.toml: suppress[0].ignore", None),
        ('[[suppress]]\nreson = "x"', "pincite.toml: suppress[0]", "did you mean reason?"),
    ],
)
def test_a_wrong_config_is_an_error_that_names_its_place(
    project: Path, text: str, where: str, hint: str | None
) -> None:
    write(project / "pincite.toml", text)
    with pytest.raises(ConfigError) as caught:
        settings(project)
    assert caught.value.where == where
    if hint is not None:
        assert hint in (caught.value.hint or "")


def test_broken_toml_is_an_error(project: Path) -> None:
    write(project / "pincite.toml", "= nothing")
    with pytest.raises(ConfigError, match="cannot read the config file"):
        settings(project)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("PINCITE_REDACT", "yes", True),
        ("PINCITE_REDACT", "0", False),
        ("PINCITE_SEED", " 12 ", 12),
        ("PINCITE_SELECT", "PC4, missing_figure", ("PC4", "PC401")),
    ],
)
def test_variables_are_read_by_the_kind_of_their_setting(
    project: Path, name: str, text: str, value: object
) -> None:
    setting = name.removeprefix("PINCITE_").lower()
    assert settings(project, environ={name: text})[setting] == value


def test_a_variable_that_is_no_setting_is_mentioned(project: Path) -> None:
    (note,) = settings(project, environ={"PINCITE_FORMT": "json", "HOME": "x"}).notes
    assert "PINCITE_FORMT" in note
    assert "PINCITE_FORMAT" in note


def test_suppressions(project: Path) -> None:
    write(
        project / "pincite.toml",
        '[[suppress]]\nclaim = "a claim"\nignore = ["missing_figure", "PC5"]\nreason = "known"\n',
    )
    (one,) = settings(project).suppressions
    assert (one.claim, one.ignore, one.reason) == ("a claim", ("PC401", "PC5"), "known")


def test_an_empty_variable_is_not_set(project: Path) -> None:
    config = settings(project, environ={"PINCITE_OUTPUT": "", "PINCITE_LIMIT": "", "PINCITE_FORMAT": ""})
    assert {value.origin for value in config.values.values()} == {"default"}


def test_an_empty_path_is_refused(project: Path) -> None:
    with pytest.raises(ConfigError, match="expected a path"):
        settings(project, {"output": ""})


@pytest.mark.parametrize("text", ["9" * 19, "9" * 29, "9" * 5000])
def test_a_number_that_nothing_can_count_to_is_refused(project: Path, text: str) -> None:
    with pytest.raises(ConfigError, match="smaller"):
        settings(project, {"limit": text})
    write(project / "pincite.toml", f"limit = {text}")
    with pytest.raises(ConfigError):
        settings(project)


@pytest.mark.parametrize("text", ["tool = 3", "[tool]\npincite = 3", ""])
def test_a_project_file_without_a_table_of_ours_is_passed_over(project: Path, text: str) -> None:
    write(project / "pyproject.toml", text)
    assert settings(project)["seed"] == 7


def test_a_byte_order_mark_before_a_config_is_passed_over(project: Path) -> None:
    (project / "pincite.toml").write_bytes(b"\xef\xbb\xbfseed = 3\n")
    assert settings(project)["seed"] == 3


@pytest.mark.parametrize("line", ['report = "a\\u0000.md"', 'output = "\\u0000"', 'corpus = ["a\\u0000"]'])
def test_no_path_has_a_nul(project: Path, line: str) -> None:
    (project / "pincite.toml").write_text(line, encoding="utf-8")
    with pytest.raises(ConfigError, match="NUL"):
        resolve({}, directory=project, environ={})
