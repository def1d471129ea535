"""open-rag-eval's results as JSON: the answer in parts, each with the ids of the passages that it cites.

The markers are no longer in the parts, so the answer's text is the parts joined.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.records import chunk
from pincite.importers.spans import Reconciled
from pincite.io.rejection import RecordError

_EDGES: Final = " \t\r\n.,;:!?"


def recognises(payload: Any) -> bool:
    """A query with results that have a retrieval and a generation."""
    first = At(payload)["rag_results"][0].value
    return isinstance(first, dict) and {"retrieval_result", "generation_result"} <= first.keys()


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a result."""
    root = At(payload)
    query_id = root["query_id"].id_or_none()
    results = list(root["rag_results"].each())
    for number, result in enumerate(results, 1):
        run = f"/{number}" if len(results) > 1 else ""
        try:
            yield _result(result, query_id, run, root["query"].text_or_none(), sidecar)
        except RecordError as error:
            yield error


def _result(result: At, query_id: str | None, run: str, question: str | None, sidecar: Sidecar) -> Imported:
    passages = {
        key: chunk(place.text(), f"doc-{_bare(key)}", chunk_id=_bare(key))
        for key, place in result["retrieval_result"]["retrieved_passages"].members()
    }
    draft = Draft(sidecar, shown=passages.values())
    parts = list(result["generation_result"]["generated_answer"].each())
    text = ""
    for number, part in enumerate(parts, 1):
        piece = part["text"].text()
        covered = piece.strip(_EDGES)
        start = len(text) + piece.find(covered)
        text += piece
        span = Reconciled(start, start + len(covered)) if covered else None
        for place in part["citations"].each_or_none():
            key = place.text()
            if key not in passages:
                draft.note("dangling_reference", f"a part cites {key[:40]}, which is no passage", place.path)
            found = passages.get(key, {})
            names = {name: found[name] for name in ("document_id", "chunk_id") if name in found}
            draft.cite(f"p{number}.{_bare(key)}", span=span, **names)
    if not text.strip():
        raise result["generation_result"]["generated_answer"].fault("an array with a part that has a text")
    draft.note("text_rebuilt", "the answer's text is its parts, joined without their markers", result.path)
    return draft.imported(
        text, answer_id=None if query_id is None else query_id + run, case_id=query_id, question=question
    )


def _bare(key: str) -> str:
    return key.strip().strip("[]") or key


IMPORTER: Final = Importer(
    name="open-rag-eval-json",
    title="open-rag-eval results",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
)
