"""The numbers of a set: counted by hand, and never silent about what was left open."""

from __future__ import annotations

from random import Random

import pytest
from calibration_samples import case, crowd

from pincite.calibration.decision import Judged
from pincite.calibration.measure import measure

# Full: two accepted, one refused, one open. Not full: one accepted, three refused, one open.
SMALL = [
    case("full", "full 0.9", "full 0.8", key="a"),
    case("full", "full 0.8", "none 0.4", key="b"),
    case("full", "partial 0.4", "full 0.7", key="c"),
    case("full", "undecided", "full 0.7", key="d"),
    case("none", "full 0.7", "full 0.9", key="e"),
    case("none", "none 0.3", "full 0.6", key="f"),
    case("contradiction", "contradiction 0.1", "full 0.9", key="g"),
    case("contradiction", "none 0.2", "none 0.1", key="h"),
    case("partial", "timeout", "none 0.2", key="i"),
]


def test_counts_by_hand() -> None:
    block, _ = measure(SMALL)
    judge = block.judge
    assert (judge.n, judge.groups, judge.decided) == (9, 9, 7)
    assert judge.open == {"timeout": 1, "two_readings": 1}
    assert judge.gold == {"full": 4, "partial": 1, "none": 2, "contradiction": 2}
    assert judge.confusion == {
        "full": {"full": 2, "partial": 1, "undecided": 1},
        "partial": {"unjudged": 1},
        "none": {"full": 1, "none": 1},
        "contradiction": {"contradiction": 1, "none": 1},
    }
    binary = judge.binary
    assert (binary.tp, binary.fn, binary.fp, binary.tn) == (2, 1, 1, 3)
    assert judge.balanced_accuracy.value == pytest.approx((2 / 3 + 3 / 4) / 2)
    assert judge.right == {"full": pytest.approx(2 / 3), "none": 0.5, "contradiction": 0.5}
    assert judge.accepted == {"full": pytest.approx(2 / 3), "none": 0.5, "contradiction": 0.0}
    assert judge.kappa.value == pytest.approx(judge.binary.kappa)
    assert "open_pairs" in judge.flags and "small_sample" in judge.flags


def test_the_bounds_decide_what_is_open_wrong_and_right() -> None:
    judge = measure(SMALL)[0].judge
    assert judge.bounds.low == pytest.approx((2 / 4 + 3 / 5) / 2)
    assert judge.bounds.high == pytest.approx((3 / 4 + 4 / 5) / 2)
    every = [one for one in SMALL if one.decision.label is not None]
    closed = measure(every)[0].judge
    assert closed.bounds.low == closed.bounds.high == pytest.approx(closed.balanced_accuracy.value)


def test_scores_by_hand() -> None:
    scores = measure(SMALL)[0].scores
    assert scores is not None
    assert scores.scored == 7
    # Positives .9 .8 .4 against negatives .7 .3 .1 .2: eleven of twelve pairs in order.
    assert scores.auroc.value == pytest.approx(11 / 12)
    # The open positive at the bottom and the open negative on top, or the other way round.
    assert scores.auroc_bounds.low == pytest.approx(11 / 20)
    assert scores.auroc_bounds.high == pytest.approx(19 / 20)
    assert scores.curve[-1].coverage == pytest.approx(7 / 9)
    assert scores.curve[-1].risk == pytest.approx(2 / 7)


def test_the_baseline_is_compared_where_both_decided() -> None:
    block = measure(SMALL)[0]
    assert block.versus is not None and block.baseline is not None
    assert block.versus.n == 7
    assert block.versus.judge == pytest.approx((2 / 3 + 3 / 4) / 2)
    assert block.versus.baseline == pytest.approx((2 / 3 + 1 / 4) / 2)
    assert (block.versus.only_judge, block.versus.only_baseline) == (3, 1)
    assert block.versus.better == "not distinguishable"
    assert block.versus.mcnemar == pytest.approx(2 * 5 / 16)


def test_without_evidence_texts_there_is_no_baseline() -> None:
    block = measure([case("full", "full 0.9", None), case("none", "none 0.2", None, key="b")])[0]
    assert block.baseline is None and block.versus is None and block.judge.balanced_accuracy.value == 1.0


def test_a_threshold_stands_beside_the_labels() -> None:
    block = measure(SMALL, threshold=0.75)[0]
    assert block.at_threshold is not None
    table = block.at_threshold.binary
    assert (table.tp, table.fn, table.fp, table.tn) == (2, 1, 0, 4)
    assert block.judge == measure(SMALL)[0].judge


@pytest.mark.parametrize(
    ("golds", "four"),
    [
        (("full", "none", "contradiction"), True),
        (("full", "partial", "none", "unsupported"), True),
        (("full", "contradiction"), False),
        (("full", "unsupported"), False),
        (("full", "none", "unsupported"), False),
    ],
)
def test_four_labels_are_compared_only_where_three_are_told_apart(golds: tuple[str, ...], four: bool) -> None:
    some = [case(gold, "none 0.2", key=f"{gold}{n}") for gold in golds for n in range(4)]  # type: ignore[arg-type]
    found = measure(some)[0].four_way
    assert (found is not None) is four
    if found is not None:
        assert found.n == 4 * (len(golds) - golds.count("unsupported"))
        assert found.balanced_accuracy.value == pytest.approx(1 / 3)


def test_unsupported_is_not_full_and_never_exactly_right() -> None:
    judge = measure([case("unsupported", "none 0.1"), case("full", "full 0.9", key="b")])[0].judge
    assert judge.balanced_accuracy.value == 1.0
    assert "unsupported" not in judge.right and judge.accepted["unsupported"] == 0.0


def test_few_groups_have_values_and_no_intervals() -> None:
    some = [case("full", "full 0.9", key=f"a{n}", group=f"g{n % 9}") for n in range(30)]
    some += [case("none", "full 0.7", key=f"b{n}", group=f"g{n % 9}") for n in range(15)]
    some += [case("none", "none 0.2", key=f"c{n}", group=f"g{n % 4}") for n in range(15)]
    assert not measure(some)[0].judge.balanced_accuracy.has_interval
    more = [*some, *(case("none", "none 0.1", key=f"d{n}") for n in range(20))]
    whole, kinds = measure([*more, case("full", "full 0.9", key="e", categories=["rare"])])
    assert whole.judge.balanced_accuracy.has_interval
    assert kinds["rare"].judge.n == 1 and not kinds["rare"].judge.kappa.has_interval


def test_categories_are_measured_apart() -> None:
    some = [
        case("full", "full 0.9", key="a", categories=["negation"]),
        case("none", "full 0.8", key="b", categories=["negation", "table"]),
        case("none", "none 0.2", key="c"),
    ]
    whole, kinds = measure(some)
    assert sorted(kinds) == ["negation", "table"]
    assert kinds["negation"].judge.balanced_accuracy.value == 0.5
    assert kinds["table"].judge.balanced_accuracy.value is None
    assert whole.judge.n == 3
    assert measure(some, categories=False)[1] == {}


def test_people_stand_beside_the_judge() -> None:
    some = [
        case("full", "full 0.9", key=f"a{n}", ratings={"anna": "full", "ben": "full"}) for n in range(8)
    ] + [case("none", "none 0.2", key=f"b{n}", ratings={"anna": "none", "ben": "full"}) for n in range(4)]
    block = measure(some)[0]
    assert block.people is not None and block.people.kappa is not None
    assert block.people.percent.value == pytest.approx(8 / 12)
    # As each other's judge: of 20 "full" the other says full 16 times, of 4 "none" never.
    assert block.people_balanced_accuracy == pytest.approx((16 / 20 + 0) / 2)
    graded = [
        case("full", "full 0.9", key="a", ratings={"anna": "4", "ben": "3"}),
        case("none", "none 0.9", key="b", ratings={"anna": "1", "ben": "1"}),
    ]
    assert measure(graded)[0].people_balanced_accuracy is None


def test_one_class_of_nine_in_ten_is_flagged() -> None:
    some = [case("full", "full 0.9", key=f"a{n}") for n in range(91)]
    some += [case("none", "none 0.2", key=f"b{n}") for n in range(9)]
    assert "prevalent_class" in measure(some)[0].judge.flags
    assert "prevalent_class" not in measure(some[11:])[0].judge.flags


def test_the_order_of_pairs_changes_nothing() -> None:
    some = crowd(3, 120)
    shuffled: list[Judged] = list(some)
    Random(1).shuffle(shuffled)
    assert measure(some, threshold=0.5)[0].judge == measure(shuffled, threshold=0.5)[0].judge


def test_a_better_judge_is_told_from_the_baseline() -> None:
    block = measure(crowd(5, 400))[0]
    assert block.versus is not None and block.versus.better == "first"
    assert block.versus.difference.low is not None and block.versus.difference.low > 0.08
    worse = measure(crowd(5, 400, skill=0.6, baseline_skill=0.85))[0].versus
    assert worse is not None and worse.better == "second"


def test_nothing_is_measured_on_nothing() -> None:
    block, kinds = measure([])
    assert block.judge.n == 0 and block.judge.balanced_accuracy.value is None and kinds == {}
