from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from metrics_rows import answer, claim, figure, quote, reference, runs

from pincite.metrics.counts import Counts, measure
from pincite.metrics.definitions import BY_NAME, HEADLINE, METRICS
from pincite.metrics.tally import pairs
from pincite.model.result import AnswerResult, ContextRow

CONTRACT = (
    "citation_precision",
    "citation_precision_strict",
    "citation_precision_resolved",
    "citation_completeness",
    "claim_support",
    "support_score",
    "invalid_citation_rate",
    "fabricated_source_rate",
    "not_in_context_rate",
    "stale_source_rate",
    "source_validity",
    "contradiction_rate",
    "contradictions",
    "uncited_required_rate",
    "faithfulness",
    "figure_accuracy",
    "quote_fidelity",
    "claim_coverage",
    "citation_density",
    "extractive_share",
    "answer_rate",
    "claim_correctness",
    "expected_claim_recall",
    "abstention_recall",
    "abstention_precision",
    "false_abstention_rate",
    "answered_unanswerable_rate",
    "evidence_in_corpus",
    "evidence_in_retrieved",
    "evidence_in_prompt",
)


def test_every_metric_of_the_contract_is_declared_once() -> None:
    assert set(CONTRACT) <= set(BY_NAME)
    assert set(BY_NAME) - set(CONTRACT) == {"near_miss_citations", "evidence_cited"}
    assert len(BY_NAME) == len(METRICS)
    assert set(HEADLINE) <= set(BY_NAME)


@pytest.mark.parametrize("entry", METRICS, ids=lambda entry: entry.name)
def test_a_formula_reads_as_a_ratio_a_mean_or_a_count(entry: object) -> None:
    formula = getattr(entry, "formula", "")
    assert " / " in formula or formula.startswith("mean over") or "plain count" in formula


def test_metrics_that_share_a_population_have_one_kind_of_member() -> None:
    units: dict[str, set[str]] = {}
    for entry in METRICS:
        if entry.population:
            units.setdefault(entry.population, set()).add(entry.unit)
    assert [name for name, kinds in units.items() if len(kinds) > 1] == []


def _everything() -> list[AnswerResult]:
    """Answers that between them give every count that a metric names."""
    return [
        answer(
            claim("full", "full contradiction unresolved malformed", context=ContextRow(label="full")),
            claim(
                "full",
                "partial partial",
                necessary="1 2",
                figures=(figure("exact"),),
                quotes=(quote("verbatim"),),
            ),
            claim("none"),
            claim("none", "~none"),
            claim("not_required", citation_required=False),
            claim("none", verifiability="not_verifiable"),
            references=(
                reference("unresolved", could_be_looked_up=True, fabricated=True),
                reference("malformed"),
                reference(in_context=False, versioned=True, stale=True),
                reference(in_context=True, versioned=True),
            ),
            words=9,
            verifiable_characters=9,
            claimed_characters=8,
            claim_tokens=9,
            copied_tokens=8,
            abstained=True,
            answered=True,
            answerable=answerable,
            expected_claims=2,
            expected_entailed=1,
            claims_decided_by_gold=2,
            claims_correct_by_gold=1,
            evidence_expected=2,
            evidence_in_corpus=2,
            evidence_in_retrieved=1,
            evidence_in_prompt=1,
            evidence_cited=1,
        )
        for answerable in (True, False, None)
    ]


def test_every_count_that_a_metric_names_is_made() -> None:
    made = sum(map(measure, _everything()), Counts()).flat()
    named = {
        name
        for entry in METRICS
        for name in (*entry.numerator, *entry.denominator, *(name for name, _ in entry.left_out))
    }
    assert sorted(named - set(made)) == []


def test_what_is_given_by_criticality_is_counted_by_claim() -> None:
    made = sum(map(measure, _everything()), Counts())
    for entry in METRICS:
        home = made.claims["medium"] if entry.by_claim else made.answer
        strangers = [name for name in (*entry.numerator, *entry.denominator) if name not in home]
        assert strangers == [], entry.name


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(runs(least=1, most=4))
def test_a_proportion_never_exceeds_its_denominator(run: list[AnswerResult]) -> None:
    row = pairs(sum(map(measure, run), Counts()).flat())
    for place, entry in enumerate(METRICS):
        above, below = row[2 * place], row[2 * place + 1]
        if entry.form == "proportion":
            assert 0 <= above <= below, entry.name


def test_populations_do_not_share_names_with_counts() -> None:
    """A population's open and excluded members are found by prefix, so no two may be one name apart."""
    populations = Counter(entry.population for entry in METRICS if entry.population)
    for one in populations:
        for other in populations:
            assert one == other or not other.startswith((f"{one}?", f"{one}-"))
