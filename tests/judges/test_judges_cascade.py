"""Cheap judges first; who decides, and what is kept of the others."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from judges_questions import openai_judge, passage, question
from server import failing, said, serving, verdict

from pincite.errors import ConfigError
from pincite.judges.cache import CachedJudge
from pincite.judges.cascade import CascadeJudge
from pincite.judges.matrix import Matter, judge_claims
from pincite.judges.protocol import Judge
from pincite.judges.usage import Usage, cost_of, usage_of
from pincite.model import Claim, JudgeIdentity, Label, Question, Reference, Resolved, Status, Verdict


class Saying:
    """Answers by claim, with a label and a confidence, or with another status."""

    network = False

    def __init__(
        self,
        name: str,
        answers: Mapping[str, tuple[str, float | None]],
        labels: tuple[Label, ...] = ("full", "none"),
    ) -> None:
        self.identity = JudgeIdentity(
            name=name, version="1", digest="d" * 64, rubric_digest="r" * 64, labels=labels
        )
        self.answers = answers
        self.asked: list[str] = []

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        self.asked += [one.claim for one in questions]
        return [self._one(one) for one in questions]

    def _one(self, one: Question) -> Verdict:
        word, confidence = self.answers[one.claim]
        known: dict[str, Any] = {"question_id": one.question_id, "judge": self.identity.name}
        if word in ("undecided", "unjudged"):
            return Verdict(**known, status=cast("Status", word), reason="why", rationale=f"{word} here")
        return Verdict(**known, label=cast("Label", word), confidence=confidence, rationale=f"{word} here")


def ask(cascade: Judge, *claims: str, **changes: Any) -> list[Verdict]:
    return cascade.judge_batch([question(claim, "x", key=claim, **changes) for claim in claims])


def test_a_sure_verdict_stands() -> None:
    cheap = Saying("cheap", {"a": ("full", 0.9), "b": ("none", None), "c": ("contradiction", 0.7)})
    dear = Saying("dear", {})
    told = ask(CascadeJudge([cheap, dear], escalate_below=0.7), "a", "b", "c")
    assert [one.label for one in told] == ["full", "none", "contradiction"]
    assert dear.asked == []
    assert all(one.opinions == () and not one.contested for one in told)


@pytest.mark.parametrize("answer", [("undecided", None), ("unjudged", None), ("full", 0.69)])
def test_what_is_not_sure_goes_on(answer: tuple[str, float | None]) -> None:
    cheap, dear = Saying("cheap", {"a": answer}), Saying("dear", {"a": ("none", 0.8)})
    (told,) = ask(CascadeJudge([cheap, dear], escalate_below=0.7), "a")
    assert (told.label, told.judge, told.confidence) == ("none", "dear", 0.8)
    assert [one.judge for one in told.opinions] == ["cheap", "dear"]
    assert (
        told.rationale.startswith(f"cheap: {answer[0]}")
        and "; dear: none (0.80), none here" in told.rationale
    )


@pytest.mark.parametrize(
    ("severity", "goes_on"), [("critical", True), ("high", True), ("medium", False), ("low", False)]
)
def test_severe_claims_get_a_second_opinion(severity: str, goes_on: bool) -> None:
    cheap, dear = Saying("cheap", {"a": ("full", 1.0)}), Saying("dear", {"a": ("full", 1.0)})
    ask(CascadeJudge([cheap, dear]), "a", severity=severity)
    assert bool(dear.asked) is goes_on


def test_the_matrix_passes_the_severity_of_a_claim_on() -> None:
    one = passage("x")
    claim = Claim(claim_id="c1", start=0, end=1, text="a", statement="a", severity="critical")
    link = Resolved(reference=Reference(key="1"), citation_id="1", in_context=True, passages=(one,))
    matter = Matter(key="k", claim=claim, links=(link,), uncited=lambda: (), packaged=lambda same: same)
    cheap, dear = Saying("cheap", {"a": ("full", 1.0)}), Saying("dear", {"a": ("full", 1.0)})
    (judged,) = judge_claims([matter], CascadeJudge([cheap, dear]))
    assert (judged.label, dear.asked) == ("full", ["a"])


def test_judges_that_differ_are_told_and_those_that_agree_are_not() -> None:
    answers: dict[str, tuple[str, float | None]] = {
        "differ": ("full", 0.1),
        "agree": ("none", 0.1),
        "open": ("undecided", None),
    }
    cheap, dear = Saying("cheap", answers), Saying("dear", dict.fromkeys(answers, ("none", 0.9)))
    told = ask(CascadeJudge([cheap, dear]), *answers)
    assert [one.contested for one in told] == [True, False, False]
    assert [(one.judge, one.label, one.confidence) for one in told[0].opinions] == [
        ("cheap", "full", 0.1),
        ("dear", "none", 0.9),
    ]


def test_the_last_judge_asked_decides_even_if_it_fails() -> None:
    """A dead judge must not turn a doubtful verdict into a score."""
    cheap, dear = Saying("cheap", {"a": ("full", 0.1)}), Saying("dear", {"a": ("unjudged", None)})
    (told,) = ask(CascadeJudge([cheap, dear]), "a")
    assert (told.label, told.status, told.reason) == (None, "unjudged", "why")


def test_three_judges_in_turn() -> None:
    first = Saying("first", {"a": ("full", 0.9), "b": ("full", 0.1), "c": ("full", 0.1)})
    second = Saying("second", {"b": ("none", 0.9), "c": ("undecided", None)})
    third = Saying("third", {"c": ("contradiction", 0.9)})
    told = ask(CascadeJudge([first, second, third]), "a", "b", "c")
    assert [one.judge for one in told] == ["first", "second", "third"]
    assert (second.asked, third.asked) == (["b", "c"], ["c"])
    assert told[2].rationale == (
        "first: full (0.10), full here; second: undecided, undecided here; "
        "third: contradiction (0.90), contradiction here"
    )


def test_a_judge_that_raises_has_judged_nothing() -> None:
    class Broken(Saying):
        def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
            raise RuntimeError("out of memory")

    cheap, dear = Broken("cheap", {}), Saying("dear", {"a": ("full", 1.0)})
    assert ask(CascadeJudge([cheap, dear]), "a")[0].label == "full"
    (told,) = ask(CascadeJudge([dear, cheap]), "a", severity="high")
    assert (told.status, told.reason) == ("unjudged", "error")
    assert "out of memory" in told.rationale


def test_the_identity_is_made_of_the_members() -> None:
    one, other = Saying("one", {}), Saying("other", {}, labels=("none", "contradiction", "partial"))
    identity = CascadeJudge([one, other]).identity
    assert identity.name == "cascade:one,other"
    assert identity.labels == ("full", "partial", "none", "contradiction")
    digests = {
        identity.digest,
        CascadeJudge([other, one]).identity.digest,
        CascadeJudge([one, other], escalate_below=0.5).identity.digest,
        CascadeJudge([one, Saying("third", {})]).identity.digest,
    }
    assert len(digests) == 4
    assert CascadeJudge([one, other]).identity == identity


def test_one_judge_is_no_cascade() -> None:
    with pytest.raises(ConfigError, match="two"):
        CascadeJudge([Saying("one", {})])
    with pytest.raises(ConfigError, match="escalate_below"):
        CascadeJudge([Saying("one", {}), Saying("two", {})], escalate_below=2.0)


def test_it_can_be_sent_to_a_worker() -> None:
    cascade = CascadeJudge([Saying("cheap", {"a": ("full", 0.1)}), Saying("dear", {"a": ("none", 0.9)})])
    copy = pickle.loads(pickle.dumps(cascade))
    assert ask(copy, "a") == ask(cascade, "a")


def test_a_cache_around_a_cascade_tells_severities_apart(tmp_path: Path) -> None:
    cheap, dear = Saying("cheap", {"a": ("full", 1.0)}), Saying("dear", {"a": ("none", 1.0)})
    judge = CachedJudge(CascadeJudge([cheap, dear]), tmp_path / "v.sqlite")
    assert ask(judge, "a")[0].label == "full"
    assert ask(judge, "a", severity="high")[0].label == "none"
    assert ask(judge, "a", severity="high")[0].contested
    judge.close()


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_what_the_members_cost_is_told_by_name() -> None:
    cheap = Saying("cheap", {"a": ("undecided", None), "b": ("full", 1.0)})
    with serving(lambda call: said(*(verdict(key, "none") for key in call.claims))) as server:
        dear = openai_judge(server.base_url)
        cascade = CascadeJudge([cheap, dear])
        assert [one.label for one in ask(cascade, "a", "b")] == ["none", "full"]
        usage = usage_of(cascade)
        assert list(usage) == ["openai:tiny"]
        assert usage["openai:tiny"].calls == len(server.calls) == 1
        assert cost_of(cascade)["openai:tiny"]["input_tokens"] == 100
        cascade.close()


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_an_outage_of_the_dear_judge_leaves_unjudged_what_was_sent_on() -> None:
    cheap = Saying("cheap", {"a": ("full", 0.2), "b": ("full", 1.0)})
    with serving(lambda call: failing(401)) as server:
        cascade = CascadeJudge([cheap, openai_judge(server.base_url)])
        assert [(one.label, one.status) for one in ask(cascade, "a", "b")] == [
            (None, "unjudged"),
            ("full", "judged"),
        ]
        cascade.close()


def test_a_judge_without_usage_has_none() -> None:
    assert usage_of(Saying("cheap", {})) == {}
    assert cost_of(Saying("cheap", {})) == {}
    assert Usage() == Usage(calls=0)
