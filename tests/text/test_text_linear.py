"""The steps of every function over text grow no faster than the text, whatever it is made of; so do those of
extraction and of the rules judge, which read with them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from text_steps import FACTOR, SLACK, grown_too_much, growth, steps

from pincite.claims.abstention import abstentions
from pincite.claims.extraction import extract
from pincite.claims.policy import default_policy
from pincite.claims.sought import sought
from pincite.judges.rules import weigh
from pincite.model import Answer
from pincite.text.blocks import blocks, code_spans
from pincite.text.difference import word_difference
from pincite.text.figures import compare, figures
from pincite.text.headings import header_missing, heading_only
from pincite.text.injection import injections
from pincite.text.markers import scan_markers
from pincite.text.names import names
from pincite.text.normalise import normalise
from pincite.text.qualifiers import cues
from pincite.text.quotes import find_quote, quotations
from pincite.text.sentences import sentences
from pincite.text.wording import wording
from pincite.text.words import content_words, language, tokens

LENGTH = 320
_SAMPLE = 'The report of 2019 was not approved [1]. "A b c d" costs 12 kg, Mr Smith said.\n| a | 1 |\n'
_CLAIM = "There were 12 of 401 rows in 2019, 3.5 % more."
_REPORT = "The report of 12 May was not approved by Mr Smith before 2019."
_PASSAGE = "The report of 12 May was approved by Mr Jones in 2020. It cost 30 euros."
FUNCTIONS: dict[str, Callable[[str], object]] = {
    "sentences": sentences,
    "tokens": tokens,
    "content_words": content_words,
    "language": language,
    "normalise": normalise,
    "wording": wording,
    "blocks": blocks,
    "code_spans": code_spans,
    "cues": cues,
    "scan_markers": scan_markers,
    "quotations": quotations,
    "find_quote": lambda text: find_quote("the report says that nothing at all was lost", text),
    "figures": figures,
    "compare with a text": lambda text: compare(_CLAIM, (text,)),
    "compare a text": lambda text: compare(text, (_CLAIM,)),
    "names": names,
    "heading_only": heading_only,
    "header_missing": header_missing,
    "injections": injections,
    "word_difference": lambda text: word_difference(text, _CLAIM),
    "abstentions": abstentions,
    "sought": sought,
    "extract": lambda text: extract(Answer(answer_id="a", text=text, prompt_chunks=()), default_policy()),
    "weigh a claim": lambda text: weigh(text, (_PASSAGE,)),
    "weigh evidence": lambda text: weigh(_REPORT, (text,)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_steps_grow_with_the_text(name: str) -> None:
    work = FUNCTIONS[name]
    work(_SAMPLE)  # what is made once a process
    assert not grown_too_much(work, LENGTH)


def test_growth_with_the_square_is_told() -> None:
    def pairs(text: str) -> int:
        return sum(one == other for one in text for other in text)

    few, many = growth(pairs, "a", 100)
    assert many > FACTOR * few + SLACK


def test_a_claim_of_a_thousand_words_is_not_weighed_word_by_word() -> None:
    claim = "report approved committee budget " * 300
    decision, alignment = weigh(claim, (claim,))
    assert (decision.label, decision.status, decision.reason) == (None, "undecided", "claim_too_long")
    assert not alignment.chosen


def _weigh_figures(count: int) -> None:
    claim = "There were " + ", ".join(f"{at} kg" for at in range(count))
    weigh(claim, (" ".join(f"There were {at} kg." for at in range(5, count + 5)),))


def test_a_claim_of_many_figures_is_compared_with_many() -> None:
    few, many = (steps(partial(_weigh_figures, count)) for count in (120, 480))
    assert many < FACTOR * few


def _find_quotations(count: int) -> None:
    passage = " ".join(f"the old house number {at} is green" for at in range(2000))
    for at in range(count):
        find_quote(f"the cabin {at} is old", passage)


def test_many_quotations_are_looked_for_in_a_long_passage() -> None:
    seldom, often = (steps(partial(_find_quotations, count)) for count in (5, 25))
    assert often < 5 * seldom
