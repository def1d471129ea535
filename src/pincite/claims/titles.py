"""Lines that only name what follows: headings without their signs, and lead-ins that say nothing alone."""

from __future__ import annotations

import re
from typing import Final

from pincite.text.figures import figures

_BOLD: Final = re.compile(r"\s*(\*\*|__)[^*_\n]+\1\s*[:：]?\s*\Z")
_VALUED: Final = re.compile(r"[:：=]\s*[^\W\d_]{0,3}\s*[\d€$£¥]|[€$£¥%‰°]")
_TITLE_WORDS: Final = 8
_ANNOUNCING: Final = re.compile(
    r"\b(?:following|as follows|below|here(?:['’]s| is| are)|these|such as|including|folgende\w*|wie folgt"
    r"|hier (?:ist|sind)|suivante?s?|ci-dessous|voici|siguientes?|a continuación)\b|以下|如下|次の",
    re.IGNORECASE,
)
_OPEN_END: Final = re.compile(
    r"\b(?:is|are|was|were|include|includes|including|included|contains?|covers?|comprises?|requires?|needs?|means|provides?|offers?"
    r"|to|of|for|by|in|with|from|on|at|that|ist|sind|enthält|umfasst|est|sont|comprend|contient|es|son|incluye|contiene)$",
    re.IGNORECASE,
)


def is_bold(line: str) -> bool:
    """Whether a line is set in bold as a whole."""
    return _BOLD.match(line) is not None


def names_only(line: str, *, leads: bool) -> bool:
    """Whether a line without a predicate names something, a list below it where it `leads` one.

    A number may be part of the name ("Fibre 300", "Step 2"), a date that of a list; an amount with its
    unit may be the answer itself ("**12 months**").
    """
    body = line.strip(" :：")
    if len(body.split()) > _TITLE_WORDS or _VALUED.search(body) or not any(map(str.isalpha, body)):
        return False
    allowed = ("number", "identifier", "date") if leads else ("number", "identifier")
    return all(figure.kind in allowed for figure in figures(body))


def opens_list(text: str) -> bool:
    """Whether a lead-in says nothing without its list: "The kit contains:", "The steps are as follows:"."""
    body = text.rstrip(" :：*_")
    return _ANNOUNCING.search(body) is not None or _OPEN_END.search(body) is not None
