"""What an importer is: a pure function from a payload, as a product recorded it, to native records.

A format module looks like this:

    def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]: ...

    IMPORTER = Importer(name="acme-chat", title="Acme chat", recognises=recognises, read=read,
                        carries_evidence="yes")

`read` raises `RecordError` (with JSON path and expectation) when nothing of the payload can be used, and
yields one in the place of each single record that cannot. It never raises anything else. The raw payload's
digest and its place are put into `metadata.import` by `pincite.importers.reading`, not by the importer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct, field

from pincite.evidence.addresses import is_web_address, same_address
from pincite.io.rejection import RecordError
from pincite.model import Chunk, Document

Carries = Literal["yes", "partly", "no"]
"""Whether a payload holds the text of its sources: all that is cited, excerpts or some of it, none."""

Media = Literal["json", "csv"]

REQUEST_PATH: Final = "$request"
"""How the JSON paths of faults in a request begin."""


class ImportFinding(Struct, frozen=True):
    """Something that a reader of the imported record should know.

    `slug` names the kind (it is counted), `message` is one sentence in lower case without a final stop,
    `where` the JSON path in the payload, `data` the raw numbers behind it.
    """

    slug: str
    message: str
    where: str = "$"
    data: dict[str, Any] = field(default_factory=dict)


class Imported(Struct, frozen=True):
    """A native answer record (a line of answers.jsonl as JSON values, keys in snake_case), and what was
    noticed on the way.
    """

    record: dict[str, Any]
    findings: tuple[ImportFinding, ...] = ()


class Sidecar(Struct, frozen=True):
    """Evidence that stands beside a payload.

    `documents` come from `--documents`; `requests` are what was sent to the provider for this payload, or
    tool results, as JSON values (usually none or one); `options` are the importer's own settings (`--map`).
    """

    documents: tuple[Document, ...] = ()
    requests: tuple[Any, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def request(self) -> Any:
        """The request of this payload, or None."""
        return self.requests[0] if self.requests else None

    def document(
        self, *, document_id: str | None = None, uri: str | None = None, title: str | None = None
    ) -> Document | None:
        """The one document with this id, else at this address, else with this title; None where none or
        several fit. Of several revisions of one document the current one, if only one is marked so.
        """
        index = _indexed(self.documents)
        for table, key in (
            (index.by_id, document_id),
            (index.by_address, uri and _address(uri)),
            (index.by_title, title),
        ):
            found = _one_of(table.get(key, ())) if key else None
            if found is not None:
                return found
        return None

    def chunks(
        self, *, document_id: str | None = None, uri: str | None = None, title: str | None = None
    ) -> tuple[Chunk, ...]:
        """The stored passages of that document: its chunks, else its whole text as one."""
        document = self.document(document_id=document_id, uri=uri, title=title)
        return () if document is None else passages_of(document)


class Importer(Struct, frozen=True, kw_only=True):
    """One format.

    `recognises` says whether a payload is certainly of this format, and never raises. A list is shown to it
    as a whole first (a stream, the spans of a trace, a data set: one payload), perhaps only its first twenty
    items; if it declines, each item is a payload of its own.
    `media` "csv" reads a file as a list of rows (column -> text). `options` are the settings (`--map`) that
    it takes.
    """

    name: str
    title: str
    recognises: Callable[[Any], bool]
    read: Callable[[Any, Sidecar], Iterable[Imported | RecordError]]
    carries_evidence: Carries
    media: Media = "json"
    options: tuple[str, ...] = ()


def passages_of(document: Document) -> tuple[Chunk, ...]:
    """A document's chunks, else its whole text as one chunk."""
    if document.chunks or document.text is None:
        return document.chunks
    return (
        Chunk(
            document_id=document.document_id,
            document_revision=document.document_revision,
            chunk_id="1",
            text=document.text,
            title=document.title,
            uri=document.uri,
            effective_from=document.effective_from,
            effective_until=document.effective_until,
        ),
    )


class _Index(Struct, frozen=True):
    """Documents by what a payload may call them."""

    by_id: dict[str, list[Document]]
    by_address: dict[str, list[Document]]
    by_title: dict[str, list[Document]]


_indexes: list[tuple[tuple[Document, ...], _Index]] = []


def _indexed(documents: tuple[Document, ...]) -> _Index:
    """The index of these documents, kept for the next payload, to which the same ones are given."""
    for known, index in _indexes:
        if known is documents:
            return index
    index = _Index({}, {}, {})
    for one in documents:
        names = dict.fromkeys((one.document_id, one.metadata.get("file_id")))
        for name in names:
            if isinstance(name, str):
                index.by_id.setdefault(name, []).append(one)
        for address in dict.fromkeys(_address(uri) for uri in (one.uri, one.document_id) if uri):
            index.by_address.setdefault(address, []).append(one)
        if one.title:
            index.by_title.setdefault(one.title, []).append(one)
    _indexes[:] = [*_indexes[-1:], (documents, index)]
    return index


def _address(uri: str) -> str:
    return same_address(uri) if is_web_address(uri) else uri


def _one_of(documents: Sequence[Document]) -> Document | None:
    if len({one.document_id for one in documents}) != 1:
        return None
    if len(documents) == 1:
        return documents[0]
    current = [one for one in documents if one.status == "current"]
    return current[0] if len(current) == 1 else None
