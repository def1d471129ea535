"""`pincite check --gate` and `pincite gate`, as a user runs them."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
from collections.abc import Callable
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.cli import run

CASES: dict[str, tuple[str, list[str] | None]] = {
    "good": ("The pool is open daily [1].", ["The pool is open daily."]),
    "wrong": ("The fee is 70 euros [1].", ["The fee is 60 euros."]),
    "silent": ("The sauna closes at noon [1].", ["The pool is open daily."]),
    "lost": ("The pool is open daily [4].", ["The pool is open daily."]),
    "uncited": (
        "The pool is open daily. The fee is 60 euros.",
        ["The pool is open daily. The fee is 60 euros."],
    ),
    "unrecorded": ("The pool is open daily [1].", None),
    "hello": ("Hello!", ["The pool is open daily."]),
    "broken": ("{", []),
}


@pytest.fixture(autouse=True)
def _outside_of_any_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith("PINCITE_") or name in ("CI", "BUILD_NUMBER", "NO_COLOR", "FORCE_COLOR"):
            monkeypatch.delenv(name)


def write(*kinds: str, folder: Path | None = None, criticality: str | None = None) -> list[str]:
    """Answers and cases of these kinds, as arguments of `check`."""
    where = folder or Path()
    answers, cases = [], []
    for place, kind in enumerate(kinds):
        text, passages = CASES[kind]
        record = {"case_id": f"q{place}", "text": text, "prompt_chunks": passages}
        answers.append("{" if kind == "broken" else json.dumps(record))
        cases.append({"case_id": f"q{place}", "question": "?", "slice": "ab"[place % 2]})
        if criticality is not None:
            cases[-1]["criticality"] = criticality
    (where / "answers.jsonl").write_text("\n".join(answers) + "\n", encoding="utf-8")
    (where / "cases.jsonl").write_text("\n".join(map(json.dumps, cases)) + "\n", encoding="utf-8")
    return [str(where / "answers.jsonl"), "--cases", str(where / "cases.jsonl")]


def config(text: str) -> None:
    Path("pincite.toml").write_text(text, encoding="utf-8")


def said(argv: list[str]) -> tuple[int, str]:
    """The exit code and stdout of a command."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        code = run(argv)
    return code, out.getvalue()


@pytest.mark.parametrize(
    ("kinds", "code", "words"),
    [
        (["good"], 0, ["gate: PASS  accept:"]),
        (["good", "wrong"], 1, ["gate: FAIL  reject_semantics:", "PC502 contradicted 1 > 0 allowed"]),
        (["good"] * 9 + ["lost"], 1, ["gate: FAIL  reject_mapping:", "invalid_citation_rate 10.0 %"]),
        (["good", "unrecorded"], 3, ["gate: UNDECIDED  investigate:", "max_unjudged_rate 50.0 %"]),
        (["hello"], 3, ["gate: UNDECIDED  investigate:", "min_claims 0"]),
        (["good", "broken"], 2, ["INVALID INPUT  1 input line rejected"]),
    ],
)
def test_the_rules_that_ship(kinds: list[str], code: int, words: list[str]) -> None:
    got, text = said(["check", *write(*kinds), "--gate"])
    last = text.splitlines()[-1]
    assert got == code
    assert last.endswith(f"[exit {code}]")
    assert all(word in last for word in words), last
    assert "by the rules that ship" in text


def test_declared_rules_decide_instead_of_the_findings() -> None:
    argv = ["check", *write("good", "wrong")]
    config("[gate]\nclaim_support = { min = 0.5 }\n")
    assert said([*argv, "--gate"])[0] == 0
    assert said(argv)[0] == 1
    config("[gate]\nclaim_support = { min = 0.6 }\n")
    assert said([*argv, "--gate"])[0] == 1
    assert said([*argv, "--gate", "--exit-zero"])[0] == 0


def test_fail_on_beside_a_gate_is_told_to_have_no_effect(capsys: pytest.CaptureFixture[str]) -> None:
    config("[gate]\nclaim_support = { min = 0.5 }\n")
    assert run(["check", *write("good", "wrong"), "--gate", "--fail-on", "error"]) == 0
    assert "--fail-on has no effect with --gate" in capsys.readouterr().err
    run(["check", *write("good"), "-o", "main"])
    capsys.readouterr()
    run(["check", *write("good"), "--baseline", "main"])
    assert "--baseline has no effect without --gate" in capsys.readouterr().err


def test_rules_may_stand_in_pyproject() -> None:
    Path("pyproject.toml").write_text(
        "[tool.pincite.gate]\nclaim_support = { min = 0.6 }\n", encoding="utf-8"
    )
    assert said(["check", *write("good", "wrong"), "--gate"])[0] == 1


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "[gate]\nclaim_suport = { min = 0.6 }",
            ["pincite.toml: gate.claim_suport", "did you mean claim_support?"],
        ),
        (
            "[gate]\nclaim_support = { min = 0.6, slcie = 'a' }",
            ["gate.claim_support.slcie", "did you mean slice?"],
        ),
        ("[gate.severe]\ncritical = 'blok'", ["gate.severe.critical", "did you mean block?"]),
        ("[gat]\nclaim_support = { min = 0.6 }", ["unknown key 'gat'"]),
        (f"[gate]\nmin_claims = 1{'0' * 400}", ["gate.min_claims", "got one beyond 1e+18"]),
        (f"[gate]\nclaims = {{ min = 1{'0' * 400} }}", ["gate.claims.min", "got one beyond 1e+18"]),
        ("[gate]\nclaims = { min = nan }", ["gate.claims.min", "got nan"]),
        ('[gate]\nnew_findings = { max = 0, baseline = "a\\u0000b" }', ["gate.new_findings.baseline"]),
    ],
)
def test_a_misspelt_rule_is_an_error(text: str, parts: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["check", *write("good"), "--gate"]
    config(text)
    assert run(argv) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert all(part in shown.err for part in parts), shown.err


@pytest.mark.parametrize("kind", ["good", "wrong"])
def test_a_misspelt_slice_is_never_a_pass(kind: str) -> None:
    argv = ["check", *write(kind, kind), "-o", "run", "-q"]
    config("[gate]\non_undecided = 'pass'\nclaim_support = { min = 0.9, slice = 'aa' }\n")
    code, text = said([*argv, "--gate"])
    assert code == 3
    assert "no answer is in this slice; there are 'a', 'b'" in text
    assert said(["gate", "run"])[0] == 3


def test_findings_that_a_flag_leaves_out_cannot_pass() -> None:
    argv = ["check", *write("wrong"), "-o", "run", "-q"]
    config("[gate]\nPC502 = { max = 0 }\n")
    code, text = said([*argv, "--gate", "--ignore", "PC5"])
    assert code == 3
    assert "made without findings of PC502" in text
    assert said(["gate", "run"])[0] == 3


def test_a_suppression_with_a_reason_accepts_a_severe_claim() -> None:
    argv = ["check", *write("wrong", criticality="critical"), "-o", "run", "--gate"]
    assert said(argv)[0] == 1
    reason = '[[suppress]]\nclaim = "q0/c1"\nignore = ["PC502", "PC401"]\nreason = "ticket 88"\n'
    config(f"{reason}[gate]\nPC502 = {{ max = 0 }}\n")
    code, text = said(argv)
    assert code == 0
    assert "accepted  q0 c1 (critical, contradicted): ticket 88" in text
    assert "contradicted: ticket 88" in Path("run/report.md").read_text()
    # Metrics are what was measured, whatever somebody has accepted.
    config(f"{reason}[gate]\ncontradictions = {{ max = 0 }}\n")
    assert said(argv)[0] == 1


def test_against_a_baseline() -> None:
    said(["check", *write("good", "good"), "-o", "main", "-q"])
    said(["check", *write("good", "wrong"), "-o", "head", "-q"])
    config("[gate]\nclaim_support = { max_drop = 0.1 }\nnew_findings = { max = 0, codes = ['PC502'] }\n")
    code, text = said(["gate", "head", "--baseline", "main"])
    assert code == 1
    assert "claim_support drops by 50.0 % from 100.0 % to 50.0 %, 10.0 % allowed: is too much" in text
    assert "new_findings (PC502) 1 > 0 allowed" in text
    assert said(["gate", "head", "--baseline", "head"])[0] == 0
    code, text = said(["gate", "head"])
    assert code == 3
    assert "gate: UNDECIDED  rebaseline:" in text
    assert said(["gate", "head", "--baseline", "mian"])[0] == 2
    said(["check", *write("good", "wrong"), "-o", "other", "-q", "--seed", "8"])
    code, text = said(["gate", "other", "--baseline", "main"])
    assert code == 3
    assert "the signature differs in seed" in text
    assert "gate: UNDECIDED  rebaseline:" in text


def test_a_rule_may_name_its_own_baseline_beside_the_config_file() -> None:
    for name in ("main", "head"):
        said(["check", *write("good"), "-o", f"runs/{name}", "-q"])
    Path("runs/gate.toml").write_text("[gate]\nclaim_support = { max_drop = 0.1, baseline = 'main' }\n")
    assert said(["gate", "runs/head", "--config", "runs/gate.toml"])[0] == 0
    Path("runs/gate.toml").write_text("[gate]\nclaim_support = { max_drop = 0.1, baseline = 'mian' }\n")
    assert said(["gate", "runs/head", "--config", "runs/gate.toml"])[0] == 2


def test_a_baseline_is_not_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", *write("good"), "-o", "main", "-q"])
    before = Path("main/claims.jsonl").read_bytes()
    assert run(["check", *write("wrong"), "-o", "main", "--gate", "--baseline", "main"]) == 2
    assert "is an input of this run" in capsys.readouterr().err
    assert Path("main/claims.jsonl").read_bytes() == before


def test_a_run_that_is_not_whole_is_undecided() -> None:
    said(["check", *write("good", "good"), "-o", "run", "-q"])
    assert said(["gate", "run"])[0] == 0
    claims = Path("run/claims.jsonl")
    claims.write_bytes(b"".join(claims.read_bytes().splitlines(keepends=True)[:1]))
    code, text = said(["gate", "run"])
    assert code == 3
    assert "the run counts 2 claims and holds 1" in text
    manifest = Path("run/manifest.json")
    manifest.write_text(manifest.read_text().replace('"partial": false', '"partial": true'))
    code, text = said(["gate", "run"])
    assert code == 3
    assert "the run was interrupted" in text


def test_a_run_that_lost_its_findings_is_undecided() -> None:
    config("[gate]\nPC502 = { max = 0 }\n")
    said(["check", *write("good", "wrong"), "-o", "run", "-q"])
    assert said(["gate", "run"])[0] == 1
    Path("run/findings.jsonl").write_bytes(b"")
    code, text = said(["gate", "run"])
    assert code == 3
    assert "the run lacks findings of 1 claims" in text


@pytest.mark.parametrize("choice", [{"select": 5}, {"ignore": {"PC5": 1}}, {"select": ["PC5", None]}])
def test_a_choice_of_findings_that_cannot_be_read_is_never_a_pass(choice: dict[str, object]) -> None:
    config("[gate]\non_undecided = 'pass'\nPC502 = { max = 0 }\n")
    said(["check", *write("good"), "-o", "run", "-q"])
    path = Path("run/summary.json")
    numbers = json.loads(path.read_text())
    path.write_text(json.dumps({**numbers, "thresholds": {"findings": choice}}))
    code, text = said(["gate", "run"])
    assert code == 3
    assert "does not say which findings" in text


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda run: (run / "report.md").write_bytes(b"# \xff\xfe\n"), "no UTF-8 text"),
        (lambda run: (run / "summary.json").unlink(), "the run broke off before it was complete"),
        (
            lambda run: (run / "summary.json").write_text(
                json.dumps({**json.loads((run / "summary.json").read_text()), "schema_version": "99"})
            ),
            "has the schema version '99', and this is '1'",
        ),
    ],
)
def test_a_damaged_run_is_told_and_left_alone(
    damage: Callable[[Path], object], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["check", *write("good"), "-o", "run", "-q"])
    damage(Path("run"))
    before = {path.name: path.read_bytes() for path in Path("run").iterdir()}
    capsys.readouterr()
    assert run(["gate", "run"]) == 2
    assert told in capsys.readouterr().err
    assert before == {path.name: path.read_bytes() for path in Path("run").iterdir()}


def test_a_baseline_that_no_rule_asks_for_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    argv = write("good")
    run(["check", *argv, "-o", "run", "-q"])
    for command in (["gate", "run"], ["check", *argv, "--gate"]):
        capsys.readouterr()
        assert run([*command, "--baseline", "run"]) == 0
        assert "--baseline has no effect: no rule is held against it" in capsys.readouterr().err
    config("[gate]\nclaim_support = { max_drop = 0.1 }\n")
    assert run(["gate", "run", "--baseline", "run"]) == 0
    assert "no effect" not in capsys.readouterr().err


def test_a_rule_without_claims_behind_it_says_so() -> None:
    config("[gate]\nanswer_rate = { max = 0.5 }\nclaim_support = { min = 1.0 }\n")
    said(["check", *write("good", "wrong"), "-o", "run", "-q"])
    code, text = said(["gate", "run"])
    assert code == 1
    rules = text.split("  FAIL")
    about = {rule.split()[0]: rule for rule in rules[1:]}
    assert "no single claim stands behind this measure" in about["answer_rate"]
    assert "q1 c1" in about["claim_support"]
    assert "no single claim" not in about["claim_support"]
    assert "none; no single claim" in Path("run/report.md").read_text(encoding="utf-8")


def test_a_stored_run_is_reported_in_every_format() -> None:
    checked = ["check", *write("good", "wrong", "lost", "unrecorded"), "--gate"]
    names = ("r.xml", "r.sarif", "codequality.json", "r.jsonl", "r.json", "summary.md")
    flags = [part for name in names for part in ("--report", name)]
    code, _ = said([*checked, "-o", "run", *flags])
    before = {name: Path(name).read_bytes() for name in names}
    again = [part for name in names for part in ("--report", f"again-{name}")]
    assert said(["gate", "run", *again])[0] == code == 1
    assert Path("again-r.jsonl").read_bytes() == before["r.jsonl"]
    assert json.loads(Path("again-r.json").read_bytes()) == json.loads(before["r.json"])

    def cases(data: bytes) -> list[tuple[str | None, str | None, list[str]]]:
        found = ElementTree.fromstring(data).iter("testcase")
        return [(one.get("classname"), one.get("name"), [part.tag for part in one]) for one in found]

    def alerts(data: bytes) -> list[tuple[object, ...]]:
        found = json.loads(data)["runs"][0]["results"]
        return [(one["ruleId"], one["partialFingerprints"], _place(one)) for one in found]

    def _place(one: dict[str, Any]) -> tuple[str, int]:
        where = one["locations"][0]["physicalLocation"]
        return where["artifactLocation"]["uri"], where["region"]["startLine"]

    assert cases(Path("again-r.xml").read_bytes()) == cases(before["r.xml"])
    assert alerts(Path("again-r.sarif").read_bytes()) == alerts(before["r.sarif"])
    assert ("answers.jsonl", 2) in {place for _, _, place in alerts(before["r.sarif"])}
    assert "The fee is 70 euros" in Path("again-r.xml").read_text(encoding="utf-8")


def test_reports_of_the_config_file_are_those_of_check() -> None:
    said(["check", *write("good"), "-o", "run", "-q"])
    config("report = ['r.xml']\n")
    assert said(["gate", "run"])[0] == 0
    assert said(["compare", "run", "run"])[0] == 0
    assert not Path("r.xml").exists()


@pytest.mark.parametrize("name", ["claim_support", "citation_precision"])
def test_a_metric_that_is_not_in_the_summary_is_never_a_pass(name: str) -> None:
    said(["check", *write("good"), "-o", "run", "-q"])
    config(f"[gate]\non_undecided = 'pass'\n{name} = {{ min = 0.5 }}\n")
    assert said(["gate", "run"])[0] == 0
    path = Path("run/summary.json")
    numbers = json.loads(path.read_text())
    del numbers["metrics"][name]
    path.write_text(json.dumps(numbers))
    assert said(["gate", "run"])[0] == 3


def test_no_write_leaves_the_run_as_it_is() -> None:
    said(["check", *write("good"), "-o", "run", "-q"])
    before = {path.name: path.read_bytes() for path in Path("run").iterdir()}
    said(["gate", "run", "--no-write"])
    assert before == {path.name: path.read_bytes() for path in Path("run").iterdir()}
    said(["gate", "run"])
    changed = {path.name for path in Path("run").iterdir() if path.read_bytes() != before[path.name]}
    assert changed == {"summary.json", "report.md"}


def test_a_run_that_cannot_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["gate", "none"]) == 2
    assert "error[input]: cannot read the run" in capsys.readouterr().err


def test_json_is_one_document_and_markdown_a_section() -> None:
    said(["check", *write("good", "wrong"), "-o", "run", "-q"])
    document = json.loads(said(["gate", "run", "--format", "json"])[1])
    assert set(document) == {"run_id", "signature", "gate", "verdict"}
    assert set(document["gate"]["rules"][0]) >= {"name", "metric", "slice", "value", "bound", "use", "result"}
    text = said(["gate", "run", "--format", "markdown"])[1]
    assert text.startswith("**gate: FAIL** — ")
    assert "## Gate" in text
    assert said(["gate", "run", "-q"])[1].count("\n") == 1


def test_names_from_a_run_steer_no_output() -> None:
    text, passages = CASES["wrong"]
    name = "\x1b[2J\n## Gate\n**gate: PASS** | <img src=x> [exit 0]"
    record = {"answer_id": name, "text": text, "prompt_chunks": passages}
    Path("answers.jsonl").write_text(json.dumps(record), encoding="utf-8")
    assert said(["check", "answers.jsonl", "--gate", "-o", "run", "-q"])[0] == 1
    code, shown = said(["gate", "run"])
    assert code == 1
    assert "\x1b" not in shown
    report = Path("run/report.md").read_text()
    assert report.count("\n## Gate\n") == 1
    assert "<img" not in report
    assert report.splitlines()[2].startswith("**gate: FAIL**")


RULES = (
    "claim_support = { min = 0.7 }",
    "claim_support = { min = 0.7, use = 'lower-bound' }",
    "citation_precision = { min = 0.6, use = 'point', min_claims = 3 }",
    "invalid_citation_rate = { max = 0.2 }",
    "quote_fidelity = { min = 0.5 }",
    "contradictions = { max = 0, slice = '*' }",
    "PC4 = { max = 1, criticality = 'critical' }",
    "findings = { max = 2, severity = 'error' }",
    "new_findings = { max = 0 }",
    "undecided_rate = { max = 0.3 }",
)
SETTINGS = (
    "min_claims = 4",
    "max_unjudged_rate = 0.5",
    "on_undecided = 'fail'",
    "on_undecided = 'pass'",
    "on_rebaseline = 'pass'",
)


@st.composite
def policies(draw: st.DrawFn) -> str:
    def name(line: str) -> str:
        return line.split(" ")[0]

    some = draw(st.lists(st.sampled_from(RULES), max_size=4, unique_by=name))
    some += draw(st.lists(st.sampled_from(SETTINGS), max_size=2, unique_by=name))
    return "[gate]\n" + "\n".join(some) + "\n"


@settings(max_examples=30, deadline=None)
@given(
    kinds=st.lists(st.sampled_from([*CASES, "good", "good"]), min_size=1, max_size=6),
    text=policies(),
    criticality=st.sampled_from([None, "critical", "high"]),
    options=st.lists(st.sampled_from(["--exit-zero", "--skip-invalid"]), unique=True),
)
def test_everything_that_is_written_says_the_same(
    kinds: list[str], text: str, criticality: str | None, options: list[str]
) -> None:
    """Exit code, last line, JSON, summary.json and report.md of a generated run, checked and gated apart."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        sources = write(*kinds, folder=folder, criticality=criticality)
        settings_file = folder / "gate.toml"
        settings_file.write_text(text, encoding="utf-8")
        common = ["--config", str(settings_file), *options]
        run_at = folder / "run"
        told = folder / "told.json"
        outputs = ["-o", str(run_at), "--report", str(told), "-q"]
        code, shown = said(["check", *sources, "--gate", *outputs, *common])
        agree(code, shown.splitlines()[-1], run_at)
        document = json.loads(told.read_text())
        assert document["verdict"]["exit_code"] == code
        assert document["gate"] == json.loads((run_at / "summary.json").read_text())["gate"]

        before = {name: (run_at / name).read_bytes() for name in ("summary.json", "report.md")}
        alone, shown = said(["gate", str(run_at), *common])
        agree(alone, shown.splitlines()[-1], run_at)
        if code != 2:
            assert alone == code
            assert before == {name: (run_at / name).read_bytes() for name in before}
        document = json.loads(said(["gate", str(run_at), "--format", "json", *common])[1])
        assert document["gate"] == json.loads((run_at / "summary.json").read_text())["gate"]
        shutil.rmtree(run_at)


def agree(code: int, last: str, run_at: Path) -> None:
    """The exit code, the last line, the summary and the report say the same."""
    result = json.loads((run_at / "summary.json").read_text())["gate"]
    report = (run_at / "report.md").read_text(encoding="utf-8").splitlines()
    match = re.fullmatch(
        r"(?P<word>.+?)  (?P<why>.*)  \[exit (?P<code>\d)(?P<forgiven> instead of 1)?\]", last
    )
    assert match is not None, last
    assert int(match["code"]) == code
    head = re.sub(r"\\(.)", r"\1", unescape(report[2]))
    assert head == f"**{match['word']}** — {match['why']}"
    assert f"Decision: `{result['decision']}`." in "\n".join(report)
    assert f"{result['decision']}: " in match["why"]
    word = {"pass": "gate: PASS", "fail": "gate: FAIL", "undecided": "gate: UNDECIDED"}[result["status"]]
    if code == 2:
        assert match["word"] == "INVALID INPUT"
        assert result["status"] != "pass"
    else:
        assert match["word"] == word
        assert code == {"pass": 0, "fail": 0 if match["forgiven"] else 1, "undecided": 3}[result["status"]]
    results = [row["result"] for row in result["rules"]]
    assert result["status"] == next(kind for kind in ("fail", "undecided", "pass") if kind in results)
    if result["status"] == "pass":
        assert result["decision"] == "accept"
