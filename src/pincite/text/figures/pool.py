"""The figures of the cited passages, indexed so that a claim's figure finds its equals at once."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from pincite.model import Figure
from pincite.text.figures.dates import MONTHS
from pincite.text.figures.folding import fold
from pincite.text.figures.grammar import figures
from pincite.text.figures.lists import list_lengths
from pincite.text.figures.numerals import COMMA_LANGUAGES
from pincite.text.figures.source import Source
from pincite.text.figures.spelling import spelled
from pincite.text.figures.tables import tables
from pincite.text.figures.wording import words_of
from pincite.text.words import stem

_MOST_PLACES: Final = 32
_WIDEST_ROW: Final = 40
_NEIGHBOURS: Final = 20
_LONGEST_LABEL: Final = 8
_PEOPLE: Final = spelled(
    "people persons inhabitants residents citizens menschen personen einwohner",
    "personnes habitants habitantes personas",
)
_POPULATION: Final = ("population", "bevolkerung", "einwohnerzahl", "poblacion")
_POUND: Final = Fraction("0.45359237")
_STOP: Final = re.compile(r"[.!?](?=\s)|[。！？\n]")
_WORD: Final = re.compile(r"[a-zß]+")


class Candidate(Struct, frozen=True, gc=False):
    """A figure of the evidence; `passage` is None when it stands in a table header given apart.

    `celled` marks a data cell of a table; then `row` is the folded text of its row, `column` the name of its
    column, `table` the start of the table and `place` the number of the column.
    """

    figure: Figure
    passage: int | None
    order: int
    celled: bool = False
    row: str = ""
    column: str = ""
    table: int = -1
    place: int = -1


class Pool:
    """All figures of a group of passages."""

    def __init__(self, passages: tuple[str, ...], headers: tuple[str, ...], hint: str = "") -> None:
        self.passages = passages
        self._hint = hint
        self.items: list[Candidate] = []
        self.by_value: dict[tuple[int, int], list[Candidate]] = {}
        self.by_written: dict[tuple[int, int], list[Candidate]] = {}
        self.by_date: dict[str, list[Candidate]] = {}
        self.kinds: dict[tuple[str, str], int] = {}
        self.years: set[int] = set()
        self._sentences: dict[tuple[int, int], frozenset[str]] = {}
        for at, text in enumerate(passages):
            header = headers[at] if at < len(headers) else ""
            self._read(text, header, at)
            for figure in figures(header) if header else ():
                if figure.kind == "date":
                    self._add(Candidate(figure, None, len(self.items)))

    def _read(self, text: str, header: str, passage: int) -> None:
        found = tables(text, header)
        made = figures(text, header=header)
        if self._hint and any(figure.readings for figure in made):
            made = figures(text, language=self._hint, header=header)
        for figure in made:
            candidate = Candidate(figure, passage, len(self.items))
            table = found.at(figure.start)
            cell = None if table is None else table.cell_at(figure.start)
            if table is not None and cell is not None:
                row = " | ".join(part.label for part in table.rows[cell.row][:_WIDEST_ROW])
                candidate = Candidate(
                    figure,
                    passage,
                    len(self.items),
                    True,
                    row,
                    table.column_name(cell),
                    table.start,
                    cell.column,
                )
            self._add(candidate)
            if figure.unit_text.casefold() in ("pound", "pounds"):
                self._add(msgspec.structs.replace(candidate, figure=as_weight(figure), order=len(self.items)))

    def _add(self, candidate: Candidate) -> None:
        figure = candidate.figure
        self.items.append(candidate)
        self.kinds[figure.kind, figure.unit] = self.kinds.get((figure.kind, figure.unit), 0) + 1
        for value in (figure.value, figure.high, *figure.readings):
            if value is not None:
                _keep(self.by_value, (abs(value.numerator), value.denominator), candidate)
        if figure.written is not None:
            _keep(self.by_written, (figure.written.numerator, figure.written.denominator), candidate)
        for date in (figure.date, *figure.dates):
            if date is not None:
                _keep(self.by_date, date, candidate)
                self._years(date)

    def _years(self, date: str) -> None:
        for part in date.split("/"):
            year = part.removeprefix("FY")[:4]
            if year.isdigit():
                self.years.add(int(year))

    def folded(self, candidate: Candidate) -> str:
        return "" if candidate.passage is None else fold(self.passages[candidate.passage])

    def equals(self, figure: Figure) -> Iterator[Candidate]:
        """Candidates that share a value or the digits with `figure`."""
        seen: set[int] = set()
        for value in (figure.value, figure.high, *figure.readings):
            if value is not None:
                yield from self._fresh(self.by_value.get((abs(value.numerator), value.denominator)), seen)
        written = figure.written
        if written is not None:
            yield from self._fresh(self.by_written.get((written.numerator, written.denominator)), seen)
        for date in (figure.date, *figure.dates):
            if date is not None:
                yield from self._fresh(self.by_date.get(date), seen)

    def value(self, value: Fraction) -> list[Candidate]:
        return self.by_value.get((abs(value.numerator), value.denominator), [])

    @cached_property
    def _stops(self) -> list[list[int]]:
        return [[match.end() for match in _STOP.finditer(text)] for text in self.passages]

    def sentence(self, candidate: Candidate) -> tuple[int, int, int]:
        """Passage, start and end of the sentence or line that a candidate stands in."""
        if candidate.passage is None:
            return -1, 0, 0
        stops = self._stops[candidate.passage]
        at = bisect_right(stops, candidate.figure.start)
        start = stops[at - 1] if at else 0
        end = stops[at] if at < len(stops) else len(self.passages[candidate.passage])
        return candidate.passage, start, end

    def beside(self, candidate: Candidate) -> list[Candidate]:
        """The other candidates of a candidate's sentence, in order."""
        passage, start, end = self.sentence(candidate)
        near = self.items[max(0, candidate.order - _NEIGHBOURS) : candidate.order + _NEIGHBOURS]
        return [
            item
            for item in near
            if item is not candidate and item.passage == passage and start <= item.figure.start < end
        ]

    @cached_property
    def groups(self) -> list[list[Candidate]]:
        """The candidates of each sentence or line together."""
        grouped: dict[tuple[int, int], list[Candidate]] = {}
        for item in self.items:
            if item.passage is not None:
                grouped.setdefault(self.sentence(item)[:2], []).append(item)
        return list(grouped.values())

    @cached_property
    def leads(self) -> list[list[Candidate]]:
        """Candidates behind the same two words ("net income of") or in rows of the same label."""
        grouped: dict[str, list[Candidate]] = {}
        for item in self.items:
            if item.celled:
                lead = item.row.partition("|")[0].strip()
            else:
                folded = self.folded(item)
                lead = " ".join(
                    _WORD.findall(folded[max(0, item.figure.start - 30) : item.figure.start])[-3:]
                )
            if len(lead) > 5:
                grouped.setdefault(lead, []).append(item)
        return [group for group in grouped.values() if len(group) > 1]

    @cached_property
    def columns(self) -> list[list[Candidate]]:
        """The candidates of each table column together."""
        grouped: dict[tuple[int | None, int, int], list[Candidate]] = {}
        for item in self.items:
            if item.celled:
                grouped.setdefault((item.passage, item.table, item.place), []).append(item)
        return list(grouped.values())

    @cached_property
    def _lengths(self) -> frozenset[int]:
        return frozenset().union(*(list_lengths(text) for text in self.passages))

    def list_lengths(self) -> frozenset[int]:
        return self._lengths

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset().union(*(_WORD.findall(fold(text)) for text in self.passages))

    @staticmethod
    def head_words(candidate: Candidate) -> frozenset[str]:
        """The stems of a cell's row and column heads."""
        return words_of(f"{candidate.row.partition('|')[0]} {candidate.column}")

    @staticmethod
    def row_words(candidate: Candidate) -> frozenset[str]:
        return frozenset(word for word in _WORD.findall(candidate.row) if len(word) > 2)

    def day_in_month(self, day: int, month: int) -> Candidate | None:
        """A bare day ("26, 27 and 28 February") in a sentence that names the month."""
        for item in self.items:
            figure = item.figure
            if (
                figure.unit
                or figure.value != day
                or figure.kind not in ("number", "ordinal")
                or item.passage is None
            ):
                continue
            passage, start, end = self.sentence(item)
            if MONTHS.get(item.column) == month:
                return item
            if any(
                MONTHS.get(word) == month for word in _WORD.findall(fold(self.passages[passage]), start, end)
            ):
                return item
        return None

    def first_date(self) -> Candidate | None:
        return next((item for item in self.items if item.figure.date is not None), None)

    def names_month(self, month: int) -> bool:
        return any(MONTHS.get(word) == month for word in self._words)

    def mentions(self, noun: str) -> bool:
        """Whether a word of the passages begins with `noun`."""
        return any(word.startswith(noun) for word in self._words)

    def labels(self, candidate: Candidate, what: str) -> bool:
        """Whether the line or sentence of a candidate names `what` before the colon that it follows."""
        passage, start, _ = self.sentence(candidate)
        if passage < 0:
            return False
        label = self.folded(candidate)[start : candidate.figure.start].rpartition(":")[0]
        words = _WORD.findall(label)[-_LONGEST_LABEL:]
        named = fold(what)
        if named in _PEOPLE and any(word.endswith(_POPULATION) for word in words):
            return True
        return any(stem(word) == stem(named) or (len(named) > 4 and word.endswith(named)) for word in words)

    def overlap(self, candidate: Candidate, words: frozenset[str]) -> int:
        """How many of `words` stand in the candidate's sentence."""
        passage, start, end = self.sentence(candidate)
        if passage < 0:
            return 0
        return len(words & self._said(passage, start, end))

    def _said(self, passage: int, start: int, end: int) -> frozenset[str]:
        """The words of a sentence, which many candidates may share."""
        known = self._sentences.get((passage, start))
        if known is None:
            found = _WORD.findall(fold(self.passages[passage]), start, end)
            known = self._sentences[passage, start] = frozenset(found)
        return known

    @staticmethod
    def _fresh(found: list[Candidate] | None, seen: set[int]) -> Iterator[Candidate]:
        for candidate in found or ():
            if candidate.order not in seen:
                seen.add(candidate.order)
                yield candidate


_Key = TypeVar("_Key")


def _keep(index: dict[_Key, list[Candidate]], key: _Key, candidate: Candidate) -> None:
    """Enter a candidate; a few dozen places of one value are enough to find and to judge it."""
    entries = index.setdefault(key, [])
    if len(entries) < _MOST_PLACES:
        entries.append(candidate)


def as_weight(figure: Figure) -> Figure:
    """The figure with its pounds read as a weight instead of money."""
    scaled = {
        name: None if value is None else value * _POUND
        for name, value in (("value", figure.value), ("high", figure.high), ("step", figure.step))
    }
    return msgspec.structs.replace(figure, kind="measure", unit="kg", **scaled)


def hint_of(claim: str, passages: tuple[str, ...]) -> str:
    """The claim's language, where a passage tells its own by nothing and writes a number that leaves it open.

    A sheet of a few words is more often in the language of what is said of it than not.
    """
    if not any(figure.readings for text in passages for figure in figures(text)):
        return ""
    spoken = Source(claim).language_of_numbers()
    return spoken if spoken in COMMA_LANGUAGES else ""


@lru_cache(maxsize=512)
def pool_of(passages: tuple[str, ...], headers: tuple[str, ...], hint: str = "") -> Pool:
    """The pool of a group of passages; `hint` is the language of those whose own is unknown."""
    return Pool(passages, headers, hint)
