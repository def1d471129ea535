"""Every metric worked out by hand on small answers."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from metrics_rows import answer, claim, figure, quote, reference, runs

from pincite.metrics.counts import Counts, measure
from pincite.metrics.summary import summarise
from pincite.metrics.tally import Tally
from pincite.model.credit import read_credit
from pincite.model.figure import Match, QuoteState
from pincite.model.result import AnswerResult, ContextRow
from pincite.model.summary import Metric


def told(name: str, *results: AnswerResult, credit: dict[str, Any] | None = None) -> Metric:
    tally = Tally(credit=read_credit(credit or {}))
    for result in results:
        tally.add(result)
    return summarise(tally, draws=50).metrics[name]


# One full, one none, one unresolved, one malformed; a union of two partials; one more that is undecided.
LINKS = (
    claim("full", "full none unresolved malformed"),
    claim("full", "partial partial", necessary="1 2"),
    claim("undecided", "undecided"),
    claim("none", "full", verifiability="not_verifiable"),
)


@pytest.mark.parametrize(
    ("name", "numerator", "denominator", "coverage", "excluded"),
    [
        ("citation_precision", 3, 6, 6 / 7, {"undecided": 1, "not_verifiable": 1}),
        ("citation_precision_strict", 1, 6, 6 / 7, {"undecided": 1, "not_verifiable": 1}),
        (
            "citation_precision_resolved",
            1,
            4,
            4 / 5,
            {"undecided": 1, "not_verifiable": 1, "unresolved": 1, "malformed": 1},
        ),
    ],
)
def test_citation_precision(
    name: str, numerator: int, denominator: int, coverage: float, excluded: dict[str, int]
) -> None:
    metric = told(name, answer(*LINKS))
    assert (metric.numerator, metric.denominator) == (numerator, denominator)
    assert metric.value == numerator / denominator
    assert metric.coverage == coverage
    assert metric.excluded == excluded
    assert metric.bounds.low == numerator / (denominator + 1)
    assert metric.bounds.high == (numerator + 1) / (denominator + 1)


def test_a_necessary_member_hits_only_in_a_full_union() -> None:
    joined = claim("full", "partial none contradiction", necessary="1 3")
    assert told("citation_precision", answer(joined)).value == 2 / 3
    parted = claim("partial", "partial none", union="partial", necessary="1")
    assert told("citation_precision", answer(parted)).value == 0


def test_contradicting_links_are_counted_beside_a_full_one() -> None:
    result = answer(
        claim("full", "full contradiction", severity="critical"),
        claim("contradiction", "contradiction none unresolved", severity="low"),
        claim("timeout", "timeout"),
        # A table row that reads as a contradiction until its header is added.
        claim("full", "contradiction none", necessary="1 2"),
    )
    rate = told("contradiction_rate", result)
    assert (rate.numerator, rate.denominator) == (2, 6)
    assert rate.bounds.high == 3 / 7
    count = told("contradictions", result)
    assert count.value == count.numerator == 2
    assert (count.denominator, count.bounds.low, count.bounds.high) == (6, 2, 3)
    assert count.interval is None


CLAIMS = (
    claim("full", "full"),
    claim("none"),
    claim("none", "unresolved"),
    claim("partial", "partial", citation_required=False),
    claim("not_required", citation_required=False),
    claim("undecided", "undecided"),
    claim("timeout", "timeout", citation_required=False),
    claim("none", verifiability="not_verifiable", citation_required=False),
)


def test_citation_completeness() -> None:
    metric = told("citation_completeness", answer(*CLAIMS))
    assert (metric.numerator, metric.denominator, metric.coverage) == (1, 3, 3 / 4)
    assert metric.excluded == {"undecided": 1, "citation_not_required": 3, "not_verifiable": 1}


def test_claim_support() -> None:
    metric = told("claim_support", answer(*CLAIMS))
    assert (metric.numerator, metric.denominator, metric.coverage) == (1, 4, 4 / 6)
    assert metric.excluded == {"undecided": 1, "timeout": 1, "citation_not_required": 1, "not_verifiable": 1}
    assert (metric.bounds.low, metric.bounds.high) == (1 / 6, 3 / 6)


def test_uncited_required_rate() -> None:
    metric = told("uncited_required_rate", answer(*CLAIMS, claim("none", "malformed")))
    assert (metric.numerator, metric.denominator, metric.coverage) == (1, 5, 1)
    assert metric.excluded == {"citation_not_required": 3, "not_verifiable": 1}


def test_support_score() -> None:
    result = answer(
        claim("full", "full"),
        claim("full", "full contradiction"),
        claim("contradiction", "contradiction contradiction"),
        claim("partial", "partial"),
        claim("none"),
    )
    metric = told("support_score", result)
    assert (metric.numerator, metric.denominator) == (1 + 0 - 2 + 0 + 0, 5)
    assert metric.value == -1 / 5
    generous = told("support_score", result, credit={"partial": 0.5, "contradiction": -0.25})
    assert generous.numerator == pytest.approx(1 + 0.75 - 0.5 + 0.5)


def test_support_score_by_severity() -> None:
    result = answer(
        claim("full", "full", severity="critical"), claim("partial", "partial", severity="critical"),
        claim("partial", "partial", severity="low"),
    )  # fmt: skip
    credit = {"partial": 0.5, "critical": {"full": 2, "partial": 0}}
    assert told("support_score", result, credit=credit).numerator == 2 + 0 + 0.5


def test_the_score_could_fall_and_rise_by_what_is_open() -> None:
    # A full claim whose second link may yet contradict; an open claim with two open links and one that does.
    metric = told(
        "support_score",
        answer(claim("full", "full timeout"), claim("timeout", "timeout undecided contradiction")),
    )
    assert metric.value == 1
    assert metric.bounds.low == (1 - 1 - 3) / 2
    assert metric.bounds.high == 1  # the open claim may at best earn 1 and lose 1 again, below the value


def test_a_known_contradiction_costs_an_open_claim_whatever_its_label() -> None:
    bounds = told("support_score", answer(claim("none"), claim("timeout", "timeout contradiction"))).bounds
    assert (bounds.low, bounds.high) == ((0 - 2) / 2, (1 - 1) / 2)


def test_an_open_joint_verdict_alone_costs_no_penalty() -> None:
    bounds = told(
        "support_score", answer(claim("full", "full"), claim("undecided", "partial partial"))
    ).bounds
    assert (bounds.low, bounds.high) == (1 / 2, 1)


def test_faithfulness() -> None:
    contexts = (
        ContextRow(label="full"),
        ContextRow(label="partial"),
        ContextRow(status="undecided"),
        ContextRow(status="unjudged"),
        ContextRow(status="not_applicable"),
        None,
    )
    metric = told("faithfulness", answer(*(claim("none", context=context) for context in contexts)))
    assert (metric.numerator, metric.denominator, metric.coverage) == (1, 2, 2 / 5)
    assert metric.excluded == {"undecided": 1, "unjudged": 1, "not_evaluated": 1, "not_applicable": 1}


def test_figure_accuracy() -> None:
    figures = tuple(map(figure, get_args(Match)))
    metric = told(
        "figure_accuracy",
        answer(
            claim("full", "full", figures=figures),
            claim("none", figures=figures),
            claim("no_text", "no_text", figures=figures),
        ),
    )
    assert (metric.numerator, metric.denominator, metric.coverage) == (8, 9, 9 / 10)
    assert metric.excluded == {"uncited": 5, "no_evidence_text": 1}


def test_quote_fidelity() -> None:
    quotes = tuple(map(quote, get_args(QuoteState)))
    metric = told(
        "quote_fidelity",
        answer(claim("full", "full", quotes=quotes), claim("no_text", "no_text", quotes=quotes)),
    )
    assert (metric.numerator, metric.denominator, metric.coverage) == (2, 6, 6 / 10)
    assert metric.excluded == {"short": 2, "no_evidence_text": 4}


REFERENCES = (
    reference("unresolved", could_be_looked_up=True, fabricated=True),
    reference("unresolved"),
    reference("malformed"),
    reference(in_context=True, versioned=True, could_be_looked_up=True),
    reference(in_context=False, versioned=True, stale=True, could_be_looked_up=True),
    reference(in_context=True, versioned=True, invalid_source=True, could_be_looked_up=True),
    reference(in_context=None),
)


@pytest.mark.parametrize(
    ("name", "numerator", "denominator", "excluded"),
    [
        ("invalid_citation_rate", 3, 7, {}),
        ("fabricated_source_rate", 1, 4, {"not_looked_up": 3}),
        ("not_in_context_rate", 1, 3, {"not_recorded": 1, "unresolved": 2, "malformed": 1}),
        ("stale_source_rate", 1, 3, {"unversioned": 1, "unresolved": 2, "malformed": 1}),
        ("source_validity", 1, 3, {"unversioned": 1, "unresolved": 2, "malformed": 1}),
    ],
)
def test_references(name: str, numerator: int, denominator: int, excluded: dict[str, int]) -> None:
    metric = told(name, answer(references=REFERENCES))
    assert (metric.numerator, metric.denominator, metric.excluded) == (numerator, denominator, excluded)


def test_a_prompt_that_was_not_recorded_leaves_the_context_open() -> None:
    metric = told("not_in_context_rate", answer(references=REFERENCES))
    assert metric.coverage == 3 / 4
    assert (metric.bounds.low, metric.bounds.high) == (1 / 4, 2 / 4)


def test_texts() -> None:
    result = answer(
        references=REFERENCES,
        words=350,
        verifiable_characters=200,
        claimed_characters=190,
        claim_tokens=40,
        copied_tokens=10,
    )
    assert told("claim_coverage", result).value == 190 / 200
    assert told("citation_density", result).value == 2.0  # 7 references in 350 words
    assert told("extractive_share", result).value == 10 / 40


def test_answer_rate() -> None:
    results = (
        answer(claim("none")),
        answer(claim("none", verifiability="not_verifiable"), answer_id="b"),
        answer(answer_id="c"),
    )
    metric = told("answer_rate", *results)
    assert (metric.numerator, metric.denominator) == (1, 3)


def _gold(answerable: bool | None, *, abstained: bool, answered: bool | None = None) -> AnswerResult:
    return answer(
        answerable=answerable, abstained=abstained, answered=(not abstained) if answered is None else answered
    )


@pytest.mark.parametrize(
    ("name", "numerator", "denominator", "excluded"),
    [
        ("abstention_recall", 2, 3, {}),
        ("abstention_precision", 2, 3, {"no_gold_case": 1}),
        ("false_abstention_rate", 1, 2, {}),
        # One abstains and then answers anyway.
        ("answered_unanswerable_rate", 2, 3, {}),
    ],
)
def test_abstention(name: str, numerator: int, denominator: int, excluded: dict[str, int]) -> None:
    results = (
        _gold(False, abstained=True),
        _gold(False, abstained=True, answered=True),
        _gold(False, abstained=False),
        _gold(True, abstained=True),
        _gold(True, abstained=False),
        _gold(None, abstained=True),
    )
    metric = told(name, *results)
    assert (metric.numerator, metric.denominator, metric.excluded) == (numerator, denominator, excluded)


def test_gold_claims_and_evidence() -> None:
    result = answer(
        claim("full", "full ~none"),
        claim("full", "~full none"),
        claim("full", "~partial partial", necessary="1 2"),
        claim("none", "~none", verifiability="not_verifiable"),
        claim("none", "~undecided"),
        answerable=True,
        expected_claims=5,
        expected_entailed=3,
        expected_undecided=1,
        claims_decided_by_gold=4,
        claims_correct_by_gold=3,
        claims_undecided_by_gold=1,
        evidence_expected=4,
        evidence_in_corpus=4,
        evidence_in_retrieved=3,
        evidence_cited=2,
    )
    assert told("expected_claim_recall", result).value == 3 / 4
    assert told("expected_claim_recall", result).coverage == 4 / 5
    assert told("claim_correctness", result).value == 3 / 4
    assert told("claim_correctness", result).excluded == {"undecided": 1}
    assert told("evidence_in_corpus", result).value == 1
    assert told("evidence_in_retrieved", result).value == 3 / 4
    prompt = told("evidence_in_prompt", result)
    assert (prompt.value, prompt.coverage, prompt.excluded) == (None, 0, {"not_recorded": 4})
    assert told("evidence_cited", result).value == 2 / 4
    # Only the first: a near miss that supports its claim, alone or as a necessary member, is none after all.
    near = told("near_miss_citations", result)
    assert (near.value, near.denominator) == (1, 6)


def test_without_gold_the_gold_metrics_have_no_value() -> None:
    tally = Tally()
    tally.add(answer(claim("full", "full"), abstained=True, answered=True))
    metrics = summarise(tally).metrics
    gold = [
        name
        for name in metrics
        if name.startswith(("abstention", "false_abst", "answered_", "expected", "evidence_", "near_miss"))
        or name == "claim_correctness"
    ]
    assert len(gold) == 11
    assert {name: metrics[name].value for name in gold} == dict.fromkeys(gold)


def test_reasons_are_a_closed_set() -> None:
    """Free text in a verdict's reason must not become a name in the summary."""
    odd = claim("timeout", "timeout", reason="the model was tired")
    metric = told("claim_support", answer(odd, claim("undecided", "undecided")))
    assert metric.excluded == {"unjudged": 1, "undecided": 1}


def test_a_link_to_which_judging_does_not_apply_is_left_out() -> None:
    metric = told("citation_precision", answer(claim("full", "full not_required")))
    assert (metric.value, metric.coverage, metric.excluded) == (1, 1, {"citation_not_required": 1})


def test_a_judged_row_without_a_label_is_open() -> None:
    assert told("claim_support", answer(claim("full", "full", label=None))).excluded == {"unjudged": 1}


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(runs(most=5))
def test_counts_add_up_in_any_order(run: list[AnswerResult]) -> None:
    counts = [measure(result) for result in run]
    assert sum(counts, Counts()) == sum(reversed(counts), Counts())
    assert all(0 not in part.values() for part in (sum(counts, Counts()).answer,))
