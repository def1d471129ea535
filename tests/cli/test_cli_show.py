"""`pincite show`, as a user runs it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pincite.calibration.pairs import Pair, read_pairs
from pincite.cli import run

ANSWERS: list[dict[str, Any]] = [
    {
        "answer_id": "bin",
        "question": "How long can I restore files?",
        "text": "Deleted files stay in the bin for 30 days [1].",
        "prompt_chunks": [
            {"document_id": "export", "chunk_id": "c2", "text": "An export contains all files."},
            {"document_id": "bin", "chunk_id": "c1", "text": "Deleted files stay in the bin for 30 days."},
        ],
    },
    {
        "answer_id": "bins",
        "text": "The export can be downloaded for 9 days unless it was deleted [1]. The bin is green.",
        "prompt_chunks": [
            {"document_id": "export", "chunk_id": "c1", "text": "The export can be downloaded for 7 days."}
        ],
    },
    {
        "answer_id": "colour",
        "text": "The bin is green [1].",
        "prompt_chunks": ["The bin is green."],
    },
]


@pytest.fixture(autouse=True)
def _a_checked_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith("PINCITE_") or name in ("CI", "BUILD_NUMBER", "NO_COLOR", "FORCE_COLOR"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("COLUMNS", "100")
    Path("answers.jsonl").write_text("".join(json.dumps(one) + "\n" for one in ANSWERS))
    run(["check", "answers.jsonl", "-o", "run", "-q"])
    capsys.readouterr()


def shown(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> tuple[str, str]:
    assert run(["show", "run", *arguments]) == code
    told = capsys.readouterr()
    return told.out, told.err


def test_the_whole_chain_stands_on_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = shown(capsys, "bin/c1")
    lines = out.splitlines()
    assert len(lines) <= 40
    assert all(len(line) <= 100 for line in lines)
    assert lines[0].startswith("claim bin/c1") and lines[0].endswith("none")
    parts = [line.split()[0] for line in lines if line[:1].strip()]
    assert parts == [
        "claim", "question", "says", "attachment", "resolution", "differences", "better", "twins", "owner",
        "findings",
    ]  # fmt: skip
    assert "[1] by the marker [1] at 42-45" in out
    assert "chunk c1 of bin, cite [2]" in out
    assert "changed twins (the claim itself: full)" in out
    assert "owner        citation mapping: the prompt has what supports the claim" in out


def test_differences_are_named_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = shown(capsys, "bins/c1")
    assert 'quantity: claim "9 days", source "7 days"' in out
    assert 'condition: only the claim says "unless it was deleted"' in out


def test_json_is_one_document_with_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = shown(capsys, "bin/c1", "--format", "json")
    document = json.loads(out)
    assert document["claim"]["failure_owner"] == "citation_mapping"
    assert document["claim"]["owner_evidence"]["cite"] == "[2]"
    assert [one["cite"] for one in document["better"]] == ["[2]"]
    assert document["twins"]["asked"] == len(document["twins"]["tried"]) > 0
    assert document["missing"] == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("bin/c", "claim bin/c1"),  # an answer's whole name comes before longer ones
        ("colour", "claim colour/c1"),
        ("c", "claim colour/c1"),
    ],
)
def test_a_beginning_is_enough(name: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = shown(capsys, name)
    assert out.startswith(told)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("bins/", "2 claims begin with 'bins/'"),
        ("b", "3 claims begin with 'b'"),
        ("colur/c1", "did you mean 'colour/c1'?"),
        ("zzz", "ANSWER/CLAIM; these fail: bins/c1, bin/c1, bins/c2"),
    ],
)
def test_a_name_that_is_not_one_claim(name: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, err = shown(capsys, name, code=2)
    assert told in err


def test_what_is_not_at_hand_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    Path("answers.jsonl").rename("moved.jsonl")
    out, _ = shown(capsys, "bin/c1")
    assert "answers.jsonl is not there: no texts are shown; name the file with --answers" in out
    assert "twins" not in out and "owner        citation mapping" in out
    out, _ = shown(capsys, "bin/c1", "--answers", "moved.jsonl")
    assert "missing" not in out and "changed twins" in out
    Path("answers.jsonl").write_text(json.dumps(ANSWERS[0]) + "\n")
    out, _ = shown(capsys, "bin/c1")
    assert "answers.jsonl has changed since" in out


def test_redacted_it_shows_no_words(capsys: pytest.CaptureFixture[str]) -> None:
    for style in ("text", "json"):
        out, _ = shown(capsys, "bin/c1", "--redact", "--format", style)
        assert "Deleted" not in out and "restore" not in out
        assert "citation" in out


def test_no_twins_asks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = shown(capsys, "bin/c1", "--no-twins", "--format", "json")
    document = json.loads(out)
    assert document["twins"] is None and document["differences"] == []


def test_a_kept_pair_is_a_pair_for_calibration_and_kept_once(capsys: pytest.CaptureFixture[str]) -> None:
    _, err = shown(capsys, "bin/c1", "--keep", "pairs.jsonl", "--label", "none")
    assert "kept in pairs.jsonl as none" in err
    _, err = shown(capsys, "bin/c1", "--keep", "pairs.jsonl", "--label", "none")
    assert "nothing added" in err
    shown(capsys, "colour/c1", "--keep", "pairs.jsonl", "--label", "full")
    pairs = list(read_pairs("pairs.jsonl"))
    assert all(isinstance(pair, Pair) for pair in pairs)
    assert [(one.claim, one.evidence, one.label) for one in pairs if isinstance(one, Pair)] == [
        ("Deleted files stay in the bin for 30 days", ("An export contains all files.",), "none"),
        ("The bin is green", ("The bin is green.",), "full"),
    ]


def test_the_label_is_never_the_judges(capsys: pytest.CaptureFixture[str]) -> None:
    _, err = shown(capsys, "bin/c1", "--keep", "pairs.jsonl", code=2)
    assert "the label that is right" in err
    assert not Path("pairs.jsonl").exists()
    _, err = shown(capsys, "bin/c1", "--keep", "p.jsonl", "--label", "none", "--redact", code=2)
    assert "cannot be kept without its words" in err


def test_without_a_claim_the_failed_ones_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = shown(capsys)
    lines = out.splitlines()
    assert [line.split()[0] for line in lines] == ["bins/c1", "bin/c1", "bins/c2"]
    assert lines[1].startswith("bin/c1  none  citation_mapping  Deleted files")
    out, _ = shown(capsys, "--redact")
    assert "Deleted" not in out and len(out.splitlines()) == 3
    out, _ = shown(capsys, "--format", "json")
    assert [row["claim_id"] for row in json.loads(out)["failed"]] == ["c1", "c1", "c2"]
    _, err = shown(capsys, "--keep", "pairs.jsonl", "--label", "none", code=2)
    assert "fix: name one, such as bins/c1" in err


def test_policy_and_bibliography_are_inputs_that_are_found_again(capsys: pytest.CaptureFixture[str]) -> None:
    Path("policy.toml").write_text('version = "own"\n', encoding="utf-8")
    Path("works.bib").write_text(
        "@book{a, title = {Bins}, author = {Moe, Jo}, year = 2001}\n", encoding="utf-8"
    )
    used = ["--policy", "policy.toml", "--bibliography", "works.bib"]
    run(["check", "answers.jsonl", *used, "-o", "run", "-q"])
    capsys.readouterr()
    inputs = json.loads(Path("run/manifest.json").read_bytes())["inputs"]
    assert [one["role"] for one in inputs] == ["answers", "bibliography", "policy"]
    out, _ = shown(capsys, "bin/c1", "--format", "json")
    assert json.loads(out)["missing"] == []
    for name, told in (("policy.toml", "the shipped policy stands in"), ("works.bib", "references are not")):
        text = Path(name).read_text(encoding="utf-8")
        Path(name).write_text(text.replace("own", "new").replace("Moe", "Poe"), encoding="utf-8")
        out, _ = shown(capsys, "bin/c1", "--format", "json")
        assert any(one.startswith(f"{name} has changed since: {told}") for one in json.loads(out)["missing"])


def test_a_kept_pair_does_not_join_a_line_without_an_end(capsys: pytest.CaptureFixture[str]) -> None:
    first = {"id": "x", "group": "x", "claim": "A.", "evidence": ["A."], "label": "full"}
    Path("pairs.jsonl").write_text(json.dumps(first), encoding="utf-8")
    shown(capsys, "bin/c1", "--keep", "pairs.jsonl", "--label", "none")
    kept = list(read_pairs("pairs.jsonl"))
    assert next(one.pair_id for one in kept if isinstance(one, Pair)) == "x"
    assert len(kept) == 2 and all(isinstance(one, Pair) for one in kept)
