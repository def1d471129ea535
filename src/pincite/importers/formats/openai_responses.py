"""OpenAI Responses: file search, web search and generated files; the whole response or its stream.

`file_citation.index` is an insertion point (not, as the type says, a place in a list of files), and
`url_citation` covers the link. Offsets count within one part of one message. Which result of a file search is
meant is never said: the evidence of a file citation is every result of that file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct

from pincite.importers.at import At
from pincite.importers.links import Link, linked, read_link
from pincite.importers.points import Point, counted, pointed
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer, chunk, joined, question_of, revision_of
from pincite.importers.response_events import BETWEEN, told
from pincite.importers.streams import Streamed
from pincite.io.rejection import RecordError
from pincite.model.document import TEXT_RECORDED

_OTHERS: Final = ("search_results", "fetch_url_results")


def recognises(payload: Any) -> bool:
    """A response object, or a list that begins with events of one."""
    if isinstance(payload, list):
        kinds = [event.get("type") if isinstance(event, dict) else None for event in payload]
        return (
            bool(kinds)
            and all(isinstance(kind, str) for kind in kinds)
            and str(kinds[0]).startswith("response.")
            and not any(str(kind).startswith("response.reasoning.") for kind in kinds)
        )
    if not isinstance(payload, dict) or payload.get("object") != "response":
        return False
    output = payload.get("output")
    return isinstance(output, list) and not any(
        isinstance(item, dict) and item.get("type") in _OTHERS for item in output
    )


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a response."""
    place = At(payload)
    if not isinstance(payload, list):
        yield _imported(_Response(place), sidecar, None)
        return
    for one in told(place):
        if isinstance(one, RecordError):
            yield one
            continue
        try:
            yield _imported(_Response(one.place), sidecar, one.stream)
        except RecordError as error:
            yield error


IMPORTER = Importer(
    name="openai-responses",
    title="OpenAI Responses, with file search and web search",
    recognises=recognises,
    read=read,
    carries_evidence="partly",
)


class _Part(Struct, frozen=True):
    """One text part of the answer; `start` is where it begins in the whole answer."""

    text: str
    start: int
    annotations: tuple[At, ...]


class _Response:
    """A response read once: its text parts, what its searches gave back, its other tools."""

    def __init__(self, place: At) -> None:
        place.object()
        self.place = place
        self.parts: list[_Part] = []
        self.results: list[At] = []
        self.searches = self.without_results = 0
        self.other_tools = False
        self.tool_calls: list[dict[str, Any]] = []
        pieces: list[str] = []
        start = 0
        for item in place["output"].each():
            kind = item["type"].text()
            if kind == "message":
                if self.parts:
                    pieces.append(BETWEEN)
                    start += len(BETWEEN)
                for text, annotations in _texts(item):
                    self.parts.append(_Part(text, start, annotations))
                    pieces.append(text)
                    start += len(text)
            elif kind.endswith("_call"):
                self._tool(item, kind)
        self.text = "".join(pieces)
        if not self.parts:
            path = f"{place.path}.output"
            message = f"{path}: the response holds no message with text"
            raise RecordError(path, expected="a message with text", got="none", message=message)

    def _tool(self, item: At, kind: str) -> None:
        if kind == "file_search_call":
            self.searches += 1
            self.without_results += not item["results"]
            self.results += item["results"].each_or_none()
        else:
            self.other_tools = True
        step = item["id"].id_or_none()
        if step is not None:
            status = "error" if item["status"].value in ("failed", "incomplete") else "ok"
            self.tool_calls.append({"step_id": step, "name": kind.removesuffix("_call"), "status": status})


def _texts(item: At) -> Iterator[tuple[str, tuple[At, ...]]]:
    for part in item["content"].each():
        kind = part["type"].text()
        if kind == "output_text":
            yield part["text"].text(), tuple(part["annotations"].each_or_none())
        elif kind == "refusal":
            yield part["refusal"].text(), ()


def _imported(response: _Response, sidecar: Sidecar, stream: Streamed | None) -> Imported:
    place = response.place
    findings = list(stream.findings if stream is not None else ())
    points: list[Point] = []
    links: list[Link] = []
    for part in response.parts:
        findings += _annotated(part, points, links)
    cited, found = pointed(response.text, points)
    paged, pages, more = linked(response.text, links, sidecar)
    results = _result_chunks(response)
    found_files = {one["document_id"] for one in results}
    titles = {point.document_id: point.title for point in points}
    missing = [file for file in titles if file not in found_files]
    # Whatever else the model saw is not in the payload, so a prompt is only known if nothing is missing.
    complete = bool(response.searches) and not (response.without_results or response.other_tools or missing)
    for file in missing:
        results += joined(sidecar, file, title=titles[file])
    findings += (*found, *more, *_evidence_findings(response, results, titles))
    if place["status"].value == "incomplete":
        findings.append(ImportFinding("incomplete_answer", "the answer was cut off", f"{place.path}.status"))
    record = answer(
        response.text,
        answer_id=place["id"].id_or_none(),
        question=question_of(sidecar.request),
        prompt_chunks=results if complete else None,
        retrieved_chunks=None if complete else [*results, *pages] or None,
        citations=[*cited, *paged] or None,
        tool_calls=response.tool_calls or None,
        stream=None if stream is None else stream.stream,
        metadata={
            "model": place["model"].text_or_none(),
            "import": None if stream is None else stream.metadata,
        },
    )
    return Imported(record, tuple(findings))


def _annotated(part: _Part, points: list[Point], links: list[Link]) -> Iterator[ImportFinding]:
    """Sort the annotations of one part; their offsets become those of the whole answer."""
    own: list[Point] = []
    for note in part.annotations:
        kind = note["type"].text()
        if kind == "file_citation":
            index, title = note["index"].integer_or_none(), note["filename"].text_or_none()
            own.append(Point(index, note["file_id"].text(), title, note.path, note.value))
        elif kind == "url_citation":
            start, end = note["start_index"].integer_or_none(), note["end_index"].integer_or_none()
            links.append(read_link(part.text, start, end, note["url"].text(), note).moved(part.start))
        elif kind in ("container_file_citation", "file_path"):
            yield ImportFinding(
                "generated_file",
                "the answer names a file that it made, which is no evidence",
                note.path,
                {"file_id": note["file_id"].value, "filename": note["filename"].value},
            )
        else:
            yield ImportFinding("unknown_annotation", f"an annotation of the kind {kind[:40]!r}", note.path)
    found, more = counted(part.text, own)
    yield from more
    points += (point.moved(part.start) for point in found)


def _result_chunks(response: _Response) -> list[dict[str, Any]]:
    counts: dict[str, int] = {}
    chunks = []
    for rank, result in enumerate(response.results, 1):
        file = result["file_id"].id_or_none() or result["filename"].id_or_none() or f"result-{rank}"
        counts[file] = counts.get(file, 0) + 1
        attributes = result["attributes"].object_or_empty()
        text = result["text"].text_or_none()
        chunks.append(
            chunk(
                text or "",
                file,
                document_revision=revision_of(attributes),
                chunk_id=str(counts[file]),
                rank=rank,
                score=result["score"].number_or_none(),
                title=result["filename"].text_or_none(),
                metadata={
                    **({"attributes": attributes} if attributes else {}),
                    **({} if text is not None else {TEXT_RECORDED: False}),
                },
            )
        )
    return chunks


def _evidence_findings(
    response: _Response, results: list[dict[str, Any]], files: Iterable[str]
) -> Iterator[ImportFinding]:
    where = f"{response.place.path}.output"
    counts = Counter(one["document_id"] for one in results)
    for file in files:
        count = counts[file]
        if count > 1:
            message = "the citation names a file of which several passages were found, not one of them"
            yield ImportFinding("file_level_evidence", message, where, {"file_id": file, "passages": count})
        if not count:
            hint = ': ask for include=["file_search_call.results"]' if response.without_results else ""
            message = f"the payload holds no text of a cited file{hint}"
            yield ImportFinding("no_evidence_text", message, where, {"file_id": file})
