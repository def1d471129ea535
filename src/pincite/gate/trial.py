"""One rule put to the test: its number is found, held against the limit, and doubted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from pincite.codes import CATALOGUE
from pincite.gate.baseline import Baseline
from pincite.gate.measure import blame_of_codes
from pincite.gate.observation import Seen, Watch
from pincite.gate.policy import GatePolicy
from pincite.gate.result import NEVER_PASSED, OF_BASELINE, Cause, Result, RuleResult
from pincite.gate.rule import EVERY_SLICE, Limit, Rule, closest_name
from pincite.metrics.tally import SLICE_LIMIT
from pincite.model.summary import Metric, Part, Summary, Totals

_EXACT = 12
"""Decimals to which differences are taken: 0.9 - 0.88 is 0.02."""


class Trial(Struct, frozen=True, kw_only=True):
    """Everything that rules are tried on."""

    policy: GatePolicy
    summary: Summary
    watch: Watch
    baselines: Mapping[str | None, Baseline]


class _UnansweredError(Exception):
    """The run cannot answer the rule's question."""

    def __init__(self, cause: Cause, reason: str, value: float | None = None) -> None:
        super().__init__(reason)
        self.cause = cause
        self.reason = reason
        self.value = value


class _Reading(Struct, frozen=True):
    """A value, and the stretch in which it lies by the rule's own `use`."""

    value: float | int
    low: float | int
    high: float | int
    metric: Metric | None = None


def tried(rule: Rule, trial: Trial) -> Iterator[RuleResult]:
    """The rule's results: one, or one for each slice."""
    for scope in _scopes(rule, trial.summary):
        seen = trial.watch.seen(rule, scope)
        try:
            yield _decided(rule, trial, scope, seen)
        except _UnansweredError as question:
            yield _result(rule, trial.policy, scope, seen, question)


def _scopes(rule: Rule, summary: Summary) -> tuple[str | None, ...]:
    if rule.slice != EVERY_SLICE:
        return (rule.slice,)
    some = tuple(sorted(summary.slices))
    return (*some, EVERY_SLICE) if not some or len(some) >= SLICE_LIMIT else some


def _decided(rule: Rule, trial: Trial, scope: str | None, seen: Seen) -> RuleResult:
    part = _part(rule, trial.summary, scope)
    if rule.measure.source in ("findings", "new_findings"):
        _check_left_out(rule, trial.summary)
    baseline = _baseline(rule, trial)
    reading = _reading(rule, part, seen)
    base = None
    if rule.limit in ("max_drop", "max_rise"):
        assert baseline is not None
        base = _base_value(rule, baseline, scope)
    result = held(rule.limit, rule.bound, reading.low, reading.high, base)
    _check_sample(rule, trial.policy, part.counts, reading.value, result)
    cause: Cause | None = "across" if result == "undecided" else None
    if result == "fail" and rule.measure.blame == "instrument":
        result, cause = "undecided", "instrument"
    return _result(rule, trial.policy, scope, seen, None, reading, base=base, result=result, cause=cause)


def held(limit: Limit, bound: float, low: float, high: float, base: float | None = None) -> Result:
    """Whether a value between `low` and `high` keeps to the limit, wherever in between it lies."""
    if limit == "min":
        return "pass" if low >= bound else "fail" if high < bound else "undecided"
    if limit == "max":
        return "pass" if high <= bound else "fail" if low > bound else "undecided"
    start = base or 0
    ends = (start - high, start - low) if limit == "max_drop" else (low - start, high - start)
    best, worst = (round(end, _EXACT) for end in ends)
    return "pass" if worst <= bound else "fail" if best > bound else "undecided"


def _part(rule: Rule, summary: Summary, scope: str | None) -> Part:
    """The numbers of the rule's scope."""
    if rule.criticality is not None:
        graded = summary.criticality.get(rule.criticality)
        if graded is None:
            raise _UnansweredError("missing", "the run has no numbers by criticality")
        if not graded.counts.claims:
            raise _UnansweredError("no_data", f"the run has no {rule.criticality} claims")
        return graded
    if scope is None:
        return Part(counts=summary.counts, metrics=summary.metrics)
    if scope == EVERY_SLICE:
        told = "too many slices to be kept apart" if summary.slices else "no answer names a slice"
        raise _UnansweredError("unknown_slice", told)
    if scope not in summary.slices:
        close = closest_name(scope, tuple(summary.slices))
        known = f"did you mean {close!r}?" if close else f"there are {_named(summary.slices)}"
        raise _UnansweredError("unknown_slice", f"no answer is in this slice; {known}")
    return summary.slices[scope]


def _named(slices: Mapping[str, Part]) -> str:
    if not slices:
        return "no slices at all"
    names = ", ".join(map(repr, sorted(slices)[:5]))
    return names + (f" and {len(slices) - 5} others" if len(slices) > 5 else "")


def _check_left_out(rule: Rule, summary: Summary) -> None:
    """Findings that the run did not keep cannot be counted: none of them would be a pass for ever."""
    choice = summary.thresholds.get("findings")
    if not isinstance(choice, Mapping):
        return
    select, ignore = _codes(choice.get("select")), _codes(choice.get("ignore"))
    out = [
        code
        for code in CATALOGUE
        if code.startswith(rule.codes)
        and ((select and not code.startswith(select)) or code.startswith(ignore))
        and not (rule.codes == ("PC",) and code.startswith("PC9"))
    ]
    if out:
        raise _UnansweredError(
            "left_out", f"the run was made without findings of {_few(out)} (--select, --ignore)"
        )


def _codes(stored: Any) -> tuple[str, ...]:
    """Codes as a run has kept them. Raises when they are none: then nobody knows what is missing."""
    if stored is None:
        return ()
    if not isinstance(stored, Sequence) or not all(isinstance(one, str) for one in stored):
        raise _UnansweredError("left_out", "the run does not say which findings it was made without")
    return (stored,) if isinstance(stored, str) else tuple(stored)


def _few(codes: list[str]) -> str:
    return ", ".join(codes[:3]) + (f" and {len(codes) - 3} others" if len(codes) > 3 else "")


def _baseline(rule: Rule, trial: Trial) -> Baseline | None:
    if not rule.against_baseline:
        return None
    baseline = trial.baselines.get(rule.baseline)
    if baseline is None:
        raise _UnansweredError("no_baseline", "no baseline is named (--baseline RUN)")
    refusal = baseline.refusal(trial.summary, averages=rule.measure.source != "new_findings")
    if refusal is not None:
        raise _UnansweredError("other_baseline", refusal)
    return baseline


def _base_value(rule: Rule, baseline: Baseline, scope: str | None) -> float:
    try:
        return _reading(rule, _part(rule, baseline.summary, scope), Seen()).value
    except _UnansweredError as question:
        raise _UnansweredError("other_baseline", f"in the baseline, {question.reason}") from None


def _reading(rule: Rule, part: Part, seen: Seen) -> _Reading:
    measure = rule.measure
    if measure.source in ("findings", "new_findings"):
        return _Reading(seen.findings, seen.findings, seen.findings)
    if measure.source == "count":
        count = int(getattr(part.counts, measure.name))
        return _Reading(count, count, count)
    if measure.source == "rate":
        if not part.counts.verifiable:
            raise _UnansweredError("no_data", "there are no verifiable claims")
        some = part.counts.undecided if measure.name == "undecided_rate" else part.counts.unjudged
        rate = some / part.counts.verifiable
        return _Reading(rate, rate, rate)
    return _metric_reading(rule, part)


def _metric_reading(rule: Rule, part: Part) -> _Reading:
    metric = part.metrics.get(rule.measure.name)
    if metric is None:
        raise _UnansweredError("missing", "the run does not have this metric")
    if metric.value is None:
        open_ = sum(metric.excluded.get(reason, 0) for reason in ("undecided", "error", "timeout"))
        raise _UnansweredError(
            "no_data", "nothing to measure it on" + (f", {open_} undecided" if open_ else "")
        )
    # A run that was stored has 0.0 where one in memory has 0.
    plain = int if rule.measure.form == "count" else float
    value = plain(metric.value)
    if rule.use == "bound":
        if metric.bounds.low is None or metric.bounds.high is None:
            raise _UnansweredError("missing", "the run gives no bounds of this metric", value)
        low, high = plain(metric.bounds.low), plain(metric.bounds.high)
        return _Reading(value, min(low, value), max(high, value), metric)
    if rule.use in ("lower-bound", "upper-bound"):
        if metric.interval is None:
            raise _UnansweredError("no_interval", "the run gives no interval of this metric", value)
        return _Reading(value, metric.interval.low, metric.interval.high, metric)
    return _Reading(value, value, value, metric)


def _check_sample(rule: Rule, policy: GatePolicy, counts: Totals, value: float, result: Result) -> None:
    """Too little was judged to say anything. What is certain already stays so.

    A count that is over its limit stays over it; a rule on bounds has taken all that is open into account.
    """
    if result == "fail" and rule.limit == "max" and rule.measure.form == "count":
        return
    decided = counts.verifiable - counts.undecided - counts.unjudged
    if rule.min_claims is not None and decided < rule.min_claims:
        raise _UnansweredError(
            "too_few_claims", f"{decided} claims were decided, {rule.min_claims} are needed", value
        )
    if result == "fail" and rule.use == "bound":
        return
    most = policy.max_unjudged_rate if rule.max_unjudged_rate is None else rule.max_unjudged_rate
    if counts.verifiable and counts.unjudged / counts.verifiable > most:
        raise _UnansweredError(
            "too_many_unjudged",
            f"{counts.unjudged} of {counts.verifiable} claims are unjudged, at most {100 * most:g} % may be",
            value,
        )


def _result(
    rule: Rule,
    policy: GatePolicy,
    scope: str | None,
    seen: Seen,
    question: _UnansweredError | None,
    reading: _Reading | None = None,
    *,
    base: float | None = None,
    result: Result = "undecided",
    cause: Cause | None = None,
) -> RuleResult:
    value = reading.value if reading is not None else question.value if question is not None else None
    cause = question.cause if question is not None else cause
    counted = mapped(rule, policy, result, cause, value, base)
    worst = seen.against if result == "fail" or not seen.open.total or cause != "across" else seen.open
    refs = () if result == "pass" else worst.refs
    return RuleResult(
        name=rule.name if rule.slice != EVERY_SLICE or scope == EVERY_SLICE else _of_slice(rule, scope),
        metric=rule.measure.name,
        slice=scope,
        criticality=rule.criticality,
        value=value,
        bound=rule.bound,
        limit=rule.limit,
        use=rule.use,
        low=None if reading is None else reading.low,
        high=None if reading is None else reading.high,
        baseline=base,
        result=counted,
        found=result,
        blame=_blame(rule, seen, reading),
        cause=cause,
        reason="" if question is None else question.reason,
        claims=refs,
        more=worst.total - len(refs) if refs else 0,
    )


def _of_slice(rule: Rule, scope: str | None) -> str:
    return rule.name.replace(f"in slice {EVERY_SLICE!r}", f"in slice {scope!r}")


def mapped(
    rule: Rule,
    policy: GatePolicy,
    result: Result,
    cause: Cause | None,
    value: float | None,
    base: float | None,
) -> Result:
    """What an undecided rule counts as by the policy. A value that misses its limit is never a pass."""
    if result != "undecided" or cause is None:
        return result
    answer = rule.on_undecided or policy.on_undecided
    if cause in OF_BASELINE:
        answer = policy.on_rebaseline
    if answer == "fail":
        return "fail"
    if answer == "error" or cause in NEVER_PASSED:
        return "undecided"
    if value is None:
        return "pass"
    if rule.limit in ("max_drop", "max_rise") and base is None:
        return "undecided"
    misses = held(rule.limit, rule.bound, value, value, base) == "fail"
    return "undecided" if misses else "pass"


def _blame(rule: Rule, seen: Seen, reading: _Reading | None) -> Literal["semantics", "mapping", "instrument"]:
    """What a failure is evidence of.

    A measure that mixes both is a matter of mapping if the limit would be kept with every unit right that a
    wrong reference has spoilt.
    """
    if rule.measure.source in ("findings", "new_findings"):
        return blame_of_codes(*(seen.codes or rule.codes))
    if rule.measure.blame != "mixed":
        return rule.measure.blame
    metric = None if reading is None else reading.metric
    if metric is None or not metric.denominator or rule.limit != "min":
        return "semantics"
    mended = (metric.numerator + seen.mapping) / metric.denominator
    return "mapping" if mended >= rule.bound else "semantics"
