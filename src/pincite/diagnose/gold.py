"""Answer claims against the expected claims of a gold case.

Pairing gives a claim its stable identity across runs; entailment in both directions gives claim correctness
and expected-claim recall. Both are apart from citation support: a claim can be right and cited wrongly.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pincite.judges.matrix import ask
from pincite.judges.protocol import Judge
from pincite.model import Case, Chunk, Claim, ExpectedClaim, Label, Passage, Question
from pincite.text.figures import compare
from pincite.text.qualifiers import cues
from pincite.text.words import content_words

PAIRING = "overlap@1"
"""Name and version of the pairing rule, for the manifest."""

_ENOUGH = 0.5


class GoldJudgement(Struct, frozen=True, kw_only=True):
    """`correctness` holds one label a claim, in order: `full` is entailed by the expected claims,
    `contradiction` is refuted by them, anything else leaves the claim undecided by the gold. `expected` holds
    one label an expected claim: is it entailed by the answer?
    """

    correctness: tuple[Label | None, ...]
    expected: tuple[Label | None, ...]


def pair(claims: Sequence[Claim], expected: Sequence[ExpectedClaim]) -> dict[int, int]:
    """One-to-one pairs, claim index to expected index: the largest overlap first, then the earlier claim.

    Overlap is the Dice coefficient of the content words, at least 0.5; two claims whose figures or polarity
    differ are never the same claim.
    """
    words = [content_words(claim.reading) for claim in claims]
    wanted = [content_words(gold.text) for gold in expected]
    scored = [
        (_dice(words[i], wanted[j]), i, j)
        for i in range(len(claims))
        for j in range(len(expected))
        if claims[i].verifiability == "verifiable"
    ]
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for score, i, j in sorted(scored, key=lambda row: (-row[0], row[1], row[2])):
        if score < _ENOUGH or i in pairs or j in taken:
            continue
        if _conflict(claims[i].reading, expected[j].text):
            continue
        pairs[i] = j
        taken.add(j)
    return pairs


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def _conflict(claim: str, expected: str) -> bool:
    """Different figures or polarity. A figure that only one of them names is detail, not conflict."""
    if _denials(claim) % 2 != _denials(expected) % 2:
        return True
    return any(match.match == "missing" and match.difference for match in compare(claim, (expected,)))


def _denials(text: str) -> int:
    return sum(cue.kind == "negation" for cue in cues(text))


def judge_gold(
    case: Case, answer_text: str, claims: Sequence[Claim], judge: Judge, key: str
) -> GoldJudgement:
    """Entailment in both directions between the answer and the expected claims of its case."""
    gold = _passage("expected", "\n".join(claim.text for claim in case.expected_claims))
    given = _passage("answer", answer_text)
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

    return GoldJudgement(
        correctness=tuple(label(f"correct-{n}") for n in range(len(claims))),
        expected=tuple(label(f"expected-{n}") for n in range(len(case.expected_claims))),
    )


def _passage(name: str, text: str) -> Passage:
    chunk = Chunk(document_id=f"gold-{name}", chunk_id=name, text=text)
    return Passage(chunk=chunk, start=0, end=len(text))
