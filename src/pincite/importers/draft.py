"""A native record in the making: its sources, its citations, and what was noticed about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pincite.importers.passages import recorded, unrecorded, without_text
from pincite.importers.protocol import Imported, ImportFinding, Sidecar
from pincite.importers.records import answer, citation, joined
from pincite.importers.spans import Reconciled
from pincite.importers.streams import Streamed

_Name = tuple[Any, Any, Any]


class Draft:
    """Collects the passages that citations point at (`found`), in the order in which they come up.

    A passage that comes up again under the same ids with the same text is one passage. `shown` are the
    passages that the model certainly saw, or None where nothing says so.
    """

    def __init__(self, sidecar: Sidecar, shown: Iterable[dict[str, Any]] | None = None) -> None:
        self.sidecar = sidecar
        self.shown = None if shown is None else list(shown)
        self.found: list[dict[str, Any]] = []
        self.citations: list[dict[str, Any]] = []
        self.findings: list[ImportFinding] = []
        self._texts: dict[_Name, str] = {}
        self._copies: dict[_Name, dict[str, str]] = {}
        self._ids: dict[str, int] = {}
        self._without: dict[str, None] = {}
        self._named: dict[str, int | None] = {}
        self._shown = {one["document_id"] for one in self.shown or ()}
        for one in self.shown or ():
            self._known(one)

    def shows(self, document_id: str) -> bool:
        """Whether the model certainly saw this document."""
        return document_id in self._shown

    def show(self, chunk: dict[str, Any]) -> dict[str, Any]:
        """Add a passage to those that the model saw, and give the keys by which a citation names it."""
        if self.shown is not None and _name(chunk) not in self._texts:
            self._known(chunk)
            self._shown.add(chunk["document_id"])
            self.shown.append(chunk)
            return {key: chunk[key] for key in _KEYS if chunk.get(key) is not None}
        return self.passage(chunk)

    def passage(self, chunk: dict[str, Any], *, where: str = "$") -> dict[str, Any]:
        """Keep a passage, and give the keys by which a citation names it.

        Another text under the ids of an earlier one gets a chunk id of its own. One without text is looked
        up among the user's documents; if it is not there, it is kept without.
        """
        if not recorded(chunk):
            rest = {key: value for key, value in chunk.items() if key not in _OWN}
            return self.named(chunk["document_id"], where=where, **rest)
        name, text = _name(chunk), chunk["text"]
        if self._texts.get(name, text) != text:
            chunk = chunk | {"chunk_id": self._copy(name, text)}
        if _name(chunk) not in self._texts:
            self._known(chunk)
            self.found.append(chunk)
        return {key: chunk[key] for key in _KEYS if chunk.get(key) is not None}

    def named(self, document_id: str, *, where: str = "$", **more: Any) -> dict[str, Any]:
        """A source whose text the payload lacks: its passages from the user's documents, else none.

        `more` are keys of a chunk; `uri` and `title` help to find the document. Gives the keys by which a
        citation names it.
        """
        if document_id not in self._named and document_id not in self._shown:
            self._named[document_id] = None
            stored = joined(self.sidecar, document_id, uri=more.get("uri"), title=more.get("title"))
            for one in stored:
                self.passage(one)
            if not stored:
                self._named[document_id] = len(self.found)
                self._without.setdefault(where)
                self.found.append(unrecorded(document_id, **more))
        revision = more.get("document_revision")
        return {"document_id": document_id, **({} if revision is None else {"document_revision": revision})}

    def cite(self, citation_id: str, *, span: Reconciled | None = None, **more: Any) -> None:
        """Add a citation; an id that is taken gets a number."""
        repeat = self._ids.get(citation_id, 0) + 1
        self._ids[citation_id] = repeat
        name = citation_id if repeat == 1 else f"{citation_id}#{repeat}"
        self.citations.append(citation(name, span=span, **more))
        if span is not None:
            self.findings += span.findings

    def note(self, slug: str, message: str, where: str, **data: Any) -> None:
        """Something that the reader of the record should know."""
        self.findings.append(ImportFinding(slug, message, where, data))

    def imported(
        self,
        text: str,
        *,
        stream: Streamed | None = None,
        metadata: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Imported:
        """The finished record; `stream` is set if the answer came in pieces."""
        if stream is not None:
            self.findings += stream.findings
            metadata = {**(metadata or {}), "import": stream.metadata}
        self._set_apart()
        record = answer(
            text,
            prompt_chunks=self.shown,
            retrieved_chunks=self.found or None,
            citations=self.citations or None,
            stream=None if stream is None else stream.stream,
            metadata=metadata,
            **more,
        )
        missing = without_text(list(self._without), len(self.found) + len(self.shown or ()))
        return Imported(record, (*self.findings, *missing))

    def _known(self, chunk: Mapping[str, Any]) -> None:
        self._texts.setdefault(_name(chunk), chunk["text"])

    def _copy(self, name: _Name, text: str) -> str:
        """The chunk id of another text under ids that are taken; the same text gets the same."""
        copies = self._copies.setdefault(name, {})
        return copies.setdefault(text, f"{name[2] or 'passage'}#{len(copies) + 2}")

    def _set_apart(self) -> None:
        """Where other passages of a document have their text, point at the one without by an id of its own:
        an answer is not judged by a passage that it does not cite.
        """
        with_text = {one["document_id"] for one in (*self.found, *(self.shown or ())) if recorded(one)}
        for document_id, index in self._named.items():
            if index is None or document_id not in with_text:
                continue
            own = self.found[index].setdefault("chunk_id", _ABSENT)
            for one in self.citations:
                if one.get("document_id") == document_id and "chunk_id" not in one:
                    one["chunk_id"] = own


_ABSENT = "not-recorded"
_KEYS = ("document_id", "document_revision", "chunk_id")
_OWN = ("document_id", "text", "metadata")


def _name(chunk: Mapping[str, Any]) -> _Name:
    return (chunk["document_id"], chunk.get("document_revision"), chunk.get("chunk_id"))
