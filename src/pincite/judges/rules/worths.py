"""What two figures have to share to be the same, and when one stands where the other might stand."""

from __future__ import annotations

import re
from typing import Final

from pincite.model.figure import Figure

_YEAR: Final = re.compile(r"1\d{3}|20\d{2}")
Worth = tuple[object, object, object]


def date_of(figure: Figure) -> str | None:
    """The date that a figure gives; four bare digits behind a word are a year as well."""
    if figure.date is None and not figure.unit and _YEAR.fullmatch(figure.text.strip()) is not None:
        return figure.text.strip()
    return figure.date


def worth(figure: Figure) -> Worth:
    """What two figures of one kind have to share to be the same: version 4.2 has no value, only its text."""
    date = date_of(figure)
    if date is not None:
        return date, None, None
    value: object = figure.value
    return None, figure.text.casefold().strip() if value is None else value, figure.high


def kind_of(figure: Figure) -> str:
    return "date" if date_of(figure) is not None else figure.kind


def same_value(one: Figure, other: Figure) -> bool:
    return kind_of(one) == kind_of(other) and one.unit == other.unit and worth(one) == worth(other)


def rival_of(one: Figure, other: Figure) -> bool:
    if kind_of(one) != kind_of(other) or one.unit != other.unit or same_value(one, other):
        return False
    if (one.high is None) != (other.high is None):
        return False  # a range beside a value is its margin
    mine, theirs = date_of(one), date_of(other)
    if mine is not None and theirs is not None:
        # "In 2016" and "in May 2019" rule each other out; "May 2019" is no rival of "2019".
        return (
            not mine.startswith(theirs)
            and not theirs.startswith(mine)
            and full_date(mine) == full_date(theirs)
        )
    return not (one.kind in ("number", "identifier") and one.noun and other.noun and one.noun != other.noun)


def full_date(date: str) -> bool:
    """Whether the date names its year."""
    return date[:4].isdigit()


def among(figure: Figure, claimed: set[Worth]) -> bool:
    """Whether the claim has the figure, a date perhaps by its year only."""
    date = date_of(figure)
    return worth(figure) in claimed or (
        date is not None and any(isinstance(one[0], str) and date.startswith(one[0]) for one in claimed)
    )


def form(figure: Figure) -> str:
    return date_of(figure) or f"{figure.value} {figure.unit}"
