"""Which of two systems is better, by the paired difference on the questions that both answered, if any is."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from msgspec import Struct

from pincite.calibration.corrected import METRICS, Metric, corrected_rates
from pincite.labels.record import Label
from pincite.metrics.counts import measure
from pincite.metrics.definitions import BY_NAME
from pincite.metrics.tally import Pairs, pairs
from pincite.model.result import AnswerResult, ClaimRow
from pincite.stats.bootstrap import DRAWS, SEED
from pincite.stats.correction import corrected_difference
from pincite.stats.estimate import LEVEL
from pincite.stats.paired import Comparison, compare_ratios


class Ranking(Struct, frozen=True, kw_only=True):
    """Two systems on one metric.

    `shared` cases enter; `unpaired` ones, which only one system answered, do not. `corrected` uses human
    labels of both systems and is None without them.
    """

    metric: str
    shared: int
    unpaired: int
    comparison: Comparison
    corrected: Comparison | None = None

    @property
    def decisive(self) -> Comparison:
        """The comparison that decides: the corrected one where there is one."""
        return self.corrected or self.comparison

    def __str__(self) -> str:
        """`not distinguishable on citation_precision: difference -1.2 points (-4.0 to 1.6), 80 cases`."""
        told = self.decisive
        difference = told.difference
        if difference.value is None:
            shown = "no difference can be computed"
        else:
            shown = f"difference {100 * difference.value:+.1f} points"
            if difference.low is not None and difference.high is not None:
                shown += f" ({100 * difference.low:.1f} to {100 * difference.high:.1f})"
            else:
                shown += " (no interval: too few cases, or all alike)"
        verdict = told.better if told.better == "not distinguishable" else f"the {told.better} is better"
        return f"{verdict} on {self.metric}: {shown}, {self.shared} cases"


def rank(
    first: Iterable[ClaimRow],
    second: Iterable[ClaimRow],
    *,
    metric: Metric = "citation_precision",
    first_labels: Iterable[Label] = (),
    second_labels: Iterable[Label] = (),
    seed: int = SEED,
    draws: int = DRAWS,
    level: float = LEVEL,
) -> Ranking:
    """Compare two runs on a metric, case by case (answers without a case by their id).

    Refuses to name a better one ("not distinguishable") when the interval of the paired difference includes
    zero or cannot be given.
    """
    one, other = _by_case(first), _by_case(second)
    shared = sorted(one.keys() & other.keys())
    at = 2 * [entry.name for entry in BY_NAME.values()].index(metric)
    columns = [
        tuple([_sums(side[case])[at + offset] for case in shared] for offset in (0, 1))
        for side in (one, other)
    ]
    comparison = compare_ratios(
        (columns[0][0], columns[0][1]),
        (columns[1][0], columns[1][1]),
        higher_is_better=BY_NAME[metric].better != "lower",
        draws=draws,
        seed=seed,
        level=level,
    )
    rates = [
        corrected_rates(
            [row for case in shared for row in side[case]], labels, cluster=_case_of, level=level
        ).get(metric)
        for side, labels in ((one, list(first_labels)), (other, list(second_labels)))
    ]
    corrected = None
    if metric in METRICS and rates[0] is not None and rates[1] is not None:
        corrected = corrected_difference(
            rates[0].prediction_powered, rates[1].prediction_powered, level=level
        )
    return Ranking(
        metric=metric,
        shared=len(shared),
        unpaired=len(one.keys() ^ other.keys()),
        comparison=comparison,
        corrected=corrected,
    )


def _case_of(row: ClaimRow) -> str:
    return row.case_id or row.answer_id


def _by_case(rows: Iterable[ClaimRow]) -> dict[str, list[ClaimRow]]:
    cases: dict[str, list[ClaimRow]] = {}
    for row in rows:
        cases.setdefault(_case_of(row), []).append(row)
    return cases


def _sums(rows: list[ClaimRow]) -> Pairs:
    cells: dict[str, int] = {}
    for answer_id, claims in groupby(rows, key=lambda row: row.answer_id):
        counts = measure(AnswerResult(answer_id=answer_id, text="", claims=tuple(claims)))
        for name, count in counts.flat().items():
            cells[name] = cells.get(name, 0) + count
    return pairs(cells)
