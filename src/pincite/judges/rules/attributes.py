"""Words that say which size a figure is: 26 km *long*, *weighs* 4 kg, *cuesta* 12 euros.

The unit of a figure that the evidence has too says it already, unless the evidence gives the figure for
another size: a depth of 3 m is no height.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.lexicon import attributes
from pincite.judges.rules.terms import Term
from pincite.model.figure import Figure, FigureMatch

# An attribute stands this near to its figure: "is 26 km long", "weighs as little as 4 kg".
_BEHIND: Final = 4
_BEFORE: Final = 22
# A word names the size of a figure of the evidence from at most this far: "diameter of about 5 km".
_REACH: Final = 40
# The attribute of words that fit every size of their dimension.
_ANY: Final = "any"
# "40 m below the surface": how far it is from something, not how long.
_OFFSET: Final = re.compile(
    r"\s*(?:below|above|beneath|under|from|away|apart|off|north|south|east|west|before|behind|beyond|inland|ahead"
    r"|unter|über|von|vor|hinter|entfernt|nördlich|südlich|östlich|westlich|sous|au-dess\w+|avant|après|depuis"
    r"|bajo|debajo|encima|sobre|desde|antes|detrás)\b",
    re.IGNORECASE,
)


@cache
def _dimensions() -> frozenset[str]:
    return frozenset(dimension for found in attributes().values() for dimension, _, _ in found)


def _dimension(figure: Figure) -> str:
    return "money" if figure.kind == "money" else figure.unit


Size = Literal["same", "other", "open"]


def names_size(a: Alignment, term: Term, matches: Sequence[FigureMatch]) -> Size | None:
    """Whether the word names the size that its figure has in the evidence, or another; `open` if that
    cannot be told; None if it names no size of a matched figure beside it.
    """
    found = attributes().get(term.norm)
    if found is None:
        return None
    match = _beside(term, matches)
    if match is None:
        return None
    own = {attribute: usual for dimension, attribute, usual in found if dimension == _dimension(match.figure)}
    if not own:
        return None
    named = _named(a, match)
    if _ANY in own or named & own.keys():
        return "same"
    if named - {_ANY}:
        return "other"
    return "same" if any(own.values()) else "open"


def _beside(term: Term, matches: Sequence[FigureMatch]) -> FigureMatch | None:
    """The matched figure that the word belongs to: right behind it, or shortly before it."""
    for match in matches:
        figure = match.figure
        if match.match == "missing" or match.evidence is None or _dimension(figure) not in _dimensions():
            continue
        if 0 <= term.start - figure.end <= _BEHIND or 0 <= figure.start - term.end <= _BEFORE:
            return match
    return None


def _named(a: Alignment, match: FigureMatch) -> set[str]:
    """The sizes that the evidence names beside its figure, in the same clause and nearer than any other."""
    evidence, passage = match.evidence, match.passage
    if evidence is None or passage is None or passage >= len(a.sources):
        return set()
    reading = a.sources[passage].analysis
    if match.figure.unit == "m" and _OFFSET.match(reading.text, evidence.end):
        return {"distance"}
    dimension, clause = _dimension(match.figure), reading.clause_at(evidence.start)
    nearest: dict[int, set[str]] = {}
    for term in reading.terms_between(evidence.start - _REACH, evidence.end + _REACH):
        sizes = {size for unit, size, _ in attributes().get(term.norm, ()) if unit == dimension}
        if sizes and (term.clause == clause or _labels(reading.text, term, evidence, clause)):
            gap = max(evidence.start - term.end, term.start - evidence.end, 0)
            nearest.setdefault(gap, set()).update(sizes)
    return nearest[min(nearest)] if nearest else set()


def _labels(text: str, term: Term, figure: Figure, clause: int) -> bool:
    """Whether the word stands in the label of the figure: "Depth of the tank: 3 m"."""
    return term.clause == clause - 1 and text[term.end : figure.start].rstrip().endswith((":", "："))
