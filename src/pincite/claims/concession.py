"""Words by which a sentence gives way or turns against what was said, and words that point back."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Final

_SEMICOLON: Final = re.compile(r"[;；]\s*")
_UNSPACED: Final = re.compile(
    r"(?<=[，,])\s*(?=但|不过|然而|可是|虽然|尽管)|(?<=が、)|(?<=けれど、)|(?<=けど、)|(?<=ものの、)"
)
_COMMA: Final = re.compile(r"[,，、]\s*")


@lru_cache(maxsize=8)
def _pattern(name: str) -> re.Pattern[str]:
    table = tomllib.loads(files("pincite.claims").joinpath("concession.toml").read_text(encoding="utf-8"))
    union = "|".join(f"(?:{pattern})" for pattern in table[name])
    if name == "turning":
        union = rf"[,–—-]?\s+(?=(?:{union})\b)"
    elif name != "adversative":
        union = rf"\W*(?:{union})"
    return re.compile(union, re.IGNORECASE)


def turning_places(text: str, start: int, end: int) -> list[int]:
    """Where parts of the sentence `text[start:end]` may begin that turn against what stands before them."""
    patterns = (_SEMICOLON, _pattern("turning"), _UNSPACED)
    places = {match.end() for pattern in patterns for match in pattern.finditer(text, start + 1, end)}
    if _pattern("concessive").match(text, start, end):
        comma = _COMMA.search(text, start, end)
        if comma is not None:
            places.add(comma.end())
    return sorted(places)


def concessive(clause: str) -> bool:
    """Whether a clause opens with "although" or the like."""
    return _pattern("concessive").match(clause) is not None


def adversative(text: str) -> bool:
    """Whether "but", "however" or the like stands in the text."""
    return _pattern("adversative").search(text) is not None


def opens_against(statement: str) -> bool:
    """Whether a statement opens with "but", "that said" or the like, or with "by all I know"."""
    match = _pattern("adversative").search(statement[:_OPENING])
    return match is not None and not statement[: match.start()].strip(_SIGNS)


_OPENING: Final = 40
_SIGNS: Final = " \t\r\n,.;:!?–—-\"'“”„«»()*_"


def about_sources(statement: str) -> bool:
    """Whether a statement opens as one about what the sources hold, or about what was found in them."""
    return _pattern("about_sources").match(statement) is not None


def points_back(statement: str) -> bool:
    """Whether a statement opens with a pronoun."""
    return _pattern("pointing").match(statement) is not None
