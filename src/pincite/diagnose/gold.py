"""Answer claims against the expected claims of a gold case: what is right, and what is said at all.

Entailment from the expected claims gives claim correctness, entailment from the answer expected-claim recall.
Both are apart from citation support: a claim can be right and cited wrongly.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pincite.diagnose.pairing import gold_passage
from pincite.judges.matrix import ask
from pincite.judges.protocol import Judge
from pincite.model import Case, Claim, Label, Question
from pincite.model.verdict import Status


class GoldJudgement(Struct, frozen=True, kw_only=True):
    """`correctness` holds one label a claim, in order: `full` is entailed by the expected claims,
    `contradiction` is refuted by them, anything else leaves the claim undecided by the gold. `expected` holds
    one label an expected claim: is it entailed by the answer? `correctness_status` and `expected_status` say
    where the judge came to no label.
    """

    correctness: tuple[Label | None, ...]
    expected: tuple[Label | None, ...]
    correctness_status: tuple[Status, ...] = ()
    expected_status: tuple[Status, ...] = ()


def judge_gold(
    case: Case, answer_text: str, claims: Sequence[Claim], judge: Judge, key: str
) -> GoldJudgement:
    """Entailment in both directions between the answer and the expected claims of its case."""
    gold = gold_passage("expected", "\n".join(claim.text for claim in case.expected_claims))
    given = gold_passage("answer", answer_text)
    questions = [
        Question(
            question_id=f"{key}/correct-{n}", claim=claim.reading, passages=(gold,), question=case.question
        )
        for n, claim in enumerate(claims)
        if claim.verifiability == "verifiable"
    ]
    questions += [
        Question(
            question_id=f"{key}/expected-{n}", claim=claim.text, passages=(given,), question=case.question
        )
        for n, claim in enumerate(case.expected_claims)
    ]
    verdicts = ask(judge, questions)

    def label(tag: str) -> Label | None:
        verdict = verdicts.get(f"{key}/{tag}")
        return verdict.label if verdict is not None else None

    def status(tag: str) -> Status:
        verdict = verdicts.get(f"{key}/{tag}")
        return verdict.status if verdict is not None else "not_applicable"

    right = [f"correct-{n}" for n in range(len(claims))]
    wanted = [f"expected-{n}" for n in range(len(case.expected_claims))]
    return GoldJudgement(
        correctness=tuple(map(label, right)),
        expected=tuple(map(label, wanted)),
        correctness_status=tuple(map(status, right)),
        expected_status=tuple(map(status, wanted)),
    )
