"""Claims: the propositions of an answer, each kept as a span of its exact text."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pincite.model.citation import Reference
from pincite.model.span import Span

Kind = Literal[
    "fact",
    "figure",
    "date",
    "quote",
    "policy",
    "eligibility",
    "causal",
    "comparison",
    "instruction",
    "user_state",
    "safety",
    "opinion",
    "greeting",
    "acknowledgement",
    "navigation",
    "transition",
    "restated_question",
    "deferral",
    "explicit_uncertainty",
    "abstention",
]
Severity = Literal["critical", "high", "medium", "low"]
Verifiability = Literal["verifiable", "not_verifiable"]
Structure = Literal["sentence", "clause", "list_item", "table_row", "parenthetical", "heading", "explicit"]


class Claim(Struct, frozen=True, kw_only=True):
    """One independently verifiable proposition.

    `text` is `answer.text[start:end]`, always. `statement` has the same length: markers and inline Markdown
    signs are blanked with spaces, so that what is found in it has the claim's offsets. `proposition` is a
    self-contained reading for the judge (subject supplied, lead-in or column names added), or None when the
    statement reads on its own. `references` are the displayed citations that cover the claim.
    """

    claim_id: str
    start: int
    end: int
    text: str
    statement: str
    proposition: str | None = None
    kind: Kind = "fact"
    verifiability: Verifiability = "verifiable"
    citation_required: bool = True
    severity: Severity = "medium"
    structure: Structure = "sentence"
    references: tuple[Reference, ...] = ()

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    @property
    def reading(self) -> str:
        """What a judge reads: the proposition, else the statement."""
        return self.proposition if self.proposition is not None else self.statement
