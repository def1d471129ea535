from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.diagnose.search import MOST, Candidate, Found, Sought, search
from pincite.judges.matrix import in_rounds
from pincite.model import Chunk, JudgeIdentity, Label, Passage, Question, Verdict


class Said:
    """Says what the words of the passages say: their labels, joined for several passages."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    @property
    def identity(self) -> JudgeIdentity:
        return JudgeIdentity(name="said", version="1", digest="0", rubric_digest="0")

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        self.asked += [one.question_id for one in questions]
        return [self._verdict(one) for one in questions]

    def _verdict(self, question: Question) -> Verdict:
        text = "+".join(passage.text for passage in question.passages)
        if text == "open":
            return Verdict(question_id=question.question_id, status="undecided")
        labels: dict[str, Label] = {
            "full": "full",
            "partial": "partial",
            "contradiction": "contradiction",
            "partial+partial": "full",
        }
        return Verdict(question_id=question.question_id, label=labels.get(text, "none"))


def some(*texts: str, coverage: float = 1.0) -> tuple[Candidate, ...]:
    made = []
    for number, text in enumerate(texts):
        passage = Passage(
            chunk=Chunk(document_id="d", chunk_id=f"{text}{number}", text=text), start=0, end=len(text)
        )
        made.append(Candidate(passage=passage, parts=(passage,), coverage=coverage))
    return tuple(made)


def look(
    retrieved: tuple[Candidate, ...] | None,
    corpus: tuple[Candidate, ...] | None,
    joined: tuple[Candidate, ...] = (),
    halves: tuple[Candidate, ...] = (),
) -> tuple[Found, Said]:
    judge = Said()
    sought = Sought(
        key="a/c",
        claim="claim",
        retrieved=lambda: retrieved,
        corpus=lambda: corpus,
        joined=lambda: joined,
        halves=halves,
    )
    (found,) = in_rounds([search(sought)], judge)
    assert found.asked == len(judge.asked) == len(set(judge.asked)) <= MOST
    return found, judge


def chunks(found: Found) -> list[str]:
    return [part.chunk.chunk_id for part in found.parts]


def test_the_search_ends_with_the_first_support() -> None:
    found, judge = look(some("none", "full"), some("full"))
    assert (found.label, chunks(found), len(judge.asked)) == ("full", ["full1"], 2)
    found, judge = look(some("none"), some("none", "full"))
    assert (found.label, chunks(found), found.across) == ("full", ["full1"], False)


def test_pieces_are_read_together_last() -> None:
    found, _ = look(some("partial"), some("none", "partial"))
    assert (found.label, found.across, chunks(found)) == ("full", True, ["partial0", "partial1"])
    found, _ = look(None, some("partial"), halves=some("partial"))
    assert found.across
    found, _ = look(None, some("none"), joined=some("none", "full"))
    assert (found.label, found.across) == ("full", True)


@pytest.mark.parametrize(
    ("retrieved", "corpus", "complete"),
    [
        (some("none"), some("none"), {"retrieved", "corpus"}),
        (some("open"), some("none"), {"corpus"}),
        (None, some("none"), {"corpus"}),
        (None, None, set()),
        ((), (), {"retrieved", "corpus"}),
    ],
)
def test_only_what_was_judged_without_doubt_is_complete(
    retrieved: tuple[Candidate, ...] | None, corpus: tuple[Candidate, ...] | None, complete: set[str]
) -> None:
    found, _ = look(retrieved, corpus)
    assert found.label is None and set(found.complete) == complete


def test_a_passage_refutes_only_what_it_is_about() -> None:
    near, _ = look(some("contradiction"), some("none"))
    far, _ = look(some("contradiction", coverage=0.3), some("none"))
    assert (near.label, chunks(near)) == ("contradiction", ["contradiction0"])
    assert far.label is None


_TEXTS = st.lists(st.sampled_from(["full", "partial", "none", "contradiction", "open"]), max_size=6)
_STAGE = st.none() | _TEXTS.map(lambda texts: some(*texts))


@given(_STAGE, _STAGE, _TEXTS.map(lambda texts: some(*texts)), _TEXTS.map(lambda texts: some(*texts)))
def test_the_number_of_questions_is_bounded_and_counted(
    retrieved: tuple[Candidate, ...] | None,
    corpus: tuple[Candidate, ...] | None,
    joined: tuple[Candidate, ...],
    halves: tuple[Candidate, ...],
) -> None:
    found, _ = look(retrieved, corpus, joined, halves)
    assert (found.label is None) == (not found.parts)
