"""Judge-error correction: the papers' formulas as oracles, and simulations in which the truth is known."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pincite.stats.correction import (
    Corrected,
    Unit,
    corrected_difference,
    prediction_powered,
    rogan_gladen,
)
from pincite.stats.estimate import Estimate

numpy = import_module("numpy")


def population(
    seed: int,
    *,
    clusters: int = 300,
    labelled: int = 40,
    size: int = 3,
    rate: float = 0.75,
    false_accepts: float = 0.25,
    false_refusals: float = 0.1,
    alike: float = 0.5,
    left_open: float = 0.0,
) -> list[Unit]:
    """Answers whose claims resemble each other, a judge with two error rates, labels on some answers."""
    pick = Random(seed)
    with_labels = set(pick.sample(range(clusters), labelled))
    units = []
    for cluster in range(clusters):
        whole = pick.random() < rate
        for _ in range(pick.randint(1, size)):
            truth = whole if pick.random() < alike else pick.random() < rate
            wrong = pick.random() < (false_refusals if truth else false_accepts)
            judged = 0.5 if pick.random() < left_open else float(truth is not wrong)
            human = truth if cluster in with_labels else None
            units.append(Unit(cluster=f"a{cluster:04}", judged=judged, human=human))
    return units


def arrays(units: list[Unit]) -> tuple[Any, Any, Any]:
    """Human labels, the judge's word on the same units, and on the others."""
    y = numpy.array([float(bool(unit.human)) for unit in units if unit.human is not None])
    f = numpy.array([unit.judged for unit in units if unit.human is not None])
    rest = numpy.array([unit.judged for unit in units if unit.human is None])
    return y, f, rest


def independent(seed: int, n: int = 60, rest: int = 500) -> list[Unit]:
    units = population(seed, clusters=n + rest, labelled=n, size=1)
    return [structs.replace(unit, cluster=str(place)) for place, unit in enumerate(units)]


@pytest.mark.parametrize("seed", range(5))
def test_full_weight_is_the_difference_estimator(seed: int) -> None:
    """Lambda 1 of the paper: the judge's mean over the unlabelled units plus the mean human correction.

    Over all units, labelled ones included, that is a weight of (n + N) / N.
    """
    units = independent(seed)
    y, f, rest = arrays(units)
    found = prediction_powered(units, tuning=(len(y) + len(rest)) / len(rest))
    assert found.estimate.value == pytest.approx(float(numpy.mean(rest) + numpy.mean(y - f)))


@pytest.mark.parametrize("seed", range(5))
def test_power_tuning_and_variance_are_those_of_the_paper(seed: int) -> None:
    """Independent units of equal weight: lambda, estimate and interval of PPI++ written out with numpy."""
    units = independent(seed, 1500, 4500)
    y, f, rest = arrays(units)
    n, more = len(y), len(rest)
    spread = numpy.var(numpy.concatenate([f, rest]))
    weight = numpy.cov(y, f, ddof=0)[0, 1] / ((1 + n / more) * spread)
    value = numpy.mean(y) + weight * (numpy.mean(rest) - numpy.mean(f))
    variance = weight**2 * spread / more + numpy.var(y - weight * f) / n
    found = prediction_powered(units)
    assert found.tuning is not None
    assert found.tuning / (1 + n / more) == pytest.approx(float(weight), rel=0.04)
    assert found.estimate.value == pytest.approx(float(value), abs=5e-4)
    assert found.estimate.low is not None and found.estimate.high is not None
    half = (found.estimate.high - found.estimate.low) / 2
    assert half == pytest.approx(1.96 * float(numpy.sqrt(variance)), rel=0.01)


def test_no_weight_is_the_human_sample_alone() -> None:
    units = population(3)
    found = prediction_powered(units, tuning=0.0)
    labelled = [unit.human for unit in units if unit.human is not None]
    assert found.estimate.value == pytest.approx(sum(labelled) / len(labelled))
    assert (found.estimate.value, found.estimate.low) == (found.human.value, found.human.low)


def covered(found: list[Corrected], truth: float) -> tuple[float, float, float]:
    """Coverage, mean width and mean error of intervals."""
    kept = [ends(one.estimate) for one in found if one.estimate.has_interval]
    inside = sum(low <= truth <= high for low, _, high in kept)
    width = sum(high - low for low, _, high in kept) / len(kept)
    return inside / len(kept), width, sum(value for _, value, _ in kept) / len(kept) - truth


def test_where_all_is_labelled_the_judge_has_no_weight() -> None:
    units = population(3, labelled=300)
    found = prediction_powered(units)
    assert found.tuning == 0.0
    assert (found.estimate.value, found.estimate.low) == (found.human.value, found.human.low)


def ends(estimate: Estimate) -> tuple[float, float, float]:
    assert estimate.low is not None and estimate.value is not None and estimate.high is not None
    return estimate.low, estimate.value, estimate.high


@pytest.mark.parametrize(
    "setting",
    [
        {"rate": 0.75},
        {"rate": 0.9, "labelled": 60},
        {"rate": 0.75, "size": 1, "false_accepts": 0.1},
        {"rate": 0.6, "left_open": 0.15},
    ],
    ids=str,
)
def test_prediction_powered_intervals_cover(setting: dict[str, float]) -> None:
    runs = [prediction_powered(population(seed, **setting)) for seed in range(200)]  # type: ignore[arg-type]
    coverage, width, bias = covered(runs, setting["rate"])
    assert coverage >= 0.9
    assert abs(bias) < 0.012
    assert width < sum(ends(one.human)[2] - ends(one.human)[0] for one in runs) / len(runs)


def test_the_judge_alone_is_off_where_the_corrected_rate_is_not() -> None:
    runs = [prediction_powered(population(seed, rate=0.5, false_accepts=0.3)) for seed in range(60)]
    raw = sum(one.raw for one in runs if one.raw is not None) / len(runs)
    assert raw - 0.5 > 0.08
    assert abs(covered(runs, 0.5)[2]) < 0.02


def test_rogan_gladen_intervals_cover() -> None:
    runs = [rogan_gladen(population(seed, labelled=60)) for seed in range(200)]
    coverage, _, bias = covered(runs, 0.75)
    assert coverage >= 0.9
    assert abs(bias) < 0.015


def test_rogan_gladen_by_hand() -> None:
    """1,000 units, 550 accepted; of 20 labelled full 18 accepted, of 20 others 2: (0.55 + 0.9 - 1) / 0.8."""
    units = [Unit(cluster=f"u{place}", judged=float(place < 514)) for place in range(960)]
    human = [(True, 18, 2), (False, 2, 18)]
    for truth, accepted, refused in human:
        units += [Unit(cluster=f"{truth}+{n}", judged=1.0, human=truth) for n in range(accepted)]
        units += [Unit(cluster=f"{truth}-{n}", judged=0.0, human=truth) for n in range(refused)]
    found = rogan_gladen(units)
    assert (found.sensitivity, found.specificity) == (0.9, 0.9)
    assert found.raw == pytest.approx((514 + 20) / 1000)
    assert found.estimate.value == pytest.approx((0.534 + 0.9 - 1) / 0.8)


def test_a_judge_that_knows_nothing_gets_no_weight() -> None:
    units = population(5, false_accepts=0.5, false_refusals=0.5, labelled=100)
    found = prediction_powered(units)
    assert found.tuning is not None and found.tuning < 0.25
    refused = rogan_gladen(population(5, false_accepts=0.9, false_refusals=0.1))
    assert refused.estimate.value is None
    assert refused.reason == "the judge is not distinguishable from chance in the human sample"


@pytest.mark.parametrize("truth", [True, False])
def test_rogan_gladen_needs_both_kinds(truth: bool) -> None:
    units = [Unit(cluster=str(n), judged=1.0, human=truth if n < 30 else None) for n in range(100)]
    found = rogan_gladen(units)
    assert found.estimate.value is None and found.reason is not None and "unknown" in found.reason


def test_without_labels_nothing_is_corrected() -> None:
    units = [Unit(cluster=str(n), judged=1.0) for n in range(50)]
    for found in (prediction_powered(units), rogan_gladen(units)):
        assert found.reason == "no human labels" and found.estimate.value is None and found.raw == 1.0


def test_a_sample_without_disagreement_is_not_certainty() -> None:
    units = population(8, false_accepts=0.0, false_refusals=0.0, labelled=25, size=1)
    for found in (prediction_powered(units), rogan_gladen(units)):
        assert "no_disagreement" in found.flags and "small_sample" in found.flags
        assert found.estimate.low is not None and found.estimate.high is not None
        assert found.estimate.high - found.estimate.low > 0.1


def test_few_labelled_answers_have_no_interval() -> None:
    found = prediction_powered(population(4, labelled=9))
    assert found.estimate.value is not None and not found.estimate.has_interval


def test_weights_undo_the_sampling() -> None:
    """Refused units are labelled eight times as often as accepted ones; the weights say so."""
    errors = {"weighted": 0.0, "unweighted": 0.0}
    inside = 0
    for seed in range(100):
        pick = Random(seed)
        units = []
        for unit in population(seed, clusters=400, labelled=400, size=1):
            chance = 0.08 if unit.judged == 1 else 0.64
            drawn = pick.random() < chance
            units.append(structs.replace(unit, human=unit.human if drawn else None, weight=1 / chance))
        found = prediction_powered(units)
        assert found.estimate.value is not None and found.estimate.low is not None
        assert found.estimate.high is not None
        errors["weighted"] += found.estimate.value - 0.75
        inside += found.estimate.low <= 0.75 <= found.estimate.high
        plain = prediction_powered([structs.replace(unit, weight=1.0) for unit in units], tuning=0.0)
        assert plain.estimate.value is not None
        errors["unweighted"] += plain.estimate.value - 0.75
    assert abs(errors["weighted"]) / 100 < 0.02
    assert abs(errors["unweighted"]) / 100 > 0.15
    assert inside >= 88


@pytest.mark.parametrize("method", [prediction_powered, rogan_gladen])
def test_known_units_need_no_person(method: Callable[[list[Unit]], Corrected]) -> None:
    """A quarter of the units resolve to nothing: the rate falls by exactly their share."""
    units = population(6, size=1)
    known = [Unit(cluster=f"k{n}", judged=0.0, known=True) for n in range(100)]
    without, mixed = method(units), method([*units, *known])
    assert mixed.estimate.value == pytest.approx(ends(without.estimate)[1] * 0.75)
    assert mixed.human.value == pytest.approx(ends(without.human)[1] * 0.75)
    assert mixed.labelled == 40 and mixed.units == 400


def test_intervals_cover_where_known_units_lie_in_clusters() -> None:
    """One answer in four cites only what does not exist; the long-run rate is 0.75 times 0.75."""
    runs = []
    for seed in range(200):
        pick = Random(seed + 1000)
        broken = {f"a{n:04}" for n in range(300) if pick.random() < 0.25}
        units = [
            structs.replace(unit, judged=0.0, human=None, known=True) if unit.cluster in broken else unit
            for unit in population(seed, labelled=60)
        ]
        runs.append(prediction_powered(units))
    coverage, _, bias = covered(runs, 0.75 * 0.75)
    assert coverage >= 0.9
    assert abs(bias) < 0.01


def test_the_order_of_units_changes_nothing() -> None:
    units = population(9, left_open=0.1)
    shuffled = list(units)
    Random(2).shuffle(shuffled)
    assert prediction_powered(units) == prediction_powered(shuffled)
    assert rogan_gladen(units) == rogan_gladen(shuffled)


def test_a_weight_is_above_zero() -> None:
    with pytest.raises(ValueError):
        prediction_powered([Unit(cluster="a", judged=1.0, human=True, weight=0.0)])


units_of_any_kind = st.lists(
    st.builds(
        Unit,
        cluster=st.sampled_from("abcdefghijklmnop"),
        judged=st.sampled_from((0.0, 0.5, 1.0)),
        human=st.sampled_from((None, True, False)),
        weight=st.floats(0.1, 50),
    ),
    min_size=1,
    max_size=40,
)


@settings(deadline=None)
@given(units_of_any_kind)
def test_a_corrected_rate_is_a_rate(units: list[Unit]) -> None:
    for found in (prediction_powered(units), rogan_gladen(units)):
        value, low, high = found.estimate.value, found.estimate.low, found.estimate.high
        assert (value is None) == (found.reason is not None)
        assert value is None or 0 <= value <= 1
        if low is not None and high is not None and value is not None:
            assert 0 <= low <= value <= high <= 1


def test_two_systems_are_compared_question_by_question() -> None:
    one = prediction_powered(population(11, rate=0.85, labelled=120))
    other = prediction_powered(population(11, rate=0.6, labelled=120))
    found = corrected_difference(one, other)
    assert found.better == "first"
    same = corrected_difference(one, one)
    assert same.difference.value == 0 and same.better == "not distinguishable"
    nothing = corrected_difference(one, prediction_powered([Unit(cluster="a", judged=1.0)]))
    assert nothing.better == "not distinguishable" and nothing.difference.value is None
