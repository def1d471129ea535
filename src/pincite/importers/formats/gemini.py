"""Gemini generateContent with grounding: web search, file search, and Vertex AI retrieval.

Offsets count UTF-8 bytes of one part, the end exclusive; zeros are left out. Of a stream, the chunks are one
answer: the grounding comes with the last ones. Web sources come without their text. What the payload calls
`citationMetadata` is a notice that training data was recited; it is no evidence and is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.questions import question_of
from pincite.importers.records import chunk, compact, revision_of, whole_text
from pincite.importers.resources import attributes, document_id
from pincite.importers.spans import Reconciled, reconciled
from pincite.importers.streams import streamed
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """A response, a line of a batch that holds one, or the chunks of one streamed response."""
    if isinstance(payload, list):
        ids = {_id(one) for one in payload}
        return len(payload) > 1 and len(ids) == 1 and None not in ids and all(map(_is_response, payload))
    return _is_response(payload)


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a candidate that says something."""
    root = At(payload)
    request = sidecar.request
    if isinstance(payload, list):
        responses = list(root.each())
    else:
        responses = [root["response"] if root["response"] else root]
        request = root["request"].value if request is None else request
    if not responses:
        raise root.fault("a response, or the chunks of one")
    candidates: dict[int, list[At]] = {}
    for response in responses:
        for number, one in enumerate(response["candidates"].each_or_none()):
            one.object()
            candidates.setdefault(one["index"].integer_or_none() or number, []).append(one)
    if not candidates:
        blocked = responses[0].cased("promptFeedback").cased("blockReason").value
        raise RecordError(
            f"{responses[0].path}.candidates",
            expected="an array with a candidate",
            got="none" if blocked is None else f"none (the prompt was blocked: {blocked})",
        )
    response_id = responses[0].cased("responseId").id_or_none()
    for number, pieces in candidates.items():
        own = response_id if response_id is None or not number else f"{response_id}#{number + 1}"
        yield _record(pieces, sidecar, question_of(request), own, responses[0])


def _record(
    pieces: list[At], sidecar: Sidecar, question: str | None, answer_id: str | None, response: At
) -> Imported | RecordError:
    try:
        parts = [
            part["text"].text()
            for piece in pieces
            for part in piece["content"]["parts"].each_or_none()
            if part["text"] and part["thought"].value is not True
        ]
        draft = Draft(sidecar)
        reason = _word(pieces[-1].cased("finishReason"))
        stream = None
        if len(pieces) > 1:
            final = whole_text(parts) if reason is not None else None
            stream = streamed(parts, final, where=pieces[-1].path)
        text = whole_text(parts)
        if not text:
            return pieces[0]["content"]["parts"].fault(f"an array with a text (finish reason {reason})")
        answer = _Answer(text, _whole_parts(pieces, parts))
        for grounding in (piece.cased("groundingMetadata") for piece in pieces):
            if grounding:
                _grounding(grounding, answer, draft)
        return draft.imported(
            text,
            answer_id=answer_id,
            question=question,
            stream=stream,
            metadata={"model": _word(response.cased("modelVersion")), "finish_reason": reason},
        )
    except RecordError as error:
        return error


class _Answer:
    """The answer's text, and where its parts stand in it; a stream's chunks are one part."""

    def __init__(self, text: str, parts: list[tuple[int, str]]) -> None:
        self.text, self.parts = text, parts

    def span(self, segment: At) -> Reconciled:
        """The span that a segment means, in the whole answer."""
        index = segment.cased("partIndex").integer_or_none() or 0
        start = segment.cased("startIndex").integer_or_none()
        end = segment.cased("endIndex").integer_or_none()
        covered = segment["text"].text_or_none()
        if 0 <= index < len(self.parts):
            offset, part = self.parts[index]
            found = reconciled(part, start, end, covered, "utf8", where=segment.path)
            if found.known or len(self.parts) == 1:
                return found.shift(offset)
        return reconciled(self.text, start, end, covered, "utf8", where=segment.path)


def _whole_parts(pieces: list[At], texts: list[str]) -> list[tuple[int, str]]:
    """Where each part of the payload stands; thoughts and calls count as parts and hold nothing."""
    if len(pieces) > 1:
        return [(0, whole_text(texts))]
    found: list[tuple[int, str]] = []
    at = 0
    for part in pieces[0]["content"]["parts"].each_or_none():
        own = part["text"].text() if part["text"] and part["thought"].value is not True else ""
        found.append((at, own))
        at += len(own)
    return found


def _grounding(grounding: At, answer: _Answer, draft: Draft) -> None:
    sources = [
        _source(one, number, draft)
        for number, one in enumerate(grounding.cased("groundingChunks").each_or_none(), 1)
    ]
    for number, support in enumerate(grounding.cased("groundingSupports").each_or_none(), 1):
        span = answer.span(support["segment"])
        scores = list(support.cased("confidenceScores").each_or_none())
        places = list(support.cased("groundingChunkIndices").each_or_none())
        for position, place in enumerate(places):
            index = place.integer()
            known = 0 <= index < len(sources)
            if not known:
                message = f"the support names grounding chunk {index} of {len(sources)}"
                draft.note("dangling_reference", message, place.path, index=index, of=len(sources))
            score = scores[position].number_or_none() if position < len(scores) else None
            draft.cite(
                f"g{number}.{index + 1}",
                span=span if position == 0 else span.repeated(),
                raw=support["segment"].value,
                metadata=compact(confidence=score),
                **(sources[index] if known else {}),
            )
        if not places:
            draft.findings += span.findings
            draft.note("no_source", "the support names no grounding chunk", support.path)


def _source(place: At, number: int, draft: Draft) -> dict[str, Any]:
    """Keep what a grounding chunk holds, and give the keys by which a citation names it."""
    retrieved = place.cased("retrievedContext")
    if retrieved:
        return _retrieved(retrieved, number, draft)
    web, maps, image = place["web"], place["maps"], place["image"]
    found = web or maps or image
    if not found:
        draft.note("unknown_source", "the grounding chunk is of a kind that is not known", place.path)
        return draft.named(f"chunk-{number}", where=place.path)
    uri = found["uri"].text_or_none() or found.cased("sourceUri").text_or_none()
    title = found["title"].text_or_none()
    name = found.cased("placeId").id_or_none() or uri or title or f"chunk-{number}"
    text = found["text"].text_or_none()
    keys = compact(uri=uri, title=title)
    if text:
        return draft.passage(chunk(text, name, chunk_id=str(number), **keys), where=found.path)
    return draft.named(name, where=found.path, **keys)


def _retrieved(place: At, number: int, draft: Draft) -> dict[str, Any]:
    inner = place.cased("ragChunk")
    text = inner["text"].text_or_none() or place["text"].text_or_none()
    uri, title = place["uri"].text_or_none(), place["title"].text_or_none()
    resource = place.cased("documentName").text_or_none()
    more = attributes(place.cased("customMetadata"))
    name = document_id(resource) or inner.cased("fileId").id_or_none() or uri or title or f"chunk-{number}"
    keys = compact(
        document_revision=revision_of(more),
        chunk_id=inner.cased("chunkId").id_or_none(),
        title=title,
        uri=uri,
        page=_page(place, inner),
        metadata=more
        | compact(document_name=resource, file_search_store=place.cased("fileSearchStore").text_or_none()),
    )
    keys.setdefault("chunk_id", str(number))
    if text:
        return draft.passage(chunk(text, name, **keys), where=place.path)
    keys.pop("metadata", None)
    return draft.named(name, where=place.path, **keys)


def _page(place: At, inner: At) -> int | str | None:
    span = inner.cased("pageSpan")
    first, last = span.cased("firstPage").integer_or_none(), span.cased("lastPage").integer_or_none()
    if first is None:
        return place.cased("pageNumber").integer_or_none()
    return first if last in (None, first) else f"{first}-{last}"


def _word(place: At) -> str | None:
    """A name that says nothing about the evidence, so that another kind of value is no reason to refuse."""
    return place.value if isinstance(place.value, str) else None


def _is_response(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    inner = value.get("response")
    body = inner if isinstance(inner, dict) else value
    candidates = body.get("candidates")
    if not isinstance(candidates, list) or not candidates:
        return False
    first = At(candidates)[0]
    return isinstance(first["content"].value, dict) or bool(first.cased("groundingMetadata"))


def _id(value: Any) -> str | None:
    found = At(value).cased("responseId").value
    return found if isinstance(found, str) else None


IMPORTER = Importer(
    name="gemini",
    title="Gemini generateContent and Vertex AI grounding",
    recognises=recognises,
    read=read,
    carries_evidence="partly",
)
