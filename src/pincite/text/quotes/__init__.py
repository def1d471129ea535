"""Quotations in a text, and whether their words stand in a passage."""

from pincite.text.quotes.marks import QuoteSpan, is_short, is_title, quotations
from pincite.text.quotes.search import PUNCTUATION, QuoteHit, find_in, find_quote

__all__ = [
    "PUNCTUATION",
    "QuoteHit",
    "QuoteSpan",
    "find_in",
    "find_quote",
    "is_short",
    "is_title",
    "quotations",
]
