"""Rows, entries, sides of a relation, offices and answers of yes or no: each value with its own label.

Every kind has cases that hold beside cases that do not, in several languages and subjects.
"""

from __future__ import annotations

import json
import pathlib

import pytest

from pincite.judges.rules import weigh
from pincite.judges.rules.analysis import analyse
from pincite.judges.rules.ellipsis import topic_end
from pincite.judges.rules.relations import counterparts, relations
from pincite.judges.rules.ticks import ticks_of

_CASES = [
    json.loads(line)
    for line in pathlib.Path(__file__).with_name("rules_bindings.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", _CASES, ids=[f"{case['kind']}: {case['claim']}" for case in _CASES])
def test_a_value_holds_with_its_own_label_only(case: dict[str, str]) -> None:
    decision, _ = weigh(case["claim"], (case["evidence"],))
    found = decision.label or decision.status
    if case["label"] == "not full":
        assert found != "full", decision.rationale
    else:
        assert found == case["label"], decision.rationale


def test_every_kind_has_both_sorts_of_cases() -> None:
    kinds = {case["kind"] for case in _CASES}
    for kind in kinds:
        labels = {case["label"] for case in _CASES if case["kind"] == kind}
        assert "full" in labels and len(labels) > 1, kind


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("Ravn was Eide's teacher", "ravn", "eid"),
        ("Eide was a pupil of Ravn", "ravn", "eid"),
        ("Ravn taught Eide", "ravn", "eid"),
        ("Eide was taught by Ravn", "ravn", "eid"),
        ("Selb besiegte Hof", "selb", "hof"),
        ("Hof verlor das Spiel gegen Selb", "selb", "hof"),
    ],
)
def test_a_relation_names_its_left_side_first(text: str, first: str, second: str) -> None:
    (found,) = relations(analyse(text))
    assert (set(found.first), set(found.second)) == ({first}, {second})


@pytest.mark.parametrize(
    "text",
    [
        "Her teacher left",
        "She is kind of tired",
        "Elle déconseille son usage chez l’enfant",
        "They let it go",
    ],
)
def test_a_relation_without_two_parties_is_none(text: str) -> None:
    assert relations(analyse(text)) == ()


def test_two_texts_agree_on_a_relation_or_turn_it_round() -> None:
    evidence = analyse("Lerma sold the mill to Orbis in 2016.")
    (same,) = counterparts(analyse("Orbis bought the mill from Lerma"), evidence)
    (turned,) = counterparts(analyse("Lerma bought the mill from Orbis"), evidence)
    assert (same.turned, same.converse) == (False, True)
    assert (turned.turned, turned.converse) == (True, True)


@pytest.mark.parametrize(
    ("claim", "topic"),
    [
        ("Training times: Juniors train on Monday", "Training times: "),
        ("Öffnungszeiten: Die Bücherei öffnet um 9 Uhr", "Öffnungszeiten: "),
        ("Adults: the dose is 5 mg", ""),
        ("Germany: the wage is 12 euros", ""),
        ("Juniors train on Monday", ""),
    ],
)
def test_a_topic_is_no_part_of_the_statement_but_a_condition_is(claim: str, topic: str) -> None:
    assert claim[: topic_end(claim)] == topic


def test_yes_and_no_are_read_off_columns_and_labels() -> None:
    table = analyse("Plan | Phone support\nBasic | no\nPro | yes")
    assert [tick.yes for tick in ticks_of(table)] == [False, True]
    assert [tick.yes for tick in ticks_of(analyse("Dimmbar: nein\nGarantie: ja"))] == [False, True]
    assert ticks_of(analyse("Dial settings: no. 1 wood, no. 2 tiles")) == ()
