"""Payloads of one product inside those of another, read by the importer of the inner one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import structs

from pincite.importers.catalogue import importer
from pincite.importers.protocol import Imported, Sidecar
from pincite.io.rejection import RecordError


def delegated(
    name: str, payload: Any, sidecar: Sidecar, places: Mapping[str, str]
) -> Iterator[Imported | RecordError]:
    """What the importer of the format `name` makes of a payload that was put together for it.

    `places` leads from JSON paths of that payload to those of the payload it was taken from, the longest
    first, so that errors and findings name the user's own place. Raises RecordError as that importer does.
    """
    try:
        for one in importer(name).read(payload, sidecar):
            yield one if isinstance(one, RecordError) else _told(one, places)
    except RecordError as error:
        raise _moved(error, places) from None


def _told(one: Imported, places: Mapping[str, str]) -> Imported:
    findings = tuple(structs.replace(finding, where=_path(finding.where, places)) for finding in one.findings)
    return structs.replace(one, findings=findings)


def _moved(error: RecordError, places: Mapping[str, str]) -> RecordError:
    path = _path(error.path, places)
    message = error.message.replace(error.path, path, 1)
    return RecordError(path, expected=error.expected, got=error.got, message=message, hint=error.hint)


def _path(path: str, places: Mapping[str, str]) -> str:
    for inner, outer in _longest(places.items()):
        if path.startswith(inner):
            return outer + path.removeprefix(inner)
    return path


def _longest(places: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted(places, key=lambda pair: -len(pair[0]))
