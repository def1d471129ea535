"""Answers added up: the whole run, its slices, and its claims by severity.

Adding is exact and does not depend on the order, so shards can be tallied apart and merged. Memory stays
flat: up to `CLUSTER_LIMIT` answers a group keeps each answer's pair of sums for every metric, which the
bootstrap draws from; beyond it the pairs are dropped for good and only their moments go on, from which the
linearised variance comes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from msgspec import Struct, field

from pincite.metrics.counts import Counts, measure
from pincite.metrics.definitions import METRICS
from pincite.model.claim import Severity
from pincite.model.credit import CreditPolicy
from pincite.model.result import AnswerResult
from pincite.stats.variance import RatioMoments

CLUSTER_LIMIT = 5_000
# A run may have any number of slices, each below the limit: together they keep no more answers than this.
RUN_LIMIT = 50_000
# Nobody reads more; the names that sort last are not kept apart (they still count in the run).
SLICE_LIMIT = 1_000

SEVERITIES: tuple[Severity, ...] = get_args(Severity)

_PAIRS = tuple((entry.numerator, entry.denominator) for entry in METRICS)
_PLACES = tuple(range(len(METRICS)))

# The numerator and denominator of every metric in one answer, in the order of METRICS.
Pairs = tuple[int, ...]


def pairs(cells: Mapping[str, int]) -> Pairs:
    """The numerators and denominators of all metrics, alternating."""
    get = cells.get
    sums: list[int] = []
    for above, below in _PAIRS:
        sums.append(sum([get(name, 0) for name in above]) if len(above) > 1 else get(above[0], 0))
        sums.append(sum([get(name, 0) for name in below]) if len(below) > 1 else get(below[0], 0))
    return tuple(sums)


class Group(Struct):
    """A part of a run: its summed counts, and what its intervals need.

    `clusters` holds (answer id, pairs) of every answer, or None once there were too many; then `moments`
    has one entry a metric.
    """

    answers: int = 0
    cells: dict[str, int] = field(default_factory=dict)
    clusters: list[tuple[str, Pairs]] | None = field(default_factory=list)
    moments: list[RatioMoments] = field(default_factory=list)

    def add(self, answer_id: str, cells: Mapping[str, int], row: Pairs) -> None:
        """One more answer: its counts, and their `pairs`."""
        self.answers += 1
        own = self.cells
        for name, count in cells.items():
            own[name] = own.get(name, 0) + count
        if self.clusters is None:
            self._absorb(row)
        else:
            self.clusters.append((answer_id, row))
            if len(self.clusters) > CLUSTER_LIMIT:
                self.settle()

    def merge(self, other: Group) -> None:
        self.answers += other.answers
        for name, count in other.cells.items():
            self.cells[name] = self.cells.get(name, 0) + count
        if self.clusters is not None and other.clusters is not None:
            self.clusters.extend(other.clusters)
            if len(self.clusters) > CLUSTER_LIMIT:
                self.settle()
            return
        self.settle()
        if other.clusters is None:
            for mine, theirs in zip(self.moments, other.moments, strict=True):
                mine.merge(theirs)
        else:
            for _, row in other.clusters:
                self._absorb(row)

    def settle(self) -> None:
        """Drop the answers and go on with their moments."""
        if self.clusters is None:
            return
        self.moments = [RatioMoments() for _ in METRICS]
        clusters, self.clusters = self.clusters, None
        for _, row in clusters:
            self._absorb(row)

    def _absorb(self, row: Pairs) -> None:
        for place in _PLACES:
            below = row[2 * place + 1]
            if below:
                self.moments[place].add(row[2 * place], below)


class Tally(Struct):
    """A run while it is being added up. `credit` is the policy that its scores were measured with.

    `sliced` counts the answers that name a slice. Mutable, and readable back from JSON, so that a shard can
    be stored and merged later.
    """

    credit: CreditPolicy = field(default_factory=CreditPolicy)
    whole: Group = field(default_factory=Group)
    sliced: int = 0
    slices: dict[str, Group] = field(default_factory=dict)
    severities: dict[Severity, Group] = field(default_factory=dict)

    def add(self, result: AnswerResult) -> Counts:
        """Count one more answer; returns its counts."""
        counts = measure(result, self.credit)
        self.add_counts(result.answer_id, counts, slice_name=result.facts.slice)
        return counts

    def add_counts(self, answer_id: str, counts: Counts, *, slice_name: str | None = None) -> None:
        """The same for an answer already measured."""
        cells = counts.flat()
        row = pairs(cells)
        self.whole.add(answer_id, cells, row)
        for severity, part in counts.claims.items():
            self._severity(severity).add(answer_id, part, pairs(part))
        if slice_name is not None:
            self.sliced += 1
            group = self._slice(slice_name)
            if group is not None:
                group.add(answer_id, cells, row)
        if self.whole.answers == RUN_LIMIT + 1:
            self._settle_parts()

    def merge(self, other: Tally) -> None:
        """Add another shard of the same run. Raises ValueError when it was measured with other credits."""
        if self.credit != other.credit:
            raise ValueError(f"shards with different credits: {self.credit}, and {other.credit}")
        self.whole.merge(other.whole)
        self.sliced += other.sliced
        for severity, group in other.severities.items():
            self._severity(severity).merge(group)
        for name, group in other.slices.items():
            mine = self._slice(name)
            if mine is not None:
                mine.merge(group)
        if self.whole.answers > RUN_LIMIT:
            self._settle_parts()

    def _severity(self, severity: Severity) -> Group:
        group = self.severities.get(severity)
        if group is None:
            group = self.severities[severity] = self._new()
        return group

    def _slice(self, name: str) -> Group | None:
        """The slice's group, or None for one that is not kept apart.

        Keeping the names that sort first makes the choice the same for every order of answers and shards: a
        name that is ever dropped has enough names before it to be dropped in the end.
        """
        group = self.slices.get(name)
        if group is None:
            if len(self.slices) >= SLICE_LIMIT:
                last = max(self.slices)
                if name > last:
                    return None
                del self.slices[last]
            group = self.slices[name] = self._new()
        return group

    def _new(self) -> Group:
        group = Group()
        if self.whole.answers > RUN_LIMIT:
            group.settle()
        return group

    def _settle_parts(self) -> None:
        for group in (*self.slices.values(), *self.severities.values()):
            group.settle()
