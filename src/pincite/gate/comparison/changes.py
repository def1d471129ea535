"""What happened to each claim between two runs, and which of it blocks whatever the averages say."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from pincite.gate.comparison.comparison import (
    KINDS,
    ChangeKind,
    ClaimChange,
    ClaimState,
    McNemar,
    Unpaired,
)
from pincite.gate.comparison.pairing import AnswerPair, AnswerView, ClaimPair, Lone
from pincite.gate.routing import SEVERE, contradicting_links
from pincite.model.claim import Severity
from pincite.model.result import ClaimRow, LinkRow
from pincite.stats.paired import exact_mcnemar

_RANK: dict[Severity, int] = {"critical": 0, "high": 1, "medium": 2, "low": 3}


class _Contradiction(Struct, frozen=True, eq=False):
    """Where base already says something that its source contradicts."""

    text_digest: str | None
    start: int
    end: int
    fingerprint: str
    gold_claim: str | None


def changes(answers: Iterable[AnswerPair]) -> tuple[ClaimChange, ...]:
    """Every paired claim that is not the same in both runs, worst first."""
    found = [
        change
        for answer in answers
        for pair in answer.claims
        if (change := _change(answer.case, pair)) is not None
    ]
    return tuple(sorted(found, key=_worst))


def _change(case: str, pair: ClaimPair) -> ClaimChange | None:
    if pair.counts_alike and pair.base.failure_owner == pair.head.failure_owner:
        return None
    base, head = state(pair.base), state(pair.head)
    kinds = _kinds(base, head)
    if not kinds:
        return None
    severity = min(pair.base.severity, pair.head.severity, key=lambda level: _RANK[level])
    return ClaimChange(
        case=case,
        severity=severity,
        joined=pair.joined,
        kinds=kinds,
        base=base,
        head=head,
        blocking="newly_contradicted" in kinds and severity in SEVERE,
    )


def state(claim: ClaimRow) -> ClaimState:
    """What a comparison shows of a claim."""
    return ClaimState(
        answer_id=claim.answer_id,
        claim_id=claim.claim_id,
        text=claim.text,
        label=claim.label,
        status=claim.status,
        reason=claim.reason,
        failure_owner=claim.failure_owner,
        targets=tuple(sorted(map(_target, claim.citations))),
        contradicting=contradicting_links(claim) if claim.verifiability == "verifiable" else 0,
    )


def _target(link: LinkRow) -> str:
    """The cited chunk. A link that leads nowhere is named by its marker, for there is nothing behind it."""
    if link.resolution != "resolved":
        return f"[{link.citation_id}] {link.resolution}"
    revision = f"@{link.document_revision}" if link.document_revision is not None else ""
    return f"{link.document_id or ''}{revision}/{link.chunk_id or ''}"


def _contradicts(claim: ClaimState) -> bool:
    return (claim.label == "contradiction" and claim.status == "judged") or claim.contradicting > 0


def _kinds(base: ClaimState, head: ClaimState) -> tuple[ChangeKind, ...]:
    kinds: set[ChangeKind] = set()
    if _contradicts(head) and not _contradicts(base):
        kinds.add("newly_contradicted")
    if _decided(base) and _decided(head):
        if base.label != head.label:
            if head.label == "full":
                kinds.add("newly_supported")
            elif base.label == "full":
                kinds.add("newly_unsupported")
            elif "newly_contradicted" not in kinds:
                kinds.add("changed_label")
        elif _contradicts(base) and not _contradicts(head):
            # A contradicting citation beside a supporting one has gone.
            kinds.add("changed_label")
    elif base.status != head.status:
        kinds.add("changed_status")
    if base.targets != head.targets:
        kinds.add("changed_targets")
    if None not in (base.failure_owner, head.failure_owner) and base.failure_owner != head.failure_owner:
        kinds.add("changed_owner")
    return tuple(kind for kind in KINDS if kind in kinds)


def _decided(claim: ClaimState) -> bool:
    return claim.status == "judged" and claim.label is not None


def _worst(change: ClaimChange) -> tuple[bool, int, int, str, str, str]:
    return (
        not change.blocking,
        KINDS.index(change.kinds[0]),
        _RANK[change.severity],
        change.case,
        change.head.answer_id,
        change.head.claim_id,
    )


def unpaired(answers: Iterable[AnswerPair]) -> tuple[tuple[Unpaired, ...], tuple[Unpaired, ...]]:
    """The claims that only one run has, by case and place, base's and head's."""
    base: list[Unpaired] = []
    head: list[Unpaired] = []
    by_case: dict[str, list[AnswerPair]] = {}
    for answer in answers:
        by_case.setdefault(answer.case, []).append(answer)
    for case, some in by_case.items():
        known = [told for answer in some for told in _contradictions(answer.base)]
        for answer in some:
            base += [_unpaired(case, lone, blocking=False) for lone in answer.lone_base]
            digest = None if answer.head is None else answer.head.text_digest
            head += [
                _unpaired(
                    case,
                    lone,
                    blocking=lone.claim.severity in SEVERE
                    and _contradicts(state(lone.claim))
                    and not any(_same(lone, digest, told) for told in known),
                )
                for lone in answer.lone_head
            ]
    return tuple(base), tuple(sorted(head, key=lambda one: not one.blocking))


def _unpaired(case: str, lone: Lone, *, blocking: bool) -> Unpaired:
    return Unpaired(
        case=case,
        severity=lone.claim.severity,
        why=lone.why,
        claim=state(lone.claim),
        blocking=blocking,
    )


def _contradictions(view: AnswerView | None) -> list[_Contradiction]:
    if view is None:
        return []
    return [
        _Contradiction(view.text_digest, claim.start, claim.end, one.fingerprint, one.gold_claim)
        for claim, one in zip(view.claims, view.identities, strict=True)
        if _contradicts(state(claim))
    ]


def _same(lone: Lone, digest: str | None, told: _Contradiction) -> bool:
    """Whether a contradiction in head is one that base had too, only cut or worded in another way."""
    if lone.identity.gold_claim is not None and lone.identity.gold_claim == told.gold_claim:
        return True
    if lone.identity.fingerprint and lone.identity.fingerprint == told.fingerprint:
        return True
    overlaps = lone.claim.start < told.end and told.start < lone.claim.end
    return digest is not None and digest == told.text_digest and overlaps


def supported(answers: Iterable[AnswerPair]) -> McNemar:
    """Fully supported or not, on paired verifiable claims that both runs decided."""
    cells = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for answer in answers:
        for pair in answer.claims:
            if pair.base.verifiability == "verifiable" and _settled(pair.base) and _settled(pair.head):
                cells[pair.base.label == "full", pair.head.label == "full"] += 1
    only_base, only_head = cells[True, False], cells[False, True]
    return McNemar(
        both=cells[True, True],
        only_base=only_base,
        only_head=only_head,
        neither=cells[False, False],
        p_value=exact_mcnemar(only_base, only_head),
    )


def _settled(claim: ClaimRow) -> bool:
    return claim.status == "judged" and claim.label is not None
