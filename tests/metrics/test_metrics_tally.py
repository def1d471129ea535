from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from metrics_rows import answer, claim, runs

from pincite.metrics import tally as tally_module
from pincite.metrics.summary import summarise
from pincite.metrics.tally import Tally
from pincite.model.credit import read_credit
from pincite.model.result import AnswerResult

# Limits at which the stores of clusters are dropped: never, in the middle of a run, at once.
LIMITS = st.sampled_from(((5000, 50_000, 1000), (4, 50_000, 1000), (5, 8, 1000), (0, 0, 1000), (3, 6, 1)))


def _tally(results: list[AnswerResult]) -> Tally:
    tally = Tally()
    for result in results:
        tally.add(result)
    return tally


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(runs(), LIMITS, st.randoms(use_true_random=False), st.integers(1, 4))
def test_shards_merged_are_the_whole_in_any_order(
    run: list[AnswerResult], limits: tuple[int, int, int], random: Random, shards: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name, limit in zip(("CLUSTER_LIMIT", "RUN_LIMIT", "SLICE_LIMIT"), limits, strict=True):
            patch.setattr(tally_module, name, limit)
        whole = summarise(_tally(run), draws=20)
        dealt: list[list[AnswerResult]] = [[] for _ in range(shards)]
        for result in random.sample(run, len(run)):
            dealt[random.randrange(shards)].append(result)
        merged = Tally()
        for shard in dealt:
            # Through JSON, as a shard on another machine would come back.
            stored = msgspec.json.encode(_tally(shard))
            merged.merge(msgspec.json.decode(stored, type=Tally))
        assert summarise(merged, draws=20) == whole


def test_merging_changes_only_the_one_merged_into() -> None:
    one = _tally([answer(claim("full", "full"), answer_id="a", slice="north")])
    other = _tally([answer(claim("none", "none"), answer_id="b", slice="north")])
    kept = msgspec.json.encode(other)
    one.merge(other)
    one.add(answer(claim("none"), answer_id="c", slice="north"))
    assert msgspec.json.encode(other) == kept


def test_above_the_limit_no_answer_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally_module, "CLUSTER_LIMIT", 20)
    monkeypatch.setattr(tally_module, "RUN_LIMIT", 60)
    tally = Tally()
    kept = []
    for place in range(100):
        tally.add(answer(claim("full", "full"), answer_id=str(place), slice=f"s{place % 7}"))
        groups = (tally.whole, *tally.slices.values(), *tally.severities.values())
        kept.append(sum(len(group.clusters or ()) for group in groups))
    # The run and its one severity up to 20 each, the seven slices up to 60 in all, then nothing any more.
    assert max(kept) == 60
    assert set(kept[60:]) == {0}


def test_only_so_many_slices_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally_module, "SLICE_LIMIT", 2)
    tally = Tally()
    for place, name in enumerate(("d", "b", "c", "a", "d", "b", None)):
        tally.add(answer(claim("full", "full"), answer_id=str(place), slice=name))
    figures = summarise(tally)
    assert {name: part.counts.answers for name, part in figures.slices.items()} == {"a": 1, "b": 2}
    assert figures.slices_left_out == 3
    assert figures.counts.answers == 7


def test_shards_of_different_credits_do_not_merge() -> None:
    with pytest.raises(ValueError, match="different credits"):
        Tally().merge(Tally(credit=read_credit({"partial": 0.5})))


def test_a_large_tally_with_odd_credits_can_still_be_stored() -> None:
    """JSON integers end at 64 bits; squares of scores must stay below that."""
    tally = Tally(credit=read_credit({"full": 1000, "partial": 0.5, "contradiction": -1000}))
    counts = tally.add(answer(*[claim("contradiction", "contradiction")] * 20))
    tally.whole.settle()
    for moments in tally.whole.moments:
        moments.yy *= 1_000_000
    assert counts.flat()["score"] == -20 * 2000
    assert msgspec.json.decode(msgspec.json.encode(tally), type=Tally) == tally


def test_answers_with_one_id_are_still_two() -> None:
    """Two files may both have a line-1."""
    tally = _tally([answer(claim("full", "full")), answer(claim("none", "none"))])
    assert summarise(tally).metrics["claim_support"].denominator == 2
