"""Claims that need a citation and have none (PC601)."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.model import Answer, Claim, Finding, Span, found

_SHOWN = 60


def check_uncited(answer: Answer, claims: Sequence[Claim]) -> list[Finding]:
    """One PC601 for each uncited claim that needs a citation; only one for an answer without any citation.

    That one lists its claims in `data.claims`.
    """
    bare = [claim for claim in claims if claim.citation_required and not claim.references]
    if not bare:
        return []
    if any(claim.references for claim in claims):
        return [
            found(
                "PC601",
                f"no citation for “{_short(claim.text)}”",
                claim_id=claim.claim_id,
                span=Span(claim.start, claim.end),
            )
            for claim in bare
        ]
    first, last = bare[0], bare[-1]
    number = "1 claim needs" if len(bare) == 1 else f"{len(bare)} claims need"
    return [
        found(
            "PC601",
            f"the answer cites nothing: {number} a citation",
            claim_id=first.claim_id if len(bare) == 1 else None,
            span=Span(first.start, max(first.end, last.end)),
            claims=[
                {"claim_id": claim.claim_id, "start": claim.start, "end": claim.end, "text": claim.text}
                for claim in bare
            ],
        )
    ]


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1].rstrip() + "…"
