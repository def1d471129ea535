"""A run with people's labels in place of the judge's verdicts, so that every metric can be had from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from msgspec import structs

from pincite.labels.book import Gold
from pincite.labels.record import HumanLabel, Unit
from pincite.metrics.summary import Figures, summarise
from pincite.metrics.tally import Tally
from pincite.model.credit import CreditPolicy
from pincite.model.result import AnswerFacts, AnswerResult, ClaimRow, GroupRow, LinkRow
from pincite.model.verdict import Label, Status
from pincite.stats.bootstrap import SEED

NOT_LABELLED = "not_labelled"
JUDGE = "people"

_State = tuple[Label | None, Status, str | None]


def state(label: HumanLabel | None) -> _State:
    """A person's label as label, status and reason.

    `unsupported` is `none` with that as its reason: whether it contradicts was not asked, so contradictions
    counted from such labels are at least so many.
    """
    if label is None:
        return None, "undecided", "raters_divided"
    if label == "undecided":
        return None, "undecided", "undecided"
    if label == "not_verifiable":
        return None, "not_applicable", "not_verifiable"
    if label == "unsupported":
        return "none", "judged", "unsupported"
    return label, "judged", None


def claim_gold(row: ClaimRow, people: Mapping[Unit, Gold]) -> Gold | None:
    """What people said of the claim with all its citations together."""
    every = tuple(sorted({link.citation_id for link in row.citations}))
    for citations in (None, every):
        found = people.get(Unit(row.answer_id, row.claim_id, citations))
        if found is not None and (found.start, found.end) == (row.start, row.end):
            return found
    return None


def link_gold(row: ClaimRow, link: LinkRow, people: Mapping[Unit, Gold]) -> Gold | None:
    """What people said of one citation of the claim; of its only one, the claim's label says it too."""
    found = people.get(Unit(row.answer_id, row.claim_id, (link.citation_id,)))
    if found is not None and (found.start, found.end) == (row.start, row.end):
        return found
    return claim_gold(row, people) if len(row.citations) == 1 else None


def relabelled(row: ClaimRow, people: Mapping[Unit, Gold]) -> ClaimRow:
    """The row as people labelled it. What nobody labelled is unjudged: nothing of the judge's word remains.

    Citations that resolve to nothing keep their label, which needs no judge; so does an uncited claim. What
    the deterministic checks found (figures, quotations) stays.
    """
    if row.verifiability == "not_verifiable":
        return row
    links = tuple(_link(row, link, people) for link in row.citations)
    if not any(link.resolution == "resolved" for link in row.citations):
        return structs.replace(row, citations=links, context=None)
    told = claim_gold(row, people)
    if told is not None and told.label == "not_verifiable":
        idle = tuple(
            structs.replace(link, label=None, status="not_applicable", reason="not_verifiable")
            for link in links
        )
        return structs.replace(
            row,
            verifiability="not_verifiable",
            label=None,
            status="not_applicable",
            reason="not_verifiable",
            citations=idle,
            group=None,
            context=None,
        )
    label, status, reason = _claim_state(told, links)
    return structs.replace(
        row,
        label=label,
        status=status,
        reason=reason,
        citations=links,
        group=_group(links, label, status, reason),
        context=None,
    )


def _link(row: ClaimRow, link: LinkRow, people: Mapping[Unit, Gold]) -> LinkRow:
    if link.resolution != "resolved":
        return link
    told = link_gold(row, link, people)
    label, status, reason = (None, "unjudged", NOT_LABELLED) if told is None else state(told.label)
    return structs.replace(
        link,
        label=label,
        status=status,
        reason=reason,
        evidence=None,
        confidence=None,
        rationale="",
        judge="" if told is None else JUDGE,
        context=False,
    )


def _claim_state(told: Gold | None, links: tuple[LinkRow, ...]) -> _State:
    """The claim's own label; without one, a citation that supports it alone settles it."""
    if told is not None:
        return state(told.label)
    if any(link.label == "full" for link in links):
        return "full", "judged", None
    return None, "unjudged", NOT_LABELLED


def _group(links: tuple[LinkRow, ...], label: Label | None, status: Status, reason: str | None) -> GroupRow:
    """The union. Of two members neither of which is full, both are necessary; of more, the partial ones."""
    necessary: tuple[str, ...] = ()
    labelled = [link for link in links if link.status == "judged" and link.resolution == "resolved"]
    if label == "full" and not any(link.label == "full" for link in links):
        if len(labelled) == len(links) == 2:
            necessary = tuple(link.citation_id for link in labelled)
        else:
            necessary = tuple(link.citation_id for link in labelled if link.label == "partial")
    return GroupRow(
        citation_ids=tuple(link.citation_id for link in links),
        label=label,
        status=status,
        reason=reason,
        necessary=necessary,
    )


def human_figures(
    rows: Iterable[ClaimRow],
    people: Mapping[Unit, Gold],
    *,
    facts: Mapping[str, AnswerFacts] | None = None,
    credit: CreditPolicy | None = None,
    seed: int = SEED,
) -> Figures:
    """Every metric of a run from human labels alone.

    `rows` are those of `claims.jsonl`, each answer's together. `facts` by answer id, which a run directory
    does not hold, are needed for the metrics about displayed references; without them those have no data.
    """
    tally = Tally(credit=credit or CreditPolicy())
    for answer_id, claims in groupby(rows, key=lambda row: row.answer_id):
        told = tuple(relabelled(row, people) for row in claims)
        known = (facts or {}).get(answer_id)
        slices = {row.slice for row in told if row.slice is not None}
        tally.add(
            AnswerResult(
                answer_id=answer_id,
                case_id=told[0].case_id,
                text="",
                claims=told,
                facts=known or AnswerFacts(slice=min(slices) if slices else None),
            )
        )
    return summarise(tally, seed=seed)
