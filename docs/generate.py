"""Writes the reference pages that repeat what the program knows: codes, commands and settings, metrics.

python docs/generate.py            writes them
python docs/generate.py --check    exits 1 when one is not current
"""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from pincite.cli import COMMANDS, group
from pincite.cli.settings import SETTINGS, Setting
from pincite.codes import CATALOGUE
from pincite.metrics.definitions import METRICS
from pincite.report.groups import GROUPS

HERE = Path(__file__).parent
_NOTE = "<!-- Written by docs/generate.py; edit the source that it reads, then run it again. -->"
_FORMS = {
    "proportion": "share, 0 to 1",
    "mean": "mean of credits",
    "density": "rate",
    "count": "count",
}


def codes_page() -> Iterator[str]:
    """Every finding code under its plain title, with a link to its explanation."""
    yield "# Finding codes"
    yield ""
    yield _NOTE
    yield ""
    yield from _paragraph(
        """A finding is about an answer. Its severity is the default below, one step higher on critical and
        high claims and one step lower on low ones. `pincite explain CODE` prints the explanation."""
    )
    for title, codes in GROUPS:
        yield ""
        yield f"## {title[0].upper()}{title[1:]}"
        yield ""
        yield "| code | name | severity | what it says |"
        yield "|---|---|---|---|"
        for code in codes:
            entry = CATALOGUE[code]
            link = f"[{code}](../../src/pincite/explanations/{code}.md)"
            yield f"| {link} | `{entry.name}` | {entry.severity} | {entry.title} |"


def commands_page() -> Iterator[str]:
    """Every command with its options, and every setting with its flag, key and variable."""
    yield "# Commands and settings"
    yield ""
    yield _NOTE
    yield ""
    yield "`pincite COMMAND --help` prints the help of one command on one screen."
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        yield ""
        yield f"## pincite {name}"
        yield ""
        yield from _described(command, name)
    yield ""
    yield "## Settings"
    yield ""
    yield from _paragraph(
        """Each flag of `check` is also a key of `pincite.toml` (or of `[tool.pincite]` in `pyproject.toml`)
        and an environment variable. Flags win over variables, variables over files. `PINCITE_CONFIG` names
        the file that `--config` would."""
    )
    yield ""
    yield "| flag | key | variable | default | meaning |"
    yield "|---|---|---|---|---|"
    for setting in SETTINGS:
        yield _setting_row(setting)


def metrics_page() -> Iterator[str]:
    """Every metric with its formula."""
    yield "# Metrics"
    yield ""
    yield _NOTE
    yield ""
    yield from _paragraph(
        """The value is null when the denominator is 0. Each metric carries its numerator, denominator,
        coverage, bounds and, where one can be computed, an interval;
        [Metrics and intervals](../explanation/metrics-and-intervals.md) says how to read them."""
    )
    yield ""
    yield "| name | formula | form | better | needs gold cases |"
    yield "|---|---|---|---|---|"
    for entry in METRICS:
        formula = entry.formula.replace("|", "\\|")
        gold = "yes" if entry.gold else ""
        yield f"| `{entry.name}` | {formula} | {_FORMS[entry.form]} | {entry.better} | {gold} |"


PAGES: dict[str, Callable[[], Iterator[str]]] = {
    "reference/codes.md": codes_page,
    "reference/commands.md": commands_page,
    "reference/metrics.md": metrics_page,
}


def page(name: str) -> str:
    """The text of one page as it should be."""
    return "\n".join(PAGES[name]()) + "\n"


def _described(command: click.Command, name: str) -> Iterator[str]:
    """What a command does, how it is called, its examples, and its options."""
    usage = [_argument(param) for param in command.params if isinstance(param, click.Argument)]
    yield "```text"
    yield " ".join(["pincite", name, "[OPTIONS]", *usage])
    yield "```"
    yield ""
    yield from inspect.cleandoc(command.help or "").replace("\b\n", "").splitlines()
    yield ""
    yield "```console"
    for line in (command.epilog or "").splitlines():
        if line.strip().startswith("pincite"):
            yield f"$ {line.strip()}"
    yield "```"
    options = [param for param in command.params if isinstance(param, click.Option)]
    settings = {setting.flag for setting in SETTINGS}
    own = [option for option in options if not settings & set(option.opts)]
    shared = [option.opts[-1] for option in options if settings & set(option.opts)]
    if own:
        yield ""
        for option in own:
            yield f"- `{', '.join(option.opts)} {option.metavar or ''}".rstrip() + f"`: {option.help}"
    if shared:
        yield ""
        yield from _paragraph(f"Settings: {', '.join(f'`{flag}`' for flag in shared)}.")


def _argument(param: click.Argument) -> str:
    shown = (param.name or "").upper() + ("..." if param.nargs == -1 else "")
    return shown if param.required else f"[{shown}]"


def _paragraph(text: str) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), 110, break_long_words=False, break_on_hyphens=False)


def _setting_row(setting: Setting) -> str:
    flag = f"`{setting.short}`, `{setting.flag}`" if setting.short else f"`{setting.flag}`"
    default = "" if setting.default in (None, (), False) else f"`{setting.default}`"
    meaning = setting.help.replace("|", "\\|")
    if setting.choices:
        meaning += f" One of {', '.join(f'`{choice}`' for choice in setting.choices)}."
    return f"| {flag} | `{setting.name}` | `{setting.variable}` | {default} | {meaning} |"


def main() -> int:
    stale = [name for name in PAGES if _read(HERE / name) != page(name)]
    if "--check" in sys.argv[1:]:
        for name in stale:
            print(f"docs/{name} is not current: run python docs/generate.py", file=sys.stderr)
        return 1 if stale else 0
    for name in stale:
        (HERE / name).parent.mkdir(parents=True, exist_ok=True)
        (HERE / name).write_text(page(name), encoding="utf-8")
        print(f"wrote docs/{name}")
    return 0


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
