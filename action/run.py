"""What the GitHub Action does: its inputs, which come as environment variables, become one command line.

    python action/run.py install    puts pincite into an environment of its own
    python action/run.py check      runs `pincite check` there and ends with its exit code

No shell sees an input. Several values of one input stand one a line.
"""

from __future__ import annotations

import glob
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping
from pathlib import Path

REPORTS = ("junit.xml", "report.sarif", "comment.md")
"""Written into the run directory beside what is always there."""

_OPTIONS = {
    "IN_JUDGE": "--judge",
    "IN_CONFIG": "--config",
    "IN_FAIL_ON": "--fail-on",
    "IN_BASELINE": "--baseline",
}
_VERSION = re.compile(r"[0-9][0-9A-Za-z.!+]*")
_EXTRAS = re.compile(r"[A-Za-z0-9._-]+(?:\s*,\s*[A-Za-z0-9._-]+)*")


def requirement(environ: Mapping[str, str], folder: Path) -> str:
    """What pip is to install: a release, or the checkout that this action came with."""
    version, extras = environ.get("IN_VERSION", "").strip(), environ.get("IN_EXTRAS", "").strip()
    if extras and not _EXTRAS.fullmatch(extras):
        raise SystemExit(f"error: the input extras names no extras: {extras!r}")
    wanted = f"[{extras}]" if extras else ""
    if not version:
        return f"{folder}{wanted}"
    if not _VERSION.fullmatch(version):
        raise SystemExit(f"error: the input version is no version: {version!r}")
    return f"pincite{wanted}=={version}"


def arguments(environ: Mapping[str, str]) -> list[str]:
    """The arguments of `pincite` for these inputs."""
    output = _one(environ, "IN_OUTPUT") or "pincite-run"
    told = ["check", "--format", "github", "--output", output]
    for name in REPORTS:
        told += ["--report", str(Path(output) / name)]
    for variable in ("IN_CORPUS", "IN_CASES"):
        for path in _paths(environ, variable):
            told += [f"--{variable.removeprefix('IN_').lower()}", path]
    for variable, option in _OPTIONS.items():
        if value := _one(environ, variable):
            told += [option, value]
    told += ["--gate"] if _switched_on(environ, "IN_GATE") else []
    told += _lines(environ, "IN_ARGS")
    # What follows is a path, whatever it begins with.
    return [*told, "--", *_paths(environ, "IN_ANSWERS")]


def install(environ: Mapping[str, str]) -> int:
    """Make the environment and install pincite into it."""
    place = _environment(environ)
    venv.create(place, with_pip=True, clear=True)
    pip = [str(_python(place)), "-P", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    return subprocess.run([*pip, requirement(environ, Path(__file__).resolve().parents[1])]).returncode


def check(environ: Mapping[str, str]) -> int:
    """Run the check and tell the workflow how it ended."""
    output = _one(environ, "IN_OUTPUT") or "pincite-run"
    python = _python(_environment(environ))
    # -P: no module of the checked-out repository (a click.py, a folder pincite) takes the place of ours.
    code = subprocess.run([str(python), "-P", "-m", "pincite", *arguments(environ)]).returncode
    if told := environ.get("GITHUB_OUTPUT"):
        with Path(told).open("a", encoding="utf-8") as file:
            file.write(f"exit-code={code}\ndirectory={output}\n")
    return code


def _environment(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("RUNNER_TEMP") or tempfile.gettempdir()) / "pincite-environment"


def _python(place: Path) -> Path:
    return place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _lines(environ: Mapping[str, str], variable: str) -> list[str]:
    return [line.strip() for line in environ.get(variable, "").splitlines() if line.strip()]


def _one(environ: Mapping[str, str], variable: str) -> str:
    """A value of one line; whatever else stands there is left out."""
    return next(iter(_lines(environ, variable)), "")


def _switched_on(environ: Mapping[str, str], variable: str) -> bool:
    value = _one(environ, variable).lower()
    if value not in ("", "true", "false"):
        raise SystemExit(f"error: {variable.removeprefix('IN_').lower()} is true or false, not {value!r}")
    return value == "true"


def _paths(environ: Mapping[str, str], variable: str) -> list[str]:
    """Paths, globs among them; one that fits nothing is passed on, so that the check names it."""
    return [
        path
        for line in _lines(environ, variable)
        for path in (sorted(glob.glob(line, recursive=True)) or [line])  # noqa: PTH207 (patterns may be absolute)
    ]


if __name__ == "__main__":
    sys.exit({"install": install, "check": check}[sys.argv[1]](os.environ))
