"""Citation precision and completeness, corrected for the judge's errors by a sample that people labelled.

The corrected rate is about every link or claim that can be judged at all: what the judge left open is in it.
Without labels there is nothing to correct with, and the run is not calibrated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct, structs

from pincite.labels.applied import claim_gold, link_gold, relabelled
from pincite.labels.book import Gold, gold
from pincite.labels.record import Label
from pincite.labels.record import Unit as LabelledUnit
from pincite.labels.sampling import REVIEW
from pincite.model.result import ClaimRow, LinkRow
from pincite.stats.correction import Corrected, Unit, prediction_powered, rogan_gladen
from pincite.stats.estimate import LEVEL, Estimate
from pincite.stats.intervals import wilson

Metric = Literal["citation_precision", "citation_completeness"]
METRICS: tuple[Metric, ...] = ("citation_precision", "citation_completeness")

ClusterOf = Callable[[ClaimRow], str]


class CorrectedRate(Struct, frozen=True, kw_only=True):
    """One metric, corrected in two ways. The first is the one to quote: it assumes nothing about the judge.

    `left_out` counts links whose text was never recorded (or claims that have only such): nobody can label
    them. `unweighted` labels could not be used because others carry sampling weights. `unlabelled_links` are
    links of labelled claims without a label of their own; where claims with several citations were labelled
    only as wholes, the sample holds too few of their links, and precision is about the others.
    """

    metric: Metric
    prediction_powered: Corrected
    rogan_gladen: Corrected
    left_out: int = 0
    unweighted: int = 0
    unlabelled_links: int = 0


def corrected_rates(
    rows: Iterable[ClaimRow],
    labels: Iterable[Label],
    *,
    cluster: ClusterOf = lambda row: row.answer_id,
    level: float = LEVEL,
) -> dict[Metric, CorrectedRate]:
    """Both rates of a run from its claim rows and human labels; empty when no label fits the run.

    Labels that were given for review, or with a verdict in sight, take no part.
    """
    people = gold(label for label in labels if label.stratum != REVIEW)
    every = list(rows)
    found: dict[Metric, CorrectedRate] = {}
    makers: dict[Metric, _Maker] = {"citation_precision": _links, "citation_completeness": _claims}
    for metric, make in makers.items():
        units, left_out = make(every, people, cluster)
        units, unweighted = _weighted(units)
        if any(unit.human is not None and not unit.known for unit in units):
            found[metric] = CorrectedRate(
                metric=metric,
                prediction_powered=prediction_powered(units, level=level),
                rogan_gladen=rogan_gladen(units, level=level),
                left_out=left_out,
                unweighted=unweighted,
                unlabelled_links=_unlabelled(every, people) if metric == "citation_precision" else 0,
            )
    return found


def _unlabelled(rows: Sequence[ClaimRow], people: _People) -> int:
    return sum(
        link.resolution == "resolved" and link_gold(row, link, people) is None
        for row in rows
        if claim_gold(row, people) is not None
        for link in row.citations
    )


_People = Mapping[LabelledUnit, Gold]
_Maker = Callable[[Sequence[ClaimRow], _People, ClusterOf], tuple[list[Unit], int]]


def _links(rows: Sequence[ClaimRow], people: _People, cluster: ClusterOf) -> tuple[list[Unit], int]:
    """The links of verifiable claims: does the citation support its claim, alone or as a necessary member?"""
    units: list[Unit] = []
    left_out = 0
    for row in rows:
        if row.verifiability != "verifiable":
            continue
        told = relabelled(row, people)
        for link, human in zip(row.citations, told.citations, strict=True):
            if link.resolution != "resolved":
                units.append(Unit(cluster=cluster(row), judged=0.0, known=True))
            elif link.reason == "no_evidence_text":
                left_out += 1
            elif link.status != "not_applicable":
                said = _hit(row, link)
                source = link_gold(row, link, people) or claim_gold(row, people)
                units.append(
                    Unit(
                        cluster=cluster(row),
                        judged=0.5 if said is None else float(said),
                        human=_hit(told, human),
                        weight=_weight(source),
                    )
                )
    return units, left_out


def _hit(row: ClaimRow, link: LinkRow) -> bool | None:
    """Whether the link counts as right; None where that is open."""
    if link.status != "judged" or link.label is None:
        return None
    return link.label == "full" or (
        row.group is not None and row.group.label == "full" and link.citation_id in row.group.necessary
    )


def _claims(rows: Sequence[ClaimRow], people: _People, cluster: ClusterOf) -> tuple[list[Unit], int]:
    """The claims that need a citation: does what they cite support them?"""
    units: list[Unit] = []
    left_out = 0
    for row in rows:
        if row.verifiability != "verifiable" or not row.citation_required or row.status == "not_applicable":
            continue
        resolved = [link for link in row.citations if link.resolution == "resolved"]
        if not resolved:
            units.append(Unit(cluster=cluster(row), judged=0.0, known=True))
        elif all(link.reason == "no_evidence_text" for link in resolved):
            left_out += 1
        else:
            told = relabelled(row, people)
            decided = told.verifiability == "verifiable" and told.status == "judged"
            units.append(
                Unit(
                    cluster=cluster(row),
                    judged=float(row.label == "full") if row.status == "judged" else 0.5,
                    human=told.label == "full" if decided else None,
                    weight=_weight(claim_gold(row, people) or _any_link(row, people)),
                )
            )
    return units, left_out


def _any_link(row: ClaimRow, people: _People) -> Gold | None:
    return next((one for link in row.citations if (one := link_gold(row, link, people))), None)


def _weight(source: Gold | None) -> float:
    return 0.0 if source is None or source.weight is None else source.weight


def _weighted(units: Sequence[Unit]) -> tuple[list[Unit], int]:
    """Units with usable weights. Where no label has one, the labels are taken for a plain random sample.

    Where some have weights, labels without are not used: nobody knows how those came to be labelled.
    """
    labelled = [unit for unit in units if unit.human is not None and not unit.known]
    if not labelled:
        return list(units), 0
    if not any(unit.weight for unit in labelled):
        return [structs.replace(unit, weight=1.0) for unit in units], 0
    kept = []
    dropped = 0
    for unit in units:
        if unit.human is not None and not unit.known and not unit.weight:
            dropped += 1
            unit = structs.replace(unit, human=None)
        kept.append(unit if unit.weight else structs.replace(unit, weight=1.0))
    return kept, dropped


class FalseAccepts(Struct, frozen=True, kw_only=True):
    """Critical and high claims that the judge labelled `full` and people reviewed: how many are not."""

    reviewed: int
    wrong: int
    rate: Estimate


def severe_false_accepts(
    rows: Iterable[ClaimRow], labels: Iterable[Label], *, level: float = LEVEL
) -> FalseAccepts:
    """The false-accept rate among reviewed `full` verdicts on severe claims, with Wilson's interval."""
    people = gold(labels)
    reviewed = wrong = 0
    for row in rows:
        if row.severity not in ("critical", "high") or row.label != "full" or row.status != "judged":
            continue
        told = relabelled(row, people)
        if told.status == "judged":
            reviewed += 1
            wrong += told.label != "full"
    if not reviewed:
        return FalseAccepts(reviewed=0, wrong=0, rate=Estimate(level=level))
    low, high = wilson(wrong, reviewed, level=level)
    return FalseAccepts(
        reviewed=reviewed, wrong=wrong, rate=Estimate(wrong / reviewed, low, high, level, "wilson")
    )
