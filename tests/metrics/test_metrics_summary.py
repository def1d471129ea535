from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest
from metrics_rows import answer, claim

from pincite.metrics.definitions import METRICS
from pincite.metrics.summary import Figures, summarise
from pincite.metrics.tally import Tally
from pincite.model.result import AnswerResult
from pincite.model.summary import Interval, Metric, Summary, Totals
from pincite.stats.bootstrap import ratio_intervals
from pincite.stats.intervals import wilson


def _figures(results: Iterable[AnswerResult], *, draws: int = 200) -> Figures:
    tally = Tally()
    for result in results:
        tally.add(result)
    return summarise(tally, draws=draws)


def _supported(full: int, none: int, place: int = 0) -> AnswerResult:
    claims = [claim("full", "full")] * full + [claim("none", "none")] * none
    return answer(*claims, answer_id=f"a{place:04d}")


def test_totals() -> None:
    figures = _figures(
        [
            answer(
                claim("full", "full"),
                claim("contradiction", "contradiction"),
                claim("none"),
                claim("undecided", "undecided"),
                claim("timeout", "timeout", citation_required=False),
                claim("none", verifiability="not_verifiable"),
                abstained=True,
            ),
            answer(answer_id="b"),
        ]
    )
    assert figures.counts == Totals(
        answers=2,
        claims=6,
        verifiable=5,
        required=4,
        supported=1,
        contradicted=1,
        uncited_required=1,
        undecided=1,
        unjudged=1,
        abstentions=1,
    )
    assert summarise(Tally(), rejected=3).counts == Totals(rejected=3)


def test_nothing_has_no_value_no_coverage_and_no_bounds() -> None:
    for name, metric in summarise(Tally()).metrics.items():
        assert metric == Metric(
            value=None, numerator=0, denominator=0, coverage=None, bounds=metric.bounds
        ), name
        assert (metric.bounds.low, metric.bounds.high) == (None, None)


def test_an_outage_leaves_no_value_but_open_bounds() -> None:
    support = _figures([answer(claim("timeout", "timeout"))]).metrics["claim_support"]
    assert (support.value, support.coverage, support.denominator) == (None, 0, 0)
    assert (support.bounds.low, support.bounds.high) == (0, 1)
    assert support.excluded == {"timeout": 1}
    assert support.interval is None


def test_what_an_outage_leaves_open_changes_no_value() -> None:
    """Claims that the judge never reached enter no value; only coverage and bounds tell of them."""
    decided = [_supported(2, 1, place) for place in range(12)]
    reached = _figures(decided)
    lost = claim("timeout", "timeout undecided")
    cut = _figures(
        [msgspec.structs.replace(result, claims=(*result.claims, lost, lost)) for result in decided]
    )
    for entry in METRICS:
        before, after = reached.metrics[entry.name], cut.metrics[entry.name]
        if entry.name == "uncited_required_rate":
            continue  # decided without a judge: the claims that were not reached are cited
        assert (after.value, after.numerator) == (before.value, before.numerator), entry.name
        assert after.interval == before.interval, entry.name
    for name in ("citation_precision", "citation_completeness", "claim_support", "support_score"):
        before, after = reached.metrics[name], cut.metrics[name]
        assert before.coverage == 1
        assert after.coverage is not None and after.coverage < 1
        assert after.bounds.low is not None and after.bounds.high is not None
        assert before.value is not None
        assert after.bounds.low < before.value < after.bounds.high


def test_fewer_than_ten_answers_get_wilson_over_answers() -> None:
    metric = _figures([_supported(3, 1), _supported(1, 1, 1)]).metrics["claim_support"]
    assert metric.value == 4 / 6
    low, high = wilson(4 / 6 * 2, 2)
    assert metric.interval == Interval(low=low, high=high, level=0.95, method="wilson")


def test_answers_of_one_voice_get_wilson_over_answers() -> None:
    metric = _figures([_supported(1 + place % 3, 0, place) for place in range(40)]).metrics["claim_support"]
    low, high = wilson(40, 40)
    assert metric.interval == Interval(low=low, high=high, level=0.95, method="wilson")


def test_other_ratios_get_the_bootstrap_by_answer() -> None:
    shapes = [(3, 0), (1, 2), (2, 2), (0, 1)] * 5
    metric = _figures([_supported(*shape, place) for place, shape in enumerate(shapes)]).metrics[
        "claim_support"
    ]
    drawn = ratio_intervals([([full for full, _ in shapes], [sum(shape) for shape in shapes])], draws=200)[0]
    assert drawn is not None
    assert metric.interval == Interval(low=drawn[0], high=drawn[1], level=0.95, method="cluster_bootstrap")


def test_a_proportion_of_answers_gets_wilson_over_its_denominator() -> None:
    results = [answer(*[claim("none")] * (place % 2), answer_id=str(place)) for place in range(40)]
    metric = _figures(results).metrics["answer_rate"]
    assert metric.interval == Interval(*wilson(20, 40), level=0.95, method="wilson")


def test_a_score_of_one_voice_gets_wilson_between_its_ends() -> None:
    metric = _figures([_supported(1, 0, place) for place in range(12)]).metrics["support_score"]
    low, high = wilson(12, 12)  # of the way from -1 to 1
    assert metric.interval == Interval(low=2 * low - 1, high=2 * high - 1, level=0.95, method="wilson")


def test_a_score_below_its_ends_and_a_density_of_few_answers_have_no_interval() -> None:
    twice = answer(claim("contradiction", "contradiction contradiction"), words=10)
    metrics = _figures([twice]).metrics
    assert metrics["support_score"].value == -2
    assert metrics["support_score"].interval is None
    assert metrics["citation_density"].interval is None


def test_only_answers_with_a_part_in_a_metric_are_its_sample() -> None:
    results = [_supported(1, place % 2, place) for place in range(30)]
    metrics = _figures([*results, *(answer(answer_id=f"b{place}") for place in range(30))]).metrics
    assert metrics["claim_support"].flags == ()
    assert metrics["answer_rate"].flags == ()
    assert _figures(results[:29]).metrics["claim_support"].flags == ("small_sample",)
    # Of 60 answers only nine have a claim: too few to resample, and a small sample.
    nine = _figures([*results[:9], *(answer(answer_id=f"b{place}") for place in range(51))]).metrics
    assert nine["claim_support"].flags == ("small_sample",)
    interval = nine["claim_support"].interval
    assert interval is not None and interval.method == "wilson"


def test_slices_and_criticality() -> None:
    results = [
        answer(
            claim("full", "full contradiction", severity="critical"),
            claim("none", severity="low"),
            answer_id="a",
            slice="north",
        ),
        answer(claim("full", "full", severity="critical"), answer_id="b", slice="south"),
        answer(claim("partial", "partial", severity="high"), answer_id="c"),
    ]
    figures = _figures(results)
    assert list(figures.slices) == ["north", "south"]
    north = figures.slices["north"]
    assert (north.counts.answers, north.counts.claims) == (1, 2)
    assert north.metrics["claim_support"].value == 1 / 2
    assert figures.slices["south"].metrics["contradictions"].value == 0
    assert list(figures.criticality) == ["critical", "high", "medium", "low"]
    critical = figures.criticality["critical"]
    assert critical.metrics["contradictions"].value == 1
    assert critical.metrics["citation_precision"].value == 2 / 3
    assert critical.counts.claims == 2
    assert figures.criticality["high"].metrics["claim_support"].value == 0
    assert figures.criticality["low"].metrics["uncited_required_rate"].value == 1
    assert figures.criticality["medium"].metrics["claim_support"].value is None
    # Displayed references belong to an answer, not to the claims of one severity.
    assert "invalid_citation_rate" not in critical.metrics


def test_a_part_that_is_the_whole_has_the_numbers_of_the_whole() -> None:
    results = [_supported(1 + place % 3, place % 2, place) for place in range(15)]
    sliced = [
        msgspec.structs.replace(result, facts=msgspec.structs.replace(result.facts, slice="all"))
        for result in results
    ]
    figures = _figures(sliced)
    assert figures.slices["all"].metrics == figures.metrics
    for name, metric in figures.criticality["medium"].metrics.items():
        assert metric == figures.metrics[name]


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others() -> None:
    tally = Tally()
    for place in range(25):
        tally.add(_supported(place % 4, 1, place))
    first = summarise(tally, draws=100)
    assert summarise(tally, draws=100) == first
    assert summarise(tally, draws=100, seed=8) != first


def test_a_summary_reads_back_from_its_json() -> None:
    figures = _figures([_supported(1 + place % 3, place % 2, place) for place in range(15)])
    summary = Summary(
        run_id="r",
        signature="s",
        counts=figures.counts,
        metrics=figures.metrics,
        slices=figures.slices,
        criticality=figures.criticality,
    )
    encoded = msgspec.json.encode(summary)
    assert msgspec.json.decode(encoded, type=Summary) == summary
    keys = msgspec.json.decode(encoded)
    assert set(keys) == {
        "schema_version", "run_id", "signature", "versions", "thresholds", "counts", "metrics", "slices",
        "criticality", "severe_failures", "families", "gate", "judge",
    }  # fmt: skip
    assert set(keys["metrics"]["claim_support"]) == {
        "value", "numerator", "denominator", "coverage", "bounds", "excluded", "interval", "flags",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["citation_precision", "citation_completeness"])
def test_the_interval_of_many_answers_is_linearised(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    results = [_supported(place % 4, 1, place) for place in range(60)]
    drawn = _figures(results, draws=2000).metrics[name].interval
    monkeypatch.setattr("pincite.metrics.tally.CLUSTER_LIMIT", 50)
    linearised = _figures(results).metrics[name].interval
    assert drawn is not None and drawn.method == "cluster_bootstrap"
    assert linearised is not None and linearised.method == "linearised"
    assert linearised.low == pytest.approx(drawn.low, abs=0.02)
    assert linearised.high == pytest.approx(drawn.high, abs=0.02)
