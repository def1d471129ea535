"""The credit policy: what a label is worth in `support_score`.

A claim earns the credit of its label once, however many citations it has; every contradicting citation
costs the penalty. So citing more sources cannot raise the score, and citing a misleading one lowers it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Any, get_args

from msgspec import Struct, field

from pincite.errors import ConfigError
from pincite.model.claim import Severity

# Credits have at most six decimals: they are read as whole millionths.
UNITS = 1_000_000

_KEYS = ("full", "partial", "none", "contradiction")
_SEVERITIES: tuple[Severity, ...] = get_args(Severity)


class Credit(Struct, frozen=True, kw_only=True):
    """Credits of the labels, in steps of the policy.

    `contradiction` is the penalty of one contradicting citation.
    """

    full: int = 1
    partial: int = 0
    none: int = 0
    contradiction: int = -1


class CreditPolicy(Struct, frozen=True, kw_only=True):
    """One credit table for all claims, and others for some severities.

    Credits are whole multiples of a `step` of so many millionths. Sums over answers are then exact, in
    whatever order they are added, and their squares stay short.
    """

    default: Credit = Credit()
    by_severity: dict[Severity, Credit] = field(default_factory=dict)
    step: int = UNITS

    def of(self, severity: Severity) -> Credit:
        return self.by_severity.get(severity, self.default)

    @property
    def range(self) -> tuple[float, float]:
        """The least and most that a claim with at most one contradicting citation can earn."""
        tables = (self.default, *self.by_severity.values())
        least = min(min(table.none, table.contradiction) for table in tables)
        return (least * self.step / UNITS, max(table.full for table in tables) * self.step / UNITS)

    def __str__(self) -> str:
        """One line to print beside the score."""
        lines = [self._line(self.default)]
        lines += [
            f"{name}: {self._line(self.by_severity[name])}"
            for name in _SEVERITIES
            if name in self.by_severity
        ]
        return "; ".join(lines)

    @classmethod
    def parse(cls, line: str) -> CreditPolicy:
        """Read back what `str` wrote (six significant digits of each credit).

        Raises ConfigError when the line is none of these.
        """
        table: dict[str, Any] = {}
        for part in line.split("; "):
            head, colon, rest = part.rpartition(": ")
            own = table.setdefault(head, {}) if colon else table
            for pair in rest.split(", "):
                key, _, value = pair.partition(" ")
                try:
                    own[key] = float(value)
                except ValueError:
                    raise ConfigError(f"not a line of credits: {line!r}") from None
        return read_credit(table)

    def _line(self, table: Credit) -> str:
        return ", ".join(f"{key} {getattr(table, key) * self.step / UNITS:g}" for key in _KEYS)


DEFAULT_CREDIT = CreditPolicy()


def read_credit(table: Mapping[str, Any], *, where: str = "credit") -> CreditPolicy:
    """The policy that a configuration table declares.

    `{full = 1, partial = 0.5, critical = {partial = 0}}`: labels at the top level hold for all claims, a
    table under a severity overrides them for its claims; what is not named keeps its default. Raises
    ConfigError for an unknown key, a value that is no number, more than six decimals, or an order that
    would reward a worse label.
    """
    labels = {key: value for key, value in table.items() if key not in _SEVERITIES}
    default = _millionths(labels, {"full": UNITS, "partial": 0, "none": 0, "contradiction": -UNITS}, where)
    by_severity: dict[Severity, dict[str, int]] = {}
    for severity in _SEVERITIES:
        if severity in table:
            override = table[severity]
            if not isinstance(override, Mapping):
                raise ConfigError(
                    f"expected a table of credits, got {override!r}", where=f"{where}.{severity}"
                )
            by_severity[severity] = _millionths(override, default, f"{where}.{severity}")
    step = gcd(*default.values(), *(value for credits in by_severity.values() for value in credits.values()))

    def stepped(credits: dict[str, int]) -> Credit:
        return Credit(**{key: value // max(step, 1) for key, value in credits.items()})

    return CreditPolicy(
        default=stepped(default),
        by_severity={severity: stepped(credits) for severity, credits in by_severity.items()},
        step=max(step, 1),
    )


def _millionths(values: Mapping[str, Any], base: Mapping[str, int], where: str) -> dict[str, int]:
    credits = dict(base)
    for key, value in values.items():
        if key not in credits:
            raise ConfigError(
                f"unknown credit {key!r}",
                where=f"{where}.{key}",
                hint=f"credits are {', '.join(_KEYS)}, or a table under {', '.join(_SEVERITIES)}",
            )
        credits[key] = _number(value, f"{where}.{key}")
    ordered = credits["none"] <= credits["partial"] <= credits["full"]
    if not ordered or not credits["contradiction"] <= 0 <= credits["full"]:
        raise ConfigError(
            "these credits would reward a worse label",
            where=where,
            hint="keep none <= partial <= full, full at least 0 and contradiction at most 0",
        )
    return credits


def _number(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 1000:
        raise ConfigError(f"expected a number between -1000 and 1000, got {value!r}", where=where)
    if round(value, 6) != value:
        raise ConfigError(f"a credit has at most six decimals, got {value!r}", where=where)
    return round(value * UNITS)
