"""One answer through the rooms: claims, attachment, resolution, checks, judgement, rows.

`prepare` is everything before the judge, `finish` everything after it; between them a whole batch of answers
shares the judge's rounds.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from pincite.claims.extraction import extract
from pincite.diagnose.gold import GoldJudgement, judge_gold
from pincite.diagnose.pairing import Pairable, pair_by_judge
from pincite.engine.assembly import finish
from pincite.engine.families import family_cells
from pincite.engine.owners import with_owners
from pincite.engine.preparation import Paired, Prepared, case_of, prepare
from pincite.engine.setting import Clock, Setting
from pincite.judges.matrix import judge_claims
from pincite.judges.protocol import Judge
from pincite.model import Answer
from pincite.model.result import AnswerResult


def check_batch(
    answers: Sequence[Answer], setting: Setting, clock: Clock | None = None
) -> list[AnswerResult]:
    """Check a batch of answers; the order is kept, and how answers are batched changes nothing."""
    clock = clock or Clock()
    paired = _paired(answers, setting, clock)
    prepared = [prepare(answer, setting, clock, own) for answer, own in zip(answers, paired, strict=True)]
    clock.start()
    matters = [matter for one in prepared for matter in one.matters]
    judged = iter(judge_claims(matters, setting.judge))
    judgements = [[next(judged) for _ in one.matters] for one in prepared]
    gold = [_gold(one, setting.judge) for one in prepared]
    families = family_cells(setting.families, prepared, judgements, setting)
    clock.stop("judge")
    results = [
        structs.replace(finish(one, told, of_gold, setting), families=cells)
        for one, told, of_gold, cells in zip(prepared, judgements, gold, families, strict=True)
    ]
    clock.stop("measure")
    owned = with_owners(results, prepared, judgements, setting.judge)
    clock.stop("diagnose")
    return owned


def _paired(answers: Sequence[Answer], setting: Setting, clock: Clock) -> list[Paired | None]:
    """The claims matched with the expected ones, where the judge is to do it for all answers together."""
    if setting.pairing != "judge":
        return [None] * len(answers)
    clock.start()
    cases = [case_of(answer, setting) for answer in answers]
    found = [extract(answer, setting.policy, case=case) for answer, case in zip(answers, cases, strict=True)]
    clock.stop("extract")
    pairs = pair_by_judge(
        [
            Pairable(
                key=answer.answer_id,
                claims=extraction.claims,
                expected=case.expected_claims if case is not None else (),
                question=case.question if case is not None else None,
            )
            for answer, extraction, case in zip(answers, found, cases, strict=True)
        ],
        setting.judge,
    )
    clock.stop("judge")
    return [Paired(extraction=one, pairs=some) for one, some in zip(found, pairs, strict=True)]


def _gold(one: Prepared, judge: Judge) -> GoldJudgement | None:
    if one.case is None or not one.case.expected_claims:
        return None
    return judge_gold(one.case, one.answer.text, one.extraction.claims, judge, one.answer.answer_id)
