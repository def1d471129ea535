"""A verb in the place of another verb."""

from __future__ import annotations

import pytest

from pincite.judges.rules import weigh

CASES = [
    ("The road is flooded between exits 4 and 5.", "The road is blocked between exits 4 and 5.", "partial"),
    ("The road is closed between exits 4 and 5.", "The road is blocked between exits 4 and 5.", "full"),
    ("The tower was restored in 1962.", "The tower was pulled down in 1962.", "partial"),
    ("The tower was demolished in 1962.", "The tower was pulled down in 1962.", "full"),
    ("Any member may amend the accounts.", "Any member may inspect the accounts.", "partial"),
    ("Any member may examine the accounts.", "Any member may inspect the accounts.", "full"),
    (
        "The engine was bought by the universities.",
        "The engine was developed by the universities.",
        "partial",
    ),
]


@pytest.mark.parametrize(("claim", "text", "label"), CASES)
def test_another_verb_is_another_statement(claim: str, text: str, label: str) -> None:
    assert weigh(claim, (text,))[0].label == label
