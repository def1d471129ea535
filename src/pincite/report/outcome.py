"""One verdict on the whole run; the last line, the JSON and the exit code are all made from it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pincite.gate.result import Decision, GateResult
from pincite.model.summary import Summary
from pincite.report.gate import gate_of, reasons
from pincite.report.numbers import LOW_COVERAGE, percent
from pincite.report.view import Findings

FailOn = Literal["error", "warning", "never"]
State = Literal["pass", "fail", "undecided", "empty", "invalid", "interrupted"]

_WORDS: dict[State, str] = {
    "pass": "PASS",
    "fail": "FAIL",
    "undecided": "UNDECIDED",
    "empty": "NOTHING CHECKED",
    "invalid": "INVALID INPUT",
    "interrupted": "INTERRUPTED",
}

_GATED: tuple[State, ...] = ("pass", "fail", "undecided")


class Outcome(Struct, frozen=True, kw_only=True):
    """What came of the run. `forgiven` is set when `--exit-zero` turned an exit code of 1 into 0.

    `decision` is the gate's, None where no gate was asked.
    """

    state: State
    exit_code: int
    reasons: tuple[str, ...] = ()
    forgiven: bool = False
    decision: Decision | None = None

    @property
    def word(self) -> str:
        gated = self.decision is not None and self.state in _GATED
        return f"gate: {_WORDS[self.state]}" if gated else _WORDS[self.state]

    @property
    def line(self) -> str:
        """The verdict line, the last one of every human format."""
        why = "; ".join(self.reasons)
        code = f"[exit {self.exit_code}{' instead of 1' if self.forgiven else ''}]"
        return f"{self.word}  {why}  {code}"


def outcome(
    summary: Summary,
    findings: Findings,
    *,
    fail_on: FailOn = "error",
    exit_zero: bool = False,
    skip_invalid: bool = False,
    interrupted: bool = False,
) -> Outcome:
    """Decide: interrupted (130), else rejected input (2), findings (1), nothing evaluated (3), or 0.

    Where the summary holds a gate's result, the gate decides instead of the findings: failed (1), undecided
    (3), or 0.
    """
    counts = summary.counts
    gate = gate_of(summary)
    if gate is not None:
        unread = 0 if skip_invalid else counts.rejected
        return gate_outcome(gate, exit_zero=exit_zero, rejected=unread, interrupted=interrupted)
    errors, warnings = findings.count("error"), findings.count("warning")
    failing = {"error": errors, "warning": errors + warnings, "never": 0}[fail_on]
    reasons = [
        f"{_several(errors, 'error')}, {_several(warnings, 'warning')} "
        f"in {_several(counts.claims, 'claim')} of {_several(counts.answers, 'answer')}"
    ]
    reasons += _undecided(summary)
    if interrupted:
        return Outcome(state="interrupted", exit_code=130, reasons=("the run is not complete", *reasons))
    if counts.rejected and not skip_invalid:
        rejected = f"{_several(counts.rejected, 'input line')} rejected"
        return Outcome(state="invalid", exit_code=2, reasons=(rejected, *reasons))
    if failing:
        return Outcome(
            state="fail", exit_code=0 if exit_zero else 1, reasons=tuple(reasons), forgiven=exit_zero
        )
    if counts.verifiable - counts.unjudged <= 0:
        return Outcome(state="empty", exit_code=3, reasons=("no claim was evaluated", *reasons))
    return Outcome(state="pass", exit_code=0, reasons=tuple(reasons))


def gate_outcome(
    gate: GateResult, *, exit_zero: bool = False, rejected: int = 0, interrupted: bool = False
) -> Outcome:
    """The outcome of a run that a gate decides on; `rejected` counts input lines that could not be read."""
    told, decision = reasons(gate), gate.decision
    if interrupted:
        parts = ("the run is not complete", *told)
        return Outcome(state="interrupted", exit_code=130, reasons=parts, decision=decision)
    if rejected:
        parts = (f"{_several(rejected, 'input line')} rejected", *told)
        return Outcome(state="invalid", exit_code=2, reasons=parts, decision=decision)
    if gate.status == "fail":
        code = 0 if exit_zero else 1
        return Outcome(state="fail", exit_code=code, reasons=told, forgiven=exit_zero, decision=decision)
    code = 0 if gate.status == "pass" else 3
    return Outcome(state=gate.status, exit_code=code, reasons=told, decision=decision)


def _undecided(summary: Summary) -> list[str]:
    counts = summary.counts
    parts = []
    if counts.undecided:
        parts.append(f"{counts.undecided:,} undecided")
    if counts.unjudged:
        parts.append(f"{counts.unjudged:,} unjudged")
    support = summary.metrics.get("claim_support")
    if support is not None and support.coverage is not None and support.coverage < LOW_COVERAGE:
        parts.append(f"coverage {percent(support.coverage)}")
    return parts


def _several(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
