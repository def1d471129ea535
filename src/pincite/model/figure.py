"""Figures, dates and quotations found in a text."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct

Match = Literal["exact", "converted", "rounded", "derived", "missing"]

FigureKind = Literal[
    "number",  # a bare count or value: 12, three, 1.5 million
    "measure",  # a value with a physical or countable unit: 250 mg, 14 days, 3.25x
    "money",
    "percent",
    "points",  # percentage points and basis points, in percentage points
    "date",  # a day, month, year, quarter, fiscal year or decade
    "time",  # a time of day
    "ordinal",
    "identifier",  # a version, section, register, page or phone number: compared as written
]


class Figure(Struct, frozen=True, kw_only=True):
    """One figure: what it is worth, in what unit, and where it stands.

    `value` is exact and in the unit's base (USD, not thousands; metres, not kilometres); `high` is the
    upper end of a range. `written` is the value as the text writes it before unit and scale, `step` the
    size of the last written digit in base units (the precision). `unit` is the base unit's name,
    `unit_text` what the text says. A `date` has no value but `date`: ISO parts as far as they are known
    ("2024-03-05", "2024-03", "2024", "2024-Q3", "FY2024", "1990s", "--03-05"; a range is
    "2024-10/2024-12"); `dates` lists other readings of an open one (03/04/2025). `noun` is the folded
    word that a number counts, or the cue of an identifier ("section", "room"). `bound` says what the
    words around it make of it ("max", "min", "above", "below", "about", or None). `readings` lists other
    values that the notation allows (1.000 in a text whose locale is unknown); empty when there is one
    reading.
    """

    text: str
    start: int
    end: int
    kind: FigureKind
    value: Fraction | None = None
    high: Fraction | None = None
    step: Fraction | None = None
    unit: str = ""
    unit_text: str = ""
    date: str | None = None
    bound: str | None = None
    negative: bool = False
    scaled_by_header: bool = False
    readings: tuple[Fraction, ...] = ()
    written: Fraction | None = None
    noun: str = ""
    dates: tuple[str, ...] = ()


class FigureMatch(Struct, frozen=True, kw_only=True):
    """A figure of the claim and what the evidence has for it.

    `difference` names what differs when `match` is "missing" and a near counterpart exists: "value",
    "unit", "scale", "sign", "date", "precision" (a date more exact than the source's),
    "percent_vs_points", "currency"; None when nothing comparable is there. On an exact match it names a
    doubt: "position" (the digits are there, but certainly for another row, column, role or subject),
    "bound" (a maximum against a minimum), "ambiguous" (only one of several readings of the notation
    agrees).
    """

    figure: Figure
    match: Match
    evidence: Figure | None = None
    passage: int | None = None
    difference: str | None = None


QuoteState = Literal["verbatim", "altered", "stitched", "elsewhere", "absent", "short"]


class QuoteMatch(Struct, frozen=True, kw_only=True):
    """A quotation of the claim (or a citation's quoted span) and where its words really stand."""

    text: str
    start: int
    end: int
    state: QuoteState
    passage: int | None = None
    evidence_start: int | None = None
    evidence_end: int | None = None
    difference: str | None = None
