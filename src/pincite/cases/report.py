"""What the linter found, put together with counts and the exit code."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pincite.cases.dataset import state_of
from pincite.cases.issue import Issue
from pincite.cases.line import CaseLine, place_of
from pincite.io.rejection import Rejection

NOT_LOOKED_UP = "sources: documents, revisions and required texts (no --corpus, no --answers)"


class FileState(Struct, frozen=True, kw_only=True):
    """One case file as it was read; a file with unreadable cases has no digest."""

    file: str
    cases: int
    unreadable: int
    digest: str | None
    dataset_revision: str | None


class Report(Struct, frozen=True, kw_only=True):
    """Everything that `pincite cases lint` says."""

    files: tuple[FileState, ...]
    issues: tuple[Issue, ...]
    errors: int
    warnings: int
    not_checked: tuple[str, ...]
    exit_code: int

    @classmethod
    def of(
        cls,
        issues: Sequence[Issue],
        lines: Sequence[CaseLine | Rejection],
        *,
        looked_up: bool,
        fail_on: str,
    ) -> Report:
        """Issues by file and line; records that cannot be read make it 2, whatever else was found."""
        files = _states(lines)
        order = {one.file: place for place, one in enumerate(files)}
        errors = sum(one.level == "error" for one in issues)
        failing = {"error": errors, "warning": len(issues), "never": 0}[fail_on]
        unreadable = any(isinstance(line, Rejection) for line in lines)
        return cls(
            files=files,
            issues=tuple(sorted(issues, key=lambda one: (order.get(one.file, len(order)), one.line))),
            errors=errors,
            warnings=len(issues) - errors,
            not_checked=() if looked_up else (NOT_LOOKED_UP,),
            exit_code=2 if unreadable else 1 if failing else 0,
        )


def _states(lines: Sequence[CaseLine | Rejection]) -> tuple[FileState, ...]:
    read: dict[str, list[CaseLine]] = {}
    broken: dict[str, int] = {}
    for line in lines:
        if isinstance(line, Rejection):
            file, _ = place_of(line.where)
            broken[file] = broken.get(file, 0) + 1
            read.setdefault(file, [])
        else:
            read.setdefault(line.file, []).append(line)
    told = []
    for file, some in read.items():
        state = state_of(file, some)
        told.append(
            FileState(
                file=file,
                cases=len(some),
                unreadable=broken.get(file, 0),
                digest=None if file in broken else state.digest,
                dataset_revision=state.revision,
            )
        )
    return tuple(told)
