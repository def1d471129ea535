"""A comparison as one JSON document: everything, nothing capped."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from pincite.gate.comparison import Comparison
from pincite.io.codec import encode_row
from pincite.report.comparison_outcome import ComparisonOutcome

SCHEMA_VERSION = "1"


def document(comparison: Comparison, outcome: ComparisonOutcome) -> bytes:
    """The keys of `Comparison`, and the outcome with its exit code."""
    whole: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        **structs.asdict(comparison),
        "outcome": outcome,
    }
    return encode_row(whole) + b"\n"
