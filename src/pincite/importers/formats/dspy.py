"""DSPy predictions with `Citations`: places in the documents given, with the words of the answer that they
support, if the model said them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.excerpts import excerpt
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.spans import Reconciled, located
from pincite.io.rejection import RecordError

_ANSWERS: Final = ("answer", "response", "output", "completion", "text")


def recognises(payload: Any) -> bool:
    """An answer beside citations that have a character location."""
    place = At(payload)
    if not isinstance(payload, dict) or not any(isinstance(place[key].value, str) for key in _ANSWERS):
        return False
    first = _citations(place)[0].value
    return isinstance(first, dict) and {"cited_text", "document_index", "start_char_index"} <= first.keys()


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of a prediction."""
    root = At(payload)
    root.object()
    text = root.first(*_ANSWERS).text()
    draft = Draft(sidecar)
    for number, place in enumerate(_citations(root).each(), 1):
        _cite(place, number, text, draft)
    yield draft.imported(text, question=root.first("question", "query").text_or_none())


def _citations(root: At) -> At:
    """The list, also inside the dumped type."""
    held = root["citations"]
    return held["citations"] if isinstance(held.value, dict) else held


def _cite(place: At, number: int, text: str, draft: Draft) -> None:
    cited = place["cited_text"].text()
    index = place["document_index"].integer()
    title = place["document_title"].text_or_none()
    supported = place["supported_text"].text_or_none()
    span: Reconciled | None = None
    if supported and supported.strip():
        span = located(text, supported)
        if span.finding is not None and span.known:
            # There are no offsets into the answer, so finding the words is all that was asked for.
            span = span.repeated()
    else:
        draft.note("no_scope", "the citation does not say which words of the answer it supports", place.path)
    keys = {} if title is None else {"title": title}
    found = excerpt(draft, cited, title or f"document-{index}", where=place.path, **keys)
    draft.cite(f"c{number}", span=span, raw=place.value, **found)


IMPORTER: Final = Importer(
    name="dspy",
    title="DSPy citations",
    recognises=recognises,
    read=read,
    carries_evidence="partly",
    options=("excerpts",),
)
