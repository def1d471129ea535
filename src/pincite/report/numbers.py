"""Metrics as people read them: a value, its interval, what it was counted on, and how much was decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from pincite.metrics.definitions import BY_NAME, HEADLINE, METRICS, Form
from pincite.metrics.families.catalogue import FAMILIES
from pincite.model.summary import Metric, Summary

LOW_COVERAGE = 0.95
SMALL = "small_sample"
SMALL_NOTE = "small sample: fewer than 30 answers, so read the intervals before the values"

_TITLES = {
    "citation_precision": "precision",
    "citation_completeness": "completeness",
    "invalid_citation_rate": "invalid references",
}


class Row(Struct, frozen=True, kw_only=True):
    """One metric in words, ready for a table."""

    name: str
    title: str
    value: str
    interval: str
    n: str
    coverage: str
    notes: str
    small: bool


def first_screen(summary: Summary) -> tuple[Row, ...]:
    """Precision, completeness, contradictions, invalid references."""
    return rows_of({name: summary.metrics[name] for name in HEADLINE if name in summary.metrics})


def all_rows(summary: Summary) -> tuple[Row, ...]:
    """Every metric of the run: the first four, then the others in the order of their definitions."""
    names = dict.fromkeys([*HEADLINE, *(entry.name for entry in METRICS), *summary.metrics])
    return rows_of({name: summary.metrics[name] for name in names if name in summary.metrics})


def rows_of(metrics: Mapping[str, Metric]) -> tuple[Row, ...]:
    """The rows of a table. Only where some rows are small samples and others are not, each says so itself."""
    small = [SMALL in metric.flags for metric in metrics.values()]
    mixed = any(small) and not all(small)
    return tuple(_row(name, metric, mixed) for name, metric in metrics.items())


def family_lines(summary: Summary) -> tuple[tuple[str, str], ...]:
    """One line for each published family that was asked for: its name, and its numbers with their n."""
    lines = []
    for name, family in summary.families.items():
        scales = {number.name: number.scale for number in FAMILIES[name].numbers} if name in FAMILIES else {}
        parts = []
        for number, metric in family["metrics"].items():
            value = "no data" if metric["value"] is None else percent(metric["value"] / scales.get(number, 1))
            parts.append(f"{number} {value} (n={metric['denominator']:,})")
        lines.append((name, ", ".join(parts)))
    return tuple(lines)


def all_small(rows: Sequence[Row]) -> bool:
    """Whether one note under the table says it for all rows."""
    return bool(rows) and all(row.small for row in rows)


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def amount(number: float) -> str:
    """A count without decimals, anything else with two."""
    return f"{number:,.0f}" if float(number).is_integer() else f"{number:,.2f}"


def _row(name: str, metric: Metric, mixed: bool) -> Row:
    definition = BY_NAME.get(name)
    form: Form = definition.form if definition is not None else "proportion"
    unit: str = "" if definition is None else definition.unit
    if definition is not None and definition.form == "density":
        unit = definition.denominator[0]
    elif unit and metric.denominator != 1:
        unit += "s"
    return Row(
        name=name,
        title=_TITLES.get(name) or name.replace("_", " "),
        value="no data" if metric.value is None else _formed(metric.value, form),
        interval=_interval(metric, form),
        n=f"n={metric.denominator:,} {unit}".rstrip(),
        coverage="" if metric.coverage is None else f"coverage {_coverage(metric.coverage)}",
        notes=_notes(metric, form, mixed),
        small=SMALL in metric.flags,
    )


def _formed(value: float, form: Form) -> str:
    if form == "proportion":
        return percent(value)
    return amount(value) if form == "count" else f"{value:.2f}"


def _interval(metric: Metric, form: Form) -> str:
    if metric.interval is None or metric.value is None:
        return ""
    low, high = metric.interval.low, metric.interval.high
    if form == "proportion":
        return f"{100 * low:.1f}-{100 * high:.1f}"
    return f"{_formed(low, form)} to {_formed(high, form)}"


def _coverage(share: float) -> str:
    """A whole percent, but never 100 for less than all."""
    whole = round(100 * share)
    return f"{min(whole, 99) if share < 1 else whole} %"


def _notes(metric: Metric, form: Form, mixed: bool) -> str:
    parts = []
    undecided = metric.coverage is not None and metric.coverage < 1
    if undecided and metric.bounds.low is not None and metric.bounds.high is not None:
        parts.append(f"bounds {_formed(metric.bounds.low, form)} to {_formed(metric.bounds.high, form)}")
    parts += [flag.replace("_", " ") for flag in metric.flags if mixed or flag != SMALL]
    return ", ".join(parts)
