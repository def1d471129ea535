"""`pincite cases`, `pincite split` and `pincite sample` through the real command."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pincite.cases.issue import RULES
from pincite.cli import run

CORPUS = {"document_id": "piers", "document_revision": "2", "text": "Boats may moor for 48 hours."}
CASE: dict[str, Any] = {
    "case_id": "q-1",
    "question": "How long may a boat moor?",
    "criticality": "high",
    "dataset_revision": "d-1",
    "expected_claims": [
        {
            "text": "Boats may moor for 48 hours.",
            "supporting_sources": [
                {"document_id": "piers", "document_revision": "2", "required_text": "moor for 48 hours"}
            ],
        }
    ],
}


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith("PINCITE_"):
            monkeypatch.delenv(name)


def write(path: str, *records: Any) -> str:
    Path(path).write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    return path


def read(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def cases(count: int, **more: Any) -> list[dict[str, Any]]:
    return [
        {**CASE, "case_id": f"q-{n}", "question": f"What does berth {n * 31} cost?", **more}
        for n in range(count)
    ]


Capture = pytest.CaptureFixture[str]


# --- lint ---


def test_lint_passes_good_cases_and_says_what_it_did_not_look_at(capsys: Capture) -> None:
    write("cases.jsonl", CASE)
    assert run(["cases", "lint", "cases.jsonl"]) == 0
    shown = capsys.readouterr().out
    assert "cases.jsonl: 1 case, revision d-1, digest " in shown
    assert "not checked: sources" in shown
    assert shown.splitlines()[-1] == "PASS  0 errors, 0 warnings  [exit 0]"
    assert run(["cases", "lint", "cases.jsonl", "--corpus", write("corpus.jsonl", CORPUS)]) == 0
    assert "not checked" not in capsys.readouterr().out


def test_lint_names_file_line_path_and_fix_and_its_exit_codes(capsys: Capture) -> None:
    write("corpus.jsonl", {**CORPUS, "text": "Boats may moor for 24 hours."})
    write("cases.jsonl", CASE, {**CASE, "case_id": "q-2", "question": "Is it lit?", "criticality": None})
    argv = ["cases", "lint", "cases.jsonl", "--corpus", "corpus.jsonl"]
    assert run(argv) == 1
    told = capsys.readouterr().out.splitlines()
    place = "$.expected_claims[0].supporting_sources[0].required_text"
    assert told[0].startswith(f"cases.jsonl:1: error[text_not_in_revision]: {place}:")
    assert "(fix: copy the words exactly as they are stored)" in told[0]
    assert told[-1] == "FAIL  2 errors, 1 warning  [exit 1]"
    assert run([*argv, "--fail-on", "never"]) == 0
    assert run([*argv, "--ignore", "text_not_in_revision"]) == 0
    assert run([*argv, "--ignore", "text_not_in_revision", "--fail-on", "warning"]) == 1
    Path("cases.jsonl").write_text("{broken\n", encoding="utf-8")
    assert run(["cases", "lint", "cases.jsonl"]) == 2
    assert "error[unreadable]" in capsys.readouterr().out
    assert run(["cases", "lint", "none.jsonl"]) == 2
    assert run(["cases", "lint", "cases.jsonl", "--ignore", "criticalty_missing"]) == 2
    assert "did you mean criticality_missing?" in capsys.readouterr().err


def test_lint_as_json(capsys: Capture) -> None:
    write("dev.jsonl", CASE)
    write("test.jsonl", {**CASE, "case_id": "q-2"})
    assert run(["cases", "lint", "dev.jsonl", "test.jsonl", "--format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [(one["rule"], one["file"], one["line"], one["path"]) for one in told["issues"]] == [
        ("leak_question", "test.jsonl", 1, "$.question")
    ]
    assert (told["errors"], told["exit_code"]) == (1, 1)
    assert [(one["file"], one["cases"]) for one in told["files"]] == [("dev.jsonl", 1), ("test.jsonl", 1)]


def test_the_digest_of_lint_is_that_of_the_manifest(capsys: Capture) -> None:
    write("cases.jsonl", *cases(3))
    run(["cases", "lint", "cases.jsonl", "--format", "json"])
    digest = json.loads(capsys.readouterr().out)["files"][0]["digest"]
    write("answers.jsonl", {"text": "Boats may moor [1].", "prompt_chunks": ["Boats may moor."]})
    run(["check", "answers.jsonl", "--cases", "cases.jsonl", "-o", "run", "-q"])
    manifest = json.loads(Path("run/manifest.json").read_text(encoding="utf-8"))
    assert manifest["versions"]["cases"] == digest


def test_every_rule_is_explained_in_the_guide() -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "write-gold-cases.md"
    text = page.read_text(encoding="utf-8")
    assert [name for name in RULES if f"`{name}`" not in text] == []


# --- promote and revisions ---


def test_promotion_moves_records_and_can_be_read_afterwards(capsys: Capture) -> None:
    write("test.jsonl", *cases(3))
    argv = ["cases", "promote", "q-1", "--from", "test.jsonl", "--to", "dev.jsonl", "--date", "2026-02-03"]
    assert run([*argv, "--reason", "tuned"]) == 0
    assert "1 moved from test.jsonl to dev.jsonl: q-1" in capsys.readouterr().out
    assert [one["case_id"] for one in read("test.jsonl")] == ["q-0", "q-2"]
    assert [(one["case_id"], one["dataset_revision"]) for one in read("dev.jsonl")] == [("q-1", "1")]
    assert {one["dataset_revision"] for one in read("test.jsonl")} == {"d-2"}
    assert [one["event"] for one in read("test.jsonl.ledger")] == ["revision", "promoted", "revision"]
    assert run(["cases", "revisions", "test.jsonl"]) == 0
    told = capsys.readouterr().out
    assert "2026-02-03  d-1  3 cases" in told and "promoted away: q-1" in told
    assert run(["cases", "lint", "dev.jsonl", "test.jsonl"]) == 0
    assert run(argv) == 2
    assert "was promoted to dev.jsonl on 2026-02-03" in capsys.readouterr().err
    write("test.jsonl", *read("test.jsonl"), {**CASE, "case_id": "q-1", "dataset_revision": "d-2"})
    assert run(["cases", "lint", "test.jsonl"]) == 1
    told = capsys.readouterr().out
    assert "error[revision_changed]" in told and "error[promoted_case_back]" in told


def test_what_is_tied_is_named(capsys: Capture) -> None:
    write("test.jsonl", *cases(2, family="f"), {**CASE, "case_id": "q-9", "question": "When is it lit?"})
    argv = ["cases", "promote", "q-0", "--from", "test.jsonl", "--to", "dev.jsonl"]
    assert run(argv) == 0
    assert "1 left in test.jsonl are tied to what moved: q-1" in capsys.readouterr().err
    assert run(["cases", "lint", "dev.jsonl", "test.jsonl"]) == 1
    assert run([*argv[:2], "q-1", *argv[3:]]) == 0
    assert run(["cases", "lint", "dev.jsonl", "test.jsonl"]) == 0


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["promote", "q-8", "--from", "test.jsonl", "--to", "dev.jsonl"], "there is no case 'q-8'"),
        (["promote", "q-1", "--from", "test.jsonl", "--to", "./test.jsonl"], "both names are the same file"),
        (["promote", "q-1", "--from", "none.jsonl", "--to", "dev.jsonl"], "no such file"),
        (["promote", "q-1", "--from", "test.jsonl", "--to", "d", "--date", "soon"], "expected an ISO date"),
        (["promote", "q-1", "--from", "broken.jsonl", "--to", "dev.jsonl"], "would lose it"),
        (["revisions", "unnamed.jsonl", "--record"], "name no dataset revision"),
    ],
)
def test_refusals_change_nothing(argv: list[str], words: str, capsys: Capture) -> None:
    write("test.jsonl", *cases(2))
    write("broken.jsonl", *cases(2), {"case_id": 1.5})
    write("unnamed.jsonl", {"case_id": "q-1"})
    before = {path.name: path.read_bytes() for path in Path().glob("*.jsonl*")}
    assert run(["cases", *argv]) == 2
    shown = capsys.readouterr().err
    assert words in shown and "help: `pincite explain" in shown
    assert {path.name: path.read_bytes() for path in Path().glob("*.jsonl*")} == before


def test_a_revision_is_recorded_once_and_a_change_under_it_is_seen(capsys: Capture) -> None:
    write("cases.jsonl", *cases(2))
    assert run(["cases", "revisions", "cases.jsonl"]) == 0
    assert "not recorded in cases.jsonl.ledger" in capsys.readouterr().out
    argv = ["cases", "revisions", "cases.jsonl", "--record", "--date", "2026-01-01", "--note", "first"]
    assert run(argv) == run(argv) == 0
    assert "2026-01-01  d-1  2 cases" in capsys.readouterr().out
    assert len(read("cases.jsonl.ledger")) == 1
    write("cases.jsonl", *cases(3))
    assert run(argv) == 1
    assert "changed since revision d-1 was recorded" in capsys.readouterr().out
    assert len(read("cases.jsonl.ledger")) == 1
    write("cases.jsonl", *cases(3, dataset_revision="d-2"))
    assert run(argv) == 0
    assert [one["dataset_revision"] for one in read("cases.jsonl.ledger")] == ["d-1", "d-2"]


# --- split ---


def test_a_split_is_written_once_sealed_and_verified(capsys: Capture) -> None:
    write("cases.jsonl", *cases(20))
    argv = ["split", "cases.jsonl", "-o", "parts", "--by", "question,family"]
    assert run(argv) == 0
    told = capsys.readouterr().out
    assert "dev: 12 of 20 cases (60%)" in told and "shared document: 1 (not declared)" in told
    held = [one["case_id"] for name in ("dev", "test", "sealed") for one in read(f"parts/{name}.jsonl")]
    assert sorted(held) == sorted(f"q-{n}" for n in range(20))
    data = Path("parts/sealed.jsonl").read_bytes()
    assert (
        Path("parts/sealed.jsonl.sha256").read_text() == f"{hashlib.sha256(data).hexdigest()}  sealed.jsonl\n"
    )
    assert run(argv) == 0
    assert run([*argv, "--seed", "8"]) == 2
    assert "another split is here" in capsys.readouterr().err
    assert run(["split", "--verify", "parts"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("PASS  seals unbroken")
    Path("parts/sealed.jsonl").write_bytes(data.replace(b"cost", b"COST"))
    assert run(["split", "--verify", "parts"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "FAIL  the seal of sealed is broken  [exit 1]"


def test_a_split_by_time_and_one_that_cannot_be(capsys: Capture) -> None:
    write("cases.jsonl", *(dict(one, as_of=f"2025-01-{n + 1:02d}") for n, one in enumerate(cases(10))))
    assert run(["split", "cases.jsonl", "-o", "parts", "--by", "question,time"]) == 0
    days = [[one["as_of"] for one in read(f"parts/{name}.jsonl")] for name in ("dev", "test", "sealed")]
    assert [len(some) for some in days] == [6, 2, 2]
    assert max(days[0]) < min(days[1]) and max(days[1]) < min(days[2])
    assert run(["split", "--verify", "parts"]) == 0
    capsys.readouterr()
    write("one.jsonl", *cases(5))
    assert run(["split", "one.jsonl", "-o", "other"]) == 1
    told = capsys.readouterr().out
    assert "the largest has 5 cases, tied by document 'piers'" in told and "part sealed is empty" in told
    assert run(["split", "one.jsonl", "-o", "third", "--common", "document:piers"]) == 0


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["cases.jsonl"], "it takes cases and a directory"),
        (["cases.jsonl", "-o", "x", "--parts", "dev=0.6,test=0.3"], "add up to 0.9"),
        (["cases.jsonl", "-o", "x", "--parts", "dev=0.6,../x=0.4"], "expected NAME=SHARE"),
        (["cases.jsonl", "-o", "x", "--parts", "dev=0.6,DEV=0.4"], "cannot be used"),
        (["cases.jsonl", "-o", "x", "--by", "famly"], "did you mean family?"),
        (["cases.jsonl", "-o", "x", "--common", "piers"], "expected KIND:VALUE"),
        (["cases.jsonl", "-o", "x", "--by", "time"], "has no as_of date"),
        (["twice.jsonl", "-o", "x"], "is also at twice.jsonl:1"),
        (["empty.jsonl", "-o", "x"], "there are no cases"),
        (["--verify", "nowhere"], "cannot read the split"),
        (["cases.jsonl", "--verify", "x"], "it takes no cases"),
    ],
)
def test_what_cannot_be_split_is_refused(argv: list[str], words: str, capsys: Capture) -> None:
    write("cases.jsonl", *cases(3))
    write("twice.jsonl", CASE, CASE)
    write("empty.jsonl")
    assert run(["split", *argv]) == 2
    assert words in capsys.readouterr().err
    assert not Path("x").exists()


# --- sample ---


def answers(count: int) -> list[dict[str, Any]]:
    return [
        {
            "answer_id": f"a{n}",
            "text": f"Cave {n} has bats [1]. It is {n + 2} m deep [1]. Bats fly [9].",
            "prompt_chunks": [f"Cave {n} has bats and is {n + 2} m deep."],
        }
        for n in range(count)
    ]


def test_a_sample_says_its_margin_and_is_the_same_in_any_order(capsys: Capture) -> None:
    write("answers.jsonl", *answers(200))
    assert run(["sample", "answers.jsonl", "-o", "sample.jsonl"]) == 0
    told = capsys.readouterr().err
    assert "200 of 400 claims drawn, of " in told and "of 200 answers" in told
    assert "±6.9 at 50%, ±6.0 at 75%" in told
    assert "±6.9 at 75% if all claims of an answer are right or wrong together" in told
    assert "±4.2 at 75% for these 400 claims alone" in told
    first = Path("sample.jsonl").read_bytes()
    write("mixed.jsonl", *answers(200)[::-1])
    assert run(["sample", "mixed.jsonl", "-o", "sample.jsonl", "-q"]) == 0
    assert Path("sample.jsonl").read_bytes() == first
    assert run(["sample", "answers.jsonl", "-o", "sample.jsonl", "--seed", "8"]) == 2
    assert "another sample has this name" in capsys.readouterr().err
    assert Path("sample.jsonl").read_bytes() == first
    assert len(read("sample.jsonl")) == 200


def test_from_a_sample_to_metrics_from_people_alone(capsys: Capture) -> None:
    write("answers.jsonl", *answers(30))
    run(["check", "answers.jsonl", "-o", "run", "-q", "--fail-on", "never"])
    assert run(["sample", "answers.jsonl", "-n", "20", "-o", "sample.jsonl"]) == 0
    assert run(["sample", "run", "-n", "20", "-o", "sample.jsonl"]) == 0  # the run gives the same sample
    capsys.readouterr()
    write("done.jsonl", *({**one, "label": "full", "rater": "anna"} for one in read("sample.jsonl")))
    assert run(["labels", "import", "done.jsonl", "--into", "book.jsonl", "--run", "run"]) == 0
    seen = capsys.readouterr()
    assert "20 labels added" in seen.out and seen.err == ""
    assert run(["labels", "metrics", "run", "book.jsonl", "--format", "json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    support = figures["metrics"]["claim_support"]
    assert (support["numerator"], support["excluded"]["unjudged"]) == (20, 40)


def test_claim_ids_are_those_of_a_run_with_the_same_cases(capsys: Capture) -> None:
    write("answers.jsonl", {"answer_id": "a", "case_id": "q-1", **BOATS})
    write("cases.jsonl", {**CASE, "slice": "harbour"})
    run(["check", "answers.jsonl", "--cases", "cases.jsonl", "-o", "run", "-q"])
    capsys.readouterr()
    assert run(["sample", "answers.jsonl", "--cases", "cases.jsonl", "--sources"]) == 0
    (task,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert task["claim_id"] == read("run/claims.jsonl")[0]["claim_id"] == "e1"
    assert task["metadata"]["question"] == CASE["question"]
    assert [one["text"] for one in task["metadata"]["sources"]] == BOATS["prompt_chunks"]
    write("done.jsonl", {**task, "label": "full", "rater": "anna"})
    assert run(["labels", "import", "done.jsonl", "--into", "book.jsonl", "--run", "run"]) == 0


BOATS: dict[str, Any] = {
    "text": "Boats may moor for 48 hours [1].",
    "prompt_chunks": ["Boats may moor for 48 hours."],
}


def test_sample_exit_codes(capsys: Capture) -> None:
    write("none.jsonl", {"text": "Bats fly.", "prompt_chunks": ["x"]})
    assert run(["sample", "none.jsonl"]) == 3
    write("some.jsonl", BOATS, {"text": 5})
    assert run(["sample", "some.jsonl"]) == 2
    shown = capsys.readouterr()
    assert "1 of 2 lines rejected" in shown.err and len(shown.out.splitlines()) == 1
    assert "none for these 1 claims alone" in shown.err
    run(["check", "some.jsonl", "-o", "run", "-q"])
    assert run(["sample", "run", "--sources"]) == 2
    assert run(["sample", "run", "some.jsonl"]) == 2


# --- what goes wrong on the way ---


def test_a_file_without_cases_is_no_clean_file(capsys: Capture) -> None:
    write("cases.jsonl", CASE)
    Path("empty.jsonl").write_bytes(b"\n\n")
    assert run(["cases", "lint", "cases.jsonl", "empty.jsonl"]) == 1
    assert "empty.jsonl:1: error[no_cases]: $: there are no cases" in capsys.readouterr().out
    assert run(["cases", "lint", "empty.jsonl", "--ignore", "no_cases"]) == 0


def test_promotions_at_once_lose_nothing(capsys: Capture) -> None:
    write("test.jsonl", *cases(6))
    program = [sys.executable, "-m", "pincite", "cases", "promote"]
    running = [
        subprocess.Popen([*program, f"q-{n}", "--from", "test.jsonl", "--to", "dev.jsonl"]) for n in range(4)
    ]
    assert [one.wait() for one in running] == [0, 0, 0, 0]
    assert [one["case_id"] for one in read("test.jsonl")] == ["q-4", "q-5"]
    assert sorted(one["case_id"] for one in read("dev.jsonl")) == ["q-0", "q-1", "q-2", "q-3"]
    capsys.readouterr()
    run(["cases", "lint", "test.jsonl", "dev.jsonl"])
    assert "error[" not in capsys.readouterr().out
    assert {path.name for path in Path().iterdir()} == {
        ".git", "test.jsonl", "test.jsonl.ledger", "dev.jsonl", "dev.jsonl.ledger"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        ("-", "dev.jsonl", "standard input cannot be kept"),
        ("test.jsonl", "-", "standard input cannot be kept"),
        ("test.jsonl.gz", "dev.jsonl", "a compressed file cannot be kept"),
        ("test.jsonl", "dev.jsonl.gz", "a compressed file cannot be kept"),
        ("test.jsonl", "none/dev.jsonl", "cannot open the folder"),
        ("test.jsonl", ".", "is a folder"),
    ],
)
def test_a_promotion_that_cannot_be_kept_changes_nothing(
    source: str, target: str, told: str, capsys: Capture
) -> None:
    write("test.jsonl", *cases(2))
    Path("test.jsonl.gz").write_bytes(gzip.compress(Path("test.jsonl").read_bytes()))
    before = {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    assert run(["cases", "promote", "q-0", "--from", source, "--to", target]) == 2
    assert told in capsys.readouterr().err
    assert before == {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}


def test_a_promotion_keeps_links_permissions_and_neighbours(capsys: Capture) -> None:
    write("real.jsonl", *cases(2))
    Path("real.jsonl").chmod(0o640)
    Path("test.jsonl").symlink_to("real.jsonl")
    Path("test.jsonl.new").write_text("mine")
    assert run(["cases", "promote", "q-0", "--from", "test.jsonl", "--to", "dev.jsonl"]) == 0
    assert Path("test.jsonl").is_symlink()
    assert [one["case_id"] for one in read("real.jsonl")] == ["q-1"]
    assert Path("real.jsonl").stat().st_mode & 0o777 == 0o640
    assert Path("test.jsonl.new").read_text() == "mine"


def test_a_sample_of_a_part_says_so(capsys: Capture) -> None:
    write("a.jsonl", {"text": "Boats may moor for 48 hours [1].", "prompt_chunks": [CORPUS["text"]]})
    run(["check", "a.jsonl", "-o", "run", "-q"])
    manifest = Path("run/manifest.json")
    manifest.write_text(manifest.read_text().replace('"partial": false', '"partial": true'))
    capsys.readouterr()
    assert run(["sample", "run"]) == 0
    assert "warning: the run was interrupted" in capsys.readouterr().err
