"""The sufficient statistics of one answer: named whole counts, from which every metric is computed.

Counts of claims are kept by the claim's severity, everything else for the answer. They add up, so a run is
the sum of its answers and a merged run the sum of its shards, exactly. What the judge left open is counted
with its reason and never as a miss.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from msgspec import Struct, field

from pincite.model.claim import Severity
from pincite.model.credit import DEFAULT_CREDIT, Credit, CreditPolicy
from pincite.model.result import AnswerFacts, AnswerResult, ClaimRow
from pincite.model.verdict import Status

_Cells = defaultdict[str, int]

_UNJUDGED = frozenset(
    ("error", "parse_error", "timeout", "budget", "no_evidence_text", "refusal", "truncated", "offline")
)
_NOT_APPLICABLE = frozenset(("not_verifiable", "citation_not_required"))


class Counts(Struct, frozen=True):
    """Counts by name: those of the answer, and those of its claims by severity.

    Names that count 0 are absent.
    """

    answer: dict[str, int] = field(default_factory=dict)
    claims: dict[Severity, dict[str, int]] = field(default_factory=dict)

    def __add__(self, other: Counts) -> Counts:
        claims = dict(self.claims)
        for severity, cells in other.claims.items():
            claims[severity] = added(claims.get(severity, {}), cells)
        return Counts(added(self.answer, other.answer), claims)

    def flat(self) -> dict[str, int]:
        """All counts together, whatever the severity."""
        cells = dict(self.answer)
        for part in self.claims.values():
            for name, count in part.items():
                cells[name] = cells.get(name, 0) + count
        return cells


def added(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """The sum of two sets of counts, without names that come to 0."""
    cells = dict(one)
    for name, count in other.items():
        cells[name] = cells.get(name, 0) + count
    return {name: count for name, count in cells.items() if count}


def measure(result: AnswerResult, credit: CreditPolicy = DEFAULT_CREDIT) -> Counts:
    """What every metric needs to know of one checked answer."""
    parts: dict[Severity, _Cells] = {}
    verifiable = False
    for claim in result.claims:
        cells = parts.get(claim.severity)
        if cells is None:
            cells = parts[claim.severity] = defaultdict(int)
        _count_claim(cells, claim, credit.of(claim.severity))
        verifiable = verifiable or claim.verifiability == "verifiable"
    answer: _Cells = defaultdict(int)
    answer["answers"] = 1
    answer["answers.verifiable"] = int(verifiable)
    _count_references(answer, result.facts)
    _count_text(answer, result.facts)
    if result.facts.answerable is not None:
        _count_gold(answer, result)
    elif result.facts.abstained:
        answer["abstained.no_gold"] = 1
    return Counts(_whole(answer), {severity: _whole(cells) for severity, cells in parts.items()})


def _whole(cells: _Cells) -> dict[str, int]:
    return {name: count for name, count in cells.items() if count}


def _open_reason(status: Status, reason: str | None) -> str:
    """Why something is not decided, from a closed set: reasons are counted, so they must not be free text."""
    if status == "undecided":
        return "undecided"
    return reason if reason in _UNJUDGED else "unjudged"


def _excused(reason: str | None) -> str:
    return reason if reason in _NOT_APPLICABLE else "not_applicable"


def _leave_open(cells: _Cells, population: str, reason: str, count: int = 1) -> None:
    cells[f"{population}?"] += count
    cells[f"{population}?{reason}"] += count


def _count_claim(cells: _Cells, claim: ClaimRow, credit: Credit) -> None:
    cells["all_claims"] += 1
    if claim.verifiability == "verifiable":
        contradicting, open_links = _count_links(cells, claim)
        _count_label(cells, claim)
        _count_score(cells, claim, credit, contradicting, open_links)
        _count_context(cells, claim)
    else:
        cells["claims-not_verifiable"] += 1
        cells["required-not_verifiable"] += 1
        cells["context-not_verifiable"] += 1
        cells["links-not_verifiable"] += len(claim.citations)
    if claim.figures or claim.quotes:
        _count_figures_and_quotes(cells, claim)


def _count_links(cells: _Cells, claim: ClaimRow) -> tuple[int, int]:
    """Counts the links; how many contradict, and how many are open.

    A necessary member of a full union hits whatever its own label, and does not contradict: read with the
    others, it says what the claim says.
    """
    group = claim.group
    necessary = group.necessary if group is not None and group.label == "full" else ()
    contradicting = open_links = 0
    for link in claim.citations:
        label = link.label
        if link.resolution != "resolved":
            cells["links.malformed" if link.resolution == "malformed" else "links.unresolved"] += 1
        elif link.status == "judged" and label is not None:
            cells["links.judged"] += 1
            if label == "full":
                cells["links.full"] += 1
            elif necessary and link.citation_id in necessary:
                cells["links.necessary"] += 1
            elif label == "contradiction":
                contradicting += 1
        elif link.status == "not_applicable":
            cells[f"links-{_excused(link.reason)}"] += 1
        else:
            open_links += 1
            _leave_open(cells, "links", _open_reason(link.status, link.reason))
    if contradicting:
        cells["links.contradiction"] += contradicting
    return contradicting, open_links


def _decided(claim: ClaimRow) -> bool:
    return claim.status == "judged" and claim.label is not None


def _count_label(cells: _Cells, claim: ClaimRow) -> None:
    cells["verifiable"] += 1
    populations: tuple[str, ...] = ("claims",)
    if claim.citation_required:
        populations = ("claims", "required")
        cells["required"] += 1
        if not claim.citations:
            cells["required.uncited"] += 1
    else:
        cells["required-citation_not_required"] += 1
    for population in populations:
        if _decided(claim):
            cells[f"{population}.decided"] += 1
            if claim.label == "full":
                cells[f"{population}.full"] += 1
        elif claim.status == "not_applicable":
            cells[f"{population}-{_excused(claim.reason)}"] += 1
        else:
            _leave_open(cells, population, _open_reason(claim.status, claim.reason))
    if claim.label == "contradiction" and claim.status == "judged":
        cells["claims.contradicted"] += 1


def _count_score(cells: _Cells, claim: ClaimRow, credit: Credit, contradicting: int, open_links: int) -> None:
    """The claim's credit, and how far it could fall and rise once what is open is decided.

    An open link of a decided claim may still turn out to contradict. An open claim may earn anything
    between the worst label with all its open links contradicting and full.
    """
    penalty = credit.contradiction * contradicting
    if _decided(claim):
        earned = 0
        if claim.label != "contradiction":
            earned = int(getattr(credit, claim.label or "none"))
        cells["score"] += earned + penalty
        if open_links:
            cells["score.fall"] += credit.contradiction * open_links
    elif claim.status != "not_applicable":
        worst = min(credit.none, 0) + credit.contradiction * open_links
        cells["score.fall"] += worst + penalty
        cells["score.rise"] += credit.full + penalty


def _count_context(cells: _Cells, claim: ClaimRow) -> None:
    context = claim.context
    if context is None:
        _leave_open(cells, "context", "not_evaluated")
    elif context.status == "judged" and context.label is not None:
        cells["context.decided"] += 1
        if context.label == "full":
            cells["context.full"] += 1
    elif context.status == "not_applicable":
        cells["context-not_applicable"] += 1
    else:
        _leave_open(cells, "context", _open_reason(context.status, None))


def _count_figures_and_quotes(cells: _Cells, claim: ClaimRow) -> None:
    """What is missing from the cited texts is a miss only if all of them are on record."""
    unseen = any(link.reason == "no_evidence_text" for link in claim.citations)
    if claim.citations:
        for figure in claim.figures:
            if figure.match != "missing":
                cells["figures.matched"] += 1
            elif unseen:
                _leave_open(cells, "figures", "no_evidence_text")
                continue
            cells["figures.decided"] += 1
    elif claim.figures:
        cells["figures-uncited"] += len(claim.figures)
    for quote in claim.quotes:
        if quote.state == "short":
            cells["quotes-short"] += 1
            continue
        if quote.state == "verbatim":
            cells["quotes.verbatim"] += 1
        elif unseen:
            _leave_open(cells, "quotes", "no_evidence_text")
            continue
        cells["quotes.decided"] += 1


def _count_references(cells: _Cells, facts: AnswerFacts) -> None:
    for reference in facts.references:
        cells["references"] += 1
        if reference.could_be_looked_up:
            cells["lookup.done"] += 1
            cells["lookup.fabricated"] += reference.fabricated
        else:
            cells["lookup-not_looked_up"] += 1
        if reference.resolution != "resolved":
            cells[f"references.{reference.resolution}"] += 1
            continue
        if reference.in_context is None:
            _leave_open(cells, "placed", "not_recorded")
        else:
            cells["placed.decided"] += 1
            cells["placed.outside"] += not reference.in_context
        if reference.versioned:
            cells["versioned"] += 1
            cells["versioned.stale"] += reference.stale
            cells["versioned.valid"] += not (reference.stale or reference.invalid_source)
        else:
            cells["versioned-unversioned"] += 1


def _count_text(cells: _Cells, facts: AnswerFacts) -> None:
    cells["words"] = facts.words
    cells["characters.verifiable"] = facts.verifiable_characters
    cells["characters.claimed"] = facts.claimed_characters
    cells["tokens"] = facts.claim_tokens
    cells["tokens.copied"] = facts.copied_tokens
    cells["abstained"] = int(facts.abstained)


def _count_gold(cells: _Cells, result: AnswerResult) -> None:
    facts = result.facts
    asked = "answerable" if facts.answerable else "unanswerable"
    cells[asked] = 1
    cells[f"{asked}.abstained"] = int(facts.abstained)
    cells[f"{asked}.answered"] = int(facts.answered)
    cells["expected.decided"] = facts.expected_claims - facts.expected_undecided
    cells["expected.entailed"] = facts.expected_entailed
    if facts.expected_undecided:
        _leave_open(cells, "expected", "undecided", facts.expected_undecided)
    cells["gold.decided"] = facts.claims_decided_by_gold
    cells["gold.correct"] = facts.claims_correct_by_gold
    if facts.claims_undecided_by_gold:
        _leave_open(cells, "gold", "undecided", facts.claims_undecided_by_gold)
    if facts.evidence_expected:
        for stage, found in (
            ("corpus", facts.evidence_in_corpus),
            ("retrieved", facts.evidence_in_retrieved),
            ("prompt", facts.evidence_in_prompt),
            ("cited", facts.evidence_cited),
        ):
            if found is None:
                _leave_open(cells, stage, "not_recorded", facts.evidence_expected)
            else:
                cells[f"{stage}.decided"] = facts.evidence_expected
                cells[f"{stage}.found"] = found
    cells["gold_links"] = sum(
        link.resolution == "resolved" and link.status == "judged"
        for claim in result.claims
        if claim.verifiability == "verifiable"
        for link in claim.citations
    )
    cells["near_misses"] = sum(map(_near_misses, result.claims))


def _near_misses(claim: ClaimRow) -> int:
    """Links to a near-miss source that do not support the claim, neither alone nor as a necessary member."""
    if claim.verifiability != "verifiable":
        return 0
    group = claim.group
    necessary = group.necessary if group is not None and group.label == "full" else ()
    return sum(
        link.near_miss
        and link.status == "judged"
        and link.label != "full"
        and link.citation_id not in necessary
        for link in claim.citations
    )
