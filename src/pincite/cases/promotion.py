"""A used test case moves to development: both files get a new revision, and both ledgers say so."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from msgspec import Struct, structs

from pincite.cases.dataset import State, case_bytes, next_revision, state_of
from pincite.cases.keys import TOLD, keys_of
from pincite.cases.ledger import Entry, promoted, recorded
from pincite.cases.line import CaseLine
from pincite.errors import InputError
from pincite.evidence.corpus import text_digest
from pincite.io.codec import decode, scrubbed
from pincite.io.suggestions import nearest
from pincite.io.wire import CaseRecord

_REVISION = ("dataset_revision", "datasetRevision")


class Book(Struct, frozen=True, kw_only=True):
    """A case file with its ledger."""

    file: str
    lines: tuple[CaseLine, ...]
    ledger: tuple[Entry, ...]

    @property
    def state(self) -> State:
        return state_of(self.file, self.lines)


class Written(Struct, frozen=True, kw_only=True):
    """What a case file is to become: its bytes, and what is to be added to its ledger."""

    file: str
    data: bytes
    entries: tuple[Entry, ...]
    revision: str
    digest: str
    cases: int


class Promotion(Struct, frozen=True, kw_only=True):
    """Both files after the move. `left` are cases of the test file that are still tied to a moved one."""

    source: Written
    target: Written
    moved: tuple[str, ...]
    left: tuple[str, ...]


def promote(
    case_ids: Sequence[str],
    source: Book,
    target: Book,
    *,
    at: str,
    reason: str | None = None,
    related: bool = False,
) -> Promotion:
    """Move cases from one file to another. Nothing is written.

    With `related`, the cases that share a question, family, template or conversation with a moved one go too.
    Raises InputError for a case that is not in the source or is in the target already, and where a file is
    not what its ledger has under its revision: a revision is never overwritten.
    """
    _check_sound(source)
    _check_sound(target)
    wanted = _wanted(case_ids, source, target)
    tied = _tied(wanted, source.lines)
    if related:
        wanted, tied = wanted | tied, frozenset()
        _wanted(sorted(wanted), source, target)
    moved = [line for line in source.lines if line.case_id in wanted]
    ids = tuple(line.case_id for line in moved)
    stayed = [line for line in source.lines if line.case_id not in wanted]
    marks = [
        Entry(
            event="promoted",
            at=at,
            digest=text_digest(case_bytes(line.case).decode()),
            case_id=line.case_id,
            dataset_revision=source.state.revision,
            other=target.file,
            reason=reason,
        )
        for line in moved
    ]
    came = [structs.replace(mark, event="received", other=source.file) for mark in marks]
    return Promotion(
        source=_written(source, stayed, marks, at, f"promoted {_listed(ids)}"),
        target=_written(target, [*target.lines, *moved], came, at, f"received {_listed(ids)}"),
        moved=ids,
        left=tuple(line.case_id for line in stayed if line.case_id in tied),
    )


def _wanted(case_ids: Sequence[str], source: Book, target: Book) -> frozenset[str]:
    held = {line.case_id for line in source.lines}
    there = {line.case_id: line for line in target.lines}
    gone, used = promoted(source.ledger), promoted(target.ledger)
    for case_id in case_ids:
        if case_id in used:
            raise InputError(
                f"the case {case_id!r} left {target.file} on {used[case_id].at} because it was used",
                where=source.file,
                hint="write a new case: one that somebody tuned on tests nothing any more",
            )
        if case_id in held and case_id in there:
            raise InputError(
                f"the case {case_id!r} is in both files",
                where=there[case_id].where,
                hint=f"drop it from {source.file} if it was used for development",
            )
        if case_id in held:
            continue
        left = gone.get(case_id)
        if left is not None:
            raise InputError(
                f"the case {case_id!r} was promoted to {left.other} on {left.at}", where=source.file
            )
        close = nearest(case_id, held)
        hint = f"did you mean {close!r}?" if close else None
        raise InputError(f"there is no case {case_id!r}", where=source.file, hint=hint)
    return frozenset(case_ids)


def _check_sound(book: Book) -> None:
    """Raises InputError when a revision would be overwritten, or is none."""
    seen: dict[str, CaseLine] = {}
    for line in book.lines:
        if seen.setdefault(line.case_id, line) is not line:
            raise InputError(
                f"the case {line.case_id!r} stands there twice",
                where=line.where,
                hint="`pincite cases lint` names everything that is wrong with the file",
            )
        if line.prefix != "$" or b"\n" in line.data:
            raise InputError(
                "only files with one case a line can be rewritten", where=line.where, hint="write it as JSONL"
            )
    state = book.state
    if len(state.revisions) > 1:
        named = ", ".join("none" if name is None else repr(name) for name in state.revisions[:5])
        raise InputError(
            f"its cases name several dataset revisions: {named}",
            where=book.file,
            hint="give all cases of the file the same dataset_revision",
        )
    entry = recorded(book.ledger, state.revision) if book.lines else None
    if entry is not None and entry.digest != state.digest:
        raise InputError(
            f"the file was changed since its revision {state.revision!r} was recorded on {entry.at}",
            where=book.file,
            hint="give its cases a new dataset_revision and record it:"
            f" `pincite cases revisions {book.file} --record`",
        )


def _tied(wanted: Collection[str], lines: Sequence[CaseLine]) -> frozenset[str]:
    """The other cases that share a key with a wanted one, over as many steps as it takes."""
    keys = keys_of([line.case for line in lines], TOLD)
    holders: dict[tuple[str, str], list[int]] = {}
    for place, some in enumerate(keys):
        for key in some:
            holders.setdefault(key, []).append(place)
    waiting = [place for place, line in enumerate(lines) if line.case_id in wanted]
    seen = set(waiting)
    while waiting:
        for key in keys[waiting.pop()]:
            for place in holders.pop(key, ()):
                if place not in seen:
                    seen.add(place)
                    waiting.append(place)
    return frozenset(lines[place].case_id for place in seen) - frozenset(wanted)


def _written(book: Book, lines: Sequence[CaseLine], marks: Sequence[Entry], at: str, reason: str) -> Written:
    before = book.state
    taken = {entry.dataset_revision for entry in book.ledger if entry.event == "revision"}
    following = next_revision(before.revision, taken)
    data = [_revised(line.data, following) for line in lines]
    after = state_of(book.file, [_read_again(one, line) for one, line in zip(data, lines, strict=True)])
    entries = list(marks)
    if book.lines and recorded(book.ledger, before.revision) is None:
        # What the file was before is recorded too, so that runs on it can still be told apart.
        entries.insert(0, _revision(before, at, "as found"))
    entries.append(structs.replace(_revision(after, at, reason), dataset_revision=following))
    return Written(
        file=book.file,
        data=b"".join(one + b"\n" for one in data),
        entries=tuple(entries),
        revision=following,
        digest=after.digest,
        cases=after.cases,
    )


def _revision(state: State, at: str, reason: str) -> Entry:
    return Entry(
        event="revision",
        at=at,
        digest=state.digest,
        dataset_revision=state.revision,
        cases=state.cases,
        reason=reason,
    )


def _revised(data: bytes, revision: str) -> bytes:
    """The record with its dataset revision replaced, everything else as it was."""
    value = scrubbed(json.loads(data))
    name = next((key for key in _REVISION if key in value), _REVISION[0])
    value[name] = revision
    blanks = (", ", ": ") if b'": ' in data else (",", ":")
    return json.dumps(value, ensure_ascii=False, separators=blanks).encode()


def _read_again(data: bytes, line: CaseLine) -> CaseLine:
    return structs.replace(line, data=data, record=decode(data, CaseRecord, "case"))


def _listed(ids: Sequence[str]) -> str:
    some = ", ".join(ids[:5])
    return some if len(ids) <= 5 else f"{some} and {len(ids) - 5} more"
