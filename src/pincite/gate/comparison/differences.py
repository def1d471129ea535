"""Every metric of two runs on what is paired, and whether the difference is more than noise.

A claim enters a metric only if both runs decided what the metric asks: a claim that one run left open can
raise nothing by its absence. Metrics of claims are summed over paired claims, those of references over paired
answers. What is read off the extraction itself (how much text is in claims, whether an answer
declines) is compared only where the extraction cannot be what changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isclose

from msgspec import structs

from pincite.engine.run import Run
from pincite.errors import ConfigError
from pincite.gate.comparison.comparison import MetricDifference, Verdict
from pincite.gate.comparison.pairing import AnswerPair, AnswerView
from pincite.metrics.counts import measure
from pincite.metrics.definitions import METRICS, Definition
from pincite.model.credit import DEFAULT_CREDIT, UNITS, CreditPolicy
from pincite.model.result import AnswerFacts, AnswerResult, ClaimRow
from pincite.stats.estimate import LEVEL
from pincite.stats.simultaneous import Difference, Measured, differences

_BY_SEGMENT = frozenset(("claim_coverage", "extractive_share", "claim_correctness", "near_miss_citations"))
"""They count characters, tokens or links of claims, so all claims of an answer must have a partner."""

_BY_EXTRACTION = frozenset(
    (
        "answer_rate",
        "abstention_recall",
        "abstention_precision",
        "false_abstention_rate",
        "answered_unanswerable_rate",
    )
)
"""They ask whether an answer declines or asserts, which the extractor says."""

_NO_FACTS = "{side} has no facts.jsonl; write the run again to compare it"
_NOT_ALIKE = "the rows of {side} do not add up to its summary"
_CREDITS = "the two runs do not give the same credits"

_CLAIM_PLACES = tuple(place for place, entry in enumerate(METRICS) if entry.by_claim)
_ANSWER_PLACES = tuple(place for place, entry in enumerate(METRICS) if not entry.by_claim)

_Cells = Mapping[str, int]


def metric_differences(
    base: Run, head: Run, answers: Sequence[AnswerPair], *, same_extractor: bool, seed: int
) -> tuple[MetricDifference, ...]:
    """All metrics that a summary has, in the order of their definitions."""
    one, other = _Side("base", base, answers), _Side("head", head, answers)
    reasons = [_reason(entry, one, other) for entry in METRICS]
    columns = _summed(one, other, answers, same_extractor)
    usable = [place for place, reason in enumerate(reasons) if not reason]
    measured = [columns[place].measured(ratio=METRICS[place].form != "count") for place in usable]
    told = dict(zip(usable, differences(measured, seed=seed, level=LEVEL), strict=True))
    return tuple(
        _told(entry, (one, other), columns[place], told.get(place), reasons[place])
        for place, entry in enumerate(METRICS)
        if entry.name in base.summary.metrics or entry.name in head.summary.metrics
    )


class _Columns:
    """The sums of one metric, one entry a case, and what was left out of it."""

    def __init__(self) -> None:
        self._sums: tuple[list[int], ...] = ([], [], [], [])
        self._moved = 0
        self.left_open = 0
        self.left_out = 0

    def open_cluster(self) -> None:
        for column in self._sums:
            column.append(0)

    def add(self, entry: Definition, base: _Cells, head: _Cells) -> None:
        """One unit of both runs, unless either of them left it open."""
        population = f"{entry.population}?"
        if base.get(population) or head.get(population):
            self.left_open += 1
            return
        one = _sums(entry, base)
        other = one if head is base else _sums(entry, head)
        for column, count in zip(self._sums, (*one, *other), strict=True):
            column[-1] += count
        self._moved += one != other

    def measured(self, *, ratio: bool) -> Measured:
        above_base, below_base, above_head, below_head = self._sums
        return Measured((above_base, below_base), (above_head, below_head), self._moved, ratio)


def _sums(entry: Definition, cells: _Cells) -> tuple[int, int]:
    """Numerator and denominator."""
    return sum([cells.get(name, 0) for name in entry.numerator]), sum(
        [cells.get(name, 0) for name in entry.denominator]
    )


class _Side:
    """One run as its stored rows have it."""

    def __init__(self, name: str, run: Run, answers: Iterable[AnswerPair]) -> None:
        self.name = name
        self.run = run
        self.credit = _credit(run)
        self.unit = (self.credit or DEFAULT_CREDIT).step / UNITS
        self.whole: dict[str, int] = {}
        for answer in answers:
            view = answer.base if name == "base" else answer.head
            if view is not None:
                for cell, count in self.cells(view).items():
                    self.whole[cell] = self.whole.get(cell, 0) + count

    def cells(self, view: AnswerView) -> _Cells:
        """The counts of a whole answer."""
        return measure(
            AnswerResult(
                answer_id=view.answer_id,
                case_id=view.case,
                text="",
                claims=view.claims,
                facts=view.row.facts if view.row is not None else AnswerFacts(),
            ),
            self.credit or DEFAULT_CREDIT,
        ).flat()

    def of_claim(self, claim: ClaimRow) -> _Cells:
        """The counts of one claim."""
        only = AnswerResult(answer_id=claim.answer_id, text="", claims=(claim,))
        return measure(only, self.credit or DEFAULT_CREDIT).claims[claim.severity]

    def adds_up(self, entry: Definition) -> bool:
        """Whether the rows give the summary's number, as they do unless a file was changed."""
        metric = self.run.summary.metrics.get(entry.name)
        if metric is None:
            return True
        above, below = _sums(entry, self.whole)
        told = above * self.unit if entry.form == "mean" else above
        return below == metric.denominator and isclose(told, metric.numerator, rel_tol=1e-6, abs_tol=1e-6)


def _credit(run: Run) -> CreditPolicy | None:
    """The credits that the run's score was measured with; None when it does not say."""
    try:
        return CreditPolicy.parse(str(run.summary.thresholds["credit"]))
    except (KeyError, ConfigError):
        return None


def _reason(entry: Definition, base: _Side, head: _Side) -> str:
    """Why a metric cannot be compared by pairs, if it cannot."""
    if entry.form == "mean" and (base.credit is None or base.credit != head.credit):
        return _CREDITS
    for side in (base, head):
        if not entry.by_claim and not side.run.answers:
            return _NO_FACTS.format(side=side.name)
        if not side.adds_up(entry):
            return _NOT_ALIKE.format(side=side.name)
    return ""


def _summed(base: _Side, head: _Side, answers: Iterable[AnswerPair], same_extractor: bool) -> list[_Columns]:
    """The columns of every metric over the cases that both runs have."""
    columns = [_Columns() for _ in METRICS]
    case = None
    for answer in answers:
        if answer.base is None or answer.head is None:
            continue
        if answer.case != case:
            case = answer.case
            for column in columns:
                column.open_cluster()
        for pair in answer.claims:
            before = base.of_claim(pair.base)
            cells = before, before if pair.counts_alike else head.of_claim(pair.head)
            for place in _CLAIM_PLACES:
                columns[place].add(METRICS[place], *cells)
        whole = base.cells(answer.base), head.cells(answer.head)
        for place in _ANSWER_PLACES:
            if _segmented_alike(METRICS[place], answer, same_extractor):
                columns[place].add(METRICS[place], *whole)
            else:
                columns[place].left_out += 1
    return columns


def _segmented_alike(entry: Definition, answer: AnswerPair, same_extractor: bool) -> bool:
    """Whether a difference in this metric cannot come from how the answer was cut into claims."""
    if entry.name in _BY_SEGMENT:
        return answer.whole
    if entry.name in _BY_EXTRACTION:
        return answer.whole or (answer.same_text is False and same_extractor)
    if entry.unit == "reference":
        # Claims that come with their citations bring references of their own.
        return answer.whole or answer.same_text is False
    return True


def _told(
    entry: Definition,
    sides: tuple[_Side, _Side],
    columns: _Columns,
    found: Difference | None,
    why: str,
) -> MetricDifference:
    base, head = (side.run.summary.metrics.get(entry.name) for side in sides)
    bare = MetricDifference(
        name=entry.name,
        form=entry.form,
        better=entry.better,
        run_base=None if base is None else base.value,
        run_head=None if head is None else head.value,
        why=why,
    )
    if found is None:
        return bare
    if found.value is None:
        return structs.replace(
            bare,
            left_open=columns.left_open,
            left_out=columns.left_out,
            why="nothing to compare among what is paired",
        )
    unit = sides[0].unit if entry.form == "mean" else float(entry.scale) if entry.form != "count" else 1.0
    return structs.replace(
        bare,
        base=_scaled(found.base, unit),
        head=_scaled(found.head, unit),
        difference=_scaled(found.value, unit),
        low=_scaled(found.low, unit),
        high=_scaled(found.high, unit),
        level=LEVEL,
        method=found.method,
        answers=found.clusters,
        up=found.up,
        down=found.down,
        moved=found.moved,
        left_open=columns.left_open,
        left_out=columns.left_out,
        verdict=_verdict(entry, found),
    )


def _scaled(value: float | None, unit: float) -> float | None:
    return None if value is None else value * unit


def _verdict(entry: Definition, found: Difference) -> Verdict:
    if found.same:
        return "no change"
    if not found.real or found.value is None:
        return "noise"
    if entry.better == "neither":
        return "changed"
    return "better" if (found.value > 0) == (entry.better == "higher") else "worse"
