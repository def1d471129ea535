"""Files of foreign answers in, native records and rejections out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Final

from msgspec import Struct, field, structs

from pincite.errors import PinciteError
from pincite.importers.at import kind_of
from pincite.importers.catalogue import Detected, detect, importer
from pincite.importers.payloads import Payload, canonical, read_payloads
from pincite.importers.protocol import REQUEST_PATH, Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import under_own_ids
from pincite.io.answers import decode_answer
from pincite.io.codec import encode_row
from pincite.io.rejection import Notices, RecordError, Rejection
from pincite.model import Answer, Document

AUTO: Final = "auto"
_KEPT: Final = 20


class Evidence(Struct, frozen=True):
    """What the user gives beside the payloads: see `Sidecar`.

    One request belongs to all payloads; of several, the first to the first payload, and so on.
    """

    documents: tuple[Document, ...] = ()
    requests: tuple[Any, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)


class _Unpacked(Struct, frozen=True):
    """A payload out of its log line: with its request and the name that the line gives it."""

    value: Any
    path: str
    request: Any = None
    custom_id: str | None = None


def import_files(
    name: str, files: Iterable[str | PathLike[str]], evidence: Evidence | None = None
) -> Iterator[Imported | Rejection]:
    """The native records of foreign payloads, in order, and a rejection for each that cannot be read.

    `name` is a format of the catalogue, or "auto" to take the one format that recognises a payload. Every
    record carries in `metadata.import` the format, the digest of the raw payload (SHA-256 of its canonical
    JSON), where it stood, and the findings. Raises ConfigError for an unknown format, InputError for a file
    that cannot be opened.
    """
    return _Import(name, evidence or Evidence()).records(files)


def format_of(file: str | PathLike[str]) -> str | None:
    """The one format that recognises the first payload of a file; None if none or several do."""
    try:
        first = next(_Import(AUTO, Evidence()).payloads(file), None)
    except PinciteError:
        return None
    return _look_alike(first) if isinstance(first, Payload) else None


def _look_alike(payload: Payload) -> str | None:
    try:
        return detect(_unpacked(payload, None).value).name
    except PinciteError:  # a plugin that cannot be loaded: only a hint is lost
        return None


def foreign_answers(
    imported: Iterable[Imported | Rejection], *, notices: Notices | None = None
) -> Iterator[Answer | Rejection]:
    """Imported records as the model's values, each with the place of its payload.

    A record that an importer got wrong is a rejection, like one of a file.
    """
    for number, one in enumerate(imported, 1):
        if isinstance(one, Rejection):
            yield one
            continue
        stamp = one.record["metadata"]["import"]
        try:
            yield decode_answer(encode_row(one.record), number=number, where=stamp["where"], notices=notices)
        except RecordError as error:
            yield error.rejection(stamp["where"])


class _Import:
    def __init__(self, name: str, evidence: Evidence) -> None:
        self._named = None if name == AUTO else importer(name)
        self._evidence = evidence
        self._payloads = 0
        self._taken: dict[str, int] = {}  # ids, with the number that was given last
        self._looked = False

    def records(self, files: Iterable[str | PathLike[str]]) -> Iterator[Imported | Rejection]:
        place = "answers"
        for file in files:
            for payload in self.payloads(file):
                if isinstance(payload, Rejection):
                    yield payload
                    continue
                place = payload.where
                yield from self._imported(payload)
        requests = len(self._evidence.requests)
        if requests > 1 and requests != self._payloads:
            yield Rejection(
                where=place,
                expected=f"{requests} payloads",
                got=str(self._payloads),
                message=f"there are {requests} requests for {self._payloads} payloads;"
                " they belong together one by one",
                hint="one request for all, or one for each payload in the same order",
            )

    def payloads(self, file: str | PathLike[str]) -> Iterator[Payload | Rejection]:
        return read_payloads(file, self._whole, self._media(str(file)))

    def _media(self, file: str) -> Any:
        if self._named is not None:
            return self._named.media
        return "csv" if file.removesuffix(".gz").endswith((".csv", ".tsv")) else "json"

    def _whole(self, head: list[Any]) -> bool:
        if self._named is not None:
            return self._named.recognises(head)
        return bool(detect(head).names)

    def _imported(self, payload: Payload) -> Iterator[Imported | Rejection]:
        requests, number = self._evidence.requests, self._payloads
        self._payloads += 1
        chosen = self._named
        unpacked = _unpacked(payload, chosen)
        if chosen is None:
            detected = detect(unpacked.value)
            if detected.name is None:
                yield _undetected(payload, unpacked, detected)
                return
            chosen = importer(detected.name)
        own = () if unpacked.request is None else (unpacked.request,)
        given = requests if len(requests) == 1 else requests[number : number + 1]
        sidecar = Sidecar(self._evidence.documents, (*own, *given), self._evidence.options)
        stamp = {
            "format": chosen.name,
            "sha256": hashlib.sha256(canonical(unpacked.value)).hexdigest(),
            "where": payload.where,
            "path": unpacked.path,
        }
        told = False
        try:
            for one in chosen.read(unpacked.value, sidecar):
                told = True
                if isinstance(one, RecordError):
                    yield self._rejected(one, payload, unpacked)
                else:
                    yield self._stamped(one, stamp, unpacked)
        except RecordError as error:
            told = True
            yield self._rejected(error, payload, unpacked)
        if not told:
            yield self._rejected(RecordError("$", expected="an answer", got="none"), payload, unpacked)

    def _rejected(self, error: RecordError, payload: Payload, unpacked: _Unpacked) -> Rejection:
        """The rejection; the first of a named format says which other format the payload looks like."""
        found = _rejection(error, payload, unpacked)
        if self._named is None or self._looked:
            return found
        self._looked = True
        if self._named.recognises(unpacked.value):
            return found
        other = _look_alike(payload)
        return found if other is None else structs.replace(found, hint=f"looks like {other}")

    def _stamped(self, one: Imported, stamp: dict[str, Any], unpacked: _Unpacked) -> Imported:
        record, findings = dict(under_own_ids(one.record)), list(one.findings)
        answer_id = record.get("answer_id")
        if isinstance(answer_id, str):
            free = self._free(answer_id)
            if free != answer_id:
                record["answer_id"] = free
                findings.append(
                    ImportFinding(
                        "duplicate_answer_id", f"an earlier answer has the id {answer_id[:60]!r} too", "$.id"
                    )
                )
        if unpacked.custom_id is not None:
            record.setdefault("case_id", unpacked.custom_id)
        told = [{"slug": f.slug, "message": f.message, "where": f.where} for f in findings[:_KEPT]]
        metadata = dict(record.get("metadata") or {})
        metadata["import"] = {
            **stamp,
            **(metadata.get("import") or {}),
            **({"findings": told} if told else {}),
        }
        record["metadata"] = metadata
        return structs.replace(one, record=record, findings=tuple(findings))

    def _free(self, answer_id: str) -> str:
        name, repeat = answer_id, self._taken.get(answer_id, 1)
        while name in self._taken:
            repeat += 1
            name = f"{answer_id}#{repeat}"
        self._taken[answer_id] = repeat
        self._taken.setdefault(name, 1)
        return name


def _unpacked(payload: Payload, chosen: Importer | None) -> _Unpacked:
    """The answer in a log line: `{"request": ..., "response": ...}`, or a line of a provider's batch file.

    A format that knows the line itself gets all of it.
    """
    line = payload.value
    plain = _Unpacked(line, payload.path)
    if not isinstance(line, dict) or (chosen is not None and chosen.recognises(line)):
        return plain
    response, result = line.get("response"), line.get("result")
    request = line.get("request")
    named = line.get("custom_id")
    custom_id = named if isinstance(named, str) and named else None
    if isinstance(response, dict) and isinstance(response.get("body"), dict) and "status_code" in response:
        return _Unpacked(response["body"], f"{payload.path}.response.body", request, custom_id)
    if isinstance(response, dict | list) and ("request" in line or custom_id is not None):
        return _Unpacked(response, f"{payload.path}.response", request, custom_id)
    if isinstance(result, dict) and isinstance(result.get("message"), dict) and custom_id is not None:
        return _Unpacked(result["message"], f"{payload.path}.result.message", request, custom_id)
    return plain


def _rejection(error: RecordError, payload: Payload, unpacked: _Unpacked) -> Rejection:
    """The error at its place in the file; one about the request keeps the request's own path."""
    own = error.path.startswith(REQUEST_PATH)
    return error.rejection(payload.where, prefix="$" if own else unpacked.path)


def _undetected(payload: Payload, unpacked: _Unpacked, detected: Detected) -> Rejection:
    if detected.names:
        message = f"{unpacked.path}: {_listed(detected.names)} may all be meant"
        hint = "name the format instead of auto"
    else:
        message = f"{unpacked.path}: no known format: {_look(unpacked.value)}"
        hint = "name the format; `pincite import --list` shows all of them"
    return Rejection(
        where=payload.where,
        path=unpacked.path,
        expected="a payload of one format",
        got=_listed(detected.names) if detected.names else _look(unpacked.value),
        message=message,
        hint=hint,
    )


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _look(value: Any) -> str:
    """A payload in few words, without its content."""
    if isinstance(value, dict):
        keys = ", ".join(str(key)[:30] for key in list(value)[:5])
        return f"an object with {keys or 'no keys'}"
    return f"an array of {len(value)}" if isinstance(value, list) else kind_of(value)
