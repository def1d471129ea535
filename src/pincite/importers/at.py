"""A place in a payload: typed access to foreign JSON, whose every error names the JSON path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pincite.io.rejection import RecordError

LARGEST = 2**63
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_HUMP = re.compile(r"(?<=[a-z0-9])[A-Z]")


class At(Struct, frozen=True):
    """A value and its JSON path. What is missing is a place with the value None."""

    value: Any
    path: str = "$"

    def __getitem__(self, key: str | int) -> At:
        """A member or an item; None where the value has none or cannot have any."""
        if isinstance(key, int):
            inside = isinstance(self.value, list) and 0 <= key < len(self.value)
            return At(self.value[key] if inside else None, f"{self.path}[{key}]")
        step = f".{key}" if _PLAIN.fullmatch(key) else f"[{key[:60]!r}]"
        return At(self.value.get(key) if isinstance(self.value, dict) else None, self.path + step)

    def __bool__(self) -> bool:
        """Whether there is anything here: neither null nor missing."""
        return self.value is not None

    def first(self, *keys: str) -> At:
        """The first of several spellings of a member that is there, else the first spelling."""
        for key in keys:
            found = self[key]
            if found:
                return found
        return self[keys[0]]

    def cased(self, key: str) -> At:
        """A member under its camelCase name or, as Python SDKs write it, in snake_case."""
        return self.first(key, _HUMP.sub(lambda hump: f"_{hump[0].lower()}", key))

    def fault(self, expected: str) -> RecordError:
        """The error that something else stands here."""
        return RecordError(self.path, expected=expected, got=kind_of(self.value))

    def text(self) -> str:
        """The string here. Raises RecordError for anything else."""
        if not isinstance(self.value, str):
            raise self.fault("string")
        return self.value

    def text_or_none(self) -> str | None:
        """The string here, or None for null or missing. Raises RecordError for anything else."""
        return None if self.value is None else self.text()

    def id_or_none(self) -> str | None:
        """An id, a string or whole number, as text; None for null, missing or empty."""
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return str(self.value)
        if self.value is not None and not isinstance(self.value, str):
            raise self.fault("string or integer")
        return self.value or None

    def integer(self) -> int:
        """The whole number here, also written as text ("219", as JSON writes 64-bit numbers) or 2.0."""
        value = self.value
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19:
            return int(value)
        if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
            return int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fault("integer")
        if abs(value) >= LARGEST:
            raise self.fault("integer that fits into 64 bits")
        return value

    def integer_or_none(self) -> int | None:
        """The whole number here, or None for null or missing."""
        return None if self.value is None else self.integer()

    def number_or_none(self) -> float | None:
        """The number here, or None for null or missing."""
        if self.value is None:
            return None
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < LARGEST:
            raise self.fault("number")
        return value

    def object(self) -> dict[str, Any]:
        """The object here. Raises RecordError for anything else."""
        if not isinstance(self.value, dict):
            raise self.fault("object")
        return self.value

    def object_or_empty(self) -> dict[str, Any]:
        """The object here; empty for null or missing."""
        return {} if self.value is None else self.object()

    def each(self) -> Iterator[At]:
        """The items of the array here. Raises RecordError for anything else."""
        if not isinstance(self.value, list):
            raise self.fault("array")
        return (At(item, f"{self.path}[{index}]") for index, item in enumerate(self.value))

    def each_or_none(self) -> Iterator[At]:
        """The items of the array here; none for null or missing."""
        return iter(()) if self.value is None else self.each()

    def members(self) -> Iterator[tuple[str, At]]:
        """The members of the object here. Raises RecordError for anything else."""
        return ((key, self[key]) for key in self.object())


def kind_of(value: Any) -> str:
    """What a JSON value is, in the words of error messages."""
    if value is None:
        return "null or nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    for kind, word in ((str, "string"), (int, "integer"), (float, "number"), (list, "array")):
        if isinstance(value, kind):
            return word
    return "object" if isinstance(value, dict) else type(value).__name__
