"""Failure owners: one stage of a small system is broken at a time, and the owner has to be that stage."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import pytest
from toy_rag import OWNERS, TOPICS, Fault, case, system

import pincite
from pincite.cli import run
from pincite.diagnose.search import MOST
from pincite.judges.rules.judge import RulesJudge
from pincite.model import Question, Verdict
from pincite.model.result import ClaimRow

# The fault of each of ten answers; two are sound. Only a passage of several sentences can be cut in two.
FAULTS: dict[str, Fault | None] = dict(
    zip(TOPICS, (*get_args(Fault)[:7], None, "chunking", None), strict=True)
)


def checked(topic: str, fault: Fault | None, *, gold: bool, without: tuple[str, ...] = ()) -> ClaimRow:
    """The only claim of one answer; `without` names what was not recorded."""
    answer, documents = system(topic, fault)
    for name in without:
        if name in answer:
            answer[name] = None
    (claim,) = pincite.check(
        [answer],
        corpus=None if "corpus" in without else documents,
        cases=[case(topic)] if gold else None,
    ).claims
    return claim


@pytest.mark.parametrize("gold", [True, False], ids=["gold", "judge"])
def test_the_owner_is_the_stage_that_was_broken(gold: bool, tmp_path: Path) -> None:
    """Ten recorded answers through the real command, each with a corpus of its own state."""
    for topic, fault in FAULTS.items():
        answer, documents = system(topic, fault)
        folder = tmp_path / topic
        folder.mkdir()
        for name, rows in (("answers", [answer]), ("corpus", documents), ("cases", [case(topic)])):
            (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        arguments = ["check", f"{folder}/answers.jsonl", "--corpus", f"{folder}/corpus.jsonl", "-q"]
        if gold:
            arguments += ["--cases", f"{folder}/cases.jsonl"]
        run([*arguments, "-o", f"{folder}/run"])
        (claim,) = map(json.loads, (folder / "run" / "claims.jsonl").read_text().splitlines())
        owner, evidence = claim["failure_owner"], claim["owner_evidence"]
        assert owner == (None if fault is None else OWNERS[fault]), (topic, fault, claim)
        assert (evidence is None) == (fault is None)
        manifest = json.loads((folder / "run" / "manifest.json").read_text())
        asked = 0 if evidence is None else evidence["questions"]
        assert manifest["owners"] == {"claims": int(asked > 0), "questions": asked, "most": MOST}
        assert asked <= MOST


@pytest.mark.parametrize("gold", [True, False], ids=["gold", "judge"])
@pytest.mark.parametrize("topic", ["orchard", "passport", "telescope"])
@pytest.mark.parametrize("fault", [fault for fault in get_args(Fault) if fault != "chunking"])
def test_whatever_the_topic(topic: str, fault: Fault, gold: bool) -> None:
    assert checked(topic, fault, gold=gold).failure_owner == OWNERS[fault]


@pytest.mark.parametrize(
    ("fault", "without", "owner"),
    [
        # Not recorded, the list of what was retrieved leaves open which of the two stages lost it.
        ("truncation", "retrieved_chunks", "unknown"),
        ("retrieval", "retrieved_chunks", "unknown"),
        ("corpus", "retrieved_chunks", "corpus"),
        # Seen at a later stage, it passed the earlier ones.
        ("truncation", "corpus", "truncation"),
        ("wrong_marker", "corpus", "citation_mapping"),
        ("wrong_claim", "corpus", "generation"),
        ("retrieval", "corpus", "unknown"),
        ("corpus", "corpus", "unknown"),
        # The citation still leads to a text of the corpus, which does not support the claim.
        ("retrieval", "prompt_chunks", "retrieval"),
    ],
)
@pytest.mark.parametrize("gold", [True, False], ids=["gold", "judge"])
def test_a_stage_without_data_is_skipped(fault: Fault, without: str, owner: str, gold: bool) -> None:
    claim = checked("ferry", fault, gold=gold, without=(without,))
    assert claim.failure_owner == owner
    assert claim.owner_evidence is not None and claim.owner_evidence.why


def test_the_evidence_names_stage_passage_and_fix() -> None:
    lost = checked("boiler", "truncation", gold=False).owner_evidence
    assert lost is not None
    assert (lost.by, lost.had, lost.lacked) == ("judge", "retrieved", "prompt")
    assert [(one.document_id, one.chunk_id) for one in lost.passages] == [("boiler", "c1")]
    assert lost.support["retrieved"] is True and lost.support["prompt"] is False
    found = checked("boiler", "truncation", gold=True).owner_evidence
    assert found is not None
    assert (found.by, found.had, found.lacked, found.questions) == ("gold", "retrieved", "prompt", 0)
    assert found.passages[0].start == 0
    elsewhere = checked("boiler", "wrong_marker", gold=False).owner_evidence
    assert elsewhere is not None and elsewhere.cite == "[1]"


def test_the_finding_names_the_right_marker() -> None:
    answer, documents = system("boiler", "wrong_marker")
    (finding,) = [one for one in pincite.check([answer], corpus=documents).findings if one.code == "PC504"]
    assert finding.data["cite"] == "[1]" and finding.message.endswith("; cite [1]")
    answer["citations"] = answer["citations"][1:]
    (finding,) = [one for one in pincite.check([answer], corpus=documents).findings if one.code == "PC504"]
    assert "cite" not in finding.data and "number 1 of the prompt" in finding.message


def test_only_failed_claims_cost_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    ask = RulesJudge.judge_batch

    def counted(judge: RulesJudge, questions: Sequence[Question]) -> list[Verdict]:
        asked.extend(one.question_id for one in questions if "/owner-" in one.question_id)
        return ask(judge, questions)

    monkeypatch.setattr(RulesJudge, "judge_batch", counted)
    for topic in TOPICS[:3]:
        assert checked(topic, None, gold=False).owner_evidence is None
    assert asked == []
    evidence = checked("ferry", "retrieval", gold=False).owner_evidence
    assert evidence is not None and evidence.questions == len(asked) > 0
    asked.clear()
    checked("ferry", "retrieval", gold=True)
    assert asked == []


def test_how_answers_are_batched_changes_nothing() -> None:
    made = [system(topic, fault)[0] for topic in TOPICS[:4] for fault in ("truncation", "retrieval", None)]
    documents = system("museum", None)[1]
    together = pincite.check(made, corpus=documents).claims
    alone = [claim for one in made for claim in pincite.check([one], corpus=documents).claims]
    assert [one.owner_evidence for one in together] == [one.owner_evidence for one in alone]


@pytest.mark.parametrize(
    ("fault", "spent_on", "owner"),
    [
        # Nobody looked at the rest of the prompt: what the corpus has may have been there as well.
        ("retrieval", "/context-", "unknown"),
        ("truncation", "/context-", "unknown"),
        # Nobody looked at what was retrieved: it may hold what a passage of the corpus holds.
        ("retrieval", "/owner-retrieved-", "unknown"),
        ("truncation", "/owner-corpus-", "truncation"),
        ("retrieval", "/owner-corpus-", "unknown"),
    ],
)
def test_what_the_judge_was_not_asked_is_no_owner(
    fault: Fault, spent_on: str, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A budget that is spent on some questions, while others are still answered, as from a cache."""
    ask = RulesJudge.judge_batch

    def spent(judge: RulesJudge, questions: Sequence[Question]) -> list[Verdict]:
        return [
            Verdict(question_id=verdict.question_id, status="unjudged", reason="budget")
            if spent_on in verdict.question_id
            else verdict
            for verdict in ask(judge, questions)
        ]

    monkeypatch.setattr(RulesJudge, "judge_batch", spent)
    answer, documents = system("ferry", fault)
    more = [
        {"document_id": f"more-{n}", "chunk_id": "c1", "text": f"The ferry to Olhos has {n} decks."}
        for n in (3, 4)
    ]
    answer["prompt_chunks"].append(more[0])
    answer["retrieved_chunks"] += more
    (claim,) = pincite.check([answer], corpus=documents).claims
    assert claim.failure_owner == owner
    evidence = claim.owner_evidence
    assert evidence is not None and "what was retrieved was not recorded" not in evidence.why
