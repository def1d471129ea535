"""Families added up over answers, so that shards merge and memory stays flat.

Adding is exact and does not depend on the order. Means over answers are kept as whole sums by denominator:
any number of fractions with the same denominator is one sum. For intervals each answer leaves a numerator and
a denominator for every number, up to `CLUSTER_LIMIT` answers; beyond it only their moments go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct, field

from pincite.metrics.counts import added
from pincite.metrics.families.catalogue import FAMILIES
from pincite.metrics.families.family import Family, Number
from pincite.metrics.tally import CLUSTER_LIMIT
from pincite.stats.variance import RatioMoments

# The answers' own ratios as whole numbers, for intervals only; squares of a million answers fit in 64 bits.
STEPS = 1_000_000

# Numerator and denominator of every ratio of the family in one answer, in their order, alternating.
Row = tuple[int, ...]


class Means(Struct):
    """A mean over answers: sums of numerators by denominator, and how many answers they come from.

    `low` and `high` are the same with everything open counted as earning nothing, and as earning all; they
    include the answers of which nothing is decided.
    """

    answers: int = 0
    eligible: int = 0
    value: dict[int, int] = field(default_factory=dict)
    low: dict[int, int] = field(default_factory=dict)
    high: dict[int, int] = field(default_factory=dict)

    def add(self, earned: int, decided: int, undecided: int, worth: int) -> None:
        """One answer with its earned credit, and its decided and open units."""
        if decided:
            self.answers += 1
            _put(self.value, decided * worth, earned)
        if decided + undecided:
            self.eligible += 1
            below = (decided + undecided) * worth
            _put(self.low, below, earned)
            _put(self.high, below, earned + undecided * worth)

    def merge(self, other: Means) -> None:
        self.answers += other.answers
        self.eligible += other.eligible
        for mine, theirs in (
            (self.value, other.value),
            (self.low, other.low),
            (self.high, other.high),
        ):
            for below, above in theirs.items():
                _put(mine, below, above)


def _put(sums: dict[int, int], below: int, above: int) -> None:
    sums[below] = sums.get(below, 0) + above


def total(sums: Mapping[int, int]) -> Fraction:
    """The sum of fractions kept by denominator."""
    return sum((Fraction(above, below) for below, above in sums.items()), Fraction())


class CrossMoments(Struct):
    """Sums of products of two ratios' numerators (y, v) and denominators (x, w) over the same answers."""

    yv: int = 0
    yw: int = 0
    xv: int = 0
    xw: int = 0

    def add(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        (y, x), (v, w) = one, other
        self.yv += y * v
        self.yw += y * w
        self.xv += x * v
        self.xw += x * w

    def merge(self, other: CrossMoments) -> None:
        self.yv += other.yv
        self.yw += other.yw
        self.xv += other.xv
        self.xw += other.xw


class Sums(Struct):
    """One family in one run while it is being added up.

    `clusters` holds (answer id, row) of every answer, or None once there were too many; then `moments` has
    one entry a ratio, and `crossed` one for each harmonic mean.
    """

    answers: int = 0
    cells: dict[str, int] = field(default_factory=dict)
    means: dict[str, Means] = field(default_factory=dict)
    clusters: list[tuple[str, Row]] | None = field(default_factory=list)
    moments: list[RatioMoments] = field(default_factory=list)
    crossed: list[CrossMoments] = field(default_factory=list)

    def add(self, family: Family, answer_id: str, cells: Mapping[str, int]) -> None:
        """One more answer."""
        self.answers += 1
        self.cells = added(self.cells, cells)
        row: list[int] = []
        for number in family.ratios:
            earned = cells.get(f"{number.name}.earned", 0)
            decided = cells.get(f"{number.name}.decided", 0)
            if number.form == "macro":
                means = self.means.setdefault(number.name, Means())
                means.add(earned, decided, cells.get(f"{number.name}?", 0), number.worth)
                row += (round(Fraction(STEPS * earned, decided * number.worth)), 1) if decided else (0, 0)
            else:
                row += (earned, decided)
        if self.clusters is None:
            absorb(family, tuple(row), self.moments, self.crossed)
        else:
            self.clusters.append((answer_id, tuple(row)))
            if len(self.clusters) > CLUSTER_LIMIT:
                self.settle(family)

    def merge(self, family: Family, other: Sums) -> None:
        self.answers += other.answers
        self.cells = added(self.cells, other.cells)
        for name, means in other.means.items():
            self.means.setdefault(name, Means()).merge(means)
        if self.clusters is not None and other.clusters is not None:
            self.clusters.extend(other.clusters)
            if len(self.clusters) > CLUSTER_LIMIT:
                self.settle(family)
            return
        self.settle(family)
        if other.clusters is None:
            for mine, theirs in zip(self.moments, other.moments, strict=True):
                mine.merge(theirs)
            for my_cross, their_cross in zip(self.crossed, other.crossed, strict=True):
                my_cross.merge(their_cross)
        else:
            for _, row in other.clusters:
                absorb(family, row, self.moments, self.crossed)

    def settle(self, family: Family) -> None:
        """Drop the answers and go on with their moments."""
        if self.clusters is not None:
            self.moments, self.crossed = self.momentary(family)
            self.clusters = None

    def momentary(self, family: Family) -> tuple[list[RatioMoments], list[CrossMoments]]:
        """The moments, those of the answers that are still kept included."""
        if self.clusters is None:
            return self.moments, self.crossed
        moments = [RatioMoments() for _ in family.ratios]
        crossed = [CrossMoments() for _ in harmonics(family)]
        for _, row in self.clusters:
            absorb(family, row, moments, crossed)
        return moments, crossed


def harmonics(family: Family) -> tuple[tuple[Number, int, int], ...]:
    """The harmonic means of a family, each with the places of its two parts among the ratios."""
    places = {number.name: place for place, number in enumerate(family.ratios)}
    return tuple(
        (number, places[number.of[0]], places[number.of[1]])
        for number in family.numbers
        if number.of is not None
    )


def absorb(family: Family, row: Row, moments: list[RatioMoments], crossed: list[CrossMoments]) -> None:
    """Add one answer's row to the moments."""
    for place, one in enumerate(moments):
        one.add(row[2 * place], row[2 * place + 1])
    for cross, (_, first, second) in zip(crossed, harmonics(family), strict=True):
        cross.add((row[2 * first], row[2 * first + 1]), (row[2 * second], row[2 * second + 1]))


class FamilyTally(Struct):
    """The families of a run by name. Mutable, and readable back from JSON, so that a shard can be stored."""

    sums: dict[str, Sums] = field(default_factory=dict)

    @classmethod
    def of(cls, families: Iterable[Family]) -> FamilyTally:
        return cls({family.name: Sums() for family in families})

    def add(self, answer_id: str, cells: Mapping[str, Mapping[str, int]]) -> None:
        """One more answer: its counts by family. Raises KeyError when one of the families has none."""
        for name, sums in self.sums.items():
            sums.add(FAMILIES[name], answer_id, cells[name])

    def merge(self, other: FamilyTally) -> None:
        """Add another shard of the same run. Raises ValueError when it has other families."""
        if self.sums.keys() != other.sums.keys():
            raise ValueError(f"shards with different families: {[*self.sums]}, and {[*other.sums]}")
        for name, sums in self.sums.items():
            sums.merge(FAMILIES[name], other.sums[name])
