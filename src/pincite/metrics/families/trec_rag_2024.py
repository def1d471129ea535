"""Support after the TREC 2024 RAG track: the first citation of each sentence, weighted and strict.

A first citation that leads nowhere supports nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pincite.metrics.families.family import Family, Number
from pincite.metrics.families.outcomes import FULL, HALVES, MISS, Credits, Outcome, left_out, worth
from pincite.metrics.families.statements import Statement


def weighted_precision(statements: Sequence[Statement]) -> Iterable[Outcome]:
    """One a sentence with a citation, in halves."""
    return _first(statements, HALVES, left_out("uncited"))


def weighted_recall(statements: Sequence[Statement]) -> Iterable[Outcome]:
    """One a sentence, in halves."""
    return _first(statements, HALVES, MISS)


def strict_precision(statements: Sequence[Statement]) -> Iterable[Outcome]:
    """One a sentence with a citation."""
    return _first(statements, FULL, left_out("uncited"))


def strict_recall(statements: Sequence[Statement]) -> Iterable[Outcome]:
    """One a sentence."""
    return _first(statements, FULL, MISS)


def _first(statements: Sequence[Statement], credits: Credits, uncited: Outcome) -> Iterable[Outcome]:
    """The outcome of each sentence by its first citation; `uncited` without one."""
    for one in statements:
        yield worth(one.citations[0].said, credits) if one.cited else uncited


TREC_RAG_2024 = Family(
    name="trec_rag_2024",
    title="TREC 2024 RAG track: support of the first citation",
    numbers=(
        Number(
            name="weighted_precision",
            formula="credit of first citations (full 1, partial 0.5, else 0) / sentences with a citation",
            unit="sentence",
            units=weighted_precision,
            worth=2,
        ),
        Number(
            name="weighted_recall",
            formula="credit of first citations (full 1, partial 0.5, else 0) / sentences",
            unit="sentence",
            units=weighted_recall,
            worth=2,
        ),
        Number(
            name="strict_precision",
            formula="sentences whose first citation is full / sentences with a citation",
            unit="sentence",
            units=strict_precision,
        ),
        Number(
            name="strict_recall",
            formula="sentences whose first citation is full / sentences",
            unit="sentence",
            units=strict_recall,
        ),
    ),
)
