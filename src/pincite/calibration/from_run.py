"""A checked run and people's labels on it, as labelled pairs: the user's own data is what counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct, field

from pincite.calibration.categories import categories
from pincite.calibration.decision import Decision, Judged
from pincite.calibration.pairs import GoldLabel, is_development
from pincite.judges.overlap import THRESHOLD, overlap
from pincite.labels.applied import claim_gold, link_gold
from pincite.labels.book import Gold, gold
from pincite.labels.record import Label, Unit
from pincite.model.result import ClaimRow, LinkRow

TextOf = Callable[[LinkRow], str | None]
"""The stored text of a link's chunk, or None where it is not at hand."""


class FromRun(Struct, frozen=True, kw_only=True):
    """The labelled claims and links of a run.

    `left_out` counts labels that cannot be compared with a verdict, by reason.
    """

    cases: tuple[Judged, ...]
    left_out: dict[str, int] = field(default_factory=dict)


def cases_of_run(
    rows: Iterable[ClaimRow],
    labels: Iterable[Label],
    *,
    share: float,
    seed: int,
    text_of: TextOf | None = None,
    threshold: float = THRESHOLD,
) -> FromRun:
    """Every unit that people labelled and the judge was asked about.

    What one label says is counted once: a label on the only citation of a claim is about the claim.
    `threshold` is the baseline's; without `text_of` there is no baseline.
    """
    people = gold(labels)
    found = _Found(share, seed, text_of, threshold)
    used: set[Unit] = set()
    for row in rows:
        told = claim_gold(row, people)
        if told is not None:
            used.add(told.unit)
            found.take(row, told, row.citations, _of_claim(row), "claims")
        for link in row.citations:
            own = link_gold(row, link, people)
            if own is not None and own.unit not in used:
                used.add(own.unit)
                found.take(row, own, (link,), _of_link(link), "links")
    left = found.left
    left["no such claim in the run"] += len(people.keys() - used)
    return FromRun(cases=tuple(found.cases), left_out={reason: n for reason, n in sorted(left.items()) if n})


class _Found:
    """Collects what can be compared, and counts what cannot."""

    def __init__(self, share: float, seed: int, text_of: TextOf | None, threshold: float) -> None:
        self._share = share
        self._seed = seed
        self._text_of = text_of
        self._threshold = threshold
        self.cases: list[Judged] = []
        self.left: Counter[str] = Counter()

    def take(
        self, row: ClaimRow, told: Gold, links: Sequence[LinkRow], said: Decision | None, dataset: str
    ) -> None:
        label = _gold_label(told)
        if label is None:
            self.left["people divided" if told.label is None else f"labelled {told.label}"] += 1
            return
        if said is None:
            self.left["no verdict to compare"] += 1
            return
        self.cases.append(
            Judged(
                key="/".join((row.answer_id, row.claim_id, *(told.unit.citation_ids or ()))),
                dataset=dataset,
                group=row.answer_id,
                gold=label,
                decision=said,
                baseline=self._baseline(row, links),
                categories=_categories(row, label, told.ratings),
                ratings=dict(told.ratings),
                development=is_development(row.answer_id, self._share, self._seed),
            )
        )

    def _baseline(self, row: ClaimRow, links: Sequence[LinkRow]) -> Decision | None:
        if self._text_of is None:
            return None
        texts = [text for link in links if (text := self._text_of(link)) is not None]
        share = overlap(row.proposition or row.text, texts) if texts else None
        if share is None:
            return Decision(label=None, status="unjudged", reason="no_evidence_text")
        return Decision(label="full" if share >= self._threshold else "none", support=share)


def _gold_label(told: Gold) -> GoldLabel | None:
    label = told.label
    return None if label is None or label == "undecided" or label == "not_verifiable" else label


def _of_claim(row: ClaimRow) -> Decision | None:
    """The verdict on a claim. Uncited claims and citations that resolve to nothing were never judged."""
    if row.status == "not_applicable" or not any(link.resolution == "resolved" for link in row.citations):
        return None
    support = None
    if len(row.citations) == 1:
        support = _support(row.citations[0])
    elif row.label == "full":
        told = [one for link in row.citations if link.label == "full" and (one := _support(link)) is not None]
        support = max(told, default=None)
    return Decision(
        label=row.label if row.status == "judged" else None,
        status=row.status,
        reason=row.reason,
        support=support if row.status == "judged" and row.label is not None else None,
    )


def _of_link(link: LinkRow) -> Decision | None:
    if link.resolution != "resolved" or link.status == "not_applicable":
        return None
    return Decision(
        label=link.label if link.status == "judged" else None,
        status=link.status,
        reason=link.reason,
        support=_support(link),
    )


def _support(link: LinkRow) -> float | None:
    if link.status != "judged" or link.label is None or link.confidence is None:
        return None
    return link.confidence if link.label == "full" else 1 - link.confidence


def _categories(row: ClaimRow, label: GoldLabel, ratings: Mapping[str, str]) -> tuple[str, ...]:
    derived = categories(row.proposition or row.text, (), gold=label, ratings=list(ratings.values()))
    table = ("table",) if row.evidence_kind in ("table", "mixed") else ()
    several = ("multi_source",) if len(row.citations) > 1 else ()
    return tuple(
        dict.fromkeys((f"kind: {row.kind}", f"severity: {row.severity}", *derived, *table, *several))
    )
