"""Perplexity responses: numbered markers, the search results that they number, and annotations of some.

The unit and the end of the annotations' offsets are not documented, so they are believed only where they fit:
an annotation either covers a printed marker or a link, or a claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.consulted import Page, consulted, numbered, page_of
from pincite.importers.links import Link, linked, read_link
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer, question_of
from pincite.importers.response_events import BETWEEN, told
from pincite.importers.streams import Streamed
from pincite.io.rejection import RecordError

_RESULTS: Final = "search_results"


def recognises(payload: Any) -> bool:
    """A response with search results among its output, or a stream of one."""
    if isinstance(payload, list):
        kinds = [event.get("type") if isinstance(event, dict) else None for event in payload]
        return str(kinds[0] if kinds else "").startswith("response.") and any(
            str(kind).startswith("response.reasoning.") for kind in kinds
        )
    if not isinstance(payload, dict) or payload.get("object") != "response":
        return False
    output = payload.get("output")
    return isinstance(output, list) and any(
        isinstance(item, dict) and item.get("type") == _RESULTS for item in output
    )


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a response."""
    place = At(payload)
    if not isinstance(payload, list):
        yield _imported(place, sidecar)
        return
    results = [event for event in place.each() if event["type"].value == "response.reasoning.search_results"]
    for one in told(place):
        try:
            if isinstance(one, RecordError):
                raise one
            yield _imported(one.place, sidecar, one.stream, results)
        except RecordError as error:
            yield error


IMPORTER = Importer(
    name="perplexity-responses",
    title="Perplexity responses",
    recognises=recognises,
    read=read,
    carries_evidence="partly",
)


def _imported(
    place: At, sidecar: Sidecar, stream: Streamed | None = None, events: list[At] | None = None
) -> Imported:
    place.object()
    pages: dict[int, Page] = {}
    pieces: list[str] = []
    start = 0
    notes: list[tuple[At, str, int]] = []
    for item in place["output"].each():
        kind = item["type"].text()
        if kind == _RESULTS:
            _add_pages(item, pages)
        elif kind == "message":
            if pieces:
                pieces.append(BETWEEN)
                start += len(BETWEEN)
            for part in item["content"].each():
                text = part["text"].text_or_none()
                if part["type"].text() == "output_text" and text is not None:
                    notes += [(note, text, start) for note in part["annotations"].each_or_none()]
                    pieces.append(text)
                    start += len(text)
    for event in events or ():
        if not pages:
            _add_pages(event, pages)
    if not pieces:
        path = f"{place.path}.output"
        message = f"{path}: the response holds no message with text"
        raise RecordError(path, expected="a message with text", got="none", message=message)
    text = "".join(pieces)
    found = consulted(text, pages, sidecar, where=place.path)
    cited, more_pages, more = _annotated(text, notes, pages, sidecar)
    known = {one["document_id"] for one in found.passages}
    passages = [*found.passages, *(one for one in more_pages if one["document_id"] not in known)]
    record = answer(
        text,
        answer_id=place["id"].id_or_none(),
        question=question_of(sidecar.request),
        prompt_chunks=None,
        retrieved_chunks=passages or None,
        citations=[*found.citations, *cited] or None,
        stream=None if stream is None else stream.stream,
        metadata={
            "model": place["model"].text_or_none(),
            "import": None if stream is None else stream.metadata,
        },
    )
    own = stream.findings if stream is not None else ()
    return Imported(record, (*own, *found.findings, *more))


def _add_pages(item: At, pages: dict[int, Page]) -> None:
    for result in item["results"].each_or_none():
        number = result["id"].integer_or_none() or len(pages) + 1
        pages.setdefault(number, page_of(result))


def _annotated(
    text: str, notes: list[tuple[At, str, int]], pages: dict[int, Page], sidecar: Sidecar
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[ImportFinding]]:
    """Annotations beside the markers: those that say what a marker says are one with it."""
    markers: dict[tuple[int | None, int | None], list[int]] = {}
    for marker, number in numbered(text):
        markers.setdefault((marker.start, marker.end), []).append(number)
    links: list[Link] = []
    findings: list[ImportFinding] = []
    for note, part, base in notes:
        url = note["url"].text_or_none()
        if url is None:
            continue
        start, end = note["start_index"].integer_or_none(), note["end_index"].integer_or_none()
        link = read_link(part, start, end, url, note).moved(base)
        numbers = markers.get((link.place.start, link.place.end), [])
        if not numbers:
            links.append(link)
        elif not any(n in pages and pages[n].url == link.url for n in numbers):
            message = "an annotation gives a marker another page than the list of results does"
            findings.append(ImportFinding("annotation_disagrees", message, note.path, {"marker": numbers}))
            links.append(link)
    cited, passages, more = linked(text, links, sidecar)
    return cited, passages, [*findings, *more]
