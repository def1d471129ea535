"""Quotations of the claim whose parts the evidence has, but not in that order or not as one statement."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.finding import Finding
from pincite.text.quotes import QuoteHit, find_quote, is_short, quotations

_quotations: Final = lru_cache(maxsize=4096)(quotations)


def quoted(a: Alignment) -> list[Finding]:
    """A conflict for a quotation put together from different statements."""
    found = []
    for quote in _quotations(a.claim.text):
        if ("…" not in quote.text and "..." not in quote.text) or is_short(quote.text):
            continue
        hits = [find_quote(quote.text, source.analysis.text) for source in a.sources]
        if all(hit.state != "verbatim" for hit in hits) and any(map(_rearranged, hits)):
            what = "the quotation joins parts that the source keeps apart"
            found.append(Finding("conflict", "quotation", what))
    return found


def _rearranged(hit: QuoteHit) -> bool:
    return hit.state == "stitched" or (
        hit.state == "altered" and hit.difference is not None and "order" in hit.difference
    )
