"""A labelled run as labelled pairs: what is compared, what cannot be, and why."""

from __future__ import annotations

import pytest
from labels_rows import label, row, uncited

from pincite.calibration.from_run import cases_of_run
from pincite.labels.record import Label
from pincite.model.result import ClaimRow, LinkRow


def cases(
    rows: list[ClaimRow], labels: list[Label]
) -> tuple[list[tuple[str, str, str, object]], dict[str, int]]:
    found = cases_of_run(rows, labels, share=0.0, seed=7)
    return [(one.key, one.dataset, one.gold, one.decision.label) for one in found.cases], found.left_out


def test_claims_and_links_are_compared_with_their_own_verdicts() -> None:
    rows = [row("a", "full", "full none"), row("b", "none")]
    labels = [
        label("a", "full"),
        label("a", "none", citation_ids=["2"]),
        label("b", "unsupported"),
    ]
    found, left = cases(rows, labels)
    assert found == [
        ("a/c1", "claims", "full", "full"),
        ("a/c1/2", "links", "none", "none"),
        ("b/c1", "claims", "unsupported", "none"),
    ]
    assert left == {}


def test_one_label_is_counted_once() -> None:
    assert len(cases([row("a", "full")], [label("a", "full", citation_ids=["1"])])[0]) == 1


@pytest.mark.parametrize(
    ("claim", "labels", "reason"),
    [
        (row("a", "full"), [label("a", "undecided")], "labelled undecided"),
        (row("a", "full"), [label("a", "not_verifiable")], "labelled not_verifiable"),
        (row("a", "full"), [label("a", "full"), label("a", "none", "ben")], "people divided"),
        (row("a", "none", "unresolved"), [label("a", "none")], "no verdict to compare"),
        (row("a", "full"), [label("z", "full")], "no such claim in the run"),
        (row("a", "full"), [label("a", "full", start=1)], "no such claim in the run"),
    ],
)
def test_what_cannot_be_compared_is_counted(claim: ClaimRow, labels: list[Label], reason: str) -> None:
    assert cases([claim], labels) == ([], {reason: 1})


def test_open_verdicts_stay_open() -> None:
    rows = [row("a", "undecided"), row("b", "timeout")]
    found = cases_of_run(rows, [label("a", "full"), label("b", "full")], share=0.0, seed=7).cases
    assert [(one.decision.label, one.decision.status, one.decision.reason) for one in found] == [
        (None, "undecided", "two_readings"),
        (None, "unjudged", "timeout"),
    ]


def test_scores_come_from_the_citations() -> None:
    rows = [
        row("a", "full", confidence=0.9),
        row("b", "none", confidence=0.9),
        row("c", "full", "full none", confidence=0.8),
        row("d", "none", "none none", confidence=0.8),
    ]
    labels = [label(name, "full") for name in "abcd"]
    found = cases_of_run(rows, labels, share=0.0, seed=7).cases
    supports = [one.decision.support for one in found]
    assert supports[:3] == [0.9, pytest.approx(0.1), 0.8] and supports[3] is None


def test_the_baseline_reads_the_cited_texts() -> None:
    texts = {"d1": "Bats fly at night.", "d2": "Owls."}

    def text_of(link: LinkRow) -> str | None:
        return texts.get(link.chunk_digest or "")

    rows = [row("a", "none"), row("b", "none", "none none none"), row("c", "none")]
    found = cases_of_run(rows, [label(n, "full") for n in "ab"], share=0.0, seed=7, text_of=text_of).cases
    assert [one.baseline and one.baseline.support for one in found] == [1.0, 1.0]
    gone = cases_of_run(rows, [label("a", "full")], share=0.0, seed=7, text_of=lambda link: None).cases
    assert gone[0].baseline is not None and gone[0].baseline.reason == "no_evidence_text"
    assert cases_of_run(rows, [label("a", "full")], share=0.0, seed=7).cases[0].baseline is None


def test_categories_are_kind_severity_and_what_the_words_show() -> None:
    rows = [row("a", "full", "full full", kind="policy", severity="high", evidence_kind="table")]
    (found,) = cases_of_run(rows, [label("a", "partial")], share=0.0, seed=7).cases
    assert found.categories == ("kind: policy", "severity: high", "partial", "table", "multi_source")


def test_uncited_claims_were_never_judged() -> None:
    labels = [label("a", "none", claim_id="c9", start=20, end=29)]
    assert cases([uncited("a")], labels) == ([], {"no verdict to compare": 1})
