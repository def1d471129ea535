"""Raw records from files and streams: JSON lines in constant memory, JSON arrays, gzip, standard input."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO, cast

import msgspec
from msgspec import Struct

from pincite.errors import InputError
from pincite.io.rejection import Rejection

Source = str | PathLike[str] | BinaryIO

_ITEMS = msgspec.json.Decoder(list[msgspec.Raw])
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_WIDE = (b"\xff\xfe", b"\xfe\xff")


class RawRecord(Struct, frozen=True):
    """The bytes of one record. `line` counts from 1; `prefix` is `$`, or `$[3]` inside an array."""

    data: bytes
    file: str
    line: int
    prefix: str = "$"

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}"


def read_records(sources: Source | Iterable[Source]) -> Iterator[RawRecord | Rejection]:
    """Every record of every source, in order; blank lines are passed over.

    Raises InputError when a source cannot be opened at all. A file that breaks off (a cut gzip file) gives a
    Rejection after its last readable record.
    """
    for source in _listed(sources):
        name, opened = open_source(source)
        with opened as raw:
            yield from _records(raw, name)


def _listed(sources: Source | Iterable[Source]) -> Iterable[Source]:
    if isinstance(sources, str | PathLike) or hasattr(sources, "read"):
        return (cast(Source, sources),)
    return sources


def open_source(source: Source) -> tuple[str, AbstractContextManager[BinaryIO]]:
    """The name of a source (`-` is standard input) and its bytes as a context manager.

    Raises InputError when it cannot be opened.
    """
    if not isinstance(source, str | PathLike):
        # The caller opened it and closes it.
        return str(getattr(source, "name", "<stream>")), nullcontext(source)
    if fspath(source) == "-":
        return "<stdin>", nullcontext(sys.stdin.buffer)
    path = Path(source)
    try:
        return str(path), path.open("rb")
    except FileNotFoundError:
        raise InputError(f"no such file: {path}", where=str(path)) from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder", where=str(path), hint="name the files in it") from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {error}", where=str(path)) from None


def unzipped(raw: BinaryIO, name: str) -> BinaryIO | Rejection:
    """The bytes of a text, out of their gzip if they are in one; a rejection where it is UTF-16."""
    stream = io.BufferedReader(cast(io.RawIOBase, raw)) if not hasattr(raw, "peek") else raw
    head = cast(io.BufferedReader, stream).peek(2)[:2]
    if head == _GZIP:
        return cast(BinaryIO, gzip.GzipFile(fileobj=stream))
    if head in _WIDE:
        return Rejection(
            where=f"{name}:1",
            expected="UTF-8",
            got="UTF-16",
            message="the file is UTF-16",
            hint="save it as UTF-8",
        )
    return stream


def _records(raw: BinaryIO, name: str) -> Iterator[RawRecord | Rejection]:
    stream = unzipped(raw, name)
    if isinstance(stream, Rejection):
        yield stream
        return
    line = 0
    try:
        for record in _lines(stream, name):
            line = record.line
            yield record
    except (EOFError, OSError, zlib.error) as error:
        reason = str(error) or type(error).__name__
        yield Rejection(where=f"{name}:{line + 1}", message=f"the file cannot be read any further: {reason}")


def _lines(stream: BinaryIO, name: str) -> Iterator[RawRecord]:
    number = 0
    for line in stream:
        number += 1
        if number == 1:
            line = line.removeprefix(_BOM)
        data = line.strip()
        if data:
            break
    else:
        return
    if data[:1] == b"[" or data == b"{":
        rest = stream.read()
        whole = line + rest
        if data[:1] == b"[":
            items = _items(whole)
            if items is not None:
                yield from _array(whole, items, name, number)
                return
        elif _is_object(whole):
            yield RawRecord(whole, name, number)
            return
        stream = io.BytesIO(rest)
    yield RawRecord(data, name, number)
    for line in stream:
        number += 1
        data = line.strip()
        if data:
            yield RawRecord(data, name, number)


def _items(data: bytes) -> list[msgspec.Raw] | None:
    try:
        return _ITEMS.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return None


def _is_object(data: bytes) -> bool:
    """Whether a file that opens with a lone brace is one object spread over several lines."""
    try:
        return isinstance(msgspec.json.decode(data), dict)
    except (msgspec.DecodeError, RecursionError):
        return False


def _array(data: bytes, items: list[msgspec.Raw], name: str, line: int) -> Iterator[RawRecord]:
    at = 0
    for index, item in enumerate(items):
        piece = bytes(item)
        start = data.find(piece, at)
        line += data.count(b"\n", at, start)
        yield RawRecord(piece, name, line, f"$[{index}]")
        at = start + len(piece)
        line += piece.count(b"\n")
