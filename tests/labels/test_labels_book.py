"""The book: it only grows, and what stands in it is found by rule."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from labels_rows import label, row
from msgspec import structs

from pincite.errors import InputError
from pincite.io.rejection import Rejection
from pincite.labels.book import add, append, current, gold, read_book
from pincite.labels.record import Label, Unit


def test_a_book_only_grows(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "labels.jsonl"
    assert read_book(path) == []
    one, two = label("a", "full"), label("b", "none")
    append(path, [one])
    before = path.read_bytes()
    append(path, [two])
    append(path, [])
    assert path.read_bytes().startswith(before)
    assert read_book(path) == [one, two]


def test_a_lost_line_break_joins_no_records(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    append(path, [label("a", "full")])
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    append(path, [label("b", "full")])
    assert [one.answer_id for one in read_book(path)] == ["a", "b"]


def test_a_damaged_book_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(InputError, match="damaged"):
        read_book(path)


def test_importing_twice_adds_nothing() -> None:
    some = [label("a", "full"), label("b", "none")]
    first = add([], some)
    assert first.added == tuple(some) and first.known == 0
    again = add(first.added, [*some, label("c", "full")])
    assert again.known == 2 and [one.answer_id for one in again.added] == ["c"]


def test_nothing_is_overwritten() -> None:
    one = label("a", "full")
    found = add([one], [structs.replace(one, label="none")])
    assert not found.added and "its id is that of another label" in found.rejected[0].message


def test_a_second_label_of_a_rater_stands_beside_the_first() -> None:
    found = add([label("a", "full", at="2026-01-01T10:00")], [label("a", "none", at="2026-01-02T10:00")])
    assert found.revised == 1 and len(found.added) == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"answer_id": "z"}, "the run has no claim 'c1' of answer 'z'"),
        ({"claim_id": "c7"}, "the run has no claim 'c7'"),
        ({"start": 1}, "its span is 1..9, that of claim 'c1' is 0..9"),
        ({"text": "Bats nap."}, "its text is not that of claim 'c1'"),
        ({"citation_ids": ["1", "8"]}, "the claim has no citation '8'"),
    ],
)
def test_a_label_has_to_fit_its_claim(change: dict[str, object], message: str) -> None:
    claim = row("a", "full", "full full")
    claims = {("a", "c1"): claim}
    assert add([], [label("a", "full", text="Bats fly.", citation_ids=["2"])], claims=claims).added
    found = add([], [structs.replace(label("a", "full"), **change)], claims=claims)
    assert not found.added and message in found.rejected[0].message


def test_rejections_pass_through() -> None:
    bad = Rejection(where="x:1", message="no")
    assert add([], [bad, label("a", "full")]).rejected == (bad,)


def test_only_ones_own_label_can_be_taken_back() -> None:
    one = label("a", "full")
    assert add([one], [label("a", None, "anna", retracts=one.label_id)]).added
    for other in (label("a", None, "ben", retracts=one.label_id), label("a", None, "anna", retracts="none")):
        assert not add([one], [other]).added


def test_nobody_adjudicates_own_labels() -> None:
    book = [label("a", "full"), label("a", "none", "ben")]
    ids = [one.label_id for one in book]
    assert add(book, [label("a", "full", "cleo", adjudicates=ids)]).added
    assert not add(book, [label("a", "full", "ben", adjudicates=ids)]).added


def test_the_latest_label_of_a_rater_stands() -> None:
    early = label("a", "full", at="2026-01-01T10:00:00+02:00")
    late = label("a", "none", at="2026-01-01T09:00:00Z")
    assert current([late, early]) == [late]
    undated = [label("a", "full", note="1"), label("a", "none", note="2")]
    assert current(undated) == [undated[1]]


def test_a_retraction_brings_the_earlier_label_back() -> None:
    early, late = label("a", "full", at="2026-01-01T10:00"), label("a", "none", at="2026-01-02T10:00")
    back = label("a", None, retracts=late.label_id)
    assert current([early, late, back]) == [early]


def test_gold_is_the_majority_or_the_adjudicator() -> None:
    unit = Unit("a", "c1")
    two = [label("a", "full"), label("a", "none", "ben")]
    assert gold(two)[unit].label is None
    assert gold([*two, label("a", "none", "cleo")])[unit].label == "none"
    settled = gold([*two, label("a", "partial", "dora", adjudicates=[one.label_id for one in two])])[unit]
    assert (settled.label, settled.adjudicated) == ("partial", True)
    assert settled.ratings == {"anna": "full", "ben": "none"}


def test_assisted_labels_are_no_gold() -> None:
    assert gold([label("a", "full", assisted=True)]) == {}


def test_a_claim_and_one_of_its_citations_are_two_units() -> None:
    found = gold([label("a", "full"), label("a", "none", citation_ids=["2"], weight=2.0)])
    assert {unit.citation_ids: one.label for unit, one in found.items()} == {None: "full", ("2",): "none"}
    assert found[Unit("a", "c1", ("2",))].weight == 2.0


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["full", "none"]), st.integers(1, 5))),
    st.randoms(),
)
def test_merging_in_any_order_gives_the_same_gold(
    places: list[tuple[str, str, int]], shuffler: Random
) -> None:
    """Labels with times of their own: the files of several people can be merged either way round."""
    some: list[Label] = [
        label("x", word, rater, at=f"2026-01-0{day}T00:00:{n:02}")
        for n, (rater, word, day) in enumerate(places)
    ]
    merged = list(some)
    shuffler.shuffle(merged)
    assert gold(merged) == gold(some)
