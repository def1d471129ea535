"""Files as payloads: JSON documents, arrays, JSON lines, CSV, event streams; each plain, gzipped or from `-`.

JSON lines are read one at a time. Everything else has to be held, and is refused above a size that says that
something is wrong with the file.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from os import PathLike
from typing import Any, BinaryIO, Final

import msgspec
from msgspec import Struct

from pincite.errors import InputError
from pincite.importers.protocol import Media
from pincite.io.codec import encode_row
from pincite.io.jsonl import open_source, unzipped
from pincite.io.nesting import too_deep
from pincite.io.rejection import Rejection

LARGEST: Final = 1 << 30
HEAD: Final = 20
DEEPEST: Final = 100
_BOM: Final = b"\xef\xbb\xbf"
_STREAM: Final = (b"data:", b"event:", b"id:", b"retry:", b": ")
_DONE: Final = "[DONE]"
# Not `splitlines`: a separator such as U+2028 may stand in the JSON of an event.
_EVENT_LINE: Final = re.compile(r"\r\n|\n|\r")


class Payload(Struct, frozen=True):
    """One decoded payload and where it stood: `line` counts from 1, `path` is its JSON path in the file."""

    value: Any
    file: str
    line: int = 1
    path: str = "$"

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}"


Whole = Callable[[list[Any]], bool]
"""Whether a list that begins like this one is a single payload."""


def read_payloads(
    source: str | PathLike[str], whole: Whole, media: Media = "json"
) -> Iterator[Payload | Rejection]:
    """The payloads of a file in order, and a rejection in the place of each that cannot be decoded.

    An array and JSON lines are one payload if `whole` says so of their beginning, else one an item. An event
    stream is one payload, a list of its events, up to each `[DONE]`. A CSV file is one: a list of its rows.
    Raises InputError when the file cannot be opened.
    """
    name, opened = open_source(source)
    with opened as raw:
        yield from _sound(raw, name, whole, media)


def canonical(value: Any) -> bytes:
    """A payload as JSON of which equal payloads have equal bytes: keys sorted, no blanks."""
    try:
        return encode_row(value)
    except (OverflowError, ValueError):  # a whole number beyond 64 bits
        return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def _sound(raw: BinaryIO, name: str, whole: Whole, media: Media) -> Iterator[Payload | Rejection]:
    """The payloads; a file that breaks off gives a rejection after its last readable one."""
    stream = unzipped(raw, name)
    if isinstance(stream, Rejection):
        yield stream
        return
    at = 1
    try:
        for one in _payloads(stream, name, whole, media):
            at = one.line + 1 if isinstance(one, Payload) else at
            yield one
    except (EOFError, OSError, zlib.error) as error:
        reason = str(error) or type(error).__name__
        yield Rejection(where=f"{name}:{at}", message=f"the file cannot be read any further: {reason}")


def _payloads(stream: BinaryIO, name: str, whole: Whole, media: Media) -> Iterator[Payload | Rejection]:
    if media == "csv":
        yield from _rows(_rest(stream), name)
        return
    line, number = b"", 0
    while not line.strip():
        line = _line(stream)
        number += 1
        if not line:
            return
        if number == 1:
            line = line.removeprefix(_BOM)
    if line.lstrip().startswith(_STREAM):
        yield from _events(_rest(stream, line), name, number)
        return
    first = _decoded(line, name, number)
    following = _following(stream)
    after = next(following, None)
    rest = [] if after is None else [after]
    one_a_line = isinstance(first, Payload) and (rest or not isinstance(first.value, list))
    if one_a_line or len(line) > LARGEST:
        yield from _split(_lines(chain([(0, line)], rest, following), name, number), name, whole)
        return
    begun = b"".join([line, *(b"\n" * (step - 1) + text for step, text in rest)])
    yield from _document(_rest(stream, begun), name, number, whole)


def _line(stream: BinaryIO) -> bytes:
    """The next line; of one that is too long only as much as shows that it is."""
    line = stream.readline(LARGEST + 1)
    if len(line) > LARGEST:
        more = line
        while more and not more.endswith(b"\n"):
            more = stream.readline(1 << 20)
    return line


def _following(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that hold something, each with its distance from the line before."""
    step = 0
    while line := _line(stream):
        step += 1
        if line.strip():
            yield step, line
            step = 0


def _lines(lines: Iterable[tuple[int, bytes]], name: str, number: int) -> Iterator[Payload | Rejection]:
    for step, line in lines:
        number += step
        yield _decoded(line, name, number)


def _split(found: Iterator[Payload | Rejection], name: str, whole: Whole) -> Iterator[Payload | Rejection]:
    """Items, or all of them as one payload."""
    head = list(islice(found, HEAD))
    values = [one.value for one in head if isinstance(one, Payload)]
    if len(head) < 2 or not values or not whole(values):
        yield from chain(head, found)
        return
    line = next(one.line for one in head if isinstance(one, Payload))
    items = []
    for one in chain(head, found):
        if isinstance(one, Payload):
            items.append(one.value)
        else:
            yield one
    yield Payload(items, name, line)


def _document(data: bytes, name: str, number: int, whole: Whole) -> Iterator[Payload | Rejection]:
    """A file that is not JSON lines: one document, or several one after the other."""
    one = _decoded(data, name, number)
    if isinstance(one, Rejection):
        yield from _split(_concatenated(data, name, number, one), name, whole)
        return
    if not isinstance(one.value, list) or whole(one.value[:HEAD]):
        yield one
        return
    for index, item in enumerate(one.value):
        yield Payload(item, name, number, f"$[{index}]")


def _concatenated(data: bytes, name: str, number: int, fault: Rejection) -> Iterator[Payload | Rejection]:
    """Documents one after the other, as `jq` prints them; else, line by line, what can be read."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        yield from _line_by_line(data, name, number, fault)
        return
    decoder = json.JSONDecoder()
    found: list[Payload | Rejection] = []
    at, line = 0, number
    try:
        while (start := _next(text, at)) < len(text):
            line += text.count("\n", at, start)
            _, at = decoder.raw_decode(text, start)
            found.append(_decoded(text[start:at].encode("utf-8"), name, line))
            line += text.count("\n", start, at)
    except (ValueError, RecursionError):
        if not found:
            yield from _line_by_line(data, name, number, fault)
            return
        found.append(Rejection(where=f"{name}:{line}", expected="JSON", message="not JSON from here on"))
    yield from found


def _next(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _line_by_line(data: bytes, name: str, number: int, fault: Rejection) -> Iterator[Payload | Rejection]:
    """A file whose first line is broken: its other lines may be whole, else it is one broken document."""
    found = [
        _decoded(line, name, number + index) for index, line in enumerate(data.split(b"\n")) if line.strip()
    ]
    whole = [one for one in found if isinstance(one, Payload) and isinstance(one.value, dict | list)]
    # In a broken document spread over lines some line alone may be JSON ("}" is not, "[]" is).
    if len(found) > 1 and 2 * len(whole) >= len(found):
        yield from found
    else:
        yield fault


def _decoded(data: bytes, name: str, line: int) -> Payload | Rejection:
    """One JSON text, also with what other writers let pass: NaN, and halves of surrogate pairs."""
    where = f"{name}:{line}"
    if len(data) > LARGEST:
        return Rejection(where=where, message=f"a payload of more than {LARGEST >> 20} MiB")
    try:
        value = msgspec.json.decode(data)
    except RecursionError:
        return Rejection(where=where, message=f"nested more than {DEEPEST} levels deep")
    except msgspec.DecodeError as error:
        try:
            value = json.loads(data.decode("utf-8"), parse_constant=lambda _: None)
        except UnicodeDecodeError:
            return Rejection(where=where, expected="UTF-8", message="the text is not UTF-8")
        except json.JSONDecodeError as place:
            at = f"{name}:{line + place.lineno - 1}:{place.colno}"
            return Rejection(where=at, expected="JSON", message=f"not JSON: {place.msg.lower()}")
        except RecursionError:
            return Rejection(where=where, message=f"nested more than {DEEPEST} levels deep")
        except ValueError:
            return Rejection(where=where, expected="JSON", message=f"not JSON: {error}")
    if data.count(b"{") + data.count(b"[") > DEEPEST and too_deep(value, DEEPEST):
        return Rejection(where=where, message=f"nested more than {DEEPEST} levels deep")
    return Payload(value, name, line)


def _rest(stream: BinaryIO, line: bytes = b"") -> bytes:
    data = line + stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise InputError(f"a file of more than {LARGEST >> 20} MiB has to be JSON lines")
    return data


def _events(data: bytes, name: str, number: int) -> Iterator[Payload | Rejection]:
    """The streams of a file of server-sent events."""
    events: list[Any] = []
    begun = number
    pending: list[str] = []
    at = number
    lines = _EVENT_LINE.split(data.decode("utf-8", "replace"))
    for index, line in enumerate([*lines, ""]):
        if line.startswith("data:"):
            if not pending:
                at = number + index
            pending.append(line[5:].removeprefix(" "))
            continue
        if line.strip() or not pending:
            continue
        body = "\n".join(pending)
        pending = []
        if body.strip() == _DONE:
            if events:
                yield Payload(events, name, begun)
            events, begun = [], number + index + 1
            continue
        one = _decoded(body.encode("utf-8", "surrogatepass"), name, at)
        if isinstance(one, Payload):
            events.append(one.value)
        else:
            yield one
    if events:
        yield Payload(events, name, begun)


def _rows(data: bytes, name: str) -> Iterator[Payload | Rejection]:
    try:
        text = data.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        yield Rejection(where=f"{name}:{line}", expected="UTF-8", message="the text is not UTF-8")
        return
    head = text.partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    limit = csv.field_size_limit(LARGEST)
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        columns = reader.fieldnames or ()
        twice = next((one for one in columns if one and columns.count(one) > 1), None)
        if twice is not None:
            yield Rejection(
                where=f"{name}:1",
                expected="columns with names of their own",
                got=repr(twice[:40]),
                message=f"two columns are named {twice[:40]!r}",
            )
            return
        rows = []
        for row in reader:
            if None in row:
                # Most often a cell with the separator in it that was not quoted: what follows is shifted.
                yield Rejection(
                    where=f"{name}:{reader.line_num}",
                    expected=f"{len(columns)} cells",
                    message=f"the row has more cells than the {len(columns)} columns",
                    hint="put cells that hold the separator in quotation marks",
                )
                continue
            rows.append(row)
    except csv.Error as error:
        yield Rejection(where=f"{name}:{reader.line_num}", expected="CSV", message=f"not CSV: {error}")
        return
    finally:
        csv.field_size_limit(limit)
    yield Payload(rows, name)
