"""Citation recall and precision after ALCE (Gao, Yen, Yu and Chen, Enabling Large Language Models to Generate
Text with Citations, 2023), twice.

A sentence is supported when it has a citation, none leads nowhere, and its sources together fully support
it. In a supported sentence a citation is irrelevant when it alone does not fully support the sentence and
the others still do; in any other sentence all citations are. Both numbers are means over answers, in percent.

`alce` reads an answer as the published scorer does: only the first paragraph, only `[` and the digits that
follow, the last document for `[0]`, the first three citations of a sentence, and no price for citations that
lead nowhere, because their whole sentence stays out of the count of citations. `alce_fixed` is the same
definition over every sentence and every marker, with each source once a sentence and nothing left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from pincite.metrics.families.family import Family, Number
from pincite.metrics.families.outcomes import FULL, MISS, Outcome, hit, left_out, still_open, worth
from pincite.metrics.families.statements import Cited, Said, Statement
from pincite.model.span import Span

MOST_CITATIONS: Final = 3

# The scorer takes the digits after an opening bracket. Nine of them are out of any range.
_NUMBER: Final = re.compile(r"\[(\d{1,9})")
# What is blanked when the sentence is read: the whole marker, a list included, or what there is of it.
_SIGN: Final = re.compile(r"\[\d+(?:[ \t]?[,;–-][ \t]?\d+)*\]?")


def first_paragraph(text: str) -> Span:
    """The text up to its first line break, outer blanks aside."""
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start)
    body = text[start : len(text) if end < 0 else end]
    return Span(start, start + len(body.rstrip()))


def signs(text: str, paragraph: Span) -> tuple[Span, ...]:
    """The bracketed numbers in a stretch of text."""
    return tuple(Span(*found.span()) for found in _SIGN.finditer(text, paragraph.start, paragraph.end))


def looked_at(sentence: str, documents: int | None) -> tuple[tuple[int, int | None], ...]:
    """The citations of a sentence that the scorer looks at: the number, and the index of the document.

    If one number is beyond the last document, all are given and none has an index. Otherwise the first three
    are; 0 is the last document. Without a known number of documents nothing is out of range.
    """
    numbers = [int(found) for found in _NUMBER.findall(sentence)]
    if documents is not None and any(number > documents or documents == 0 for number in numbers):
        return tuple((number, None) for number in numbers)
    some = numbers[:MOST_CITATIONS]
    return tuple((number, number - 1 if number or documents is None else documents - 1) for number in some)


def recall(statements: Sequence[Statement]) -> Iterable[Outcome]:
    """One a sentence."""
    for one in statements:
        yield worth(one.union, FULL) if one.cited and one.valid else MISS


def precision(statements: Sequence[Statement]) -> Iterable[Outcome]:
    """One a citation, the same source as often as it is shown; none of a sentence that cites out of range."""
    for one in statements:
        yield from (
            _relevant(one, one.citations) if one.valid else _each(left_out("out_of_range"), one.citations)
        )


def precision_fixed(statements: Sequence[Statement]) -> Iterable[Outcome]:
    """One a source of a sentence, whether it exists or not."""
    for one in statements:
        yield from _relevant(one, one.sources) if one.valid else _each(MISS, one.sources)


def _each(outcome: Outcome, citations: Sequence[Cited]) -> list[Outcome]:
    return [outcome] * len(citations)


def _relevant(one: Statement, citations: Sequence[Cited]) -> list[Outcome]:
    union = one.union
    if union.open:
        return _each(still_open(union), citations)
    if union.label != "full":
        return _each(MISS, citations)
    mentions = Counter(cited.key for cited in citations)
    # Taking away one of two mentions of a source leaves all sources there.
    return [_needed(cited, union if mentions[cited.key] > 1 else one.without(cited)) for cited in citations]


def _needed(cited: Cited, others: Said) -> Outcome:
    """A citation of a supported sentence, given what the others say together."""
    if cited.said.label == "full":
        return hit()
    if others.open:
        return still_open(others)
    if others.label != "full":
        return hit()
    return still_open(cited.said) if cited.said.open else MISS


def _numbers(units: Callable[[Sequence[Statement]], Iterable[Outcome]], citations: str) -> tuple[Number, ...]:
    return (
        Number(
            name="recall",
            formula="mean over answers of: sentences whose citations all lead to a source and together fully"
            " support them / sentences, in percent",
            unit="sentence",
            form="macro",
            units=recall,
        ),
        Number(
            name="precision",
            formula="mean over answers of: citations of supported sentences that are full alone or that the"
            f" others cannot do without / {citations}, in percent; 0 for an answer without any",
            unit="citation",
            form="macro",
            units=units,
            empty=MISS,
        ),
    )


ALCE = Family(
    name="alce",
    title="Gao and others 2023: ALCE, as its published scorer counts",
    numbers=_numbers(precision, "citations of sentences that cite nothing out of range"),
    reading="first_paragraph",
)

ALCE_FIXED = Family(
    name="alce_fixed",
    title="Gao and others 2023: ALCE, without the gaps of its scorer",
    numbers=_numbers(precision_fixed, "citations, each source once a sentence"),
)
