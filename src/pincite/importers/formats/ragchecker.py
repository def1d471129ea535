"""RAGChecker inputs and results: `results` with a query, a response and its retrieved contexts.

Claims that RAGChecker extracted are triples without a place in the response, so they are not read as claims.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.passages import as_prompt, passages
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """Results, or one of them, with a query id, a response and contexts."""
    place = At(payload)
    for held in (place["results"][0], place):
        one = held.value
        if isinstance(one, dict) and {"query_id", "response"} <= one.keys():
            return "retrieved_context" in one or "gt_answer" in one
    return False


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a result."""
    root = At(payload)
    root.object()
    for one in root["results"].each() if root["results"] else (root,):
        try:
            yield _result(one, sidecar)
        except RecordError as error:
            yield error


def _result(one: At, sidecar: Sidecar) -> Imported:
    one.object()
    text = one["response"].text()
    contexts = one["retrieved_context"]
    findings: list[ImportFinding] = []
    chunks = None
    if contexts:
        found = passages(contexts.each(), sidecar)
        chunks = found.chunks
        findings += (*found.findings, *as_prompt(found, contexts.path))
    if one["response_claims"].value:
        message = "the extracted claims have no place in the response; they are not used"
        findings.append(ImportFinding("claims_without_place", message, one["response_claims"].path))
    record = answer(
        text,
        case_id=one["query_id"].id_or_none(),
        question=one["query"].text_or_none(),
        prompt_chunks=chunks,
        metadata={"reference": one["gt_answer"].value},
    )
    return Imported(record, tuple(findings))


IMPORTER: Final = Importer(
    name="ragchecker", title="RAGChecker inputs", recognises=recognises, read=read, carries_evidence="yes"
)
