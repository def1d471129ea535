"""Parting cases into parts, such as development, test and sealed, that know nothing of one another."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence

from msgspec import Struct

from pincite.cases.keys import KINDS, USUAL, Key, Kind, keys_of
from pincite.cases.likeness import Groups
from pincite.model import Case

_SHOWN = 5


class Part(Struct, frozen=True, kw_only=True):
    """One part: its name, the share of the cases that it should get, and whether it is sealed."""

    name: str
    share: float
    sealed: bool = False


class Block(Struct, frozen=True, kw_only=True):
    """Cases that must stay together, as places in the input. `ties` are the keys that hold them together."""

    members: tuple[int, ...]
    ties: tuple[Key, ...] = ()


class Shared(Struct, frozen=True, kw_only=True):
    """Keys of one kind that stand in more than one part: how many, and a few with the parts they stand in."""

    kind: str
    declared: bool
    keys: int
    examples: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Partition(Struct, frozen=True, kw_only=True):
    """`part_of` has the place of the part of each case; `blocks` are the largest first.

    `shared` tells for every kind what the parts have in common; of a declared kind that is nothing.
    """

    parts: tuple[Part, ...]
    part_of: tuple[int, ...]
    blocks: tuple[Block, ...]
    shared: tuple[Shared, ...]

    def sizes(self) -> tuple[int, ...]:
        return tuple(self.part_of.count(place) for place in range(len(self.parts)))


def partition(
    cases: Sequence[Case],
    parts: Sequence[Part],
    *,
    kinds: Collection[Kind] = USUAL,
    common: Collection[Key] = (),
    by_time: bool = False,
    seed: int,
) -> Partition:
    """Part cases so that no two parts share a key of a declared kind.

    Cases that share one are a block, over as many steps as it takes, and a block is never divided. Blocks go,
    the largest first and equal ones in an order drawn by the seed, to the part that lacks most. With
    `by_time` every case of a later part is for a later day than all of an earlier one. The order of the cases
    changes nothing. Raises ValueError for a case without `as_of` where it goes by time.
    """
    keys = keys_of(cases, kinds, common=common)
    days = [_day(case) for case in cases] if by_time else None
    blocks = _blocks(keys, days)
    rank = _ranking(cases, seed)
    if days is None:
        ordered = sorted(blocks, key=lambda block: (-len(block.members), rank(block)))
        places = _by_lack(ordered, parts, len(cases))
    else:
        ordered = sorted(blocks, key=lambda block: min(days[member] for member in block.members))
        places = _by_turn(ordered, parts, len(cases))
    part_of = [0] * len(cases)
    for block, place in zip(ordered, places, strict=True):
        for member in block.members:
            part_of[member] = place
    names = [parts[place].name for place in part_of]
    return Partition(
        parts=tuple(parts),
        part_of=tuple(part_of),
        blocks=tuple(sorted(blocks, key=lambda block: (-len(block.members), rank(block)))),
        shared=shared(cases, names, kinds=kinds, common=common),
    )


def shared(
    cases: Sequence[Case],
    parts: Sequence[str],
    *,
    kinds: Collection[Kind] = USUAL,
    common: Collection[Key] = (),
) -> tuple[Shared, ...]:
    """What the parts have in common, kind by kind; `parts` names the part of each case.

    Counted from the cases as they stand, whoever parted them.
    """
    told = []
    for kind in KINDS:
        found: dict[str, set[str]] = {}
        for keys, part in zip(keys_of(cases, (kind,), common=common), parts, strict=True):
            for _, value in keys:
                found.setdefault(value, set()).add(part)
        both = sorted((value, tuple(sorted(where))) for value, where in found.items() if len(where) > 1)
        told.append(Shared(kind=kind, declared=kind in kinds, keys=len(both), examples=tuple(both[:_SHOWN])))
    return tuple(told)


def _blocks(keys: Sequence[frozenset[Key]], days: Sequence[str] | None) -> list[Block]:
    groups = Groups(len(keys))
    first: dict[Key, int] = {}
    often: dict[Key, int] = {}
    for place, some in enumerate(keys):
        for key in some:
            groups.join(place, first.setdefault(key, place))
            often[key] = often.get(key, 0) + 1
    if days is not None:
        _join_overlapping(groups, days)
    members: dict[int, list[int]] = {}
    for place in range(len(keys)):
        members.setdefault(groups.of(place), []).append(place)
    ties: dict[int, list[Key]] = {}
    for key, count in sorted(often.items(), key=lambda item: (-item[1], item[0])):
        if count > 1:
            ties.setdefault(groups.of(first[key]), []).append(key)
    return [
        Block(members=tuple(some), ties=tuple(ties.get(root, ())[:_SHOWN])) for root, some in members.items()
    ]


def _join_overlapping(groups: Groups, days: Sequence[str]) -> None:
    """Blocks whose days overlap cannot be put one before the other, so they are one block."""
    spans: dict[int, tuple[str, str]] = {}
    for place, day in enumerate(days):
        root = groups.of(place)
        begin, end = spans.get(root, (day, day))
        spans[root] = (min(begin, day), max(end, day))
    last: tuple[str, int] | None = None
    for root, (begin, end) in sorted(spans.items(), key=lambda item: (item[1], item[0])):
        if last is not None and begin <= last[0]:
            groups.join(root, last[1])
            end = max(end, last[0])
        last = (end, root)


def _day(case: Case) -> str:
    if case.as_of is None:
        raise ValueError(f"the case {case.case_id!r} has no as_of")
    return case.as_of.strip()[:10]


def _ranking(cases: Sequence[Case], seed: int) -> Callable[[Block], str]:
    """An order of blocks that depends on the seed and on the ids in them, and on nothing else."""

    def rank(block: Block) -> str:
        ids = "\0".join(sorted(cases[member].case_id for member in block.members))
        return hashlib.sha256(f"{seed}\0{ids}".encode("utf-8", "surrogatepass")).hexdigest()

    return rank


def _by_lack(blocks: Sequence[Block], parts: Sequence[Part], total: int) -> list[int]:
    """Each block to the part that is furthest below its share, in cases; of equals the first."""
    lack = [part.share * total for part in parts]
    places = []
    for block in blocks:
        place = max(range(len(parts)), key=lambda place: (lack[place], -place))
        lack[place] -= len(block.members)
        places.append(place)
    return places


def _by_turn(blocks: Sequence[Block], parts: Sequence[Part], total: int) -> list[int]:
    """Each block, in order, to the part in whose stretch of the whole its middle lies."""
    ends = [sum(part.share for part in parts[: place + 1]) * total for place in range(len(parts))]
    places, before = [], 0
    for block in blocks:
        middle = before + len(block.members) / 2
        places.append(next((place for place, end in enumerate(ends) if middle <= end), len(parts) - 1))
        before += len(block.members)
    return places
