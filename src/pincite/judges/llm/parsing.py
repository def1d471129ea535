"""A model's reply read as verdicts, or refused with the reason."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from pincite.judges.llm.fences import sendable
from pincite.judges.llm.prompt import LABELS

_LONGEST: Final = 200_000
_MOST_STARTS: Final = 64
_FENCE: Final = re.compile(r"```[A-Za-z]*[ \t]*\n(.*?)```", re.DOTALL)
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


class ReplyError(Exception):
    """The reply is not what was asked for. The message is ours: it never holds text of the reply."""


class Reading(Struct, frozen=True, kw_only=True):
    """One entry of a reply, before its quotes are looked up."""

    label: str
    quotes: tuple[str, ...] = ()
    rationale: str = ""
    confidence: float | None = None


def parse_reply(text: str, ids: Sequence[str]) -> dict[str, Reading]:
    """The entries by claim id, exactly one for each of `ids`.

    JSON may stand alone, in a code fence, or in prose; what a reasoning model thinks aloud is passed over.
    Raises ReplyError when there is no such JSON, more than one that differ, or when an entry is missing,
    extra, doubled or ill-formed.
    """
    found: list[dict[str, Reading]] = []
    trouble: ReplyError | None = None
    for value in _values(text):
        entries = _entries(value)
        if entries is None:
            continue
        try:
            readings = _readings(entries, ids)
        except ReplyError as error:
            trouble = trouble or error
            continue
        if readings not in found:
            found.append(readings)
    if len(found) > 1:
        raise ReplyError("it held two different answers")
    # An ill-formed answer beside a good one is as ambiguous as two good ones.
    if trouble is not None:
        raise trouble
    if not found:
        raise ReplyError("it held no JSON object with a list of verdicts")
    return found[0]


def _values(text: str) -> Iterator[Any]:
    """JSON values in a reply: the whole text, else the code fences, else what starts with a bracket."""
    body = text.rpartition("</think>")[2][:_LONGEST].strip()
    whole = _decoded(body)
    if whole is not None:
        yield whole
        return
    fences = [value for match in _FENCE.finditer(body) if (value := _decoded(match[1])) is not None]
    if any(_entries(value) is not None for value in fences):
        yield from fences
        return
    at, starts = 0, 0
    while starts < _MOST_STARTS:
        places = [place for place in (body.find("{", at), body.find("[", at)) if place >= 0]
        if not places:
            return
        starts += 1
        at = min(places)
        try:
            value, at = _DECODER.raw_decode(body, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        yield value


def _decoded(text: str) -> Any:
    try:
        return _DECODER.decode(text.strip())
    except (ValueError, RecursionError):
        return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key stands twice")
    return table


def _constant(name: str) -> Any:
    raise ValueError(name)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def _entries(value: Any) -> list[Any] | None:
    """The list of entries in a JSON value, if it is meant as one: wrapped, bare, or a single entry."""
    if isinstance(value, dict):
        entries = value.get("verdicts")
        if isinstance(entries, list):
            return entries
        return [value] if "label" in value and "id" in value else None
    if isinstance(value, list) and value and all(isinstance(one, dict) and "label" in one for one in value):
        return value
    return None


def _readings(entries: list[Any], ids: Sequence[str]) -> dict[str, Reading]:
    readings: dict[str, Reading] = {}
    for entry in entries:
        if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
            raise ReplyError('an entry had no "id"')
        if entry["id"] not in ids:
            raise ReplyError("an entry had an id that was not asked for")
        if entry["id"] in readings:
            raise ReplyError("two entries had the same id")
        readings[entry["id"]] = _reading(entry)
    if len(readings) != len(ids):
        raise ReplyError("an entry was missing")
    return readings


def _reading(entry: dict[str, Any]) -> Reading:
    label = entry.get("label")
    if not isinstance(label, str) or label.strip().lower() not in LABELS:
        raise ReplyError(f'a "label" was none of {", ".join(LABELS)}')
    quotes = entry.get("quotes", [])
    if isinstance(quotes, str):
        quotes = [quotes]
    if not isinstance(quotes, list) or not all(isinstance(quote, str) for quote in quotes):
        raise ReplyError('"quotes" was not a list of strings')
    rationale = entry.get("rationale")
    return Reading(
        label=label.strip().lower(),
        quotes=tuple(quote for quote in quotes if quote.strip()),
        rationale=_line(rationale) if isinstance(rationale, str) else "",
        confidence=_confidence(entry.get("confidence")),
    )


def _line(text: str) -> str:
    line = " ".join(_CONTROL.sub(" ", sendable(text)).split())
    return line if len(line) <= 500 else line[:499] + "…"


def _confidence(value: Any) -> float | None:
    """A number from 0 to 1; anything else is no confidence, which is not an error."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return round(float(value), 4) if math.isfinite(value) and 0 <= value <= 1 else None
