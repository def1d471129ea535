"""What gold cases say in a run: pairs, correctness apart from support, near misses, abstentions."""

from __future__ import annotations

from typing import Any

import pytest

from pincite.claims.policy import default_policy
from pincite.engine.cited import cited_claims
from pincite.engine.run import Run, check_all
from pincite.engine.setting import Setting
from pincite.io.answers import answers_from
from pincite.io.cases import cases_from
from pincite.judges.rules import RulesJudge
from pincite.model import Answer, Case
from pincite.model.result import AnswerResult

CASE: dict[str, Any] = {
    "case_id": "q",
    "question": "What does the Team plan include?",
    "criticality": "high",
    "expected_claims": [
        {
            "claim_id": "g1",
            "text": "The Team plan includes 2 TB of storage.",
            "severity": "critical",
            "supporting_sources": [{"document_id": "plans", "required_text": "Team plan: 2 TB of storage"}],
        },
        {"claim_id": "g2", "text": "The Team plan has 25 seats."},
    ],
    "near_miss_sources": [{"document_id": "old", "required_text": "Team plan:  1 TB of storage"}],
}
CHUNKS = [
    {"document_id": "plans", "chunk_id": "1", "text": "Team plan: 2 TB of storage and 25 seats."},
    {"document_id": "old", "chunk_id": "1", "text": "Team plan: 1 TB of storage and 25 seats."},
    {"document_id": "bin", "chunk_id": "1", "text": "Deleted files stay for 30 days."},
]


def setting(*cases: dict[str, Any], **more: Any) -> Setting:
    known = {one.case_id: one for one in cases_from(cases or (CASE,)) if isinstance(one, Case)}
    return Setting(policy=default_policy(), judge=RulesJudge(), cases=known, **more)


def answers(*texts: str, case_id: str = "q") -> list[Answer]:
    records = [
        {"answer_id": f"a{n}", "case_id": case_id, "text": text, "prompt_chunks": CHUNKS}
        for n, text in enumerate(texts)
    ]
    return [one for one in answers_from(records) if isinstance(one, Answer)]


def checked(text: str, **more: Any) -> AnswerResult:
    return check_all(answers(text), setting(**more)).results[0]


def run(*texts: str, case: dict[str, Any]) -> Run:
    return check_all(answers(*texts, case_id=case["case_id"]), setting(case))


@pytest.mark.parametrize("pairing", ["overlap", "judge"])
def test_each_claim_says_which_expected_claim_it_is_and_by_what(pairing: Any) -> None:
    result = checked(
        "The Team plan includes 2 TB of storage [1]. Deleted files stay for 30 days [3].", pairing=pairing
    )
    first, second = result.claims
    assert first.claim_id == "g1" and first.severity == "critical"
    assert first.gold is not None and (first.gold.claim_id, first.gold.by) == ("g1", pairing)
    assert first.gold.overlap == 1 and first.gold.label == "full"
    assert second.gold is not None and (second.gold.claim_id, second.gold.by) == (None, None)
    said, missing = result.facts.expected
    assert (said.claim_id, said.label, said.claim, said.by) == ("g1", "full", "g1", pairing)
    assert said.severity == "critical"
    assert (missing.claim_id, missing.claim) == ("g2", None) and missing.label != "full"
    assert missing.severity == "high" and missing.text == "The Team plan has 25 seats."


def test_how_claims_were_paired_stands_in_the_manifest_and_changes_the_run() -> None:
    runs = [
        check_all(answers("The Team plan includes 2 TB of storage [1]."), setting(pairing=how))
        for how in ("overlap", "judge")
    ]
    assert [one.manifest.versions["gold_pairing"] for one in runs] == ["overlap@1", "judge@1"]
    assert runs[0].manifest.run_id != runs[1].manifest.run_id


def test_batches_and_their_order_change_no_pair() -> None:
    texts = ["The Team plan includes 2 TB of storage [1].", "It has 25 seats [1].", "Bats fly [3]."]
    one = setting(pairing="judge")
    together = check_all(answers(*texts), one).results
    alone = [check_all([answer], one).results[0] for answer in answers(*texts)]
    assert [result.claims for result in together] == [result.claims for result in alone]


def test_a_claim_can_be_right_and_cited_wrongly() -> None:
    (claim,) = checked("The Team plan includes 2 TB of storage [3].").claims
    assert claim.label != "full" and claim.gold is not None and claim.gold.label == "full"
    (claim,) = checked("The Team plan includes 1 TB of storage [2].").claims
    assert claim.label == "full" and claim.gold is not None and claim.gold.label == "contradiction"


@pytest.mark.parametrize(
    ("text", "near", "counted"),
    [
        ("The Team plan includes 2 TB of storage [2].", [True], 1),
        ("The Team plan includes 2 TB of storage [1][2].", [False, True], 1),
        ("The Team plan includes 5 kinds of support [2].", [True], 1),
        ("The Team plan has 25 seats [2].", [True], 0),
        ("The Team plan includes 2 TB of storage [1].", [False], 0),
    ],
)
def test_a_link_to_a_near_miss_that_does_not_support_is_counted(
    text: str, near: list[bool], counted: int
) -> None:
    done = check_all(answers(text), setting())
    assert [link.near_miss for claim in done.claims for link in claim.citations] == near
    assert done.summary.metrics["near_miss_citations"].value == counted
    marked = [one for one in done.findings if one.data.get("near_miss")]
    assert bool(marked) == bool(counted)


def test_sources_used() -> None:
    used = check_all(
        answers("The Team plan includes 2 TB of storage [1].", "It has 25 seats [3]."), setting()
    )
    metric = used.summary.metrics["evidence_cited"]
    assert (metric.numerator, metric.denominator) == (1, 2)
    assert used.summary.metrics["evidence_in_prompt"].value == 1


def test_abstention_on_what_cannot_be_answered() -> None:
    case = {"case_id": "u", "question": "Who owns Quillmoor?", "answerable": False, "criticality": "low"}
    declined = "The sources do not say who owns Quillmoor."
    given = "Quillmoor belongs to the town of Tidewater [1]."
    metrics = run(declined, declined, given, case=case).summary.metrics
    told = {name: (metrics[name].numerator, metrics[name].denominator) for name in metrics}
    assert told["abstention_recall"] == (2, 3)
    assert told["abstention_precision"] == (2, 2)
    assert told["answered_unanswerable_rate"] == (1, 3)
    assert metrics["false_abstention_rate"].value is None
    codes = [finding.code for finding in run(declined, given, case=case).findings]
    assert "PC703" in codes and "PC702" not in codes


def test_claims_before_the_judge_are_those_of_the_run() -> None:
    text = "The Team plan includes 2 TB of storage [1]. Deleted files stay for 30 days [3]. Bats fly [9]."
    rows = [one.row for one in cited_claims(answers(text), setting())]
    done = check_all(answers(text), setting()).claims
    same = [(one.claim_id, one.start, one.end, one.text, one.severity, one.slice) for one in done]
    assert [(one.claim_id, one.start, one.end, one.text, one.severity, one.slice) for one in rows] == same
    assert [one.status for one in rows] == ["unjudged"] * 3
    resolved = [[link.resolution for link in one.citations] for one in rows]
    assert resolved == [[link.resolution for link in one.citations] for one in done]
