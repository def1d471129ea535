"""JUnit: the rules of xunit2 at every size, one case an answer, and the same verdict as the run."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs, to_builtins
from report_runs import PLACES, answer, findings_of, ledger_of, many, summary_of, verdict_of
from report_samples import revenue_result, uncited_result

from pincite.gate.observation import ClaimRef
from pincite.gate.result import Decision, GateResult, Result, RuleResult
from pincite.model.result import AnswerFacts, AnswerResult
from pincite.report import junit
from pincite.report.outcome import FailOn, Outcome, outcome

# What Jenkins' schema for this family allows: attributes (the required ones apart) and children. No package
# carries the schema, so its rules are told here in our own form.
RULES: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"skipped", "time", "timestamp", "hostname", "id", "package", "file", "group"},
        {"properties", "testcase", "system-out", "system-err", "testsuite"},
    ),
    "properties": (set(), set(), {"property"}),
    "property": ({"name", "value"}, set(), set()),
    "testcase": (
        {"name"},
        {"time", "classname", "group"},
        {"skipped", "error", "failure", "system-out", "system-err"},
    ),
    "failure": (set(), {"type", "message"}, set()),
    "error": (set(), {"type", "message"}, set()),
    "skipped": (set(), {"type", "message"}, set()),
    "system-out": (set(), set(), set()),
}


def faults(element: Element) -> list[str]:
    required, optional, children = RULES[element.tag]
    told = [f"{element.tag} lacks {name}" for name in required - set(element.attrib)]
    told += [f"{element.tag} has {name}" for name in set(element.attrib) - required - optional]
    for child in element:
        if child.tag not in children:
            told.append(f"{child.tag} in {element.tag}")
        else:
            told += faults(child)
    if children and (element.text or "").strip():
        told.append(f"text in {element.tag}")
    return told


def text_of(results: list[AnswerResult], *, fail_on: FailOn = "error", rejected: int = 0) -> str:
    verdict = verdict_of(results, fail_on=fail_on, rejected=rejected)
    return written(results, verdict, fail_on=fail_on)


def written(results: list[AnswerResult], verdict: Outcome, *, fail_on: FailOn = "error") -> str:
    with ledger_of(results) as ledger:
        return "".join(junit.document(ledger, summary_of(results), verdict, PLACES, fail_on=fail_on))


def suite_of(results: list[AnswerResult], **options: Any) -> Element:
    root = ElementTree.fromstring(text_of(results, **options))
    assert faults(root) == []
    (suite,) = root
    cases = suite.findall("testcase")
    names = [(case.get("classname"), case.get("name")) for case in cases]
    assert len(names) == len(set(names))
    counted = {
        "tests": len(cases),
        "failures": len(suite.findall("testcase/failure")),
        "errors": len(suite.findall("testcase/error")),
        "skipped": len(suite.findall("testcase/skipped")),
    }
    assert {name: suite.get(name) for name in counted} == {name: str(n) for name, n in counted.items()}
    return suite


@pytest.mark.parametrize(
    "results",
    [[], [answer(1)], [answer(1, "PC401")], [revenue_result(), uncited_result()], many(10_000)],
    ids=["no answers", "no findings", "one finding", "samples", "10,000 findings"],
)
def test_the_file_keeps_the_rules(results: list[AnswerResult]) -> None:
    suite = suite_of(results)
    assert len(suite.findall("testcase")) == max(len(results), 1)


def test_the_rules_would_notice() -> None:
    suite = Element("testsuite", {"name": "x", "tests": "1", "failures": "0"})
    suite.append(Element("failure", {"line": "1"}))
    assert faults(suite) == ["testsuite lacks errors", "failure in testsuite"]


def case_of(result: AnswerResult, **options: Any) -> Element:
    return suite_of([result], **options).findall("testcase")[0]


def outcome_of(case: Element) -> str:
    return next((child.tag for child in case if child.tag != "system-out"), "passed")


@pytest.mark.parametrize(
    ("result", "fail_on", "expected"),
    [
        (answer(1), "error", "passed"),
        (answer(1, "PC401"), "error", "failure"),
        (answer(1, "PC401"), "never", "passed"),
        (answer(1, "PC501"), "error", "passed"),
        (answer(1, "PC501"), "warning", "failure"),
        (answer(1, "PC901"), "error", "error"),
        (answer(1, "PC902"), "never", "error"),
        (answer(1, "PC401", "PC902"), "error", "failure"),
        (answer(1, claims=False), "error", "skipped"),
        (answer(1, "PC601", claims=False), "error", "skipped"),
    ],
)
def test_the_result_of_a_case(result: AnswerResult, fail_on: FailOn, expected: str) -> None:
    assert outcome_of(case_of(result, fail_on=fail_on)) == expected


def test_to_decline_where_nothing_can_be_answered_is_a_pass() -> None:
    facts = AnswerFacts(abstained=True, answerable=False)
    right = AnswerResult(answer_id="a", text="I do not know.", facts=facts, where="f.jsonl:1")
    assert outcome_of(case_of(right)) == "passed"
    unknown = AnswerResult(answer_id="a", text="I do not know.", facts=AnswerFacts(abstained=True))
    skipped = case_of(unknown)[0]
    assert (skipped.tag, skipped.text) == ("skipped", "the answer declines")


def test_the_claim_and_the_source_stand_in_the_body() -> None:
    case = case_of(revenue_result())
    assert (case.get("classname"), case.get("name")) == ("data/data/answers.jsonl", "q-0142")
    (failure,) = case
    assert failure.text is not None
    for part in ("Revenue rose 32% in 2024", "Revenue for the year rose 23%", "owner: generation", "PC501"):
        assert part in failure.text
    message = failure.get("message") or ""
    assert message.startswith("PC401, claim c1: figure differs")
    assert message.endswith(" [generation]")


def test_judge_trouble_beside_a_failure_is_told_in_its_body() -> None:
    (failure,) = case_of(answer(1, "PC401", "PC902"))
    assert "judge trouble:" in (failure.text or "")


def test_names_are_unique_where_cases_repeat() -> None:
    results = [answer(n, case_id="q") for n in (1, 2, 3)] + [answer(4, case_id="q (a2)")]
    names = [case.get("name") for case in suite_of(results)]
    assert names[1:] == ["q", "q (a2)", "q (a3)", "q (a2) (a4)"]


def test_a_verdict_that_no_answer_expresses_is_a_case_of_its_own() -> None:
    rejected = suite_of([answer(1)], rejected=3).findall("testcase")[-1]
    assert (rejected.get("name"), outcome_of(rejected)) == ("verdict", "error")
    gate = Outcome(state="fail", exit_code=1, reasons=("reject_semantics: precision 0.8 < 0.9",))
    root = ElementTree.fromstring(written([answer(1)], gate))
    (failure,) = root.iter("failure")
    assert "precision 0.8 < 0.9" in (failure.text or "")


def gate_of(status: Result) -> GateResult:
    named = ClaimRef(answer_id="a1", claim_id="c1", findings=("PC401",))
    rules = (
        RuleResult(
            name="citation_precision >= 0.9", metric="citation_precision", value=0.5, bound=0.9, limit="min",
            result=status, found=status, claims=(named,), more=3,
        ),
        RuleResult(
            name="contradictions <= 0", metric="contradictions", value=0, bound=0, limit="max",
            result="pass", found="pass",
        ),
    )  # fmt: skip
    decisions: dict[Result, Decision] = {
        "pass": "accept", "fail": "reject_semantics", "undecided": "investigate"
    }  # fmt: skip
    return GateResult(status=status, decision=decisions[status], rules=rules)


@pytest.mark.parametrize(
    ("status", "answers", "rule"),
    [
        ("pass", ["passed", "passed"], "passed"),
        ("fail", ["failure", "passed"], "failure"),
        ("undecided", ["passed", "passed"], "error"),
    ],
)
def test_where_a_gate_decides_its_rules_are_cases(status: Result, answers: list[str], rule: str) -> None:
    results = [answer(1, "PC401"), answer(2, "PC401")]
    gate = gate_of(status)
    numbers = structs.replace(summary_of(results), gate=to_builtins(gate))
    verdict = outcome(numbers, findings_of(results))
    with ledger_of(results) as ledger:
        root = ElementTree.fromstring("".join(junit.document(ledger, numbers, verdict, PLACES)))
    assert faults(root) == []
    cases = list(root.iter("testcase"))
    assert [outcome_of(case) for case in cases] == [*answers, rule, "passed"]
    assert [case.get("classname") for case in cases[2:]] == ["gate", "gate"]
    if rule != "passed":
        assert "a1 c1: PC401" in (cases[2][0].text or "")
        assert "+ 3 more" in (cases[2][0].text or "")


CODES = ("PC401", "PC501", "PC503", "PC103", "PC901", "PC902")


@settings(max_examples=60, deadline=None)
@given(
    picked=st.lists(st.lists(st.sampled_from(CODES), max_size=3), max_size=6),
    fail_on=st.sampled_from(["error", "warning", "never"]),
    rejected=st.integers(0, 1),
)
def test_the_file_says_what_the_exit_code_says(
    picked: list[list[str]], fail_on: FailOn, rejected: int
) -> None:
    results = [answer(number, *codes) for number, codes in enumerate(picked, 1)]
    verdict = verdict_of(results, fail_on=fail_on, rejected=rejected)
    suite = suite_of(results, fail_on=fail_on, rejected=rejected)
    if verdict.exit_code == 1:
        assert suite.get("failures") != "0"
    if verdict.exit_code == 0:
        assert suite.get("failures") == "0"
    if verdict.exit_code == 2:
        assert suite.get("errors") != "0"
    if verdict.exit_code == 3:
        assert suite.get("failures") == "0"
        assert {outcome_of(case) for case in suite.findall("testcase")} <= {"skipped", "error"}


@given(st.text(alphabet=st.characters(), max_size=60))
def test_any_text_gives_well_formed_xml(told: str) -> None:
    result = answer(1, "PC401", case_id=told, text=told or "x")
    root = ElementTree.fromstring(text_of([result]).encode("utf-8", "replace"))
    assert faults(root) == []


def test_control_characters_are_stripped() -> None:
    assert junit.text("a\x00b\x1b[31mc\ufffe<&>") == "ab[31mc&lt;&amp;&gt;"
    assert junit.attribute('a\x08"\n') == "'a\"&#10;'"


@pytest.mark.parametrize(
    ("budget", "failed", "passed"),
    [(200_000, "all", "all"), (70_000, "all", "all"), (60_000, "all", "some"), (40_000, "some", "none")],
)
def test_a_file_too_large_shrinks_and_says_so(
    budget: int, failed: str, passed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = [*many(200), *(answer(n) for n in range(201, 401))]
    monkeypatch.setattr(junit, "BUDGET", budget)
    small = text_of(results)
    root = ElementTree.fromstring(small)
    assert faults(root) == []
    assert len(small.encode()) <= budget
    cases = [outcome_of(case) for case in root.iter("testcase")]
    told = next((note.text or "" for note in root.iter("system-out")), "")
    for result, word, kept in (("failure", "failed", failed), ("passed", "passed", passed)):
        count = cases.count(result)
        assert {0: "none", 200: "all"}.get(count, "some") == kept
        assert (f"{200 - count} {word}" in told) == (count < 200)


@pytest.mark.parametrize("findings", [("PC401", "PC503", "PC301"), ("PC902", "PC901")])
def test_long_texts_stay_within_the_limit(findings: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    long = "The fee, which was agreed in a contract of considerable length, is 70 euros [1]. " * 40
    results = [answer(n, *findings, text=f"{n} {long}") for n in range(1, 501)]
    budget = junit.BUDGET // 20
    whole = len(text_of(results).encode())
    monkeypatch.setattr(junit, "BUDGET", budget // 4)
    small = text_of(results).encode()
    assert len(small) <= budget // 4 < whole
    assert small.count(b"<failure ") + small.count(b"<error ") == 500
    ElementTree.fromstring(small)
