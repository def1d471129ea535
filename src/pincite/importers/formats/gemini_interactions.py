"""Gemini Interactions: text contents with annotations, whole or as a stream of events.

The annotations look like OpenAI's, but their offsets count UTF-8 bytes of their own text content, the end
exclusive. The evidence is not in the payload. The answer is what `output_text` is in the SDK: the text of the
last model outputs, thoughts and earlier turns left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.questions import question_of
from pincite.importers.records import compact, revision_of, whole_text
from pincite.importers.resources import attributes, document_id
from pincite.importers.spans import reconciled
from pincite.importers.streams import streamed
from pincite.io.rejection import RecordError

_MARKS: Final = ("annotations", "document_uri", "file_name", "place_id")


def recognises(payload: Any) -> bool:
    """An interaction, a text content of one, or the events of a streamed one."""
    if isinstance(payload, list):
        return bool(payload) and all(
            isinstance(one, dict) and isinstance(one.get("event_type"), str) and _is_event(one["event_type"])
            for one in payload
        )
    if not isinstance(payload, dict) or "object" in payload:
        return False
    steps = payload.get("steps")
    if isinstance(steps, list):
        return any(isinstance(one, dict) and one.get("type") == "model_output" for one in steps)
    annotations = payload.get("annotations")
    # A lone text content looks like one of OpenAI's, but for "text" in the place of "output_text".
    return (
        payload.get("type") == "text"
        and isinstance(payload.get("text"), str)
        and (
            isinstance(annotations, list)
            and any(
                isinstance(one, dict) and str(one.get("type")).endswith("_citation") for one in annotations
            )
            and not any(
                isinstance(one, dict) and ("file_id" in one or "file_citation" in one) for one in annotations
            )
        )
    )


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of an interaction."""
    root = At(payload)
    pieces: list[str] | None = None
    ended = True
    if isinstance(payload, list):
        root, pieces, ended = _told(root)
    contents = [root] if root["type"].value == "text" else _contents(root["steps"])
    text = whole_text(one["text"].text() for one in contents)
    if not text:
        raise root["steps"].fault("an array with a model output that has a text")
    draft = Draft(sidecar)
    at = 0
    for one in contents:
        for place in one["annotations"].each_or_none():
            _annotation(place, one["text"].text(), at, draft)
        at += len(one["text"].text())
    request = sidecar.request if sidecar.request is not None else root.value
    yield draft.imported(
        text,
        answer_id=root["id"].id_or_none(),
        question=question_of(request) or _asked(root["steps"]),
        stream=None if pieces is None else streamed(pieces, text if ended else None),
        metadata={"model": root["model"].value, "status": root["status"].value},
    )


def _contents(steps: At) -> list[At]:
    """The text contents of the last model outputs, in order."""
    found: list[At] = []
    for step in reversed(list(steps.each())):
        kind = step["type"].value
        if kind == "user_input":
            break
        if kind == "thought":
            continue
        if kind != "model_output":
            if found:
                break
            continue
        for one in reversed(list(step["content"].each_or_none())):
            if one["type"].value == "text":
                found.append(one)
            elif found:
                return found[::-1]
    return found[::-1]


def _asked(steps: At) -> str | None:
    """The text of the last user input among the steps."""
    if not isinstance(steps.value, list):
        return None
    turns = [one for one in steps.value if isinstance(one, dict) and one.get("type") == "user_input"]
    return question_of({"messages": [{"role": "user", "content": one.get("content")} for one in turns]})


def _annotation(place: At, text: str, offset: int, draft: Draft) -> None:
    start = place["start_index"].integer_or_none()
    end = place["end_index"].integer_or_none()
    span = reconciled(text, start, end, None, "utf8", where=place.path).shift(offset)
    number = len(draft.citations) + 1
    kind = place["type"].value
    uri = (place["document_uri"] or place["url"]).text_or_none()
    title = (place["file_name"] or place["title"] or place["name"]).text_or_none()
    source = place["source"].value
    name = document_id(uri) or place["place_id"].id_or_none() or title
    if name is None:
        draft.note("no_source", "the annotation names no source", place.path)
        draft.cite(f"a{number}", span=span, raw=place.value, metadata={"type": kind})
        return
    page = place["page_number"].integer_or_none()
    keys = compact(document_revision=revision_of(attributes(place["custom_metadata"])), title=title, uri=uri)
    cited = draft.named(name, where=place.path, **keys)
    more = compact(
        type=kind if isinstance(kind, str) else None, source=source if isinstance(source, str) else None
    )
    draft.cite(f"a{number}", span=span, raw=place.value, metadata=more, **compact(page=page), **cited)


def _told(root: At) -> tuple[At, list[str], bool]:
    """The interaction that the events add up to, its streamed pieces of text, and whether it came to an end.

    The last event may hold the whole interaction; then that counts, and the pieces are compared with it.
    """
    interaction: dict[str, Any] = {}
    steps: dict[int, dict[str, Any]] = {}
    pieces: list[str] = []
    ended = False
    for event in root.each():
        kind = event["event_type"].text()
        if event["interaction"]:
            interaction |= event["interaction"].object()
        if kind == "interaction.completed":
            ended = True
        elif kind == "step.start":
            content = [_content(one) for one in event["step"]["content"].each_or_none()]
            steps[event["index"].integer()] = event["step"].object() | {"content": content}
        elif kind == "step.delta":
            step = steps.setdefault(event["index"].integer(), {"type": "model_output", "content": []})
            _delta(event["delta"], step, pieces)
    if not interaction.get("steps"):
        interaction["steps"] = [steps[index] for index in sorted(steps)]
    return At(interaction), pieces, ended


def _content(place: At) -> dict[str, Any]:
    """A content that the events can add to."""
    text = place["text"].text_or_none()
    annotations = [one.value for one in place["annotations"].each_or_none()]
    return place.object() | {"text": text or "", "annotations": annotations}


def _delta(delta: At, step: dict[str, Any], pieces: list[str]) -> None:
    kind = delta["type"].value
    if kind not in ("text", "text_annotation_delta", "text_annotation"):
        return
    content: list[dict[str, Any]] = step["content"]
    if not content or content[-1].get("type") != "text":
        content.append({"type": "text", "text": "", "annotations": []})
    last = content[-1]
    if kind == "text":
        piece = delta["text"].text()
        last["text"] += piece
        if step.get("type") == "model_output":
            pieces.append(piece)
    else:
        last["annotations"] += [one.value for one in delta["annotations"].each_or_none()]


def _is_event(kind: str) -> bool:
    return kind.startswith(("interaction.", "step.", "error"))


IMPORTER = Importer(
    name="gemini-interactions",
    title="Gemini Interactions",
    recognises=recognises,
    read=read,
    carries_evidence="no",
)
