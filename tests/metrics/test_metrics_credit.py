from __future__ import annotations

from typing import Any

import pytest

from pincite.errors import ConfigError
from pincite.model.credit import DEFAULT_CREDIT, UNITS, Credit, read_credit


def test_the_default_policy() -> None:
    assert str(DEFAULT_CREDIT) == "full 1, partial 0, none 0, contradiction -1"
    assert read_credit({}) == DEFAULT_CREDIT
    assert DEFAULT_CREDIT.range == (-1, 1)


def test_a_table_under_a_severity_overrides_for_its_claims() -> None:
    policy = read_credit(
        {"partial": 0.5, "critical": {"partial": 0, "contradiction": -5}, "low": {"none": -0.1}}
    )
    assert policy.step == UNITS // 10
    assert policy.of("medium") == Credit(full=10, partial=5, none=0, contradiction=-10)
    assert policy.of("critical") == Credit(full=10, partial=0, none=0, contradiction=-50)
    assert policy.of("low") == Credit(full=10, partial=5, none=-1, contradiction=-10)
    assert str(policy) == (
        "full 1, partial 0.5, none 0, contradiction -1"
        "; critical: full 1, partial 0, none 0, contradiction -5"
        "; low: full 1, partial 0.5, none -0.1, contradiction -1"
    )
    assert policy.range == (-5, 1)


@pytest.mark.parametrize(
    ("table", "where"),
    [
        ({"ful": 1}, "credit.ful"),
        ({"full": "1"}, "credit.full"),
        ({"full": True}, "credit.full"),
        ({"full": float("nan")}, "credit.full"),
        ({"full": 1e9}, "credit.full"),
        ({"partial": 0.3333333}, "credit.partial"),
        ({"partial": 2}, "credit"),
        ({"none": 0.5}, "credit"),
        ({"contradiction": 1}, "credit"),
        ({"full": -1, "partial": -1, "none": -1}, "credit"),
        ({"critical": 3}, "credit.critical"),
        ({"critical": {"critical": {}}}, "credit.critical.critical"),
        ({"critical": {"partial": 2}}, "credit.critical"),
    ],
)
def test_a_policy_that_means_nothing_is_refused_with_its_place(table: dict[str, Any], where: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_credit(table)
    assert caught.value.where == where


def test_six_decimals_are_exact() -> None:
    policy = read_credit({"partial": 0.333333})
    assert (policy.step, policy.default.partial) == (1, 333_333)


def test_a_policy_without_any_credit_is_still_one() -> None:
    policy = read_credit({"full": 0, "contradiction": 0})
    assert policy.default == Credit(full=0, contradiction=0)
    assert policy.range == (0, 0)
