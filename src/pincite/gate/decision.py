"""The decision on a run: every rule with its result, and what follows from all of them.

A rule fails only where the miss is certain: for a rule on bounds or on an interval, where the better end
misses too. A rule whose question the run cannot answer is undecided, whatever the reason; it is never a pass
unless the policy says so, and never where the value itself misses the limit.

The decision, first that applies:

1. `reject_semantics`  a rule fails about what the sources say
2. `reject_mapping`    rules fail, all of them about which source is pointed at
3. `investigate`       something is undecided, or waits for somebody to look at it
4. `rebaseline`        all that is open is a comparison with a baseline that does not fit
5. `accept`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pincite.gate.baseline import Baseline
from pincite.gate.observation import SHOWN, SevereClaim, Watch
from pincite.gate.policy import GatePolicy
from pincite.gate.result import OF_BASELINE, Cause, Decision, GateResult, Result, RuleResult
from pincite.gate.rule import Limit
from pincite.gate.trial import Trial, tried
from pincite.model.summary import Summary

_ORDER: tuple[Result, ...] = ("fail", "undecided", "pass")


def decide(
    policy: GatePolicy,
    summary: Summary,
    watch: Watch,
    *,
    baselines: Mapping[str | None, Baseline] | None = None,
    incomplete: str | None = None,
    skip_invalid: bool = False,
) -> GateResult:
    """Put every rule of the policy to the test.

    `watch` has seen all answers of the run; `incomplete` says what is not there of it; `skip_invalid` says
    that input lines which could not be read are no reason to doubt it.
    """
    trial = Trial(policy=policy, summary=summary, watch=watch, baselines=baselines or {})
    conditions = [
        *_conditions(policy, summary, incomplete=incomplete, skip_invalid=skip_invalid),
        *_severe(watch.severe, policy),
    ]
    rules = sorted((one for rule in policy.rules for one in tried(rule, trial)), key=lambda one: one.name)
    results = sorted([*conditions, *rules], key=lambda one: _ORDER.index(one.result))
    return GateResult(
        status=next((one for one in _ORDER if any(row.result == one for row in results)), "undecided"),
        decision=decision_of(results),
        rules=tuple(results),
        severe=watch.severe,
        policy=policy.digest,
        declared=policy.declared,
    )


def decision_of(results: Iterable[RuleResult]) -> Decision:
    """What follows, by the order above. A rule that the policy lets pass does not count."""
    counted = [row for row in results if row.result != "pass"]
    failed = [row for row in counted if row.found == "fail"]
    if any(row.blame != "mapping" for row in failed):
        return "reject_semantics"
    if failed:
        return "reject_mapping"
    if any(row.cause not in OF_BASELINE for row in counted):
        return "investigate"
    return "rebaseline" if counted else "accept"


def _conditions(
    policy: GatePolicy, summary: Summary, *, incomplete: str | None, skip_invalid: bool
) -> Iterator[RuleResult]:
    """What holds for the run as a whole before any number of it means something."""
    counts = summary.counts
    if incomplete is not None:
        yield _condition(policy, "complete_run", 0, 1, "min", False, "incomplete_run", incomplete)
    if counts.rejected and not skip_invalid:
        reason = "input lines could not be read; --skip-invalid goes on without them"
        yield _condition(policy, "rejected", counts.rejected, 0, "max", False, "rejected_lines", reason)
    decided = counts.verifiable - counts.undecided - counts.unjudged
    yield _condition(
        policy,
        "min_claims",
        decided,
        policy.min_claims,
        "min",
        decided >= policy.min_claims,
        "too_few_claims",
        "too few claims were decided",
    )
    rate = counts.unjudged / counts.verifiable if counts.verifiable else 0.0
    yield _condition(
        policy,
        "max_unjudged_rate",
        rate,
        policy.max_unjudged_rate,
        "max",
        rate <= policy.max_unjudged_rate,
        "too_many_unjudged",
        "too many claims are unjudged",
    )


def _condition(
    policy: GatePolicy,
    name: str,
    value: float,
    bound: float,
    limit: Limit,
    holds: bool,
    cause: Cause,
    reason: str,
) -> RuleResult:
    found: Result = "pass" if holds else "undecided"
    # The value misses the limit, so that no policy makes a pass of it.
    failing = not holds and policy.on_undecided == "fail"
    return RuleResult(
        name=f"{name} {'>=' if limit == 'min' else '<='} {bound:g}",
        metric=name,
        value=value,
        bound=bound,
        limit=limit,
        low=value,
        high=value,
        result="fail" if failing else found,
        found=found,
        blame="instrument",
        cause=None if holds else cause,
        reason="" if holds else reason,
    )


def _severe(severe: tuple[SevereClaim, ...], policy: GatePolicy) -> Iterator[RuleResult]:
    """Severe claims as two rules: none may be blocked, none may be left for somebody to look at."""
    for route in ("block", "review"):
        some = [one for one in severe if one.route == route and one.accepted is None]
        found: Result = "pass" if not some else "fail" if route == "block" else "undecided"
        waiting = found == "undecided"
        refs = tuple(one.claim for one in some[:SHOWN])
        yield RuleResult(
            name=f"severe claims to {route} <= 0",
            metric=f"severe_{route}",
            value=len(some),
            bound=0,
            limit="max",
            low=len(some),
            high=len(some),
            result="fail" if waiting and policy.on_undecided == "fail" else found,
            found=found,
            blame="mapping" if some and all(one.misplaced for one in some) else "semantics",
            cause="review" if waiting else None,
            reason="somebody has to look at them" if waiting else "",
            claims=refs,
            more=len(some) - len(refs),
        )
