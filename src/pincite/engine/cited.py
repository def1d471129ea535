"""The claims of answers with what they cite, before any judge has been asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from pincite.engine.preparation import ClaimWork, Prepared, prepare
from pincite.engine.rows import claim_row
from pincite.engine.setting import Clock, Setting
from pincite.judges.matrix import Judgement, LinkJudgement
from pincite.model import Answer, Resolved
from pincite.model.result import ClaimRow

NOT_ASKED = "not_asked"


class Cited(Struct, frozen=True, kw_only=True):
    """One claim as an unjudged row, with the question and the citations followed to their texts."""

    row: ClaimRow
    question: str | None
    links: tuple[Resolved, ...]


def cited_claims(answers: Iterable[Answer], setting: Setting) -> Iterator[Cited]:
    """Every claim, under the id that it has in a run with this setting. No judge is asked."""
    clock = Clock()
    for answer in answers:
        one = prepare(answer, setting, clock)
        for work in one.work:
            question = answer.question or (one.case.question if one.case is not None else None)
            yield Cited(row=_row(one, work), question=question, links=work.links)


def _row(one: Prepared, work: ClaimWork) -> ClaimRow:
    links = tuple(
        LinkJudgement(
            label=None,
            status="unjudged",
            reason=NOT_ASKED if link.passages else link.reason or "no_evidence_text",
        )
        for link in work.links
    )
    return claim_row(
        one.answer,
        work.claim,
        work.links,
        Judgement(label=None, status="unjudged", reason=NOT_ASKED, links=links),
        figures=work.figures,
        quotes=work.quotes,
        findings=(),
        case=one.case,
    )
