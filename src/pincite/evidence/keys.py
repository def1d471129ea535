"""What the key of a marker can name: a position, a document, a page of a file, an address."""

from __future__ import annotations

import re
import unicodedata

from msgspec import Struct

_NUMBER = re.compile(r"(?:doc|citation:|id:|ref:|source:|\^|#)?[ ]?([0-9]{1,9})", re.IGNORECASE)
# RAGFlow's `[ID:0]` and Command-R's `<co: 0>` count from 0; every other position counts from 1.
_FROM_ZERO = re.compile(r"[\[【(]\s*ID\s*[::]|</?co\b", re.IGNORECASE)
_PAGE = re.compile(
    r"(.*?)(?:#page=|,? ?\(?\b(?:pages?|seiten?|pp?\.|s\.) ?:? ?)([0-9]{1,6}(?: ?[-–] ?[0-9]{1,6})?)\)?",
    re.IGNORECASE,
)
# Running numbers of a search tool ("turn0search3", "4:0†source"): they mean nothing outside their session.
_SESSION = re.compile(r"turn[0-9]+[a-z]+[0-9]+|[0-9]+(?::[0-9]+)?†.*", re.IGNORECASE)
_SECTION = re.compile(r"[0-9]+(?:\.[0-9]+)*")
_WRAPPING = "[](){}<>【】［］（）〔〕「」^ \t"


class Named(Struct, frozen=True):
    """An id with the page that the key adds to it (`loan-rules.pdf#page=3`)."""

    name: str
    page: str | None = None


def bare(marker: str) -> str:
    """The inside of a marker: `[1]` and `【1】` as `1`."""
    return unicodedata.normalize("NFKC", marker.strip().strip(_WRAPPING)).strip(_WRAPPING)


def position(key: str, marker: str | None) -> int | None:
    """The 0-based position that a numeric key names, or None when the key is no number.

    May be -1 (`[0]` where counting starts at 1); the caller must not let it wrap around.
    """
    match = _NUMBER.fullmatch(bare(key))
    if match is None or of_session(key, marker):
        return None
    from_zero = marker is not None and _FROM_ZERO.match(marker.strip()) is not None
    return int(match[1]) - (0 if from_zero else 1)


def of_session(key: str, marker: str | None) -> bool:
    """Whether a marker numbers the results of a tool session: without a stored map it names nothing."""
    return (marker is not None and "†" in marker) or _SESSION.fullmatch(key.strip()) is not None


def page_only(key: str) -> str | None:
    """The page that a key names without naming a document ("#page=47"), or None."""
    return key[6:] if key.startswith("#page=") else None


def named(key: str) -> tuple[Named, ...]:
    """The readings of a key as an id, the literal one first."""
    literal = key.strip()
    readings = [Named(literal)]
    match = _PAGE.fullmatch(literal)
    if match is not None and match[1].strip():
        readings.append(Named(match[1].strip(" ,"), match[2]))
    elif "#" in literal and "://" in literal:
        readings.append(Named(literal.partition("#")[0]))
    return tuple(readings)


def names_a_source(key: str) -> bool:
    """Whether a key is an id or address that can be looked up, rather than a number or a description."""
    text = key.strip()
    if not text or text.startswith("#") or of_session(text, None) or position(text, None) is not None:
        return False
    if text.lower().startswith(("http://", "https://")):
        return True
    return (
        " " not in text
        and any(letter.isalpha() for letter in text)
        and any(letter in "-_./#0123456789" for letter in text)
    )


def pages(value: int | str | None) -> tuple[int, int] | None:
    """A page, or a range of pages, as first and last number; None when it is not written in digits."""
    if value is None:
        return None
    if isinstance(value, int):
        return (value, value)
    numbers = re.findall(r"[0-9]{1,9}", value)
    if not 1 <= len(numbers) <= 2:
        return None
    return (int(numbers[0]), int(numbers[-1]))


def same_page(cited: int | str | None, stored: int | str | None) -> bool | None:
    """Whether two page statements overlap; None when one is missing or they cannot be compared."""
    if cited is None or stored is None:
        return None
    first, second = pages(cited), pages(stored)
    if first is None or second is None:
        return True if str(cited).strip().casefold() == str(stored).strip().casefold() else None
    return first[0] <= second[1] and second[0] <= first[1]


def same_section(cited: str | None, stored: str | None) -> bool | None:
    """Whether two section statements can mean the same; None when one is missing or they cannot be compared.

    Numbers decide where both have them, and a section holds its own parts ("3" and "3.2"). Without numbers,
    titles that share a word are never called different.
    """
    if not cited or not stored:
        return None
    first, second = _SECTION.search(cited), _SECTION.search(stored)
    if first is not None and second is not None:
        left, right = first[0].split("."), second[0].split(".")
        shorter = min(len(left), len(right))
        return left[:shorter] == right[:shorter]
    if first is not None or second is not None:
        return None
    words, others = set(cited.casefold().split()), set(stored.casefold().split())
    if words & others or cited.casefold() in stored.casefold() or stored.casefold() in cited.casefold():
        return True
    return False if cited.isascii() == stored.isascii() else None
