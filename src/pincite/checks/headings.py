"""Evidence that names a matter and says nothing about it.

PC209: the cited passage is only a heading, a title, a table of contents, an entry of a reference list, a
list of links, a word or a question. The engine raises it only where the link is not `full`. PC213: a
table row with figures is cited, and neither it nor its context names a column.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.model import Claim, EvidenceRef, Finding, Passage, Resolved, found
from pincite.text.headings import HeadingKind, heading_only
from pincite.text.headings import header_missing as row_without_header

_SAID: dict[HeadingKind, str] = {
    "word": "a single word or name",
    "heading": "a heading",
    "contents": "a table of contents",
    "references": "an entry of a reference list",
    "links": "a list of links",
    "question": "a question without an answer",
}


def check_headings(claim: Claim, resolved: Resolved) -> list[Finding]:
    """PC209 when everything under the citation is empty evidence."""
    kinds = [heading_only(passage.text) for passage in resolved.passages]
    if not kinds or kinds[0] is None or None in kinds:
        return []
    return [
        found(
            "PC209",
            f"the cited passage is only {_SAID[kinds[0]]}",
            claim_id=claim.claim_id,
            citation_id=resolved.citation_id,
            span=claim.span,
            evidence=_place(resolved.passages[0]),
            kind=kinds[0],
        )
    ]


def header_missing(passage: Passage) -> bool:
    """Whether a passage has a row of figures while neither it nor its stated context names a column.

    The lines of the chunk above the passage count as context.
    """
    if not row_without_header(passage.text):
        return False
    if passage.table_header.strip():
        return False
    above = passage.chunk.text[: passage.start]
    return row_without_header("\n".join(part for part in (passage.before, above, passage.text) if part))


def check_header(claim: Claim, resolved: Resolved, *, others: Sequence[Passage] = ()) -> list[Finding]:
    """PC213 for a claim with a figure that cites a row whose columns nothing names.

    `others` are the passages of the claim's other citations: one that holds the header supplies it.
    """
    if not any(map(str.isdigit, claim.statement)):
        return []
    for passage in resolved.passages:
        if not header_missing(passage):
            continue
        if any(_supplies_header(other, passage) for other in others):
            continue
        return [
            found(
                "PC213",
                "the cited table row has figures but nothing names its columns",
                claim_id=claim.claim_id,
                citation_id=resolved.citation_id,
                span=claim.span,
                evidence=_place(passage),
            )
        ]
    return []


def _supplies_header(other: Passage, passage: Passage) -> bool:
    """Whether another cited passage, read before this one, names the columns."""
    return not row_without_header(f"{other.text}\n{passage.text}")


def _place(passage: Passage) -> EvidenceRef:
    chunk = passage.chunk
    return EvidenceRef(
        document_id=chunk.document_id,
        document_revision=chunk.document_revision,
        chunk_id=chunk.chunk_id,
        start=passage.start,
        end=passage.end,
    )
