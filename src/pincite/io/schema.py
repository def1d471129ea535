"""JSON Schema (2020-12) of the records that Pincite reads and writes."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

from pincite.io.rows import ClaimLine
from pincite.io.wire import AnswerRecord, CaseRecord, DocumentRecord
from pincite.model import Finding
from pincite.model.result import AnswerRow
from pincite.model.summary import Summary


class _Entry(Struct, frozen=True):
    record: type[Struct]
    title: str


SCHEMAS: MappingProxyType[str, _Entry] = MappingProxyType(
    {
        "answer": _Entry(AnswerRecord, "A line of answers.jsonl"),
        "document": _Entry(DocumentRecord, "A line of corpus.jsonl"),
        "case": _Entry(CaseRecord, "A line of cases.jsonl"),
        "claim": _Entry(ClaimLine, "A line of claims.jsonl"),
        "finding": _Entry(Finding, "A line of findings.jsonl"),
        "facts": _Entry(AnswerRow, "A line of facts.jsonl"),
        "summary": _Entry(Summary, "summary.json"),
    }
)

_INPUT_NOTE = (
    " Keys may also be written in camelCase; keys that are not named here are kept in the nearest metadata,"
    " with a warning."
)


def schema(name: str) -> dict[str, Any]:
    """The schema of one kind of record.

    Raises KeyError for a name that is not in `SCHEMAS`.
    """
    entry = SCHEMAS[name]
    made = msgspec.json.schema(entry.record)
    definitions: dict[str, dict[str, Any]] = made["$defs"]
    for definition in definitions.values():
        # The reader takes more than the contract names, so the schema must not refuse it.
        definition.pop("additionalProperties", None) if "properties" in definition else None
        if "description" in definition:
            definition["description"] = " ".join(definition["description"].split())
    main = definitions.pop(entry.record.__name__)
    main["title"] = entry.title
    if entry.record in (AnswerRecord, DocumentRecord, CaseRecord):
        main["description"] = main.get("description", "") + _INPUT_NOTE
    head: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return head | main | {"$defs": dict(sorted(definitions.items()))}
