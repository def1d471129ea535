"""A Code Quality report as GitLab reads it: a JSON list, one entry a finding, worst first.

The merge request shows what is new and what is gone by the fingerprint, which has to be unique in the file.
Judge trouble says nothing about the quality of the answers and has no place here; JUnit shows it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import Final

from pincite.io.codec import encode_row
from pincite.report.ledger import Ledger, Located
from pincite.report.place import Place, Places
from pincite.report.shown import one_line

MOST: Final = 5_000
"""Entries that are written; the list in a merge request is no place for more."""

_DESCRIPTION: Final = 400


def document(ledger: Ledger, places: Places) -> Iterator[bytes]:
    """The list, piece by piece."""
    seen: Counter[str] = Counter()
    yield b"["
    for number, located in enumerate(ledger.findings(limit=MOST)):
        seen[located.identity] += 1
        yield (b",\n" if number else b"\n") + encode_row(
            _entry(located, places(located.where), seen[located.identity])
        )
    yield b"\n]\n"


def _entry(located: Located, place: Place, occurrence: int) -> dict[str, object]:
    finding = located.finding
    said = f" (claim: “{located.claim}”)" if located.claim else ""
    unique = hashlib.sha256(f"{located.identity}:{occurrence}".encode()).hexdigest()[:32]
    return {
        "description": one_line(f"{finding.code} {finding.message}{said}", _DESCRIPTION),
        "check_name": f"pincite/{finding.code}",
        "fingerprint": unique,
        "severity": severity(located),
        "location": {"path": place.path.strip("<>"), "lines": {"begin": place.line}},
    }


def severity(located: Located) -> str:
    """GitLab's five grades: an error is as grave as its claim."""
    if located.finding.severity == "error":
        return {"critical": "blocker", "high": "critical"}.get(located.claim_severity, "major")
    return {"warning": "minor"}.get(located.finding.severity, "info")
