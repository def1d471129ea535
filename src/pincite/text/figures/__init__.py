"""Figures and dates in a text, and what the cited text has for each figure of a claim."""

from pincite.text.figures.comparison import compare
from pincite.text.figures.grammar import figures

__all__ = ["compare", "figures"]
