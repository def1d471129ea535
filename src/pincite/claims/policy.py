"""The policy: which kinds of claim need a citation, how severe a claim is, what a label earns.

A policy is a TOML file with a version. The one that ships with the package is complete; a user's file needs
only the keys that differ.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, cast, get_args

from msgspec import Struct, structs

from pincite.errors import ConfigError
from pincite.model.claim import Kind, Severity
from pincite.model.credit import DEFAULT_CREDIT, CreditPolicy, read_credit
from pincite.model.document import DocumentStatus

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
LEVELS: Final[tuple[Severity, ...]] = get_args(Severity)
_STATUSES: Final[tuple[str, ...]] = get_args(DocumentStatus)


class KindRule(Struct, frozen=True, kw_only=True):
    """Whether claims of one kind can be checked, and whether they need a citation."""

    verifiable: bool
    citation_required: bool


class SeverityRule(Struct, frozen=True, kw_only=True):
    """Claims of this kind, or that match this pattern (both, where both are given), have this severity."""

    level: Severity
    kind: Kind | None = None
    pattern: str | None = None


class Policy(Struct, frozen=True, kw_only=True, dict=True):
    """Everything that a team decides about claims; frozen, with a digest for the signature."""

    version: str
    kinds: dict[Kind, KindRule]
    severity: tuple[SeverityRule, ...] = ()
    prompt_context_required: bool = True
    credit: CreditPolicy = DEFAULT_CREDIT
    invalid_statuses: tuple[str, ...] = ()
    accepted_authorities: tuple[str, ...] = ()
    rejected_authorities: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the content in canonical form; the signature shows the first eight characters."""
        content = json.dumps(_plain(self), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(content.encode("utf-8")).hexdigest()

    @cached_property
    def _compiled(self) -> tuple[tuple[SeverityRule, re.Pattern[str] | None], ...]:
        return tuple(
            (rule, re.compile(rule.pattern, re.IGNORECASE) if rule.pattern is not None else None)
            for rule in self.severity
        )

    def severity_of(self, kind: Kind, text: str) -> Severity | None:
        """The severity that the first fitting rule gives, or None when no rule fits."""
        for rule, pattern in self._compiled:
            if (rule.kind is None or rule.kind == kind) and (pattern is None or pattern.search(text)):
                return rule.level
        return None

    def source_is_valid(self, *, status: str | None, authority: str | None) -> bool:
        """Whether a source of this status and authority may be cited. Unknown ones may."""
        if status is not None and status in self.invalid_statuses:
            return False
        if authority is None:
            return True
        if authority in self.rejected_authorities:
            return False
        return not self.accepted_authorities or authority in self.accepted_authorities


def _plain(value: Any) -> Any:
    if isinstance(value, Struct):
        return {name: _plain(item) for name, item in structs.asdict(value).items()}
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


@lru_cache(maxsize=1)
def default_policy() -> Policy:
    """The policy that ships with the package."""
    source = files("pincite.claims").joinpath("policy.toml").read_text(encoding="utf-8")
    return parse_policy(source, where="policy.toml", base=None)


def load_policy(path: str | Path | None = None) -> Policy:
    """The policy in a user's file, on top of the default one; the default itself without a path.

    Raises ConfigError when the file cannot be read, is no TOML, or holds an unknown key or value.
    """
    if path is None:
        return default_policy()
    try:
        source = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read the policy: {error}", where=str(path)) from error
    return parse_policy(source, where=str(path), base=default_policy())


def parse_policy(source: str, *, where: str = "policy", base: Policy | None) -> Policy:
    """Read a policy from TOML text; keys that are left out come from `base`.

    Raises ConfigError, with the key and a close known one, for anything that is not understood.
    """
    try:
        table = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"the policy is not TOML: {error}", where=where) from error
    reader = _Reader(where)
    reader.known(table, "", ("version", "kinds", "severity", "citations", "credit", "sources"))
    citations = reader.table(table, "citations", ("prompt_context_required",))
    sources = reader.table(
        table, "sources", ("invalid_statuses", "accepted_authorities", "rejected_authorities")
    )
    reader.table(table, "credit", ("full", "partial", "none", "contradiction", *LEVELS))
    kinds = dict(base.kinds) if base is not None else {}
    kinds.update(_kinds(reader, reader.table(table, "kinds", KINDS)))
    missing = [kind for kind in KINDS if kind not in kinds]
    if missing:
        raise ConfigError(f"the policy says nothing about {', '.join(missing)}", where=f"{where}: kinds")
    start = base if base is not None else Policy(version="0", kinds=kinds)
    return Policy(
        version=reader.text(table, "version", start.version),
        kinds=kinds,
        severity=_severity(reader, table["severity"]) if "severity" in table else start.severity,
        prompt_context_required=reader.flag(
            citations, "citations.", "prompt_context_required", start.prompt_context_required
        ),
        credit=read_credit(table["credit"], where=f"{where}: credit") if "credit" in table else start.credit,
        invalid_statuses=reader.words(sources, "invalid_statuses", start.invalid_statuses, _STATUSES),
        accepted_authorities=reader.words(sources, "accepted_authorities", start.accepted_authorities),
        rejected_authorities=reader.words(sources, "rejected_authorities", start.rejected_authorities),
    )


def _kinds(reader: _Reader, table: Mapping[str, Any]) -> dict[Kind, KindRule]:
    found: dict[Kind, KindRule] = {}
    for kind in table:
        rule = reader.table(table, kind, ("verifiable", "citation_required"), "kinds.")
        verifiable = reader.flag(rule, f"kinds.{kind}.", "verifiable", True)
        required = reader.flag(rule, f"kinds.{kind}.", "citation_required", verifiable)
        if required and not verifiable:
            raise reader.wrong(f"kinds.{kind}", "a claim that cannot be checked cannot need a citation", rule)
        found[cast(Kind, kind)] = KindRule(verifiable=verifiable, citation_required=required)
    return found


def _severity(reader: _Reader, rules: Any) -> tuple[SeverityRule, ...]:
    if not isinstance(rules, list):
        raise reader.wrong("severity", "expected [[severity]] tables", rules)
    found = []
    for index, rule in enumerate(rules):
        key = f"severity[{index}]"
        if not isinstance(rule, dict):
            raise reader.wrong(key, "expected a table", rule)
        reader.known(rule, f"{key}.", ("level", "kind", "pattern"))
        level = reader.choice(rule.get("level"), f"{key}.level", LEVELS)
        kind = reader.choice(rule["kind"], f"{key}.kind", KINDS) if "kind" in rule else None
        pattern = rule.get("pattern")
        if pattern is not None:
            reader.pattern(pattern, f"{key}.pattern")
        if kind is None and pattern is None:
            raise reader.wrong(key, "a severity rule needs a kind or a pattern", rule)
        found.append(
            SeverityRule(level=cast(Severity, level), kind=cast("Kind | None", kind), pattern=pattern)
        )
    return tuple(found)


class _Reader:
    """Reads values out of a parsed policy; every complaint names the file and the key."""

    def __init__(self, where: str) -> None:
        self.where = where

    def wrong(self, key: str, expected: str, got: Any, hint: str | None = None) -> ConfigError:
        return ConfigError(f"{expected}, not {got!r}", where=f"{self.where}: {key}", hint=hint)

    def known(self, table: Mapping[str, Any], prefix: str, names: tuple[str, ...]) -> None:
        for key in table:
            if key not in names:
                raise ConfigError(
                    f"unknown key {key!r} in the policy",
                    where=f"{self.where}: {prefix}{key}",
                    hint=_close(key, names),
                )

    def table(
        self, table: Mapping[str, Any], key: str, names: tuple[str, ...], prefix: str = ""
    ) -> Mapping[str, Any]:
        value = table.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(prefix + key, "expected a table", value)
        self.known(value, f"{prefix}{key}.", names)
        return value

    def choice(self, value: Any, key: str, names: tuple[str, ...]) -> str:
        if isinstance(value, str) and value in names:
            return value
        hint = _close(value, names) if isinstance(value, str) else None
        raise self.wrong(key, f"expected one of {', '.join(names)}", value, hint)

    def pattern(self, value: Any, key: str) -> None:
        try:
            re.compile(value)
        except (re.error, TypeError) as error:
            raise self.wrong(key, f"expected a regular expression ({error})", value) from error

    def flag(self, table: Mapping[str, Any], prefix: str, key: str, default: bool) -> bool:
        return bool(self._typed(table, prefix + key, key, default, _is_flag, "true or false"))

    def text(self, table: Mapping[str, Any], key: str, default: str) -> str:
        return str(self._typed(table, key, key, default, _is_text, "a text"))

    def words(
        self, table: Mapping[str, Any], key: str, default: tuple[str, ...], names: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        value = table.get(key, list(default))
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(f"sources.{key}", "expected a list of texts", value)
        for item in value if names else ():
            self.choice(item, f"sources.{key}", names)
        return tuple(value)

    def _typed(
        self,
        table: Mapping[str, Any],
        where: str,
        key: str,
        default: Any,
        accepts: Callable[[Any], bool],
        expected: str,
    ) -> Any:
        if key not in table:
            return default
        if not accepts(table[key]):
            raise self.wrong(where, f"expected {expected}", table[key])
        return table[key]


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _close(key: str, names: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(key, names, n=1, cutoff=0.6)
    return f"did you mean {close[0]!r}?" if close else f"known are {', '.join(names)}"
