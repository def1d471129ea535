"""The figures of one text as they are being read, from left to right."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from pincite.model import Figure
from pincite.model.figure import FigureKind
from pincite.text.figures.bounds import bound_before, bound_behind
from pincite.text.figures.dates import When
from pincite.text.figures.source import Source
from pincite.text.figures.spelling import spelled

_NOUN: Final = re.compile(r"(?:[ \u00a0]{1,2}|-)([^\W\d_]+)")
NO_NOUN: Final = spelled(
    "and or of to in on at by for with from as is was were are be been has have had than that which who",
    "the a an und oder von der die das im am zu mit et ou de du des la le les en y o del los el but if",
    "per while when after before during since until under over between against out he she it they we i",
    "this these those there not also will would can could may might must shall should einer eine ein bei",
    "nach vor aus auf",
)


class Sheet:
    """`found` holds the figures read so far; `at` is how far the text has been read."""

    def __init__(self, text: str, language: str) -> None:
        self.source = Source(text, language)
        self.text = text
        self.folded = self.source.folded
        self.found: list[Figure] = []
        self.at = 0

    def add(
        self,
        start: int,
        end: int,
        kind: FigureKind,
        *,
        value: Fraction | None = None,
        high: Fraction | None = None,
        step: Fraction | None = None,
        unit: str = "",
        unit_text: str = "",
        date: str | None = None,
        bound: str | None = None,
        negative: bool = False,
        readings: tuple[Fraction, ...] = (),
        written: Fraction | None = None,
        noun: str = "",
        dates: tuple[str, ...] = (),
    ) -> None:
        """Write down the figure `text[start:end]`; what an earlier figure took is not taken again."""
        start = max(start, self.at)
        figure = Figure(
            text=self.text[start:end], start=start, end=end, kind=kind, value=value, high=high, step=step,
            unit=unit, unit_text=unit_text, date=date, bound=bound, negative=negative, readings=readings,
            written=written, noun=noun, dates=dates,
        )  # fmt: skip
        self.found.append(figure)
        self.at = end

    def add_date(self, when: When) -> None:
        dates = (when.other,) if when.other else ()
        self.add(
            when.start, when.end, "date", date=when.date, bound=self.bound(when.start, when.end), dates=dates
        )

    def add_identifier(
        self, start: int, end: int, cue: str, value: Fraction | None = None, high: Fraction | None = None
    ) -> None:
        self.add(start, end, "identifier", value=value, high=high, written=value, noun=cue)

    def add_ordinal(self, start: int, end: int, value: Fraction, noun: str = "") -> None:
        self.add(start, end, "ordinal", value=value, step=Fraction(1), written=value, noun=noun)

    def bound(self, start: int, end: int) -> str | None:
        return bound_before(self.folded, start) or bound_behind(self.folded, end)

    def noun(self, end: int) -> str:
        """The folded word that a number ending at `end` counts, or ""."""
        match = _NOUN.match(self.folded, end)
        if match is None:
            char = self.folded[end : end + 1]
            return char if char > "\u2fff" and char.isalpha() else ""
        word = match.group(1)
        return "" if word in NO_NOUN else word

    def word_behind(self, end: int) -> str:
        """The folded word right behind `end`, whatever it is, or ""."""
        match = _NOUN.match(self.folded, end)
        return "" if match is None else match.group(1)
