"""`pincite compare` end to end: run directories in, a verdict and an exit code out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pincite.claims.extraction import EXTRACTOR_VERSION
from pincite.cli import run

PASSAGES = ["Each loan runs for 21 days.", "Members may hold twelve items.", "The library opens at nine."]
GOOD = [
    "Each loan runs for 21 days [1].",
    "Members may hold twelve items [2].",
    "The library opens at nine [3].",
]
WRONG = "Each loan runs for 30 days [1]."

Made = Callable[..., Path]


def records(texts: list[str], **more: Any) -> list[dict[str, Any]]:
    return [
        {"case_id": f"q-{place:02d}", "text": text, "prompt_chunks": PASSAGES, **more}
        for place, text in enumerate(texts)
    ]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Made:
    """Writes files and checks them into a run directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CI", "1")

    def make(
        name: str, rows: list[dict[str, Any]], *flags: str, cases: list[dict[str, Any]] | None = None
    ) -> Path:
        answers = tmp_path / f"{name}.jsonl"
        answers.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
        given = [str(answers.name), "-o", name, "-q", "--exit-zero", *flags]
        if cases is not None:
            (tmp_path / "cases.jsonl").write_text(
                "".join(f"{json.dumps(row)}\n" for row in cases), encoding="utf-8"
            )
            given += ["--cases", "cases.jsonl"]
        run(["check", *given])
        capsys.readouterr()
        return tmp_path / name

    return make


def compared(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, dict[str, Any]]:
    code = run(["compare", *argv, "--format", "json"])
    return code, json.loads(capsys.readouterr().out)


def test_a_run_and_itself(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    made("one", records([*GOOD, WRONG] * 4))
    for seed in ("1", "2"):
        assert run(["compare", "one", "one", "--seed", seed]) == 0
        shown = capsys.readouterr().out
        assert shown.splitlines()[-1] == "NO CHANGE  16 claims paired  [exit 0]"
        assert "SIGNATURES DIFFER" not in shown


def test_a_new_critical_contradiction_exits_1(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    cases = [{"case_id": f"q-{place:02d}", "question": "?", "criticality": "critical"} for place in range(9)]
    made("base", records(GOOD * 3), cases=cases)
    made("head", records([WRONG, *GOOD[1:], *GOOD * 2]), cases=cases)
    assert run(["compare", "base", "head"]) == 1
    shown = capsys.readouterr().out
    assert "contradicted in head, in a claim that base does not have (1)" in shown
    assert "BLOCKS" in shown
    assert shown.splitlines()[-1].startswith("WORSE  1 new contradiction on a critical or high claim; ")
    assert shown.splitlines()[-1].endswith("[exit 1]")
    assert run(["compare", "head", "base"]) == 0
    assert run(["compare", "base", "head", "--exit-zero"]) == 0
    assert run(["compare", "base", "head", "--fail-on", "never"]) == 0


def test_fail_on_warning_asks_for_every_claim(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    silent = records(GOOD)
    for row in silent:
        row["prompt_chunks"] = ["The library lends books.", *PASSAGES[1:]]
    made("base", records(GOOD))
    made("head", silent)
    assert run(["compare", "base", "head"]) == 0
    assert run(["compare", "base", "head", "--fail-on", "warning"]) == 1
    assert (
        capsys.readouterr().out.splitlines()[-1].startswith("NOISE  0 newly supported, 1 newly unsupported")
    )


def test_nothing_paired_exits_3(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    made("base", records(GOOD[:1]))
    made("head", [row | {"case_id": "other"} for row in records(GOOD[1:2])])
    assert run(["compare", "base", "head"]) == 3
    assert capsys.readouterr().out.splitlines()[-1].startswith("NOTHING PAIRED  0 claims paired")


def test_a_moved_marker_is_a_changed_target(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    made("base", records(["Each loan runs for 21 days [1] and members may hold twelve items [2]."]))
    made("head", records(["Each loan runs for 21 days [3] and members may hold twelve items [2]."]))
    code, told = compared(capsys, "base", "head")
    assert code == 0
    assert told["pairing"]["claims"] == 2 and not told["unpaired_head"]
    (change,) = told["changes"]
    assert "changed_targets" in change["kinds"]
    assert (change["base"]["targets"], change["head"]["targets"]) == (["doc-1/1"], ["doc-3/3"])


def test_claims_cut_by_hand_are_set_apart_and_raise_nothing(
    made: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Each loan runs for 30 days [1] and members may hold twelve items [2]."
    made("base", records([text] * 12))
    one = {"start": 35, "end": len(text), "citation_ids": ["2"]}
    made("head", records([text] * 12, claims=[one]))
    _, told = compared(capsys, "base", "head")
    assert set(told["pairing"]["unpaired_base"]) == {"segmentation"}
    by_claim = [
        metric for metric in told["metrics"] if metric["name"] in ("claim_support", "citation_precision")
    ]
    assert all(not metric["difference"] for metric in by_claim)
    assert any(metric["run_head"] > metric["run_base"] for metric in by_claim)
    assert told["verdict"] != "better"


def test_gold_claims_join_answers_in_other_words(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    cases = [
        {
            "case_id": "q-00",
            "question": "?",
            "expected_claims": [{"claim_id": "g1", "text": "Each loan runs for 21 days"}],
        }
    ]
    made("base", records(["Each loan runs for 21 days [1]."]), cases=cases)
    made("head", records(["Every loan runs for 21 days [1]."]), cases=cases)
    _, told = compared(capsys, "base", "head")
    assert told["pairing"]["by_gold"] == 1


def test_other_recipes_are_told_first_and_attributed(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    policy = Path("policy.toml")
    made("base", records([*GOOD, WRONG] * 3))
    policy.write_text('version = "strict"\n[credit]\npartial = 0.5\n', encoding="utf-8")
    made("head", records([*GOOD, GOOD[0]] * 3), "--judge", "overlap", "--policy", "policy.toml")
    assert run(["compare", "base", "head"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "SIGNATURES DIFFER: the numbers of the two runs are not made alike"
    assert any(line.startswith("policy: ") for line in lines)
    _, told = compared(capsys, "base", "head", "--attribute", "--answers", "policy.toml")
    way = told["attribution"]
    assert [step["part"] for step in way["steps"]] == ["pincite", "policy", "judge", "answers"]
    assert not way["not_isolated"]
    base, head = (
        json.loads(Path(name, "summary.json").read_text(encoding="utf-8"))["metrics"]
        for name in ("base", "head")
    )
    for name in ("citation_precision", "claim_support", "support_score", "contradictions"):
        moved = sum(step["change"][name] for step in (*way["steps"], way["rest"]))
        assert moved == pytest.approx(head[name]["value"] - base[name]["value"])
        assert way["steps"][0]["change"][name] == way["rest"]["change"][name] == 0
    assert way["steps"][2]["change"]["contradictions"] == -3
    assert {one["part"] for one in told["parts"]} >= {"policy", "judge", "answers files"}


def test_a_part_that_is_not_at_hand_is_in_the_rest(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    made("base", records([*GOOD, WRONG]))
    Path("policy.toml").write_text('version = "strict"\n[credit]\npartial = 0.5\n', encoding="utf-8")
    made("head", records([*GOOD, GOOD[0]]), "--policy", "policy.toml")
    _, told = compared(capsys, "base", "head", "--attribute")
    assert told["attribution"]["not_isolated"] == []
    assert [step["part"] for step in told["attribution"]["steps"]] == ["pincite", "policy", "answers"]
    Path("head.jsonl").unlink()
    Path("policy.toml").write_text('version = "other"\n', encoding="utf-8")
    _, told = compared(capsys, "base", "head", "--attribute")
    way = told["attribution"]
    assert way["not_isolated"] == [
        {"part": "policy", "why": "policy.toml has changed since"},
        {"part": "answers", "why": "head.jsonl is not there"},
    ]
    assert way["rest"]["change"]["contradictions"] == -1


def test_rescoring_says_what_it_is(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    made("base", records([*GOOD, WRONG]))
    made("head", records([*GOOD, WRONG]))
    for name in ("base", "head"):
        for file in ("manifest.json", "summary.json"):
            path = Path(name, file)
            old = "rules@0" if name == "base" else f"rules@{EXTRACTOR_VERSION}"
            path.write_text(
                path.read_text(encoding="utf-8").replace(f"seg:rules@{EXTRACTOR_VERSION}", f"seg:{old}"),
                encoding="utf-8",
            )
    _, told = compared(capsys, "base", "head")
    assert told["signature_differs"] == ["seg"]
    code, told = compared(capsys, "base", "head", "--rescore")
    assert code == 0 and told["signature_differs"] == []
    assert told["rescored"]["extractor"] == f"rules@{EXTRACTOR_VERSION}"
    assert told["rescored"]["base_moved"]["claim_support"] == 0
    assert run(["compare", "base", "head", "--rescore"]) == 0
    assert "this version of pincite holds no other" in capsys.readouterr().out


def test_moved_files_are_known_by_their_content(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    made("base", records(GOOD))
    made("head", records([*GOOD, WRONG]))
    Path("base.jsonl").rename("kept.jsonl")
    assert run(["compare", "base", "head", "--attribute"]) == 2
    assert "base cannot be scored again: base.jsonl is not there" in capsys.readouterr().err
    assert run(["compare", "base", "head", "--attribute", "--answers", "kept.jsonl"]) == 0
    capsys.readouterr()
    Path("kept.jsonl").write_text("{}\n", encoding="utf-8")
    assert run(["compare", "base", "head", "--attribute", "--answers", "kept.jsonl"]) == 2
    assert "neither run was made from this file as it is now" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "parts"),
    [
        (["base", "nowhere"], ["error[input]: cannot read the run", "nowhere"]),
        (["base"], ["error[usage]: missing argument 'HEAD'"]),
        (["base", "base", "--answers", "base.jsonl"], ["error[config]:", "--attribute or --rescore"]),
        (["base", "base", "--format", "sarif"], ["error[config]:", "concise, full, json, markdown"]),
        (["base", "base", "--report", "out.xml"], ["error[config]:", "--report"]),
        (["base", "base", "--fail-on", "wors"], ["error[config]: expected one of error, warning, never"]),
        (["base", "base", "--seed", "x"], ["error[config]: expected a whole number"]),
    ],
)
def test_bad_input_is_a_clear_error(
    made: Made, capsys: pytest.CaptureFixture[str], argv: list[str], parts: list[str]
) -> None:
    made("base", records(GOOD[:1]))
    assert run(["compare", *argv]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and all(part in shown.err for part in parts), shown.err
    assert "Traceback" not in shown.err


def test_a_run_that_was_tampered_with_is_a_clear_error(
    made: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = made("base", records(GOOD))
    (directory / "facts.jsonl").write_text("{}\n", encoding="utf-8")
    assert run(["compare", "base", "base"]) == 2
    assert "facts.jsonl:1" in capsys.readouterr().err
    (directory / "facts.jsonl").unlink()
    assert run(["compare", "base", "base", "-v"]) == 0
    assert "base has no facts.jsonl" in capsys.readouterr().out


def test_formats_and_reports_say_the_same(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    made("base", records(GOOD * 4))
    silent = records(GOOD * 4)
    for row in silent:
        row["prompt_chunks"] = ["*Nothing* of the [sort](x).", *PASSAGES[1:]]
    made("head", silent)
    code = run(
        ["compare", "base", "head", "--report", "out.md", "--report", "out.json", "--report", "out.txt"]
    )
    full = capsys.readouterr().out
    assert Path("out.txt").read_text(encoding="utf-8") == full
    told = json.loads(Path("out.json").read_text(encoding="utf-8"))
    assert told["outcome"]["exit_code"] == code == 0
    assert "newly unsupported (4)" in full and len(told["changes"]) == 4
    page = Path("out.md").read_text(encoding="utf-8")
    assert "## Newly unsupported (4)" in page and f"**{told['outcome']['word']}**" in page
    assert run(["compare", "base", "head", "--format", "concise", "-q", "--max-findings", "2"]) == 0
    concise = capsys.readouterr().out.splitlines()
    assert sum(": newly unsupported: " in line for line in concise) == 2
    assert "+ 2 more newly unsupported: --max-findings 0 shows all" in concise


def test_redaction_leaves_no_words(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    silent = records(GOOD)
    for row in silent:
        row["prompt_chunks"] = ["Nothing.", *PASSAGES[1:]]
    made("base", records(GOOD), "--redact")
    made("head", silent)
    for style in ("full", "json", "markdown", "concise"):
        run(["compare", "base", "head", "--redact", "--format", style])
        shown = capsys.readouterr().out
        assert "runs for 21 days" not in shown
        assert "redacted" in shown
    _, told = compared(capsys, "base", "head")
    assert told["pairing"]["claims"] == 3


def test_an_interrupted_run_is_told_in_the_last_line(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    made("base", records(GOOD))
    head = made("head", records(GOOD))
    manifest = head / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"partial": false', '"partial": true'))
    assert run(["compare", "base", "head", "-q"]) == 0
    assert "head was interrupted" in capsys.readouterr().out.splitlines()[-1]


def test_answers_in_another_format_are_not_scored_again_as_none(
    made: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("log.csv").write_text("answer,contexts\nThe pool is open [1].,The pool is open.\n", encoding="utf-8")
    for name in ("base", "head"):
        run(["check", "log.csv", "--from", "csv", "-o", name, "-q", "--exit-zero"])
    assert json.loads(Path("base/summary.json").read_text(encoding="utf-8"))["counts"]["answers"] == 1
    capsys.readouterr()
    for flag in ("--rescore", "--attribute"):
        assert run(["compare", "base", "head", flag]) == 2
        told = capsys.readouterr().err
        assert "base cannot be scored again: log.csv: only 0 of its 1 answers can be read" in told
