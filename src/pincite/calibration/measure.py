"""One judge against the labels: every number for a set, with the baseline and the threshold beside it.

All intervals of a set come from one resampling of its groups, in which the judge, the judge at its threshold
and the baseline are drawn together, so that their differences are paired.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, get_args

from msgspec import structs

from pincite.calibration.decision import Decision, Judged, at_threshold
from pincite.calibration.measures import Block, Ends, FourWay, Measures, Versus
from pincite.calibration.pairs import GoldLabel
from pincite.calibration.scores import scores
from pincite.model.verdict import Label
from pincite.stats.agreement import PREVALENT, RatedUnit, agreement, cohen_kappa
from pincite.stats.bootstrap import DRAWS, SEED
from pincite.stats.classification import Binary, balanced_accuracy, class_recalls, macro_f1
from pincite.stats.estimate import FEWEST_CLUSTERS, LEVEL, Estimate, Statistic, estimates
from pincite.stats.paired import exact_mcnemar, order_of

GOLD: tuple[GoldLabel, ...] = get_args(GoldLabel)
LABELS: tuple[Label, ...] = get_args(Label)
Decider = Literal["judge", "at_threshold", "baseline"]


def measure(
    cases: Sequence[Judged],
    *,
    threshold: float | None = None,
    baseline_threshold: float | None = None,
    categories: bool = True,
    seed: int = SEED,
    draws: int = DRAWS,
    level: float = LEVEL,
) -> tuple[Block, dict[str, Block]]:
    """The numbers of these pairs, and of each of their categories."""
    names = sorted({name for case in cases for name in case.categories}) if categories else []
    work = _Work(cases, threshold, baseline_threshold)
    views = [
        _View(work, list(range(len(cases))), whole=True),
        *(
            _View(work, [place for place, case in enumerate(cases) if name in case.categories])
            for name in names
        ),
    ]
    for view in views:
        view.declare()
    found = iter(estimates(work.columns, work.statistics, draws=draws, seed=seed, level=level))
    first, *others = [view.block(found) for view in views]
    whole = _with_scores(first, cases, work, level, seed=seed, draws=draws)
    return whole, dict(zip(names, others, strict=True))


class _Work:
    """The columns of counts by group that all statistics of a set are made of."""

    def __init__(
        self, cases: Sequence[Judged], threshold: float | None, baseline_threshold: float | None
    ) -> None:
        self.cases = cases
        self.groups = sorted({case.group for case in cases})
        self._rows = {group: place for place, group in enumerate(self.groups)}
        self.columns: list[list[int]] = []
        self._known: dict[tuple[int, ...], int] = {}
        self.statistics: list[Statistic] = []
        self.said: dict[Decider, list[Decision]] = {"judge": [case.decision for case in cases]}
        if threshold is not None:
            self.said["at_threshold"] = [at_threshold(case.decision, threshold) for case in cases]
        known = [case.baseline for case in cases if case.baseline is not None]
        if known and len(known) == len(cases):
            self.said["baseline"] = (
                known
                if baseline_threshold is None
                else [at_threshold(one, baseline_threshold) for one in known]
            )

    def column(self, places: Iterable[int]) -> int:
        """A column that counts these pairs by group; its number."""
        column = [0] * len(self.groups)
        for place in places:
            column[self._rows[self.cases[place].group]] += 1
        number = self._known.setdefault(tuple(column), len(self.columns))
        if number == len(self.columns):
            self.columns.append(column)
        return number

    def truth(self, place: int) -> bool:
        return self.cases[place].gold == "full"


class _View:
    """Some of the pairs: declares the statistics that it needs, then takes their estimates in that order."""

    def __init__(self, work: _Work, places: list[int], *, whole: bool = False) -> None:
        self._work = work
        self._places = places
        self._whole = whole
        self._four: list[int] = []

    def declare(self) -> None:
        work = self._work
        cells = {decider: self._cells(decider, self._places) for decider in work.said}
        for counts in cells.values():
            for name in ("balanced_accuracy", "macro_f1", "kappa"):
                work.statistics.append(_binary_statistic(counts, name))
            work.statistics.append(_alpha_statistic(counts))
        if "baseline" in work.said:
            for decider in ("judge", "at_threshold"):
                if decider in work.said:
                    both = self._both(decider)
                    work.statistics.append(
                        _difference(self._cells(decider, both), self._cells("baseline", both))
                    )
        if self._whole:
            self._declare_four_way()

    def _both(self, decider: Decider) -> list[int]:
        said, baseline = self._work.said[decider], self._work.said["baseline"]
        return [p for p in self._places if said[p].full is not None and baseline[p].full is not None]

    def _cells(self, decider: Decider, places: Sequence[int]) -> tuple[int, int, int, int]:
        """The columns of true and false positives and negatives."""
        work, said = self._work, self._work.said[decider]
        tp, fn, fp, tn = (
            work.column(p for p in places if said[p].full is answer and work.truth(p) is truth)
            for truth, answer in ((True, True), (True, False), (False, True), (False, False))
        )
        return tp, fn, fp, tn

    def _declare_four_way(self) -> None:
        """Only where the labels tell three classes apart; else a judge would pay for naming a fourth."""
        work = self._work
        told = [p for p in self._places if work.cases[p].gold != "unsupported"]
        if len({work.cases[p].gold for p in told}) < 3:
            return
        self._four = [p for p in told if work.cases[p].decision.label is not None]
        keys = [(gold, label) for gold in LABELS for label in LABELS]
        held: dict[tuple[str, str], list[int]] = {key: [] for key in keys}
        for p in self._four:
            held[work.cases[p].gold, str(work.cases[p].decision.label)].append(p)
        at = [work.column(held[key]) for key in keys]
        for function in (balanced_accuracy, macro_f1, cohen_kappa):
            work.statistics.append(_table_statistic(function, keys, at))

    def block(self, waiting: Iterator[Estimate]) -> Block:
        """Takes the estimates of this view, in the order in which they were declared.

        The set may have many groups and this view few: it then has values without intervals.
        """
        if len({self._work.cases[p].group for p in self._places}) < FEWEST_CLUSTERS:
            waiting = (Estimate(one.value, level=one.level) for one in waiting)
        work = self._work
        measures = {
            decider: self._measures(decider, [next(waiting) for _ in range(4)]) for decider in work.said
        }
        versus: dict[Decider, Versus] = {}
        if "baseline" in work.said:
            deciders: tuple[Decider, ...] = ("judge", "at_threshold")
            for decider in deciders:
                if decider in work.said:
                    versus[decider] = self._versus(decider, next(waiting))
        four_way = None
        if self._four:
            accuracy, f1, kappa = (next(waiting) for _ in range(3))
            four_way = FourWay(n=len(self._four), balanced_accuracy=accuracy, macro_f1=f1, kappa=kappa)
        return Block(
            judge=measures["judge"],
            at_threshold=measures.get("at_threshold"),
            baseline=measures.get("baseline"),
            versus=versus.get("judge"),
            threshold_versus=versus.get("at_threshold"),
            four_way=four_way,
        )

    def _versus(self, decider: Decider, difference: Estimate) -> Versus:
        work = self._work
        both = self._both(decider)
        said, baseline = work.said[decider], work.said["baseline"]
        right = [(said[p].full is work.truth(p), baseline[p].full is work.truth(p)) for p in both]
        alone = sum(one and not other for one, other in right)
        other_alone = sum(other and not one for one, other in right)
        return Versus(
            n=len(both),
            judge=_counted(said, both, work).balanced_accuracy,
            baseline=_counted(baseline, both, work).balanced_accuracy,
            difference=difference,
            better=order_of(difference),
            only_judge=alone,
            only_baseline=other_alone,
            mcnemar=exact_mcnemar(alone, other_alone),
        )

    def _measures(self, decider: Decider, found: Sequence[Estimate]) -> Measures:
        work, said = self._work, self._work.said[decider]
        confusion: dict[GoldLabel, Counter[str]] = {}
        open_: Counter[str] = Counter()
        for p in self._places:
            one = said[p]
            confusion.setdefault(work.cases[p].gold, Counter())[one.label or _open(one)] += 1
            if one.label is None:
                open_[one.reason or _open(one)] += 1
        binary = _counted(said, self._places, work)
        gold: dict[str, int] = {name: confusion[name].total() for name in GOLD if name in confusion}
        decided: dict[tuple[str, str], int] = {
            (name, label): n for name, row in confusion.items() for label, n in row.items() if label in LABELS
        }
        exact = class_recalls(decided)
        accuracy, f1, kappa, alpha = found
        return Measures(
            n=len(self._places),
            groups=len({work.cases[p].group for p in self._places}),
            decided=binary.n,
            open=dict(sorted(open_.items())),
            gold=gold,
            confusion={name: dict(sorted(confusion[name].items())) for name in GOLD if name in confusion},
            binary=binary,
            balanced_accuracy=accuracy,
            bounds=_bounds(binary, gold),
            macro_f1=f1,
            kappa=kappa,
            alpha=alpha,
            right={name: exact[name] for name in gold if name in exact and name != "unsupported"},
            accepted=_accepted(decided),
            flags=_flags(gold, len(self._places), binary),
        )


def _open(one: Decision) -> str:
    return "undecided" if one.status == "undecided" else "unjudged"


def _counted(said: Sequence[Decision], places: Iterable[int], work: _Work) -> Binary:
    counts = Counter((work.truth(p), said[p].full) for p in places)
    return Binary(counts[True, True], counts[True, False], counts[False, True], counts[False, False])


def _binary(sums: Sequence[int], at: tuple[int, int, int, int]) -> Binary:
    return Binary(sums[at[0]], sums[at[1]], sums[at[2]], sums[at[3]])


def _binary_statistic(at: tuple[int, int, int, int], name: str) -> Statistic:
    def statistic(sums: Sequence[int]) -> float | None:
        value: float | None = getattr(_binary(sums, at), name)
        return value

    return statistic


def _alpha_statistic(at: tuple[int, int, int, int]) -> Statistic:
    return lambda sums: _alpha(_binary(sums, at))


def _table_statistic(
    function: Callable[[dict[tuple[str, str], int]], float | None],
    keys: Sequence[tuple[str, str]],
    at: Sequence[int],
) -> Statistic:
    return lambda sums: function({key: sums[column] for key, column in zip(keys, at, strict=True)})


def _difference(judge: tuple[int, int, int, int], baseline: tuple[int, int, int, int]) -> Statistic:
    def statistic(sums: Sequence[int]) -> float | None:
        one, other = _binary(sums, judge).balanced_accuracy, _binary(sums, baseline).balanced_accuracy
        return None if one is None or other is None else one - other

    return statistic


def _alpha(table: Binary) -> float | None:
    """Krippendorff's alpha of two raters, the judge and the label, over the decided pairs."""
    positive = 2 * table.tp + table.fn + table.fp
    negative = 2 * table.tn + table.fn + table.fp
    if not positive or not negative:
        return None
    return 1 - (positive + negative - 1) * (table.fn + table.fp) / (positive * negative)


def _bounds(binary: Binary, gold: dict[str, int]) -> Ends:
    positives = gold.get("full", 0)
    negatives = sum(gold.values()) - positives
    if not positives or not negatives:
        return Ends()
    low = (binary.tp / positives + binary.tn / negatives) / 2
    high = ((positives - binary.fn) / positives + (negatives - binary.fp) / negatives) / 2
    return Ends(low, high)


def _accepted(decided: dict[tuple[str, str], int]) -> dict[str, float]:
    shares: dict[str, float] = {}
    for name in GOLD:
        n = sum(count for (gold, _), count in decided.items() if gold == name)
        if n:
            shares[name] = decided.get((name, "full"), 0) / n
    return shares


def _flags(gold: dict[str, int], n: int, binary: Binary) -> tuple[str, ...]:
    positives = gold.get("full", 0)
    flags = []
    if n < 30:
        flags.append("small_sample")
    if n and max(positives, n - positives) > PREVALENT * n:
        flags.append("prevalent_class")
    if binary.n < n:
        flags.append("open_pairs")
    return tuple(flags)


def _with_scores(
    block: Block, cases: Sequence[Judged], work: _Work, level: float, *, seed: int, draws: int
) -> Block:
    """The whole set also has curves, and the agreement among people."""
    rated = [RatedUnit(case.group, case.ratings) for case in cases if case.ratings]
    several = any(len(unit.ratings) > 1 for unit in rated)
    baseline = work.said.get("baseline")
    return structs.replace(
        block,
        scores=scores(cases, work.said["judge"], level),
        baseline_scores=None if baseline is None else scores(cases, baseline, level),
        people=agreement(rated, draws=draws, seed=seed, level=level) if several else None,
        people_balanced_accuracy=_people(rated) if several else None,
    )


def _people(rated: Sequence[RatedUnit]) -> float | None:
    """One person taken as the judge of another, over all ordered pairs of ratings of a unit: full or not.

    None where the ratings are no labels of ours, so that nobody can say which of them mean full.
    """
    if not {label for unit in rated for label in unit.ratings.values()} <= {*GOLD, "undecided"}:
        return None
    counts: Counter[tuple[bool, bool]] = Counter()
    for unit in rated:
        given = [label == "full" for _, label in sorted(unit.ratings.items()) if label != "undecided"]
        for place, one in enumerate(given):
            counts.update((one, other) for other in given[:place] + given[place + 1 :])
    return Binary(
        counts[True, True], counts[True, False], counts[False, True], counts[False, False]
    ).balanced_accuracy
