"""The numbers of a run, as they stand in `summary.json`."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from pincite.model.claim import Severity
from pincite.model.verdict import Label, Status

SCHEMA_VERSION = "1"

IntervalMethod = Literal["wilson", "cluster_bootstrap", "linearised"]


class Bounds(Struct, frozen=True):
    """What a metric could be if everything undecided and unjudged were decided, numerically low and high.

    For a metric where lower is better, `high` is the bad end. Both are None when nothing is eligible.
    """

    low: float | None = None
    high: float | None = None


class Interval(Struct, frozen=True):
    """A confidence interval and how it was made."""

    low: float
    high: float
    level: float
    method: IntervalMethod


class Metric(Struct, frozen=True, kw_only=True):
    """One number with everything that is needed to doubt it.

    `value` is None when the denominator is 0. `coverage` is decided / eligible, None when nothing is
    eligible. `excluded` counts what is not in the denominator, by reason: the undecided and unjudged ones,
    which lower the coverage and widen the bounds, and those to which the metric does not apply.
    """

    value: int | float | None
    numerator: int | float
    denominator: int
    coverage: float | None
    bounds: Bounds
    excluded: dict[str, int] = field(default_factory=dict)
    interval: Interval | None = None
    flags: tuple[str, ...] = ()


class Totals(Struct, frozen=True, kw_only=True):
    """Plain counts of a run or a part of it.

    `claims` are all, `verifiable` and `required` (verifiable and needing a citation) parts of them;
    `supported`, `contradicted`, `undecided` and `unjudged` are verifiable claims by label and status.
    `rejected` counts input lines that could not be read.
    """

    answers: int = 0
    claims: int = 0
    verifiable: int = 0
    required: int = 0
    supported: int = 0
    contradicted: int = 0
    uncited_required: int = 0
    undecided: int = 0
    unjudged: int = 0
    abstentions: int = 0
    rejected: int = 0


class Part(Struct, frozen=True, kw_only=True):
    """The numbers of one slice, or of the claims of one severity."""

    counts: Totals
    metrics: dict[str, Metric]


class SevereFailure(Struct, frozen=True, kw_only=True):
    """One failing claim of critical or high severity."""

    answer_id: str
    case_id: str | None
    claim_id: str
    severity: Severity
    label: Label | None
    status: Status
    findings: tuple[str, ...] = ()
    failure_owner: str | None = None


class Summary(Struct, frozen=True, kw_only=True):
    """`summary.json`."""

    schema_version: str = SCHEMA_VERSION
    run_id: str
    signature: str
    versions: dict[str, Any] = field(default_factory=dict)
    thresholds: dict[str, Any] = field(default_factory=dict)
    counts: Totals
    metrics: dict[str, Metric]
    slices: dict[str, Part] = field(default_factory=dict)
    criticality: dict[str, Part] = field(default_factory=dict)
    severe_failures: tuple[SevereFailure, ...] = ()
    families: dict[str, Any] = field(default_factory=dict)
    gate: dict[str, Any] | None = None
    judge: dict[str, Any] = field(default_factory=dict)
