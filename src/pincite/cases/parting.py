"""A split as files: one a part, a seal beside sealed ones, and `split.json`; and whether it still holds."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec import Struct

from pincite.cases.dataset import digest
from pincite.cases.keys import KINDS, Key, Kind
from pincite.cases.line import CaseLine
from pincite.cases.partition import Partition, Shared, shared
from pincite.io.codec import encode_row

MANIFEST = "split.json"


class PartFile(Struct, frozen=True, kw_only=True):
    """One part as it was written: `sha256` is over the bytes of its file, `digest` over its cases."""

    name: str
    file: str
    share: float
    sealed: bool
    cases: int
    sha256: str
    digest: str


class Split(Struct, frozen=True, kw_only=True):
    """`split.json`: how the cases were parted, and what came of it."""

    schema_version: str = "1"
    seed: int
    by: tuple[str, ...]
    by_time: bool
    common: tuple[tuple[str, str], ...]
    parts: tuple[PartFile, ...]
    shared: tuple[Shared, ...]


class Parting(Struct, frozen=True, kw_only=True):
    """The files of a split, by name, and the SHA-256 of each part by its name."""

    files: dict[str, bytes]
    sha256: dict[str, str]


class Verdict(Struct, frozen=True, kw_only=True):
    """Whether a split still holds. `lines` tell of each part, `reasons` sum up."""

    sound: bool
    lines: tuple[str, ...]
    reasons: tuple[str, ...]
    shared: tuple[Shared, ...]


def parting(
    lines: Sequence[CaseLine],
    done: Partition,
    *,
    kinds: Collection[Kind],
    common: Collection[Key],
    by_time: bool,
    seed: int,
) -> Parting:
    """The files of a split. Each case is written as it stood, in the order of the ids: the order of the input
    changes no byte.
    """
    files: dict[str, bytes] = {}
    told = []
    for place, part in enumerate(done.parts):
        some = sorted(
            (line for line, own in zip(lines, done.part_of, strict=True) if own == place),
            key=lambda line: line.case_id,
        )
        data = b"".join(_one_line(line.data) + b"\n" for line in some)
        name = f"{part.name}.jsonl"
        files[name] = data
        sha = hashlib.sha256(data).hexdigest()
        if part.sealed:
            files[f"{name}.sha256"] = f"{sha}  {name}\n".encode()
        told.append(
            PartFile(
                name=part.name,
                file=name,
                share=part.share,
                sealed=part.sealed,
                cases=len(some),
                sha256=sha,
                digest=digest(line.case for line in some),
            )
        )
    split = Split(
        seed=seed,
        by=tuple(kind for kind in KINDS if kind in kinds),
        by_time=by_time,
        common=tuple(sorted(common)),
        parts=tuple(told),
        shared=done.shared,
    )
    files[MANIFEST] = msgspec.json.format(encode_row(split), indent=2) + b"\n"
    return Parting(files=files, sha256={part.name: part.sha256 for part in told})


def _one_line(data: bytes) -> bytes:
    """A record of an array may stand on several lines."""
    return msgspec.json.format(data, indent=-1) if b"\n" in data else data


def verify(split: Split, data: Mapping[str, bytes], lines: Mapping[str, Sequence[CaseLine]]) -> Verdict:
    """Whether seals are unbroken and no two parts share what they must not, as the files stand now.

    `data` and `lines` are the bytes and the cases of each part by its name. Parts that are not sealed may
    change; what they share counts all the same.
    """
    told, reasons = [], []
    for part in split.parts:
        same = hashlib.sha256(data[part.name]).hexdigest() == part.sha256
        held = len(lines[part.name])
        if same:
            told.append(f"{part.name}: {held} cases, as {'sealed' if part.sealed else 'written'}")
        elif part.sealed:
            told.append(f"{part.name}: {held} cases, not what was sealed ({part.cases} cases)")
            reasons.append(f"the seal of {part.name} is broken")
        else:
            told.append(f"{part.name}: {held} cases, changed since ({part.cases} then)")
    cases = [line.case for part in split.parts for line in lines[part.name]]
    names = [part.name for part in split.parts for _ in lines[part.name]]
    where: dict[str, set[str]] = {}
    for case, name in zip(cases, names, strict=True):
        where.setdefault(case.case_id, set()).add(name)
    twice = sorted(case_id for case_id, parts in where.items() if len(parts) > 1)
    if twice:
        reasons.append(f"{len(twice)} cases are in two parts: {', '.join(map(repr, twice[:5]))}")
    kinds = [kind for kind in KINDS if kind in split.by]
    common = frozenset((kind, value) for kind in KINDS for own, value in split.common if own == kind)
    found = shared(cases, names, kinds=kinds, common=common)
    leaks = [f"{one.keys} {one.kind}" for one in found if one.declared and one.keys]
    if leaks:
        reasons.append(f"parts share {', '.join(leaks)}")
    if split.by_time and not _in_order(split, lines):
        reasons.append("a later part has days of an earlier one")
    return Verdict(
        sound=not reasons,
        lines=tuple(told),
        reasons=tuple(reasons) or ("seals unbroken, nothing declared is shared",),
        shared=found,
    )


def _in_order(split: Split, lines: Mapping[str, Sequence[CaseLine]]) -> bool:
    """Whether every dated case of a part is for a later day than all of the parts before it."""
    last = ""
    for part in split.parts:
        days = [(line.record.as_of or "").strip()[:10] for line in lines[part.name]]
        days = [day for day in days if day]
        if days and min(days) <= last:
            return False
        last = max([last, *days])
    return True
