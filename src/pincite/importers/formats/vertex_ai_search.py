"""Vertex AI Search (Discovery Engine) answers with citations and references.

Offsets count UTF-8 bytes of `answerText`, the end exclusive; they are 64-bit numbers, so JSON strings, and
left out when 0. A `referenceId` is an index into `references`. A grounding support that was not checked has
no score, which says nothing about support.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.payloads import canonical
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.questions import question_of
from pincite.importers.records import chunk, compact, revision_of
from pincite.importers.resources import attributes, document_id
from pincite.importers.spans import reconciled
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """A response or a stored answer: its text has a name of its own."""
    root = At(payload)
    body = root["answer"] if isinstance(root["answer"].value, dict) else root
    return isinstance(body.cased("answerText").value, str)


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of an answer."""
    root = At(payload)
    body = root["answer"] if root["answer"] else root
    text = body.cased("answerText").text()
    skipped = [one.value for one in body.cased("answerSkippedReasons").each_or_none()]
    if not text:
        raise RecordError(
            body.cased("answerText").path,
            expected="a text that is not empty",
            got=f"none, skipped for {', '.join(map(str, skipped))[:200]}" if skipped else "none",
        )
    draft = Draft(sidecar)
    sources = [
        _reference(one, number, draft) for number, one in enumerate(body["references"].each_or_none(), 1)
    ]
    scores = _scores(body)
    cited = body["citations"] if body["citations"] else body.cased("groundingSupports")
    for number, place in enumerate(cited.each_or_none(), 1):
        _citation(place, number, text, sources, scores, draft)
    if skipped:
        reasons = ", ".join(map(str, skipped))
        draft.note("answer_skipped", f"the service declined to answer: {reasons}", body.path, reasons=skipped)
    yield draft.imported(
        text,
        answer_id=body["name"].id_or_none(),
        question=question_of(sidecar.request),
        metadata={
            "grounding_score": body.cased("groundingScore").value,
            "state": body["state"].value,
            "skipped_reasons": skipped or None,
        },
    )


def _citation(
    place: At,
    number: int,
    text: str,
    sources: list[list[dict[str, Any]]],
    scores: dict[tuple[int, int], float],
    draft: Draft,
) -> None:
    start = place.cased("startIndex").integer_or_none() or 0
    end = place.cased("endIndex").integer_or_none()
    span = reconciled(text, start, end, None, "utf8", where=place.path)
    metadata = compact(grounding_score=None if end is None else scores.get((start, end)))
    told = False
    for source in place["sources"].each_or_none():
        reference = source.cased("referenceId")
        index = reference.integer()
        known = 0 <= index < len(sources)
        if not known:
            message = f"the citation names reference {index} of {len(sources)}"
            draft.note("dangling_reference", message, reference.path, index=index, of=len(sources))
        for keys in sources[index] if known else [{}]:
            shown = span.repeated() if told else span
            told = True
            draft.cite(f"c{number}.{index}", span=shown, raw=place.value, metadata=metadata, **keys)
    if not told:
        draft.findings += span.findings
        draft.note("no_source", "the citation names no reference", place.path)


def _scores(body: At) -> dict[tuple[int, int], float]:
    """The grounding score of each stretch that was checked."""
    found: dict[tuple[int, int], float] = {}
    for support in body.cased("groundingSupports").each_or_none():
        score = support.cased("groundingScore").number_or_none()
        end = support.cased("endIndex").integer_or_none()
        if (
            score is not None
            and end is not None
            and support.cased("groundingCheckRequired").value is not False
        ):
            found[support.cased("startIndex").integer_or_none() or 0, end] = score
    return found


def _reference(place: At, number: int, draft: Draft) -> list[dict[str, Any]]:
    """Keep the passages of a reference, and give the keys of each for a citation."""
    one = place.cased("chunkInfo")
    if one:
        return [_chunk(one, number, draft)]
    document = place.cased("unstructuredDocumentInfo")
    if document:
        return _unstructured(document, number, draft)
    record = place.cased("structuredDocumentInfo")
    if not record:
        raise place.fault("an object with chunkInfo, unstructuredDocumentInfo or structuredDocumentInfo")
    data = attributes(record.cased("structData"))
    name, keys = _described(record, number, data)
    if not data:
        return [draft.named(name, where=record.path, **keys)]
    text = canonical(data).decode()
    return [draft.passage(chunk(text, name, chunk_id=str(number), **keys), where=record.path)]


def _chunk(place: At, number: int, draft: Draft) -> dict[str, Any]:
    about = place.cased("documentMetadata")
    name, keys = _described(about, number, attributes(about.cased("structData")))
    text = place["content"].text_or_none()
    page = about.cased("pageIdentifier").id_or_none()
    resource = place["chunk"].text_or_none()
    chunk_id = resource.rpartition("/chunks/")[2] if resource else str(number)
    more = compact(chunk_id=chunk_id, page=page, score=place.cased("relevanceScore").number_or_none())
    if not text:
        return draft.named(name, where=place.path, **keys, **more)
    return draft.passage(chunk(text, name, **keys, **more), where=place.path)


def _unstructured(place: At, number: int, draft: Draft) -> list[dict[str, Any]]:
    name, keys = _described(place, number, attributes(place.cased("structData")))
    found = []
    for part, one in enumerate(place.cased("chunkContents").each_or_none(), 1):
        text = one["content"].text_or_none()
        if text:
            more = compact(
                chunk_id=str(number) if part == 1 else f"{number}.{part}",
                page=one.cased("pageIdentifier").id_or_none(),
                score=one.cased("relevanceScore").number_or_none(),
            )
            found.append(draft.passage(chunk(text, name, **keys, **more), where=one.path))
    return found or [draft.named(name, where=place.path, **keys)]


def _described(place: At, number: int, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The id of a document, and the keys of a chunk that describe it."""
    resource, uri = place["document"].text_or_none(), place["uri"].text_or_none()
    title = place["title"].text_or_none()
    name = document_id(resource) or uri or title or f"reference-{number}"
    return name, compact(document_revision=revision_of(data), title=title, uri=uri)


IMPORTER = Importer(
    name="vertex-ai-search",
    title="Vertex AI Search answers",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
)
