"""Bedrock agentic retrieval (AgenticRetrieveStream): a generated answer over numbered results.

Its offsets are characters with the end exclusive, unlike those of RetrieveAndGenerate. The answer is not
repeated in the citations, so nothing can check the numbers beyond whether they fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.questions import question_of
from pincite.importers.records import chunk, compact, revision_of
from pincite.importers.spans import reconciled
from pincite.importers.streams import streamed
from pincite.io.rejection import RecordError

_SOURCE = "x-amz-bedrock-kb-source-uri"


def recognises(payload: Any) -> bool:
    """A result event, or the events of a stream with one."""
    if isinstance(payload, list):
        return any(isinstance(one, dict) and _is_result(one.get("result")) for one in payload)
    return _is_result(payload) or (isinstance(payload, dict) and _is_result(payload.get("result")))


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of a result."""
    root = At(payload)
    pieces: list[str] | None = None
    if isinstance(payload, list):
        pieces = [
            event["responseEvent"]["text"].text() for event in root.each() if event["responseEvent"]["text"]
        ]
        result = next((event["result"] for event in root.each() if event["result"]), At(None, root.path))
    else:
        result = root["result"] if root["result"] else root
    generated = result["generatedResponse"]
    text = generated["answer"].text()
    if not text:
        raise generated["answer"].fault("a text that is not empty")
    draft = Draft(sidecar)
    sources = [_result(one, number, draft) for number, one in enumerate(result["results"].each_or_none(), 1)]
    for number, place in enumerate(generated["citations"].each_or_none(), 1):
        _citation(place, number, text, sources, draft)
    yield draft.imported(
        text, question=question_of(sidecar.request), stream=streamed(pieces, text) if pieces else None
    )


def _citation(place: At, number: int, text: str, sources: list[dict[str, Any]], draft: Draft) -> None:
    start, end = place["startIndex"].integer_or_none(), place["endIndex"].integer_or_none()
    span = reconciled(text, start, end, where=place.path)
    references = list(place["references"].each_or_none())
    for position, one in enumerate(references, 1):
        index = one["resultIndex"].integer_or_none() or 0
        known = 0 <= index < len(sources)
        if not known:
            told = f"the citation names result {index} of {len(sources)}"
            draft.note("dangling_reference", told, one.path, index=index, of=len(sources))
        name = f"c{number}" if position == 1 else f"c{number}.{position}"
        shown = span if position == 1 else span.repeated()
        draft.cite(name, span=shown, raw=place.value, **(sources[index] if known else {}))
    if not references:
        draft.findings += span.findings
        draft.note("no_source", "the citation names no result", place.path)


def _result(place: At, number: int, draft: Draft) -> dict[str, Any]:
    about = place["metadata"].object_or_empty()
    uri = about.get(_SOURCE)
    uri = uri if isinstance(uri, str) and uri else None
    retriever = place["sourceRetriever"]["identifier"].id_or_none()
    text = place["content"]["text"].text_or_none()
    keys = compact(document_revision=revision_of(about), chunk_id=str(number), uri=uri)
    name = uri or f"result-{number}"
    if not text:
        return draft.named(name, where=place.path, **keys)
    metadata = compact(**keys, metadata=about | compact(retriever=retriever))
    return draft.passage(chunk(text, name, **metadata), where=place.path)


def _is_result(value: Any) -> bool:
    found = At(value)
    return isinstance(found["generatedResponse"]["answer"].value, str)


IMPORTER = Importer(
    name="bedrock-agentic",
    title="Bedrock agentic retrieval",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
)
