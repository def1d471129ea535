"""A family: a published definition of citation quality, declared with its formulas and its functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct, structs

from pincite.metrics.families.outcomes import Outcome, counted
from pincite.metrics.families.statements import Statement
from pincite.model.signature import Signature

# pooled: a ratio of sums over all answers. macro: the mean of the answers' own ratios, in percent.
# harmonic: the harmonic mean of two other numbers of the family.
Form = Literal["pooled", "macro", "harmonic"]

# sentences: every sentence of the answer, with the citations that the resolver follows.
# first_paragraph: what the scorer of ALCE reads, bracketed numbers in the first paragraph.
Reading = Literal["sentences", "first_paragraph"]

PERCENT = 100


class Number(Struct, frozen=True, kw_only=True):
    """One number of a family.

    `units` gives the outcome of each unit in the statements of one answer (a harmonic mean has none and
    names its parts in `of`). `worth` is the most credit that one unit can earn. `empty` is the outcome of an
    answer that has statements but no unit, where the definition gives it one.
    """

    name: str
    formula: str
    unit: Literal["sentence", "citation", "both"]
    form: Form = "pooled"
    units: Callable[[Sequence[Statement]], Iterable[Outcome]] | None = None
    worth: int = 1
    of: tuple[str, str] | None = None
    empty: Outcome | None = None

    @property
    def scale(self) -> int:
        """What stands for all: 1, or 100 where the definition speaks in percent."""
        return PERCENT if self.form == "macro" else 1


class Family(Struct, frozen=True, kw_only=True):
    """A published definition. `version` is raised when the same statements give another number."""

    name: str
    title: str
    numbers: tuple[Number, ...]
    reading: Reading = "sentences"
    version: str = "1"

    @property
    def ratios(self) -> tuple[Number, ...]:
        """The numbers that count units, without those that only combine others."""
        return tuple(number for number in self.numbers if number.of is None)

    def number(self, name: str) -> Number:
        """The number of this name. Raises KeyError when there is none."""
        return {number.name: number for number in self.numbers}[name]

    def measure(self, statements: Sequence[Statement]) -> dict[str, int]:
        """The sufficient counts of one answer; they add up over answers."""
        cells = _census(statements)
        for number in self.ratios:
            outcomes = list(number.units(statements)) if number.units is not None else []
            if statements and number.empty is not None and all(one.state == "left_out" for one in outcomes):
                outcomes.append(number.empty)
            cells |= counted(number.name, outcomes)
        return cells

    def signature(self, base: Signature) -> Signature:
        """The recipe of this family's numbers in a run with the recipe `base`."""
        return structs.replace(
            base,
            seg=f"{self.reading}@{READINGS[self.reading]}+{base.seg}",
            scope=f"{self.reading}@{READINGS[self.reading]}",
            unit="sentence",
            scorer=f"{self.name}@{self.version}",
        )


# Raised when a text is cut into other statements, or citations are given to others.
READINGS: Mapping[Reading, str] = {"sentences": "1", "first_paragraph": "1"}


def _census(statements: Sequence[Statement]) -> dict[str, int]:
    citations = [one for statement in statements for one in statement.citations]
    cells = {
        "statements": len(statements),
        "cited": sum(statement.cited for statement in statements),
        "citations": len(citations),
        "invalid": sum(not one.valid for one in citations),
    }
    return {name: count for name, count in cells.items() if count}
