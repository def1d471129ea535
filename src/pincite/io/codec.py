"""JSON in and out: strict decoding with the path of every fault, and rows that are equal bytes every time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from pincite.io.keys import Keys, schema_of
from pincite.io.nesting import too_deep
from pincite.io.rejection import Notices, RecordError
from pincite.io.suggestions import nearest
from pincite.model.document import TEXT_RECORDED

R = TypeVar("R", bound=Struct)

MAX_DEPTH = 64

_WORDS = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "true or false",
    "array": "array",
    "object": "object",
    "null": "null",
}
_EXPECTED = re.compile(r"Expected `([^`]+)`(?: of length (\d+))?(?:, got `([^`]+)`)?")
_MISSING = re.compile(r"Object missing required field `([^`]+)`")
_ENUM = re.compile(r"Invalid enum value (.+)", re.DOTALL)
_PATH = re.compile(r" - at `(\$[^`]*)`$")
_PLACE = re.compile(r"(.*) \(byte (\d+)\)")
_STEP = re.compile(r"\.([A-Za-z_]+)|\[(\d+)\]")


@cache
def _decoder(record: type[Struct]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(record)


class _NoNumber(Struct, frozen=True):
    """`NaN`, `Infinity` or `-Infinity` in a record: Python writes them, JSON has no such values."""

    name: str


def decode(data: bytes, record: type[R], kind: str, notices: Notices | None = None) -> R:
    """One JSON object as a record of the contract.

    Raises RecordError, with the JSON path, what was expected and what came, for anything else. Nothing that a
    file can hold raises another exception.
    """
    try:
        decoded: R = _decoder(record).decode(data)
    except (msgspec.DecodeError, RecursionError):
        pass
    else:
        if data.count(b"{") + data.count(b"[") > MAX_DEPTH:
            _check_depth(getattr(decoded, "metadata", None), "$.metadata")
            _check_depth(getattr(decoded, "prompt", None), "$.prompt")
        return decoded
    return _decode_slowly(data, record, kind, notices)


def _decode_slowly(data: bytes, record: type[R], kind: str, notices: Notices | None) -> R:
    """Decode a record that is not in the contract's own spelling, or say what is wrong with it."""
    value = _value(data, kind, notices)
    if not isinstance(value, dict):
        raise RecordError("$", expected="object", got=_kind_of(value))
    _check_depth(value, "$")
    keys = Keys(notices, kind)
    plain = keys.plain(value, record)
    try:
        return msgspec.convert(_with_nulls(plain), record)
    except msgspec.ValidationError as error:
        raise _fault(str(error), plain, record, keys.written) from None


def _value(data: bytes, kind: str, notices: Notices | None) -> Any:
    try:
        return msgspec.json.decode(data)
    except RecursionError:
        raise RecordError("$", message=f"$: nested more than {MAX_DEPTH} levels deep") from None
    except msgspec.DecodeError as error:
        if "surrogate" in str(error) or b"\\u" in data or b"NaN" in data or b"Infinity" in data:
            return _almost_json(data, kind, notices, str(error))
        raise _malformed(str(error), data) from None


def _almost_json(data: bytes, kind: str, notices: Notices | None, fault: str) -> Any:
    """A record with what other writers of JSON let pass: half surrogate pairs, NaN and infinities.

    Half a pair, which no encoding can store, is read as U+FFFD: one character for one, so that every offset
    stays right. The others are read as null, which a required field refuses.
    """
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=_NoNumber)
    except (ValueError, RecursionError):
        raise _malformed(fault, data) from None
    _check_depth(value, "$")
    sound = scrubbed(value)
    if sound != value:
        told = f"half of a surrogate pair in {kind} records; it is read as U+FFFD"
    elif b"NaN" in data or b"Infinity" in data:
        told = f"NaN or Infinity in {kind} records; it is read as null"
    else:
        raise _malformed(fault, data)
    if notices is not None:
        notices.add(told)
    return sound


def _with_nulls(value: Any, *, inside: bool = False) -> Any:
    """NaN and infinities as null.

    A passage whose text is NaN, which is how data frames write a missing value, is one whose text was never
    recorded: it is kept, empty and marked as such, and links to it are unjudged.
    """
    if isinstance(value, _NoNumber):
        return None
    if isinstance(value, dict):
        plain = {key: _with_nulls(item, inside=True) for key, item in value.items()}
        if inside and value.get("text") == _NoNumber("NaN"):
            plain["text"] = ""
            plain["metadata"] = {**(plain.get("metadata") or {}), TEXT_RECORDED: False}
        return plain
    if isinstance(value, list):
        return [_with_nulls(item, inside=True) for item in value]
    return value


def scrubbed(value: Any) -> Any:
    """The value with every lone surrogate in its texts and keys replaced by U+FFFD."""
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, dict):
        return {scrubbed(key): scrubbed(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [scrubbed(item) for item in value]
    return value


def well_formed(text: str) -> str:
    """The text with lone surrogates replaced by U+FFFD; its length does not change."""
    if text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text):
        return text
    return "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in text)


def _check_depth(value: Any, path: str) -> None:
    if too_deep(value, MAX_DEPTH):
        raise RecordError(path, message=f"{path}: nested more than {MAX_DEPTH} levels deep")


def _malformed(text: str, data: bytes) -> RecordError:
    match = _PLACE.fullmatch(text)
    said, at = (match[1], int(match[2])) if match else (text, None)
    said = said.removeprefix("JSON is malformed: ")
    if at is not None and said == "trailing characters":
        # The library names the place after the first of them.
        at -= 1
    if "UTF-8" in said:
        at = _bad_byte(data)
        return RecordError("$", expected="UTF-8", message="the line is not UTF-8", column=_column(data, at))
    if "truncated" in said:
        return RecordError(
            "$", expected="JSON", message="the JSON ends too early", column=_column(data, len(data))
        )
    if "out of range" in said:
        return RecordError("$", expected="JSON", message="a number is too large to be read")
    hint = None
    if at is not None and data[at : at + 1] == b"'":
        hint = "JSON texts stand in double quotes"
    elif at is not None and data[at : at + 4] in (b"None", b"True", b"Fals"):
        hint = "write null, true and false"
    return RecordError("$", expected="JSON", message=f"not JSON: {said}", hint=hint, column=_column(data, at))


def _bad_byte(data: bytes) -> int:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _column(data: bytes, at: int | None) -> int | None:
    """The 1-based character column of a byte of a line."""
    if at is None or b"\n" in data[:at]:
        return None
    return len(data[:at].decode("utf-8", "replace")) + 1


def _fault(text: str, value: dict[str, Any], record: type[Struct], written: dict[str, str]) -> RecordError:
    """The library's message as ours: the user's own path, what was expected, what came."""
    at = _PATH.search(text)
    path = at[1] if at else "$"
    said = text[: at.start()] if at else text
    shown = _as_written(path, written)
    missing = _MISSING.match(said)
    if missing:
        name = missing[1]
        return RecordError(
            f"{shown}.{name}",
            expected=_expected_of(record, path, name),
            got="nothing",
            message=f"{shown}.{name}: the key is missing, expected {_expected_of(record, path, name)}",
            hint=_hint_missing(name, _at(value, path)),
        )
    wrong = _EXPECTED.match(said)
    if wrong:
        expected = " or ".join(_WORDS.get(part, part) for part in wrong[1].split(" | ") if part != "null")
        expected = expected or "null"
        if wrong[2]:
            expected = f"{expected} of {wrong[2]} items"
        return RecordError(shown, expected=expected, got=_kind_of(_at(value, path)))
    enum = _ENUM.match(said)
    if enum:
        got = _at(value, path)
        allowed = _allowed(record, path)
        guess = nearest(str(got), allowed)
        return RecordError(
            shown,
            expected=f"one of {', '.join(allowed)}",
            got=_quoted(str(got)),
            hint=f"did you mean {guess!r}?" if guess else None,
        )
    return RecordError(shown, message=f"{shown}: {said[:1].lower()}{said[1:]}")


def _as_written(path: str, written: dict[str, str]) -> str:
    return _STEP.sub(lambda step: f".{written.get(step[1], step[1])}" if step[1] else step[0], path)


def _steps(path: str) -> Iterator[str | int]:
    for step in _STEP.finditer(path):
        yield step[1] if step[1] else int(step[2])


def _at(value: Any, path: str) -> Any:
    for step in _steps(path):
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _record_at(record: type[Struct], path: str) -> type[Struct]:
    for step in _steps(path):
        if isinstance(step, str):
            record = schema_of(record).nested.get(step, record)
    return record


def _type_at(record: type[Struct], path: str) -> Any:
    head, _, name = path.rpartition(".")
    return next(
        (field.type for field in msgspec.structs.fields(_record_at(record, head)) if field.name == name), None
    )


def _allowed(record: type[Struct], path: str) -> list[str]:
    """The values that a field of fixed names allows."""
    schema = msgspec.json.schema(_type_at(record, path))
    options = [schema, *schema.get("anyOf", ())]
    return [name for option in options for name in option.get("enum", ())]


def _expected_of(record: type[Struct], path: str, name: str) -> str:
    if name == "prompt_chunks":
        return "an array of passages, or null if the prompt was not recorded"
    return (
        "string or integer" if name.endswith("_id") else "integer" if name in ("start", "end") else "string"
    )


def _hint_missing(name: str, given: Any) -> str | None:
    if not isinstance(given, dict):
        return None
    metadata = given.get("metadata")
    others = metadata if isinstance(metadata, dict) else {}
    other = next((key for key in others if nearest(key, (name,)) == name), None)
    return f"is it {other!r}?" if other else None


def _kind_of(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, _NoNumber):
        return value.name
    if isinstance(value, bool):
        return "true" if value else "false"
    for kind, word in (
        (str, "string"),
        (int, "integer"),
        (float, "number"),
        (list, "array"),
        (dict, "object"),
    ):
        if isinstance(value, kind):
            return word
    return type(value).__name__


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "...")


def _plain(value: Any) -> Any:
    """Values of ours that JSON has no form for."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError(f"cannot write a {type(value).__name__} as JSON")


_ENCODER = msgspec.json.Encoder(enc_hook=_plain, order="deterministic")


def encode_row(row: Any) -> bytes:
    """A row as one line of JSON, without the line break: equal rows are equal bytes.

    Lone surrogates, which UTF-8 cannot hold, are written as U+FFFD; infinite numbers and NaN as null.
    """
    try:
        return _ENCODER.encode(row)
    except UnicodeEncodeError:
        return _ENCODER.encode(scrubbed(msgspec.to_builtins(row, enc_hook=_plain, order="deterministic")))
