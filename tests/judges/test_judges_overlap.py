"""The baseline: counts words, and nothing else."""

from __future__ import annotations

import pytest

from pincite.judges.overlap import OverlapJudge, overlap
from pincite.judges.protocol import Judge
from pincite.model import Chunk, Passage, Question


def question(claim: str, *texts: str) -> Question:
    passages = tuple(
        Passage(chunk=Chunk(document_id="d", chunk_id=str(n), text=text), start=0, end=len(text))
        for n, text in enumerate(texts)
    )
    return Question(question_id="q", claim=claim, passages=passages)


@pytest.mark.parametrize(
    ("claim", "texts", "share"),
    [
        ("Bats navigate by echo.", ["Bats navigate by echo."], 1.0),
        ("Bats navigate by echo.", ["The bat flies."], 1 / 3),
        ("Bats navigate by echo.", ["Bats fly.", "Navigation by echo; they navigate."], 1.0),
        ("Bats navigate by echo.", [""], 0.0),
        ("Bats navigate by echo.", [], 0.0),
        ("It is.", ["It is."], None),
    ],
)
def test_the_share_of_content_words(claim: str, texts: list[str], share: float | None) -> None:
    assert overlap(claim, texts) == (None if share is None else pytest.approx(share))


def test_it_accepts_what_is_denied() -> None:
    """The reason why it is a baseline and no judge."""
    (verdict,) = OverlapJudge().judge_batch([question("Bats do not eat fruit.", "Bats eat fruit.")])
    assert verdict.label == "full" and verdict.support == 1.0


def test_verdicts_follow_the_threshold() -> None:
    asked = question("Bats navigate by echo.", "Bats navigate.")
    (low,) = OverlapJudge(0.6).judge_batch([asked])
    (high,) = OverlapJudge(0.7).judge_batch([asked])
    assert (low.label, high.label) == ("full", "none")
    assert low.support == high.support == pytest.approx(2 / 3)
    assert low.confidence == pytest.approx(2 / 3) and high.confidence == pytest.approx(1 / 3)


def test_a_claim_without_content_words_is_left_open() -> None:
    (verdict,) = OverlapJudge().judge_batch([question("It is.", "It is.")])
    assert (verdict.label, verdict.status, verdict.reason) == (None, "undecided", "no_content_words")


def test_the_threshold_is_part_of_the_identity() -> None:
    one: Judge = OverlapJudge(0.5)
    assert one.identity == OverlapJudge(0.5).identity
    assert one.identity.digest != OverlapJudge(0.6).identity.digest
    assert one.identity.labels == ("full", "none")
    with pytest.raises(ValueError):
        OverlapJudge(1.5)
