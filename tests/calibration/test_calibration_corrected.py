"""Corrected precision and completeness: which claims and links enter, with which truth and weight."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from labels_rows import label, row, uncited

from pincite.calibration.corrected import corrected_rates, severe_false_accepts
from pincite.labels.record import Label
from pincite.labels.sampling import REVIEW, sample_claims
from pincite.model.result import ClaimRow


def run(
    seed: int, n: int, *, truth: float = 0.7, wrong: float = 0.2
) -> tuple[list[ClaimRow], dict[str, str]]:
    """Claims with one citation each, a judge with an error rate, and what people would say."""
    pick = Random(seed)
    rows, people = [], {}
    for place in range(n):
        full = pick.random() < truth
        said = full if pick.random() > wrong else not full
        name = f"a{place:04}"
        rows.append(row(name, "full" if said else "none", confidence=pick.choice((0.5, 0.9))))
        people[name] = "full" if full else pick.choice(("none", "partial", "contradiction"))
    return rows, people


def test_without_labels_nothing_is_corrected() -> None:
    rows, _ = run(1, 50)
    assert corrected_rates(rows, []) == {}
    assert corrected_rates(rows, [label("elsewhere", "full")]) == {}


def test_all_labelled_gives_what_people_say() -> None:
    rows, people = run(2, 60)
    found = corrected_rates(rows, [label(name, word) for name, word in people.items()])
    share = sum(word == "full" for word in people.values()) / 60
    for rate in found.values():
        assert rate.prediction_powered.estimate.value == pytest.approx(share)
        assert rate.prediction_powered.labelled == 60
    assert list(found) == ["citation_precision", "citation_completeness"]


def test_the_corrected_rate_covers_the_truth() -> None:
    inside = 0
    for seed in range(80):
        rows, people = run(seed, 300)
        sampled = [label(name, people[name]) for name in sorted(people)[:60]]
        estimate = corrected_rates(rows, sampled)["citation_precision"].prediction_powered.estimate
        assert estimate.low is not None and estimate.high is not None
        inside += estimate.low <= 0.7 <= estimate.high
    assert inside >= 71


def test_a_stratified_sample_is_weighted_back() -> None:
    error = plain = 0.0
    for seed in range(40):
        rows, people = run(seed, 500)
        drawn = sample_claims(rows, 120, seed=seed).claims
        labels = [
            label(task.answer_id, people[task.answer_id], weight=task.weight, stratum=task.stratum)
            for task in drawn
        ]
        found = corrected_rates(rows, labels)["citation_precision"].prediction_powered
        assert found.estimate.value is not None and found.human.value is not None
        error += found.estimate.value - 0.7
        plain += sum(people[task.answer_id] == "full" for task in drawn) / len(drawn) - 0.7
    assert abs(error) / 40 < 0.02
    assert abs(plain) / 40 > 0.03


def test_labels_without_weights_are_not_mixed_with_weighted_ones() -> None:
    rows, people = run(3, 100)
    names = sorted(people)
    weighted = [label(name, people[name], weight=2.0) for name in names[:40]]
    loose = [label(name, "none") for name in names[40:60]]
    mixed = corrected_rates(rows, [*weighted, *loose])["citation_precision"]
    assert mixed.unweighted == 20
    assert (
        mixed.prediction_powered == corrected_rates(rows, weighted)["citation_precision"].prediction_powered
    )


@pytest.mark.parametrize("change", [{"stratum": REVIEW}, {"assisted": True}])
def test_labels_that_are_no_sample_take_no_part(change: dict[str, Any]) -> None:
    rows, people = run(4, 60)
    assert corrected_rates(rows, [label(name, word, **change) for name, word in people.items()]) == {}


def test_what_resolves_to_nothing_counts_without_a_label() -> None:
    rows = [
        row("a", "full"),
        row("b", "none", "unresolved"),
        uncited("c"),
        uncited("d", citation_required=False),
    ]
    found = corrected_rates(rows, [label("a", "full")])
    assert found["citation_precision"].prediction_powered.units == 2
    assert found["citation_precision"].prediction_powered.estimate.value == pytest.approx(0.5)
    assert found["citation_completeness"].prediction_powered.units == 3
    assert found["citation_completeness"].prediction_powered.estimate.value == pytest.approx(1 / 3)


def test_what_nobody_can_read_is_left_out() -> None:
    rows = [row("a", "full"), row("b", "no_text")]
    found = corrected_rates(rows, [label("a", "full")])
    assert all(rate.left_out == 1 and rate.prediction_powered.units == 1 for rate in found.values())


def test_open_verdicts_are_in_the_corrected_rate() -> None:
    rows = [row("a", "full"), row("b", "undecided"), row("c", "timeout")]
    labels = [label("a", "full"), label("b", "none"), label("c", "none")]
    found = corrected_rates(rows, labels)["citation_precision"].prediction_powered
    assert found.raw == pytest.approx(2 / 3)
    assert found.estimate.value == pytest.approx(1 / 3)


def test_a_necessary_citation_is_right() -> None:
    claim = row("a", "full", "none none", necessary="1 2")
    labels = [label("a", "full"), *(label("a", "partial", citation_ids=[n]) for n in ("1", "2"))]
    found = corrected_rates([claim], labels)["citation_precision"].prediction_powered
    assert (found.raw, found.human.value) == (1.0, 1.0)


def test_links_that_only_their_claim_has_a_label_for_are_counted() -> None:
    rows = [row("a", "full", "full none"), row("b", "full")]
    found = corrected_rates(rows, [label("a", "full"), label("b", "full")])
    assert found["citation_precision"].unlabelled_links == 2
    assert found["citation_precision"].prediction_powered.labelled == 1
    assert found["citation_completeness"].prediction_powered.labelled == 2


def test_intervals_are_by_answer() -> None:
    """Ten labelled claims of one answer are one cluster: no interval can be given."""
    rows = [row("a", "full", claim_id=f"c{n}") for n in range(10)]
    labels: list[Label] = [label("a", "full", claim_id=f"c{n}") for n in range(10)]
    found = corrected_rates(rows, labels)["citation_precision"].prediction_powered
    assert found.clusters == 1 and not found.estimate.has_interval


def test_false_accepts_on_severe_claims() -> None:
    rows = [row(f"a{n}", "full", severity="critical") for n in range(8)]
    rows += [row("b", "none", severity="critical"), row("c", "full", severity="low")]
    labels = [label(f"a{n}", "none" if n == 0 else "full", stratum=REVIEW) for n in range(6)]
    labels += [label("b", "full"), label("c", "none"), label("a7", "undecided")]
    found = severe_false_accepts(rows, labels)
    assert (found.reviewed, found.wrong) == (6, 1)
    assert found.rate.value == pytest.approx(1 / 6) and found.rate.method == "wilson"
    assert severe_false_accepts(rows, []).rate.value is None
