"""One rule of a gate, read from its table in the config file.

Whatever is not understood is refused: an unknown key, a limit on the side on which a measure cannot be bad,
a share written in percent. A rule that quietly does nothing is a gate that quietly stays open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, cast, get_args

from msgspec import Struct

from pincite.codes import CATALOGUE, SEVERITIES, FindingSeverity
from pincite.errors import ConfigError
from pincite.gate.measure import MEASURES, Measure, measure_named, names
from pincite.io.suggestions import nearest
from pincite.model.claim import Severity

Limit = Literal["min", "max", "max_drop", "max_rise"]
# point: the value. bound: the value if all that is open were decided one way or the other.
# lower-bound, upper-bound: the ends of the confidence interval.
Use = Literal["point", "bound", "lower-bound", "upper-bound"]
OnUndecided = Literal["error", "fail", "pass"]

LIMITS: tuple[Limit, ...] = get_args(Limit)
USES: tuple[Use, ...] = get_args(Use)
ON_UNDECIDED: tuple[OnUndecided, ...] = get_args(OnUndecided)
CRITICALITIES: tuple[Severity, ...] = get_args(Severity)
EVERY_SLICE = "*"
LARGEST = 10**18
"""Beyond this, JSON readers no longer agree on whole numbers."""

_KEYS = (
    *LIMITS,
    "use",
    "slice",
    "criticality",
    "codes",
    "severity",
    "min_claims",
    "max_unjudged_rate",
    "on_undecided",
    "baseline",
)
_SIGNS = {"min": ">=", "max": "<=", "max_drop": "drops by <=", "max_rise": "rises by <="}


class Rule(Struct, frozen=True, kw_only=True):
    """One limit on one measure in one scope.

    `slice` is a slice's name, `*` for each slice on its own, or None for the whole run. `min_claims` and
    `max_unjudged_rate` None are the gate's own (`min_claims` then holds for the run only).
    """

    measure: Measure
    limit: Limit
    bound: float | int
    use: Use = "point"
    slice: str | None = None
    criticality: Severity | None = None
    severity: FindingSeverity | None = None
    min_claims: int | None = None
    max_unjudged_rate: float | None = None
    on_undecided: OnUndecided | None = None
    baseline: str | None = None

    @property
    def codes(self) -> tuple[str, ...]:
        return self.measure.codes

    @property
    def against_baseline(self) -> bool:
        return self.limit in ("max_drop", "max_rise") or self.measure.source == "new_findings"

    @property
    def name(self) -> str:
        """The rule in one line, without its values."""
        entry = CATALOGUE.get(self.measure.name)
        parts = [self.measure.name, entry.name] if entry is not None else [self.measure.name]
        if self.codes not in ((), ("PC",), (self.measure.name,)):
            parts.append(f"({', '.join(self.codes)})")
        if self.severity is not None:
            parts.append(f"of severity {self.severity}")
        if self.slice is not None:
            parts.append(f"in slice {self.slice!r}")
        if self.criticality is not None:
            parts.append(f"on {self.criticality} claims")
        return " ".join((*parts, _SIGNS[self.limit], f"{self.bound:g}"))


def read_rules(name: str, raw: Any, where: str) -> Iterator[Rule]:
    """The rules that one key of the gate declares: a table, or an array of tables.

    Raises ConfigError for a name that is no measure, and for everything that `read` refuses.
    """
    measure = measure_named(name)
    if measure is None:
        raise ConfigError(f"unknown key {name!r} in the gate", where=where, hint=_meant(name))
    tables = raw if isinstance(raw, list) else [raw]
    if not tables:
        raise ConfigError("a rule that says nothing", where=where, hint=_example(name, measure))
    for place, table in enumerate(tables):
        here = where if len(tables) == 1 else f"{where}[{place}]"
        if not isinstance(table, Mapping):
            raise ConfigError(f"expected a table, got {table!r}", where=here, hint=_example(name, measure))
        yield from _read(measure, {key.replace("-", "_"): value for key, value in table.items()}, here)


def _read(measure: Measure, table: Mapping[str, Any], where: str) -> Iterator[Rule]:
    for key in table:
        if key not in _KEYS:
            close = nearest(key, _KEYS)
            hint = f"did you mean {close}?" if close else f"a rule has {', '.join(_KEYS)}"
            raise ConfigError(f"unknown key {key!r}", where=f"{where}.{key}", hint=hint)
    limits = [limit for limit in LIMITS if limit in table]
    if not limits:
        raise ConfigError("a rule without a limit", where=where, hint=_example(measure.name, measure))
    counted = _counted(measure, table, where)
    criticalities = _scopes(table, "criticality", where)
    slices = _scopes(table, "slice", where)
    _check_scope(measure, slices, criticalities, where)
    for limit in limits:
        for slice_name in slices:
            for criticality in criticalities:
                yield Rule(
                    measure=counted,
                    limit=limit,
                    bound=_bound(measure, limit, table[limit], f"{where}.{limit}"),
                    use=_use(measure, limit, table, where),
                    slice=slice_name,
                    criticality=cast("Severity | None", criticality),
                    severity=_severity(measure, table, where),
                    min_claims=whole(table, "min_claims", where),
                    max_unjudged_rate=share(table, "max_unjudged_rate", where),
                    on_undecided=one_of(table, "on_undecided", ON_UNDECIDED, where),
                    baseline=_baseline(table, where),
                )


def _counted(measure: Measure, table: Mapping[str, Any], where: str) -> Measure:
    """The measure with the codes that the rule names."""
    if "codes" not in table:
        return measure
    here = f"{where}.codes"
    if measure.name not in ("findings", "new_findings"):
        raise ConfigError(
            f"{measure.name} counts no findings of a choice",
            where=here,
            hint="write findings = { codes = [...] }",
        )
    raw = table["codes"]
    given = [raw] if isinstance(raw, str) else raw
    if not isinstance(given, list) or not given:
        raise ConfigError(f"expected a list of codes, got {raw!r}", where=here)
    codes: list[str] = []
    for name in given:
        found = measure_named(name) if isinstance(name, str) and name not in MEASURES else None
        if found is None:
            hint = _meant(str(name))
            raise ConfigError(f"no finding code starts with {name!r}", where=here, hint=hint)
        codes += found.codes
    return Measure(name=measure.name, source=measure.source, codes=tuple(sorted(set(codes))))


def _scopes(table: Mapping[str, Any], key: str, where: str) -> list[str | None]:
    if key not in table:
        return [None]
    here = f"{where}.{key}"
    raw = table[key]
    given = raw if isinstance(raw, list) else [raw]
    if not given or not all(isinstance(one, str) and one.strip() for one in given):
        raise ConfigError(f"expected a name or a list of names, got {raw!r}", where=here)
    if key == "criticality":
        for one in given:
            if one not in CRITICALITIES:
                raise ConfigError(
                    f"there is no criticality {one!r}",
                    where=here,
                    hint=_closest(one, CRITICALITIES),
                )
    return list(dict.fromkeys(given))


def _check_scope(
    measure: Measure, slices: list[str | None], criticalities: list[str | None], where: str
) -> None:
    sliced, graded = slices != [None], criticalities != [None]
    if sliced and graded:
        raise ConfigError(
            "a rule is about a slice or about a criticality, not both", where=where, hint="write two rules"
        )
    if graded and not measure.by_claim:
        raise ConfigError(
            f"{measure.name} has no value by criticality: it does not count claims",
            where=f"{where}.criticality",
            hint="leave criticality out, or give the rule to a slice",
        )
    if sliced and not measure.by_slice:
        raise ConfigError(f"{measure.name} has no value by slice", where=f"{where}.slice")


def _bound(measure: Measure, limit: Limit, raw: Any, where: str) -> float | int:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not abs(raw) <= LARGEST:
        raise ConfigError(f"expected a number, got {_number(raw)}", where=where)
    wrong = {"higher": ("max", "max_rise"), "lower": ("min", "max_drop"), "neither": ()}[measure.better]
    if limit in wrong:
        other = {"max": "min", "min": "max", "max_rise": "max_drop", "max_drop": "max_rise"}[limit]
        raise ConfigError(
            f"{measure.name} is better {measure.better}: a {limit} would let the bad ones pass",
            where=where,
            hint=f"did you mean {other}?",
        )
    if measure.form == "proportion" and not 0 <= raw <= 1:
        hint = f"write {raw / 100:g} for {raw:g} %" if 1 < raw <= 100 else None
        raise ConfigError(f"{measure.name} is a share between 0 and 1, got {raw!r}", where=where, hint=hint)
    if measure.form != "mean" and raw < 0:
        raise ConfigError(f"expected 0 or more, got {raw!r}", where=where)
    if limit in ("max_drop", "max_rise") and measure.source in ("findings", "new_findings"):
        raise ConfigError(
            f"{measure.name} is compared with a baseline by new_findings",
            where=where,
            hint="write new_findings = { max = 0, codes = [...] }",
        )
    return raw


def _use(measure: Measure, limit: Limit, table: Mapping[str, Any], where: str) -> Use:
    """What is compared: by default the worst case where there is one, else the value."""
    here = f"{where}.use"
    if "use" not in table:
        return "bound" if measure.source == "metric" else "point"
    raw = table["use"]
    plain = raw.replace("_", "-") if isinstance(raw, str) else raw
    if plain not in USES:
        raise ConfigError(
            f"expected one of {', '.join(USES)}, got {raw!r}", where=here, hint=_closest(raw, USES)
        )
    use = cast("Use", plain)
    if use == "bound" and measure.source != "metric":
        raise ConfigError(f"{measure.name} has no bounds", where=here, hint='write use = "point"')
    if use in ("lower-bound", "upper-bound"):
        if measure.source != "metric" or measure.form == "count":
            raise ConfigError(f"{measure.name} is a count: it has no interval", where=here)
        if limit in ("max_drop", "max_rise"):
            raise ConfigError(
                "the interval of one run is not that of a difference",
                where=here,
                hint='write use = "point" or "bound"; `pincite compare` tests the paired difference',
            )
        if (limit == "min") != (use == "lower-bound"):
            other = "lower-bound" if limit == "min" else "upper-bound"
            raise ConfigError(
                f"the {use} is the good end for a {limit}", where=here, hint=f"did you mean {other}?"
            )
    return use


def _severity(measure: Measure, table: Mapping[str, Any], where: str) -> FindingSeverity | None:
    if "severity" in table and measure.source not in ("findings", "new_findings"):
        raise ConfigError(
            f"{measure.name} counts no findings",
            where=f"{where}.severity",
            hint="did you mean criticality (of the claims)?",
        )
    given: FindingSeverity | None = one_of(table, "severity", SEVERITIES, where)
    return given


def _baseline(table: Mapping[str, Any], where: str) -> str | None:
    raw = table.get("baseline")
    if raw is not None and (not isinstance(raw, str) or not raw.strip() or "\0" in raw):
        raise ConfigError(f"expected a run directory, got {raw!r}", where=f"{where}.baseline")
    return raw


def whole(table: Mapping[str, Any], key: str, where: str) -> int | None:
    """A whole number of 0 or more under `key`, None where there is none."""
    raw = table.get(key)
    if raw is not None and (isinstance(raw, bool) or not isinstance(raw, int) or not 0 <= raw <= LARGEST):
        raise ConfigError(f"expected a whole number of 0 or more, got {_number(raw)}", where=f"{where}.{key}")
    return raw


def _number(raw: Any) -> str:
    """What came instead of a number; one that no count ever reaches is not written out."""
    big = isinstance(raw, int) and abs(raw) > LARGEST
    return f"one beyond {LARGEST:g}" if big else repr(raw)


def share(table: Mapping[str, Any], key: str, where: str) -> float | None:
    """A share between 0 and 1 under `key`, None where there is none."""
    raw = table.get(key)
    if raw is not None and (isinstance(raw, bool) or not isinstance(raw, int | float) or not 0 <= raw <= 1):
        raise ConfigError(f"expected a share between 0 and 1, got {raw!r}", where=f"{where}.{key}")
    return raw


def one_of(table: Mapping[str, Any], key: str, allowed: tuple[Any, ...], where: str) -> Any:
    """One of the allowed words under `key`, None where there is none."""
    raw = table.get(key)
    if raw is not None and raw not in allowed:
        raise ConfigError(
            f"expected one of {', '.join(allowed)}, got {raw!r}",
            where=f"{where}.{key}",
            hint=_closest(raw, allowed),
        )
    return raw


def _closest(raw: Any, allowed: tuple[str, ...]) -> str:
    close = nearest(raw, allowed) if isinstance(raw, str) else None
    return f"did you mean {close}?" if close else f"it is one of {', '.join(allowed)}"


def _meant(name: str) -> str:
    close = closest_name(name, names())
    if close is None:
        return "`pincite gate --help` says what a rule can be about; metrics are in docs/reference/metrics.md"
    entry = CATALOGUE.get(close)
    return f"did you mean {close}{f' ({entry.name})' if entry else ''}?"


def closest_name(name: str, known: tuple[str, ...]) -> str | None:
    """The known name that is meant: close in spelling, or the only one that has `name` in it."""
    plain = name.replace("-", "_").lower()
    lower = {one.lower(): one for one in reversed(known)}
    close = nearest(plain, lower)
    if close is None and len(plain) >= 4:
        close = next((one.lower() for one in known if plain in one.lower()), None)
    return None if close is None else lower[close]


def _example(name: str, measure: Measure) -> str:
    limit = "min = 0.9" if measure.better == "higher" and measure.form != "count" else "max = 0"
    if measure.better == "higher" and measure.form == "count":
        limit = "min = 1"
    return f"write {name} = {{ {limit} }}"
