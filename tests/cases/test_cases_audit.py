"""Audit samples: a subset, in proportion, the same in any order, with the margin that it carries."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.cases.audit import STRATA, Audit, audit_sample, margin
from pincite.model.result import ClaimRow, LinkRow


def row(number: int, **more: Any) -> ClaimRow:
    links, reason = more.pop("links", 1), more.pop("reason", "not_asked")
    return ClaimRow(
        answer_id=f"a{number // 3}",
        claim_id=f"c{number}",
        start=number,
        end=number + 4,
        text="text",
        citations=tuple(
            LinkRow(citation_id=str(n), label=None, status="unjudged", reason=reason) for n in range(links)
        ),
        **more,
    )


@st.composite
def rows(draw: st.DrawFn) -> list[ClaimRow]:
    return [
        row(
            number,
            slice=draw(st.sampled_from(["x", "y", None])),
            kind=draw(st.sampled_from(["fact", "figure", "date"])),
            links=draw(st.integers(0, 2)),
            reason=draw(st.sampled_from(["not_asked", "no_evidence_text"])),
        )
        for number in range(draw(st.integers(0, 40)))
    ]


def chosen(sample: Audit) -> set[str]:
    return {one.claim_id for one in sample.claims}


@given(rows(), st.integers(1, 50), st.sets(st.sampled_from(STRATA)), st.integers(0, 5))
def test_a_sample_is_a_subset_in_proportion(some: list[ClaimRow], size: int, by: set[str], seed: int) -> None:
    sample = audit_sample(some, size, by=by, seed=seed)
    readable = {
        one.claim_id: one for one in some if one.citations and one.citations[0].reason != "no_evidence_text"
    }
    assert chosen(sample) <= set(readable)
    assert len(sample.claims) == len(chosen(sample)) == min(size, len(readable))
    assert sample.population == len(readable) == sum(quota.size for quota in sample.quotas)
    for quota in sample.quotas:
        exact = quota.size * len(sample.claims) / sample.population
        assert abs(quota.drawn - exact) < 1 and quota.drawn <= quota.size
        held = [one for one in sample.claims if one.stratum == quota.name]
        assert len(held) == quota.drawn
    weights = {one.weight for one in sample.claims}
    assert weights <= {sample.population / len(sample.claims)} if sample.claims else weights == set()


@given(rows(), st.integers(1, 50), st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_nothing(some: list[ClaimRow], size: int, chance: Any) -> None:
    mixed = list(some)
    chance.shuffle(mixed)
    assert audit_sample(mixed, size) == audit_sample(some, size)


def test_every_claim_has_the_same_chance_and_the_seed_decides() -> None:
    some = [row(number, kind="fact" if number < 7 else "figure") for number in range(10)]
    drawn = dict.fromkeys((one.claim_id for one in some), 0)
    for seed in range(2000):
        for name in chosen(audit_sample(some, 4, seed=seed)):
            drawn[name] += 1
    # 800 of 2,000 each; four standard deviations are 88.
    assert all(abs(count - 800) < 88 for count in drawn.values()), drawn


def test_a_sample_of_two_hundred_carries_about_six_points() -> None:
    assert margin(0.75, 200) == pytest.approx(0.060, abs=0.001)
    assert margin(0.5, 200) > margin(0.75, 200) > margin(0.95, 200)
    assert margin(0.75, 200, 400) == pytest.approx(margin(0.75, 200) / 2**0.5, rel=0.02)
    assert margin(0.75, 200, 10**9) == pytest.approx(margin(0.75, 200), rel=1e-6)
    assert margin(0.75, 200, 200) == 0
    assert margin(0.5, 0) == 0.5
    for wrong in [(1.5, 10, None), (0.5, -1, None), (0.5, 11, 10)]:
        with pytest.raises(ValueError, match="no margin"):
            margin(*wrong)


def test_the_digest_names_the_sample() -> None:
    some = [row(number) for number in range(30)]
    assert audit_sample(some, 10).digest == audit_sample(some[::-1], 10).digest
    assert audit_sample(some, 10).digest != audit_sample(some, 10, seed=8).digest
