"""What to label: strata that are all there, weights that add up, tasks that give nothing away."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from labels_rows import row, uncited

from pincite.io.codec import encode_row
from pincite.labels.sampling import REVIEW, labelable, sample_claims, severe_queue
from pincite.model.result import ClaimRow

STATES = ("full", "partial", "none", "contradiction", "undecided")


def run(seed: int, n: int) -> list[ClaimRow]:
    pick = Random(seed)
    rows = []
    for place in range(n):
        state = pick.choices(STATES, (80, 5, 8, 4, 3))[0]
        severity = pick.choices(("critical", "medium"), (1, 9))[0]
        rows.append(row(f"a{place}", state, confidence=pick.choice((0.5, 0.9)), severity=severity))
    return rows


@settings(deadline=None)
@given(st.integers(0, 50), st.integers(0, 300), st.integers(1, 120))
def test_weights_add_up_to_the_population(seed: int, n: int, size: int) -> None:
    found = sample_claims(run(seed, n), size)
    assert found.population == n
    assert sum(task.weight or 0 for task in found.claims) == pytest.approx(n)
    assert len({task.answer_id for task in found.claims}) == len(found.claims)
    assert all(min(2, stratum.size) <= stratum.drawn <= stratum.size for stratum in found.strata)
    fewest = sum(min(2, stratum.size) for stratum in found.strata)
    assert len(found.claims) == min(n, max(size, fewest))


def test_rare_verdicts_are_drawn_more_often() -> None:
    found = sample_claims(run(1, 2000), 200)
    shares = {
        stratum.label: stratum.drawn / stratum.size for stratum in found.strata if stratum.severity == "other"
    }
    assert shares["contradiction"] > 2 * shares["full"]


def test_the_weighted_rate_is_that_of_the_run() -> None:
    """Over many seeds the weighted share of full verdicts is what it is in the run."""
    rows = run(2, 1000)
    truth = sum(one.label == "full" for one in rows) / len(rows)
    label = {one.answer_id: one.label for one in rows}
    total = 0.0
    for seed in range(40):
        found = sample_claims(rows, 100, seed=seed)
        weights = {task.answer_id: task.weight or 0 for task in found.claims}
        total += sum(w for key, w in weights.items() if label[key] == "full") / sum(weights.values())
    assert total / 40 == pytest.approx(truth, abs=1e-9)


def test_the_draw_depends_on_the_seed_and_not_on_the_order() -> None:
    rows = run(3, 300)
    shuffled = list(rows)
    Random(1).shuffle(shuffled)
    assert sample_claims(rows, 50) == sample_claims(shuffled, 50)
    assert sample_claims(rows, 50) != sample_claims(rows, 50, seed=8)


def test_a_task_says_nothing_of_the_verdict() -> None:
    found = sample_claims(run(4, 200), 40)
    for task in found.claims:
        record = json.loads(encode_row(task))
        assert set(record) == {
            "answer_id",
            "case_id",
            "claim_id",
            "start",
            "end",
            "text",
            "citation_ids",
            "weight",
            "stratum",
        }
        assert not any(word in json.dumps(record) for word in ("full", "none", "contradiction", "undecided"))
    # Nor does the order: strata are mixed.
    assert len({task.stratum for task in found.claims[:10]}) > 2


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (row("a", "full"), True),
        (row("a", "timeout"), True),
        (uncited("a"), False),
        (row("a", "none", "unresolved"), False),
        (row("a", "no_text"), False),
        (row("a", "full", verifiability="not_verifiable"), False),
    ],
)
def test_only_what_a_person_can_judge_is_drawn(claim: ClaimRow, expected: bool) -> None:
    assert labelable(claim) is expected
    assert bool(sample_claims([claim], 5).claims) is expected


def test_every_severe_claim_that_is_not_full_is_reviewed() -> None:
    rows = [row(f"f{n}", "full", severity="critical") for n in range(400)]
    rows += [row(f"n{n}", STATES[1 + n % 4], severity="high") for n in range(23)]
    rows += [row(f"m{n}", "none") for n in range(50)]
    found = severe_queue(rows)
    drawn = [task.answer_id for task in found.claims]
    assert sum(name.startswith("n") for name in drawn) == 23
    assert sum(name.startswith("f") for name in drawn) == 20
    assert not any(name.startswith("m") for name in drawn)
    assert {(task.weight, task.stratum) for task in found.claims} == {(None, REVIEW)}


@pytest.mark.parametrize(("full", "expected"), [(4, 4), (60, 10), (201, 11)])
def test_five_percent_and_at_least_ten_of_the_full_ones(full: int, expected: int) -> None:
    assert (
        len(severe_queue([row(f"f{n}", "full", severity="critical") for n in range(full)]).claims) == expected
    )
