"""What a gate says: the decision, each rule with its numbers, and the claims that led to it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pincite.gate.observation import ClaimRef, SevereClaim
from pincite.gate.rule import Limit, Use
from pincite.model.claim import Severity

Result = Literal["pass", "fail", "undecided"]
Decision = Literal["accept", "investigate", "reject_mapping", "reject_semantics", "rebaseline"]

# Why a rule is undecided.
Cause = Literal[
    "missing",
    "unknown_slice",
    "no_data",
    "too_few_claims",
    "too_many_unjudged",
    "across",
    "no_interval",
    "left_out",
    "instrument",
    "review",
    "incomplete_run",
    "rejected_lines",
    "no_baseline",
    "other_baseline",
]

# Questions about a baseline, which the policy answers with `on_rebaseline`.
OF_BASELINE: tuple[Cause, ...] = ("no_baseline", "other_baseline")
# Questions that no policy can wave through: a name that means nothing here, or a run that is not whole.
NEVER_PASSED: tuple[Cause, ...] = (
    "missing",
    "unknown_slice",
    "left_out",
    "review",
    "incomplete_run",
    "rejected_lines",
)


class RuleResult(Struct, frozen=True, kw_only=True):
    """One rule put to the test.

    `value` is the measured one, `bound` the limit of the policy, `use` what was compared with it: the stretch
    from `low` to `high`. `result` is what counts, `found` what came out before `on_undecided` was applied.
    `blame` says what a failure is evidence of, `cause` and `reason` why nothing could be decided. `claims`
    names the worst of those that led to it, `more` how many others there are.
    """

    name: str
    metric: str
    slice: str | None = None
    criticality: Severity | None = None
    value: float | int | None = None
    bound: float | int
    limit: Limit
    use: Use = "point"
    low: float | int | None = None
    high: float | int | None = None
    baseline: float | int | None = None
    result: Result
    found: Result
    blame: Literal["semantics", "mapping", "instrument"] = "semantics"
    cause: Cause | None = None
    reason: str = ""
    claims: tuple[ClaimRef, ...] = ()
    more: int = 0


class GateResult(Struct, frozen=True, kw_only=True):
    """The decision on a run.

    `rules` come with the failing ones first, then those undecided. `severe` has all severe claims, also those
    that were let pass. `policy` is the policy's digest; `declared` False: its rules are those that ship.
    """

    status: Result
    decision: Decision
    rules: tuple[RuleResult, ...]
    severe: tuple[SevereClaim, ...] = ()
    policy: str = ""
    declared: bool = True
