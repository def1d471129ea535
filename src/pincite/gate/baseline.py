"""The run that another one is held against, and whether the two can be compared at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from pincite.engine.run import Run
from pincite.errors import InputError
from pincite.model import Finding
from pincite.model.result import AnswerRow, ClaimRow
from pincite.model.signature import Signature
from pincite.model.summary import Summary
from pincite.text.fingerprint import fingerprint

Key = tuple[str, str, str]


class Baseline(Struct, frozen=True, kw_only=True):
    """A run to compare with. `findings` counts its findings by what names them in another run."""

    name: str
    summary: Summary
    findings: Mapping[Key, int]
    partial: bool = False

    def refusal(self, summary: Summary, *, averages: bool) -> str | None:
        """Why the run cannot be compared with this one, or None.

        Averages are also refused over other gold cases; single findings are not.
        """
        if self.partial:
            return "the baseline is not complete"
        mine, other = self.summary.signature, summary.signature
        if mine != other:
            return f"the signature differs in {_differing(mine, other)}"
        if averages and self.summary.versions.get("cases") != summary.versions.get("cases"):
            return "the gold cases differ"
        return None


def _differing(one: str, other: str) -> str:
    try:
        parts = Signature.parse(one).differs(Signature.parse(other))
    except InputError:
        parts = ()
    return ", ".join(parts) or "its form"


def baseline_of(name: str, run: Run) -> Baseline:
    """A stored run as a baseline."""
    rows = {row.answer_id: row for row in run.answers}
    claims: dict[str, list[ClaimRow]] = {}
    for claim in run.claims:
        claims.setdefault(claim.answer_id, []).append(claim)
    names = {
        answer_id: names_of(rows.get(answer_id), claims.get(answer_id, []))
        for answer_id in rows.keys() | claims.keys()
    }
    return Baseline(
        name=name,
        summary=run.summary,
        findings=Counter(key(finding, names.get(finding.answer_id, {})) for finding in run.findings),
        partial=run.manifest.partial,
    )


def names_of(row: AnswerRow | None, claims: list[ClaimRow]) -> dict[str, str]:
    """By what each claim of an answer is found again: its gold claim, else a fingerprint of its words."""
    stored = {one.claim_id: one.gold_claim or one.fingerprint for one in row.facts.claims} if row else {}
    return {claim.claim_id: stored.get(claim.claim_id) or fingerprint(claim.text) for claim in claims}


def key(finding: Finding, names: Mapping[str, str]) -> Key:
    """What names a finding in another run: its case, its code, its claim."""
    return (
        finding.case_id or finding.answer_id,
        finding.code,
        "" if finding.claim_id is None else names.get(finding.claim_id, finding.claim_id),
    )
