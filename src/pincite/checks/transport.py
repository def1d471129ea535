"""How the evidence arrived: failed tool calls (PC206) and citations of another step (PC208)."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.evidence.naming import answer_span, chunk_name, evidence_of, listed, shown
from pincite.evidence.resolution import Resolver
from pincite.evidence.transport import Failure, suppliers
from pincite.model import Finding, Resolved, found


def check_transport(resolver: Resolver, resolved: Sequence[Resolved]) -> list[Finding]:
    """PC206 where the evidence behind a reference never arrived, PC208 where it came from another step."""
    findings = []
    for one in resolved:
        if one.resolution != "resolved":
            continue
        failure = resolver.failure(one)
        if failure is not None:
            findings.append(_failed(resolver, one, failure))
            continue
        finding = _unrelated(resolver, one)
        if finding is not None:
            findings.append(finding)
    return findings


def _failed(resolver: Resolver, one: Resolved, failure: Failure) -> Finding:
    step = "a tool call" if failure.step_id is None else f"step {failure.step_id}"
    if failure.name:
        step += f" ({failure.name})"
    what = {
        "error": f"{step}, which ended in an error",
        "malformed": f"{step}, whose result is malformed",
        "payload": f"the error message of {step}",
    }[failure.kind]
    chunks = resolver.chunks_cited(one)
    return found(
        "PC206",
        f"the evidence of citation {shown(one)} is {what}"
        if failure.kind == "payload"
        else f"the evidence of citation {shown(one)} comes from {what}",
        citation_id=one.citation_id,
        span=answer_span(one),
        evidence=evidence_of(chunks[0]) if chunks else None,
        kind=failure.kind,
        step_id=failure.step_id,
    )


def _unrelated(resolver: Resolver, one: Resolved) -> Finding | None:
    step = one.citation.step_id if one.citation is not None else None
    if step is None:
        return None
    calls = resolver.answer.tool_calls
    chunk = one.chunk
    steps = suppliers(resolver.answer, chunk) if chunk is not None else ()
    if steps:
        if step in steps:
            return None
        assert chunk is not None
        message = (
            f"citation {shown(one)} names step {step}, but {chunk_name(chunk)} came from step {listed(steps)}"
        )
    elif calls and all(call.step_id != step for call in calls):
        message = f"citation {shown(one)} names step {step}, which is not among the recorded tool calls"
    else:
        return None
    return found(
        "PC208",
        message,
        citation_id=one.citation_id,
        span=answer_span(one),
        evidence=None if chunk is None else evidence_of(chunk),
        step_id=step,
        supplied_by=list(steps),
    )
