from __future__ import annotations

import json
import subprocess
import sys

import pytest

from pincite.cli import COMMANDS, run
from pincite.cli.failures import internal, told
from pincite.codes import CATALOGUE
from pincite.errors import ConfigError
from pincite.explanations import ERRORS


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from pincite.cli import run; assert run(['--help']) == 0;"
        "print(*sorted({name.split('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & {"rich", "rapidfuzz", "markdown_it", "nupunkt", "numpy", "sqlite3"}
    assert all(name in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_two_examples(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    assert run([command, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.count(f"\n  pincite {command}") + text.count(f"\n    pincite {command}") >= 2
    assert len(text.splitlines()) <= 60


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("pincite 0.")


@pytest.mark.parametrize(
    ("argv", "parts"),
    [
        (["chek"], ["error[usage]: no such command 'chek', did you mean 'check'?"]),
        (["check"], ["error[usage]: missing argument 'ANSWERS...'", "fix: `pincite check --help`"]),
        (["check", "x", "--fail"], ["error[usage]: no such option"]),
        (["check", "x", "--format", "ful"], ["error[config]:", "where: --format", "did you mean full?"]),
        (["check", "x", "--seed", "x"], ["error[config]: expected a whole number", "where: --seed"]),
        (["check", "x", "--select", "PC4O1"], ["error[config]:", "did you mean PC401"]),
        (["check", "x", "--report", "r.pdf"], ["error[config]:", "where: --report", ".md"]),
        (["check", "x", "--config", "none.toml"], ["error[config]: there is no config file"]),
        (["explain", "PC4O1"], ["error[config]: nothing is called 'PC4O1'", "did you mean PC401"]),
        (["schema", "answr"], ["error[config]: there is no schema 'answr'", "did you mean answer?"]),
    ],
)
def test_errors_have_one_form_and_exit_2(
    argv: list[str], parts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(argv) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert all(part in shown.err for part in parts), shown.err
    assert "Traceback" not in shown.err
    assert "help: `pincite explain " in shown.err


def test_explain_prints_a_page_or_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    for topic in ("PC401", "pc401", "missing_figure", "MISSING_FIGURE"):
        assert run(["explain", topic]) == 0
        assert capsys.readouterr().out.startswith("# PC401 `missing_figure`")
    assert run(["explain", "PC3"]) == 0
    assert [line[:5] for line in capsys.readouterr().out.splitlines()] == ["PC301", "PC302", "PC303"]
    assert run(["explain"]) == 0
    assert all(code in capsys.readouterr().out for code in ["PC101"])


def test_explain_without_a_topic_names_everything(capsys: pytest.CaptureFixture[str]) -> None:
    run(["explain"])
    text = capsys.readouterr().out
    assert all(name in text for name in (*CATALOGUE, *ERRORS))


def test_schema_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema"]) == 0
    names = capsys.readouterr().out.split()
    assert "answer" in names
    for name in names:
        assert run(["schema", name]) == 0
        assert "$schema" in json.loads(capsys.readouterr().out)


def fail(error: BaseException) -> None:
    raise error


def test_an_internal_error_is_told_without_the_users_text(capsys: pytest.CaptureFixture[str]) -> None:
    with told(debug=False) as ending:
        fail(RuntimeError("the text of a patient"))
    assert ending.exit_code == 2
    shown = capsys.readouterr().err
    assert "error[internal]: RuntimeError" in shown
    assert "patient" not in shown
    assert "Traceback" not in shown


def test_debug_shows_the_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    with told(debug=True):
        fail(ConfigError("something is wrong"))
    assert "Traceback" in capsys.readouterr().err


def test_an_interrupt_is_130(capsys: pytest.CaptureFixture[str]) -> None:
    with told(debug=False) as ending:
        fail(KeyboardInterrupt())
    assert ending.exit_code == 130
    assert "interrupted" in capsys.readouterr().err


def test_the_block_for_a_bug_report_names_places() -> None:
    try:
        json.loads("{")
    except ValueError as error:
        text = internal(error)
    assert "decoder.py:" in text
    assert "python 3." in text


@pytest.mark.parametrize("argv", [[], ["cases"], ["labels"], ["trace"]])
def test_without_a_command_there_is_help_and_no_error(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(argv) == 0
    told_ = capsys.readouterr()
    assert "Commands:" in told_.out and told_.err == ""
    assert "error[" not in told_.out
