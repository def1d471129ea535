"""From labelled pairs and a judge to its card: threshold on the development part, numbers on the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from math import fsum

from pincite.calibration.card import Card, DataFile, Part, RunEvidence, SetMeans, sealed, signature
from pincite.calibration.decision import Judged
from pincite.calibration.measure import measure
from pincite.calibration.measures import Measures
from pincite.calibration.threshold import Threshold, choose_threshold
from pincite.calibration.words import of_run, sentences
from pincite.judges.overlap import THRESHOLD, OverlapJudge
from pincite.model.verdict import JudgeIdentity
from pincite.stats.bootstrap import DRAWS, SEED

DEVELOPMENT = 0.3
"""The share of groups that choose the threshold, unless another is asked for."""


def calibrate(
    cases: Iterable[Judged],
    judge: JudgeIdentity,
    *,
    created_at: datetime,
    share: float = DEVELOPMENT,
    seed: int = SEED,
    draws: int = DRAWS,
    data: Sequence[DataFile] = (),
    limit: int | None = None,
    run: RunEvidence | None = None,
) -> Card:
    """The card of a judge from its decisions on labelled pairs.

    Nothing but the two thresholds comes from the development part, and no other number from it.
    """
    every = list(cases)
    development = [case for case in every if case.development]
    rest = [case for case in every if not case.development]
    threshold, baseline_threshold = _thresholds(development)
    cut = THRESHOLD if baseline_threshold.value is None else baseline_threshold.value
    by_set: dict[str, list[Judged]] = {}
    for case in every:
        by_set.setdefault(case.dataset, []).append(case)

    def part(some: Sequence[Judged], held_back: int, *, categories: bool = True) -> Part:
        numbers, kinds = measure(
            some,
            threshold=threshold.value,
            baseline_threshold=cut,
            categories=categories,
            seed=seed,
            draws=draws,
        )
        return Part(pairs=len(some), development=held_back, numbers=numbers, categories=kinds)

    sets = {
        name: part([case for case in some if not case.development], sum(case.development for case in some))
        for name, some in by_set.items()
    }
    overall = part(rest, len(development))
    baseline = OverlapJudge(cut).identity
    blocks = {name: one.numbers for name, one in sets.items()}
    return sealed(
        Card(
            created_at=created_at.isoformat(timespec="seconds"),
            signature=signature(judge, baseline, seed=seed, share=share),
            judge=judge,
            baseline=baseline,
            data=tuple(data),
            seed=seed,
            development_share=share,
            limit=limit,
            pairs=len(every),
            development=len(development),
            threshold=threshold,
            baseline_threshold=baseline_threshold,
            overall=overall,
            means=_means(sets),
            sets=sets,
            words=(
                *(of_run(run) if run is not None else ()),
                *sentences(judge.name, overall.numbers, blocks, threshold, baseline_threshold),
            ),
            run=run,
        )
    )


def _thresholds(development: Sequence[Judged]) -> tuple[Threshold, Threshold]:
    if not development:
        none = Threshold(reason="there is no development part")
        return none, none
    of_judge = choose_threshold((case.group, case.gold, case.decision) for case in development)
    of_baseline = choose_threshold(
        (case.group, case.gold, case.baseline) for case in development if case.baseline is not None
    )
    return of_judge, of_baseline


def _means(sets: Mapping[str, Part]) -> SetMeans:
    def mean(found: Sequence[Measures | None]) -> float | None:
        values = [
            one.balanced_accuracy.value
            for one in found
            if one is not None and one.balanced_accuracy.value is not None
        ]
        return fsum(values) / len(values) if values else None

    # A set in which one of the deciders has no value would make their means differ for that alone.
    whole = [part.numbers for part in sets.values() if part.numbers.judge.balanced_accuracy.value is not None]
    return SetMeans(
        sets=len(whole),
        judge=mean([numbers.judge for numbers in whole]),
        at_threshold=mean([numbers.at_threshold for numbers in whole]),
        baseline=mean([numbers.baseline for numbers in whole]),
    )
