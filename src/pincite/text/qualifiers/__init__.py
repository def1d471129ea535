"""Qualifiers: the small words that decide what a sentence claims, in six languages.

Negations, modal words, quantifiers, exceptions, conditions, before and after, cause and association. The
lists are general vocabulary; what a cue means for a claim is decided by whoever compares two sentences.
"""

from pincite.text.qualifiers.cue import Cue, CueKind
from pincite.text.qualifiers.scan import cues

__all__ = ["Cue", "CueKind", "cues"]
