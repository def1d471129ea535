"""Settings from flags, the environment and config files, each remembered with its origin.

A flag wins over `PINCITE_*`, which wins over `pincite.toml`, which wins over `[tool.pincite]` in
`pyproject.toml`, which wins over the default. Config files are looked for in the working directory and then
in its parents; the nearest directory with one wins. `--config FILE` reads that file and looks no further.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from pincite.cli.settings import BY_NAME, NAMES, SETTINGS, SUFFIXES, Setting, report_format
from pincite.errors import ConfigError
from pincite.io.suggestions import nearest
from pincite.report.selection import Suppression, codes

FILE = "pincite.toml"
PROJECT_FILE = "pyproject.toml"
LARGEST = 10**18

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off", ""})


class Value(Struct, frozen=True, kw_only=True):
    """A setting's value and where it came from: a flag, a variable, a file with its key, or `default`."""

    value: Any
    origin: str


class Config(Struct, frozen=True, kw_only=True):
    """All settings of a run, plus the suppressions and the gate of the config file.

    `gate` is the table as it was written, None without one; `gate_at` names it in messages, and paths in it
    are relative to `folder`. `file` is the config file that was read, None without one.
    """

    values: dict[str, Value]
    suppressions: tuple[Suppression, ...] = ()
    notes: tuple[str, ...] = ()
    gate: dict[str, Any] | None = None
    gate_at: str = "gate"
    folder: Path = Path()
    file: Path | None = None

    def __getitem__(self, name: str) -> Any:
        return self.values[name].value

    def on_command_line(self, name: str) -> bool:
        """Whether the command line gave the value: what a file or variable says may be meant for `check`."""
        return self.values[name].origin == BY_NAME[name].flag


def resolve(
    flags: Mapping[str, Any],
    *,
    config_file: str | None = None,
    directory: Path,
    environ: Mapping[str, str],
    search: bool = True,
) -> Config:
    """Bring the settings together.

    `flags` maps names to what the command line gave, None (or an empty tuple) for what it did not give. With
    `search` off, no config file is looked for.
    Raises ConfigError for an unreadable file, an unknown key, or a value of the wrong kind.
    """
    path = _path(config_file or environ.get("PINCITE_CONFIG"), directory, search)
    table, prefix = _table(path) if path is not None else ({}, "")
    suppressions = _suppressions(table.pop("suppress", []), f"{prefix}suppress")
    # `gate = true` is the setting, `[gate]` the rules.
    gate = table.pop("gate") if isinstance(table.get("gate"), dict) else None
    in_file = _known(table, prefix)
    values = {}
    for setting in SETTINGS:
        given = flags.get(setting.name)
        if given is not None and given != ():
            values[setting.name] = _read(setting, given, setting.flag)
        elif environ.get(setting.variable):
            values[setting.name] = _read(setting, environ[setting.variable], setting.variable)
        elif setting.name in in_file and path is not None:
            key, raw = in_file[setting.name]
            values[setting.name] = _read(setting, raw, f"{prefix}{key}", path.parent)
        else:
            values[setting.name] = Value(value=setting.default, origin="default")
    _check_reports(values["report"], values["output"].value)
    return Config(
        values=values,
        suppressions=suppressions,
        notes=_notes(environ),
        gate=gate,
        gate_at=f"{prefix}gate",
        folder=directory if path is None else path.parent,
        file=path,
    )


def _path(given: str | None, directory: Path, search: bool) -> Path | None:
    if given is not None:
        path = directory / given
        if not path.is_file():
            raise ConfigError(f"there is no config file {given!r}", where="--config")
        return path
    for place in (directory, *directory.parents) if search else ():
        if (place / FILE).is_file():
            return place / FILE
        project = place / PROJECT_FILE
        if project.is_file() and _section(_toml(project)) is not None:
            return project
        if (place / ".git").exists():
            return None
    return None


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        # ValueError: no TOML, no UTF-8, or a number that is too long for Python.
        raise ConfigError(f"cannot read the config file: {error}", where=str(path)) from None


def _table(path: Path) -> tuple[dict[str, Any], str]:
    """The settings in a file, and how its keys are named in messages."""
    table = _toml(path)
    if path.name == PROJECT_FILE:
        return dict(_section(table) or {}), f"{path.name}: tool.pincite."
    return table, f"{path.name}: "


def _section(project: Mapping[str, Any]) -> dict[str, Any] | None:
    """The table `[tool.pincite]` of a `pyproject.toml`, if it has one."""
    tools = project.get("tool")
    section = tools.get("pincite") if isinstance(tools, dict) else None
    return section if isinstance(section, dict) else None


def has_section(path: Path) -> bool:
    """Whether a `pyproject.toml` has settings for us; False for one that is not there or cannot be read."""
    try:
        return path.is_file() and _section(_toml(path)) is not None
    except ConfigError:
        return False


def _known(table: Mapping[str, Any], prefix: str) -> dict[str, tuple[str, Any]]:
    found = {}
    for key, raw in table.items():
        name = key.replace("-", "_")
        if name not in BY_NAME:
            raise ConfigError(f"unknown key {key!r}", where=f"{prefix}{key}", hint=_suggestion(name, BY_NAME))
        found[name] = (key, raw)
    return found


def _suggestion(name: str, known: Iterable[str]) -> str:
    close = nearest(name, known)
    if close is not None:
        return f"did you mean {close}?"
    return "`pincite check --help` lists the settings; a key is a flag without its dashes"


def _notes(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Variables that look like settings and are none: said once, since the shell is shared with others."""
    known = {setting.variable.lower(): setting.variable for setting in SETTINGS}
    known["pincite_config"] = "PINCITE_CONFIG"
    notes = []
    for name in sorted(environ):
        if name.startswith("PINCITE_") and name.lower() not in known:
            close = nearest(name.lower(), known)
            notes.append(f"{name} is no setting" + (f", did you mean {known[close]}?" if close else ""))
    return tuple(notes)


def _read(setting: Setting, raw: Any, origin: str, base: Path | None = None) -> Value:
    """One value as the program uses it; a path in a config file is relative to `base`, its folder."""
    value: Any
    match setting.kind:
        case "flag":
            value = _flag(raw, origin)
        case "number":
            value = _number(raw, origin)
        case "decimal":
            value = _decimal(raw, origin)
        case "choice":
            value = _choice(raw, setting, origin)
        case "codes":
            value = codes(_items(raw, ",", origin), origin)
        case "names":
            value = tuple(_items(raw, ",", origin))
        case "paths" | "reports":
            separator = "\n" if origin.startswith("--") else ","
            value = tuple(_located(item, base, origin) for item in _items(raw, separator, origin))
        case "path":
            value = _located(_path_of(raw, origin), base, origin)
        case "text":
            value = _text(raw, origin)
    return Value(value=value, origin=origin)


def _check_reports(reports: Value, output: str | None) -> None:
    """A report that cannot be written is told before the work begins.

    The run directory need not be there yet: it is made when the run starts.
    """
    origin = reports.origin
    for path in reports.value:
        if report_format(path) is None:
            raise ConfigError(
                f"the suffix of {path!r} names no report format",
                where=origin,
                hint=f"end the file's name in {', '.join((*SUFFIXES, *NAMES))}",
            )
        made = output is not None and Path(path).parent == Path(output)
        if not (made or Path(path).parent.is_dir()):
            raise ConfigError(
                f"there is no folder {str(Path(path).parent)!r}",
                where=origin,
                hint="make the folder first, or name a file in the folder of -o, which is made",
            )


def _located(item: str, base: Path | None, origin: str) -> str:
    """A path as it was given on the command line; one from a config file joined to that file's folder."""
    if "\0" in item:
        raise ConfigError(f"no path has a NUL in it: {item!r}", where=origin)
    return item if item == "-" or base is None or base == Path.cwd() else str(base / item)


def _items(raw: Any, separator: str, origin: str) -> list[str]:
    parts = raw if isinstance(raw, list | tuple) else [raw]
    return [item.strip() for part in parts for item in _text(part, origin).split(separator) if item.strip()]


def _text(raw: Any, origin: str) -> str:
    if not isinstance(raw, str):
        raise ConfigError(f"expected text, got {raw!r}", where=origin)
    return raw


def _path_of(raw: Any, origin: str) -> str:
    """A path that names something: an empty one (`-o "$UNSET"`) would be the working directory."""
    path = _text(raw, origin)
    if not path.strip():
        raise ConfigError("expected a path, got nothing", where=origin)
    return path


def _flag(raw: Any, origin: str) -> bool:
    if isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and raw.lower() in _TRUE | _FALSE:
        return raw.lower() in _TRUE
    raise ConfigError(f"expected true or false, got {raw!r}", where=origin)


def _number(raw: Any, origin: str) -> int:
    if isinstance(raw, str) and raw.strip().isdecimal():
        # Python itself refuses to read very long numbers.
        raw = int(raw) if len(raw) < 30 else LARGEST + 1
    if not isinstance(raw, int) or isinstance(raw, bool) or raw < 0:
        raise ConfigError(f"expected a whole number of 0 or more, got {raw!r}", where=origin)
    if raw > LARGEST:
        raise ConfigError("expected a smaller number", where=origin)
    return raw


def _decimal(raw: Any, origin: str) -> float:
    try:
        value = float(raw) if not isinstance(raw, bool) else math.nan
    except (TypeError, ValueError):
        value = math.nan
    if math.isfinite(value) and value >= 0:
        return value
    raise ConfigError(f"expected a number of 0 or more, got {raw!r}", where=origin)


def _choice(raw: Any, setting: Setting, origin: str) -> str:
    if raw in setting.choices:
        return str(raw)
    close = nearest(str(raw), setting.choices)
    hint = None if close is None else f"did you mean {close}?"
    raise ConfigError(f"expected one of {', '.join(setting.choices)}, got {raw!r}", where=origin, hint=hint)


def _suppressions(raw: Any, where: str) -> tuple[Suppression, ...]:
    if not isinstance(raw, list):
        raise ConfigError("expected an array of tables", where=where, hint="write [[suppress]]")
    found = []
    for place, one in enumerate(raw):
        here = f"{where}[{place}]"
        if not isinstance(one, dict):
            raise ConfigError("expected a table", where=here, hint="write [[suppress]]")
        for key in one:
            if key not in ("claim", "ignore", "reason"):
                hint = _suggestion(key, ("claim", "ignore", "reason"))
                raise ConfigError(f"unknown key {key!r}", where=here, hint=hint)
        claim, reason = one.get("claim"), one.get("reason")
        if not isinstance(claim, str) or not claim.strip():
            raise ConfigError("a suppression names its claim", where=f"{here}.claim")
        if not isinstance(reason, str) or not reason.strip():
            raise ConfigError("a suppression needs a reason", where=f"{here}.reason")
        ignore = codes(_items(one.get("ignore", []), ",", f"{here}.ignore"), f"{here}.ignore")
        if not ignore:
            raise ConfigError("a suppression names its codes", where=f"{here}.ignore")
        found.append(Suppression(claim=claim, ignore=ignore, reason=reason))
    return tuple(found)
