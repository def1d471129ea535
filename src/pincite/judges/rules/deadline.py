"""At once against within a week: does the claim give time where the evidence gives none?"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import LOCAL_MATTER, local
from pincite.judges.rules.scopes import scopes

_AT_ONCE: Final = re.compile(
    r"\b(?:(?:on )?the (?:very )?same day|on the day (?:itself|of)|immediately|at once|without delay"
    r"|straight away"
    r"|right away|forthwith|am (?:selben|gleichen) tag|noch am tag|sofort|unverzüglich|umgehend"
    r"|le jour même|immédiatement|sans délai|aussitôt|el mismo día|inmediatamente|de inmediato"
    r"|sin demora)\b"
    r"|当天|当日|同日|立即|马上|即日|直ちに|すぐに",
    re.IGNORECASE,
)
# A day or more that is left: hours may lie within the same day.
_WINDOW: Final = re.compile(
    r"\b(?:within|up to|until|innerhalb|binnen|bis zu|dans|jusqu['’]à|sous|en un plazo de|hasta|dentro de"
    r"|en)\s"
    r"(?:(?:a|an|the|von|eines?|einer|un délai de|une?|los|las|le|la|les)\s)*(?:[\w-]+\s){0,2}?"
    r"(?:days|weeks?|months?|years?|tagen?|wochen?|monat\w*|jahr\w*|jours|semaines?|mois|ans?|días"
    r"|semanas?|mes(?:es)?|años?)\b"
    r"|\d+\s?(?:天|日|周|個月|个月|週間|か月|ヶ月)(?:以?内|之内)",
    re.IGNORECASE,
)
_window_in: Final = lru_cache(maxsize=4096)(_WINDOW.search)


def deadline(a: Alignment) -> list[Finding]:
    """A conflict where the claim leaves days for what the evidence asks for on the same day."""
    if not a.chosen or (window := _window_in(a.claim.text)) is None or scopes(a.claim).negations:
        return []
    key = a.chosen[0]
    reading = a.source(key)
    unit = reading.units[key[1]]
    once = _AT_ONCE.search(reading.text, unit.start, unit.end)
    if once is None or _AT_ONCE.search(a.claim.text) or _WINDOW.search(reading.text, unit.start, unit.end):
        return []
    if local(a, key, once.start()) < LOCAL_MATTER:
        return []
    what = f"source says '{once.group()}', claim says '{window.group()}'"
    return [Finding("conflict", "deadline", what, key)]
