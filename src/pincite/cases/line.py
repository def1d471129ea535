"""One record of a case file with its place, so that whatever is wrong with it can be pointed at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from pincite.evidence.dates import parse_date
from pincite.io.cases import build_case
from pincite.io.codec import decode
from pincite.io.fields import text_id
from pincite.io.jsonl import Source, read_records
from pincite.io.rejection import Notices, RecordError, Rejection
from pincite.io.wire import CaseRecord
from pincite.model import Case


class CaseLine(Struct, frozen=True, kw_only=True):
    """One case as it stands in its file.

    `data` are the bytes of the record, `prefix` is `$`, or `$[3]` inside an array. `notices` tells of keys
    that the contract does not name.
    """

    case_id: str
    record: CaseRecord
    data: bytes
    file: str
    line: int
    prefix: str = "$"
    notices: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}"

    @property
    def dated(self) -> bool:
        """Whether its as-of date is one, if it has any."""
        return self.record.as_of is None or parse_date(self.record.as_of) is not None

    @property
    def case(self) -> Case:
        """The case; an as-of date that is none is left out."""
        return build_case(self.record if self.dated else structs.replace(self.record, as_of=None))


def read_lines(sources: Source | Iterable[Source]) -> Iterator[CaseLine | Rejection]:
    """Every case of every source, and a rejection in the place of each record that cannot be read.

    Unlike the reader of a run, this one lets pass what a linter has to see: ids given twice, dates that are
    none. Raises InputError when a source cannot be opened.
    """
    for raw in read_records(sources):
        if isinstance(raw, Rejection):
            yield raw
            continue
        notices = Notices()
        try:
            record = decode(raw.data, CaseRecord, "case", notices)
            case_id = text_id(record.case_id)
            if case_id is None:
                raise RecordError("$.case_id", expected="an id", got="an empty string")
        except RecordError as error:
            yield error.rejection(raw.where, prefix=raw.prefix)
            continue
        yield CaseLine(
            case_id=case_id,
            record=record,
            data=raw.data,
            file=raw.file,
            line=raw.line,
            prefix=raw.prefix,
            notices=notices.messages,
        )


def place_of(where: str) -> tuple[str, int]:
    """`file:line` or `file:line:column` as file and line."""
    parts = where.split(":")
    numbers: list[int] = []
    while len(numbers) < 2 and len(parts) > 1 and parts[-1].isdecimal():
        numbers.append(int(parts.pop()))
    return ":".join(parts), numbers[-1] if numbers else 1
