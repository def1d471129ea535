"""What is said about a judge, as values: for a set of pairs, for a category, for all of them."""

from __future__ import annotations

from msgspec import Struct, field

from pincite.stats.agreement import Agreement
from pincite.stats.classification import Bin, Binary, RiskPoint
from pincite.stats.estimate import Estimate
from pincite.stats.paired import Order


class Ends(Struct, frozen=True):
    """What a number would be if everything open were decided wrong, and if it were decided right."""

    low: float | None = None
    high: float | None = None


class Measures(Struct, frozen=True, kw_only=True):
    """What one decider reaches on some pairs.

    The question is full or not. `n` pairs, of which `decided` were; `open` counts the others by reason.
    `confusion` counts all pairs by gold label and by what was said (a label, `undecided` or `unjudged`).
    `binary` counts the decided ones; every estimate is about them, and `bounds` says what the open ones could
    do to the balanced accuracy. `right` is, by gold label, the share of decided pairs with exactly this
    label, `accepted` the share decided full.
    """

    n: int
    groups: int
    decided: int
    open: dict[str, int] = field(default_factory=dict)
    gold: dict[str, int] = field(default_factory=dict)
    confusion: dict[str, dict[str, int]] = field(default_factory=dict)
    binary: Binary = Binary()
    balanced_accuracy: Estimate = Estimate()
    bounds: Ends = Ends()
    macro_f1: Estimate = Estimate()
    kappa: Estimate = Estimate()
    alpha: Estimate = Estimate()
    right: dict[str, float] = field(default_factory=dict)
    accepted: dict[str, float] = field(default_factory=dict)
    flags: tuple[str, ...] = ()

    @property
    def coverage(self) -> float | None:
        return self.decided / self.n if self.n else None


class Scores(Struct, frozen=True, kw_only=True):
    """How well the judge's scores order and predict: `scored` pairs have one.

    `auroc_bounds` puts the open pairs at the worst and at the best end of the order. The curve's `confidence`
    is that in the decision that was made.
    """

    scored: int
    auroc: Estimate = Estimate()
    auroc_bounds: Ends = Ends()
    calibration_error: float | None = None
    bins: tuple[Bin, ...] = ()
    curve: tuple[RiskPoint, ...] = ()
    curve_area: float | None = None


class FourWay(Struct, frozen=True, kw_only=True):
    """The four labels told apart, over the pairs whose gold label does so. Decided pairs only."""

    n: int
    balanced_accuracy: Estimate
    macro_f1: Estimate
    kappa: Estimate


class Versus(Struct, frozen=True, kw_only=True):
    """The difference in balanced accuracy to the baseline, on the pairs that both decided.

    `only_judge` pairs were decided right by the judge alone, `only_baseline` by the baseline alone; `mcnemar`
    is the exact p value of those two counts, which takes the pairs for independent.
    """

    n: int
    judge: float | None
    baseline: float | None
    difference: Estimate
    better: Order
    only_judge: int
    only_baseline: int
    mcnemar: float


class Block(Struct, frozen=True, kw_only=True):
    """Everything about some pairs: a set, a category, or all of them."""

    judge: Measures
    at_threshold: Measures | None = None
    baseline: Measures | None = None
    versus: Versus | None = None
    threshold_versus: Versus | None = None
    scores: Scores | None = None
    baseline_scores: Scores | None = None
    four_way: FourWay | None = None
    people: Agreement | None = None
    people_balanced_accuracy: float | None = None
