"""What a date or a time of the evidence is to one of the claim."""

from __future__ import annotations

from typing import Final

from pincite.model import Figure
from pincite.text.figures.periods import period, relation, shared
from pincite.text.figures.ranks import (
    AMBIGUOUS,
    CONVERTED,
    DERIVED,
    EXACT,
    MISSING,
    UNSTATED,
    Likeness,
    missing,
)

_SAME: Final = Likeness(EXACT, "exact")


def dates_alike(claim: Figure, evidence: Figure) -> Likeness | None:
    if claim.date is None or evidence.date is None:
        return _year_as_number(claim, evidence)
    how = relation(claim.date, evidence.date)
    if how == "same":
        if (evidence.dates or claim.dates) and evidence.dates != claim.dates:
            return Likeness(AMBIGUOUS, "exact", "ambiguous")
        return _SAME
    for other in evidence.dates:
        if relation(claim.date, other) == "same":
            return Likeness(AMBIGUOUS, "exact", "ambiguous")
    for other in claim.dates:
        if relation(other, evidence.date) == "same":
            return Likeness(AMBIGUOUS, "exact", "ambiguous")
    if _other_months(claim.date, evidence.date):
        return missing("date", 1)
    if how in ("within", "end"):
        return Likeness(DERIVED, "exact" if how == "end" else "derived")
    if how == "composed":
        return Likeness(MISSING, "missing", "precision")
    if how == "precision":
        return missing("precision", 2)
    if how == "near":
        return missing("date", 2 if shared(claim.date, evidence.date) else 3)
    one, two = period(claim.date), period(evidence.date)
    if one is not None and two is not None and one.kind == two.kind:
        return missing("value" if one.kind == "year" else "date", 7 if one.kind != "day" else 5)
    return None


def _other_months(claim: str, evidence: str) -> bool:
    """October to December beside July to September: as many months, and others."""
    if claim == evidence or "/" not in claim or "/" not in evidence:
        return False
    one, two = period(claim), period(evidence)
    if one is None or two is None or one.month is None or two.month is None or one.day or two.day:
        return False
    return one.high - one.low == two.high - two.low and (one.low > two.high or two.low > one.high)


def _year_as_number(claim: Figure, evidence: Figure) -> Likeness | None:
    """2019 may be read as a year in one text and as a count or a part of a name in the other."""
    dated, other = (claim, evidence) if claim.date is not None else (evidence, claim)
    if (
        other.kind not in ("number", "identifier")
        or other.written is None
        or dated.date is None
        or other.unit
    ):
        return None
    if len(dated.date) == 4 and dated.date == str(other.written):
        return Likeness(UNSTATED, "exact")
    return None


def times_alike(claim: Figure, evidence: Figure) -> Likeness | None:
    if claim.kind != "time" or evidence.kind != "time":
        timed, other = (claim, evidence) if claim.kind == "time" else (evidence, claim)
        if other.unit == "s" and "h" in timed.text and timed.value is not None and other.value is not None:
            same = timed.value * 60 == other.value  # le train met 1 h 35
            return Likeness(CONVERTED, "converted") if same and other.high is None else None
        if other.kind != "number" or other.noun or other.value is None or timed.value is None:
            return None
        return (
            Likeness(UNSTATED, "exact") if timed.value in (other.value * 60, other.value * 60 + 720) else None
        )
    if claim.value == evidence.value or claim.value in evidence.readings or evidence.value in claim.readings:
        return _SAME
    return missing("value", 6)
