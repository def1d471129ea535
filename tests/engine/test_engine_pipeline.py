"""From answers to results: what holds whatever the text is, and the states that must not be confused."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import pincite
from pincite.claims.policy import load_policy
from pincite.engine.run import Bookkeeping
from pincite.engine.setting import Setting
from pincite.engine.stream import check_answers
from pincite.io.answers import answers_from
from pincite.judges.naming import named_judge
from pincite.metrics.summary import summarise
from pincite.model import Answer

PIECES = st.sampled_from(
    [
        *("[1]", "[2]", "[9]", "[1, 2]", "[1-3]", "【1†source】", "[^1]", "¹", "(p. 4)"),
        *("<cite>[0-1]</cite>", "```\nx[1]\n```", "| a | b |\n|---|---|\n| 1 | 2 |\n", "- item", "\n\n"),
        *("“quoted words here”", "3,25 %", "€1.000", "not", "unless", "Dr. Smith", "。", "百分之十五"),
        *("I could not find it.", "\U0001f600", "\u202e", "\x00"),
    ]
)
WORDS = st.text(st.characters(codec="utf-8"), max_size=12)
TEXTS = st.lists(st.one_of(PIECES, WORDS), max_size=14).map(" ".join)


def records(texts: list[str], passages: list[str]) -> list[dict[str, Any]]:
    return [
        {"answer_id": f"a{n}", "text": text, "question": "What?", "prompt_chunks": passages}
        for n, text in enumerate(texts)
    ]


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, passages=st.lists(TEXTS, max_size=3))
def test_any_text_is_checked_and_every_claim_is_a_slice(text: str, passages: list[str]) -> None:
    result = pincite.check_answer(text, passages)
    for claim in result.claims:
        assert result.text[claim.start : claim.end] == claim.text
        assert (claim.status == "judged") == (claim.label is not None)
        for link in claim.citations:
            if link.evidence is not None:
                assert link.evidence.text
    for finding in result.findings:
        if finding.answer_span is not None:
            assert 0 <= finding.answer_span.start <= finding.answer_span.end <= len(text)


def setting() -> Setting:
    return Setting(policy=load_policy(), judge=named_judge("rules"))


def answers(texts: list[str], passages: list[str]) -> list[Answer]:
    return [one for one in answers_from(records(texts, passages)) if isinstance(one, Answer)]


@settings(max_examples=15, deadline=None)
@given(
    texts=st.lists(TEXTS, min_size=1, max_size=6), passages=st.lists(TEXTS, max_size=2), cut=st.integers(0, 6)
)
def test_shards_merge_to_the_whole(texts: list[str], passages: list[str], cut: int) -> None:
    everything = answers(texts, passages)
    whole, left, right = (Bookkeeping(setting()) for _ in range(3))
    for books, some in ((whole, everything), (left, everything[:cut]), (right, everything[cut:])):
        for answer, result in check_answers(some, setting()):
            books.add(answer, result)
    right.tally.merge(left.tally)
    assert summarise(right.tally) == summarise(whole.tally)


@settings(max_examples=15, deadline=None)
@given(
    texts=st.lists(TEXTS, min_size=1, max_size=6),
    passages=st.lists(TEXTS, max_size=2),
    batch=st.integers(1, 7),
)
def test_batching_changes_nothing(texts: list[str], passages: list[str], batch: int) -> None:
    some = answers(texts, passages)
    one = [result for _, result in check_answers(some, setting(), batch=batch)]
    other = [result for _, result in check_answers(some, setting())]
    assert one == other


def codes(result: pincite.AnswerResult) -> set[str]:
    return {finding.code for finding in result.findings}


def test_a_supported_claim_is_full_and_quiet() -> None:
    result = pincite.check_answer("Each loan runs for 21 days [1].", ["Each loan runs for 21 days."])
    (claim,) = result.claims
    assert (claim.label, claim.status) == ("full", "judged")
    assert not codes(result)


def test_a_wrong_figure_is_a_contradiction_with_both_places() -> None:
    result = pincite.check_answer("Each loan runs for 30 days [1].", ["Each loan runs for 21 days."])
    (claim,) = result.claims
    assert claim.label == "contradiction"
    figure = next(finding for finding in result.findings if finding.code == "PC401")
    assert figure.answer_span is not None
    assert result.text[figure.answer_span.start : figure.answer_span.end].startswith("30")


def test_an_unknown_marker_is_unresolved_and_counts_against_precision() -> None:
    run = pincite.check(
        [{"text": "Each loan runs for 21 days [7].", "prompt_chunks": ["Each loan runs for 21 days."]}]
    )
    (result,) = run.results
    assert "PC201" in codes(result)
    precision = run.summary.metrics["citation_precision"]
    assert (precision.numerator, precision.denominator) == (0, 1)


def test_a_prompt_that_was_not_recorded_leaves_links_unjudged_not_wrong() -> None:
    run = pincite.check([{"text": "Each loan runs for 21 days [1].", "prompt_chunks": None}])
    (claim,) = run.results[0].claims
    assert (claim.label, claim.status, claim.reason) == (None, "unjudged", "no_evidence_text")
    precision = run.summary.metrics["citation_precision"]
    assert precision.value is None
    assert precision.excluded == {"no_evidence_text": 1}


def test_the_marker_style_changes_no_number() -> None:
    passages = ["Each loan runs for 21 days.", "Members may hold twelve items."]
    styles = [
        "Each loan runs for 21 days [1]. Members may hold twelve items [2].",
        "Each loan runs for 21 days.[1] Members may hold twelve items.[2]",
        "Each loan runs for 21 days【1】. Members may hold twelve items【2】.",
    ]
    values = [
        {
            name: metric.value
            for name, metric in pincite.check(records([style], passages)).summary.metrics.items()
        }
        for style in styles
    ]
    for other in values[1:]:
        differing = {name for name in other if other[name] != values[0][name]}
        assert differing <= {"claim_coverage", "citation_density"}


def test_a_figure_that_only_the_context_decides_is_no_crash() -> None:
    chunk = {"document_id": "d", "chunk_id": "1", "text": "x", "title": "It has two studios."}
    run = pincite.check([{"text": "It has two studios and costs €90 [1].", "prompt_chunks": [chunk]}])
    assert [claim.label for claim in run.claims] != ["full"]
