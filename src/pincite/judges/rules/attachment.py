"""Does a figure that the evidence has belong to what the claim says it of?

The figure may stand in another row or column, with another verb, or beside another name. A rival is a figure
of the same kind and unit; the claim's figure is misattached when the rival stands with words of the claim
that its own place lacks, and its own place has none that the rival's lacks.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.lexicon import lexicon
from pincite.judges.rules.terms import Term
from pincite.judges.rules.units import Unit
from pincite.model.figure import Figure, FigureMatch

# A rival in another sentence counts only if it stands with this share of the claim's words: pronouns hide
# the rest.
OTHER_SENTENCE: Final = 0.75
# Sentences at most this far apart are compared; an item of a list is at most this many characters long.
ADJACENT: Final = 1
ITEM_LENGTH: Final = 100
# In a passage of more units than this, two sentences with like figures need not be about one thing.
SHORT_PASSAGE: Final = 6
# In a claim of more full words than this it is not certain which of them a figure belongs to.
LONG_CLAIM: Final = 14
MOST_FIGURES: Final = 24  # nor in one of more figures
# A figure's own words are these many on each side of it.
CONTEXT: Final = 5
_PIECE: Final = re.compile(
    r"[;；，、]|[,](?!\d)|(?<=[a-zß0-9)%])[.](?=\s|$)|[。\n|]|\b(?:and|but|while|whereas|und|sowie|während|et"
    r"|mais|tandis que|y|e|pero|mientras)\b",
    re.IGNORECASE,
)
_LIST_LABEL: Final = re.compile(r"[^:：.;\n]{1,60}[:：]\s")


_COMPARED: Final = re.compile(r"\b(?:than|als|que|compared (?:to|with))\s+(?:in|en|im)\b", re.IGNORECASE)


class Place(Struct, frozen=True):
    """The terms and figures that one figure stands with."""

    terms: frozenset[int]
    figures: frozenset[str]
    unit: int
    start: int


def attachment(a: Alignment, matches: Sequence[FigureMatch]) -> list[Finding]:
    """Conflicts for figures that the evidence gives to another row, column, verb or name."""
    found: list[Finding] = []
    if len(matches) > MOST_FIGURES or sum(1 for term in a.claim.terms if not term.light) > LONG_CLAIM:
        return found
    compared = _COMPARED.search(a.claim.text) is not None
    for match in matches:
        if compared and match.figure.kind == "date":
            continue  # "more in 2022 than in 2021": both years have figures of their own
        if match.match not in ("exact", "converted") or match.evidence is None or match.passage is None:
            continue
        if match.passage >= len(a.sources) or match.difference is not None or match.figure.kind == "ordinal":
            continue
        if not _simple(match.figure) or match.figure.date != match.evidence.date:
            continue
        finding = _misattached(a, match, matches)
        if finding is not None:
            found.append(finding)
    return found


def _simple(figure: Figure) -> bool:
    """Whether the figure identifies something: a bare number under ten stands everywhere."""
    return (
        figure.kind not in ("number", "ordinal", "identifier")
        or figure.value is None
        or abs(figure.value) >= 10
    )


def _misattached(a: Alignment, match: FigureMatch, matches: Sequence[FigureMatch]) -> Finding | None:
    evidence, passage = match.evidence, match.passage
    assert evidence is not None and passage is not None
    if any(_equals(source.analysis, evidence) for source in a.sources if source.passage != passage):
        return None  # stated elsewhere as well
    reading = a.sources[passage].analysis
    if _labels(reading, evidence):
        return None  # it names a row; what stands in the row is said of it
    own = [figure for figure in reading.figures if _same_value(figure, evidence)]
    claimed = {_worth(figure) for figure in a.claim.figures}
    rivals = [
        figure
        for figure in reading.figures
        if _rival(figure, evidence) and _worth(figure) not in claimed and not _labels(reading, figure)
    ]
    if not rivals:
        return None
    worst: tuple[Figure, Figure] | None = None
    for mine in own:
        beaten = next(
            (rival for rival in rivals if _belongs_rather(a, passage, match, matches, mine, rival)), None
        )
        if beaten is None:
            return None
        worst = (mine, beaten)
    if worst is None:
        return None
    key = (passage, reading.unit_at(worst[1].start))
    claimed_text, here = match.figure.text.strip(), worst[1].text.strip()
    what = f"in the source '{claimed_text}' belongs elsewhere; here it has '{here}'"
    return Finding("conflict", "attachment", what, key)


def _labels(reading: Analysis, figure: Figure) -> bool:
    """Whether the figure stands in the first cell of a row."""
    unit = reading.units[reading.unit_at(figure.start)]
    return unit.kind == "row" and len(unit.cells) > 1 and figure.start < unit.cells[0].end


def _worth(figure: Figure) -> tuple[object, object]:
    return figure.date, figure.value


def _equals(reading: Analysis, evidence: Figure) -> bool:
    return any(_same_value(figure, evidence) for figure in reading.figures)


def _same_value(one: Figure, other: Figure) -> bool:
    return (
        one.kind == other.kind
        and one.value == other.value
        and one.high == other.high
        and one.date == other.date
        and (one.unit == other.unit)
    )


def _rival(one: Figure, other: Figure) -> bool:
    if one.kind != other.kind or one.unit != other.unit or _same_value(one, other):
        return False
    if (one.high is None) != (other.high is None):
        return False  # a range beside a value is its margin
    if one.kind == "date":
        return one.date is not None and other.date is not None and len(one.date) == len(other.date)
    return not (one.kind == "number" and one.noun and other.noun and one.noun != other.noun)


def _belongs_rather(
    a: Alignment,
    passage: int,
    match: FigureMatch,
    matches: Sequence[FigureMatch],
    mine: Figure,
    rival: Figure,
) -> bool:
    reading = a.sources[passage].analysis
    for level in (0, 1):
        here, there = _place(reading, mine.start, level), _place(reading, rival.start, level)
        if here == there:
            return False
        if not _comparable(reading, here, there):
            return False
        context = _context(a.claim, match.figure, level)
        at_home, away = _claimed(a, passage, here, context), _claimed(a, passage, there, context)
        at_home = _of_its_own(a, passage, here, there, at_home)
        dates = _claimed_figures(match, matches)
        at_home_figures, away_figures = here.figures & dates, there.figures & dates
        if at_home - away or at_home_figures - away_figures:
            return False
        if level == 0 and _other_bound(reading, match.figure, here, there):
            return True
        if away - at_home or away_figures - at_home_figures:
            return _near_enough(a, reading, here, there, away)
    return False


_PRONOUN: Final = re.compile(
    r"\W*(?:it|they|he|she|this|these|er|sie|es|diese[rs]?|il|elle|ils|elles|celui-ci|este|esta|él|ella|ellos)\b",
    re.IGNORECASE,
)


def _of_its_own(
    a: Alignment, passage: int, here: Place, there: Place, at_home: frozenset[int]
) -> frozenset[int]:
    """What the figure's place holds of the claim, without verbs that the rival's place has word for word, and
    without the subject when a pronoun carries it over to the rival's place."""
    reading = a.sources[passage].analysis
    rival = {reading.terms[at].norm for at in there.terms}
    own = {reading.terms[at].norm for at in here.terms}
    kept = {
        at for at in at_home if not (a.claim.terms[at].norm in rival and a.claim.terms[at].norm not in own)
    }
    if there.terms and _PRONOUN.match(reading.text, there.start) is not None:
        kept = {at for at in kept if a.claim.terms[at].verb}
    return frozenset(kept)


def _comparable(reading: Analysis, here: Place, there: Place) -> bool:
    """Figures of one sentence, of rows and short list items, or of sentences side by side."""
    one, other = reading.units[here.unit], reading.units[there.unit]
    if one.kind == other.kind == "row":
        return one.header == other.header and one.header >= 0 and len(one.cells) == len(other.cells)
    if one is other:
        return True
    if len(reading.units) > SHORT_PASSAGE:
        return False
    return abs(here.unit - there.unit) <= ADJACENT or (_listed(one) and _listed(other))


def _near_enough(a: Alignment, reading: Analysis, here: Place, there: Place, away: frozenset[int]) -> bool:
    one, other = reading.units[here.unit], reading.units[there.unit]
    if one is other or one.kind == other.kind == "row" or (_listed(one) and _listed(other)):
        return True
    weights = {term.at: term.weight for term in a.claim.terms if term.weight > 0.2}
    total = sum(weights.values())
    return total > 0 and sum(weights.get(at, 0.0) for at in away) >= OTHER_SENTENCE * total


def _listed(unit: Unit) -> bool:
    return unit.end - unit.start <= ITEM_LENGTH


def _context(claim: Analysis, figure: Figure, level: int) -> frozenset[int]:
    """The claim's words beside the figure: at the outer level all of them."""
    before = [t.at for t in claim.terms if t.end <= figure.start and t.weight > 0.1]
    after = [t.at for t in claim.terms if t.start >= figure.end and t.weight > 0.1]
    reach = CONTEXT if level == 0 else len(claim.terms)
    return frozenset(before[-reach:] + after[:reach])


def _other_bound(reading: Analysis, figure: Figure, here: Place, there: Place) -> bool:
    """The claim gives as a maximum what stands in the column of minima, or the reverse."""
    if figure.bound not in ("max", "min"):
        return False
    wanted = -1 if figure.bound == "max" else 1
    axis = lexicon().axes["minimum"][0][0]
    return (axis, -wanted) in _ends(reading, here) and (axis, wanted) in _ends(reading, there)


def _ends(reading: Analysis, place: Place) -> set[tuple[int, int]]:
    return {end for at in place.terms for end in reading.terms[at].axes}


def _claimed_figures(match: FigureMatch, matches: Sequence[FigureMatch]) -> frozenset[str]:
    """The claim's other figures, by the form in which places name them."""
    return frozenset(_form(other.figure) for other in matches if other is not match)


def _form(figure: Figure) -> str:
    return figure.date or f"{figure.value} {figure.unit}"


def _claimed(a: Alignment, passage: int, place: Place, context: frozenset[int]) -> frozenset[int]:
    """The claim's terms that stand in a place, also as a wider or narrower word."""
    reading = a.sources[passage].analysis
    wider = lexicon().wider
    row = reading.units[place.unit].kind == "row"
    norms = {reading.terms[at].norm for at in place.terms}
    groups = (
        frozenset().union(*(reading.terms[at].groups for at in place.terms)) if place.terms else frozenset()
    )
    found = set()
    for term in a.claim.terms:
        if term.at not in context or not (_tells(term) or row):
            continue
        if (
            term.norm in norms
            or not term.groups.isdisjoint(groups)
            or not norms.isdisjoint(wider.get(term.norm, ()))
            or any(key[0] == passage and hit.term in place.terms for key, hit in a.hits[term.at].items())
        ):
            found.add(term.at)
    return frozenset(found)


def _tells(term: Term) -> bool:
    return not term.light or term.name or bool(term.axes) or term.norm in ("min", "max", "maximum", "minimum")


@lru_cache(maxsize=16384)
def _place(reading: Analysis, offset: int, level: int) -> Place:
    """What a figure stands with: at level 0 its cell's row label and header or its list item, at level 1 its
    unit.
    """
    number = reading.unit_at(offset)
    unit = reading.units[number]
    if unit.kind == "row":
        return _cell_place(reading, number, offset)
    start, end = (unit.start, unit.end) if level else _piece(reading, unit, offset)
    return _span_place(reading, number, [(start, end)])


def _span_place(reading: Analysis, number: int, spans: list[tuple[int, int]]) -> Place:
    terms = frozenset(t.at for start, end in spans for t in reading.terms_between(start, end))
    figures = frozenset(_form(f) for start, end in spans for f in reading.figures_in(start, end))
    return Place(terms, figures, number, min(start for start, _ in spans))


def _cell_place(reading: Analysis, number: int, offset: int) -> Place:
    unit = reading.units[number]
    column = next(
        (at for at, cell in enumerate(unit.cells) if cell.start <= offset < cell.end), len(unit.cells) - 1
    )
    spans = [
        (cell.start, cell.end)
        for at, cell in enumerate(unit.cells)
        if at == 0 or at == column or _named(reading, cell.start, cell.end)
    ]
    if unit.header >= 0:
        cells = reading.units[unit.header].cells
        if column < len(cells):
            spans.append((cells[column].start, cells[column].end))
    return _span_place(reading, number, spans)


_UNIT_CELL: Final = re.compile(r"\W*[^\W\d_]{0,4}\W{0,2}(?:/\W?[^\W\d_]{1,6})?\W*$")


def _named(reading: Analysis, start: int, end: int) -> bool:
    """Whether a cell holds words: no figure, no bare unit."""
    return _UNIT_CELL.match(reading.text[start:end]) is None and not reading.figures_in(start, end)


@lru_cache(maxsize=4096)
def _cuts(text: str) -> list[int]:
    return [match.start() for match in _PIECE.finditer(text)]


def _piece(reading: Analysis, unit: Unit, offset: int) -> tuple[int, int]:
    """The list item or clause of the figure; one without words of its own is joined to the one before it."""
    every = _cuts(reading.text)
    cuts = every[bisect_right(every, unit.start) : bisect_left(every, unit.end)]
    label = _LIST_LABEL.match(reading.text, unit.start, unit.end)
    if label is not None and cuts and len(reading.figures_in(label.end(), unit.end)) > 1:
        cuts = sorted({*cuts, label.end()})
    at = bisect_right(cuts, offset)
    end = cuts[at] if at < len(cuts) else unit.end
    start = cuts[at - 1] if at else unit.start
    while at > 0 and all(t.light for t in reading.terms_between(start, end)):
        at -= 1
        start = cuts[at - 1] if at else unit.start
    return start, end
