"""The settings of `pincite check`, once: each is a flag, a config key and an environment variable.

The flags are made from this table, the config file is read against it, and the reference page is written from
it, so that the three cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

import click
from msgspec import Struct

Kind = Literal["text", "path", "paths", "reports", "codes", "flag", "number", "choice"]

FORMATS = ("concise", "full", "json", "jsonl", "markdown")
SUFFIXES = {".md": "markdown", ".json": "json", ".jsonl": "jsonl", ".txt": "full"}
"""Which format a report is written in, by the suffix of its file."""


class Setting(Struct, frozen=True, kw_only=True):
    """One setting. A `path` in a config file is relative to that file."""

    name: str
    kind: Kind
    help: str
    default: Any = None
    choices: tuple[str, ...] = ()
    short: str | None = None
    metavar: str | None = None

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return "PINCITE_" + self.name.upper()


SETTINGS: tuple[Setting, ...] = (
    Setting(
        name="corpus",
        kind="paths",
        metavar="FILE",
        help="Documents with their revisions (JSONL); repeatable.",
        default=(),
    ),
    Setting(name="cases", kind="paths", metavar="FILE", help="Gold cases (JSONL); repeatable.", default=()),
    Setting(
        name="judge",
        kind="text",
        metavar="NAME",
        default="rules",
        help="Who judges whether a passage supports a claim. `rules` needs no model and no network.",
    ),
    Setting(
        name="policy", kind="path", metavar="FILE", help="A policy file (TOML) instead of the one that ships."
    ),
    Setting(
        name="output",
        kind="path",
        short="-o",
        metavar="DIR",
        help="Write the run directory: manifest, summary, claims, findings, report.md.",
    ),
    Setting(
        name="report",
        kind="reports",
        metavar="FILE",
        default=(),
        help="Write one more report; the suffix decides the format (.md, .json, .jsonl, .txt). Repeatable.",
    ),
    Setting(
        name="format",
        kind="choice",
        choices=FORMATS,
        default="full",
        help="How findings are written to stdout.",
    ),
    Setting(
        name="fail_on",
        kind="choice",
        choices=("error", "warning", "never"),
        default="error",
        help="The least severity that makes the exit code 1.",
    ),
    Setting(name="exit_zero", kind="flag", default=False, help="Exit 0 where findings would make it 1."),
    Setting(
        name="skip_invalid",
        kind="flag",
        default=False,
        help="Rejected input lines do not make the exit code 2.",
    ),
    Setting(
        name="select",
        kind="codes",
        metavar="CODES",
        default=(),
        help="Only these findings: codes, prefixes or names, separated by commas (PC4,PC502).",
    ),
    Setting(name="ignore", kind="codes", metavar="CODES", default=(), help="Leave these findings out."),
    Setting(
        name="max_findings",
        kind="number",
        metavar="N",
        default=20,
        help="Show at most N findings on the terminal; 0 shows all of them.",
    ),
    Setting(name="limit", kind="number", metavar="N", help="Check only the first N answers."),
    Setting(name="seed", kind="number", metavar="N", default=7, help="Seed of the bootstrap intervals."),
    Setting(
        name="redact",
        kind="flag",
        default=False,
        help="Leave the text of questions, answers and sources out of every output.",
    ),
    Setting(
        name="progress",
        kind="choice",
        choices=("auto", "bar", "plain", "none"),
        default="auto",
        help="How progress is shown on stderr.",
    ),
    Setting(
        name="color",
        kind="choice",
        choices=("auto", "always", "never"),
        default="auto",
        help="Colour; `auto` obeys NO_COLOR and FORCE_COLOR, else looks whether stdout is a terminal.",
    ),
    Setting(
        name="jobs",
        kind="number",
        short="-j",
        metavar="N",
        default=1,
        help="Check in N processes; 0 takes one for each core. The results are the same.",
    ),
    Setting(name="quiet", kind="flag", short="-q", default=False, help="Only findings and the verdict line."),
    Setting(
        name="verbose", kind="flag", short="-v", default=False, help="All metrics instead of the first four."
    ),
    Setting(name="debug", kind="flag", default=False, help="Show the traceback of an internal error."),
)

BY_NAME = {setting.name: setting for setting in SETTINGS}

_Command = TypeVar("_Command", bound=Callable[..., Any])


def options(*names: str) -> Callable[[_Command], _Command]:
    """Give a command the flags of these settings (all of them without names).

    Every flag's own default is None: what was not given on the command line is looked up in the environment,
    then in the config file, then in the table. Values are checked there too, so that a wrong one reads the
    same wherever it was written.
    """
    wanted = [BY_NAME[name] for name in names] if names else SETTINGS

    def decorate(command: _Command) -> _Command:
        for setting in reversed(wanted):
            command = click.option(*_declaration(setting), **_parameters(setting))(command)
        return command

    return decorate


def _declaration(setting: Setting) -> list[str]:
    names = [setting.short] if setting.short else []
    return [*names, setting.flag, setting.name]


def _parameters(setting: Setting) -> dict[str, Any]:
    text = setting.help
    if setting.default not in (None, (), False):
        text += f"  [default: {setting.default}]"
    parameters: dict[str, Any] = {"default": None, "help": text, "metavar": setting.metavar}
    match setting.kind:
        case "flag":
            parameters.update(is_flag=True, flag_value=True, type=bool)
        case "choice":
            parameters["metavar"] = "|".join(setting.choices)
        case "paths" | "reports" | "codes":
            parameters["multiple"] = True
        case "path" | "number" | "text":
            pass
    return parameters
