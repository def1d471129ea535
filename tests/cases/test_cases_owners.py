"""Who owns the failures of a few recorded answers whose fault is known, with the corpus and without it."""

from __future__ import annotations

from typing import Any

import pytest
from test_cases_labelled import cases, corpus, record

import pincite

CASES = cases("owners.jsonl")


@pytest.mark.parametrize("stored", [True, False], ids=["corpus", "no corpus"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['theme']}")
def test_the_owner(case: dict[str, Any], stored: bool) -> None:
    key = "owners" if stored else "owners_without_corpus"
    if key not in case:
        pytest.skip("the judge's verdict decides, which is measured elsewhere")
    run = pincite.check([record(case)], corpus=corpus([case]) if stored else None)
    assert [claim.failure_owner for claim in run.claims] == case[key]
    for claim in run.claims:
        assert (claim.owner_evidence is None) == (claim.failure_owner is None)
