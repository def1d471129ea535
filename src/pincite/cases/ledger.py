"""The ledger beside a case file: its revisions, and the cases that left or came. It only grows."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from pincite.cases.dataset import State
from pincite.cases.issue import RULES, Issue
from pincite.cases.line import CaseLine
from pincite.errors import InputError
from pincite.io.codec import encode_row

if sys.platform != "win32":
    import fcntl

Event = Literal["revision", "promoted", "received"]


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a ledger.

    `revision`: the file was recorded as `dataset_revision`, with `digest` over its `cases`. `promoted`: the
    case `case_id`, whose own digest is `digest`, left for the file `other`; `received`: it came from there.
    `at` is a date, `reason` what somebody had to say about it.
    """

    event: Event
    at: str
    digest: str
    dataset_revision: str | None = None
    cases: int | None = None
    case_id: str | None = None
    other: str | None = None
    reason: str | None = None


def ledger_path(file: str | Path) -> Path:
    """`test.jsonl` has its ledger in `test.jsonl.ledger`: no pattern for case files takes it for one."""
    return Path(f"{file}.ledger")


def read_ledger(file: str | Path) -> list[Entry]:
    """The entries of the ledger of a case file, oldest first; none without a ledger.

    Raises InputError for a line that is no entry: a ledger is only ever written by the program.
    """
    path = ledger_path(file)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"cannot read the ledger: {error.strerror}", where=str(path)) from None
    entries = []
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            entries.append(msgspec.json.decode(line, type=Entry))
        except msgspec.DecodeError as error:
            raise InputError(
                f"the ledger is damaged: {error}",
                where=f"{path}:{number}",
                hint="bring it back from version control; nothing in it is ever changed",
            ) from None
    return entries


def append(file: str | Path, entries: Iterable[Entry]) -> None:
    """Write entries at the end of the ledger of a case file, and do not return before they are on disk."""
    path = ledger_path(file)
    data = b"".join(encode_row(entry) + b"\n" for entry in entries)
    if not data:
        return
    try:
        with path.open("ab") as ledger:
            ledger.write(data)
            ledger.flush()
            os.fsync(ledger.fileno())
    except OSError as error:
        raise InputError(f"cannot write the ledger: {error.strerror}", where=str(path)) from None


@contextmanager
def alone(files: Iterable[str | Path]) -> Iterator[None]:
    """Nobody else who asks for it changes these case files or their ledgers meanwhile.

    The folders are locked and not the files, which are replaced. Where the system has no such locks
    (Windows), one person at a time may change case files.
    """
    with ExitStack() as held:
        if sys.platform != "win32":
            for folder in sorted({Path(file).resolve().parent for file in files}):
                try:
                    opened = os.open(folder, os.O_RDONLY)
                except OSError as error:
                    raise InputError(f"cannot open the folder: {error.strerror}", where=str(folder)) from None
                held.callback(os.close, opened)
                fcntl.flock(opened, fcntl.LOCK_EX)
        yield


def recorded(entries: Iterable[Entry], revision: str | None) -> Entry | None:
    """The entry under which a revision was recorded."""
    return next(
        (one for one in entries if one.event == "revision" and one.dataset_revision == revision), None
    )


def promoted(entries: Iterable[Entry]) -> dict[str, Entry]:
    """The cases that left the file and have not come back through the ledger, by id."""
    gone: dict[str, Entry] = {}
    for entry in entries:
        if entry.case_id is None:
            continue
        if entry.event == "promoted":
            gone[entry.case_id] = entry
        elif entry.event == "received":
            gone.pop(entry.case_id, None)
    return gone


def ledger_issues(state: State, lines: Sequence[CaseLine], entries: Sequence[Entry]) -> list[Issue]:
    """Where a case file is not what its ledger says."""
    found = []
    entry = recorded(entries, state.revision) if len(state.revisions) == 1 else None
    first = lines[0].line if lines else 1
    if len(state.revisions) > 1:
        named = ", ".join("none" if name is None else repr(name) for name in state.revisions[:5])
        found.append(
            _issue("mixed_revisions", state.file, first, f"the cases name {len(state.revisions)}: {named}",
                   "one file is one revision: give all cases the same dataset_revision")
        )  # fmt: skip
    if entry is not None and entry.digest != state.digest:
        name = "no revision" if state.revision is None else f"revision {state.revision!r}"
        found.append(
            _issue("revision_changed", state.file, first, f"{name} was recorded on {entry.at} with digest"
                   f" {entry.digest[:12]}, and the file now has {state.digest[:12]}",
                   "give the changed cases a new dataset_revision and record it with `pincite cases revisions"
                   f" {state.file} --record`")
        )  # fmt: skip
    gone = promoted(entries)
    for line in lines:
        left = gone.get(line.case_id)
        if left is not None:
            found.append(
                Issue(
                    rule="promoted_case_back",
                    level=RULES["promoted_case_back"].level,
                    file=line.file,
                    line=line.line,
                    path=f"{line.prefix}.case_id",
                    message=f"{line.case_id!r} was promoted to {left.other} on {left.at}",
                    fix="drop it here: whoever tuned on it cannot be tested on it",
                    case_id=line.case_id,
                )
            )
    return found


def _issue(rule: str, file: str, line: int, message: str, fix: str) -> Issue:
    return Issue(
        rule=rule,
        level=RULES[rule].level,
        file=file,
        line=line,
        path="$.dataset_revision",
        message=message,
        fix=fix,
    )
