"""A case file as a data set: its digest, its revision, and the name of the next one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Sequence

import msgspec
from msgspec import Struct

from pincite.cases.line import CaseLine
from pincite.model import Case

_NUMBER = re.compile(r"(.*?)([0-9]{1,12})", re.DOTALL)


class State(Struct, frozen=True, kw_only=True):
    """What a case file holds now.

    `revisions` are the dataset revisions that its cases name, None for those that name none; more than one
    means that the file is no single revision of anything.
    """

    file: str
    cases: int
    digest: str
    revisions: tuple[str | None, ...]

    @property
    def revision(self) -> str | None:
        """The one revision that all cases name; None without one."""
        return self.revisions[0] if len(self.revisions) == 1 else None


def state_of(file: str, lines: Sequence[CaseLine]) -> State:
    """The state of a file whose cases could all be read."""
    cases = [line.case for line in lines]
    named = dict.fromkeys(case.dataset_revision for case in cases)
    return State(
        file=file,
        cases=len(cases),
        digest=digest(cases),
        revisions=tuple(sorted(named, key=lambda name: (name is not None, name or ""))),
    )


def digest(cases: Iterable[Case]) -> str:
    """SHA-256 over cases in the order of their ids: independent of the order of lines and keys.

    The same number stands in the manifest of a run under `versions.cases`.
    """
    sha = hashlib.sha256()
    for case in sorted(cases, key=lambda case: case.case_id):
        sha.update(case_bytes(case))
        sha.update(b"\n")
    return sha.hexdigest()


def case_bytes(case: Case) -> bytes:
    """A case as bytes that are equal for equal cases."""
    return msgspec.json.encode(case, order="sorted")


def next_revision(name: str | None, taken: Collection[str | None] = ()) -> str:
    """The revision after this one: the number at its end one higher, or a number added.

    `demo-1` is followed by `demo-2`, `r009` by `r010`, `spring` by `spring-2`, no revision at all by `1`.
    Those that are `taken` are passed over.
    """
    numbered = _NUMBER.fullmatch(name) if name is not None else None
    if numbered is None:
        stem, digits, number = ("", "", 0) if name is None else (f"{name}-", "", 1)
    else:
        stem, digits = numbered[1], numbered[2]
        number = int(digits)
    while True:
        number += 1
        following = f"{stem}{number:0{len(digits)}d}" if digits.startswith("0") else f"{stem}{number}"
        if following not in taken:
            return following
