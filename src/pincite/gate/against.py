"""Which claims count against a measure: those that a failing rule points at."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from pincite.gate.measure import MEASURES
from pincite.gate.routing import contradicting_links
from pincite.metrics.failure import is_open
from pincite.model.result import ClaimRow, LinkRow

Units = Callable[[ClaimRow], int]

# Owners whose mending would have changed which passage is cited, and not what the answer says.
_OWNERS = frozenset(("citation_mapping", "citation_parser"))


def misplaced(claim: ClaimRow) -> bool:
    """Whether a claim that is not supported is so for want of the right reference: no word was wrong.

    The prompt supports it and another passage, or none, is cited; or nothing that it cites can be found.
    """
    if claim.failure_owner in _OWNERS:
        return True
    return bool(claim.citations) and all(link.resolution != "resolved" for link in claim.citations)


def _failing_links(claim: ClaimRow) -> list[LinkRow]:
    """Links that do not support the claim, neither alone nor as a necessary member of their group."""
    group = claim.group
    necessary = group.necessary if group is not None and group.label == "full" else ()
    return [
        link
        for link in claim.citations
        if link.resolution != "resolved"
        or (
            link.status == "judged" and link.label not in (None, "full") and link.citation_id not in necessary
        )
    ]


def _unsupported(claim: ClaimRow) -> int:
    return int(claim.status == "judged" and claim.label not in (None, "full"))


def _unfaithful(claim: ClaimRow) -> int:
    context = claim.context
    return int(context is not None and context.status == "judged" and context.label not in (None, "full"))


def _required(claim: ClaimRow) -> int:
    return _unsupported(claim) if claim.citation_required else 0


def _links(claim: ClaimRow) -> int:
    return len(_failing_links(claim))


_VERIFIABLE: dict[str, Units] = {
    **dict.fromkeys(
        ("citation_precision", "citation_precision_strict", "citation_precision_resolved"), _links
    ),
    **dict.fromkeys(("contradictions", "contradiction_rate"), contradicting_links),
    "contradicted": lambda claim: int(claim.status == "judged" and claim.label == "contradiction"),
    "citation_completeness": _required,
    **dict.fromkeys(("claim_support", "support_score", "supported"), _unsupported),
    **dict.fromkeys(
        ("uncited_required_rate", "uncited_required"),
        lambda claim: int(claim.citation_required and not claim.citations),
    ),
    "faithfulness": _unfaithful,
    "invalid_citation_rate": lambda claim: sum(link.resolution != "resolved" for link in claim.citations),
    "not_in_context_rate": lambda claim: sum(link.in_context is False for link in claim.citations),
    **dict.fromkeys(
        ("undecided", "undecided_rate"), lambda claim: int(is_open(claim) and claim.status == "undecided")
    ),
    **dict.fromkeys(
        ("unjudged", "unjudged_rate"), lambda claim: int(is_open(claim) and claim.status != "undecided")
    ),
    "figure_accuracy": lambda claim: (
        sum(figure.match == "missing" for figure in claim.figures) if claim.citations else 0
    ),
    "quote_fidelity": lambda claim: sum(quote.state not in ("short", "verbatim") for quote in claim.quotes),
}

CODES: MappingProxyType[str, tuple[str, ...]] = MappingProxyType(
    {
        "fabricated_source_rate": ("PC212",),
        "stale_source_rate": ("PC203",),
        "source_validity": ("PC203", "PC207"),
        "claim_coverage": ("PC106",),
        "false_abstention_rate": ("PC702",),
        "abstention_precision": ("PC702",),
        "answered_unanswerable_rate": ("PC703",),
        "abstention_recall": ("PC703",),
    }
)
"""Measures whose units are no claims: the findings that show where they were missed."""


def names_claims(measure: str) -> bool:
    """Whether single claims or findings can be pointed at that count against a measure."""
    known = MEASURES.get(measure)
    counted = known is None or known.source in ("findings", "new_findings")
    return counted or measure in _VERIFIABLE or measure in CODES


def units_against(measure: str, claim: ClaimRow) -> int:
    """How many units of the claim (links, figures, the claim itself) count against the measure."""
    units = _VERIFIABLE.get(measure)
    return units(claim) if units is not None and claim.verifiability == "verifiable" else 0


def units_of_mapping(measure: str, claim: ClaimRow) -> int:
    """How many of them are there because the wrong source, or none, is pointed at."""
    if claim.verifiability != "verifiable":
        return 0
    owned = misplaced(claim)
    if measure.startswith("citation_precision"):
        return sum(
            owned or link.resolution != "resolved" or link.in_context is False
            for link in _failing_links(claim)
            if measure != "citation_precision_resolved" or link.resolution == "resolved"
        )
    return units_against(measure, claim) if owned else 0
