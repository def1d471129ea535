"""Ragas samples: single turns, turns of a conversation, and the column names of versions before 0.2.

Contexts are texts; ids stand in a list beside them, if at all. There are no citations: `[n]` in the response
is the n-th context.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.passages import Passages, as_prompt, passages
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer
from pincite.importers.said import answer_in, question_in
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """A sample under the names of today, or under the older ones with its contexts."""
    if not isinstance(payload, dict):
        return False
    if "user_input" in payload:
        return "response" in payload or isinstance(payload["user_input"], list)
    return {"question", "answer"} <= payload.keys() and isinstance(payload.get("contexts"), list)


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of a sample."""
    sample = At(payload)
    sample.object()
    asked = sample.first("user_input", "question")
    text = sample.first("response", "answer").text_or_none()
    if text is None and isinstance(asked.value, list):
        text = answer_in(asked.value)
    if text is None:
        raise sample["response"].fault("string")
    contexts = sample.first("retrieved_contexts", "contexts")
    found, findings = _contexts(contexts, sample["retrieved_context_ids"], sidecar)
    record = answer(
        text,
        question=question_in(asked.value),
        prompt_chunks=None if found is None else found.chunks,
        metadata={"reference": sample.first("reference", "ground_truth").value},
    )
    yield Imported(record, findings)


def _contexts(contexts: At, ids: At, sidecar: Sidecar) -> tuple[Passages | None, tuple[ImportFinding, ...]]:
    """The contexts with their ids, if there is one for each."""
    if not contexts:
        return None, ()
    places = list(contexts.each())
    names = [one.id_or_none() for one in ids.each_or_none()]
    noticed: tuple[ImportFinding, ...] = ()
    if len(names) == len(places):
        places = [
            At({"document_id": name, "text": place.text()} if name else place.text(), place.path)
            for name, place in zip(names, places, strict=True)
        ]
    elif names:
        message = f"there are {len(names)} ids for {len(places)} contexts; they are not used"
        noticed = (ImportFinding("ids_do_not_match", message, ids.path),)
    found = passages(places, sidecar)
    return found, (*noticed, *found.findings, *as_prompt(found, contexts.path))


IMPORTER: Final = Importer(
    name="ragas", title="Ragas samples", recognises=recognises, read=read, carries_evidence="yes"
)
