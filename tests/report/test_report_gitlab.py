"""Code Quality: the keys that GitLab asks for, unique and stable fingerprints, the grade of the claim."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from report_runs import PLACES, answer, ledger_of, many
from report_samples import revenue_result, uncited_result

from pincite.model.result import AnswerResult
from pincite.report import gitlab

KEYS = {"description": str, "check_name": str, "fingerprint": str, "severity": str, "location": dict}


def entries_of(results: list[AnswerResult]) -> list[dict[str, Any]]:
    with ledger_of(results) as ledger:
        entries: list[dict[str, Any]] = json.loads(b"".join(gitlab.document(ledger, PLACES)))
    return entries


@pytest.mark.parametrize(
    ("results", "count"),
    [
        ([], 0),
        ([answer(1)], 0),
        ([answer(1, "PC401")], 1),
        ([revenue_result(), uncited_result()], 4),
        (many(10_000), 5_000),
    ],
    ids=["no answers", "no findings", "one finding", "samples", "10,000 findings"],
)
def test_the_list_has_what_gitlab_asks_for(results: list[AnswerResult], count: int) -> None:
    entries = entries_of(results)
    assert len(entries) == count
    for entry in entries:
        assert {key: type(entry[key]) for key in entry} == KEYS
        assert entry["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert set(entry["location"]) == {"path", "lines"}
        assert entry["location"]["lines"]["begin"] >= 1
        assert not entry["location"]["path"].startswith(("/", "."))
    assert len({entry["fingerprint"] for entry in entries}) == count


def test_a_moved_line_keeps_the_fingerprint_and_judge_trouble_has_no_entry() -> None:
    (first,) = entries_of([answer(1, "PC401", "PC902")])
    (moved,) = entries_of([answer(1, "PC401", line=70)])
    assert first["fingerprint"] == moved["fingerprint"]
    assert (first["location"]["lines"], moved["location"]["lines"]) == ({"begin": 1}, {"begin": 70})


@pytest.mark.parametrize(
    ("code", "claim", "grade"),
    [
        ("PC502", "critical", "blocker"),
        ("PC502", "high", "critical"),
        ("PC502", "medium", "major"),
        ("PC501", "critical", "minor"),
        ("PC103", "medium", "info"),
    ],
)
def test_the_grade_of_an_error_is_that_of_its_claim(code: str, claim: str, grade: str) -> None:
    result = answer(1, code)
    claims = tuple(msgspec.structs.replace(one, severity=claim) for one in result.claims)
    (entry,) = entries_of([msgspec.structs.replace(result, claims=claims)])
    assert entry["severity"] == grade
