"""Does the claim make a general statement of what the evidence says of a narrower subject?"""

from __future__ import annotations

import re
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import share
from pincite.judges.rules.terms import Term

# Subjects are compared only if the unit holds this share of the claim.
SAME_MATTER: Final = 0.6
# A general statement opens with a bare plural.
_GENERAL: Final = re.compile(r"[A-ZÀ-Ý][\w-]*s\s+(?=[a-zà-ÿ])")


_WHICH: Final = re.compile(
    r"\s(?:with|without|who|whose|that|aged|over|under|above|below|older than|younger than|holding|having"
    r"|mit|ohne|ab|über|unter"
    r"|avec|sans|qui|âgés|con|sin|que|mayores|menores)\s(?P<what>[^,;.]{2,60})",
    re.IGNORECASE,
)


def _limited(a: Alignment, key: UnitKey, stands: Term) -> str:
    """ "Members with a yearly pass": what limits the bare plural that opens the sentence and is not in the
    claim; "" where nothing does."""
    reading = a.source(key)
    if stands.start != reading.units[key[1]].start or stands.name:
        return ""
    match = _WHICH.match(reading.text, stands.end)
    limit = reading.terms_between(match.start("what"), match.end()) if match is not None else ()
    if not limit or limit[0].at in a.matched(key):
        return ""
    return reading.text[stands.start : limit[0].end]


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
    behind = _limited(a, key, stands)
    if behind:
        return [Finding("strengthened", "subject", f"source says it of '{behind}' only", key)]
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
