"""Two systems: ranked by the paired difference, or not at all."""

from __future__ import annotations

from random import Random
from typing import Any

from labels_rows import label, row
from msgspec import structs

from pincite.calibration.ranking import rank
from pincite.labels.record import Label
from pincite.model.result import ClaimRow


def system(seed: int, rate: float, n: int = 120, prefix: str = "q") -> list[ClaimRow]:
    """One answer a case with three claims; the cases are equally hard for every system."""
    pick, luck = Random(1), Random(seed)
    rows = []
    for case in range(n):
        ease = pick.uniform(-0.3, 0.3)
        for claim in range(3):
            state = "full" if luck.random() < rate + ease else "none"
            rows.append(row(f"{prefix}{case:03}", state, claim_id=f"c{claim}", case_id=f"case-{case:03}"))
    return rows


def truth(rows: list[ClaimRow], every: int = 2) -> list[Label]:
    """People agree with the judge, except that they find one accepted claim in five wrong."""
    pick = Random(9)
    labels = []
    for one in rows:
        word = "full" if one.label == "full" and pick.random() > 0.2 else "none"
        if int(one.case_id[-3:]) % every == 0 if one.case_id else False:
            labels.append(label(one.answer_id, word, claim_id=one.claim_id))
    return labels


def test_a_clear_difference_is_ranked() -> None:
    found = rank(system(2, 0.9), system(3, 0.6))
    assert found.decisive.better == "first" and found.shared == 120 and found.unpaired == 0
    assert str(found).startswith("the first is better on citation_precision: difference +")
    assert rank(system(3, 0.6), system(2, 0.9)).decisive.better == "second"


def test_equal_systems_are_not() -> None:
    found = rank(system(2, 0.7), system(3, 0.7))
    assert found.decisive.better == "not distinguishable"
    assert str(found).startswith("not distinguishable on citation_precision: difference ")


def test_answers_to_other_questions_do_not_count() -> None:
    extra = [structs.replace(one, case_id=f"other-{one.case_id}") for one in system(5, 0.1)]
    found = rank([*system(2, 0.7), *extra], system(2, 0.7))
    assert found.unpaired == 120 and found.comparison.difference.value == 0


def test_few_cases_are_never_ranked() -> None:
    found = rank(system(2, 0.95, n=9), system(3, 0.3, n=9))
    assert found.decisive.better == "not distinguishable" and "no interval" in str(found)


def test_human_labels_decide_where_both_systems_have_them() -> None:
    one, other = system(2, 0.9), system(3, 0.6, prefix="r")
    found = rank(one, other, first_labels=truth(one), second_labels=truth(other))
    assert found.corrected is not None and found.decisive is found.corrected
    assert found.corrected.better == "first"
    only_one = rank(one, other, first_labels=truth(one))
    assert only_one.corrected is None and only_one.decisive is only_one.comparison


def test_completeness_is_ranked_as_well() -> None:
    settings: dict[str, Any] = {"metric": "citation_completeness"}
    assert rank(system(2, 0.9), system(3, 0.6), **settings).decisive.better == "first"
