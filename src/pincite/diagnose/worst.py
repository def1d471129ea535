"""The worst-first order, in one place: `findings.jsonl`, the terminal and every report use it.

First by what is wrong: gate-breaking, contradicted, source not found or invented, quote and figure, stale,
wrong passage, unsupported, partial, uncited, then abstention, marks and records, and judge trouble last.
Within a kind: the claim's severity, the finding's severity, the case (or answer), the place in the answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from pincite.codes import SEVERITIES
from pincite.model import Finding
from pincite.model.result import ClaimRow

KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("contradicted", ("PC502",)),
    (
        "source not found, or nothing to find",
        ("PC201", "PC212", "PC703", "PC202", "PC205", "PC206", "PC101"),
    ),
    (
        "quote and figure",
        ("PC301", "PC302", "PC303", "PC401", "PC402", "PC403", "PC404", "PC405", "PC406"),
    ),
    ("stale", ("PC203", "PC207")),
    ("wrong passage", ("PC504", "PC208", "PC209", "PC210", "PC211", "PC213")),
    ("unsupported", ("PC501",)),
    ("partial", ("PC503",)),
    ("uncited", ("PC601", "PC106")),
    ("abstention", ("PC702", "PC704", "PC701")),
    ("marks and records", ("PC506", "PC507", "PC104", "PC105", "PC204", "PC103", "PC102", "PC505")),
    ("judge trouble", ("PC902", "PC903", "PC901", "PC904")),
)

_KIND = {code: place for place, (_, codes) in enumerate(KINDS) for code in codes}
_CLAIM_SEVERITY = {"critical": 0, "high": 1, "medium": 2, "low": 3}
_FINDING_SEVERITY = {severity: len(SEVERITIES) - place for place, severity in enumerate(SEVERITIES)}
_DIGITS = re.compile(r"[0-9]+")


def order(finding: Finding, claim: ClaimRow | None = None, gate: Collection[str] = ()) -> str:
    """Where a finding stands, as a text that sorts: the smallest comes first.

    `claim` is the row that the finding is about, None for a finding about the whole answer. `gate` names the
    codes whose findings break the gate.
    """
    span = finding.answer_span
    place = claim.start if claim is not None else span.start if span is not None else 0
    return "\x1f".join(
        (
            "0" if finding.code in gate else "1",
            f"{_KIND.get(finding.code, len(KINDS)):02}",
            str(_CLAIM_SEVERITY[claim.severity if claim is not None else "medium"]),
            str(_FINDING_SEVERITY[finding.severity]),
            _natural(finding.case_id or finding.answer_id),
            f"{place:012}",
            finding.answer_id,
            finding.code,
        )
    )


def _natural(text: str) -> str:
    """A text that puts `line-9` before `line-10`."""
    return _DIGITS.sub(lambda hit: hit.group().zfill(12), text)
