"""Does a figure that the evidence has belong to what the claim says it of?

The figure may stand in another row or column, with another verb, or beside another name. A rival is a figure
of the same kind and unit; the claim's figure is misattached when the rival stands with words of the claim
that its own place lacks, and its own place has none that the rival's lacks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.ellipsis import left_out
from pincite.judges.rules.entries import crossed_entries
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.lexicon import lexicon
from pincite.judges.rules.materiality import predicate
from pincite.judges.rules.places import LIST_LABEL, Place, place_of
from pincite.judges.rules.terms import Term
from pincite.judges.rules.ticks import ticks
from pincite.judges.rules.units import Unit
from pincite.judges.rules.worths import among, date_of, form, rival_of, same_value, worth
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


_COMPARED: Final = re.compile(r"\b(?:than|als|que|compared (?:to|with))\s+(?:in|en|im)\b", re.IGNORECASE)


def attachment(a: Alignment, matches: Sequence[FigureMatch]) -> list[Finding]:
    """Conflicts for figures and words that the evidence gives to another row, column, verb or name."""
    found = [*crossed_entries(a), *ticks(a), *left_out(a, matches)]
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
        if date_of(match.figure) != date_of(match.evidence):
            continue
        if not _simple(match.figure) and not _celled(a.sources[match.passage].analysis, match.evidence):
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
        or "." in figure.text.strip(".")
    )


def _misattached(a: Alignment, match: FigureMatch, matches: Sequence[FigureMatch]) -> Finding | None:
    evidence, passage = match.evidence, match.passage
    assert evidence is not None and passage is not None
    if any(_equals(source.analysis, evidence) for source in a.sources if source.passage != passage):
        return None  # stated elsewhere as well
    reading = a.sources[passage].analysis
    if _labels(reading, evidence):
        return None  # it names a row; what stands in the row is said of it
    own = [figure for figure in reading.figures if same_value(figure, evidence)]
    claimed = {worth(figure) for figure in a.claim.figures}
    rivals = [
        figure
        for figure in reading.figures
        if rival_of(figure, evidence) and not among(figure, claimed) and not _labels(reading, figure)
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


def _celled(reading: Analysis, figure: Figure) -> bool:
    """Whether the figure stands in a column that has a name."""
    unit = reading.units[reading.unit_at(figure.start)]
    return unit.kind == "row" and unit.header >= 0


def _equals(reading: Analysis, evidence: Figure) -> bool:
    return any(same_value(figure, evidence) for figure in reading.figures)


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
        here, there = place_of(reading, mine.start, level), place_of(reading, rival.start, level)
        if here == there:
            return False
        if not _comparable(reading, here, there):
            return False
        context = _context(a.claim, match.figure, level)
        at_home, away = _claimed(a, passage, here, context), _claimed(a, passage, there, context)
        at_home = _of_its_own(a, passage, here, there, at_home)
        if level == 0 and _goes_on(a, passage, here, there):
            at_home -= _shared(a, passage, here, there, mine)
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


# The part of the claim's words in a clause from which on the clause is what the claim speaks of.
MOSTLY: Final = 0.5


def _goes_on(a: Alignment, passage: int, here: Place, there: Place) -> bool:
    """Whether the rival stands in a later clause or item of the sentence, which says what the claim says,
    while the figure's own says something that the claim does not: "designed in 1931, completed in 1936"."""
    if here.unit != there.unit or there.start <= here.start or not _opens(a, passage, here):
        return False
    both = _norms(a, passage, here) & _norms(a, passage, there)
    new = _norms(a, passage, there) - both
    strange = new & {term.norm for term in _unclaimed(a, passage, there)}
    if _unclaimed(a, passage, here, telling=True):
        return len(strange) <= MOSTLY * len(new) < len(new)
    # "Tickets cost 14 euros, for students 9 euros": the first holds for the others.
    return bool(new) and not strange and _FOR.match(a.sources[passage].analysis.text, there.start) is not None


_FOR: Final = re.compile(r"\W*(?:for|für|bei|pour|chez|para|in the case of|im Falle?)\s", re.IGNORECASE)


def _norms(a: Alignment, passage: int, place: Place) -> set[str]:
    terms = a.sources[passage].analysis.terms
    return {terms[at].norm for at in place.terms}


def _opens(a: Alignment, passage: int, place: Place) -> bool:
    """Whether no full word of the unit stands before the place, but for a label."""
    reading = a.sources[passage].analysis
    unit = reading.units[place.unit]
    label = LIST_LABEL.match(reading.text, unit.start, unit.end)
    start = unit.start if label is None or label.end() > place.start + 1 else label.end()
    return all(term.light for term in reading.terms_between(start, place.start))


def _unclaimed(a: Alignment, passage: int, place: Place, *, telling: bool = False) -> list[Term]:
    """The words of a place, all or only the telling ones, that the claim has nothing of."""
    reading = a.sources[passage].analysis
    used = a.matched((passage, place.unit))
    return [
        term
        for at in place.terms
        if (_tells(term := reading.terms[at]) or not telling)
        and at not in used
        and term.norm not in a.claim.by_norm
    ]


def _shared(a: Alignment, passage: int, here: Place, there: Place, mine: Figure) -> frozenset[int]:
    """The claim's words that the first clause has for all that follow: the subject, and the verb before the
    figure if the rival's clause does without one ("rose 12 cm in Hamar and 9 cm in Moss")."""
    reading = a.sources[passage].analysis
    begin = predicate(a.claim)
    subject = {term.at for term in a.claim.terms if begin < 0 or term.end <= begin}
    if not any(reading.terms[at].verb for at in there.terms):
        before = {reading.terms[at].norm for at in here.terms if reading.terms[at].end <= mine.start}
        subject |= {term.at for term in a.claim.terms if term.norm in before}
    return frozenset(subject)


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
    if one is other or one.kind == other.kind == "row":
        return True
    norms = {reading.terms[at].norm for at in there.terms}
    if not any(a.claim.terms[at].norm in norms for at in away):
        return False  # only by words that are taken for each other
    if _listed(one) and _listed(other):
        return True
    if _NOW.search(a.claim.text) is not None and _FORMERLY.search(reading.text, other.start, other.end):
        return False  # what held before is no rival of what holds now
    weights = {term.at: term.weight for term in a.claim.terms if term.weight > 0.2}
    total = sum(weights.values())
    return total > 0 and sum(weights.get(at, 0.0) for at in away) >= OTHER_SENTENCE * total


_NOW: Final = re.compile(
    r"\b(?:now|currently|today|at present|nun|jetzt|derzeit|heute|désormais|maintenant|ahora"
    r"|actualmente)\b|目前|现在|現在",
    re.IGNORECASE,
)
_FORMERLY: Final = re.compile(
    r"\b(?:until|till|previous\w*|former\w*|before|used to|last year|earlier|bis|früher\w*|zuvor|bisher\w*"
    r"|jusqu|auparavant|avant|hasta|antes|anterior\w*)\b|此前|以前|従来",
    re.IGNORECASE,
)


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
    return frozenset(form(other.figure) for other in matches if other is not match)


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
