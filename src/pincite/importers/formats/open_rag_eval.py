"""open-rag-eval's CSV: one row a passage, the answer on the first row of its query and run.

A passage's id is its marker, brackets included. What a marker covers follows Pincite's rule, not that tool's,
for which it is everything since the marker before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.numbering import numbered
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.records import answer, chunk, compact
from pincite.io.rejection import RecordError

_COLUMNS: Final = {"query_id", "query", "passage_id", "passage", "generated_answer"}


def recognises(payload: Any) -> bool:
    """Rows with the columns of this tool."""
    first = At(payload)[0].value
    return isinstance(first, dict) and first.keys() >= _COLUMNS


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a query and run."""
    groups: dict[tuple[str, str], list[At]] = {}
    for row in At(payload).each():
        row.object()
        key = (row["query_id"].text_or_none() or "", row["query_run"].text_or_none() or "")
        groups.setdefault(key, []).append(row)
    several = len({query for query, _ in groups}) < len(groups)
    for (query_id, run), rows in groups.items():
        try:
            yield _group(query_id, run if several else "", rows)
        except RecordError as error:
            yield error


def _group(query_id: str, run: str, rows: list[At]) -> Imported:
    said = [row["generated_answer"] for row in rows if (row["generated_answer"].text_or_none() or "").strip()]
    if not said:
        raise rows[0]["generated_answer"].fault("an answer on one of the rows of a query")
    text = said[0].text()
    chunks = []
    keys: dict[str, list[dict[str, Any]]] = {}
    for number, row in enumerate(rows, 1):
        passage = row["passage"].text_or_none()
        if not passage:
            continue
        key = (row["passage_id"].text_or_none() or str(number)).strip().strip("[]")
        found = chunk(passage, f"doc-{key}", chunk_id=key)
        chunks.append(found)
        keys.setdefault(key, []).append(found)
    record = answer(
        text,
        answer_id=f"{query_id}/{run}" if query_id and run else query_id or None,
        case_id=query_id or None,
        question=rows[0]["query"].text_or_none(),
        prompt_chunks=chunks,
        citations=numbered(text, keys),
        metadata=compact(query_run=run or None),
    )
    return Imported(record)


IMPORTER: Final = Importer(
    name="open-rag-eval",
    title="open-rag-eval CSV",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
    media="csv",
)
