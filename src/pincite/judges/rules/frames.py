"""Words of a claim that do not state anything: who is quoted, and how exact a figure is."""

from __future__ import annotations

import re
from typing import Final

from pincite.judges.rules.lexicon import listed
from pincite.text.words import stem

# "According to the lease,", "The minutes record that", "Section 8 says": the document named, not the matter.
_DOCUMENT: Final = (
    r"(?:report|document|clause|lease|contract|agreement|leaflet|brochure|notice|minutes|guide|manual"
    r"|handbook|text|source|passage"
    r"|study|article|paper|survey|review|statement|statute|act|law|policy|section \d+\w*|article \d+\w*"
    r"|paragraph \d+\w*|page \d+"
    r"|chapter \d+|letter|record|records|register|table|list|website|faq|provider|authors?|excerpt|file"
    r"|documentation|specification"
    r"|data sheet|datasheet|terms|regulation|ordinance|bericht|vertrag|text|dokument|studie|rapport"
    r"|contrat|bail|étude|informe|contrato|estudio)"
)
_FRAME: Final = re.compile(
    rf"^\W*+(?:(?:according to|as stated in|as per|under|per|laut|gemäß|nach|selon|d['’]après"
    rf"|según)\s+(?:the|this|its|their|der|dem|des|das|le|la|les|l['’]|el|los|las)?\s*"
    rf"(?:\w+\s+)?{_DOCUMENT}\b,?"
    rf"|(?:the|this|its|an?|der|die|das|le|la|el|une?)?\s*(?:\w+\s+)?{_DOCUMENT}\s+(?:says?|states?"
    rf"|notes?|records?|mentions?|reports?|explains?|specifies|provides?|stipulates?"
    rf"|shows?|lists?|describes?|asks?|calls? for|requires?|gives?|praises?|criticises?|besagt|nennt"
    rf"|indique|précise|dit|indica|señala|dice)\s+(?:that|dass|que|,)?)",
    re.IGNORECASE,
)
# Words that only say how exact a figure is or on which side of it the truth lies.
BOUND_WORDS: Final = frozenset(" ".join(map(stem, entry.split("_"))) for entry in listed("bounds"))


def frame_end(claim: str) -> int:
    """Where the naming of the quoted document ends; 0 when the claim has none."""
    match = _FRAME.match(claim)
    return match.end() if match is not None else 0
