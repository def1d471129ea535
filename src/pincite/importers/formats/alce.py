"""ALCE results: `data` with a question, its documents and the output with `[n]` markers, n counted from 1.

The markers are read by Pincite's own rules, not by ALCE's expression, which takes `[2, 3]` for 2 only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.passages import passages
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """A result file, or one of its items."""
    place = At(payload)
    for held in (place["data"][0], place):
        one = held.value
        if isinstance(one, dict) and {"question", "output", "docs"} <= one.keys():
            return isinstance(one["docs"], list)
    return False


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record an output; an item sampled several times has several."""
    root = At(payload)
    root.object()
    args = root["args"].value
    settings = args if isinstance(args, dict) else {}
    for item in root["data"].each() if root["data"] else (root,):
        try:
            yield from _item(item, settings, sidecar)
        except RecordError as error:
            yield error


def _item(item: At, settings: dict[str, Any], sidecar: Sidecar) -> Iterator[Imported]:
    item.object()
    output = item["output"]
    texts = [one.text() for one in output.each()] if isinstance(output.value, list) else [output.text()]
    documents = item["docs"]
    found = passages((_document(one) for one in documents.each()), sidecar) if documents else None
    findings = () if found is None else found.findings
    shorter = settings.get("use_shorter")
    if isinstance(shorter, str):
        message = f"the model saw the {shorter[:20]} of each document; the documents' texts are the evidence"
        findings = (*findings, ImportFinding("prompt_shortened", message, documents.path))
    own = item.first("id", "sample_id", "qid").id_or_none()
    for number, text in enumerate(texts, 1):
        record = answer(
            text,
            answer_id=None if own is None else own if number == 1 else f"{own}#{number}",
            case_id=own,
            question=item["question"].text_or_none(),
            prompt_chunks=None if found is None else found.chunks,
            metadata={"reference": item["answer"].value, "model": settings.get("model")},
        )
        yield Imported(record, findings)


def _document(place: At) -> At:
    """A document; where a single sentence of it was the passage, that is the text."""
    sentence = place["sent"]
    return At({**place.object(), "text": sentence.text()}, place.path) if sentence else place


IMPORTER: Final = Importer(
    name="alce", title="ALCE results", recognises=recognises, read=read, carries_evidence="yes"
)
