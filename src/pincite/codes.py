"""The catalogue of finding codes.

Findings are about the user's answers; errors about our own run live in `pincite.errors`. The long
explanations (`pincite explain CODE`) are Markdown files in `pincite/explanations`, one a code.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from msgspec import Struct

FindingSeverity = Literal["error", "warning", "info"]

SEVERITIES: tuple[FindingSeverity, ...] = ("info", "warning", "error")


class Code(Struct, frozen=True):
    """One kind of finding: its stable code, its name, its default severity, and one line on what it says."""

    code: str
    name: str
    severity: FindingSeverity
    title: str


_CODES = (
    Code("PC101", "malformed_marker", "warning", "a citation marker is broken and names nothing"),
    Code("PC102", "marker_in_code_ignored", "info", "a marker inside code is not a citation"),
    Code("PC103", "ambiguous_scope", "info", "the marker could cover more than one stretch of text"),
    Code("PC104", "claim_span_mismatch", "warning", "a given claim does not match its span of the answer"),
    Code("PC105", "stream_mismatch", "warning", "the streamed text and the final text differ"),
    Code("PC106", "unclaimed_text", "warning", "a figure or quotation lies outside every claim"),
    Code("PC201", "unresolved_citation", "error", "the citation resolves to no stored source"),
    Code("PC202", "not_in_context", "error", "the cited passage was not shown to the model"),
    Code("PC203", "stale_revision", "error", "the cited revision is no longer the current one"),
    Code("PC204", "duplicate_chunk_id", "warning", "one id names two different texts"),
    Code("PC205", "digest_mismatch", "error", "the stored text does not match its digest"),
    Code("PC206", "evidence_transport", "warning", "the tool call that supplied the evidence failed"),
    Code("PC207", "not_effective", "warning", "the cited source is not in effect at the as-of date"),
    Code("PC208", "unrelated_step", "warning", "the citation points at data of another step"),
    Code(
        "PC209",
        "heading_only_evidence",
        "warning",
        "the cited passage is only a heading, title or list of links",
    ),
    Code(
        "PC210", "outside_cited_span", "warning", "the evidence lies outside the cited span, page or section"
    ),
    Code("PC211", "target_mismatch", "warning", "the link leads to another document than the citation"),
    Code(
        "PC212", "fabricated_source", "error", "the cited source exists in no context, corpus or bibliography"
    ),
    Code(
        "PC213", "header_missing", "warning", "a table row is cited without the header that names its columns"
    ),
    Code("PC301", "quote_mismatch", "error", "the quotation is not in the cited passage word for word"),
    Code("PC302", "quote_elsewhere", "error", "the quotation is real but stands in another passage"),
    Code("PC303", "stitched_quote", "error", "the quotation joins words from separate places"),
    Code("PC401", "missing_figure", "error", "a figure of the claim is not in the cited passage"),
    Code("PC402", "unit_mismatch", "error", "the figure is there with another unit"),
    Code("PC403", "date_mismatch", "error", "the date differs from the cited passage"),
    Code("PC404", "scale_mismatch", "error", "the figure is there at another scale"),
    Code("PC405", "percent_vs_points", "error", "percent and percentage points are confused"),
    Code("PC406", "name_mismatch", "warning", "a name of the claim is another one in the cited passage"),
    Code("PC501", "unsupported", "warning", "the cited passage says nothing about the claim"),
    Code("PC502", "contradicted", "error", "the cited passage says something else"),
    Code("PC503", "partially_supported", "warning", "the cited passage supports only a part of the claim"),
    Code("PC504", "misattributed", "warning", "another passage in the context supports the claim"),
    Code("PC505", "redundant_citation", "info", "the citation adds nothing to the others"),
    Code(
        "PC506", "evidence_injection", "warning", "a source contains instructions aimed at a judge or model"
    ),
    Code("PC507", "answer_injection", "warning", "the answer contains instructions aimed at a judge"),
    Code("PC601", "uncited_claim", "warning", "a claim that needs a citation has none"),
    Code("PC701", "abstained", "info", "the answer says that the sources do not establish it"),
    Code("PC702", "false_abstention", "warning", "the answer declines although the context answers"),
    Code("PC703", "answered_unanswerable", "error", "the answer asserts what the sources cannot establish"),
    Code("PC704", "abstained_then_answered", "warning", "the answer declines and then answers anyway"),
    Code("PC901", "judge_undecided", "info", "the judge cannot tell"),
    Code("PC902", "judge_error", "warning", "the judge failed; the link is unjudged"),
    Code("PC903", "judges_disagree", "info", "two judgements of the same question differ"),
    Code("PC904", "evidence_truncated", "info", "the judge saw only a part of the evidence"),
)

CATALOGUE: MappingProxyType[str, Code] = MappingProxyType({entry.code: entry for entry in _CODES})


def by_name(name: str) -> Code | None:
    """The code with this name, or None."""
    return next((entry for entry in _CODES if entry.name == name), None)
