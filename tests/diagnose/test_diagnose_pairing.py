"""Which claim is which expected claim: one to one, by words or by the judge, the same every time."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.diagnose.pairing import CANDIDATES, Pair, Pairable, pair, pair_by_judge
from pincite.model import Claim, ExpectedClaim, JudgeIdentity, Label, Question, Verdict


def claims(*texts: str, **more: str) -> tuple[Claim, ...]:
    return tuple(
        Claim(claim_id=f"c{n}", start=0, end=len(text), text=text, statement=text, **more)  # type: ignore[arg-type]
        for n, text in enumerate(texts)
    )


def expected(*texts: str) -> tuple[ExpectedClaim, ...]:
    return tuple(ExpectedClaim(claim_id=f"g{n}", text=text) for n, text in enumerate(texts))


class Told:
    """A judge that says what a table says of (claim, evidence), else "none"; it counts its questions."""

    identity = JudgeIdentity(name="told", version="1", digest="d" * 8, rubric_digest="r" * 8)

    def __init__(self, table: dict[tuple[str, str], Label | None]) -> None:
        self.table = table
        self.asked: list[Question] = []

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        self.asked += questions
        verdicts = []
        for question in questions:
            label = self.table.get((question.claim, question.passages[0].text), "none")
            status = "undecided" if label is None else "judged"
            verdicts.append(Verdict(question_id=question.question_id, label=label, status=status))  # type: ignore[arg-type]
        return verdicts


def both(*pairs: tuple[str, str]) -> dict[tuple[str, str], Label | None]:
    return {way: "full" for one, other in pairs for way in ((one, other), (other, one))}


def by_judge(said: tuple[Claim, ...], wanted: tuple[ExpectedClaim, ...], judge: Told) -> dict[int, int]:
    (found,) = pair_by_judge([Pairable(key="a", claims=said, expected=wanted)], judge)
    assert all(one.by == "judge" for one in found)
    return {one.claim: one.expected for one in found}


@pytest.mark.parametrize(
    ("said", "wanted", "pairs"),
    [
        ("Loans run for 21 days.", "Each loan runs for 21 days.", {0: 0}),
        ("Loans run for 30 days.", "Each loan runs for 21 days.", {}),
        ("Comments are included in an export.", "Comments are not included in an export.", {}),
        ("Bats fly at night.", "The pier is open.", {}),
        ("The storage pool of the plan has 2 TB.", "The storage pool of the plan has 2,000 GB.", {0: 0}),
    ],
)
def test_words_pair_what_says_the_same_without_conflict(
    said: str, wanted: str, pairs: dict[int, int]
) -> None:
    found = pair(claims(said), expected(wanted))
    assert {one.claim: one.expected for one in found} == pairs
    assert all(one.by == "overlap" and 0.5 <= one.overlap <= 1 for one in found)


def test_what_is_not_verifiable_is_no_expected_claim() -> None:
    assert (
        pair(claims("The pier is open.", verifiability="not_verifiable"), expected("The pier is open.")) == ()
    )


def test_the_judge_needs_both_directions() -> None:
    said, wanted = "Staff get leave.", "Full-time staff get 28 days of leave."
    one_way = Told({(said, wanted): "full"})
    assert by_judge(claims(said), expected(wanted), one_way) == {}
    assert len(one_way.asked) == 2
    assert by_judge(claims(said), expected(wanted), Told(both((said, wanted)))) == {0: 0}


def test_the_judge_pairs_what_shares_no_word() -> None:
    said, wanted = "Die Frist endet im März.", "The period ends in March."
    assert pair(claims(said), expected(wanted)) == ()
    assert by_judge(claims("Hunde bellen.", said), expected(wanted), Told(both((said, wanted)))) == {1: 0}


def test_what_the_judge_refutes_stays_apart_however_alike_the_words() -> None:
    said, wanted = "The Firm plan includes 2 TB of storage.", "The Team plan includes 2 TB of storage."
    assert pair(claims(said), expected(wanted)) != ()
    assert by_judge(claims(said), expected(wanted), Told({})) == {}


def test_where_the_judge_cannot_tell_the_words_decide_and_the_pair_says_so() -> None:
    said, wanted = "Loans run for 21 days.", "Each loan runs for 21 days."
    for open_way in ((said, wanted), (wanted, said)):
        judge = Told(both((said, wanted)) | {open_way: None})
        ((found,),) = pair_by_judge(
            [Pairable(key="a", claims=claims(said), expected=expected(wanted))], judge
        )
        assert (found.by, found.claim, found.expected) == ("overlap", 0, 0)
    refuted = Told({(said, wanted): None, (wanted, said): "none"})
    assert pair_by_judge([Pairable(key="a", claims=claims(said), expected=expected(wanted))], refuted) == [()]
    other = "Bats fly at night."
    unsure = Told({(other, wanted): None, (wanted, other): None})
    assert pair_by_judge([Pairable(key="a", claims=claims(other), expected=expected(wanted))], unsure) == [()]


def test_as_many_pairs_as_there_can_be() -> None:
    # The nearest in words is taken by g0 first, and has to move on so that both find a partner.
    said = claims("The south pier is open all day.", "The pier opens early.")
    wanted = expected("The south pier is open.", "The south pier is open all day long.")
    judge = Told(
        both(
            (said[0].text, wanted[0].text),
            (said[1].text, wanted[0].text),
            (said[0].text, wanted[1].text),
        )
    )
    assert by_judge(said, wanted, judge) == {1: 0, 0: 1}


TEXTS = [f"pier {name} is open" for name in "abcde"]
GOLD = [f"harbour {name} may be used" for name in "vwxyz"]


@given(
    st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4))),
    st.integers(0, 5),
    st.integers(0, 5),
    st.randoms(use_true_random=False),
)
def test_pairs_are_one_to_one_and_no_choice_has_more(
    edges: set[tuple[int, int]], some: int, others: int, chance: object
) -> None:
    said, wanted = claims(*TEXTS[:some]), expected(*GOLD[:others])
    judge = Told(both(*((TEXTS[i], GOLD[j]) for i, j in edges)))
    found = by_judge(said, wanted, judge)
    assert len(set(found.values())) == len(found)
    assert set(found.items()) <= edges
    # Each expected claim is asked about with the few claims nearest to it; without common words the first.
    reachable = {(i, j) for i, j in edges if i < min(some, CANDIDATES) and j < others}
    most = max(
        size
        for size in range(6)
        for choice in itertools.combinations(sorted(reachable), size)
        if len({i for i, _ in choice}) == len({j for _, j in choice}) == size
    )
    assert len(found) == most
    assert len(judge.asked) <= 2 * CANDIDATES * others
    assert by_judge(said, wanted, Told(judge.table)) == found


def test_answers_share_rounds_and_keep_their_own_pairs() -> None:
    one, other = "The pier is open.", "The light is lit."
    judge = Told(both((one, one), (other, other)))
    batch = [
        Pairable(key="a", claims=claims(one), expected=expected(one)),
        Pairable(key="b", claims=claims(one), expected=()),
        Pairable(key="c", claims=claims(one, other), expected=expected(other)),
    ]
    together = pair_by_judge(batch, judge)
    assert together == [
        (Pair(claim=0, expected=0, by="judge", overlap=1.0),),
        (),
        (Pair(claim=1, expected=0, by="judge", overlap=1.0),),
    ]
    assert together == [pair_by_judge([one], judge)[0] for one in batch]
