"""ISO dates as they stand in records, and their order."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache


@lru_cache(maxsize=4096)
def parse_date(text: str) -> date | datetime | None:
    """The date, or the date and time (UTC if no zone is given), that an ISO 8601 text names; else None."""
    value = text.strip()
    # `fromisoformat` also reads "20240301" and week dates; a record says what it means with hyphens.
    if not value.isascii() or len(value) < 10 or value[4] != "-" or value[7] != "-":
        return None
    try:
        if len(value) == 10:
            return date.fromisoformat(value)
        moment = datetime.fromisoformat(value)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def later(left: str | None, right: str | None) -> bool | None:
    """Whether `left` lies after `right`; None when one is missing or no ISO date.

    Two moments are compared as moments; as soon as one is only a day, both are compared as days.
    """
    first = parse_date(left) if left else None
    second = parse_date(right) if right else None
    if first is None or second is None:
        return None
    if isinstance(first, datetime) and isinstance(second, datetime):
        return first > second
    return _day(first) > _day(second)


def _day(value: date | datetime) -> date:
    return value.date() if isinstance(value, datetime) else value
