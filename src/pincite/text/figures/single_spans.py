"""A single year, month, week or hour that the evidence names with an article: "runs for a year"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

from pincite.model import Figure
from pincite.text.figures.combining import related
from pincite.text.figures.folding import fold
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.terms import Cues
from pincite.text.figures.units import UNITS

# Only behind words that measure how long something is: "€5 a month" and "twice a year" are rates.
_SINGLE: Final = re.compile(
    r"(?<![a-z])(?:for|is|lasts?|lasted|takes?|took|within|after|of|runs?|every|until|one|dauert|betragt|lauft|gilt|fur|nach"
    r"|innerhalb von|binnen|von|pendant|durant|dure|est d'|sous|apres|de|es de|durante|dura|tras|en)"
    r" ?(?:(?:about|only|just|up to|at least|nur|rund|environ) )?"
    r"((?:an?|ein(?:e[mnrs]?)?|une?|una) (?:(?:full|whole|volles|ganzes|ano) )?"
    r"(year|month|week|day|hour|minute|jahr|jahres|monat|monats|woche|tag|tages|stunde|minute|an|annee|mois|semaine"
    r"|jour|heure|ano|mes|semana|dia|hora|minuto))(?![a-zß-]| (?:and|und|et|y) )"
)
_FORMS: Final = {"jahres": "jahr", "monats": "monat", "tages": "tag", "annee": "ano"}
_LENGTHS: Final = {"month": Fraction(1), "s": Fraction(1)}
_YEAR_DAYS: Final = frozenset({Fraction(365), Fraction(366), Fraction(364)})


def _singles(pool: Pool) -> Iterator[Candidate]:
    for passage, text in enumerate(pool.passages):
        for figure in _single_spans(text):
            yield Candidate(figure, passage, len(pool.items))


@lru_cache(maxsize=2048)
def _single_spans(text: str) -> tuple[Figure, ...]:
    made = []
    for match in _SINGLE.finditer(fold(text)):
        unit = UNITS.get(_FORMS.get(match.group(2), match.group(2)))
        if unit is None or unit.base not in _LENGTHS:
            continue
        start, end = match.span(1)
        made.append(
            Figure(
                text=text[start:end], start=start, end=end, kind="measure", value=unit.factor,
                step=unit.factor, unit=unit.base, unit_text=match.group(2), written=Fraction(1),
            )
        )  # fmt: skip
    return tuple(made)


def told_span(figure: Figure, pool: Pool) -> Candidate | None:
    """The single year of the evidence that the claim's twelve months are."""
    if figure.unit not in _LENGTHS or figure.kind != "measure" or figure.high is not None:
        return None
    return next((item for item in _singles(pool) if _equal(figure, item.figure)), None)


def _equal(one: Figure, two: Figure) -> bool:
    if one.unit == two.unit:
        return one.value == two.value
    if one.unit == "s" and one.value is not None and two.value == 12:
        return one.value / 86400 in _YEAR_DAYS
    return False


def other_span(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """The one stretch of time that the evidence names, where it is another than the claim's."""
    if figure.unit not in _LENGTHS or figure.kind != "measure" or figure.high is not None:
        return None
    if figure.bound in ("above", "below", "about", "min"):
        return None
    found = list(_singles(pool))
    return found[0] if len(found) == 1 and related(found[0], pool, cues) else None
