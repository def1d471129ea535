"""The recorded answers as tests, one each: `pip install pytest`, then `pytest citations`."""

from __future__ import annotations

from typing import Any

from pincite.testing import answers


@answers("citations/answers.jsonl")
def test_recorded(answer: Any, pincite: Any) -> None:
    pincite.assert_cited(answer)


# With your system at hand, ask it in the test instead. Each gold case with a question becomes a test:
#
# @cases("citations/cases.jsonl")
# def test_answer(case, pincite):
#     answer, passages = ask(case.question)
#     pincite.assert_cited(answer, passages)
