"""DeepEval test cases, in snake_case or camelCase; one, or a test run that holds them.

A context that had a source is written as "source: text", which a text with a colon looks like too; the
source is split off only when asked for (`--map source=split`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.passages import as_prompt, passages
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.records import answer
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """A test case with its actual output, or a run with test cases."""
    if not isinstance(payload, dict):
        return False
    cases = payload.get("testCases", payload.get("test_cases"))
    case = cases[0] if isinstance(cases, list) and cases else payload
    return (
        isinstance(case, dict) and bool(case.keys() & {"actual_output", "actualOutput"}) and "input" in case
    )


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a test case."""
    root = At(payload)
    root.object()
    split = _split(sidecar)
    cases = root.cased("testCases")
    for case in cases.each() if cases else (root,):
        try:
            yield _case(case, sidecar, split)
        except RecordError as error:
            yield error


def _split(sidecar: Sidecar) -> bool:
    chosen = sidecar.options.get("source", "keep")
    if chosen not in ("keep", "split"):
        raise RecordError("$", message=f"the setting source is {chosen[:40]!r}, expected keep or split")
    return chosen == "split"


def _case(case: At, sidecar: Sidecar, split: bool) -> Imported:
    case.object()
    text = case.cased("actualOutput").text()
    contexts = case.cased("retrievalContext")
    findings: tuple[Any, ...] = ()
    chunks = None
    if contexts:
        found = passages((_context(one, split) for one in contexts.each()), sidecar)
        chunks = found.chunks
        findings = (*found.findings, *as_prompt(found, contexts.path))
    record = answer(
        text,
        case_id=case["name"].id_or_none(),
        question=case["input"].text_or_none(),
        prompt_chunks=chunks,
        metadata={
            "reference": case.cased("expectedOutput").value,
            "ideal_context": case["context"].value,
            **_more(case),
        },
    )
    return Imported(record, findings)


def _more(case: At) -> dict[str, Any]:
    """The case's own metadata, under the names of today and of before."""
    more = case.first("metadata", "additionalMetadata", "additional_metadata").value
    return more if isinstance(more, dict) else {}


def _context(place: At, split: bool) -> At:
    if not split or not isinstance(place.value, str):
        return place
    source, sign, text = place.value.partition(": ")
    return At({"document_id": source, "text": text}, place.path) if sign and source and text else place


IMPORTER: Final = Importer(
    name="deepeval",
    title="DeepEval test cases",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
    options=("source",),
)
