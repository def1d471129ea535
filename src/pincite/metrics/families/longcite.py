"""Citation quality after Zhang and others, LongCite: Enabling LLMs to Generate Fine-grained Citations in
Long-context QA (2024).

A statement earns 1, one half or 0 by what its citations say together; without citations it earns 1 if it
needs none. A citation counts when it supports at least a part of its statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pincite.metrics.families.family import Family, Number
from pincite.metrics.families.outcomes import HALVES, IN_PART, MISS, Outcome, hit, worth
from pincite.metrics.families.statements import Statement


def recall(statements: Sequence[Statement]) -> Iterable[Outcome]:
    """One a statement, in halves."""
    for one in statements:
        if one.cited:
            yield worth(one.union, HALVES)
        else:
            yield MISS if one.needs_citation else hit(2)


def precision(statements: Sequence[Statement]) -> Iterable[Outcome]:
    """One a source that a statement cites, whether it exists or not."""
    for one in statements:
        for cited in one.sources:
            yield worth(cited.said, IN_PART)


LONGCITE = Family(
    name="longcite",
    title="Zhang and others 2024: LongCite",
    numbers=(
        Number(
            name="recall",
            formula="credit of statements (full 1, partial 0.5, else 0; uncited 1 if it needs no citation)"
            " / statements",
            unit="sentence",
            units=recall,
            worth=2,
        ),
        Number(
            name="precision",
            formula="citations that support at least a part / citations",
            unit="citation",
            units=precision,
        ),
        Number(
            name="f1",
            formula="harmonic mean of recall and precision",
            unit="both",
            form="harmonic",
            of=("recall", "precision"),
        ),
    ),
)
