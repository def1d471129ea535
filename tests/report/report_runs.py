"""Runs of any size for the formats that show every answer and finding."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from report_samples import lookup, simple

from pincite.codes import FindingSeverity
from pincite.model.result import AnswerFacts, AnswerResult, ClaimIdentity, ClaimRow
from pincite.model.summary import Summary, Totals
from pincite.report.ledger import Ledger
from pincite.report.outcome import FailOn, Outcome, outcome
from pincite.report.place import Places
from pincite.report.view import Collector, Findings
from pincite.text.fingerprint import fingerprint

PLACES = Places(Path("repo", "data").absolute(), Path("repo").absolute())


def ledger_of(results: Iterable[AnswerResult]) -> Ledger:
    """A ledger of the results; the caller closes it."""
    ledger = Ledger()
    for result in results:
        ledger.add(result, lookup())
    return ledger


def findings_of(results: Iterable[AnswerResult], *, cap: int | None = 20) -> Findings:
    collector = Collector(cap=cap)
    for result in results:
        collector.add(result, lookup())
    return collector.findings()


def summary_of(results: list[AnswerResult], *, rejected: int = 0) -> Summary:
    """Only what a verdict is made from."""
    claims = [claim for result in results for claim in result.claims]
    verifiable = [claim for claim in claims if claim.verifiability == "verifiable"]
    return Summary(
        run_id="0123456789abcdef",
        signature="pincite|seg:rules@1",
        counts=Totals(
            answers=len(results),
            claims=len(claims),
            verifiable=len(verifiable),
            unjudged=sum(claim.status == "unjudged" for claim in verifiable),
            undecided=sum(claim.status == "undecided" for claim in verifiable),
            rejected=rejected,
        ),
        metrics={},
    )


def verdict_of(results: list[AnswerResult], *, fail_on: FailOn = "error", rejected: int = 0) -> Outcome:
    return outcome(summary_of(results, rejected=rejected), findings_of(results), fail_on=fail_on)


def answer(
    number: int,
    *codes: str,
    severity: FindingSeverity | None = None,
    case_id: str | None = None,
    text: str = "The fee is 70 euros [1].",
    claims: bool = True,
    line: int | None = None,
) -> AnswerResult:
    """An answer with one claim and a finding of each code about it."""
    answer_id = f"a{number}"
    found = tuple(
        simple(
            code,
            answer_id=answer_id,
            case_id=case_id,
            claim_id="c1" if claims else None,
            severity=severity,
            message=f"something is wrong: {code}",
        )
        for code in codes
    )
    row = ClaimRow(
        answer_id=answer_id, case_id=case_id, claim_id="c1", start=0, end=len(text), text=text, label="none"
    )
    return AnswerResult(
        answer_id=answer_id,
        case_id=case_id,
        text=text,
        claims=(row,) if claims else (),
        findings=found,
        facts=AnswerFacts(claims=(ClaimIdentity(claim_id="c1", fingerprint=fingerprint(text)),)),
        where=f"answers.jsonl:{number if line is None else line}",
    )


def many(count: int) -> list[AnswerResult]:
    """That many answers with one error each, worst ones not first."""
    return [
        answer(n, "PC401" if n % 3 else "PC502", text=f"The fee is {n} euros [1].")
        for n in range(1, count + 1)
    ]
