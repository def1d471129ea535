"""The linter of case files: each rule on a case that breaks it and nothing else, and on any JSON."""

from __future__ import annotations

import copy
import io
import json
from typing import Any

import pytest
from cases_samples import GOOD, lines
from hypothesis import given
from hypothesis import strategies as st

from pincite.cases.issue import RULES, Issue
from pincite.cases.line import read_lines
from pincite.cases.lint import claims_in, lint
from pincite.cases.shelf import Shelf
from pincite.io.rejection import Rejection
from pincite.model import Answer, Chunk, Document

PIERS = [
    Document(
        document_id="piers",
        document_revision="1",
        text="Boats may moor at the south pier for 24 hours. The north pier is closed.",
        effective_until="2024-12-31",
    ),
    Document(
        document_id="piers",
        document_revision="2",
        text="Boats may moor at the south pier  for\n48 hours. Dogs stay on board.",
        effective_from="2025-01-01",
    ),
]


def with_(**changes: Any) -> dict[str, Any]:
    """The good case, with keys set; `claim` and `source` change those of its one claim and source."""
    record = copy.deepcopy(GOOD)
    claim = record["expected_claims"][0]
    claim.update(changes.pop("claim", {}))
    claim["supporting_sources"][0].update(changes.pop("source", {})) if claim["supporting_sources"] else None
    record.update(changes)
    return record


def found(*records: Any, **more: Any) -> list[Issue]:
    return lint(lines(*records), Shelf(PIERS), **more)


def test_a_good_case_has_no_issue() -> None:
    assert found(GOOD) == []


@pytest.mark.parametrize(
    ("record", "rule", "path", "words"),
    [
        ('{"case_id": "q-1", ', "unreadable", "$", "ends too early"),
        ({"case_id": ""}, "unreadable", "$.case_id", "expected an id"),
        (with_(criticality="urgent"), "unreadable", "$.criticality", "expected one of"),
        (with_(expectd_claims=[]), "unknown_key", "$", "did you mean 'expected_claims'?"),
        (with_(question="  "), "question_missing", "$.question", "asks nothing"),
        (with_(as_of="spring 2025"), "as_of_not_a_date", "$.as_of", "'spring 2025'"),
        (with_(criticality=None), "criticality_missing", "$.criticality", "counts as medium"),
        (with_(answerable=False), "unanswerable_with_claims", "$.expected_claims", "expects 1 claim"),
        (with_(expected_claims=[]), "answerable_without_claims", "$.expected_claims", "expects no claim"),
        (with_(claim={"text": " "}), "claim_empty", "$.expected_claims[0].text", "empty"),
        (
            with_(claim={"text": "The pier opens at 8. Dogs stay on board."}),
            "claim_not_atomic",
            "$.expected_claims[0].text",
            "these are 2 claims: 'The pier opens at 8' | 'Dogs stay on board'",
        ),
        (
            with_(claim={"text": "The trial lasts 14 days and needs no payment card."}),
            "claim_not_atomic",
            "$.expected_claims[0].text",
            "2 claims",
        ),
        (
            with_(claim={"text": "How may I help you?"}),
            "claim_not_verifiable",
            "$.expected_claims[0].text",
            "states nothing",
        ),
        (
            with_(claim={"supporting_sources": []}),
            "source_missing",
            "$.expected_claims[0].supporting_sources",
            "names no source",
        ),
        (
            with_(source={"required_text": None}),
            "required_text_missing",
            "$.expected_claims[0].supporting_sources[0].required_text",
            "cannot be told apart",
        ),
        (
            with_(source={"document_id": "peirs"}),
            "unknown_document",
            "$.expected_claims[0].supporting_sources[0].document_id",
            "'peirs' is in no corpus",
        ),
        (
            with_(source={"document_revision": 3}),
            "unknown_revision",
            "$.expected_claims[0].supporting_sources[0].document_revision",
            "only '1', '2'",
        ),
        (
            with_(source={"required_text": "for 24 hours"}),
            "text_not_in_revision",
            "$.expected_claims[0].supporting_sources[0].required_text",
            "does not stand in 'piers revision 2'",
        ),
        (
            with_(as_of="2024-06-01"),
            "source_not_in_force",
            "$.expected_claims[0].supporting_sources[0].document_revision",
            "it takes effect on 2025-01-01",
        ),
        (
            with_(near_miss_sources=[{"document_id": "piers", "document_revision": "2"}]),
            "near_miss_supports",
            "$.near_miss_sources[0]",
            "supports expected_claims[0]",
        ),
        (
            with_(near_miss_sources=[{"document_id": "quays"}]),
            "unknown_document",
            "$.near_miss_sources[0].document_id",
            "'quays'",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and value in RULES else "",
)
def test_each_rule_names_place_and_fix(record: Any, rule: str, path: str, words: str) -> None:
    issues = found(record)
    assert [(one.rule, one.path) for one in issues] == [(rule, path)], issues
    assert words in str(issues[0])
    assert issues[0].where == "cases.jsonl:1"
    assert issues[0].level == RULES[rule].level or rule.startswith("unknown")


def test_a_fix_says_where_the_text_stands_or_what_is_nearest() -> None:
    (elsewhere,) = found(with_(source={"required_text": "for 24 hours"}))
    assert "it stands in 'piers' revision '1'" in elsewhere.fix
    (altered,) = found(with_(source={"required_text": "may moor at the south pier for 84 hours"}))
    assert "the nearest is 'may moor at the south pier for 48 hours'" in altered.message
    (misspelt,) = found(with_(source={"document_id": "peirs"}))
    assert misspelt.fix == "did you mean 'piers'?"


def test_required_text_is_read_as_quotations_are() -> None:
    assert found(with_(source={"required_text": "south pier for 48 hours"})) == []
    assert found(with_(source={"document_revision": None, "required_text": "for 24 hours"})) == []


def test_a_near_miss_beside_the_supporting_text_is_fine() -> None:
    near = {"document_id": "piers", "document_revision": "2", "required_text": "Dogs stay on board"}
    older = {"document_id": "piers", "document_revision": "1"}
    assert found(with_(near_miss_sources=[near, older])) == []
    same = {"document_id": "piers", "document_revision": "2", "required_text": "the south pier for 48 hours"}
    assert [one.rule for one in found(with_(near_miss_sources=[same]))] == ["near_miss_supports"]


def test_without_a_corpus_what_no_answer_was_shown_is_only_a_warning() -> None:
    answer = Answer(
        answer_id="a",
        text="",
        prompt_chunks=(Chunk(document_id="piers", document_revision="2", chunk_id="1", text="for 48 hours"),),
    )
    assert lint(lines(GOOD), Shelf(None, [answer])) == []
    (unknown,) = lint(lines(with_(source={"document_id": "quays"})), Shelf(None, [answer]))
    assert (unknown.rule, unknown.level) == ("unknown_document", "warning")
    assert lint(lines(with_(source={"document_id": "quays"}))) == []


def test_ids_and_questions_given_twice() -> None:
    twice = with_(question="Is it open?")
    assert [(one.rule, one.line) for one in found(GOOD, twice)] == [("duplicate_case_id", 2)]
    other = with_(case_id="q-2", question="HOW long may a boat  moor at the south pier?")
    assert [(one.rule, one.line) for one in found(GOOD, other)] == [("same_question", 2)]
    assert found(GOOD, with_(case_id="q-2", as_of="2025-05-01")) == []
    claims = [{**GOOD["expected_claims"][0], "claim_id": name} for name in ("e2", None)]
    (issue,) = found(with_(expected_claims=claims))
    assert (issue.rule, issue.path) == ("duplicate_claim_id", "$.expected_claims[1].claim_id")


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        ("family", "Harbour rules", "leak_family"),
        ("template", "how long may X", "leak_template"),
        ("metadata", {"conversation_id": 7}, "leak_conversation"),
    ],
)
def test_what_two_files_share_is_leakage(key: str, value: Any, rule: str) -> None:
    here = with_(**{key: value})
    there = with_(case_id="q-2", question="When is the lighthouse lit at night?", **{key: value})
    issues = lint([*lines(here, name="dev.jsonl"), *lines(there, name="test.jsonl")])
    assert [(one.rule, one.where) for one in issues] == [(rule, "test.jsonl:1")]
    assert "dev.jsonl:1" in issues[0].message
    assert lint([*lines(here, there, name="dev.jsonl")]) == []
    asked = with_(case_id="q-2", question="At the south pier, how long may the boat moor?")
    shared = lint([*lines(GOOD, name="dev.jsonl"), *lines(asked, name="test.jsonl")])
    assert [one.rule for one in shared] == ["leak_question"]
    documents = lint([*lines(here, name="a"), *lines(there, name="b")], kinds={"document"})
    assert [one.rule for one in documents] == ["leak_document"]


@pytest.mark.parametrize(
    "text",
    [
        "The Team plan includes 2 TB of storage.",
        "Gelöschte Dateien bleiben 30 Tage im Papierkorb.",
        "If the fee is unpaid, the account is closed.",
        "Employees in Berlin and Hamburg get 28 days of leave.",
        "Le remboursement est versé sous 14 jours.",
        "试用期为14天。",
    ],
)
def test_one_claim_is_one(text: str) -> None:
    assert len(claims_in(text)) == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
NAMES = """
    case_id question answerable as_of expected_claims expectedClaims near_miss_sources criticality family
    template metadata dataset_revision text claim_id x supporting_sources document_id required_text
"""
KEYS = st.sampled_from(NAMES.split())
IDS = st.sampled_from(["piers", "q-1", "", 2, None])
SOURCE = st.fixed_dictionaries({"document_id": IDS}, optional={"required_text": st.text(max_size=9)})
CLAIM = st.fixed_dictionaries(
    {"text": st.text(max_size=30)},
    optional={"supporting_sources": st.lists(SOURCE, max_size=2) | JSON, "claim_id": IDS, "x": JSON},
)
CASE = st.fixed_dictionaries(
    {"case_id": IDS},
    optional={
        "expected_claims": st.lists(CLAIM, max_size=2),
        "near_miss_sources": st.lists(SOURCE, max_size=2),
        "question": st.text(max_size=20),
        "as_of": st.sampled_from(["2025-01-01", "x", "", None]),
        "answerable": st.booleans(),
        "family": st.text(max_size=2),
        "metadata": JSON,
    },
)
RECORD = CASE | JSON | st.dictionaries(KEYS, JSON | CASE, max_size=4)


@given(st.lists(RECORD, max_size=4), st.lists(RECORD, max_size=2))
def test_any_json_is_linted_and_no_record_vanishes(one: list[Any], other: list[Any]) -> None:
    # A file that begins with an array is one array of cases; these are all lines.
    files = {"a": [GOOD, *one], "b": [with_(case_id="q-b"), *other]}
    read = [line for name, some in files.items() for line in lines(*map(json.dumps, some), name=name)]
    issues = lint(read, Shelf(PIERS))
    assert all(issue.rule in RULES and issue.path.startswith("$") and issue.message for issue in issues)
    unreadable = sum(issue.rule == "unreadable" for issue in issues)
    assert sum(isinstance(line, Rejection) for line in read) == unreadable
    assert len(read) == len(one) + len(other) + 2


@given(st.binary(max_size=200))
def test_any_bytes_are_linted(data: bytes) -> None:
    lint(read_lines(io.BytesIO(data)))
