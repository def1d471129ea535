"""How much of a claim stands where something is said: only there can the two conflict."""

from __future__ import annotations

from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis

# Polarity is compared only if the unit holds this share of the claim: elsewhere it is about something else.
SAME_MATTER: Final = 0.4
# This share of the claim's words must stand beside the word that conflicts.
LOCAL_MATTER: Final = 0.5


def share(a: Alignment, key: UnitKey, *, without: int = -1) -> float:
    """The weighted share of the claim that one unit holds, leaving one term out of account."""
    known = a.shares.get((key, without))
    if known is not None:
        return known
    total = matched = 0.0
    for term in a.claim.terms:
        if term.at == without:
            continue
        total += term.weight
        if key in a.hits[term.at]:
            matched += term.weight
    total += len(a.claim.figures)
    matched += sum(1 for figure in a.claim.figures if _has_figure(a.source(key), key, figure.text))
    found = a.shares[key, without] = matched / total if total else 0.0
    return found


def local(a: Alignment, key: UnitKey, offset: int, *, without: int = -1, reach: int = 1) -> float:
    """The weighted share of the claim's words whose counterparts stand near the offset: in its clause or the
    one beside it. A conflict counts only among the words that the claim repeats."""
    reading = a.source(key)
    clause = reading.clause_at(offset)
    known = a.near.get((key, clause, without, reach))
    if known is not None:
        return known
    total = near = 0.0
    for term in a.claim.terms:
        if term.at == without or term.weight < 0.2:
            continue
        total += term.weight
        hit = a.hits[term.at].get(key)
        if hit is not None and any(
            abs(reading.terms[at].clause - clause) <= reach
            for at in reading.by_norm[reading.terms[hit.term].norm]
            if reading.terms[at].unit == reading.terms[hit.term].unit
        ):
            near += term.weight
    found = a.near[key, clause, without, reach] = near / total if total else 0.0
    return found


def _has_figure(reading: Analysis, key: UnitKey, written: str) -> bool:
    unit = reading.units[key[1]]
    return any(f.text == written for f in reading.figures_in(unit.start, unit.end))
