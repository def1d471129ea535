"""Each figure of a claim against the cited text: exact, converted, rounded, derived or missing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final

import msgspec

from pincite.model import Figure, FigureMatch
from pincite.text.figures.admission import shut_out
from pincite.text.figures.arithmetic import derive, relative_change
from pincite.text.figures.combining import related, same_noun
from pincite.text.figures.contrast import other_share, rivals, told_otherwise, with_unit_of
from pincite.text.figures.counts import named_sum
from pincite.text.figures.fiscal import DefinedYear, defined_year, labelled_by_other
from pincite.text.figures.folding import fold
from pincite.text.figures.grammar import figures
from pincite.text.figures.likeness import comparable, likeness
from pincite.text.figures.lists import list_lengths
from pincite.text.figures.multiples import multiples, states_multiple
from pincite.text.figures.pool import Candidate, Pool, as_weight, hint_of, pool_of
from pincite.text.figures.position import elsewhere
from pincite.text.figures.quantified import quantified
from pincite.text.figures.ranks import AMBIGUOUS, DERIVED, EXACT, MISSING, UNSTATED, Likeness, missing
from pincite.text.figures.rounding import rounding
from pincite.text.figures.sheets import as_table
from pincite.text.figures.single_spans import other_span, told_span
from pincite.text.figures.spelling import spelled
from pincite.text.figures.terms import Cues, negative_near, strict_near
from pincite.text.figures.tolerances import same_range
from pincite.text.figures.undecided import (
    cites,
    counted_words,
    denied_limit,
    misread,
    name_number,
    namesake,
    numbered_one,
    order_only,
    undecidable,
)
from pincite.text.words import language

_FROM: Final = spelled("from von de du des del desde")
_TO: Final = spelled("to auf bis a au al hasta")
_OPPOSED: Final = frozenset(
    frozenset(pair)
    for pair in (
        ("max", "min"),
        ("max", "above"),
        ("max", "below"),
        ("min", "above"),
        ("min", "below"),
        ("above", "below"),
    )
)
_OTHER_UNIT: Final = frozenset({"unit", "percent_vs_points", "currency", "scale"})
_SCALES: Final = spelled("millions million thousands thousand billions billion")
_POUNDS: Final = frozenset({"pound", "pounds"})
_LABEL_WORD: Final = 3  # an abbreviated unit names nothing in a label
_DISTANT: Final = 8  # how near a counterpart in another unit is
_BESIDE: Final = 60
_FIXED: Final = frozenset({"date", "time", "identifier"})
# Beyond so many pairs of figures, of claim and evidence or within the claim, only equal ones are looked for,
# so that long tables stay linear; what has no equal is then left open.
_MOST_COMPARED: Final = 40_000

Pair = tuple[Likeness, Candidate]


def compare(claim: str, passages: tuple[str, ...], *, headers: Sequence[str] = ()) -> tuple[FigureMatch, ...]:
    """A match for every figure of `claim` against all passages together, in order.

    `headers` gives for each passage the header or caption of a table that was cut from it. A figure that no
    rule can decide (an ordinal in words, the number in a name, "one") and without counterpart is left out.
    """
    if not figures(claim) and not states_multiple(fold(claim)):
        return ()
    return _compare(claim, tuple(map(as_table, passages)), tuple(headers))


@lru_cache(maxsize=4096)
def _compare(claim: str, passages: tuple[str, ...], headers: tuple[str, ...]) -> tuple[FigureMatch, ...]:
    found = figures(claim)
    if any(figure.readings or figure.dates for figure in found) and not language(claim):
        # A short claim rarely tells its language; it is written in that of its sources more often than not.
        found = figures(claim, language=language(" ".join(passages)[:2000]) or "en")
    comparison = _Comparison(claim, found, pool_of(passages, headers, hint_of(claim, passages)))
    matches = [comparison.match(figure) for figure in found if figure.noun != "label"]
    made = [match for match in matches if match is not None]
    ratios = multiples(claim, comparison.folded, comparison.pool, comparison.cues, found)
    if ratios:  # "a third less" is no third of a rank
        made = [match for match in made if not any(_overlap(match, ratio) for ratio in ratios)]
    return tuple(sorted([*made, *ratios], key=lambda match: match.figure.start))


def _overlap(one: FigureMatch, two: FigureMatch) -> bool:
    return one.figure.start < two.figure.end and two.figure.start < one.figure.end


class _Comparison:
    """One claim against one pool of evidence."""

    def __init__(self, claim: str, found: tuple[Figure, ...], pool: Pool) -> None:
        self.claim = claim
        self.found = found
        self.pool = pool
        self.folded = fold(claim)
        self.cues = Cues(self.folded)
        self.scanned = len(found) * max(len(found), len(pool.items)) <= _MOST_COMPARED

    def match(self, figure: Figure) -> FigureMatch | None:
        """The match of one figure; "pounds" that are missing as money are tried as weight."""
        match = self._match(figure)
        if match is None or match.match != "missing" or figure.unit_text.casefold() not in _POUNDS:
            return match
        weight = self._match(as_weight(figure))
        if weight is not None and weight.match == "missing":
            return match
        return None if weight is None else msgspec.structs.replace(weight, figure=figure)

    @cached_property
    def _year(self) -> DefinedYear | None:
        """The year that the evidence defines and the claim tells by its months."""
        return defined_year(self.found, self.folded, self.pool) if self.scanned else None

    def _match(self, figure: Figure) -> FigureMatch | None:
        if figure.kind == "date" and self._year is not None and figure in self._year.dates:
            label = next(iter(self._year.same), None)
            if label is not None:
                return _made(figure, Likeness(DERIVED, "derived"), label)
        names = self._names(figure)
        equal = [
            pair
            for item in self.pool.equals(figure)
            if item.order not in names and (pair := self._like(figure, item)) is not None
        ]
        supported = [pair for pair in equal if pair[0].rank < AMBIGUOUS]
        contrary = self._contrary(equal) if supported and _all_unstated(supported) else []
        if contrary:
            return _made(figure, *self._best(figure, contrary))
        every: list[Pair] = []
        if not supported and self.scanned:
            every = [
                pair
                for item in self.pool.items
                if item.order not in names and (pair := self._near(figure, item)) is not None
            ]
            supported = [pair for pair in every if pair[0].rank < AMBIGUOUS]
        if supported:
            return self._supported(figure, supported)
        if not self.scanned:
            return self._own_arithmetic(figure)
        near = self._best(figure, every) if every else None
        if near is not None and near[0].rank == AMBIGUOUS:
            return _made(figure, *near)
        return (
            self._own_arithmetic(figure)
            or self._settled(figure)
            or self._derived(figure)
            or self._missing(figure, near)
        )

    def _settled(self, figure: Figure) -> FigureMatch | None:
        """What the evidence decides both ways: the sum of named parts, a limit said of all values."""
        if figure.value is None:
            return None
        shown = named_sum(figure, self.pool, self.cues) or quantified(figure, self.pool, self.cues)
        if shown is None:
            return None
        holds, candidate = shown
        return _made(figure, Likeness(DERIVED, "derived") if holds else missing("value", 6), candidate)

    def _missing(self, figure: Figure, near: Pair | None) -> FigureMatch | None:
        cited = cites(figure, self.claim)
        if cited or (near is None and figure.kind != "date"):
            near = namesake(figure, self.folded, self.pool) or misread(figure, self.folded, self.pool)
        if near is None and (span := other_span(figure, self.pool, self.cues)) is not None:
            near = missing("value", 6), span
        if (admitted := shut_out(figure, self.pool, self.cues)) is not None:
            near = missing("bound", 6), admitted
        if near is not None and near[0].rank == MISSING + _DISTANT:
            if undecidable(figure, self.claim, self.folded, self.pool):
                return None
            near = near if related(near[1], self.pool, self.cues, reach=_BESIDE) else None
        if near is None:
            if cited or denied_limit(figure, self.folded):
                return None
            if undecidable(figure, self.claim, self.folded, self.pool):
                return None
            return FigureMatch(figure=figure, match="missing")
        if order_only(figure, near[1]) or (
            near[0].difference == "value" and denied_limit(figure, self.folded)
        ):
            return None
        return _made(figure, *near)

    def _names(self, figure: Figure) -> frozenset[int]:
        """The candidates that are numbers of names where the claim counts: module 4, bus line 12."""
        if figure.kind != "number" or figure.unit or len(figure.noun) < 3 or not self.scanned:
            return frozenset()
        alike = [item for item in self.pool.items if item.figure.written == figure.written]
        if not alike:
            return frozenset()
        counted = counted_words(figure, self.folded)
        named = {item.order for item in alike if numbered_one(counted, item, self.pool)}
        if any(item.figure.kind == "number" and same_noun(figure, item.figure) for item in self.pool.items):
            named |= {item.order for item in alike if name_number(figure, item, self.pool)}
        return frozenset(named)

    # --- candidates ---------------------------------------------------------------------------------------

    @staticmethod
    def _contrary(equal: list[Pair]) -> list[Pair]:
        """The same digits with another unit: a bare number with these digits proves little beside them."""
        return [pair for pair in equal if pair[0].difference in _OTHER_UNIT and pair[0].rank < MISSING + 5]

    def _like(self, figure: Figure, candidate: Candidate) -> Pair | None:
        like = likeness(figure, candidate.figure)
        if like is None:
            return None
        if like.difference == "sign" and self._same_sense(figure, candidate):
            like = Likeness(EXACT, "exact")
        elif like.difference == "scale" and self._scale_unstated(figure, candidate):
            like = Likeness(AMBIGUOUS, "exact", "ambiguous")
        return like, candidate

    def _same_sense(self, figure: Figure, candidate: Candidate) -> bool:
        """A loss of 1.5 is -1.5; a plain 1.5 is not, nor what something fell to."""
        if not figure.negative:
            before = self.folded[max(0, figure.start - 6) : figure.start].split()
            level = figure.unit == "°C" or (bool(before) and before[-1] in _TO)
            return self.cues.loss and not level
        return negative_near(self.pool.folded(candidate), candidate.figure.start)

    def _scale_unstated(self, figure: Figure, candidate: Candidate) -> bool:
        """A column without a stated scale, or one stated apart in the claim: "viewers (millions) is 1.2"."""
        evidence = candidate.figure
        if candidate.celled and not evidence.scaled_by_header and not evidence.unit_text:
            return True
        return figure.written == figure.value and bool(self.cues.set & _SCALES)

    def _near(self, figure: Figure, candidate: Candidate) -> Pair | None:
        candidate = self._by_label(figure, candidate)
        pair = self._like(figure, candidate)
        if pair is not None and pair[0].rank <= AMBIGUOUS:
            return pair
        rounded = self._rounded(figure, candidate)
        if rounded is not None:
            return rounded, candidate
        if pair is not None:
            return pair
        if rivals(figure, candidate.figure) or other_share(figure, candidate.figure):
            return missing("value", 6), candidate
        return (missing("value", _DISTANT), candidate) if told_otherwise(figure, candidate.figure) else None

    def _by_label(self, figure: Figure, candidate: Candidate) -> Candidate:
        """A bare value in the unit, or with the noun, that its label names: "Operating hours: 7,912"."""
        evidence = candidate.figure
        if evidence.kind != "number" or evidence.unit or evidence.noun or candidate.celled:
            return candidate
        what = figure.noun if not figure.unit else figure.unit_text if figure.kind == "measure" else ""
        if len(what) < _LABEL_WORD or not self.pool.labels(candidate, what):
            return candidate
        made = with_unit_of(evidence, figure) if figure.unit else msgspec.structs.replace(evidence, noun=what)
        return msgspec.structs.replace(candidate, figure=made)

    def _rounded(self, figure: Figure, candidate: Candidate) -> Likeness | None:
        evidence = candidate.figure
        if figure.value is None or evidence.value is None:
            return None
        if candidate.celled and not evidence.unit and comparable(figure, evidence) == "open":
            evidence = with_unit_of(evidence, figure)
        elif (
            evidence.kind == "money"
            and figure.written != figure.value
            and comparable(figure, evidence) == "open"
        ):  # "a revenue of 44.7 million"
            figure = msgspec.structs.replace(figure, kind="money", unit=evidence.unit)
        flagged = figure.bound == "about"
        strict = figure.bound in ("max", "min") or evidence.bound in ("max", "min") or self.cues.strict
        like = rounding(figure, evidence, flagged=flagged, strict=strict)
        if like is None or like.match != "rounded" or flagged:
            return like
        return None if strict_near(self.pool.folded(candidate), evidence.start, evidence.end) else like

    def _best(self, figure: Figure, found: list[Pair]) -> Pair:
        """The strongest relation; of mismatches the one whose sentence shares most words with the claim."""

        def order(pair: Pair) -> tuple[int, int, bool]:
            like, candidate = pair
            overlap = self.pool.overlap(candidate, self.cues.set) if like.rank >= MISSING else 0
            return like.rank, -overlap, candidate.figure.bound != figure.bound

        return found[0] if len(found) == 1 else min(found, key=order)

    # --- verdicts -----------------------------------------------------------------------------------------

    def _supported(self, figure: Figure, found: list[Pair]) -> FigureMatch:
        like, candidate = self._best(figure, found)
        difference = None
        if like.match in ("exact", "converted"):
            if (self._year is not None and labelled_by_other(self._year, candidate, self.pool)) or elsewhere(
                figure, [item for _, item in found], self.claim, self.found, self.pool
            ):
                difference = "position"
            elif frozenset((figure.bound, candidate.figure.bound)) in _OPPOSED:
                difference = "bound"
        return _made(figure, Likeness(like.rank, like.match, difference), candidate)

    def _derived(self, figure: Figure) -> FigureMatch | None:
        if self._listed(figure):
            return FigureMatch(figure=figure, match="derived")
        candidate = (
            same_range(figure, self.found, self.folded, self.pool)
            or self._both_ends(figure)
            or told_span(figure, self.pool)
            or derive(figure, self.pool, self.cues, self.found)
        )
        if candidate is None:
            return None
        if candidate.order < 0:
            return FigureMatch(figure=figure, match="derived")
        return FigureMatch(
            figure=figure, match="derived", evidence=candidate.figure, passage=candidate.passage
        )

    def _listed(self, figure: Figure) -> bool:
        """The claim counts what it goes on to name: "two friends, Ann and Bo"."""
        value = figure.value
        if figure.unit or value is None or value.denominator != 1 or not 2 <= value <= 12:
            return False
        behind = self.claim[figure.end : figure.end + 200]
        at = min((behind.find(sign) for sign in (",", ":", "(", "—") if sign in behind), default=-1)
        return 0 < at < 40 and int(value) in list_lengths(behind[at + 1 :])

    def _both_ends(self, figure: Figure) -> Candidate | None:
        """A range of the claim whose two ends stand apart in the evidence."""
        if figure.high is None or figure.value is None:
            return None
        low, high = (self._end(figure, value) for value in (figure.value, figure.high))
        return low if high is not None else None

    def _end(self, figure: Figure, value: Fraction) -> Candidate | None:
        alone = msgspec.structs.replace(figure, value=value, high=None, written=None, bound=None)
        for item in self.pool.items:
            pair = self._near(alone, item) if item.figure.high is None else None
            if pair is not None and pair[0].rank < AMBIGUOUS:
                return item
        return None

    def _own_arithmetic(self, figure: Figure) -> FigureMatch | None:
        """The claim's own figures decide: "by 15 %, from 50 to 55 million" is wrong, they give 10 %."""
        if figure.kind != "percent" or figure.value is None or not self.cues.changes:
            return None
        one, two = self._from_to
        if one is None or two is None or figure in (one, two) or one.value is None or two.value is None:
            return None
        change = relative_change(one.value, two.value)
        if change is None:
            return None
        allowed = max((figure.step or Fraction(1)) / 2, Fraction(figure.bound == "about"))
        if abs(abs(change) - abs(figure.value)) > allowed:
            points = one.unit == "%" and abs(two.value - one.value) == abs(figure.value)
            difference = "percent_vs_points" if points else "value"
            return FigureMatch(figure=figure, match="missing", difference=difference)
        if self.cues.direction * change < 0:
            return FigureMatch(figure=figure, match="missing", difference="sign")
        return FigureMatch(figure=figure, match="derived")

    @cached_property
    def _from_to(self) -> tuple[Figure | None, Figure | None]:
        """The two figures of "from A to B" in the claim."""
        for one, two in pairwise(self.found):
            if one.unit != two.unit or one.kind in _FIXED or two.kind in _FIXED:
                continue
            before = self.folded[max(0, one.start - 8) : one.start].split()
            between = self.folded[one.end : two.start].split()
            if not before or not between or len(between) > 2:
                continue
            if before[-1] in _FROM and between[0] in _TO:
                return one, two
            if before[-1][-1] in "从由" and between[0][0] in "增到至":
                return one, two
        return None, None


def _all_unstated(found: list[Pair]) -> bool:
    return all(like.rank == UNSTATED for like, _ in found)


def _made(figure: Figure, like: Likeness, candidate: Candidate) -> FigureMatch:
    return FigureMatch(
        figure=figure,
        match=like.match,
        evidence=candidate.figure,
        passage=candidate.passage,
        difference=like.difference,
    )
