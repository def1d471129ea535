"""Spans as other products write them, checked against the text that they repeat.

Products count code points, UTF-16 units or UTF-8 bytes, and end spans before or on their last character;
their documentation is silent or wrong about it often enough. So a span that repeats its text is sliced as
documented and compared; if that fails, the other readings are tried, then the text is looked for. A reading
counts only if it is the only one. What fits nothing is an unknown span with a finding: never dropped, never
guessed silently.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from pincite.evidence.offsets import OffsetError, OffsetUnit, code_points
from pincite.importers.protocol import ImportFinding
from pincite.model import Span

UNITS: Final[tuple[OffsetUnit, ...]] = ("code_point", "utf16", "utf8")
_COUNTED: Final = {"code_point": "code points", "utf16": "UTF-16 units", "utf8": "UTF-8 bytes"}
_SHOWN: Final = 40


class Reconciled(Struct, frozen=True):
    """A span in code points, end exclusive; `start` and `end` None mean that it is unknown.

    `unit` is the unit in which the raw numbers turned out to count, None where they do not say (the text was
    found by search, or not at all). `finding` is set whenever the documented reading did not hold.
    """

    start: int | None
    end: int | None
    unit: OffsetUnit | None = None
    finding: ImportFinding | None = None

    @property
    def known(self) -> bool:
        return self.start is not None

    @property
    def span(self) -> dict[str, int] | None:
        """The span as a native record writes it, or None."""
        if self.start is None or self.end is None:
            return None
        return {"start": self.start, "end": self.end}

    @property
    def findings(self) -> tuple[ImportFinding, ...]:
        """The finding as a tuple, for adding up."""
        return () if self.finding is None else (self.finding,)

    def shift(self, by: int) -> Reconciled:
        """The same span in a text in which this one starts at `by`."""
        if self.start is None or self.end is None:
            return self
        return Reconciled(self.start + by, self.end + by, self.unit, self.finding)

    def repeated(self) -> Reconciled:
        """The same span for another citation, without the finding that was told already."""
        return Reconciled(self.start, self.end, self.unit)


def reconciled(
    text: str,
    start: int | None,
    end: int | None,
    expected: str | None = None,
    unit: OffsetUnit = "code_point",
    inclusive: bool = False,
    *,
    where: str = "$",
) -> Reconciled:
    """The span of `text` that the raw numbers `start` and `end` mean.

    `unit` and `inclusive` (the end is the last character, not the place after it) say what is documented;
    `start` None is 0, as some products leave zeros out. `expected` is the covered text as the payload repeats
    it; white space around it does not count. `where` is the JSON path of the span, for the finding.
    """
    first = 0 if start is None else start
    read = _read(text, first, end, unit, inclusive)
    if expected is not None and not expected.strip():
        expected = None
    if expected is None:
        if read is not None:
            return Reconciled(read.start, read.end, unit)
        return _unknown(where, first, end, unit, "does not fit the text")
    wanted = expected.strip()
    if read is not None and text[read.start : read.end].strip() == wanted:
        return Reconciled(read.start, read.end, unit)
    other = _other(text, first, end, unit, inclusive, lambda piece: piece.strip() == wanted, where)
    return other or _located(text, expected, where, first, end, unit)


def recognised(
    text: str,
    start: int | None,
    end: int | None,
    fits: Callable[[str], bool],
    unit: OffsetUnit = "code_point",
    inclusive: bool = False,
    *,
    where: str = "$",
) -> Reconciled:
    """As `reconciled`, for a span whose text is not repeated but can be told by its look (`fits`).

    Where nothing looks right, the documented reading is not believed either.
    """
    first = 0 if start is None else start
    read = _read(text, first, end, unit, inclusive)
    if read is not None and fits(text[read.start : read.end]):
        return Reconciled(read.start, read.end, unit)
    other = _other(text, first, end, unit, inclusive, fits, where)
    return other or _unknown(where, first, end, unit, "covers nothing that it could stand for")


def located(text: str, expected: str) -> Reconciled:
    """The only place of `expected` in `text`; unknown where it is missing or stands more than once.

    The finding carries no path; `reconciled` is for spans that have numbers.
    """
    return _located(text, expected, "$", None, None, None)


def _read(text: str, start: int, end: int | None, unit: OffsetUnit, inclusive: bool) -> Span | None:
    """The numbers in one reading; None if they do not fit or cover nothing."""
    if end is None:
        return None
    try:
        if not inclusive:
            span = code_points(text, Span(start, end), unit)
        else:
            # The end names the last character, or (in bytes and UTF-16 units) a unit inside it.
            span = _inclusive(text, start, end, unit)
    except (OffsetError, ValueError, OverflowError):
        return None
    return span if span.start < span.end else None


def _inclusive(text: str, start: int, end: int, unit: OffsetUnit) -> Span:
    """The span up to and with the character that the unit at `end` belongs to.

    Raises OffsetError when it does not fit.
    """
    if end < start:
        raise OffsetError("the span is empty")
    for width in range(1, 5):
        try:
            return code_points(text, Span(start, end + width), unit)
        except OffsetError:
            if unit == "code_point":
                break
    raise OffsetError("the span does not fit the text")


def _other(
    text: str,
    start: int,
    end: int | None,
    unit: OffsetUnit,
    inclusive: bool,
    fits: Callable[[str], bool],
    where: str,
) -> Reconciled | None:
    """The one span that another reading of the numbers gives; None if there is none or more than one."""
    found: dict[tuple[int, int], tuple[OffsetUnit, bool]] = {}
    for other_unit in (unit, *(one for one in UNITS if one != unit)):
        for other_end in (inclusive, not inclusive):
            span = _read(text, start, end, other_unit, other_end)
            if span is None or not fits(piece := text[span.start : span.end]):
                continue
            # Two readings that differ by white space alone are one.
            first = span.start + len(piece) - len(piece.lstrip())
            found.setdefault((first, first + len(piece.strip())), (other_unit, other_end))
    if len(found) != 1:
        return None
    ((first, last), (counted, closed)), *_ = found.items()
    how = f"{_COUNTED[counted]} with the end {'inclusive' if closed else 'exclusive'}"
    finding = ImportFinding(
        "other_offsets",
        f"the offsets count {how}, not as documented",
        where,
        {"raw": [start, end], "documented": unit, "unit": counted, "inclusive": closed},
    )
    return Reconciled(first, last, counted, finding)


def _located(
    text: str, expected: str, where: str, start: int | None, end: int | None, unit: OffsetUnit | None
) -> Reconciled:
    wanted = expected.strip()
    at = text.find(wanted) if wanted else -1
    if at < 0:
        return _unknown(where, start, end, unit, "repeats text that does not stand there", expected)
    if text.find(wanted, at + 1) >= 0:
        return _unknown(where, start, end, unit, "repeats text that stands in several places", expected)
    finding = ImportFinding(
        "located_by_text",
        "the offsets do not fit the text that they repeat; it was found by search",
        where,
        {"raw": [start, end], "documented": unit},
    )
    return Reconciled(at, at + len(wanted), None, finding)


def _unknown(
    where: str,
    start: int | None,
    end: int | None,
    unit: OffsetUnit | None,
    why: str,
    expected: str | None = None,
) -> Reconciled:
    data: dict[str, object] = {"raw": [start, end], "documented": unit}
    if expected is not None:
        data["repeated"] = expected if len(expected) <= _SHOWN else expected[:_SHOWN] + "..."
    message = f"the span {start} to {end} {why}; what the citation covers is unknown"
    return Reconciled(None, None, None, ImportFinding("unknown_span", message, where, data))
