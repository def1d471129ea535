"""A labels file as a book: it grows at the end, and nothing in it is ever changed or deleted."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from pincite.errors import InputError
from pincite.io.rejection import Rejection
from pincite.labels.record import HumanLabel, Label, Unit, encode_label, read_labels
from pincite.model.result import ClaimRow


class Import(Struct, frozen=True, kw_only=True):
    """What came of an import: labels that are new, known already, new labels of units that their rater had
    labelled before (both stay), and what could not be taken."""

    added: tuple[Label, ...] = ()
    known: int = 0
    revised: int = 0
    rejected: tuple[Rejection, ...] = ()


def read_book(path: str | Path) -> list[Label]:
    """All labels of a book in the order in which they were written; an absent file has none.

    Raises InputError for a line that is no label: a book is only ever written by the program.
    """
    place = Path(path)
    if not place.exists():
        return []
    labels = []
    for one in read_labels(place):
        if isinstance(one, Rejection):
            raise InputError(f"the labels file is damaged: {one.message}", where=one.where)
        labels.append(one)
    return labels


def add(
    book: Sequence[Label],
    incoming: Iterable[Label | Rejection],
    *,
    claims: Mapping[tuple[str, str], ClaimRow] | None = None,
) -> Import:
    """Which of the incoming labels a book would take.

    An id that the book has with other content is rejected: nothing is overwritten. With `claims` (by answer
    and claim id) a label must fit the claim that it names: same span, same text, citations that it has.
    """
    held = {label.label_id: label for label in book}
    rated = {(label.unit, label.rater) for label in book}
    added: list[Label] = []
    rejected: list[Rejection] = []
    known = revised = 0
    for one in incoming:
        if isinstance(one, Rejection):
            rejected.append(one)
            continue
        before = held.get(one.label_id)
        if before == one:
            known += 1
            continue
        fault = _fault(one, before, held, claims)
        if fault is not None:
            rejected.append(Rejection(where=f"label {one.label_id}", message=fault))
            continue
        if one.retracts is None and not one.adjudicates:
            revised += (one.unit, one.rater) in rated
            rated.add((one.unit, one.rater))
        held[one.label_id] = one
        added.append(one)
    return Import(added=tuple(added), known=known, revised=revised, rejected=tuple(rejected))


def _fault(
    label: Label,
    before: Label | None,
    held: Mapping[str, Label],
    claims: Mapping[tuple[str, str], ClaimRow] | None,
) -> str | None:
    if before is not None:
        return "its id is that of another label, which is kept"
    for name in (label.retracts, *label.adjudicates):
        if name is not None and name not in held:
            return f"it refers to label {name[:40]!r}, which is not here"
    if label.retracts is not None and held[label.retracts].rater != label.rater:
        return "only the rater of a label can retract it"
    if label.adjudicates and label.rater in {held[name].rater for name in label.adjudicates}:
        return "nobody adjudicates labels of their own"
    return None if claims is None else _misfit(label, claims.get((label.answer_id, label.claim_id)))


def _misfit(label: Label, claim: ClaimRow | None) -> str | None:
    """What keeps a label from being about this claim."""
    if claim is None:
        return f"the run has no claim {label.claim_id[:40]!r} of answer {label.answer_id[:40]!r}"
    if (label.start, label.end) != (claim.start, claim.end):
        return (
            f"its span is {label.start}..{label.end}, that of claim {claim.claim_id[:40]!r} is"
            f" {claim.start}..{claim.end}"
        )
    if label.text is not None and claim.text and label.text != claim.text:
        return f"its text is not that of claim {claim.claim_id[:40]!r}"
    known = {link.citation_id for link in claim.citations}
    strange = next((one for one in label.citation_ids or () if one not in known), None)
    return None if strange is None else f"the claim has no citation {strange[:40]!r}"


def append(path: str | Path, labels: Sequence[Label]) -> None:
    """Write labels at the end of a book, and do not return before they are on disk."""
    if not labels:
        return
    place = Path(path)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("ab+") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    # Somebody's editor took the last line break; a second record must not join the first.
                    file.write(b"\n")
            file.write(b"".join(encode_label(label) + b"\n" for label in labels))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise InputError(f"cannot write the labels file: {error.strerror}", where=str(place)) from None


def current(labels: Iterable[Label]) -> list[Label]:
    """The labels that stand: the latest of each rater on each unit, without what was retracted.

    Later is by time, then by place in the book. Adjudications count apart from the adjudicator's own label.
    """
    every = list(labels)
    withdrawn = {label.retracts for label in every if label.retracts is not None}
    latest: dict[tuple[Unit, str, bool], Label] = {}
    for label in every:
        if label.retracts is not None or label.label_id in withdrawn or label.label is None:
            continue
        key = (label.unit, label.rater, bool(label.adjudicates))
        if key not in latest or label.moment >= latest[key].moment:
            latest[key] = label
    standing = {label.label_id for label in latest.values()}
    return [label for label in every if label.label_id in standing]


class Gold(Struct, frozen=True, kw_only=True):
    """What people came to about one unit.

    `label` is None where they are divided and nobody adjudicated. `ratings` holds each rater's own label;
    `weight` is the sampling weight, None where the labels carry none.
    """

    unit: Unit
    start: int
    end: int
    label: HumanLabel | None
    ratings: dict[str, HumanLabel]
    adjudicated: bool = False
    weight: float | None = None


def gold(labels: Iterable[Label]) -> dict[Unit, Gold]:
    """One label a unit: the adjudicator's, else that of more than half of the raters.

    Labels that were given with a verdict in sight are left out: they would measure the verdict.
    """
    units: dict[Unit, list[Label]] = {}
    for label in current(labels):
        if not label.assisted:
            units.setdefault(label.unit, []).append(label)
    found = {}
    for unit in sorted(units, key=lambda one: (one.answer_id, one.claim_id, one.citation_ids or ())):
        given = units[unit]
        decided = [label for label in given if label.adjudicates]
        own = {label.rater: label.label for label in given if not label.adjudicates and label.label}
        weights = [label.weight for label in given if label.weight is not None]
        found[unit] = Gold(
            unit=unit,
            start=given[0].start,
            end=given[0].end,
            label=max(decided, key=lambda label: label.moment).label
            if decided
            else _majority(list(own.values())),
            ratings=own,
            adjudicated=bool(decided),
            weight=weights[0] if weights else None,
        )
    return found


def _majority(given: Sequence[HumanLabel]) -> HumanLabel | None:
    return next((label for label in given if 2 * given.count(label) > len(given)), None)
