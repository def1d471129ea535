"""What comes out of comparing two runs: plain frozen values that JSON can hold."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from pincite.metrics.definitions import Better, Form
from pincite.model.claim import Severity
from pincite.model.verdict import Label, Status

Verdict = Literal["no change", "noise", "better", "worse", "changed"]
"""`changed` is a difference beyond noise in a descriptive metric, of which neither direction is better."""

Overall = Literal["no change", "noise", "better", "worse", "nothing paired"]

ChangeKind = Literal[
    "newly_contradicted",
    "newly_unsupported",
    "newly_supported",
    "changed_label",
    "changed_status",
    "changed_targets",
    "changed_owner",
]
KINDS: tuple[ChangeKind, ...] = (
    "newly_contradicted",
    "newly_unsupported",
    "newly_supported",
    "changed_label",
    "changed_status",
    "changed_targets",
    "changed_owner",
)

Joined = Literal["gold", "text"]

UnpairedReason = Literal[
    "no_answer", "segmentation", "segmentation_or_wording", "wording", "reclassified", "redacted", "unknown"
]
REASONS: dict[UnpairedReason, str] = {
    "no_answer": "the other run has no answer to this case",
    "segmentation": "the same answer was cut into other claims",
    "segmentation_or_wording": "another answer, and another version of the extractor",
    "wording": "the answer says it in other words, or not at all",
    "reclassified": "one run checks the claim or asks for a citation, the other does not",
    "redacted": "the words were left out, and nothing else names the claim",
    "unknown": "the run does not say whether the answers are the same",
}


class RunSide(Struct, frozen=True, kw_only=True):
    """One of the two runs. `partial` marks one that was interrupted."""

    run_id: str
    created_at: str
    signature: str
    answers: int
    claims: int
    partial: bool = False


class ClaimState(Struct, frozen=True, kw_only=True):
    """A claim as one of the runs has it. `targets` are the cited chunks, `contradicting` counts links."""

    answer_id: str
    claim_id: str
    text: str
    label: Label | None
    status: Status
    reason: str | None = None
    failure_owner: str | None = None
    targets: tuple[str, ...] = ()
    contradicting: int = 0


class ClaimChange(Struct, frozen=True, kw_only=True):
    """A claim that both runs have and that is not the same in both.

    `severity` is the higher of the two. `blocking` is a contradiction that base did not have, on a critical
    or high claim.
    """

    case: str
    severity: Severity
    joined: Joined
    kinds: tuple[ChangeKind, ...]
    base: ClaimState
    head: ClaimState
    blocking: bool = False


class Unpaired(Struct, frozen=True, kw_only=True):
    """A claim that has no partner in the other run, and is in no difference.

    `blocking` only in head: a contradiction on a critical or high claim that base did not have.
    """

    case: str
    severity: Severity
    why: UnpairedReason
    claim: ClaimState
    blocking: bool = False


class Pairing(Struct, frozen=True, kw_only=True):
    """How much of the two runs could be joined. The counts of `unpaired_*` are by reason."""

    answers: int
    answers_only_base: int
    answers_only_head: int
    claims: int
    by_gold: int
    by_text: int
    unpaired_base: dict[UnpairedReason, int] = field(default_factory=dict)
    unpaired_head: dict[UnpairedReason, int] = field(default_factory=dict)


class McNemar(Struct, frozen=True, kw_only=True):
    """Fully supported or not, on the paired claims that both runs decided.

    `p_value` is exact and two-sided. It takes claims for independent, which claims of one answer are not, so
    it errs towards seeing a difference; the intervals by answer do not.
    """

    both: int
    only_base: int
    only_head: int
    neither: int
    p_value: float


class MetricDifference(Struct, frozen=True, kw_only=True):
    """One metric of both runs on what is paired, head minus base, and what that difference is.

    `base`, `head` and `difference` are about paired units that both runs decided, in the metric's own unit;
    `run_base` and `run_head` are the values in the two summaries. `low` and `high` hold for all metrics that
    were looked at together, at `level`; they are None where fewer than ten units moved, which is noise.
    `answers` (joined by case) have a part in the metric, `up` and `down` of them moved, with `moved` claims
    (or answers, for metrics that are counted by answer). `left_open` counts
    paired claims (answers, for metrics that are counted by answer) that either run left undecided,
    `left_out` answers that were cut into other claims. A metric that cannot be compared by pairs says `why`.
    """

    name: str
    form: Form
    better: Better
    run_base: float | None
    run_head: float | None
    base: float | None = None
    head: float | None = None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    level: float = 0.95
    method: str = ""
    answers: int = 0
    up: int = 0
    down: int = 0
    moved: int = 0
    left_open: int = 0
    left_out: int = 0
    verdict: Verdict | None = None
    why: str = ""


class PartDifference(Struct, frozen=True, kw_only=True):
    """A moving part of the manifest that is not the same in both runs."""

    part: str
    base: str
    head: str


class Step(Struct, frozen=True, kw_only=True):
    """What one part moved: the run's metrics before and after it was exchanged.

    `change` is after minus before, and None where either has no value. `verdict` is that of comparing the
    two, and `changed` counts the claims that are not the same after it. A part's change is what it moved
    given the parts before it.
    """

    part: str
    before: dict[str, float | None]
    after: dict[str, float | None]
    change: dict[str, float | None]
    verdict: Overall
    changed: int


class NotIsolated(Struct, frozen=True, kw_only=True):
    """A part that differs and could not be exchanged; what it moved is in the rest."""

    part: str
    why: str


class Attribution(Struct, frozen=True, kw_only=True):
    """The way from base to head in steps, one part each, over the stored answers.

    The changes of all steps and of the rest add up to head minus base.
    """

    steps: tuple[Step, ...]
    rest: Step
    not_isolated: tuple[NotIsolated, ...] = ()


class Rescored(Struct, frozen=True, kw_only=True):
    """Both runs made again from their stored answers, so that one extractor and scope rule cut all of them.

    `recorded_*` are the versions that the stored runs were made with. `base_moved` and `head_moved` say how
    far that alone moved each metric, again minus recorded.
    """

    extractor: str
    scope: str
    recorded_base: str
    recorded_head: str
    base_moved: dict[str, float | None]
    head_moved: dict[str, float | None]


class Comparison(Struct, frozen=True, kw_only=True):
    """Two runs compared: see `compare_runs`.

    `signature_differs` names the keys in which the recipes differ; with any, the numbers of the two runs are
    not made alike. `looked_at` metrics were compared, `moved` of them are not the same. `attribution` and
    `rescored` are there if they were asked for.
    """

    base: RunSide
    head: RunSide
    seed: int
    signature_differs: tuple[str, ...] = ()
    parts: tuple[PartDifference, ...] = ()
    pairing: Pairing
    changes: tuple[ClaimChange, ...] = ()
    unpaired_base: tuple[Unpaired, ...] = ()
    unpaired_head: tuple[Unpaired, ...] = ()
    supported: McNemar
    metrics: tuple[MetricDifference, ...] = ()
    looked_at: int = 0
    moved: int = 0
    verdict: Overall
    attribution: Attribution | None = None
    rescored: Rescored | None = None

    def of_kind(self, kind: ChangeKind) -> tuple[ClaimChange, ...]:
        """The changes of one kind; a claim may have several."""
        return tuple(change for change in self.changes if kind in change.kinds)

    @property
    def blocking(self) -> tuple[ClaimChange | Unpaired, ...]:
        """Contradictions on critical and high claims that base did not have."""
        return (
            *(change for change in self.changes if change.blocking),
            *(claim for claim in self.unpaired_head if claim.blocking),
        )

    @property
    def worse(self) -> tuple[MetricDifference, ...]:
        return tuple(metric for metric in self.metrics if metric.verdict == "worse")

    @property
    def better(self) -> tuple[MetricDifference, ...]:
        return tuple(metric for metric in self.metrics if metric.verdict == "better")
