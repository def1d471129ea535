"""Each answer of the example shows what it says that it shows, and nothing else."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

import pytest

import pincite
from pincite.model.result import AnswerResult

FIXTURES = {
    "fully_supported",
    "missing_citation",
    "marker_at_wrong_neighbour",
    "partial",
    "contradiction",
    "stale_revision",
    "unanswerable_declined",
    "unanswerable_answered",
    "near_miss",
    "quote_altered",
    "figure_altered",
    "row_without_header",
    "joint_support",
    "instruction_in_evidence",
}


def rows(name: str) -> list[dict[str, Any]]:
    text = (files("pincite.demo") / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


ANSWERS = rows("answers")


@lru_cache(maxsize=1)
def results() -> dict[str, AnswerResult]:
    run = pincite.check(ANSWERS, corpus=rows("corpus"), cases=rows("cases"))
    return {result.answer_id: result for result in run.results}


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer["answer_id"])
def test_the_findings_are_those_of_the_fixture(answer: dict[str, Any]) -> None:
    findings = results()[answer["answer_id"]].findings
    faults = {finding.code for finding in findings if finding.severity != "info"}
    assert sorted(faults) == answer["metadata"]["expect"]
    assert set(answer["metadata"]["info"]) <= {finding.code for finding in findings}


def test_every_kind_of_fixture_is_there() -> None:
    assert {answer["metadata"]["fixture"] for answer in ANSWERS} >= FIXTURES


def test_there_is_enough_of_everything() -> None:
    documents = rows("corpus")
    assert len(ANSWERS) >= 24
    assert len({document["document_id"] for document in documents}) >= 10
    assert len(documents) > len({document["document_id"] for document in documents})
    cases = rows("cases")
    assert {case["case_id"] for case in cases} == {answer["case_id"] for answer in ANSWERS}
    assert len({case["slice"] for case in cases}) > 2
    assert {"critical", "high", "medium"} <= {case["criticality"] for case in cases}


def test_required_texts_stand_in_the_corpus() -> None:
    texts = {
        (document["document_id"], document.get("document_revision")): "\n".join(
            chunk["text"] for chunk in document["chunks"]
        )
        for document in rows("corpus")
    }
    for case in rows("cases"):
        claims = case.get("expected_claims", [])
        sources = [source for claim in claims for source in claim["supporting_sources"]]
        for source in [*sources, *case.get("near_miss_sources", [])]:
            key = (source["document_id"], source["document_revision"])
            assert source["required_text"] in texts[key], case["case_id"]


def test_the_list_of_answers_is_complete() -> None:
    readme = (files("pincite.demo") / "README.md").read_text(encoding="utf-8")
    for answer in ANSWERS:
        assert f"| `{answer['answer_id']}` | {answer['metadata']['fixture'].replace('_', ' ')} |" in readme
