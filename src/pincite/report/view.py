"""The view model: what is shown, as plain values, before any format is chosen.

`Collector` takes results one by one and keeps only what the caps let through, so that a report on any number
of answers needs no more memory than the findings it shows.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Generic, TypeVar

from msgspec import Struct

from pincite.codes import SEVERITIES, FindingSeverity
from pincite.diagnose.worst import order
from pincite.model import Finding
from pincite.model.result import AnswerResult, ClaimRow, LinkRow
from pincite.report.excerpt import (
    Excerpt,
    Lookup,
    answer_excerpt,
    claim_excerpt,
    link_excerpt,
    source_excerpt,
)
from pincite.report.expected import Gold, GoldCollector
from pincite.report.groups import GROUPS
from pincite.report.shown import one_line

TERMINAL_CAP = 20
CLAIM_CAP = 50

# A label says what is wrong in general, these findings what exactly: the label folds into them.
_LABELS = frozenset({"PC501", "PC502", "PC503"})
_EXACT = ("PC3", "PC4", "PC504", "PC209", "PC210")


class Entry(Struct, frozen=True, kw_only=True):
    """One finding as it is shown, with the general findings on the same link that it explains."""

    finding: Finding
    also: tuple[Finding, ...] = ()
    where: str
    answer: Excerpt
    source: Excerpt | None = None
    notes: tuple[str, ...] = ()
    judge: str = ""
    owner: str | None = None


class Card(Struct, frozen=True, kw_only=True):
    """One claim, or (`claim` None) one whole answer, with everything that is wrong with it, worst first."""

    answer_id: str
    case_id: str | None
    claim: ClaimRow | None
    where: str
    answer: Excerpt
    sources: tuple[Excerpt, ...]
    findings: tuple[Finding, ...]


class CodeCount(Struct, frozen=True, kw_only=True):
    """How often a code was raised, by severity."""

    code: str
    error: int = 0
    warning: int = 0
    info: int = 0

    @property
    def total(self) -> int:
        return self.error + self.warning + self.info


class Findings(Struct, frozen=True, kw_only=True):
    """What a report shows about findings. Judge trouble stands apart and is in no other count."""

    entries: tuple[Entry, ...] = ()
    cards: tuple[Card, ...] = ()
    trouble: tuple[Entry, ...] = ()
    codes: tuple[CodeCount, ...] = ()
    total: int = 0
    hidden: int = 0
    hidden_cards: int = 0
    total_trouble: int = 0
    gold: Gold | None = None

    def count(self, severity: FindingSeverity) -> int:
        """Findings of one severity."""
        return sum(getattr(row, severity) for row in self.codes if not row.code.startswith("PC9"))


class Collector:
    """Collects results into what a report shows.

    `cap` and `claim_cap` limit entries and cards, None for all of them. `gate` names codes that break the
    gate: they come first.
    """

    def __init__(
        self,
        *,
        cap: int | None = TERMINAL_CAP,
        claim_cap: int | None = CLAIM_CAP,
        gate: Collection[str] = (),
    ) -> None:
        self._entries = _Best[Entry](cap)
        self._cards = _Best[Card](claim_cap)
        self._trouble = _Best[Entry](cap)
        self._counts: Counter[tuple[str, FindingSeverity]] = Counter()
        self._gate = frozenset(gate)
        self._gold = GoldCollector()

    def add(self, result: AnswerResult, lookup: Lookup) -> None:
        """Take one answer's findings, and what its case says of it."""
        self._gold.add(result)
        if not result.findings:
            return
        claims = {claim.claim_id: claim for claim in result.claims}
        for finding in result.findings:
            self._counts[finding.code, finding.severity] += 1
        for place, head, also in _folded(result.findings, claims, self._gate):
            best = self._trouble if head.code.startswith("PC9") else self._entries
            if best.wants(place):
                best.take(place, _entry(head, also, claims.get(head.claim_id or ""), result, lookup))
        for place, claim, findings in _by_claim(result.findings, claims, self._gate):
            if self._cards.wants(place):
                self._cards.take(place, _card(claim, findings, result, lookup))

    def findings(self) -> Findings:
        """What has been collected so far."""
        entries = tuple(self._entries)
        trouble = sum(count for (code, _), count in self._counts.items() if code.startswith("PC9"))
        total = sum(self._counts.values()) - trouble
        return Findings(
            entries=entries,
            cards=tuple(self._cards),
            trouble=tuple(self._trouble),
            codes=_code_counts(self._counts),
            total=total,
            hidden=total - sum(1 + len(entry.also) for entry in entries),
            hidden_cards=self._cards.refused,
            total_trouble=trouble,
            gold=self._gold.gold(),
        )


_Item = TypeVar("_Item")


class _Best(Generic[_Item]):
    """The smallest `cap` items by order; equal ones in the order of their arrival."""

    def __init__(self, cap: int | None) -> None:
        self._cap = cap
        self._items: list[tuple[str, int, _Item]] = []
        self._arrived = 0
        self.refused = 0

    def wants(self, place: str) -> bool:
        """Whether there is room; the item need not be built otherwise."""
        if self._cap is None or len(self._items) < self._cap:
            return True
        if self._items and place < self._items[-1][0]:
            return True
        self.refused += 1
        return False

    def take(self, place: str, item: _Item) -> None:
        insort(self._items, (place, self._arrived, item))
        self._arrived += 1
        if self._cap is not None and len(self._items) > self._cap:
            self._items.pop()
            self.refused += 1

    def __iter__(self) -> Iterator[_Item]:
        return (item for _, _, item in self._items)


def _code_counts(counts: Counter[tuple[str, FindingSeverity]]) -> tuple[CodeCount, ...]:
    rows: dict[str, dict[FindingSeverity, int]] = {}
    for (code, severity), count in counts.items():
        rows.setdefault(code, {})[severity] = count
    known = [code for _, codes in GROUPS for code in codes]
    ordered = [code for code in known if code in rows] + sorted(rows.keys() - set(known))
    return tuple(CodeCount(code=code, **rows[code]) for code in ordered)


def _folded(
    findings: Iterable[Finding], claims: dict[str, ClaimRow], gate: frozenset[str]
) -> Iterator[tuple[str, Finding, tuple[Finding, ...]]]:
    """Each finding with its place; the general ones folded into an exact one about the same link."""
    general: dict[str, list[Finding]] = {}
    heads: list[Finding] = []
    for finding in findings:
        if finding.code in _LABELS and finding.claim_id is not None:
            general.setdefault(finding.claim_id, []).append(finding)
        else:
            heads.append(finding)
    for head in heads:
        claim = claims.get(head.claim_id or "")
        also: list[Finding] = []
        if head.code.startswith(_EXACT) and head.claim_id in general:
            also = [other for other in general[head.claim_id] if _explains(head, other)]
            general[head.claim_id] = [other for other in general[head.claim_id] if other not in also]
        yield min(order(finding, claim, gate) for finding in (head, *also)), head, tuple(also)
    for rest in general.values():
        for finding in rest:
            yield order(finding, claims.get(finding.claim_id or ""), gate), finding, ()


def _explains(exact: Finding, general: Finding) -> bool:
    """Whether both are about the same link; a lesser finding never stands in front of a graver one."""
    same = None in (exact.citation_id, general.citation_id) or exact.citation_id == general.citation_id
    return same and SEVERITIES.index(exact.severity) >= SEVERITIES.index(general.severity)


def _by_claim(
    findings: Iterable[Finding], claims: dict[str, ClaimRow], gate: frozenset[str]
) -> Iterator[tuple[str, ClaimRow | None, tuple[Finding, ...]]]:
    """The findings of each claim, worst first; judge trouble and mere information make no card."""
    of_claim: dict[str, list[tuple[str, Finding]]] = {}
    for finding in findings:
        if finding.code.startswith("PC9") or finding.severity == "info":
            continue
        claim_id = finding.claim_id if finding.claim_id in claims else None
        claim = claims.get(finding.claim_id or "")
        of_claim.setdefault(claim_id or "", []).append((order(finding, claim, gate), finding))
    for claim_id, rows in of_claim.items():
        rows.sort(key=lambda row: row[0])
        yield rows[0][0], claims.get(claim_id), tuple(finding for _, finding in rows)


def _entry(
    head: Finding,
    also: tuple[Finding, ...],
    claim: ClaimRow | None,
    result: AnswerResult,
    lookup: Lookup,
) -> Entry:
    link = _link((head, *also), claim)
    notes = [f"also {other.code}: {one_line(other.message)}" for other in also]
    rationale = one_line(link.rationale) if link is not None else ""
    if rationale and not any(rationale in one_line(finding.message) for finding in (head, *also)):
        notes.append(rationale)
    return Entry(
        finding=head,
        also=also,
        where=result.where or result.answer_id,
        answer=answer_excerpt(head, claim, result),
        source=source_excerpt(head, link, lookup),
        notes=tuple(notes[:2]),
        judge=_judge(link),
        owner=None if claim is None else claim.failure_owner,
    )


def _link(findings: tuple[Finding, ...], claim: ClaimRow | None) -> LinkRow | None:
    """The link that findings are about: the one they name, else the only one of their claim."""
    if claim is None:
        return None
    named = next((finding.citation_id for finding in findings if finding.citation_id is not None), None)
    if named is None:
        return claim.citations[0] if len(claim.citations) == 1 else None
    return next((link for link in claim.citations if link.citation_id == named), None)


def _judge(link: LinkRow | None) -> str:
    if link is None or not link.judge:
        return ""
    if link.confidence is None:
        return one_line(link.judge)
    return f"{one_line(link.judge)} ({'certain' if link.confidence >= 1 else f'{link.confidence:.2f}'})"


def _card(
    claim: ClaimRow | None, findings: tuple[Finding, ...], result: AnswerResult, lookup: Lookup
) -> Card:
    sources = [] if claim is None else [link_excerpt(link, lookup) for link in claim.citations]
    sources += [
        source_excerpt(finding, None, lookup)
        for finding in findings
        if finding.code in ("PC504", "PC302") and finding.evidence is not None
    ]
    return Card(
        answer_id=result.answer_id,
        case_id=result.case_id,
        claim=claim,
        where=result.where or result.answer_id,
        answer=answer_excerpt(findings[0], None, result) if claim is None else claim_excerpt(claim, result),
        sources=tuple(excerpt for excerpt in sources if excerpt is not None),
        findings=findings,
    )
