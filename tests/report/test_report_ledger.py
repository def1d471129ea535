"""The ledger: everything that came in, in order, with names of its own, in memory that does not grow."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from report_runs import PLACES, answer, ledger_of, summary_of, verdict_of
from report_samples import lookup, revenue_result, uncited_result

from pincite.model.result import AnswerResult
from pincite.report import junit, sarif
from pincite.report.ledger import Ledger

CODES = st.sampled_from(["PC502", "PC401", "PC501", "PC103", "PC901"])


@given(st.lists(st.tuples(st.lists(CODES, max_size=3), st.sampled_from([None, "q", "q (a1)"])), max_size=8))
def test_nothing_is_lost(picked: list[tuple[list[str], str | None]]) -> None:
    results = [answer(n, *codes, case_id=case) for n, (codes, case) in enumerate(picked, 1)]
    with ledger_of(results) as ledger:
        lines = list(ledger.lines())
        told = [(one.finding.answer_id, one.finding.code) for one in ledger.findings()]
        trouble = [(one.finding.answer_id, one.finding.code) for one in ledger.findings(trouble=True)]
        assert (ledger.count(), ledger.count(trouble=True)) == (len(told), len(trouble))
        assert list(ledger.codes()) == sorted({code for codes, _ in picked for code in codes})
    every = [(f"a{n}", code) for n, (codes, _) in enumerate(picked, 1) for code in codes]
    assert sorted(told + trouble) == sorted(every)
    assert {code for _, code in trouble} <= {"PC901"}
    assert [line.where for line in lines] == [result.where for result in results]
    assert len({line.name for line in lines}) == len(results)


def test_findings_come_worst_first() -> None:
    with ledger_of([answer(1, "PC103"), answer(2, "PC401"), answer(3, "PC502")]) as ledger:
        assert [one.finding.code for one in ledger.findings()] == ["PC502", "PC401", "PC103"]
        assert [one.finding.code for one in ledger.findings(limit=1)] == ["PC502"]


def test_a_finding_keeps_its_claim_its_source_and_its_owner() -> None:
    with ledger_of([revenue_result(), uncited_result()]) as ledger:
        first = next(ledger.findings())
    assert first.claim == "Revenue rose 32% in 2024 [2], driven by exports"
    assert (first.claim_severity, first.owner) == ("high", "generation")
    assert first.source is not None
    assert first.source.text[first.source.start : first.source.end] == "23%"


@pytest.mark.parametrize("at", [0, 5_000, 9_990])
def test_a_long_text_is_cut_around_the_mark(at: int) -> None:
    text = "x" * at + "MARK" + "y" * (10_000 - at)
    result = answer(1, "PC401", text=text)
    claims = tuple(structs.replace(one, start=at, end=at + 4) for one in result.claims)
    with ledger_of([structs.replace(result, claims=claims)]) as ledger:
        excerpt = next(ledger.findings()).answer
    assert len(excerpt.text) < 500
    assert excerpt.text[excerpt.start : excerpt.end] == "MARK"


def peak_of(count: int) -> int:
    """The most memory that writing JUnit and SARIF of so many answers takes, in bytes."""
    few = [answer(1, "PC401")]
    numbers, verdict = summary_of(few), verdict_of(few)

    def results() -> Iterator[AnswerResult]:
        return (answer(n, "PC401", text=f"The fee is {n} euros [1].") for n in range(count))

    tracemalloc.start()
    try:
        with Ledger() as ledger:
            for result in results():
                ledger.add(result, lookup())
            for _ in junit.document(ledger, numbers, verdict, PLACES):
                pass
            for _ in sarif.document(ledger, numbers, verdict, PLACES):
                pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_run() -> None:
    peak_of(50)
    small, large = peak_of(200), peak_of(1_600)
    assert large < small + 1_000_000
