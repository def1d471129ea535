"""Case records and lines for the tests of this room, short to write by hand."""

from __future__ import annotations

import io
import json
from typing import Any

from pincite.cases.line import CaseLine, read_lines
from pincite.io.rejection import Rejection
from pincite.model import Case, ExpectedClaim, SupportingSource

GOOD: dict[str, Any] = {
    "case_id": "q-1",
    "question": "How long may a boat moor at the south pier?",
    "as_of": "2025-04-01",
    "expected_claims": [
        {
            "claim_id": "g1",
            "text": "A boat may moor at the south pier for 48 hours.",
            "supporting_sources": [
                {"document_id": "piers", "document_revision": "2", "required_text": "for 48 hours"}
            ],
        }
    ],
    "criticality": "high",
}


def lines(*records: Any, name: str = "cases.jsonl") -> list[CaseLine | Rejection]:
    """Records as the lines of a file; a text is taken as it is."""
    data = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in records)
    file = io.BytesIO(data.encode("utf-8", "surrogatepass"))
    file.name = name
    return list(read_lines(file))


def case(case_id: str, **more: Any) -> Case:
    """A case; `documents` names the documents that support its one claim."""
    documents = more.pop("documents", ())
    claims = (
        ExpectedClaim(
            claim_id="g1",
            text="The pier is open.",
            supporting_sources=tuple(SupportingSource(document_id=name) for name in documents),
        ),
    )
    return Case(case_id=case_id, expected_claims=claims if documents else (), **more)
