"""The settings of `pincite check`, once: each is a flag, a config key and an environment variable.

The flags are made from this table, the config file is read against it, and the reference page is written from
it, so that the three cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Any, Literal, TypeVar

import click
from msgspec import Struct

Kind = Literal["text", "path", "paths", "reports", "codes", "names", "flag", "number", "decimal", "choice"]

FORMATS = ("concise", "full", "json", "jsonl", "markdown", "github", "junit", "sarif", "gitlab")
SUFFIXES = {
    ".md": "markdown",
    ".json": "json",
    ".jsonl": "jsonl",
    ".txt": "full",
    ".xml": "junit",
    ".sarif": "sarif",
}
"""Which format a report is written in, by the suffix of its file."""

NAMES = {
    "summary.md": "brief",
    "comment.md": "brief",
    "codequality.json": "gitlab",
    "code-quality.json": "gitlab",
    "code-quality-report.json": "gitlab",
    ".sarif.json": "sarif",
}
"""What the end of a file's name says beyond its suffix; it wins over the suffix."""


def report_format(path: str) -> str | None:
    """The format of a report by the name of its file; None when the name says nothing."""
    name = PurePath(path).name.lower()
    named = next((style for end, style in NAMES.items() if name.endswith(end)), None)
    return named or SUFFIXES.get(PurePath(name).suffix)


class Setting(Struct, frozen=True, kw_only=True):
    """One setting. An `advanced` one is left out of `--help`, not of the reference page.

    A `path` in a config file is relative to that file.
    """

    name: str
    kind: Kind
    help: str
    default: Any = None
    choices: tuple[str, ...] = ()
    short: str | None = None
    metavar: str | None = None
    advanced: bool = False

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
        name="bibliography",
        kind="paths",
        metavar="FILE",
        help="Works to look free-text references up in (.bib, .json, .csv).",
        default=(),
    ),
    Setting(
        name="gold_pairing",
        advanced=True,
        kind="choice",
        choices=("overlap", "judge"),
        default="overlap",
        help="How claims are matched with expected ones: by words, or by the judge in both directions.",
    ),
    Setting(
        name="judge",
        kind="text",
        metavar="NAME",
        default="rules",
        help="Who judges whether a passage supports a claim. `rules` needs no model and no network.",
    ),
    Setting(
        name="base_url",
        kind="text",
        metavar="URL",
        help="A compatible server instead of that of the judge's provider.",
    ),
    Setting(
        name="timeout",
        advanced=True,
        kind="decimal",
        metavar="S",
        default=60,
        help="Seconds for one call of a judge.",
    ),
    Setting(
        name="concurrency", kind="number", metavar="N", default=16, help="Calls of a judge open at once."
    ),
    Setting(
        name="claims_per_call",
        advanced=True,
        kind="number",
        metavar="N",
        default=1,
        help="Claims about the same passages that share a call.",
    ),
    Setting(
        name="max_output_tokens",
        advanced=True,
        kind="number",
        metavar="N",
        default=1024,
        help="Room for a judge's reply.",
    ),
    Setting(name="budget_calls", kind="number", metavar="N", help="Calls that judging may cost at most."),
    Setting(
        name="budget_tokens",
        advanced=True,
        kind="number",
        metavar="N",
        help="Tokens that judging may cost at most.",
    ),
    Setting(
        name="budget_usd",
        kind="decimal",
        metavar="X",
        help="Dollars that judging may cost at most; needs both prices.",
    ),
    Setting(
        name="price_input",
        advanced=True,
        kind="decimal",
        metavar="X",
        help="Dollars per million tokens read.",
    ),
    Setting(
        name="price_output",
        advanced=True,
        kind="decimal",
        metavar="X",
        help="Dollars per million tokens written.",
    ),
    Setting(
        name="cache",
        kind="path",
        metavar="FILE",
        help="Where verdicts of endpoints are kept, instead of the user's cache folder.",
    ),
    Setting(name="no_cache", kind="flag", default=False, help="Keep no verdicts and use none."),
    Setting(
        name="offline", kind="flag", default=False, help="No network: stored verdicts and local judges only."
    ),
    Setting(
        name="escalate_below",
        advanced=True,
        kind="decimal",
        metavar="P",
        default=0.7,
        help="A cascade asks the next judge about verdicts below this confidence.",
    ),
    Setting(
        name="nli_labels",
        advanced=True,
        kind="text",
        metavar="LABELS",
        help="What an NLI model's outputs mean, in order: full, contradiction, none, separated by commas.",
    ),
    Setting(
        name="nli_threshold",
        advanced=True,
        kind="decimal",
        metavar="P",
        default=0.5,
        help="The least probability of a label of an NLI model.",
    ),
    Setting(
        name="family",
        kind="names",
        metavar="NAME",
        default=(),
        help="Compute a published metric family besides: liu2023, alce, alce_fixed, trec_rag_2024, longcite;"
        " repeatable.",
    ),
    Setting(
        name="calibration",
        kind="path",
        metavar="CARD",
        help="The card of `pincite calibrate` that the run cites.",
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
        help="One more report; its name decides: .md .json .jsonl .txt .xml (JUnit) .sarif"
        " codequality.json (GitLab) summary.md (60 KiB). Repeatable.",
    ),
    Setting(
        name="format",
        kind="choice",
        choices=FORMATS,
        default="full",
        help="How findings go to stdout; `github` appends to $GITHUB_STEP_SUMMARY too.",
    ),
    Setting(
        name="gate",
        kind="flag",
        default=False,
        help="Decide by the rules of [gate] in the config file, not by --fail-on.",
    ),
    Setting(
        name="baseline",
        kind="path",
        metavar="RUN",
        help="The run directory with which rules on changes compare.",
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
        help="Only these findings: codes, prefixes or names (PC4,PC502).",
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
    if setting.advanced:
        parameters["hidden"] = True
    match setting.kind:
        case "flag":
            parameters.update(is_flag=True, flag_value=True, type=bool)
        case "choice":
            parameters["metavar"] = "|".join(setting.choices)
        case "paths" | "reports" | "codes" | "names":
            parameters["multiple"] = True
        case "path" | "number" | "decimal" | "text":
            pass
    return parameters
