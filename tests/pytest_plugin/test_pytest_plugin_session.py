"""The plugin as a session uses it: what fails, what it says, what is counted, with and without workers."""

from __future__ import annotations

import json
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import pincite
from pincite.cli import run as command

pytest_plugins = ["pytester"]

REGISTERED = any(entry.name == "pincite" for entry in entry_points(group="pytest11"))
LOADED = ["-p", "no:randomly", "-p", "no:cacheprovider"] + (
    [] if REGISTERED else ["-p", "pincite.pytest_plugin"]
)

STRICT = ["-W", "error", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
"""In one process the plugin is there before the inner session begins, which is the test's doing."""

PASSAGE = "Each loan runs for 21 days."
GOOD = "Loans run 21 days [1]."
WRONG = "Loans run 30 days [1]."

SUITE = f"""
import pytest

PASSAGES = [{PASSAGE!r}]

def test_good(pincite):
    assert pincite.assert_cited({GOOD!r}, PASSAGES).claims[0].label == "full"

@pytest.mark.parametrize("place", ["hall", "annex", "cellar"])
def test_same_answer(pincite, place):
    pincite.assert_cited({GOOD!r}, PASSAGES)

def test_wrong(pincite):
    pincite.assert_cited({WRONG!r}, PASSAGES)

def test_wrong_and_known(pincite):
    pincite.assert_cited({WRONG!r}, PASSAGES, allow=["PC401", "contradicted"])

def test_not_recorded(pincite):
    pincite.assert_cited({{"text": "Loans may be renewed twice [1].", "prompt_chunks": None}})
"""


def ran(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess(*LOADED, *STRICT, *arguments)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CI", "BUILD_NUMBER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")


@pytest.mark.usefixtures("plain")
def test_a_session_says_what_is_wrong_and_counts_each_claim_once(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(SUITE)
    result = ran(pytester, "--pincite-report=run", "--junitxml=junit.xml")
    result.assert_outcomes(passed=5, failed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "*ERROR at call of test_not_recorded*",
            "E *Undecided: 1 claim unjudged (no_evidence_text)",
            "E *AssertionError: 2 errors in 1 claim",
            "E *error[[]PC401[]]: figure differs: answer 30 days, source says 21 days",
            "E *--> test_a_session*.py::test_wrong  claim c1",
            "E *| Loans run 30 days [[]1[]].",
            "E *^^^^^^^ answer: 30 days",
            "E *::: passage [[]1[]] doc-1, chunk 1",
            "E *| Each loan runs for 21 days.",
            "E *------- source: 21 days",
            'E *to let them pass: allow=[[]"PC401", "PC502"[]]',
            "*= citation summary =*",
            "precision *n=2 links*",
            "FAIL  1 of 7 checks failed: 3 claims in 3 answers; 1 undecided",
            "run directory: *run",
        ]
    )
    kept = pincite.load_run(pytester.path / "run")
    assert len(kept.claims) == kept.summary.counts.claims == 3
    # The test that let the findings pass does not hide them from the one that does not.
    assert sorted(finding.code for finding in kept.findings) == ["PC401", "PC502"]
    assert "**FAIL**" in (pytester.path / "run" / "report.md").read_text(encoding="utf-8")
    assert command(["gate", str(pytester.path / "run"), "--no-write"]) == 1


@pytest.mark.usefixtures("plain")
def test_workers_change_no_byte(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_one=SUITE, test_two=SUITE.replace("21 days", "22 days"))
    alone = ran(pytester, "--pincite-report=alone")
    shared = pytester.runpytest_subprocess(*LOADED, *STRICT, "-n", "2", "--pincite-report=shared")
    assert alone.parseoutcomes() == shared.parseoutcomes()
    for name in ("claims.jsonl", "facts.jsonl", "findings.jsonl", "summary.json", "report.md"):
        assert (pytester.path / "alone" / name).read_bytes() == (pytester.path / "shared" / name).read_bytes()
    shared.stdout.fnmatch_lines(
        ["*= citation summary =*", "FAIL  2 of 14 checks failed*", "run directory: *"]
    )
    assert shared.stdout.str().count("citation summary") == 1


@pytest.mark.usefixtures("plain")
def test_the_numbers_are_those_of_the_library(pytester: pytest.Pytester) -> None:
    records = [
        {"answer_id": f"a{place}", "text": text, "prompt_chunks": [PASSAGE, "The hall opens at nine."]}
        for place, text in enumerate(
            (GOOD, WRONG, "The hall opens at ten [2]. It has two floors.", "Loans run 21 days [7].")
        )
    ]
    pytester.makefile(".jsonl", answers="\n".join(map(json.dumps, records)))
    pytester.makepyfile(
        """
        from pincite.testing import answers

        @answers("*.jsonl")
        def test_recorded(answer, pincite):
            pincite.assert_cited(answer)
        """
    )
    result = ran(pytester, "--pincite-report=run", "-v")
    result.stdout.fnmatch_lines(["*::test_recorded[[]a0[]] PASSED*", "*::test_recorded[[]a3[]] FAILED*"])
    ours, theirs = pincite.load_run(pytester.path / "run"), pincite.check(records)
    assert ours.summary.counts == theirs.summary.counts
    assert ours.summary.metrics == theirs.summary.metrics
    assert [claim.label for claim in ours.claims] == [claim.label for claim in theirs.claims]


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("option", "outcomes"),
    [
        ("--pincite-undecided=error", {"errors": 1}),
        ("--pincite-undecided=xfail", {"xfailed": 1}),
    ],
)
def test_an_open_claim_never_passes(pytester: pytest.Pytester, option: str, outcomes: dict[str, int]) -> None:
    pytester.makepyfile(
        """
        from pincite.model import JudgeIdentity, Verdict

        class Silent:
            identity = JudgeIdentity(name="silent", version="1", digest="0" * 64, rubric_digest="0" * 64)

            def judge_batch(self, questions):
                return [
                    Verdict(question_id=one.question_id, status="undecided", reason="unsure")
                    for one in questions
                ]

        def test_open(pincite):
            pincite.assert_cited("Loans run 21 days [1].", ["Each loan runs for 21 days."], judge=Silent())

        def test_let_pass(pincite):
            pincite.assert_cited(
                "Loans run 21 days [1].", ["Each loan runs for 21 days."], judge=Silent(), allow=["PC901"]
            )
        """
    )
    result = ran(pytester, option)
    result.assert_outcomes(passed=1, **outcomes)
    result.stdout.fnmatch_lines(["UNDECIDED  1 of 2 checks undecided: 1 claim in 1 answer"])
    assert result.ret == (pytest.ExitCode.TESTS_FAILED if "errors" in outcomes else pytest.ExitCode.OK)


@pytest.mark.usefixtures("plain")
def test_cases_give_one_test_each_and_are_held_against_the_answer(pytester: pytest.Pytester) -> None:
    cases = [
        {"case_id": "q-loans", "question": "How long is a loan?", "expected_claims": [{"text": "21 days."}]},
        {"case_id": "q-parking", "question": "Is there parking?", "answerable": False},
    ]
    pytester.mkdir("data")
    (pytester.path / "data" / "cases.jsonl").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    pytester.makepyfile(
        f"""
        from pincite.testing import cases

        @cases("data/*.jsonl")
        def test_answers(case, pincite):
            result = pincite.assert_cited({GOOD!r}, [{PASSAGE!r}])
            assert result.case_id == case.case_id
            assert result.question == case.question
        """
    )
    result = ran(pytester, "-v")
    result.stdout.fnmatch_lines(
        [
            "*::test_answers[[]q-loans[]] PASSED*",
            "*::test_answers[[]q-parking[]] FAILED*",
            "E *error[[]PC703[]]*",
            "E *case q-parking*",
        ]
    )
    assert ran(pytester, "-k", "q-loans").ret == 0


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "names no file in"),
        ("", "there is nothing in the files"),
        ('{"question": "x"}\n{"case_id": "a"}', "1 cannot be read*cases.jsonl:1*case_id*"),
    ],
)
def test_files_that_give_no_tests_fail_the_collection(
    pytester: pytest.Pytester, content: str | None, told: str
) -> None:
    if content is not None:
        pytester.makefile(".jsonl", cases=content)
    pytester.makepyfile(
        """
        from pincite.testing import cases

        @cases("cases.jsonl")
        def test_answers(case, pincite):
            raise AssertionError
        """
    )
    result = ran(pytester)
    result.assert_outcomes(errors=1)
    assert result.ret != 0
    text = " ".join(result.stdout.str().split())
    assert all(part in text for part in told.split("*") if part)


@pytest.mark.parametrize(
    ("call", "status", "told"),
    [
        ('pincite.assert_cited("Hello there!", ["x"])', "failed", "nothing was checked"),
        ('pincite.assert_cited("The sources do not say this.", ["The hall opens at nine."])', "passed", ""),
        ('pincite.assert_cited("Loans run 21 days [1].")', "errors", "nothing says what the model saw"),
        ('pincite.assert_cited("x", "y")', "errors", "expected a list of passages"),
        ('pincite.assert_cited({"text": 5, "prompt_chunks": []})', "errors", "expected string"),
        ('pincite.assert_cited("x", [], allow=["PC4O1"])', "errors", "did you mean PC401"),
        ('pincite.assert_cited("x", [], judge="ruls")', "errors", "did you mean rules"),
        ('pincite.assert_cited("x", [], fail_on="never")', "errors", "expected warning or error"),
        ('pincite.assert_cited("The hall is old.", [])', "failed", "PC601"),
        ('pincite.assert_cited("The hall is old.", [], fail_on="error")', "passed", ""),
    ],
)
def test_each_ending(pytester: pytest.Pytester, call: str, status: str, told: str) -> None:
    pytester.makepyfile(f"def test_one(pincite):\n    {call}\n")
    result = ran(pytester)
    result.assert_outcomes(**{status: 1})
    assert told in result.stdout.str()


@pytest.mark.usefixtures("plain")
def test_the_settings_of_the_project_apply(pytester: pytest.Pytester) -> None:
    pytester.makefile(
        ".toml", pincite='judge = "overlap"\nredact = true\ncorpus = ["corpus.jsonl"]\nfail_on = "never"\n'
    )
    pytester.makefile(".jsonl", corpus=json.dumps({"document_id": "d", "text": PASSAGE}))
    pytester.makepyfile(
        f"""
        import os

        def test_wrong(pincite, tmp_path, monkeypatch):
            monkeypatch.chdir(tmp_path)
            pincite.assert_cited("Loans run 30 days [7].", [{PASSAGE!r}])
        """
    )
    result = ran(pytester, "--tb=line")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*judge:overlap@*"])
    text = ran(pytester, "--pincite-judge=rules", "--tb=short").stdout.str()
    assert "judge:rules@" in text
    assert "[redacted]" in text
    assert "| Loans run 30" not in text


def test_a_report_that_cannot_be_written_fails_the_session(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f"def test_one(pincite):\n    pincite.assert_cited({GOOD!r}, [{PASSAGE!r}])\n")
    pytester.makefile(".txt", taken="a file")
    result = ran(pytester, "--pincite-report=taken.txt")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stdout.fnmatch_lines(["*error[[]config[]]: cannot write the run directory*"])


def test_an_earlier_run_does_not_outlive_its_session(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f"def test_one(pincite):\n    pincite.assert_cited({GOOD!r}, [{PASSAGE!r}])\n")
    assert ran(pytester, "--pincite-report=run").ret == 0
    assert (pytester.path / "run" / "summary.json").exists()
    ran(pytester, "--pincite-report=run", "-k", "nothing")
    assert not (pytester.path / "run" / "summary.json").exists()


def test_a_session_that_was_stopped_is_no_whole_run(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(SUITE)
    ran(pytester, "--pincite-report=run", "-x")
    assert pincite.load_run(pytester.path / "run").manifest.partial
    ran(pytester, "--pincite-report=run")
    assert not pincite.load_run(pytester.path / "run").manifest.partial


def test_offline_an_endpoint_without_stored_verdicts_is_an_error(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai")
    monkeypatch.setenv("XDG_CACHE_HOME", str(pytester.path / "cache"))
    pytester.makepyfile(f"def test_one(pincite):\n    pincite.assert_cited({GOOD!r}, [{PASSAGE!r}])\n")
    result = ran(pytester, "--pincite-judge=openai:none", "--pincite-offline")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        ["E *there are no stored verdicts to replay", "test_offline*.py:2: ConfigError"]
    )
    result.stdout.no_fnmatch_line("*project.py*")


def test_several_judges_have_a_folder_each(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        f"""
        import pytest

        @pytest.mark.parametrize("judge", ["rules", "overlap"])
        def test_one(pincite, judge):
            pincite.assert_cited({GOOD!r}, [{PASSAGE!r}], judge=judge, fail_on="error")
        """
    )
    ran(pytester, "--pincite-report=run")
    folders = sorted(path.name.partition("-")[0] for path in (pytester.path / "run").iterdir())
    assert folders == ["overlap", "rules"]
    assert all(len(pincite.load_run(path).claims) == 1 for path in (pytester.path / "run").iterdir())


def test_a_session_that_does_not_use_it_pays_nothing(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        """
        import sys

        def pytest_unconfigure():
            print("LOADED", *sorted(name for name in sys.modules if name.startswith("pincite")))
            print("FOREIGN", *({"click", "rich", "rapidfuzz", "nupunkt", "markdown_it"} & set(sys.modules)))
        """
    )
    pytester.makepyfile("def test_nothing():\n    pass\n")
    result = pytester.runpytest_subprocess(*LOADED, "-s")
    loaded = next(line for line in result.outlines if line.startswith("LOADED")).split()[1:]
    rooms = {name.split(".")[1] for name in loaded if "." in name}
    assert rooms == {"codes", "errors", "model", "pytest_plugin", "version"}
    assert "pincite.pytest_plugin.citations" not in loaded
    assert "FOREIGN" in result.outlines
    assert "citation summary" not in result.stdout.str()


def test_the_marks_are_known(pytester: pytest.Pytester) -> None:
    result = ran(pytester, "--markers")
    result.stdout.fnmatch_lines(["@pytest.mark.pincite_cases(*", "@pytest.mark.pincite_answers(*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_importing_the_package_loads_no_pytest(pytester: pytest.Pytester) -> None:
    code = "import pincite, sys; assert 'pytest' not in sys.modules"
    assert pytester.run(sys.executable, "-c", code).ret == 0
    assert Path(pincite.__file__).parent.joinpath("testing.py").exists()
