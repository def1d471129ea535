"""Keys as people write them: camelCase, unknown ones, and records that carry more than the contract names."""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct, structs

from pincite.io.rejection import Notices
from pincite.io.suggestions import nearest


class Schema(Struct, frozen=True):
    """The keys of one kind of record: accepted spelling -> field, and the records nested under a field."""

    names: dict[str, str]
    nested: dict[str, type[Struct]]
    closed: bool
    has_metadata: bool


@cache
def schema_of(record: type[Struct]) -> Schema:
    """The accepted keys of a record type, snake_case and camelCase."""
    hints = get_type_hints(record)
    names: dict[str, str] = {}
    for field in structs.fields(record):
        names[camel(field.name)] = field.name
    for field in structs.fields(record):
        names[field.name] = field.name
    nested = {name: inner for name, hint in hints.items() if (inner := _record_in(hint)) is not None}
    return Schema(names, nested, bool(record.__struct_config__.forbid_unknown_fields), "metadata" in hints)


def camel(name: str) -> str:
    """`prompt_chunks` as `promptChunks`."""
    head, *rest = name.split("_")
    return head + "".join(part.title() for part in rest)


def _record_in(hint: Any) -> type[Struct] | None:
    """The record type in a hint such as `list[str | ChunkRecord] | None`."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint
    if get_origin(hint) in (list, Union, UnionType):
        for part in get_args(hint):
            found = _record_in(part)
            if found is not None:
                return found
    return None


class Keys:
    """Puts the keys of one record into the contract's spelling.

    Unknown keys move into the nearest `metadata`, and each is named once in a notice. `written` remembers how
    the user spelt a key, so that an error can show the user's own path.
    """

    def __init__(self, notices: Notices | None, kind: str) -> None:
        self.notices = notices
        self.kind = kind
        self.written: dict[str, str] = {}
        self.homeless: dict[str, Any] = {}

    def plain(self, value: Any, record: type[Struct], path: str = "") -> Any:
        """`value` with known keys in snake_case at every known level; other values are left as they are."""
        if isinstance(value, list):
            return [self.plain(item, record, f"{path}[{index}]") for index, item in enumerate(value)]
        if not isinstance(value, dict):
            return value
        schema = schema_of(record)
        out: dict[str, Any] = {}
        unknown: dict[str, Any] = {}
        for key, item in value.items():
            name = schema.names.get(key)
            if name is None or (name != key and name in value):
                unknown[key] = item
                continue
            if name != key:
                self.written[name] = key
            inner = schema.nested.get(name)
            out[name] = item if inner is None else self.plain(item, inner, f"{path}.{name}")
        if unknown and schema.closed:
            self._keep(unknown, out, schema, path)
        if not path and self.homeless:
            _merge(out, self.homeless)
        return out

    def _keep(self, unknown: dict[str, Any], out: dict[str, Any], schema: Schema, path: str) -> None:
        for key in unknown:
            self._notice(key, schema, path, twice=schema.names.get(key) in out)
        if schema.has_metadata:
            _merge(out, unknown)
        else:
            self.homeless.update((f"{path.removeprefix('.')}.{key}", item) for key, item in unknown.items())

    def _notice(self, key: str, schema: Schema, path: str, *, twice: bool) -> None:
        if self.notices is None:
            return
        place = "".join(letter for letter in path if not letter.isdigit()).removeprefix(".")
        where = f"{place}.{key}" if place else key
        message = f"unknown key {where!r} in {self.kind} records; it is kept in metadata"
        if twice:
            message = f"key {where!r} is given twice in {self.kind} records; the second is kept in metadata"
        else:
            known = [name for name in schema.names.values() if name != "metadata"]
            guess = nearest(key, dict.fromkeys(known))
            message += f" (did you mean {guess!r}?)" if guess else ""
        self.notices.add(message)


def _merge(out: dict[str, Any], unknown: dict[str, Any]) -> None:
    """Put unknown keys into a record's metadata; what the user wrote there stays as it is."""
    metadata = out.get("metadata")
    if metadata is not None and not isinstance(metadata, dict):
        return
    out["metadata"] = {**unknown, **(metadata or {})}
