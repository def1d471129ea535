"""TREC RAG runs of 2024 and 2025: an answer as sentences, each with positions in `references`, from 0.

Neither the passages' texts nor the answer as it was written are in a run: texts have to come from the
documents given beside it, by segment id, and the answer is the sentences joined by blanks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.spans import Reconciled
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """An answer of sentences with positions, and references beside it."""
    place = At(payload)
    if not isinstance(place["references"].value, list):
        return False
    first = place["answer"][0].value
    return isinstance(first, dict) and {"text", "citations"} <= first.keys()


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of a topic."""
    root = At(payload)
    about = root["metadata"] if isinstance(root["metadata"].value, dict) else root
    references = [one.text() for one in root["references"].each()]
    draft = Draft(sidecar)
    pieces: list[str] = []
    at = 0
    for number, sentence in enumerate(root["answer"].each(), 1):
        text = sentence["text"].text()
        start, at = at, at + len(text) + 1
        pieces.append(text)
        span = Reconciled(start, start + len(text)) if text.strip() else None
        for place in sentence["citations"].each_or_none():
            _cite(place, number, span, references, draft)
    if not any(piece.strip() for piece in pieces):
        raise root["answer"].fault("an array with a sentence that has a text")
    draft.note("text_rebuilt", "the answer's text is its sentences, joined by blanks", root["answer"].path)
    topic = (
        about.first("narrative_id", "topic_id").id_or_none()
        or root.first("narrative_id", "topic_id").id_or_none()
    )
    yield draft.imported(
        " ".join(pieces),
        answer_id=_joined(about["run_id"].id_or_none(), topic),
        case_id=topic,
        question=about.first("narrative", "topic").text_or_none()
        or root.first("narrative", "topic").text_or_none(),
        metadata={
            "run_id": about["run_id"].value,
            "team_id": about["team_id"].value,
            "references": references,
        },
    )


def _cite(place: At, number: int, span: Reconciled | None, references: list[str], draft: Draft) -> None:
    """One citation of a sentence. The position stays where it is no position in the references."""
    index = place.integer()
    name = f"s{number}.{index}"
    if not 0 <= index < len(references):
        message = f"the sentence cites reference {index}, counted from 0, of {len(references)}"
        draft.note("dangling_reference", message, place.path, index=index, of=len(references))
        draft.cite(name, span=span, raw=place.value)
        return
    draft.cite(
        name, span=span, **draft.named(references[index], where=place.path, chunk_id=references[index])
    )


def _joined(run: str | None, topic: str | None) -> str | None:
    return None if topic is None else topic if run is None else f"{run}/{topic}"


IMPORTER: Final = Importer(
    name="trec-rag",
    title="TREC RAG runs (2024, 2025)",
    recognises=recognises,
    read=read,
    carries_evidence="no",
)
