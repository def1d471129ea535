"""How far the raters of a book agree, with each other and with themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from pincite.labels.book import current
from pincite.labels.record import Label, Unit
from pincite.stats.agreement import Agreement, RatedUnit, agreement
from pincite.stats.bootstrap import SEED


class RaterReport(Struct, frozen=True, kw_only=True):
    """One rater: how many labels stand, and of the units labelled again, how many got the same label."""

    rater: str
    labels: int
    repeated: int
    same: int


class AgreementReport(Struct, frozen=True, kw_only=True):
    """`labels` compares the labels as given, `full_or_not` only whether they are full.

    `disagreements` counts pairs of different labels on one unit, `causes` the causes that raters and
    adjudicators named. `assisted` labels and adjudications take part in neither comparison.
    """

    labels: Agreement
    full_or_not: Agreement
    raters: tuple[RaterReport, ...]
    disagreements: dict[str, int]
    divided_units: int
    adjudicated: int
    causes: dict[str, int]
    assisted: int
    guidelines: dict[str, int]


def rater_agreement(labels: Iterable[Label], *, seed: int = SEED) -> AgreementReport:
    """Agreement with intervals by answer."""
    book = list(labels)
    standing = current(book)
    own = [label for label in standing if not label.assisted and not label.adjudicates]
    units: dict[Unit, dict[str, str]] = {}
    for label in own:
        units.setdefault(label.unit, {})[label.rater] = str(label.label)
    rated = [RatedUnit(unit.answer_id, ratings) for unit, ratings in sorted(units.items(), key=_place)]
    binary = [
        RatedUnit(one.group, {rater: _full(label) for rater, label in one.ratings.items() if _decided(label)})
        for one in rated
    ]
    pairs: Counter[str] = Counter()
    divided = 0
    for one in rated:
        given = sorted(one.ratings.values())
        divided += len(set(given)) > 1
        pairs.update(
            f"{first}/{second}"
            for place, first in enumerate(given)
            for second in given[place + 1 :]
            if first != second
        )
    return AgreementReport(
        labels=agreement(rated, seed=seed),
        full_or_not=agreement(binary, seed=seed),
        raters=_raters(book, own),
        disagreements=dict(sorted(pairs.items(), key=lambda item: (-item[1], item[0]))),
        divided_units=divided,
        adjudicated=len({label.unit for label in standing if label.adjudicates}),
        causes=dict(Counter(label.cause for label in standing if label.cause).most_common()),
        assisted=sum(label.assisted for label in standing),
        guidelines=dict(sorted(Counter(label.guideline_version or "none" for label in own).items())),
    )


def _place(item: tuple[Unit, dict[str, str]]) -> tuple[str, str, tuple[str, ...]]:
    unit = item[0]
    return unit.answer_id, unit.claim_id, unit.citation_ids or ()


def _decided(label: str) -> bool:
    return label not in ("undecided", "not_verifiable")


def _full(label: str) -> str:
    return "full" if label == "full" else "not full"


def _raters(book: Iterable[Label], own: Iterable[Label]) -> tuple[RaterReport, ...]:
    """Repeats are labels that one rater gave to one unit at different times and never took back."""
    every = list(book)
    withdrawn = {label.retracts for label in every if label.retracts is not None}
    given: dict[tuple[str, Unit], list[Label]] = {}
    for label in every:
        skipped = label.retracts or label.label_id in withdrawn or label.assisted or label.adjudicates
        if not skipped and label.label is not None:
            given.setdefault((label.rater, label.unit), []).append(label)
    standing = Counter(label.rater for label in own)
    again = {key: labels for key, labels in given.items() if len(labels) > 1}
    return tuple(
        RaterReport(
            rater=rater,
            labels=count,
            repeated=sum(key[0] == rater for key in again),
            same=sum(
                key[0] == rater and len({one.label for one in labels}) == 1 for key, labels in again.items()
            ),
        )
        for rater, count in sorted(standing.items())
    )
