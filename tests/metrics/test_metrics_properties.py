"""Which way each metric must move, and what it must never do."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from metrics_rows import answer, claim, joint_state, runs
from msgspec.structs import replace

from pincite.metrics.definitions import METRICS
from pincite.metrics.summary import summarise
from pincite.metrics.tally import Tally
from pincite.model.result import AnswerResult, ClaimRow
from pincite.model.summary import Metric

QUALITY = ("citation_precision", "citation_completeness", "claim_support", "support_score")


def _metrics(results: list[AnswerResult]) -> dict[str, Metric]:
    tally = Tally()
    for result in results:
        tally.add(result)
    return summarise(tally, draws=2).metrics


def _value(metric: Metric) -> float:
    assert metric.value is not None
    return metric.value


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(runs(most=8))
def test_bounds_hold_the_value_and_coverage_is_a_share(run: list[AnswerResult]) -> None:
    for name, metric in _metrics(run).items():
        if metric.coverage is None:
            assert metric.value is None and metric.bounds.low is None and metric.bounds.high is None, name
            continue
        assert 0 <= metric.coverage <= 1, name
        assert metric.bounds.low is not None and metric.bounds.high is not None, name
        assert metric.bounds.low <= metric.bounds.high, name
        if metric.value is not None:
            assert metric.bounds.low <= metric.value <= metric.bounds.high, name
            assert (metric.denominator > 0) == (metric.coverage > 0), name


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(runs(most=6), st.data())
def test_bounds_hold_whatever_the_open_ones_turn_out_to_be(
    run: list[AnswerResult], data: st.DataObject
) -> None:
    """Decide every open link and claim in some way: each metric of labels lands between its bounds."""
    labels = st.sampled_from(("full", "partial", "none", "contradiction"))

    def decided(row: ClaimRow) -> ClaimRow:
        links = tuple(
            replace(one, label=data.draw(labels), status="judged", reason=None)
            if one.resolution == "resolved" and one.label is None
            else one
            for one in row.citations
        )
        if row.status not in ("undecided", "unjudged"):
            return replace(row, citations=links)
        label = joint_state([one.label or "none" for one in links])
        return replace(row, citations=links, label=label, status="judged", reason=None)

    before = _metrics(run)
    after = _metrics([replace(one, claims=tuple(map(decided, one.claims))) for one in run])
    for name in (*QUALITY, "citation_precision_strict", "contradiction_rate", "contradictions"):
        value, bounds = after[name].value, before[name].bounds
        if value is not None:
            assert bounds.low is not None and bounds.high is not None
            assert bounds.low - 1e-12 <= value <= bounds.high + 1e-12, name


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(runs(most=8))
def test_the_interval_of_a_proportion_lies_between_0_and_1(run: list[AnswerResult]) -> None:
    metrics = _metrics(run)
    for entry in METRICS:
        interval = metrics[entry.name].interval
        if interval is not None and entry.form == "proportion":
            assert 0 <= interval.low <= interval.high <= 1, entry.name


def _good() -> list[AnswerResult]:
    return [
        answer(
            claim("full", "full", severity="critical"),
            claim("full", "full full"),
            claim("full", "partial partial", necessary="1 2"),
            claim("full", "full", citation_required=False),
            claim("partial", "partial"),
            answer_id="a",
        ),
        answer(claim("full", "full"), claim("none", "none"), answer_id="b"),
    ]


def _change(place: int, row: ClaimRow) -> list[AnswerResult]:
    first, second = _good()
    claims = list(first.claims)
    claims[place] = row
    return [replace(first, claims=tuple(claims)), second]


# Each spoils one claim of the first answer: by place, what stands there instead.
SPOILED = {
    "a full link turns none": (0, claim("none", "none", severity="critical")),
    "a full link turns partial": (0, claim("partial", "partial", severity="critical")),
    "a full claim turns contradiction": (0, claim("contradiction", "contradiction", severity="critical")),
    "one of two full links turns none": (1, claim("full", "full none")),
    "one of two full links turns contradiction": (1, claim("full", "full contradiction")),
    "one of two full links no longer resolves": (1, claim("full", "full unresolved")),
    "the citation of a required claim is deleted": (0, claim("none", severity="critical")),
    "a member of a full union is taken away": (2, claim("partial", "partial")),
    "a full union turns partial": (2, claim("partial", "partial partial")),
    "a marker is broken": (0, claim("none", "malformed", severity="critical")),
    "an optional claim loses support": (3, claim("none", "none", citation_required=False)),
}


@pytest.mark.parametrize("spoiled", SPOILED.values(), ids=SPOILED.keys())
def test_spoiling_a_good_answer_never_raises_a_quality(spoiled: tuple[int, ClaimRow]) -> None:
    before, after = _metrics(_good()), _metrics(_change(*spoiled))
    moves = {name: _value(after[name]) - _value(before[name]) for name in QUALITY}
    if spoiled[1].citations:
        assert moves["citation_precision"] <= 0
    for name in ("citation_completeness", "claim_support", "support_score"):
        assert moves[name] <= 0, name
    assert min(moves.values()) < 0


def test_deleting_a_full_citation_lowers_precision_too_when_others_are_bad() -> None:
    """Precision is over the citations that are left, so it falls only where worse ones remain."""
    deleted = _change(0, claim("none", severity="critical"))
    assert _value(_metrics(deleted)["citation_precision"]) < _value(_metrics(_good())["citation_precision"])


@given(st.integers(1, 30), st.integers(0, 4))
def test_shotgun_citing_does_not_pay(extra: int, place: int) -> None:
    """More citations that say nothing: precision falls, and no score rises."""
    row = _good()[0].claims[place]
    added = claim("full", " ".join(["none"] * extra)).citations
    shot = replace(
        row, citations=(*row.citations, *(replace(one, citation_id=f"x{one.citation_id}") for one in added))
    )
    before, after = _metrics(_good()), _metrics(_change(place, shot))
    assert _value(after["citation_precision"]) < _value(before["citation_precision"])
    for name in ("citation_completeness", "claim_support", "support_score"):
        assert after[name].value == before[name].value, name


def test_every_misleading_citation_costs() -> None:
    scores = [
        _value(
            _metrics([answer(claim("full", " ".join(["full"] + ["contradiction"] * many)))])["support_score"]
        )
        for many in range(4)
    ]
    assert scores == [1, 0, -1, -2]


def test_a_second_full_citation_earns_nothing_more() -> None:
    twice, once = answer(claim("full", "full full")), answer(claim("full", "full"))
    assert _metrics([twice])["support_score"].value == _metrics([once])["support_score"].value
