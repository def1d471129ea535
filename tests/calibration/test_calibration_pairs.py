"""Labelled pairs: what is read, what is refused, and how they fall into parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.calibration.pairs import Pair, is_development, limited, read_pairs
from pincite.errors import InputError
from pincite.io.rejection import Notices, Rejection

SMALL = {"claim": "Bats fly.", "evidence": "Bats fly at night.", "label": "full"}


def read(folder: Path, *records: Any, name: str = "bats.jsonl") -> list[Pair | Rejection]:
    path = folder / name
    lines = [one if isinstance(one, str) else json.dumps(one) for one in records]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return list(read_pairs(str(path)))


def test_the_smallest_pair(tmp_path: Path) -> None:
    (pair,) = read(tmp_path, SMALL)
    assert pair == Pair(
        pair_id="line-1",
        dataset="bats",
        group="line-1",
        claim="Bats fly.",
        evidence=("Bats fly at night.",),
        label="full",
    )


def test_every_key(tmp_path: Path) -> None:
    (pair,) = read(
        tmp_path,
        {
            "id": 7,
            "dataset": "caves",
            "split": "dev",
            "group": 3,
            "question": "Do bats fly?",
            "evidence": ["Bats fly.", "At night."],
            "claim": "Bats fly at night.",
            "label": "unsupported",
            "rawLabel": {"score": 2},
            "raters": {"anna": "full", "ben": "none"},
            "ratings": [1, None, "x"],
            "category": ["temporal", "temporal", "odd"],
        },
    )
    assert isinstance(pair, Pair)
    assert (pair.pair_id, pair.dataset, pair.group) == ("7", "caves", "3")
    assert pair.raters == {"anna": "full", "ben": "none", "rater-1": "1", "rater-3": "x"}
    assert pair.categories == ("temporal", "odd")
    asked = pair.as_question()
    assert [passage.text for passage in asked.passages] == ["Bats fly.", "At night."]
    assert (asked.question_id, asked.question) == ("caves/7", "Do bats fly?")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"label": "supported"}, "$.label: expected one of contradiction, full"),
        ({"label": None}, "$.label"),
        ({"claim": "  "}, "$.claim: expected a claim"),
        ({"claim": 3}, "$.claim: expected string, got integer"),
        ({"evidence": None}, "$.evidence"),
        ({"evidence": [3]}, "$.evidence[0]: expected string"),
    ],
)
def test_what_is_no_pair_is_refused_with_its_place(tmp_path: Path, change: Any, message: str) -> None:
    good, bad = read(tmp_path, SMALL, {**SMALL, **change})
    assert isinstance(good, Pair)
    assert isinstance(bad, Rejection)
    assert bad.where.endswith("bats.jsonl:2") and message in str(bad)


def test_an_id_is_taken_once_in_a_set(tmp_path: Path) -> None:
    one, again, other = read(
        tmp_path, {**SMALL, "id": "a"}, {**SMALL, "id": "a"}, {**SMALL, "id": "a", "dataset": "caves"}
    )
    assert isinstance(one, Pair) and isinstance(other, Pair)
    assert isinstance(again, Rejection) and "earlier pair" in again.message


def test_unknown_keys_are_named_once(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(f"{json.dumps({**SMALL, 'lable': 1})}\n" * 2, encoding="utf-8")
    notices = Notices()
    assert len(list(read_pairs(str(path), notices=notices))) == 2
    assert notices.messages == (
        "unknown key 'lable' in pair records; it is kept in metadata (did you mean 'label'?)",
    )


def test_an_absent_file_is_an_error() -> None:
    with pytest.raises(InputError):
        list(read_pairs("nowhere.jsonl"))


def pair(number: int, group: str, dataset: str = "a") -> Pair:
    return Pair(pair_id=str(number), dataset=dataset, group=group, claim="c", evidence=("e",), label="full")


def test_parts_follow_the_share_and_the_seed() -> None:
    names = [f"group-{n}" for n in range(4000)]
    development = [name for name in names if is_development(name, 0.3, 7)]
    assert 0.27 < len(development) / len(names) < 0.33
    assert development != [name for name in names if is_development(name, 0.3, 8)]
    assert not any(is_development(name, 0.0, 7) for name in names)
    # A larger share keeps what a smaller one took.
    assert all(is_development(name, 0.5, 7) for name in development)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 6)), max_size=40),
    st.integers(1, 12),
    st.randoms(),
)
def test_a_limit_takes_whole_groups_whatever_the_order(
    places: list[tuple[str, int]], limit: int, shuffler: Any
) -> None:
    pairs = [pair(n, f"g{group}", dataset) for n, (dataset, group) in enumerate(places)]
    kept = limited(pairs, limit, 7)
    for dataset in "ab":
        there = [one for one in pairs if one.dataset == dataset]
        taken = [one for one in kept if one.dataset == dataset]
        assert len(taken) == min(limit, len(there))
        groups = {one.group for one in taken}
        cut = [g for g in groups if sum(o.group == g for o in taken) < sum(o.group == g for o in there)]
        assert len(cut) <= 1
    shuffled = list(pairs)
    shuffler.shuffle(shuffled)
    assert {one.group for one in limited(shuffled, limit, 7)} == {one.group for one in kept}
    assert limited(pairs, None, 7) == pairs
