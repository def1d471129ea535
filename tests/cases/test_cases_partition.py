"""Splitting: parts are disjoint, lose nothing and share no declared key, whatever the cases."""

from __future__ import annotations

import itertools
import json
from typing import Any

import msgspec
import pytest
from cases_samples import case, lines
from hypothesis import given
from hypothesis import strategies as st

from pincite.cases.keys import KINDS, Kind, keys_of
from pincite.cases.likeness import alike
from pincite.cases.line import CaseLine
from pincite.cases.parting import Split, parting, verify
from pincite.cases.partition import Part, partition, shared
from pincite.model import Case
from pincite.text.words import content_words

PARTS = [
    Part(name="dev", share=0.6),
    Part(name="test", share=0.2),
    Part(name="sealed", share=0.2, sealed=True),
]
NAMES = st.sampled_from(["a", "b", "c", "d", None])
QUESTIONS = st.sampled_from(
    [
        "How long may a boat moor at the south pier?",
        "At the south pier, how long may the boat moor?",
        "When is the lighthouse lit?",
        "Who repairs Tidewater buoys in winter?",
        "What is it?",
        None,
    ]
)


@st.composite
def some_cases(draw: st.DrawFn) -> list[Case]:
    return [
        case(
            f"q-{number}",
            question=draw(QUESTIONS),
            family=draw(NAMES),
            template=draw(NAMES),
            documents=draw(st.lists(st.sampled_from("xyz"), max_size=2)),
            as_of=f"2025-01-{draw(st.integers(1, 9)):02d}",
            metadata={"conversation_id": draw(NAMES)},
        )
        for number in range(draw(st.integers(1, 12)))
    ]


@given(some_cases(), st.sets(st.sampled_from(KINDS)), st.booleans(), st.integers(0, 3))
def test_parts_are_disjoint_lose_nothing_and_share_no_declared_key(
    cases: list[Case], kinds: set[Kind], by_time: bool, seed: int
) -> None:
    done = partition(cases, PARTS, kinds=kinds, by_time=by_time, seed=seed)
    assert len(done.part_of) == len(cases)
    assert sum(done.sizes()) == len(cases)
    members = [place for block in done.blocks for place in block.members]
    assert sorted(members) == list(range(len(cases)))
    keys = keys_of(cases, kinds)
    for one, other in itertools.combinations(range(len(cases)), 2):
        if done.part_of[one] != done.part_of[other]:
            assert not keys[one] & keys[other]
            if by_time:
                earlier, later = sorted((one, other), key=lambda place: done.part_of[place])
                assert (cases[earlier].as_of or "") < (cases[later].as_of or "")
    assert all(not row.keys for row in done.shared if row.kind in kinds)


@given(some_cases(), st.randoms(use_true_random=False), st.booleans())
def test_the_order_of_the_cases_changes_nothing(cases: list[Case], chance: Any, by_time: bool) -> None:
    mixed = list(cases)
    chance.shuffle(mixed)
    one = partition(cases, PARTS, by_time=by_time, seed=3)
    other = partition(mixed, PARTS, by_time=by_time, seed=3)
    assert {c.case_id: p for c, p in zip(cases, one.part_of, strict=True)} == {
        c.case_id: p for c, p in zip(mixed, other.part_of, strict=True)
    }
    assert one.shared == other.shared


def test_shares_are_met_where_blocks_allow_it_and_the_seed_moves_them() -> None:
    cases = [case(f"q-{number}", question=f"What does pier {number * 7919} cost?") for number in range(100)]
    done = partition(cases, PARTS, kinds={"family"}, seed=1)
    assert done.sizes() == (60, 20, 20)
    assert partition(cases, PARTS, kinds={"family"}, seed=2).part_of != done.part_of


def test_ties_are_passed_on_and_common_keys_are_none() -> None:
    cases = [
        case("q-1", family="f", documents=["handbook"]),
        case("q-2", family="f", documents=["rates"]),
        case("q-3", documents=["rates", "handbook"]),
        case("q-4", documents=["handbook"]),
    ]
    done = partition(cases, PARTS, seed=1)
    assert done.sizes() == (4, 0, 0)
    assert done.blocks[0].ties[0] == ("document", "handbook")
    loose = partition(cases, PARTS, common={("document", "handbook"), ("document", "rates")}, seed=1)
    assert [len(block.members) for block in loose.blocks] == [2, 1, 1]
    assert {row.kind: row.keys for row in loose.shared}["document"] == 0


def test_time_needs_dates() -> None:
    with pytest.raises(ValueError, match="q-1"):
        partition([case("q-1")], PARTS, by_time=True, seed=1)


def test_entities_are_declared_or_read_from_the_text() -> None:
    told = case("q-1", question="Who owns it?", metadata={"entities": ["Tidewater  Ltd", 5, None]})
    read = case("q-2", question="Does Tidewater repair buoys?")
    assert keys_of([told, read], {"entity"}) == [
        {("entity", "tidewater ltd"), ("entity", "5")},
        {("entity", "tidewater")},
    ]


WORDS = st.sampled_from(["pier", "boat", "moor", "south", "north", "fee", "light", "buoy", "winter", "tide"])


@given(
    st.lists(st.lists(WORDS, max_size=8).map(" ".join), max_size=10), st.sampled_from([0.5, 0.7, 0.8, 1.0])
)
def test_likeness_finds_what_comparing_all_with_all_would(texts: list[str], least: float) -> None:
    groups = alike(texts, least)
    sets = [content_words(text) for text in texts]
    naive = list(range(len(texts)))
    for one, other in itertools.combinations(range(len(texts)), 2):
        union = len(sets[one] | sets[other])
        same = texts[one] == texts[other] or (union and len(sets[one] & sets[other]) / union >= least - 1e-9)
        if same:
            old, new = max(naive[one], naive[other]), min(naive[one], naive[other])
            naive = [new if group == old else group for group in naive]
    assert groups == naive


def _split(records: list[dict[str, Any]]) -> tuple[list[CaseLine], Any, Any]:
    read = [line for line in lines(*records) if isinstance(line, CaseLine)]
    done = partition([line.case for line in read], PARTS, seed=7)
    return read, done, parting(read, done, kinds={"family"}, common=(), by_time=False, seed=7)


def test_files_of_a_split_hold_every_case_as_it_stood_in_one_order() -> None:
    records = [{"case_id": f"q-{n}", "question": f"Q {n * 31}?", "notes": "é"} for n in range(10)]
    _, _, written = _split(records)
    held = [
        line for name in ("dev", "test", "sealed") for line in written.files[f"{name}.jsonl"].splitlines()
    ]
    assert sorted(json.loads(line)["case_id"] for line in held) == sorted(one["case_id"] for one in records)
    assert set(held) == {json.dumps(one).encode() for one in records}
    assert _split(records[::-1])[2] == written
    assert written.files["sealed.jsonl.sha256"].decode() == f"{written.sha256['sealed']}  sealed.jsonl\n"


def test_a_broken_seal_a_shared_key_and_a_case_in_two_parts_are_seen() -> None:
    records = [{"case_id": f"q-{n}", "question": f"Q {n * 31}?", "family": f"f{n}"} for n in range(10)]
    _, _, written = _split(records)
    split = msgspec.json.decode(written.files["split.json"], type=Split)

    def told(**changed: bytes) -> Any:
        data = {part.name: changed.get(part.name, written.files[part.file]) for part in split.parts}
        return verify(
            split,
            data,
            {
                name: [line for line in lines(*some.decode().splitlines()) if isinstance(line, CaseLine)]
                for name, some in data.items()
            },
        )

    assert told().sound
    dev, test = written.files["dev.jsonl"], written.files["test.jsonl"]
    moved = test.splitlines()[0] + b"\n"
    assert told(test=test.removeprefix(moved), dev=dev + moved).sound
    assert told(test=test + b'{"case_id": "new", "question": "New?"}\n').sound
    twice = told(dev=dev + moved)
    assert not twice.sound and "1 cases are in two parts" in twice.reasons[0]
    leaked = told(dev=dev + moved.replace(b'"q-', b'"p-'))
    assert not leaked.sound and leaked.reasons == ("parts share 1 family",)
    broken = told(sealed=written.files["sealed.jsonl"] + b"\n")
    assert not broken.sound and broken.reasons == ("the seal of sealed is broken",)


def test_what_is_shared_is_counted_whoever_parted() -> None:
    cases = [case("q-1", family="F"), case("q-2", family="f "), case("q-3", template="t")]
    told = {row.kind: row for row in shared(cases, ["dev", "test", "test"], kinds={"template"})}
    assert (told["family"].keys, told["family"].examples) == (1, (("f", ("dev", "test")),))
    assert not told["family"].declared and told["template"].declared and told["template"].keys == 0
