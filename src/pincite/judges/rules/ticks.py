"""Entries whose whole value is yes or no: "Mesh operation: no", a column of ticks."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.scopes import scopes
from pincite.judges.rules.terms import Term

# A claim of more full words than this says more than that a thing is so.
LONG_CLAIM: Final = 9
_NO: Final = r"no|nein|keine[rs]?|non|否|无|無|没有|いいえ|なし|不可|✗|✘|×|not\s+[^\W\d_]+"
_YES: Final = r"yes|ja|oui|sí|si|是|有|はい|あり|可|✓|✔|☑"
_VALUE: Final = re.compile(rf"\W*?(?:(?P<no>{_NO})|(?P<yes>{_YES}))\W*", re.IGNORECASE)
_ITEM: Final = re.compile(
    rf"(?P<label>[^:：|\n;,.]{{2,60}})[:：]\s*(?:(?P<no>{_NO})|(?P<yes>{_YES}))\s*(?=$|[\n;|,。；]|\.(?!\s*\d))",
    re.IGNORECASE,
)


class Tick(Struct, frozen=True):
    """`labels` are the stretches that say what the value is of; `yes` is the value."""

    start: int
    labels: tuple[tuple[int, int], ...]
    yes: bool


@lru_cache(maxsize=4096)
def ticks_of(reading: Analysis) -> tuple[Tick, ...]:
    """The entries of a text that say yes or no, in order."""
    found: list[Tick] = []
    for unit in reading.units:
        if unit.kind != "row" or unit.header < 0:
            continue
        names = reading.units[unit.header].cells
        for at, cell in enumerate(unit.cells[1:], 1):
            value = _VALUE.fullmatch(reading.text, cell.start, cell.end)
            if value is not None and at < len(names):
                labels = ((unit.cells[0].start, unit.cells[0].end), (names[at].start, names[at].end))
                found.append(Tick(cell.start, labels, value["yes"] is not None))
    if ":" in reading.text or "：" in reading.text:
        found += [
            Tick(item.start(), (item.span("label"),), item["yes"] is not None)
            for item in _ITEM.finditer(reading.text)
        ]
    return tuple(found)


def ticks(a: Alignment) -> list[Finding]:
    """A conflict for a claim of what an entry answers with no; the rest of a claim that one bears out."""
    full = [term for term in a.claim.terms if not term.light]
    held = sum(1 for term in full if a.hit(term.at) is not None)
    if len(full) > LONG_CLAIM or not a.chosen or 2 * held < len(full):
        return []
    for passage in dict.fromkeys(key[0] for key in a.chosen):
        reading = a.sources[passage].analysis
        said = [tick for tick in ticks_of(reading) if _all_claimed(a, passage, reading, tick)]
        if len({tick.yes for tick in said}) != 1:
            continue
        tick = said[0]
        denied = bool(scopes(a.claim).negations)
        key = (passage, reading.unit_at(tick.start))
        if tick.yes == denied:
            label = reading.text[tick.labels[-1][0] : tick.labels[-1][1]].strip()
            what = f"the source answers '{label}' with {'yes' if tick.yes else 'no'}"
            return [Finding("conflict", "tick", what, key)]
        return [Finding("explained", "tick", "an entry says yes", key, term=t.at) for t in _presence(a, full)]
    return []


def _all_claimed(a: Alignment, passage: int, reading: Analysis, tick: Tick) -> bool:
    """Whether the claim has every full word and figure of the labels."""
    used = {hit.term for found in a.hits for key, hit in found.items() if key[0] == passage}
    claimed = {(figure.value, figure.date, figure.text) for figure in a.claim.figures}
    words = 0
    for start, end in tick.labels:
        terms = [term for term in reading.terms_between(start, end) if not term.light]
        words += len(terms)
        if any(term.at not in used and term.norm not in a.claim.by_norm for term in terms):
            return False
        if any((f.value, f.date, f.text) not in claimed for f in reading.figures_in(start, end)):
            return False
    return words > 0


# By these words a thing is there; the entry says it by its yes.
_PRESENT: Final = re.compile(
    r"(?:support|includ|offer|provid|allow|permit|possibl|available|come|featur|equip|unterstütz|möglich|vorhanden"
    r"|erlaub|enthalt|biete|inclu|dispon|permi|autoris|prévu|posible|admit|ofrec|support)",
    re.IGNORECASE,
)


def _presence(a: Alignment, full: list[Term]) -> list[Term]:
    return [
        term
        for term in full
        if a.hit(term.at) is None and _PRESENT.match(a.claim.text, term.start) is not None
    ]
