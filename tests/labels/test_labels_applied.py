"""Metrics from people's labels alone: nothing of the judge's word remains."""

from __future__ import annotations

from typing import Any

import pytest
from labels_rows import label, row, uncited

from pincite.labels.applied import human_figures, relabelled
from pincite.labels.book import gold
from pincite.labels.record import Label
from pincite.model.result import AnswerFacts, ClaimRow, ReferenceRow


def values(rows: list[ClaimRow], labels: list[Label]) -> dict[str, Any]:
    """The value and the coverage of each metric."""
    figures = human_figures(rows, gold(labels))
    return {name: (metric.value, metric.coverage) for name, metric in figures.metrics.items()}


def test_labels_take_the_place_of_verdicts() -> None:
    rows = [row("a", "full"), row("b", "full"), row("c", "none"), uncited("d")]
    found = values(rows, [label("a", "none"), label("b", "full"), label("c", "full")])
    assert found["citation_precision"] == (pytest.approx(2 / 3), 1.0)
    assert found["citation_completeness"] == (pytest.approx(2 / 4), 1.0)
    assert found["uncited_required_rate"][0] == pytest.approx(1 / 4)


def test_what_nobody_labelled_is_open() -> None:
    rows = [row("a", "full"), row("b", "full"), row("c", "contradiction")]
    found = values(rows, [label("a", "full")])
    assert found["citation_precision"] == (1.0, pytest.approx(1 / 3))
    assert found["contradictions"][0] == 0
    told = relabelled(rows[2], gold([]))
    assert (told.label, told.status, told.reason) == (None, "unjudged", "not_labelled")
    assert told.citations[0].confidence is None and told.citations[0].rationale == ""


def test_a_citation_to_nothing_needs_no_label() -> None:
    broken = row("a", "none", "unresolved")
    assert relabelled(broken, gold([])) == broken
    assert values([broken], [])["citation_precision"] == (0.0, 1.0)


@pytest.mark.parametrize(
    ("word", "label_", "status", "reason"),
    [
        ("contradiction", "contradiction", "judged", None),
        ("unsupported", "none", "judged", "unsupported"),
        ("undecided", None, "undecided", "undecided"),
    ],
)
def test_every_label_has_its_state(word: str, label_: str | None, status: str, reason: str | None) -> None:
    told = relabelled(row("a", "full"), gold([label("a", word)]))
    assert (told.label, told.status, told.reason) == (label_, status, reason)
    assert (told.citations[0].label, told.citations[0].status) == (label_, status)


def test_people_who_differ_leave_the_claim_open() -> None:
    told = relabelled(row("a", "full"), gold([label("a", "full"), label("a", "none", "ben")]))
    assert (told.label, told.status, told.reason) == (None, "undecided", "raters_divided")


def test_nothing_to_verify_takes_the_claim_out() -> None:
    told = relabelled(row("a", "full"), gold([label("a", "not_verifiable")]))
    assert told.verifiability == "not_verifiable"
    assert values([row("a", "full")], [label("a", "not_verifiable")])["citation_precision"] == (None, None)


def test_citations_are_labelled_one_by_one() -> None:
    claim = row("a", "none", "none none")
    labels = [label("a", "partial", citation_ids=["1"]), label("a", "full", citation_ids=["2"])]
    told = relabelled(claim, gold(labels))
    assert [link.label for link in told.citations] == ["partial", "full"]
    # One that supports the claim alone settles the claim.
    assert (told.label, told.status) == ("full", "judged")
    whole = relabelled(claim, gold([*labels, label("a", "full", citation_ids=["2", "1"])]))
    assert whole.label == "full"


def test_a_full_union_makes_its_members_necessary() -> None:
    claim = row("a", "none", "none none")
    labels = [
        label("a", "partial", citation_ids=["1"]),
        label("a", "none", citation_ids=["2"]),
        label("a", "full"),
    ]
    told = relabelled(claim, gold(labels))
    assert told.group is not None and told.group.necessary == ("1", "2")
    assert values([claim], labels)["citation_precision"] == (1.0, 1.0)
    three = relabelled(
        row("a", "none", "none none none"), gold([*labels, label("a", "none", citation_ids=["3"])])
    )
    assert three.group is not None and three.group.necessary == ("1",)


def test_a_label_on_the_whole_says_nothing_of_one_of_several_citations() -> None:
    told = relabelled(row("a", "none", "none none"), gold([label("a", "full")]))
    assert told.label == "full"
    assert [link.reason for link in told.citations] == ["not_labelled", "not_labelled"]


def test_a_label_on_another_stretch_is_not_about_the_claim() -> None:
    told = relabelled(row("a", "full"), gold([label("a", "full", start=1, end=9)]))
    assert told.reason == "not_labelled"


def test_facts_give_the_metrics_about_references() -> None:
    facts = AnswerFacts(references=(ReferenceRow(citation_id="1", source="marker", resolution="unresolved"),))
    figures = human_figures([row("a", "full")], gold([]), facts={"a": facts})
    assert figures.metrics["invalid_citation_rate"].value == 1.0
    assert human_figures([row("a", "full")], gold([])).metrics["invalid_citation_rate"].value is None
