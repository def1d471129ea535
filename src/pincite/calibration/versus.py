"""Judges against each other, on the pairs that all of them were asked about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import structs

from pincite.calibration.decision import Judged
from pincite.calibration.measure import measure
from pincite.calibration.measures import Versus
from pincite.calibration.words import against
from pincite.stats.bootstrap import DRAWS, SEED


def compare_judges(
    first: Sequence[Judged], second: Sequence[Judged], *, seed: int = SEED, draws: int = DRAWS
) -> Versus:
    """The paired difference in balanced accuracy, first minus second, outside the development part.

    Both as their labels stand. Raises ValueError when the two were not asked about the same pairs.
    """
    if [case.key for case in first] != [case.key for case in second]:
        raise ValueError("two judges are compared on the same pairs, in one order")
    both = [
        structs.replace(one, baseline=other.decision)
        for one, other in zip(first, second, strict=True)
        if not one.development
    ]
    found = measure(both, categories=False, seed=seed, draws=draws)[0].versus
    if found is None:
        raise ValueError("no pair is left outside the development part")
    return found


def rankings(
    judges: Sequence[tuple[str, Sequence[Judged]]], *, seed: int = SEED, draws: int = DRAWS
) -> Iterator[str]:
    """One sentence for each pair of judges: which is better, or that they cannot be told apart."""
    for (name, first), (other, second) in combinations(judges, 2):
        if any(not case.development for case in first):
            versus = compare_judges(first, second, seed=seed, draws=draws)
            if versus.better == "second":
                # Said from the better one's side.
                yield against(other, compare_judges(second, first, seed=seed, draws=draws), name)
            else:
                yield against(name, versus, other)
