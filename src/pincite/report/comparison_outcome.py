"""One verdict on a comparison; the last line, the JSON and the exit code are all made from it."""

from __future__ import annotations

from msgspec import Struct

from pincite.gate.comparison import Comparison
from pincite.report.outcome import FailOn

PASSED, FAILED, NOTHING = 0, 1, 3


class ComparisonOutcome(Struct, frozen=True, kw_only=True):
    """What came of the comparison. `forgiven` is set when `--exit-zero` turned an exit code of 1 into 0."""

    word: str
    exit_code: int
    reasons: tuple[str, ...]
    forgiven: bool = False

    @property
    def line(self) -> str:
        """The verdict line, the last one of every human format."""
        code = f"[exit {self.exit_code}{' instead of 1' if self.forgiven else ''}]"
        return f"{self.word}  {'; '.join(self.reasons)}  {code}"


def comparison_outcome(
    comparison: Comparison, *, fail_on: FailOn = "error", exit_zero: bool = False
) -> ComparisonOutcome:
    """Decide: worse (1), else nothing paired (3), or 0.

    With `error`, worse is a contradiction on a critical or high claim that base did not have, or a metric
    that is worse beyond noise; with `warning` also any claim that is newly contradicted or newly unsupported.
    """
    failed = fail_on != "never" and (
        comparison.verdict == "worse" or (fail_on == "warning" and bool(_turned(comparison)))
    )
    code = FAILED if failed else NOTHING if comparison.verdict == "nothing paired" else PASSED
    forgiven = failed and exit_zero
    return ComparisonOutcome(
        word=comparison.verdict.upper(),
        exit_code=PASSED if forgiven else code,
        reasons=tuple(_reasons(comparison)),
        forgiven=forgiven,
    )


def _turned(comparison: Comparison) -> int:
    kinds = ("newly_contradicted", "newly_unsupported")
    return sum(not set(kinds).isdisjoint(change.kinds) for change in comparison.changes)


def _reasons(comparison: Comparison) -> list[str]:
    """The worst first; how much was paired last, since the rest of the line hangs on it."""
    parts = []
    blocking = len(comparison.blocking)
    if blocking:
        noun = "contradiction on a critical or high claim"
        parts.append(
            f"{blocking} new {noun if blocking == 1 else noun.replace('contradiction', 'contradictions')}"
        )
    for word, metrics in (("worse", comparison.worse), ("better", comparison.better)):
        if metrics:
            parts.append(f"{', '.join(metric.name for metric in metrics)} {word}")
    supported = len(comparison.of_kind("newly_supported"))
    turned = _turned(comparison)
    if supported or turned:
        parts.append(f"{supported} newly supported, {turned} newly unsupported or contradicted")
    pairing = comparison.pairing
    alone = sum(pairing.unpaired_base.values()), sum(pairing.unpaired_head.values())
    parts.append(f"{pairing.claims:,} claim{'' if pairing.claims == 1 else 's'} paired")
    if any(alone):
        parts.append(f"{alone[0]:,} of base and {alone[1]:,} of head unpaired")
    cut = [name for name in ("base", "head") if getattr(comparison, name).partial]
    if cut:
        parts.append(f"{' and '.join(cut)} {'was' if len(cut) == 1 else 'were'} interrupted")
    if comparison.signature_differs:
        parts.append(f"signatures differ in {', '.join(comparison.signature_differs)}")
    return parts
