"""The combiner is fitted by hand-written mathematics: it has to find what is there."""

from __future__ import annotations

import numpy
import pytest
from training.combine import OPEN, Row, fitted, left_out
from training.measure import balanced

from pincite.judges.local.features import NAMES


def rows(names: tuple[str, ...] = ("one", "two", "three"), n: int = 300) -> list[Row]:
    """Pairs whose label follows from `words` with some noise, and from nothing else."""
    random = numpy.random.default_rng(7)
    made = []
    for name in names:
        for _ in range(n):
            values = [float(value) for value in random.normal(size=len(NAMES))]
            full = values[NAMES.index("words")] + random.normal() * 0.3 > 0.4
            made.append(Row(name, bool(full), "full" if full else "none", tuple(values), 0.1))
    return made


def test_the_feature_that_decides_gets_the_weight() -> None:
    weights = {one.name: abs(one.weight) for one in fitted(rows()).weights}
    assert max(weights, key=weights.__getitem__) == "words"
    assert weights["words"] > 5 * max(value for name, value in weights.items() if name != "words")


def test_the_threshold_parts_what_can_be_parted() -> None:
    some = rows()
    combiner = fitted(some)
    said = [combiner.support(row.values) >= combiner.full for row in some]
    assert (balanced(list(zip(said, [row.full for row in some], strict=True))) or 0) > 0.9
    close = [combiner.open <= combiner.support(row.values) < combiner.full for row in some]
    assert sum(close) / len(close) == pytest.approx(OPEN, abs=0.02)


def test_a_feature_that_never_varies_breaks_nothing() -> None:
    some = [Row(r.dataset, r.full, r.label, (*r.values[:-1], 3.0), r.contradiction) for r in rows()]
    assert all(numpy.isfinite(one.weight) for one in fitted(some).weights)


def test_each_set_is_left_out_once() -> None:
    told = left_out(rows())
    assert set(told) == {"one", "two", "three"}
    assert all(value > 0.85 for value in told.values())


def test_without_contradictions_the_model_is_not_trusted_with_any() -> None:
    assert fitted(rows()).contradiction == 0.98


@pytest.mark.parametrize(
    ("pairs", "value"),
    [
        ([(True, True), (False, False)], 1.0),
        ([(True, True), (True, False)], 0.5),
        ([(None, True), (True, True), (False, False)], 1.0),
        ([(True, True)], None),
    ],
)
def test_balanced_accuracy_is_over_the_decided(
    pairs: list[tuple[bool | None, bool]], value: float | None
) -> None:
    assert balanced(pairs) == value
