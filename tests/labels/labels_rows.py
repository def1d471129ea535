"""Claim rows and labels for the tests of labels and calibration, short to write by hand."""

from __future__ import annotations

from typing import Any

from pincite.labels.record import Label, LabelRecord, build_label
from pincite.model.result import ClaimRow, GroupRow, LinkRow

_STATES: dict[str, dict[str, Any]] = {
    **{label: {"label": label} for label in ("full", "partial", "none", "contradiction")},
    "undecided": {"label": None, "status": "undecided", "reason": "two_readings"},
    "timeout": {"label": None, "status": "unjudged", "reason": "timeout"},
    "no_text": {"label": None, "status": "unjudged", "reason": "no_evidence_text"},
    "unresolved": {"resolution": "unresolved", "label": "none"},
}


def link(state: str, citation_id: str, confidence: float | None = None) -> LinkRow:
    """A link in a state: a label, "undecided", "timeout", "no_text" or "unresolved"."""
    return LinkRow(
        citation_id=citation_id, confidence=confidence, chunk_digest=f"d{citation_id}", **_STATES[state]
    )


def row(
    answer_id: str,
    state: str,
    links: str = "",
    *,
    claim_id: str = "c1",
    start: int = 0,
    end: int = 9,
    necessary: str = "",
    confidence: float | None = None,
    **more: Any,
) -> ClaimRow:
    """A claim in a state with links in theirs, numbered from 1; one link in the claim's state by default."""
    words = links.split() if links else ([] if links is None else [state])
    cited = tuple(link(word, str(n), confidence) for n, word in enumerate(words, 1))
    label = {key: value for key, value in _STATES[state].items() if key != "resolution"}
    return ClaimRow(
        answer_id=answer_id,
        claim_id=claim_id,
        start=start,
        end=end,
        text="Bats fly."[: end - start],
        citations=cited,
        group=GroupRow(
            citation_ids=tuple(one.citation_id for one in cited),
            necessary=tuple(necessary.split()),
            label=label["label"],
        ),
        **(label | more),
    )


def uncited(answer_id: str, **more: Any) -> ClaimRow:
    return ClaimRow(
        answer_id=answer_id,
        claim_id="c9",
        start=20,
        end=29,
        text="Bats nap.",
        label="none",
        reason="uncited",
        **more,
    )


def label(answer_id: str, word: str | None, rater: str = "anna", **more: Any) -> Label:
    """A label on the claim of `row`."""
    settings: dict[str, Any] = {"claim_id": "c1", "start": 0, "end": 9, "label": word, "rater": rater}
    return build_label(LabelRecord(answer_id=answer_id, **(settings | more)))
