"""What the gold case says of an answer, as rows: which claim is which, what is right, what is not said."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.diagnose.gold import GoldJudgement
from pincite.engine.preparation import ClaimWork, Prepared
from pincite.evidence.spans import quoted_place
from pincite.model import Case, Chunk, Resolved, SupportingSource
from pincite.model.result import ExpectedRow, GoldMark


def gold_marks(one: Prepared, gold: GoldJudgement | None) -> list[GoldMark | None]:
    """What the case says of each claim, in order; None for all without expected claims."""
    if gold is None:
        return [None] * len(one.work)
    marks: list[GoldMark | None] = []
    for place, work in enumerate(one.work):
        name = work.claim.claim_id
        found = one.pairs.get(name)
        marks.append(
            GoldMark(
                claim_id=one.matched[name].claim_id if name in one.matched else None,
                by=found.by if found is not None else None,
                overlap=_share(found.overlap) if found is not None else None,
                label=gold.correctness[place],
                status=gold.correctness_status[place],
            )
        )
    return marks


def expected_rows(one: Prepared, gold: GoldJudgement | None) -> tuple[ExpectedRow, ...]:
    """What became of each expected claim, in the order of the case."""
    case = one.case
    if gold is None or case is None:
        return ()
    paired = {found.expected: (name, found) for name, found in one.pairs.items()}
    rows = []
    for place, claim in enumerate(case.expected_claims):
        name, found = paired.get(place, (None, None))
        rows.append(
            ExpectedRow(
                claim_id=claim.claim_id,
                text=claim.text,
                severity=claim.severity or case.criticality or "medium",
                label=gold.expected[place],
                status=gold.expected_status[place],
                claim=name,
                by=found.by if found is not None else None,
                overlap=_share(found.overlap) if found is not None else None,
            )
        )
    return tuple(rows)


def _share(overlap: float) -> float:
    return round(overlap, 4)


def texts_cited(case: Case | None, work: Sequence[ClaimWork]) -> int | None:
    """How many required texts of the case stand in chunks that the answer cites: its use of gold sources.

    None where the text of a cited chunk was never recorded.
    """
    if any(link.resolution == "resolved" and not link.passages for one in work for link in one.links):
        return None
    chunks = [passage.chunk for one in work for link in one.links for passage in link.passages]
    return sum(
        any(_is_source(chunk, source) for chunk in chunks)
        for claim in (case.expected_claims if case is not None else ())
        for source in claim.supporting_sources
        if source.required_text
    )


def is_near_miss(link: Resolved, case: Case | None) -> bool:
    """Whether a link leads to a source that the case names as one that nearly supports its claims."""
    if case is None or not case.near_miss_sources:
        return False
    return any(
        _is_source(passage.chunk, source) for passage in link.passages for source in case.near_miss_sources
    )


def _is_source(chunk: Chunk, source: SupportingSource) -> bool:
    """Whether a chunk is of the named document and revision and holds the text, read as quotations are."""
    return (
        source.document_id == chunk.document_id
        and source.document_revision in (None, chunk.document_revision)
        and (not source.required_text or quoted_place(source.required_text, chunk.text) is not None)
    )
