"""`facts.jsonl`: what is kept of an answer besides its claims, without its words."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import pincite
from pincite.cli import run
from pincite.metrics.summary import summarise
from pincite.metrics.tally import Tally
from pincite.model.result import AnswerResult
from pincite.text.fingerprint import fingerprint

ANSWER = {
    "answer_id": "a",
    "case_id": "q",
    "text": "Each loan runs for 21 days [1]. Ask us [7].",
    "prompt_chunks": ["Each loan runs for 21 days."],
}
CASE = {
    "case_id": "q",
    "question": "How long?",
    "expected_claims": [{"claim_id": "g1", "text": "Each loan runs for 21 days"}],
}


def test_each_claim_is_named_for_other_runs() -> None:
    checked = pincite.check([ANSWER], cases=[CASE])
    (row,) = checked.answers
    assert row.facts.text_digest == hashlib.sha256(str(ANSWER["text"]).encode()).hexdigest()
    assert [one.claim_id for one in row.facts.claims] == [claim.claim_id for claim in checked.claims]
    assert row.facts.claims[0].gold_claim == "g1"
    assert row.facts.claims[0].fingerprint == fingerprint("each loan runs for 21 days")
    assert row.facts.claims[1].gold_claim is None


def test_rows_and_facts_give_the_numbers_of_the_run_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["demo", "-o", str(tmp_path), "-q"])
    capsys.readouterr()
    stored = pincite.load_run(tmp_path)
    assert len(stored.answers) == stored.summary.counts.answers
    assert {row.run_id for row in stored.answers} == {stored.summary.run_id}
    tally = Tally()
    for row in stored.answers:
        tally.add(
            AnswerResult(
                answer_id=row.answer_id,
                case_id=row.case_id,
                text="",
                claims=tuple(claim for claim in stored.claims if claim.answer_id == row.answer_id),
                findings=tuple(one for one in stored.findings if one.answer_id == row.answer_id),
                facts=row.facts,
            )
        )
    assert summarise(tally).metrics == stored.summary.metrics


def test_facts_say_where_the_answer_was_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps(ANSWER), encoding="utf-8")
    run(["check", str(answers), "-o", str(tmp_path / "run"), "-q"])
    capsys.readouterr()
    (row,) = pincite.load_run(tmp_path / "run").answers
    assert row.where == f"{answers}:1"


def test_redacted_facts_hold_no_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, record in (("answers", ANSWER), ("cases", CASE)):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(record), encoding="utf-8")
    flags = ["--cases", str(tmp_path / "cases.jsonl"), "-o", str(tmp_path / "run"), "-q", "--redact"]
    run(["check", str(tmp_path / "answers.jsonl"), *flags])
    capsys.readouterr()
    stored = (tmp_path / "run" / "facts.jsonl").read_text(encoding="utf-8")
    assert '"gold_claim":"g1"' in stored
    assert not any(word in stored.lower() for word in ("loan", "days", "ask us"))
