"""What tests of citations are written with, beside the fixture `pincite` of the pytest plugin.

from pincite.testing import answers, cases

@cases("data/cases.jsonl")
def test_answer(case, pincite):
    answer, passages = ask(case.question)
    pincite.assert_cited(answer, passages)

@answers("data/answers.jsonl")
def test_recorded(answer, pincite):
    pincite.assert_cited(answer)
"""

from __future__ import annotations

import pytest

__all__ = ["Undecided", "answers", "cases"]


class Undecided(Exception):  # noqa: N818 - it is no error of the answer, and its name is what people read
    """The judge could not decide a claim, or failed: the test says nothing about the answer."""


def cases(*patterns: str, argument: str = "case") -> pytest.MarkDecorator:
    """Run a test once for each gold case in the files, with the case's id as the test's.

    Patterns are paths or globs relative to pytest's root folder. The test takes the case as `argument`. Files
    that are missing or cannot be read are an error of collection, never no tests.
    """
    return pytest.mark.pincite_cases(*patterns, argument=argument)


def answers(*patterns: str, argument: str = "answer") -> pytest.MarkDecorator:
    """The same for recorded answers; a test's id is that of the answer's case, else the answer's own."""
    return pytest.mark.pincite_answers(*patterns, argument=argument)
