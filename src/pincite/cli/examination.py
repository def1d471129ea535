"""What `pincite doctor` looks at: each question is a function, and each answer a row.

A row that is `absent` is something that need not be there; only `failed` rows make the exit code 2. No row
holds a key, a password or a word of the user's texts.
"""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from importlib.metadata import PackageNotFoundError, entry_points, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit, urlunsplit

from msgspec import Struct, structs

from pincite.cli.config import FILE, PROJECT_FILE, Config, has_section
from pincite.cli.settings import SETTINGS
from pincite.errors import PinciteError
from pincite.judges.naming import GROUP, KNOWN
from pincite.version import __version__

State = Literal["ok", "absent", "failed"]


class Row(Struct, frozen=True, kw_only=True):
    """One thing that was looked at; `fix` is a command or an edit."""

    section: str
    name: str
    state: State = "ok"
    told: str = ""
    fix: str | None = None


class Origin(Struct, frozen=True, kw_only=True):
    """A setting, its value, and where that came from."""

    name: str
    value: Any
    origin: str


def failed(section: str, name: str, error: PinciteError) -> Row:
    """The row of something that could not be done."""
    where = f" ({error.where})" if error.where else ""
    return Row(section=section, name=name, state="failed", told=f"{error.message}{where}", fix=error.hint)


_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?[^;]*(?:;.*extra\s*==\s*['\"]([^'\"]+)['\"])?")
_DEVELOPMENT = frozenset({"dev"})


def versions() -> Iterator[Row]:
    """Pincite, Python, and the packages that every run needs."""
    yield Row(section="versions", name="pincite", told=f"{__version__}, in {Path(__file__).parents[1]}")
    yield Row(
        section="versions", name="python", told=f"{platform.python_version()} on {sys.platform}, {sys.prefix}"
    )
    for package in _required().get(None, ()):
        found = _version(package)
        if found is None:
            yield Row(
                section="versions",
                name=package,
                state="failed",
                told="not installed",
                fix=f"pip install {package}",
            )
        else:
            yield Row(section="versions", name=package, told=found)


def extras() -> Iterator[Row]:
    """Each extra, with what of it is missing."""
    for extra, packages in sorted((name, some) for name, some in _required().items() if name is not None):
        if extra in _DEVELOPMENT:
            continue
        missing = [package for package in packages if _version(package) is None]
        if missing:
            yield Row(
                section="extras",
                name=extra,
                state="absent",
                told=f"missing {', '.join(missing)}",
                fix=f"pip install 'pincite[{extra}]'",
            )
        else:
            told = ", ".join(f"{package} {_version(package)}" for package in packages)
            yield Row(section="extras", name=extra, told=told)


def _required() -> dict[str | None, list[str]]:
    """The packages that the installed distribution names, by extra (None: always)."""
    try:
        named = requires("pincite") or []
    except PackageNotFoundError:
        return {}
    found: dict[str | None, list[str]] = {}
    for one in named:
        match = _REQUIREMENT.match(one)
        if match is not None and match[1].lower() != "pincite":
            found.setdefault(match[2], []).append(match[1])
    return found


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


_NEEDS: dict[str, tuple[tuple[str, ...], str]] = {
    "local": (("pincite_local_model", "onnxruntime", "tokenizers", "numpy"), "local"),
    "nli": (("onnxruntime", "tokenizers", "numpy"), "nli"),
    "openai": (("openai",), "llm"),
    "anthropic": (("anthropic",), "llm"),
}
_KEYS = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}


def judges(environ: Mapping[str, str]) -> Iterator[Row]:
    """Each kind of judge: whether it can be used here, and how to get it."""
    for name in KNOWN:
        kind = name.rstrip(":")
        modules, extra = _NEEDS.get(kind, ((), ""))
        missing = [module for module in modules if find_spec(module) is None]
        key = _KEYS.get(kind)
        if missing:
            told, fix = f"missing {', '.join(missing)}", f"pip install 'pincite[{extra}]'"
        elif key is not None and not environ.get(key):
            told, fix = f"{key} is not set", f"set {key}"
        else:
            told = f"{key} is set" if key is not None else "ready"
            yield Row(section="judges", name=name, told=told)
            continue
        yield Row(section="judges", name=name, state="absent", told=told, fix=fix)
    for entry in sorted(entry_points(group=GROUP), key=lambda one: one.name):
        yield Row(section="judges", name=entry.name, told=f"from {entry.value}")


def model_files() -> Iterator[Row]:
    """The shipped model, when it is installed: whether each file is the one that was measured."""
    if find_spec("pincite_local_model") is None:
        return
    try:
        from pincite.judges.local.files import load_files

        model = load_files()
    except PinciteError as error:
        yield failed("model files", "local", error)
        return
    told = f"{model.manifest.name} {model.manifest.version}, digest {model.digest[:8]}, all files as measured"
    yield Row(section="model files", name="local", told=told)


def cache(config: Config) -> Iterator[Row]:
    """Where verdicts of endpoints are kept, and whether that file can be read."""
    if config["no_cache"]:
        yield Row(section="cache", name="verdicts", state="absent", told="switched off by no_cache")
        return
    from pincite.judges.cache import default_cache

    path = Path(config["cache"]) if config["cache"] else default_cache()
    if path.exists():
        try:
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as base:
                base.execute("PRAGMA schema_version").fetchone()
        except sqlite3.Error as error:
            yield Row(
                section="cache",
                name="verdicts",
                state="failed",
                told=f"{path} cannot be read: {error}",
                fix=f"move {path} away",
            )
            return
        yield Row(section="cache", name="verdicts", told=f"{path}, {path.stat().st_size:,} bytes")
        return
    above = next((one for one in path.absolute().parents if one.exists()), None)
    if above is not None and above.is_dir() and os.access(above, os.W_OK):
        yield Row(section="cache", name="verdicts", told=f"{path}, made when an endpoint is first asked")
    else:
        yield Row(
            section="cache",
            name="verdicts",
            state="absent",
            told=f"{path} cannot be made: {above} is not writable",
            fix="name a file with cache, or set no_cache",
        )


def config_files(config: Config) -> Iterator[Row]:
    """The config file that was read, and one beside it that was not."""
    if config.file is None:
        yield Row(
            section="config files",
            name=FILE,
            state="absent",
            told="none here or above: every setting has its default",
            fix="pincite init",
        )
        return
    yield Row(section="config files", name=config.file.name, told=str(config.file))
    beside = config.file.parent / PROJECT_FILE
    if config.file.name != PROJECT_FILE and has_section(beside):
        yield Row(
            section="config files",
            name=PROJECT_FILE,
            state="absent",
            told=f"its [tool.pincite] is not read: {config.file.name} wins",
            fix="keep the settings in one of the two",
        )


def named_files(config: Config) -> Iterator[Row]:
    """What the settings name, and the gate: whether it can be read."""
    for name in ("corpus", "cases", "bibliography"):
        for path in config[name]:
            if path == "-" or Path(path).is_file():
                yield Row(section="files", name=name, told=path)
            else:
                yield Row(
                    section="files",
                    name=name,
                    state="failed",
                    told=f"there is no file {path!r}",
                    fix=f"correct {config.values[name].origin}",
                )
    yield from _read("policy", lambda: _policy(config))
    if config.gate is not None:
        yield from _read("gate", lambda: _gate(config))
    if config["calibration"]:
        yield from _read("calibration", lambda: _card(config))


def _read(name: str, told: Callable[[], str]) -> Iterator[Row]:
    try:
        yield Row(section="files", name=name, told=told())
    except PinciteError as error:
        yield failed("files", name, error)


def _policy(config: Config) -> str:
    from pincite.claims.policy import load_policy

    policy = load_policy(config["policy"])
    return f"{config['policy'] or 'the one that ships'}, version {policy.version}, digest {policy.digest[:8]}"


def _gate(config: Config) -> str:
    from pincite.gate.policy import read_policy

    policy = read_policy(config.gate, where=config.gate_at)
    rules = f"{len(policy.rules)} rule{'' if len(policy.rules) == 1 else 's'}"
    return f"{config.gate_at}: {rules}{'' if policy.declared else ' that ship'}, digest {policy.digest}"


def _card(config: Config) -> str:
    from pincite.calibration.card import read_card

    read_card(config["calibration"])
    return str(config["calibration"])


def settings(config: Config) -> list[Origin]:
    """Every setting with its origin."""
    return [
        Origin(
            name=setting.name,
            value=_shown(config.values[setting.name].value),
            origin=config.values[setting.name].origin,
        )
        for setting in SETTINGS
    ]


def _shown(value: Any) -> Any:
    """A value without what may be secret in it: an address may have a password or a key."""
    if not isinstance(value, str) or "://" not in value:
        return value
    try:
        parts = urlsplit(value)
    except ValueError:
        return "an address that cannot be read"
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def variables(config: Config) -> Iterator[Row]:
    """Variables that look like settings and are none."""
    for note in config.notes:
        yield Row(section="config files", name="environment", state="absent", told=note)


def trial(config: Config) -> Iterator[Row]:
    """Ask the judge about a built-in pair. An endpoint gets one call, and more only if that fails."""
    from pincite.cli.evaluation import judge_options
    from pincite.judges.naming import named_judge
    from pincite.model import Chunk, Passage, Question

    name = config["judge"]
    text = "A loan runs for 21 days. It can be renewed twice."
    question = Question(
        question_id="trial",
        claim="A loan runs for 21 days.",
        passages=(
            Passage(chunk=Chunk(document_id="loans", chunk_id="1", text=text), start=0, end=len(text)),
        ),
    )
    try:
        # A stored verdict would say nothing of the endpoint.
        judge = named_judge(name, structs.replace(judge_options(config), cache=None))
        (verdict,) = judge.judge_batch([question])
    except PinciteError as error:
        if error.where == "offline":
            yield Row(section="trial", name=name, state="absent", told="offline: it was not asked")
        else:
            yield failed("trial", name, error)
        return
    said = verdict.label or f"{verdict.status} ({verdict.reason or 'no reason given'})"
    if verdict.status == "judged" and verdict.label == "full":
        digest = judge.identity.digest[:8]
        yield Row(section="trial", name=name, told=f"says {said} to a pair that is; {digest}")
    else:
        yield Row(
            section="trial",
            name=name,
            state="failed",
            told=f"says {said} to a pair that is full{f': {verdict.rationale}' if verdict.rationale else ''}",
            fix="check the key, the address and the model, or choose another judge",
        )
