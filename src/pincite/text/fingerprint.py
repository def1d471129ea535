"""A short name for what a claim says, by which it is found again in another run."""

from __future__ import annotations

import hashlib
import re
from typing import Final

from pincite.text.normalise import normalise

DIGITS: Final = 16

# The blank before a stop is where a marker stood.
_BEFORE_STOP: Final = re.compile(r"\s([.,;:!?。、])")
_EDGES: Final = " \t.,;:!?。、-*•"


def fingerprint(statement: str) -> str:
    """Sixteen hex digits of the words of a claim, whatever its case, spacing, marks at its ends or markers.

    `statement` is the claim's text with markers and Markdown signs blanked. Figures, negations and the order
    of words all count: claims with one fingerprint say the same in the same words.
    """
    line = " ".join(normalise(statement).text.casefold().split())
    return hashlib.sha256(
        _BEFORE_STOP.sub(r"\1", line).strip(_EDGES).encode("utf-8", "surrogatepass")
    ).hexdigest()[:DIGITS]
