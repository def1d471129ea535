"""Does the claim make a general statement of what the evidence says of a narrower subject?"""

from __future__ import annotations

import re
from typing import Final

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import share

# Subjects are compared only if the unit holds this share of the claim.
SAME_MATTER: Final = 0.6
# A general statement opens with a bare plural.
_GENERAL: Final = re.compile(r"[A-ZÀ-Ý][\w-]*s\s+(?=[a-zà-ÿ])")


def statement(a: Alignment) -> list[Finding]:
    """A strengthening: "idempotent requests are retried" does not say that requests are."""
    if not a.chosen or not a.claim.terms or _GENERAL.match(a.claim.text) is None:
        return []
    head = a.claim.terms[0]
    key = a.chosen[0]
    hit = a.hits[head.at].get(key)
    if head.norm == a.claim.text[head.start : head.end].casefold():
        return []  # no plural
    if head.start != 0 or head.name or hit is None or hit.strength < 1 or share(a, key) < SAME_MATTER:
        return []
    reading = a.source(key)
    unit = reading.units[key[1]]
    stands = reading.terms[hit.term]
    before = reading.terms[stands.at - 1] if stands.at else None
    if before is None or before.start != unit.start or before.unit != key[1] or before.name or stands.name:
        return []
    used = a.matched(key)
    if before.at in used or before.light or reading.text[before.end : stands.start] != " ":
        return []
    if reading.text[stands.start].isupper():
        return []
    said = reading.text[before.start : stands.end]
    return [Finding("strengthened", "subject", f"source says it of '{said}' only", key)]
