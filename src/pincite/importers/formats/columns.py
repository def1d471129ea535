"""CSV of any origin: `--map text=answer --map prompt_chunks=contexts` says which column is what.

A cell with passages holds a JSON array, a Python list, or texts with the separator given by `--map
separator=|`; several columns can be named, with commas between. Without a mapping the usual names are looked
for. A column that is mapped to nothing is kept in the metadata.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.literals import parsed
from pincite.importers.passages import Passages, passages
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer
from pincite.io.rejection import RecordError
from pincite.io.suggestions import nearest

_USUAL: Final[dict[str, tuple[str, ...]]] = {
    "text": ("text", "answer", "response", "output", "actual_output", "generated_answer", "generation"),
    "question": ("question", "query", "user_input", "input"),
    "prompt_chunks": ("prompt_chunks", "contexts", "context", "retrieved_contexts", "retrieval_context",
                      "passages", "documents"),
    "document_ids": ("document_ids", "retrieved_context_ids", "doc_ids"),
    "retrieved_chunks": ("retrieved_chunks",),
    "citations": ("citations",),
    "answer_id": ("answer_id", "id"),
    "case_id": ("case_id", "query_id"),
    "as_of": ("as_of",),
}  # fmt: skip
_TEXTS: Final = ("question", "answer_id", "case_id", "as_of")
_SEPARATOR: Final = "separator"


def recognises(payload: Any) -> bool:
    """Rows with a column for the answer and one for its passages, under usual names."""
    first = At(payload)[0].value
    if not isinstance(first, dict) or "passage_id" in first:
        return False
    if not all(isinstance(cell, str) for cell in first.values()):
        return False
    return all(any(name in first for name in _USUAL[key]) for key in ("text", "prompt_chunks"))


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record a row."""
    rows = list(At(payload).each())
    if not rows:
        raise At(payload).fault("rows under a line with the names of the columns")
    columns = _columns(rows[0].object(), sidecar.options)
    for row in rows:
        try:
            yield _row(row, columns, sidecar)
        except RecordError as error:
            yield error


def _columns(first: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The columns of each key. Raises RecordError for a key or column that does not exist."""
    chosen: dict[str, tuple[str, ...]] = {}
    for key, value in options.items():
        if key == _SEPARATOR:
            continue
        if key not in _USUAL:
            raise _unknown(key, "key to map", (*_USUAL, _SEPARATOR))
        chosen[key] = tuple(name.strip() for name in value.split(",")) if value not in first else (value,)
        for name in chosen[key]:
            if name not in first:
                raise _unknown(name, "column", tuple(first))
    for key, usual in _USUAL.items():
        taken = {column for columns in chosen.values() for column in columns}
        found = [name for name in usual if name in first and name not in taken]
        if key not in chosen and found:
            chosen[key] = (found[0],)
    if "text" not in chosen:
        raise RecordError(
            "$",
            expected="a column with the answer",
            got=", ".join(list(first)[:8]),
            hint="name it: --map text=COLUMN",
        )
    return chosen


def _unknown(name: str, what: str, known: tuple[str, ...]) -> RecordError:
    close = nearest(name, dict.fromkeys(known))
    return RecordError(
        "$",
        message=f"$: there is no {what} {name[:60]!r}, only {', '.join(known[:12])}",
        hint=f"did you mean {close!r}?" if close else None,
    )


def _row(row: At, columns: Mapping[str, tuple[str, ...]], sidecar: Sidecar) -> Imported:
    row.object()
    text = row[columns["text"][0]].text()
    found = _chunks(row, columns.get("prompt_chunks"), columns.get("document_ids"), sidecar)
    retrieved = _chunks(row, columns.get("retrieved_chunks"), None, sidecar)
    findings: list[ImportFinding] = [
        *(found.findings if found else ()),
        *(retrieved.findings if retrieved else ()),
    ]
    mapped = {column for names in columns.values() for column in names}
    record = answer(
        text,
        **{key: _cell(row, columns.get(key)) for key in _TEXTS},
        prompt_chunks=None if found is None else found.chunks,
        retrieved_chunks=None if retrieved is None else list(retrieved.chunks),
        citations=_citations(row, columns.get("citations")),
        metadata={key: value for key, value in row.object().items() if key not in mapped and value},
    )
    return Imported(record, tuple(findings))


def _cell(row: At, names: tuple[str, ...] | None) -> str | None:
    """The text of a cell; None where it is empty, as CSV has no other way to say that there is nothing."""
    return (row[names[0]].text_or_none() or None) if names else None


def _chunks(
    row: At, names: tuple[str, ...] | None, ids: tuple[str, ...] | None, sidecar: Sidecar
) -> Passages | None:
    """The passages in the named columns; None (not recorded) where all of their cells are empty."""
    if not names:
        return None
    items = [item for name in names for item in _items(row[name], sidecar.options.get(_SEPARATOR))]
    if not items and not any((row[name].text_or_none() or "").strip() for name in names):
        return None
    if ids is None:
        return passages(items, sidecar)
    own = _items(row[ids[0]], sidecar.options.get(_SEPARATOR) or ",")
    if len(own) != len(items):
        message = f"there are {len(own)} ids for {len(items)} passages; they are not used"
        found = passages(items, sidecar)
        noticed = ImportFinding("ids_do_not_match", message, row[ids[0]].path)
        return Passages(found.chunks, (noticed, *found.findings))
    return passages(
        (
            At({"document_id": name.value, "text": item.value}, item.path)
            if isinstance(item.value, str)
            else item
            for name, item in zip(own, items, strict=True)
        ),
        sidecar,
    )


def _items(cell: At, separator: str | None) -> list[At]:
    """What a cell lists: an array, texts with a separator between, or the one text that it is."""
    text = cell.text_or_none() or ""
    if not text.strip():
        return []
    value = parsed(text)
    if isinstance(value, list):
        return list(At(value, cell.path).each())
    if isinstance(value, dict):
        return [At(value, cell.path)]
    pieces = text.split(separator) if separator else [text]
    return [At(piece.strip(), cell.path) for piece in pieces if piece.strip()]


def _citations(row: At, names: tuple[str, ...] | None) -> list[Any] | None:
    """Citations as the contract writes them, a JSON array in a cell."""
    if not names or not (row[names[0]].text_or_none() or "").strip():
        return None
    place = At(parsed(row[names[0]].text()), row[names[0]].path)
    return [one.object() for one in place.each()]


IMPORTER: Final = Importer(
    name="csv",
    title="CSV with a column mapping",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
    media="csv",
    options=(*_USUAL, _SEPARATOR),
)
