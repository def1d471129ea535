"""The matrix asks what decides something, and derives the claim's label by the contract's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec import structs

from pincite.judges.matrix import LEFT_OUT, Judgement, Matter, judge_claims
from pincite.model import Chunk, Claim, JudgeIdentity, Label, Passage, Question, Reference, Resolved, Verdict

IDENTITY = JudgeIdentity(name="scripted", version="1", digest="0" * 64, rubric_digest="0" * 64)


class Scripted:
    """Answers by the ids of the chunks that it is shown, and remembers what it was asked."""

    identity = IDENTITY

    def __init__(self, labels: Mapping[str, Label | None]) -> None:
        self.labels = labels
        self.asked: list[str] = []

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        verdicts = []
        for question in questions:
            key = "+".join(passage.chunk.chunk_id for passage in question.passages)
            key += "*" if question.context else ""
            self.asked.append(key)
            label = self.labels.get(key, "none")
            verdicts.append(
                Verdict(
                    question_id=question.question_id,
                    label=label,
                    status="judged" if label is not None else "undecided",
                )
            )
        return verdicts


def passage(name: str) -> Passage:
    text = f"text of {name}"
    return Passage(chunk=Chunk(document_id="d", chunk_id=name, text=text), start=0, end=len(text))


def link(name: str, **changes: object) -> Resolved:
    values: dict[str, object] = {
        "reference": Reference(key=name),
        "citation_id": name,
        "in_context": True,
        "passages": (passage(name),),
    }
    return Resolved(**{**values, **changes})  # type: ignore[arg-type]


def matter(
    *links: Resolved, others: Sequence[str] = (), required: bool = True, packaged: bool = False
) -> Matter:
    claim = Claim(
        claim_id="c1",
        start=0,
        end=5,
        text="claim",
        statement="claim",
        citation_required=required,
        references=tuple(one.reference for one in links),
    )

    def widened(one: Passage) -> Passage:
        return Passage(chunk=one.chunk, start=one.start, end=one.end, title="title" if packaged else "")

    return Matter(
        key="a/c1",
        claim=claim,
        links=links,
        uncited=lambda: tuple(passage(name) for name in others),
        packaged=widened,
    )


def judged(one: Matter, labels: Mapping[str, Label | None]) -> tuple[Judgement, list[str]]:
    judge = Scripted(labels)
    (judgement,) = judge_claims([one], judge)
    return judgement, judge.asked


@pytest.mark.parametrize(
    ("labels", "label", "necessary"),
    [
        ({"1": "full", "2": "none"}, "full", ()),
        ({"1": "full", "2": "contradiction"}, "full", ()),
        ({"1": "partial", "2": "partial", "1+2": "full"}, "full", ("1", "2")),
        ({"1": "none", "2": "none", "1+2": "full"}, "full", ("1", "2")),
        ({"1": "contradiction", "2": "none", "1+2": "full"}, "full", ("1", "2")),
        ({"1": "contradiction", "2": "none", "1+2": "none"}, "contradiction", ()),
        ({"1": "partial", "2": "none", "1+2": "partial"}, "partial", ()),
        ({"1": "partial", "2": "none", "1+2": "contradiction"}, "contradiction", ()),
        ({"1": "none", "2": "none", "1+2": "none"}, "none", ()),
    ],
)
def test_two_citations(labels: dict[str, Label | None], label: Label, necessary: tuple[str, ...]) -> None:
    judgement, _ = judged(matter(link("1"), link("2")), labels)
    assert judgement.label == label
    assert judgement.status == "judged"
    assert judgement.group is not None
    assert judgement.group.necessary == necessary


def test_a_third_citation_that_is_not_needed_is_not_necessary() -> None:
    labels: dict[str, Label | None] = {"1": "none", "2": "none", "3": "none", "1+2+3": "full", "1+2": "full"}
    judgement, asked = judged(matter(link("1"), link("2"), link("3")), labels)
    assert judgement.group is not None
    assert judgement.group.necessary == ("1", "2")
    assert judgement.group.leave_one_out == {"1": "none", "2": "none", "3": "full"}
    assert sorted(asked) == ["1", "1+2", "1+2+3", "1+3", "2", "2+3", "3"]


def test_in_a_very_large_group_only_those_that_say_a_part_are_necessary() -> None:
    names = [f"{number}" for number in range(LEFT_OUT + 1)]
    labels: dict[str, Label | None] = dict.fromkeys(names, "none")
    labels |= {"3": "partial", "+".join(names): "full"}
    judgement, asked = judged(matter(*map(link, names)), labels)
    assert judgement.group is not None
    assert judgement.group.label == "full"
    assert judgement.group.necessary == ("3",)
    assert judgement.group.leave_one_out == {}
    assert len(asked) == len(names) + 1


def test_a_full_member_needs_no_joint_question() -> None:
    _, asked = judged(matter(link("1"), link("2")), {"1": "full"})
    assert asked == ["1", "2"]


def test_an_uncited_claim_is_none_when_required_and_not_applicable_otherwise() -> None:
    needed, _ = judged(matter(), {})
    assert (needed.label, needed.status) == ("none", "judged")
    free, _ = judged(matter(required=False), {})
    assert (free.label, free.status, free.reason) == (None, "not_applicable", "citation_not_required")


def test_an_unresolved_citation_is_none_without_asking() -> None:
    judgement, asked = judged(matter(link("9", resolution="unresolved", in_context=None, passages=())), {})
    assert (judgement.label, judgement.status) == ("none", "judged")
    assert judgement.links[0].label == "none"
    assert asked == []


def test_text_that_was_never_recorded_is_unjudged_not_none() -> None:
    judgement, _ = judged(matter(link("1", in_context=None, passages=())), {})
    assert (judgement.label, judgement.status, judgement.reason) == (None, "unjudged", "no_evidence_text")


def test_a_missing_text_beside_a_silent_one_leaves_the_claim_open() -> None:
    judgement, _ = judged(matter(link("1"), link("2", in_context=None, passages=())), {"1": "none"})
    assert (judgement.label, judgement.status) == (None, "unjudged")


def test_context_can_only_win_a_full() -> None:
    won, _ = judged(matter(link("1"), packaged=True), {"1": "partial", "1*": "full"})
    assert (won.label, won.links[0].context) == ("full", True)
    kept, _ = judged(matter(link("1"), packaged=True), {"1": "partial", "1*": "contradiction"})
    assert (kept.label, kept.links[0].context) == ("partial", False)


def narrow(name: str) -> Resolved:
    return link(name, passages=(structs.replace(passage(name), end=4),))


@pytest.mark.parametrize(
    ("labels", "beyond"),
    [
        ({"1": "partial", "2": "partial", "1*": "full", "2*": "full", "1+2": "full"}, (False, False)),
        ({"1": "partial", "2": "partial", "1*": "full", "2*": "full", "1+2": "partial"}, (True, True)),
        ({"1": "full", "2": "partial", "2*": "full", "1+2": "full"}, (False, True)),
        ({"1": "partial", "2": "none", "1*": "full", "1+2": "partial"}, (True, False)),
    ],
)
def test_cited_spans_that_support_the_claim_together_lie_where_they_should(
    labels: dict[str, Label | None], beyond: tuple[bool, bool]
) -> None:
    def neighbours(one: Passage) -> Passage:
        return structs.replace(one, after="more")

    asked = structs.replace(matter(narrow("1"), narrow("2")), packaged=neighbours)
    judgement, _ = judged(asked, labels)
    assert tuple(one.beyond for one in judgement.links) == beyond
    assert judgement.label == "full"


@pytest.mark.parametrize(("part", "beyond"), [(True, True), (False, False)])
def test_a_span_that_only_its_heading_completes_is_exact(part: bool, beyond: bool) -> None:
    """The judge is asked without the neighbouring text: what is full then does not lie outside the span."""

    def neighbours(one: Passage) -> Passage:
        return structs.replace(one, title="title", after="more")

    class Reading(Scripted):
        def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
            return [
                Verdict(
                    question_id=one.question_id,
                    label="full" if one.context and (one.passages[0].after or not part) else "partial",
                )
                for one in questions
            ]

    asked = structs.replace(matter(narrow("1")), packaged=neighbours)
    (judgement,) = judge_claims([asked], Reading({}))
    assert [(one.context, one.beyond) for one in judgement.links] == [(True, beyond)]


def test_a_claim_that_its_citation_does_not_carry_is_looked_up_in_the_prompt() -> None:
    judgement, _ = judged(matter(link("1"), others=["5", "6"]), {"1": "none", "6": "full"})
    assert judgement.label == "none"
    assert judgement.context is not None
    assert judgement.context.label == "full"
    assert judgement.context.supporting_chunks == ("6",)


def test_two_halves_in_the_prompt_support_together() -> None:
    labels: dict[str, Label | None] = {"5": "partial", "6": "partial", "5+6": "full"}
    judgement, _ = judged(matter(others=["5", "6"]), labels)
    assert judgement.context is not None
    assert judgement.context.supporting_chunks == ("5", "6")


def test_undecided_is_not_a_label() -> None:
    judgement, _ = judged(matter(link("1")), {"1": None})
    assert (judgement.label, judgement.status) == (None, "undecided")


class Broken:
    identity = IDENTITY

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        raise OSError("the server is gone")


class Forgetful:
    identity = IDENTITY

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        return [Verdict(question_id="something else", label="full")]


@pytest.mark.parametrize(("judge", "reason"), [(Broken(), "error"), (Forgetful(), "parse_error")])
def test_a_failing_judge_leaves_claims_unjudged(judge: Broken | Forgetful, reason: str) -> None:
    (judgement,) = judge_claims([matter(link("1"))], judge)
    assert (judgement.label, judgement.status, judgement.reason) == (None, "unjudged", reason)
    assert judgement.context is not None
    assert judgement.context.label is None


def test_claims_of_a_batch_share_rounds_and_keep_their_order() -> None:
    judge = Scripted({"1": "full", "2": "contradiction"})
    first, second = matter(link("1")), matter(link("2"))
    other = Matter(
        key="b/c1", claim=second.claim, links=second.links, uncited=second.uncited, packaged=second.packaged
    )
    labels = [judgement.label for judgement in judge_claims([first, other], judge)]
    assert labels == ["full", "contradiction"]
