from __future__ import annotations

import pytest

from pincite.errors import ConfigError
from pincite.model.credit import DEFAULT_CREDIT, CreditPolicy, read_credit


@pytest.mark.parametrize(
    "table",
    [{}, {"partial": 0.5}, {"contradiction": -2, "critical": {"partial": 0, "contradiction": -5}}],
)
def test_the_line_beside_the_score_reads_back(table: dict[str, object]) -> None:
    credits = read_credit(table)
    assert CreditPolicy.parse(str(credits)) == credits


def test_the_default_reads_back() -> None:
    assert CreditPolicy.parse(str(DEFAULT_CREDIT)) == DEFAULT_CREDIT


@pytest.mark.parametrize("line", ["", "full", "full one", "full 1, nothing 2", "urgent: full 1"])
def test_what_is_no_such_line_is_refused(line: str) -> None:
    with pytest.raises(ConfigError):
        CreditPolicy.parse(line)
