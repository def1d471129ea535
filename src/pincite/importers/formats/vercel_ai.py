"""Vercel AI SDK: UI messages, and what generateText returns (`text` or `content`, with `sources`).

A source has no place in the text, so only markers attach one: `[n]` is read as the n-th source. Without
markers the sources cover the whole answer. Two providers leave more in `providerMetadata`: OpenAI an
insertion point, Anthropic the cited words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.excerpts import excerpt
from pincite.importers.numbering import displayed
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.records import compact
from pincite.importers.scopes import covered
from pincite.importers.spans import Reconciled
from pincite.io.rejection import RecordError

_SOURCES: Final = ("source-url", "source-document", "source")


class _Source(Struct, frozen=True):
    """A source part, with the stretch of the answer so far that the text part before it takes."""

    at: At
    start: int
    end: int


def recognises(payload: Any) -> bool:
    """UI messages with parts, or a result with a list of sources."""
    if isinstance(payload, list):
        return bool(payload) and all(_is_message(one) for one in payload)
    if _is_message(payload):
        return True
    if not isinstance(payload, dict) or not isinstance(payload.get("text"), str):
        return False
    first = At(payload)["sources"][0]
    return first["type"].value == "source" and bool(first["sourceType"])


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a message of the assistant."""
    root = At(payload)
    places = list(root.each()) if isinstance(payload, list) else [root]
    question: str | None = None
    answered = False
    for place in places:
        place.object()
        if place["role"].value == "user":
            question = "".join(_texts(place)) or question
        elif place["role"].value in ("assistant", None):
            answered = True
            try:
                yield _answer(place, question, sidecar)
            except RecordError as error:
                yield error
    if not answered:
        raise root.fault("a message of the assistant")


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict) or value.get("role") not in ("user", "assistant", "system"):
        return False
    parts = value.get("parts")
    return isinstance(parts, list) and any(isinstance(one, dict) and "type" in one for one in parts)


def _texts(place: At) -> Iterator[str]:
    return (part["text"].text() for part in place["parts"].each_or_none() if part["type"].value == "text")


def _parts(place: At) -> list[At]:
    """The parts of a message or result, the sources of a result last."""
    if place["parts"]:
        return list(place["parts"].each())
    content = list(place["content"].each()) if isinstance(place["content"].value, list) else []
    if content:
        return content
    return [
        At({"type": "text", "text": place["text"].text()}, place["text"].path),
        *place["sources"].each_or_none(),
    ]


def _answer(place: At, question: str | None, sidecar: Sidecar) -> Imported:
    text, sources = "", []
    start, apart = 0, False
    for part in _parts(place):
        kind = part["type"].value
        if kind == "text":
            # Texts of one step belong together (a provider cut them at its citations), those of two do not.
            text += "\n\n" if apart and text else ""
            start, apart = len(text), False
            text += part["text"].text()
        elif kind == "step-start" or (isinstance(kind, str) and kind.startswith("tool-")):
            apart = True
        elif kind in _SOURCES:
            sources.append(_Source(part, start, len(text)))
    if not text.strip():
        raise place.first("parts", "text").fault("an answer with a text")
    draft = Draft(sidecar)
    keys = displayed(text)
    for number, source in enumerate(sources, 1):
        _cite(source, number, text, keys, draft)
    if any(key.isdigit() and 1 <= int(key) <= len(sources) for key in keys):
        message = "nothing ties a marker to a source; [n] is read as the n-th source of the message"
        draft.note("numbering_assumed", message, place.path, sources=len(sources))
    return draft.imported(text, answer_id=place["id"].id_or_none(), question=question)


def _cite(source: _Source, number: int, text: str, keys: list[str], draft: Draft) -> None:
    place = source.at
    # Version 5 names the provider's own values here; parts of a UI message and of a result agree on it.
    own = place["providerMetadata"]
    url, title = place["url"].text_or_none(), place["title"].text_or_none()
    file_name = place["filename"].text_or_none()
    source_id = place.first("sourceId", "id").id_or_none()
    document_id = (
        own["openai"]["fileId"].id_or_none() or url or file_name or title or source_id or f"source-{number}"
    )
    more = compact(uri=url, title=title)
    cited = own["anthropic"]["citedText"].text_or_none()
    if cited:
        found = excerpt(draft, cited, document_id, where=place.path, **more)
        first, last = (
            own["anthropic"][key].integer_or_none() for key in ("startPageNumber", "endPageNumber")
        )
        if first is not None:
            found["page"] = first if last is None or last <= first + 1 else f"{first}-{last - 1}"
    else:
        found = draft.named(document_id, where=place.path, **more)
    span = None
    index = own["openai"]["index"].integer_or_none()
    if str(number) in keys:
        found["marker"] = f"[{number}]"
    elif index is not None:
        span = _pointed(text, source, index, draft)
    elif any(key.isdigit() for key in keys):
        # The answer cites by markers, and none of them names this source.
        return
    draft.cite(str(number), span=span, raw=place.value, **found)


def _pointed(text: str, source: _Source, index: int, draft: Draft) -> Reconciled:
    """What an insertion point into the text part before the source covers."""
    part = text[source.start : source.end]
    found = covered(part, [index])[0] if 0 < index <= len(part) else None
    if found is None:
        message = f"the insertion point {index} does not fit the text; what the citation covers is unknown"
        draft.note("unknown_span", message, source.at.path, raw=[index])
        return Reconciled(None, None)
    return Reconciled(source.start + found.start, source.start + found.end)


IMPORTER: Final = Importer(
    name="vercel-ai",
    title="Vercel AI SDK messages and results",
    recognises=recognises,
    read=read,
    carries_evidence="no",
    options=("excerpts",),
)
