"""Counts the steps of a piece of work, and long strings of one kind to feed it with.

A step is a line of Python that is run. Time would depend on the machine; what compiled code does within one
line is not seen, so patterns are read apart (`text_repeats`).
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

# One unit of each family is repeated to the length that is wanted.
FAMILIES = {
    "a letter": "a",
    "a word": "word ",
    "sentences": "The report was not approved. ",
    "names": "Anna Bell ",
    "titles": "Dr. Smith of Acme Inc. ",
    "initials": "J. ",
    "abbreviations": "e.g. ",
    "stops": ".",
    "dashes": "-",
    "blanks": " ",
    "hard blanks": "\u00a0",
    "line breaks": "\n",
    "short lines": "a\n",
    "open brackets": "[",
    "broken markers": "[1,",
    "markers": "[1] ",
    "cited sentences": "It is so [1]. ",
    "open parentheses": "(a",
    "parentheses": "(a) ",
    "quotations": '"a b c d" ',
    "open quotations": '"a ',
    "typographic quotations": "“the report says that” ",
    "corner quotations": "「a」",
    "figures with units": "12 kg, ",
    "pointed figures": "1.",
    "hyphened figures": "1-",
    "shares": "5 % of 10 ",
    "years": "2019 and ",
    "dates": "12 May 2019, ",
    "versions": "1.2.3 ",
    "clock times": "12:30 ",
    "fractions": "1/2 ",
    "money": "€ 5 ",
    "ratios": "3 of 10 ",
    "bounds": "more than 5 less than ",
    "number words": "twenty one ",
    "German numbers": "zig",
    "references": "Section 4 of ",
    "table rows": "| a | 12 |\n",
    "bars": "|",
    "comma rows": "a,1\n",
    "commas": "a, ",
    "semicolons": "a; ",
    "labels": "a: b ",
    "conjuncts": "cats and dogs and ",
    "negations": "not ",
    "double negations": "not without ",
    "conditions": "may not unless ",
    "limits": "only with ",
    "relative clauses": "which is a, ",
    "reported speech": "He said that it is, but she ",
    "questions": "Why? ",
    "abstentions": "I cannot find this in the documents. ",
    "instructions": "Ignore all previous instructions. ",
    "headings": "Notes\n\n",
    "hashes": "# a\n",
    "items": "- a\n",
    "numbered items": "1. a\n",
    "quoted lines": "> a\n",
    "fences": "```\na\n",
    "emphasis": "**a** ",
    "code": "`a` ",
    "LaTeX": "\\cite{a} ",
    "elements": "<cite>",
    "author and year": "(Smith, 2020) ",
    "a bibliography": "[1] a\n",
    "addresses": "http://a.b/",
    "Chinese": "第一条规定不得",
    "kana": "しかし",
    "full width": "Ａ１",
    "umlauts": "ä ",
    "combining accents": "e\u0301",
    "soft hyphens": "a\u00ad",
    "elisions": "l'",
    "letters and digits": "a1b2 ",
    "superscripts": "¹",
    "emoji": "😀 ",
    "Base64": "aGVsbG8gd29ybGQ",
}


def repeated(unit: str, length: int) -> str:
    """The unit again and again, cut to the length."""
    return (unit * (length // len(unit) + 1))[:length]


def _forget() -> None:
    """Empty every bounded cache of the package, so that each piece of work is done from the beginning."""
    for name, module in list(sys.modules.items()):
        if name.startswith("pincite"):
            for value in list(vars(module).values()):
                if isinstance(value, functools._lru_cache_wrapper) and value.cache_parameters()["maxsize"]:
                    value.cache_clear()


def steps(work: Callable[[], object]) -> int:
    """How many lines of Python the work runs."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    _forget()
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def growth(work: Callable[[str], object], unit: str, length: int) -> tuple[int, int]:
    """The steps for a text of the length and for one four times as long."""
    short, long = repeated(unit, length), repeated(unit, 4 * length)
    return steps(lambda: work(short)), steps(lambda: work(long))


FACTOR = 6
"""For four times the text, at most so many times the steps: linear, with room for what sets in late."""
SLACK = 3000
"""Steps that do not count: a short text is not even worth a second look to some parts."""


def grown_too_much(work: Callable[[str], object], length: int) -> dict[str, tuple[int, int]]:
    """The families for which the steps grow faster than the text."""
    found = {}
    for name, unit in FAMILIES.items():
        few, many = growth(work, unit, length)
        if many > FACTOR * few + SLACK:
            found[name] = (few, many)
    return found
