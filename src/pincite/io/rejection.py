"""What was wrong with a record of the input, and what is worth knowing about the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")

SHOWN = 20


class Rejection(Struct, frozen=True, kw_only=True):
    """One record that could not be used.

    `where` is `file:line`, or `file:line:column` for broken JSON; `path` the JSON path of the fault in the
    record (`$` for the record itself). `expected` and `got` are short nouns and empty where they would say
    nothing; `message` is the whole sentence, lower case and without a final stop. `hint` is one edit that
    mends it, or None.
    """

    where: str
    path: str = "$"
    expected: str = ""
    got: str = ""
    message: str
    hint: str | None = None

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}"
        return f"{text} ({self.hint})" if self.hint else text

    def redacted(self) -> str:
        """Where the fault is and what was expected there."""
        if not self.expected:
            return f"{self.where}: {self.message}"
        return f"{self.where}: {self.path}: expected {self.expected}"


class RecordError(Exception):
    """A record breaks a rule. Raised inside the reader only, where it becomes a `Rejection`."""

    def __init__(
        self,
        path: str,
        *,
        expected: str = "",
        got: str = "",
        message: str = "",
        hint: str | None = None,
        column: int | None = None,
    ) -> None:
        self.path = path
        self.expected = expected
        self.got = got
        self.message = message or f"{path}: expected {expected}, got {got}"
        self.hint = hint
        self.column = column
        super().__init__(self.message)

    def rejection(self, where: str, *, prefix: str = "$") -> Rejection:
        """The rejection to show; `prefix` replaces the `$` of a record inside an array (`$[3]`)."""
        path, message = self.path, self.message
        if prefix != "$":
            message = message.replace(path, prefix + path[1:], 1)
            path = prefix + path[1:]
        return Rejection(
            where=where if self.column is None else f"{where}:{self.column}",
            path=path,
            expected=self.expected,
            got=self.got,
            message=message,
            hint=self.hint,
        )


class Notices:
    """Collects warnings about the input; each is said once, in the order of first appearance."""

    def __init__(self) -> None:
        self._messages: dict[str, None] = {}

    def add(self, message: str) -> None:
        self._messages.setdefault(message)

    @property
    def messages(self) -> tuple[str, ...]:
        return tuple(self._messages)


class Intake:
    """Counts the records of a stream and sets the rejected ones aside.

    `accepted` passes the good records through; afterwards `rejected` of `total` were not usable and `first`
    holds the first twenty of those.
    """

    def __init__(self) -> None:
        self.total = 0
        self.rejected = 0
        self.first: list[Rejection] = []

    def accepted(self, records: Iterable[T | Rejection]) -> Iterator[T]:
        for record in records:
            self.total += 1
            if isinstance(record, Rejection):
                self.rejected += 1
                if len(self.first) < SHOWN:
                    self.first.append(record)
            else:
                yield record

    def summary(self, *, redact: bool = False) -> str:
        """`3 of 412 lines rejected`, and one line for each of the first twenty; empty without any.

        With `redact`, the lines say nothing of what came, which may be words of the input.
        """
        if not self.rejected:
            return ""
        noun = "line" if self.total == 1 else "lines"
        lines = [
            f"{self.rejected} of {self.total} {noun} rejected",
            *(f"  {one.redacted() if redact else one}" for one in self.first),
        ]
        if self.rejected > len(self.first):
            lines.append(f"  + {self.rejected - len(self.first)} more")
        return "\n".join(lines)
