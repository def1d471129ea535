"""The documents that cases may name, and whether the text that they ask for stands in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pincite.cases.issue import Issue, Level, issue, shown
from pincite.cases.line import CaseLine
from pincite.evidence.dates import later
from pincite.evidence.spans import quoted_place
from pincite.io.suggestions import nearest
from pincite.io.wire import SourceRecord
from pincite.model import Answer, Document
from pincite.text.quotes import find_quote

_MOST_NAMED = 5


class Shelf:
    """Texts by document and revision: those of a corpus, and the chunks that answers recorded."""

    def __init__(self, documents: Iterable[Document] | None = None, answers: Iterable[Answer] = ()) -> None:
        self._texts: dict[str, dict[str | None, list[str]]] = {}
        self._documents: dict[tuple[str, str | None], Document] = {}
        self.complete = documents is not None
        """Whether a document that is not here does not exist: only a corpus can say so."""
        for document in documents or ():
            key = (document.document_id, document.document_revision)
            self._documents.setdefault(key, document)
            texts = [] if document.text is None else [document.text]
            texts += [chunk.text for chunk in document.chunks]
            if len(document.chunks) > 1 and document.text is None:
                texts.append("\n".join(chunk.text for chunk in document.chunks))
            for text in texts:
                self._put(*key, text)
        for answer in answers:
            for chunk in (*(answer.prompt_chunks or ()), *(answer.retrieved_chunks or ())):
                self._put(chunk.document_id, chunk.document_revision, chunk.text)

    def _put(self, document_id: str, revision: str | None, text: str) -> None:
        held = self._texts.setdefault(document_id, {}).setdefault(revision, [])
        if text not in held[-8:]:  # many answers are shown the same chunks
            held.append(text)

    def __contains__(self, document_id: str) -> bool:
        return document_id in self._texts

    @property
    def document_ids(self) -> Iterable[str]:
        return self._texts

    def revisions(self, document_id: str) -> list[str | None]:
        return list(self._texts.get(document_id, ()))

    def document(self, document_id: str, revision: str | None) -> Document | None:
        return self._documents.get((document_id, revision))

    def texts(self, document_id: str, revision: str | None) -> list[str]:
        """The texts of a revision; without one those of all. Unversioned texts may be of any revision."""
        held = self._texts.get(document_id, {})
        if revision is None:
            return [text for texts in held.values() for text in texts]
        return [*held.get(revision, ()), *held.get(None, ())]

    def holders(self, text: str) -> Iterator[tuple[str, str | None]]:
        """Documents and revisions that hold a text letter for letter."""
        for document_id, held in self._texts.items():
            for revision, texts in held.items():
                if any(text in one for one in texts):
                    yield document_id, revision


def source_issues(line: CaseLine, shelf: Shelf) -> Iterator[Issue]:
    """What is wrong with the sources that a case names."""
    for place, claim in enumerate(line.record.expected_claims or ()):
        for number, source in enumerate(claim.supporting_sources or ()):
            path = f".expected_claims[{place}].supporting_sources[{number}]"
            yield from _of_source(line, path, source, shelf)
            yield from _in_force(line, path, source, shelf)
    for number, source in enumerate(line.record.near_miss_sources or ()):
        yield from _of_source(line, f".near_miss_sources[{number}]", source, shelf)


def _of_source(line: CaseLine, path: str, source: SourceRecord, shelf: Shelf) -> Iterator[Issue]:
    document_id = str(source.document_id)
    revision = None if source.document_revision in (None, "") else str(source.document_revision)
    # Without a corpus a document may exist that no answer was shown.
    level: Level = "error" if shelf.complete else "warning"
    if document_id not in shelf:
        close = nearest(document_id, shelf.document_ids)
        yield issue(
            line,
            "unknown_document",
            f"{path}.document_id",
            f"{shown(document_id)} is in no {'corpus and no ' if shelf.complete else ''}recorded chunk",
            f"did you mean {shown(close)}?" if close else "add the document to the corpus",
            level=level,
        )
        return
    stored = shelf.revisions(document_id)
    if revision is not None and revision not in stored and None not in stored:
        known = ", ".join(shown(str(one)) for one in stored[:_MOST_NAMED])
        yield issue(
            line,
            "unknown_revision",
            f"{path}.document_revision",
            f"{shown(document_id)} has no revision {shown(revision)}, only {known}",
            "name a stored revision, or add this one to the corpus",
            level=level,
        )
        return
    text = source.required_text
    if not text or not text.strip():
        return
    texts = shelf.texts(document_id, revision)
    if any(quoted_place(text, one) is not None for one in texts):
        return
    of = f"{document_id} revision {revision}" if revision is not None else document_id
    yield issue(
        line,
        "text_not_in_revision",
        f"{path}.required_text",
        f"{shown(text)} does not stand in {shown(of)}{_nearest(text, texts)}",
        _elsewhere(text, document_id, shelf),
        level=level,
    )


def _nearest(text: str, texts: Iterable[str]) -> str:
    """What stands there instead, as far as something like it does."""
    hits = [(hit.similarity, one[hit.start : hit.end]) for one in texts if (hit := find_quote(text, one))]
    similarity, place = max(hits, default=(0.0, ""))
    return f"; the nearest is {shown(place, 90)}" if similarity >= 0.5 and place else ""


def _elsewhere(text: str, document_id: str, shelf: Shelf) -> str:
    held = sorted(shelf.holders(text), key=lambda pair: (pair[0] != document_id, pair[0], pair[1] or ""))
    if not held:
        return "copy the words exactly as they are stored"
    name, revision = held[0]
    of = f"{shown(name)} revision {shown(revision)}" if revision is not None else shown(name)
    return f"it stands in {of}: name that source, or copy the words of this one"


def _in_force(line: CaseLine, path: str, source: SourceRecord, shelf: Shelf) -> Iterator[Issue]:
    as_of = line.record.as_of
    revision = None if source.document_revision in (None, "") else str(source.document_revision)
    document = shelf.document(str(source.document_id), revision)
    if document is None or as_of is None:
        return
    why = ""
    if later(document.effective_from, as_of):
        why = f"it takes effect on {document.effective_from}"
    elif later(as_of, document.effective_until):
        why = f"it ended on {document.effective_until}"
    if why:
        yield issue(
            line,
            "source_not_in_force",
            f"{path}.document_revision",
            f"the answer has to hold on {as_of}: {why}",
            "name the revision that was in force, or change as_of",
        )
