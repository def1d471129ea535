"""The policy of a gate: its rules, what holds for the run as a whole, and where severe claims go.

It is a table of the config file: `[gate]` in `pincite.toml`, `[tool.pincite.gate]` in `pyproject.toml`. Every
key that is no setting below is a rule.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from pincite.errors import ConfigError
from pincite.gate.measure import measure_named
from pincite.gate.routing import Routing, read_routing
from pincite.gate.rule import (
    ON_UNDECIDED,
    OnUndecided,
    Rule,
    closest_name,
    one_of,
    read_rules,
    share,
    whole,
)

SETTINGS = ("min_claims", "max_unjudged_rate", "on_undecided", "on_rebaseline", "severe")
MAX_UNJUDGED_RATE = 0.05
MIN_CLAIMS = 1


class GatePolicy(Struct, frozen=True, kw_only=True):
    """What a run has to keep to. `rules` are in one order whatever theirs in the file was.

    `declared` is False when the rules are those that ship. `on_undecided` and `on_rebaseline` say what an
    open question counts as: "error" (exit code 3), "fail", or "pass".
    """

    rules: tuple[Rule, ...]
    declared: bool = True
    min_claims: int = MIN_CLAIMS
    max_unjudged_rate: float = MAX_UNJUDGED_RATE
    on_undecided: OnUndecided = "error"
    on_rebaseline: OnUndecided = "error"
    severe: Routing = Routing()

    @property
    def digest(self) -> str:
        """The first eight hex digits of the SHA-256 of the policy in canonical form."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:8]

    @property
    def baselines(self) -> tuple[str | None, ...]:
        """The baselines that rules need, None for the one that the command names."""
        return tuple(dict.fromkeys(rule.baseline for rule in self.rules if rule.against_baseline))


def read_policy(table: Mapping[str, Any] | None, *, where: str = "gate") -> GatePolicy:
    """The policy that a table declares; without a table, or with one that has no rule, the rules that ship.

    `where` names the table in messages. Raises ConfigError, with a suggestion, for an unknown key, a name
    that is no measure, and a value that cannot be meant.
    """
    given: dict[str, Any] = {}
    for key, raw in (table or {}).items():
        name = key if measure_named(key) is not None else key.replace("-", "_")
        if name in given:
            raise ConfigError(f"{name!r} is given twice", where=f"{where}.{key}")
        given[name] = raw
    settings = {name: given.pop(name) for name in SETTINGS if name in given}
    for name in given:
        close = closest_name(name, SETTINGS) if measure_named(name) is None else None
        if close is not None:
            raise ConfigError(
                f"unknown key {name!r} in the gate", where=f"{where}.{name}", hint=f"did you mean {close}?"
            )
    rules = _rules(given, where) if given else _rules(_shipped(), "default.toml")
    least = whole(settings, "min_claims", where)
    unjudged = share(settings, "max_unjudged_rate", where)
    return GatePolicy(
        rules=rules,
        declared=bool(given),
        min_claims=MIN_CLAIMS if least is None else max(least, MIN_CLAIMS),
        max_unjudged_rate=MAX_UNJUDGED_RATE if unjudged is None else unjudged,
        on_undecided=one_of(settings, "on_undecided", ON_UNDECIDED, where) or "error",
        on_rebaseline=one_of(settings, "on_rebaseline", ON_UNDECIDED, where) or "error",
        severe=read_routing(settings.get("severe", {}), f"{where}.severe"),
    )


def _rules(tables: Mapping[str, Any], where: str) -> tuple[Rule, ...]:
    found = [rule for name, raw in tables.items() for rule in read_rules(name, raw, f"{where}.{name}")]
    return tuple(sorted(set(found), key=lambda rule: (rule.name, msgspec.json.encode(rule))))


def _shipped() -> dict[str, Any]:
    return tomllib.loads(files("pincite.gate").joinpath("default.toml").read_text(encoding="utf-8"))
