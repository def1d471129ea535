"""Every sample becomes the expected record and goes through `pincite check`.

The gold files are what `pincite import` wrote, reviewed by reading; PINCITE_WRITE_GOLD=1 writes them.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from native_samples import ALL, DOCUMENTS, GOLD, PLANTED, SAMPLES, Sample

import pincite.cli
from pincite.importers.catalogue import detect

# The samples that hold both the planted claim and text of the passage that contradicts it.
CONTRADICTED = {
    "openai_responses_file_search.json",
    "openai_responses_stream.with_documents.json",
    "anthropic_documents.json",
    "anthropic_documents.with_request.json",
    "anthropic_documents.with_documents.json",
    "perplexity_responses.json",
    "perplexity_sonar_chat.with_documents.json",
}


def imported(sample: Sample, where: Path) -> tuple[Path, list[dict[str, Any]]]:
    """The records and findings that the command writes."""
    answers, findings, documents = where / "answers.jsonl", where / "notes.jsonl", where / "documents.jsonl"
    documents.write_text("".join(json.dumps(one) + "\n" for one in DOCUMENTS), encoding="utf-8")
    argv = ["import", "auto", str(sample.path), "-o", str(answers), "--findings", str(findings), "-q"]
    if sample.request_path is not None:
        argv += ["--request", str(sample.request_path)]
    if sample.documents:
        argv += ["--documents", str(documents)]
    assert pincite.cli.run(argv) == 0
    notes = [json.loads(line) for line in findings.read_text(encoding="utf-8").splitlines()]
    return answers, notes


@pytest.mark.parametrize("sample", ALL, ids=lambda sample: sample.gold)
def test_the_record_is_the_gold_record(sample: Sample, tmp_path: Path) -> None:
    answers, notes = imported(sample, tmp_path)
    records = [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines()]
    for one in (*notes, *(record["metadata"]["import"] for record in records)):
        one["where"] = one["where"].removeprefix(f"{SAMPLES}/")
    text = json.dumps({"records": records, "findings": notes}, indent=1, ensure_ascii=False) + "\n"
    gold = GOLD / sample.gold
    if os.environ.get("PINCITE_WRITE_GOLD"):
        gold.write_text(text, encoding="utf-8")
    assert gold.read_text(encoding="utf-8") == text, f"{sample.gold} changed: PINCITE_WRITE_GOLD=1 writes it"


@pytest.mark.parametrize("sample", ALL, ids=lambda sample: sample.gold)
def test_the_format_is_detected_without_doubt(sample: Sample) -> None:
    assert detect(json.loads(sample.path.read_text(encoding="utf-8"))).names == (sample.format,)


@pytest.mark.parametrize("sample", ALL, ids=lambda sample: sample.gold)
def test_the_planted_contradiction_is_found_where_the_evidence_is(
    sample: Sample, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers, _ = imported(sample, tmp_path)
    run = tmp_path / "run"
    assert pincite.cli.run(["check", str(answers), "-o", str(run), "-q"]) in (0, 1, 3)
    assert "warning" not in capsys.readouterr().err
    claims = [json.loads(line) for line in (run / "claims.jsonl").read_text(encoding="utf-8").splitlines()]
    planted = [claim for claim in claims if PLANTED in claim["text"]]
    others = [claim for claim in claims if PLANTED not in claim["text"]]
    assert [claim["label"] for claim in others].count("contradiction") == 0
    if sample.gold in CONTRADICTED:
        assert [(claim["label"], "PC502" in claim["findings"]) for claim in planted] == [
            ("contradiction", True)
        ]
    else:
        # No word of the passage: nothing is said for or against the claim.
        assert all(claim["reason"] == "no_evidence_text" for claim in planted)


def test_the_samples_that_hold_the_planted_claim_are_all_looked_at() -> None:
    holding = {one.gold for one in ALL if PLANTED in one.path.read_text(encoding="utf-8")}
    assert holding >= CONTRADICTED
    assert holding - CONTRADICTED == {"openai_responses_stream.json", "perplexity_sonar_chat.json"}
