"""The published metric families: beside the product's own metrics, off unless asked for.

Each is computed on its own unit, the sentence, and carries its own signature. `families_of` gives them by
name, `Family.measure` the counts of one answer, `FamilyTally` adds them up, and `summarise_families` makes
the numbers.
"""

from pincite.metrics.families.catalogue import FAMILIES, families_of
from pincite.metrics.families.family import Family
from pincite.metrics.families.figures import FamilyFigures, summarise_families
from pincite.metrics.families.statements import Cited, Said, Statement
from pincite.metrics.families.tally import FamilyTally

__all__ = [
    "FAMILIES",
    "Cited",
    "Family",
    "FamilyFigures",
    "FamilyTally",
    "Said",
    "Statement",
    "families_of",
    "summarise_families",
]
