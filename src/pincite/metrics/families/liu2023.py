"""Citation recall and precision after Liu, Zhang and Liang, Evaluating Verifiability in Generative Search
Engines (2023).

A statement is supported when its citations together fully support it. A citation counts when it fully
supports its statement, or when it supports a part of one that its citations fully support only together.
What contradicts a statement supports nothing of it, and neither does what leaves it unclear.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import structs

from pincite.metrics.families.family import Family, Number
from pincite.metrics.families.outcomes import FULL, MISS, Outcome, hit, left_out, still_open, worth
from pincite.metrics.families.statements import NOTHING, Cited, Said, Statement


def recall(statements: Sequence[Statement]) -> Iterable[Outcome]:
    """One a statement. A cited statement is always worth verifying."""
    for one in map(_cleared, statements):
        if not one.cited and not one.verifiable:
            yield left_out("not_verification_worthy")
        else:
            yield worth(one.union, FULL) if one.cited else MISS


def precision(statements: Sequence[Statement]) -> Iterable[Outcome]:
    """One a source that a statement cites, whether it exists or not."""
    for one in map(_cleared, statements):
        sources = one.sources
        partial = _partial(sources, one.union)
        for cited in sources:
            yield partial if cited.said.label == "partial" else worth(cited.said, FULL)


def _partial(sources: Sequence[Cited], union: Said) -> Outcome:
    """What a partial source counts: it does where all together are full, and none is alone."""
    if any(other.said.label == "full" for other in sources):
        return MISS
    if union.open:
        return still_open(union)
    if union.label != "full":
        return MISS
    # Another source that is still open might turn out to be full alone, and then this one would not count.
    waiting: Said | None = next((other.said for other in sources if other.said.open), None)
    return hit() if waiting is None else still_open(waiting)


def _cleared(one: Statement) -> Statement:
    """The statement with every unclear verdict read as `none`; what was never judged stays open."""
    return structs.replace(
        one,
        citations=tuple(structs.replace(cited, said=_clear(cited.said)) for cited in one.citations),
        together=_clear(one.together),
    )


def _clear(said: Said) -> Said:
    return NOTHING if said.open and said.reason == "undecided" else said


LIU2023 = Family(
    name="liu2023",
    title="Liu, Zhang and Liang 2023: verifiability",
    numbers=(
        Number(
            name="recall",
            formula="verification-worthy statements that their citations together fully support"
            " / verification-worthy statements",
            unit="sentence",
            units=recall,
        ),
        Number(
            name="precision",
            formula="(citations full alone + partial citations of a statement that is full only together)"
            " / citations",
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
